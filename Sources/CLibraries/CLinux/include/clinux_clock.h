#pragma once
#include <sys/timex.h>

/* Whether the kernel takes its wall clock to be set by a network or a receiver: adjtimex(2), STA_UNSYNC. */
static inline int clinux_clock_is_set(void) {
  struct timex facts = {0};
  return adjtimex(&facts) >= 0 && !(facts.status & STA_UNSYNC);
}
