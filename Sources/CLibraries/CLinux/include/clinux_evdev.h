#pragma once
#include <stddef.h>
#include <stdint.h>

/* The kernel's input devices (/dev/input/event*), for what Swift cannot name: _IOR() with a length, the bit sets, and
   a structure whose time depends on the C library. All return -errno where they fail. */

typedef struct clinux_input_event {
  int64_t nanoseconds; /* CLOCK_MONOTONIC, after clinux_input_prepare() */
  uint16_t type, code;
  int32_t value;
} clinux_input_event;

/* Opens a device for reading, closed on exec; reads never wait, and its times are CLOCK_MONOTONIC's. */
int clinux_input_open(const char *path);
/* The device's name, cut to `size`. */
int clinux_input_name(int device, char *name, size_t size);
/* Where it is plugged in, as in `usb-0000:00:14.0-2/input0`; empty where the kernel does not say. */
int clinux_input_place(int device, char *place, size_t size);
/* The bus (3 is USB), vendor and product. */
int clinux_input_identity(int device, uint16_t *bus, uint16_t *vendor, uint16_t *product);
/* Whether it can send such an event at all. */
int clinux_input_has(int device, uint16_t type, uint16_t code);
/* Whether its surface lies on a picture (INPUT_PROP_DIRECT), as a touch screen's and not a touch pad's. */
int clinux_input_is_direct(int device);
/* Whether the key is held at the moment. */
int clinux_input_is_held(int device, uint16_t key);
/* An absolute axis: its smallest and largest value, and where it stands. */
int clinux_input_axis(int device, uint16_t axis, int32_t *least, int32_t *most, int32_t *value);
/* Takes the device for this process alone, or gives it back. */
int clinux_input_grab(int device, int is_taken);
/* Reads what there is: how many events, 0 when there is none. */
int clinux_input_read(int device, clinux_input_event *events, int limit);

/* inotify, for what Swift's Glibc lacks: a descriptor that is readable when a name comes, goes or changes its rights in
   the folder. Never waits. */
int clinux_watch_folder(const char *path);
/* Takes what it has to tell, and forgets it: whether there was anything. */
int clinux_watch_drain(int watch);
