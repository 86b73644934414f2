/* Works with a gpio-sim chip through Sources/CLibraries/CGPIOD, whichever libgpiod it was compiled with: an input's edges with
   their times, active low, an output's level, a line that is taken, a chip that is not there.
     gpio-lines /dev/gpiochip0 /sys/devices/platform/gpio-sim.0/gpiochip0 */
#define _GNU_SOURCE
#include "cgpiod.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *chip, *sim;

static void check(int is_right, const char *what, int code) {
  if (is_right) return;
  printf("FAILED with libgpiod %s: %s (%d)\n", cgpiod_version(), what, code);
  exit(1);
}

static void pull(int line, const char *direction) {
  char path[256];
  snprintf(path, sizeof path, "%s/sim_gpio%d/pull", sim, line);
  FILE *file = fopen(path, "w");
  check(file && fputs(direction, file) >= 0 && fclose(file) == 0, path, errno);
}

static int value(int line) {
  char path[256], text[8] = "";
  snprintf(path, sizeof path, "%s/sim_gpio%d/value", sim, line);
  FILE *file = fopen(path, "r");
  check(file && fgets(text, sizeof text, file), path, errno);
  fclose(file);
  return atoi(text);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(int count, char **arguments) {
  check(count == 3, "usage: gpio-lines CHIP SYSFS", count);
  chip = arguments[1];
  sim = arguments[2];
  cgpiod_chip_facts facts;
  int code = cgpiod_chip(chip, &facts);
  check(code == 0 && facts.lines == 32 && strcmp(facts.label, "booth-sim") == 0, "the chip's facts", code);
  check(cgpiod_chip("/dev/gpiochip99", &facts) == -ENOENT, "a chip that is not there", 0);
  cgpiod_line_facts line;
  code = cgpiod_line(chip, 3, &line);
  check(code == 0 && strcmp(line.name, "START") == 0, "a line's name", code);

  pull(20, "pull-up");
  cgpiod_request *button = cgpiod_take(chip, 20, "lab", 0, 0, 1, CGPIOD_BIAS_PULL_UP, &code);
  check(button != NULL, "taking an input", code);
  check(cgpiod_get(button) == 0, "an open button is inactive", cgpiod_get(button));
  cgpiod_request *second = cgpiod_take(chip, 20, "lab", 0, 0, 1, CGPIOD_BIAS_NONE, &code);
  check(second == NULL && code == -EBUSY, "a line that is taken", code);
  int active = -1;
  uint64_t at = 0;
  check(cgpiod_read_edge(button, &active, &at) == 0, "no edge is none", 0);
  for (int round = 0; round < 6; round++) {
    int64_t before = now();
    pull(20, round % 2 == 0 ? "pull-down" : "pull-up");
    struct pollfd waiting = {.fd = cgpiod_descriptor(button), .events = POLLIN};
    check(poll(&waiting, 1, 5000) == 1, "an edge comes", round);
    code = cgpiod_read_edge(button, &active, &at);
    check(code == 1 && active == (round % 2 == 0), "an edge's level, after active low", code);
    check((int64_t)at >= before && (int64_t)at <= now(), "an edge's time is the monotonic clock's", round);
    check(cgpiod_get(button) == active, "the level", cgpiod_get(button));
  }
  cgpiod_release(button);
  cgpiod_request *lamp = cgpiod_take(chip, 21, "lab", 1, 0, 0, CGPIOD_BIAS_NONE, &code);
  check(lamp != NULL, "taking an output", code);
  check(value(21) == 0 && cgpiod_set(lamp, 1) == 0 && value(21) == 1, "a lamp", value(21));
  cgpiod_release(lamp);
  cgpiod_request *relay = cgpiod_take(chip, 21, "lab", 1, 0, 1, CGPIOD_BIAS_NONE, &code);
  check(relay != NULL && value(21) == 1 && cgpiod_set(relay, 1) == 0 && value(21) == 0, "a relay that works on low", code);
  cgpiod_release(relay);
  printf("libgpiod %s (interface %d): edges, times, active low, outputs and refusals are right\n", cgpiod_version(),
         cgpiod_api());
  return 0;
}
