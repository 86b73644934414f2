#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* libjpeg-turbo's own interface (jpeglib.h), which can give a picture's planes strip by strip at a fraction of its size, and
   which reports faults by jumping, which Swift cannot catch. No type of the library is in here. For one thread each. */

typedef enum cphotojpeg_result {
  CPHOTOJPEG_FINE = 0,
  /* The bytes end before the picture does. */
  CPHOTOJPEG_CUT = 1,
  /* What is there cannot be a picture, or not all of it can. */
  CPHOTOJPEG_DAMAGED = 2,
  CPHOTOJPEG_NO_MEMORY = 3,
  /* read() failed. */
  CPHOTOJPEG_UNREADABLE = 4,
  /* A kind that the library has no decoder for: arithmetic without it, lossless, 12 bits. */
  CPHOTOJPEG_UNSUPPORTED = 5,
} cphotojpeg_result;

typedef enum cphotojpeg_colors {
  CPHOTOJPEG_GREY = 1,
  CPHOTOJPEG_YCC = 2,
  CPHOTOJPEG_RGB = 3,
  /* Four planes; 255 is no ink where `is_inverted`. */
  CPHOTOJPEG_CMYK = 4,
} cphotojpeg_colors;

typedef struct cphotojpeg_plane {
  /* Rows and columns of samples; what a row has behind `width` is filling. */
  uint32_t width, height;
  /* How many of this plane's samples there are for each sample of the whole picture, in 1/64. */
  uint32_t across64, down64;
} cphotojpeg_plane;

typedef struct cphotojpeg_facts {
  uint32_t width, height;
  int colors, plane_count;
  int is_inverted;
  /* Whether all coefficients must be kept in memory, and how many bytes that takes. */
  int is_progressive;
  uint64_t coefficient_bytes;
  /* Whether colours have one sample for two pixels each way. */
  int is_halved;
} cphotojpeg_facts;

typedef struct cphotojpeg_reader cphotojpeg_reader;

/* Reads the head of the picture in `length` bytes of `file` from `offset`; NULL only without memory. Reads with pread(), so
   that the file's position does not matter. After a result that is not FINE only its words may be asked for, and it closed. */
cphotojpeg_reader *cphotojpeg_open(
    int file, off_t offset, off_t length, cphotojpeg_facts *facts, cphotojpeg_result *result);

/* Begins decoding at `eighths` (1, 2, 4 or 8) of the size; `planes` gets four at most. */
cphotojpeg_result cphotojpeg_start(
    cphotojpeg_reader *reader, int eighths, cphotojpeg_plane planes[4]);

/* The same for a progressive picture of grey, luma and colours, or red, green and blue: at an eighth of the size, by its scans of the
   blocks' means alone, which takes two bytes for each block instead of 128. What is wrong with other scans is not found, but for a
   picture that ends before its end. UNSUPPORTED for others. */
cphotojpeg_result cphotojpeg_coarse(cphotojpeg_reader *reader, cphotojpeg_plane planes[4]);

/* The next strip: `rows[p]` is the first row of plane p's samples, which `strides[p]` bytes lead to the next of, and
   `counts[p]` how many rows there are. They are valid until the next call. All counts are 0 at the end. */
cphotojpeg_result cphotojpeg_next(
    cphotojpeg_reader *reader, const uint8_t *rows[4], size_t strides[4], uint32_t counts[4]);

/* Once, instead of start and next: the means of the blocks of 8x8 samples along the upper edge, of three planes of colours that are coded
   together in one scan, without arithmetic; UNSUPPORTED for others. At least `wanted` rows of blocks of the first plane, and what
   the others have beside them: `widths[p]` means in each of `counts[p]` rows, which `strides[p]` bytes lead from one to the next of.
   They are valid until the reader is closed. */
cphotojpeg_result cphotojpeg_edge(
    cphotojpeg_reader *reader, uint32_t wanted, const uint8_t *rows[3], size_t strides[3], uint32_t widths[3],
    uint32_t counts[3]);

/* What the last result that was not FINE came of; valid until the reader is closed. */
const char *cphotojpeg_words(const cphotojpeg_reader *reader);

void cphotojpeg_close(cphotojpeg_reader *reader);

typedef enum cphotojpeg_written {
  /* Colours are as many as luma, and are halved each way. */
  CPHOTOJPEG_HALVE = 0,
  /* Colours have half as many samples each way already, rounded up. */
  CPHOTOJPEG_HALVED = 1,
  /* Colours are as many as luma, and stay so. */
  CPHOTOJPEG_WHOLE = 2,
} cphotojpeg_written;

/* Makes a baseline JPEG of three planes of luma and colours (BT.601, full range), of `width` by `height` samples in rows without
   gaps. Returns its length, or 0 without memory; `*bytes` is to be freed with free(). */
size_t cphotojpeg_write(
    const uint8_t *y, const uint8_t *cb, const uint8_t *cr, uint32_t width, uint32_t height, cphotojpeg_written written,
    int quality, uint8_t **bytes);
