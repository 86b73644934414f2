#pragma once
#include <stddef.h>
#include <stdint.h>

/* libpng reports a fault by jumping out of its own functions, which Swift cannot catch. This reads a picture row by row
   and comes back with a number and words; no type of the library is in it. */

typedef struct cpng_facts {
  uint32_t width, height;
  /* Whether its rows come in seven passes (Adam7), the coarse ones first. */
  int is_interlaced;
} cpng_facts;

typedef enum cpng_result { CPNG_FINE = 0, CPNG_DAMAGED = 1, CPNG_STOPPED = 2, CPNG_NO_MEMORY = 3 } cpng_result;

/* Called once, with the header; anything but 0 ends the reading. */
typedef int (*cpng_begin)(void *context, const cpng_facts *facts);

/* Called for each row of each pass: `count` pixels of row `y`, at the columns `first`, `first` + `step` and so on; each
   four bytes, B G R A, alpha not multiplied in, whatever the file's colour type and depth. */
typedef void (*cpng_row)(
    void *context, uint32_t y, uint32_t first, uint32_t step, uint32_t count, const uint8_t *pixels);

/* Reads a whole PNG file, up to its end chunk, in the memory of a few rows. `message` says what is damaged. Neither
   callback may leave by a jump. */
cpng_result cpng_read(
    const uint8_t *bytes, size_t count, void *context, cpng_begin begin, cpng_row row, char *message,
    size_t message_count);
