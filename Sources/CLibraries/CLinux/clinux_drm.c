#define _DEFAULT_SOURCE
#include "clinux_drm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* The kernel's own headers, which Debian leaves to the package libdrm-dev; of the library nothing is used. */
#if __has_include(<drm/drm_mode.h>)
#include <drm/drm.h>
#include <drm/drm_mode.h>
#else
#include <libdrm/drm.h>
#include <libdrm/drm_mode.h>
#endif

_Static_assert(sizeof(clinux_drm_mode) == sizeof(struct drm_mode_modeinfo), "a mode is the kernel's");
_Static_assert(offsetof(clinux_drm_mode, name) == offsetof(struct drm_mode_modeinfo, name), "a mode is the kernel's");

static int ask(int card, unsigned long request, void *argument) {
  int result;
  do result = ioctl(card, request, argument);
  while (result < 0 && (errno == EINTR || errno == EAGAIN));
  return result < 0 ? -errno : result;
}

static uint64_t address(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

int clinux_drm_open(const char *path) {
  int card = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  return card < 0 ? -errno : card;
}

int clinux_drm_driver(int card, char *name, size_t size) {
  struct drm_version version = {.name = name, .name_len = size - 1};
  memset(name, 0, size);
  int result = ask(card, DRM_IOCTL_VERSION, &version);
  return result < 0 ? result : 0;
}

static int capability(int card, uint64_t what) {
  struct drm_get_cap answer = {.capability = what};
  int result = ask(card, DRM_IOCTL_GET_CAP, &answer);
  return result < 0 ? result : answer.value != 0;
}

int clinux_drm_has_buffers(int card) { return capability(card, DRM_CAP_DUMB_BUFFER); }

int clinux_drm_is_master(int card) {
  /* There is no magic 0: a master is told so, anybody else that he may not ask. */
  struct drm_auth auth = {.magic = 0};
  return ask(card, DRM_IOCTL_AUTH_MAGIC, &auth) != -EACCES;
}

int clinux_drm_set_master(int card, int wanted) {
  return ask(card, wanted ? DRM_IOCTL_SET_MASTER : DRM_IOCTL_DROP_MASTER, NULL);
}

int clinux_drm_get_resources(int card, clinux_drm_resources *resources) {
  struct drm_mode_card_res answer = {
      .crtc_id_ptr = address(resources->crtcs),
      .connector_id_ptr = address(resources->connectors),
      .count_crtcs = CLINUX_DRM_CRTCS,
      .count_connectors = CLINUX_DRM_CONNECTORS,
  };
  int result = ask(card, DRM_IOCTL_MODE_GETRESOURCES, &answer);
  if (result < 0) return result;
  resources->crtc_count = answer.count_crtcs < CLINUX_DRM_CRTCS ? (int)answer.count_crtcs : CLINUX_DRM_CRTCS;
  resources->connector_count =
      answer.count_connectors < CLINUX_DRM_CONNECTORS ? (int)answer.count_connectors : CLINUX_DRM_CONNECTORS;
  return 0;
}

enum { ENCODERS = 32, PROPERTIES = 128 };

int clinux_drm_get_connector(
    int card, uint32_t id, int probes, clinux_drm_connector *facts, clinux_drm_mode *modes, int limit) {
  if (probes) {
    /* To ask for no modes is how a probe is asked for. */
    struct drm_mode_get_connector wish = {.connector_id = id};
    int result = ask(card, DRM_IOCTL_MODE_GETCONNECTOR, &wish);
    if (result < 0) return result;
  }
  for (int tries = 0; tries < 4; tries++) {
    struct drm_mode_modeinfo one;
    struct drm_mode_get_connector answer = {.connector_id = id, .count_modes = 1, .modes_ptr = address(&one)};
    int result = ask(card, DRM_IOCTL_MODE_GETCONNECTOR, &answer);
    if (result < 0) return result;
    uint32_t mode_count = answer.count_modes, encoder_count = answer.count_encoders;
    uint32_t encoders[ENCODERS] = {0};
    struct drm_mode_modeinfo *all = calloc(mode_count + 1, sizeof *all);
    if (all == NULL) return -ENOMEM;
    /* The kernel fills an array only where all of it fits. Never 0 modes here: that would be a probe. */
    answer = (struct drm_mode_get_connector){
        .connector_id = id,
        .count_modes = mode_count + 1,
        .modes_ptr = address(all),
        .count_encoders = encoder_count <= ENCODERS ? encoder_count : 0,
        .encoders_ptr = address(encoders),
    };
    result = ask(card, DRM_IOCTL_MODE_GETCONNECTOR, &answer);
    if (result < 0 || answer.count_modes > mode_count + 1) {
      free(all);
      if (result < 0) return result;
      continue;
    }
    int count = (int)answer.count_modes < limit ? (int)answer.count_modes : limit;
    if (count > 0) memcpy(modes, all, (size_t)count * sizeof *all);
    free(all);
    *facts = (clinux_drm_connector){
        .id = id,
        .type = answer.connector_type,
        .number = answer.connector_type_id,
        .status = answer.connection,
        .width_mm = answer.mm_width,
        .height_mm = answer.mm_height,
    };
    for (uint32_t i = 0; i < answer.count_encoders && i < ENCODERS; i++) {
      struct drm_mode_get_encoder encoder = {.encoder_id = encoders[i]};
      if (encoders[i] == 0 || ask(card, DRM_IOCTL_MODE_GETENCODER, &encoder) < 0) continue;
      facts->possible_crtcs |= encoder.possible_crtcs;
      if (encoders[i] == answer.encoder_id) facts->crtc = encoder.crtc_id;
    }
    return count;
  }
  return -EAGAIN;
}

int clinux_drm_set_property(int card, uint32_t connector, const char *name, uint64_t value) {
  uint32_t properties[PROPERTIES];
  uint64_t values[PROPERTIES];
  struct drm_mode_obj_get_properties all = {
      .props_ptr = address(properties),
      .prop_values_ptr = address(values),
      .count_props = PROPERTIES,
      .obj_id = connector,
      .obj_type = DRM_MODE_OBJECT_CONNECTOR,
  };
  int result = ask(card, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &all);
  if (result < 0) return result;
  for (uint32_t i = 0; i < all.count_props && i < PROPERTIES; i++) {
    struct drm_mode_get_property property = {.prop_id = properties[i]};
    if (ask(card, DRM_IOCTL_MODE_GETPROPERTY, &property) < 0) continue;
    if (strncmp(property.name, name, sizeof property.name) != 0) continue;
    struct drm_mode_connector_set_property wish = {
        .value = value, .prop_id = properties[i], .connector_id = connector};
    result = ask(card, DRM_IOCTL_MODE_SETPROPERTY, &wish);
    return result < 0 ? result : 0;
  }
  return -ENOENT;
}

int clinux_drm_get_crtc(int card, uint32_t id, clinux_drm_crtc *crtc) {
  struct drm_mode_crtc answer = {.crtc_id = id};
  int result = ask(card, DRM_IOCTL_MODE_GETCRTC, &answer);
  if (result < 0) return result;
  *crtc = (clinux_drm_crtc){
      .id = id, .frame = answer.fb_id, .x = answer.x, .y = answer.y, .has_mode = answer.mode_valid != 0};
  memcpy(&crtc->mode, &answer.mode, sizeof crtc->mode);
  return 0;
}

int clinux_drm_set_crtc(
    int card, uint32_t id, uint32_t frame, uint32_t x, uint32_t y, const uint32_t *connectors, int count,
    const clinux_drm_mode *mode) {
  struct drm_mode_crtc wish = {.crtc_id = id, .fb_id = frame, .x = x, .y = y};
  if (frame != 0 && mode != NULL) {
    wish.set_connectors_ptr = address(connectors);
    wish.count_connectors = (uint32_t)count;
    wish.mode_valid = 1;
    memcpy(&wish.mode, mode, sizeof wish.mode);
  }
  int result = ask(card, DRM_IOCTL_MODE_SETCRTC, &wish);
  return result < 0 ? result : 0;
}

int clinux_drm_create_buffer(int card, uint32_t width, uint32_t height, clinux_drm_buffer *buffer) {
  *buffer = (clinux_drm_buffer){0};
  struct drm_mode_create_dumb made = {.width = width, .height = height, .bpp = 32};
  int result = ask(card, DRM_IOCTL_MODE_CREATE_DUMB, &made);
  if (result < 0) return result;
  buffer->handle = made.handle;
  buffer->stride = made.pitch;
  buffer->size = made.size;
  /* Depth 24 of 32 bits is XRGB8888. */
  struct drm_mode_fb_cmd frame = {
      .width = width, .height = height, .pitch = made.pitch, .bpp = 32, .depth = 24, .handle = made.handle};
  result = ask(card, DRM_IOCTL_MODE_ADDFB, &frame);
  if (result >= 0) {
    buffer->frame = frame.fb_id;
    struct drm_mode_map_dumb map = {.handle = made.handle};
    result = ask(card, DRM_IOCTL_MODE_MAP_DUMB, &map);
    if (result >= 0) {
      void *pixels = mmap(NULL, made.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, (off_t)map.offset);
      if (pixels != MAP_FAILED) {
        /* A forked process would keep the card open by it. */
        madvise(pixels, made.size, MADV_DONTFORK);
        buffer->pixels = pixels;
        return 0;
      }
      result = -errno;
    }
  }
  clinux_drm_destroy_buffer(card, buffer);
  return result;
}

void clinux_drm_destroy_buffer(int card, clinux_drm_buffer *buffer) {
  if (buffer->pixels != NULL) munmap(buffer->pixels, buffer->size);
  if (buffer->frame != 0) {
    unsigned int frame = buffer->frame;
    ask(card, DRM_IOCTL_MODE_RMFB, &frame);
  }
  if (buffer->handle != 0) {
    struct drm_mode_destroy_dumb gone = {.handle = buffer->handle};
    ask(card, DRM_IOCTL_MODE_DESTROY_DUMB, &gone);
  }
  *buffer = (clinux_drm_buffer){0};
}

int clinux_drm_flip(int card, uint32_t crtc, uint32_t frame, uint64_t cookie) {
  struct drm_mode_crtc_page_flip wish = {
      .crtc_id = crtc, .fb_id = frame, .flags = DRM_MODE_PAGE_FLIP_EVENT, .user_data = cookie};
  int result = ask(card, DRM_IOCTL_MODE_PAGE_FLIP, &wish);
  return result < 0 ? result : 0;
}

int clinux_drm_dirty(int card, uint32_t frame) {
  struct drm_mode_fb_dirty_cmd wish = {.fb_id = frame};
  int result = ask(card, DRM_IOCTL_MODE_DIRTYFB, &wish);
  return result < 0 ? result : 0;
}

int clinux_drm_read(int card, clinux_drm_event *events, int limit) {
  char bytes[1024] __attribute__((aligned(8)));
  ssize_t length;
  do length = read(card, bytes, sizeof bytes);
  while (length < 0 && errno == EINTR);
  if (length < 0) return errno == EAGAIN ? 0 : -errno;
  int count = 0;
  for (ssize_t at = 0; at + (ssize_t)sizeof(struct drm_event) <= length;) {
    struct drm_event head;
    memcpy(&head, bytes + at, sizeof head);
    if (head.length < sizeof head || at + (ssize_t)head.length > length) break;
    if (head.type == DRM_EVENT_FLIP_COMPLETE && head.length >= sizeof(struct drm_event_vblank) && count < limit) {
      struct drm_event_vblank flip;
      memcpy(&flip, bytes + at, sizeof flip);
      events[count++] = (clinux_drm_event){
          .cookie = flip.user_data, .nanoseconds = (int64_t)flip.tv_sec * 1000000000 + (int64_t)flip.tv_usec * 1000};
    }
    at += head.length;
  }
  return count;
}
