#define _GNU_SOURCE
#include "clinux_evdev.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/input.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define LONG_BITS (8 * sizeof(unsigned long))
#define LONGS(bits) (((bits) + LONG_BITS - 1) / LONG_BITS)

static int has_bit(const unsigned long *bits, unsigned bit) { return (int)(bits[bit / LONG_BITS] >> bit % LONG_BITS & 1); }

int clinux_input_open(const char *path) {
  int device = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) return -errno;
  int clock = CLOCK_MONOTONIC;
  if (ioctl(device, EVIOCSCLOCKID, &clock) == 0) return device;
  int reason = errno;
  close(device);
  return -reason;
}

int clinux_input_name(int device, char *name, size_t size) {
  memset(name, 0, size);
  return ioctl(device, EVIOCGNAME(size - 1), name) < 0 ? -errno : 0;
}

int clinux_input_place(int device, char *place, size_t size) {
  memset(place, 0, size);
  if (ioctl(device, EVIOCGPHYS(size - 1), place) >= 0 || errno == ENOENT) return 0;
  return -errno;
}

int clinux_input_identity(int device, uint16_t *bus, uint16_t *vendor, uint16_t *product) {
  struct input_id identity;
  if (ioctl(device, EVIOCGID, &identity) < 0) return -errno;
  *bus = identity.bustype;
  *vendor = identity.vendor;
  *product = identity.product;
  return 0;
}

int clinux_input_has(int device, uint16_t type, uint16_t code) {
  unsigned long bits[LONGS(KEY_CNT)] = {0};
  if (code >= KEY_CNT) return 0;
  if (ioctl(device, EVIOCGBIT(type, sizeof bits), bits) < 0) return -errno;
  return has_bit(bits, code);
}

int clinux_input_is_direct(int device) {
  unsigned long bits[LONGS(INPUT_PROP_CNT)] = {0};
  if (ioctl(device, EVIOCGPROP(sizeof bits), bits) < 0) return -errno;
  return has_bit(bits, INPUT_PROP_DIRECT);
}

int clinux_input_is_held(int device, uint16_t key) {
  unsigned long bits[LONGS(KEY_CNT)] = {0};
  if (key >= KEY_CNT) return 0;
  if (ioctl(device, EVIOCGKEY(sizeof bits), bits) < 0) return -errno;
  return has_bit(bits, key);
}

int clinux_input_axis(int device, uint16_t axis, int32_t *least, int32_t *most, int32_t *value) {
  struct input_absinfo facts;
  if (ioctl(device, EVIOCGABS(axis), &facts) < 0) return -errno;
  *least = facts.minimum;
  *most = facts.maximum;
  *value = facts.value;
  return 0;
}

int clinux_input_grab(int device, int is_taken) {
  return ioctl(device, EVIOCGRAB, (void *)(intptr_t)(is_taken != 0)) < 0 ? -errno : 0;
}

int clinux_input_read(int device, clinux_input_event *events, int limit) {
  struct input_event raw[64];
  if (limit > 64) limit = 64;
  ssize_t count;
  do count = read(device, raw, (size_t)limit * sizeof raw[0]);
  while (count < 0 && errno == EINTR);
  if (count < 0) return errno == EAGAIN ? 0 : -errno;
  if (count == 0) return -ENODEV;
  int number = (int)((size_t)count / sizeof raw[0]);
  for (int i = 0; i < number; i++) {
    events[i] = (clinux_input_event){
        .nanoseconds = (int64_t)raw[i].input_event_sec * 1000000000 + (int64_t)raw[i].input_event_usec * 1000,
        .type = raw[i].type,
        .code = raw[i].code,
        .value = raw[i].value,
    };
  }
  return number;
}

int clinux_watch_folder(const char *path) {
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch < 0) return -errno;
  if (inotify_add_watch(watch, path, IN_CREATE | IN_DELETE | IN_ATTRIB) >= 0) return watch;
  int reason = errno;
  close(watch);
  return -reason;
}

int clinux_watch_drain(int watch) {
  char told[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
  int any = 0;
  while (read(watch, told, sizeof told) > 0) any = 1;
  return any;
}
