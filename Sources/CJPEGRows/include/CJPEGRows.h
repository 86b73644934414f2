#pragma once
#include <stddef.h>
#include <stdint.h>

// Decodes a JPEG picture row by row with libjpeg-turbo's older interface: TurboJPEG gives whole pictures only, and what is
// done to a row while the processor's cache still holds it costs next to nothing.
//
// The library ends a call that fails with longjmp, which must never cross Swift: each function here catches it.

typedef struct cjpegrows_decoder cjpegrows_decoder;

// Null without memory.
cjpegrows_decoder *cjpegrows_make(void);
void cjpegrows_free(cjpegrows_decoder *decoder);

// Begins a picture, `eighths` of 8 as large as stored, as bytes of blue, green, red and 255, with the fast transform and
// plain upsampling, as TJFLAG_FASTDCT and TJFLAG_FASTUPSAMPLE have it. The bytes must stay until the end.
// Returns 0, or -1 where it is no picture of `width` times `height` so scaled: see cjpegrows_words.
int cjpegrows_begin(cjpegrows_decoder *decoder, const uint8_t *bytes, size_t count, int eighths, int width, int height);

// Decodes the next `rows` rows, which must be there, each `width` * 4 bytes. Returns 0, or -1.
int cjpegrows_read(cjpegrows_decoder *decoder, uint8_t *target, int rows);

// Ends the picture, whole or not. Returns 0; 1 where the library warned of damage, and filled what is missing; or -1.
int cjpegrows_end(cjpegrows_decoder *decoder);

// What went wrong last, in the library's words; of several warnings the first.
const char *cjpegrows_words(const cjpegrows_decoder *decoder);

// Copies a row of pixels so that left and right change places, past the cache, as libjpeg-turbo writes its own rows: a picture
// is larger than any cache, and memory that is only written need not be read first.
void cjpegrows_copy_reversed(const uint32_t *row, uint32_t *target, size_t width);

// After the last row of a picture, before another thread looks at it.
void cjpegrows_copied(void);
