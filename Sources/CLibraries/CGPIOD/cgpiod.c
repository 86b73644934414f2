#include "cgpiod.h"
#include <errno.h>
#include <gpiod.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(GPIOD_LINE_BULK_MAX_LINES) /* only 1.x defines it */
#define CGPIOD_API 1
#else
#define CGPIOD_API 2
#endif

int cgpiod_api(void) { return CGPIOD_API; }
const char *cgpiod_version(void) {
#if CGPIOD_API == 1
  return gpiod_version_string();
#else
  return gpiod_api_version();
#endif
}

static void cgpiod_copy(char *to, size_t size, const char *from) { snprintf(to, size, "%s", from ? from : ""); }

/* errno, or EIO where the library forgot to set it. */
static int cgpiod_failure(void) { return -(errno ? errno : EIO); }

int cgpiod_chip(const char *path, cgpiod_chip_facts *facts) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return cgpiod_failure();
#if CGPIOD_API == 1
  cgpiod_copy(facts->name, sizeof facts->name, gpiod_chip_name(chip));
  cgpiod_copy(facts->label, sizeof facts->label, gpiod_chip_label(chip));
  facts->lines = gpiod_chip_num_lines(chip);
#else
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  if (!info) {
    int code = cgpiod_failure();
    gpiod_chip_close(chip);
    return code;
  }
  cgpiod_copy(facts->name, sizeof facts->name, gpiod_chip_info_get_name(info));
  cgpiod_copy(facts->label, sizeof facts->label, gpiod_chip_info_get_label(info));
  facts->lines = (unsigned)gpiod_chip_info_get_num_lines(info);
  gpiod_chip_info_free(info);
#endif
  gpiod_chip_close(chip);
  return 0;
}

int cgpiod_line(const char *path, unsigned offset, cgpiod_line_facts *facts) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return cgpiod_failure();
  int code = 0;
#if CGPIOD_API == 1
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  if (line) {
    cgpiod_copy(facts->name, sizeof facts->name, gpiod_line_name(line));
    cgpiod_copy(facts->consumer, sizeof facts->consumer, gpiod_line_consumer(line));
    facts->is_used = gpiod_line_is_used(line);
  } else {
    code = cgpiod_failure();
  }
#else
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
  if (info) {
    cgpiod_copy(facts->name, sizeof facts->name, gpiod_line_info_get_name(info));
    cgpiod_copy(facts->consumer, sizeof facts->consumer, gpiod_line_info_get_consumer(info));
    facts->is_used = gpiod_line_info_is_used(info);
    gpiod_line_info_free(info);
  } else {
    code = cgpiod_failure();
  }
#endif
  gpiod_chip_close(chip);
  return code;
}

struct cgpiod_request {
  struct gpiod_chip *chip;
#if CGPIOD_API == 1
  struct gpiod_line *line;
#else
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *events;
  unsigned offset;
#endif
};

void cgpiod_release(cgpiod_request *held) {
  if (!held) return;
#if CGPIOD_API == 1
  if (held->line) gpiod_line_release(held->line);
#else
  if (held->request) gpiod_line_request_release(held->request);
  if (held->events) gpiod_edge_event_buffer_free(held->events);
#endif
  if (held->chip) gpiod_chip_close(held->chip);
  free(held);
}

cgpiod_request *cgpiod_take(
    const char *path, unsigned offset, const char *consumer, int is_output, int value, int active_low, cgpiod_bias bias,
    int *code) {
  errno = 0;
  cgpiod_request *held = calloc(1, sizeof *held);
  if (!held || !(held->chip = gpiod_chip_open(path))) goto failed;
#if CGPIOD_API == 1
  held->line = gpiod_chip_get_line(held->chip, offset);
  if (!held->line) goto failed;
  int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
  if (is_output) {
    struct gpiod_line *line = held->line;
    held->line = NULL; /* not ours to release until it is */
    if (gpiod_line_request_output_flags(line, consumer, flags, value) < 0) goto failed;
    held->line = line;
  } else {
    if (bias == CGPIOD_BIAS_PULL_UP) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    if (bias == CGPIOD_BIAS_PULL_DOWN) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    if (bias == CGPIOD_BIAS_NONE) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    struct gpiod_line *line = held->line;
    held->line = NULL;
    if (gpiod_line_request_both_edges_events_flags(line, consumer, flags) < 0) goto failed;
    held->line = line;
  }
#else
  held->offset = offset;
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *request = gpiod_request_config_new();
  if (settings && lines && request && (is_output || (held->events = gpiod_edge_event_buffer_new(1)))) {
    gpiod_line_settings_set_active_low(settings, active_low);
    if (is_output) {
      gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
      gpiod_line_settings_set_output_value(settings, value ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    } else {
      gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
      gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
      gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
      gpiod_line_settings_set_bias(
          settings, bias == CGPIOD_BIAS_PULL_UP     ? GPIOD_LINE_BIAS_PULL_UP
                    : bias == CGPIOD_BIAS_PULL_DOWN ? GPIOD_LINE_BIAS_PULL_DOWN
                                                    : GPIOD_LINE_BIAS_DISABLED);
    }
    gpiod_request_config_set_consumer(request, consumer);
    if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) == 0)
      held->request = gpiod_chip_request_lines(held->chip, request, lines);
  }
  int reason = errno;
  if (settings) gpiod_line_settings_free(settings);
  if (lines) gpiod_line_config_free(lines);
  if (request) gpiod_request_config_free(request);
  errno = reason;
  if (!held->request) goto failed;
#endif
  *code = 0;
  return held;
failed:
  *code = cgpiod_failure();
  cgpiod_release(held);
  return NULL;
}

int cgpiod_descriptor(cgpiod_request *held) {
#if CGPIOD_API == 1
  return gpiod_line_event_get_fd(held->line);
#else
  return gpiod_line_request_get_fd(held->request);
#endif
}

int cgpiod_read_edge(cgpiod_request *held, int *is_active, uint64_t *nanoseconds) {
  struct pollfd waiting = {.fd = cgpiod_descriptor(held), .events = POLLIN};
  int ready = poll(&waiting, 1, 0);
  if (ready < 0) return errno == EINTR ? 0 : -errno;
  if (ready == 0) return 0;
  if (!(waiting.revents & POLLIN)) return -ENODEV; /* the chip is gone */
  errno = 0;
#if CGPIOD_API == 1
  struct gpiod_line_event event;
  if (gpiod_line_event_read(held->line, &event) < 0) return cgpiod_failure();
  *is_active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  *nanoseconds = (uint64_t)event.ts.tv_sec * 1000000000u + (uint64_t)event.ts.tv_nsec;
#else
  if (gpiod_line_request_read_edge_events(held->request, held->events, 1) < 1) return cgpiod_failure();
  struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(held->events, 0);
  if (!event) return cgpiod_failure();
  *is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  *nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
#endif
  return 1;
}

int cgpiod_get(cgpiod_request *held) {
  errno = 0;
#if CGPIOD_API == 1
  int value = gpiod_line_get_value(held->line);
#else
  int value = (int)gpiod_line_request_get_value(held->request, held->offset);
#endif
  return value < 0 ? cgpiod_failure() : value;
}

int cgpiod_set(cgpiod_request *held, int value) {
  errno = 0;
#if CGPIOD_API == 1
  int code = gpiod_line_set_value(held->line, value);
#else
  int code = gpiod_line_request_set_value(
      held->request, held->offset, value ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
#endif
  return code < 0 ? cgpiod_failure() : 0;
}
