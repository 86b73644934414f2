#pragma once
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <stdint.h>
#include <time.h>

/* prctl is variadic, which Swift does not import. The kernel keeps 15 bytes of the name. */
static inline int clinux_name_thread(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

/* A monotonic timer that poll() can wait for. */
static inline int clinux_timer_create(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

/* First expiry at an absolute monotonic moment, then every `period`; both in nanoseconds; 0 and 0 stop it. */
static inline int clinux_timer_set(int timer, int64_t first, int64_t period) {
  struct itimerspec when = {
      .it_interval = {.tv_sec = period / 1000000000, .tv_nsec = period % 1000000000},
      .it_value = {.tv_sec = first / 1000000000, .tv_nsec = first % 1000000000},
  };
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, 0);
}
