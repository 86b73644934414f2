#include "clinux_memory.h"
#include <malloc.h>
#include <sys/prctl.h>

void clinux_give_memory_back(void) {
  // Setting any of them turns the adjusting off. Frames are pooled, so few blocks this large are made at all.
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
  // Threads that come and go, a clip's, a photo's, share what they leave.
  mallopt(M_ARENA_MAX, 2);
  // Debian's kernel gives two megabytes wherever four kilobytes are touched, in the stack of every thread, and fills what
  // was given back again as it passes by: 25 MB after 5 sessions, 35 MB after 50. Other kernels ask (madvise) anyway.
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
}

void clinux_trim_memory(void) { malloc_trim(0); }
