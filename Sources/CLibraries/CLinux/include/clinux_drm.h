#pragma once
#include <stddef.h>
#include <stdint.h>

/* Graphics cards (/dev/dri/card*) by the kernel's mode setting calls, for what Swift cannot name: _IOWR() requests and
   addresses kept in 64-bit fields. All return 0 or more, or -errno. */

/* A mode's timing, field by field what the kernel calls drm_mode_modeinfo. */
typedef struct clinux_drm_mode {
  uint32_t clock_khz;
  uint16_t width, hsync_start, hsync_end, htotal, hskew;
  uint16_t height, vsync_start, vsync_end, vtotal, vscan;
  uint32_t refresh, flags, type;
  char name[32];
} clinux_drm_mode;

enum { CLINUX_DRM_CRTCS = 32, CLINUX_DRM_CONNECTORS = 64, CLINUX_DRM_MODES = 256 };

typedef struct clinux_drm_resources {
  uint32_t crtcs[CLINUX_DRM_CRTCS], connectors[CLINUX_DRM_CONNECTORS];
  int crtc_count, connector_count;
} clinux_drm_resources;

typedef struct clinux_drm_connector {
  uint32_t id, type, number;
  /* 1 connected, 2 disconnected, 3 unknown. */
  uint32_t status;
  uint32_t width_mm, height_mm;
  /* A bit for each of the card's CRTCs, in the order of its resources, that can feed it. */
  uint32_t possible_crtcs;
  /* The CRTC that feeds it now, or 0. */
  uint32_t crtc;
} clinux_drm_connector;

typedef struct clinux_drm_crtc {
  uint32_t id, frame, x, y;
  int has_mode;
  clinux_drm_mode mode;
} clinux_drm_crtc;

/* A dumb buffer in this process's memory, 32 bits a pixel, and the frame the card shows it as. */
typedef struct clinux_drm_buffer {
  uint32_t handle, frame, stride;
  uint64_t size;
  void *pixels;
} clinux_drm_buffer;

/* The end of a page flip: what it was asked with, and when, on CLOCK_MONOTONIC. */
typedef struct clinux_drm_event {
  uint64_t cookie;
  int64_t nanoseconds;
} clinux_drm_event;

/* Opens a card, closed on exec; reads never wait. A program that opens a card without a master is its master. */
int clinux_drm_open(const char *path);
/* The driver's name, cut to `size`. */
int clinux_drm_driver(int card, char *name, size_t size);
/* Whether the card has dumb buffers. */
int clinux_drm_has_buffers(int card);
/* Whether this descriptor is in charge of the card's displays. */
int clinux_drm_is_master(int card);
int clinux_drm_set_master(int card, int wanted);
/* -EOPNOTSUPP or -EINVAL for a card without displays. */
int clinux_drm_get_resources(int card, clinux_drm_resources *resources);
/* What the kernel knows of a connector; with `probes`, and for the master only, it asks the display anew, which may take
   a tenth of a second. Returns how many modes there are, at most `limit`. */
int clinux_drm_get_connector(
    int card, uint32_t id, int probes, clinux_drm_connector *facts, clinux_drm_mode *modes, int limit);
/* Sets a connector's property by its name, such as DPMS; -ENOENT where it has none of that name. */
int clinux_drm_set_property(int card, uint32_t connector, const char *name, uint64_t value);
int clinux_drm_get_crtc(int card, uint32_t id, clinux_drm_crtc *crtc);
/* Shows a frame by this mode on these connectors; frame 0 turns the CRTC off. */
int clinux_drm_set_crtc(
    int card, uint32_t id, uint32_t frame, uint32_t x, uint32_t y, const uint32_t *connectors, int count,
    const clinux_drm_mode *mode);
/* Black, as the kernel gives no memory with anything in it. */
int clinux_drm_create_buffer(int card, uint32_t width, uint32_t height, clinux_drm_buffer *buffer);
void clinux_drm_destroy_buffer(int card, clinux_drm_buffer *buffer);
/* Shows a frame of the same size from the next refresh on; an event with the cookie follows. */
int clinux_drm_flip(int card, uint32_t crtc, uint32_t frame, uint64_t cookie);
/* Says that all of a frame has changed, to cards that copy it to the display; -ENOSYS where nothing needs to be said. */
int clinux_drm_dirty(int card, uint32_t frame);
/* Takes the ends of flips that have come: how many, 0 when there are none. */
int clinux_drm_read(int card, clinux_drm_event *events, int limit);
