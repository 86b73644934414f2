#pragma once
#include <stddef.h>
#include <stdint.h>

/* libvips (Debian's libvips42), which reads nearly every kind of picture, and brings 130 other libraries along. The program is
   not linked with it, and needs none of its headers: a process that does nothing but read pictures loads it, and may die of
   one. One thread. */

/* Loads and begins it. NULL when it is there, otherwise the loader's words, which stay valid. */
const char *cvips_begin(void);

typedef struct cvips_picture {
  /* Of the whole picture in the file. */
  uint32_t stored_width, stored_height;
  /* Of the pixels: red, green and blue, sRGB, rows without gaps; to be freed with cvips_free(). */
  uint32_t width, height;
  uint8_t *pixels;
  /* Of which these are a part, and where that begins; of a picture that is not cut all of it. */
  uint32_t whole_width, whole_height, left, top;
} cvips_picture;

/* What is cut out of a picture, in pixels as it is read; none where it has no width. */
typedef struct cvips_part {
  uint32_t left, top, width, height;
} cvips_part;

/* Reads a picture at `across` by `down` or a little more, never enlarged, in sRGB, or a part of it; what is translucent lies on white. `kinds` is a
   list of the libraries' readers that may be used ("VipsForeignLoadPng"), ended by NULL. More than `most_pixels` are not begun.
   With `alone` nothing is made of a smaller picture that lies beside it in the file.
   Returns NULL, otherwise words that stay until the next call; those of a picture with too many pixels begin with "too large". */
const char *cvips_read(
    const char *path, const char *const kinds[], uint32_t across, uint32_t down, uint64_t most_pixels, cvips_part part,
    int alone, cvips_picture *picture);

void cvips_free(void *pixels);

/* libde265 (Debian's libde265-0), by which libheif decodes HEVC. libheif throws away what it says about damage, and hands out the
   picture in which that was concealed; here it is asked itself. Loaded like libvips: by a process that may die of it. One thread.

   Decodes one picture: `count` bytes of NAL units, each behind its length in four bytes, the most significant first.
   Returns 0 where nothing is wrong, 1 where damage was concealed or nothing can be decoded, and -1 where there is no such library. */
int cde265_check(const uint8_t *units, size_t count);
