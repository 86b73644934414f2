#include "clinux_memory.h"
#include <malloc.h>

void clinux_give_memory_back(void) {
  // Setting any of them turns the adjusting off. Frames are pooled, so few blocks this large are made at all.
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
  // Threads that come and go, a clip's, a photo's, share what they leave.
  mallopt(M_ARENA_MAX, 2);
}

void clinux_trim_memory(void) { malloc_trim(0); }
