#include "cpng.h"
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct source {
  const uint8_t *bytes;
  size_t count, position;
  char *message;
  size_t message_count;
} source;

static void read_bytes(png_structp png, png_bytep target, size_t count) {
  source *from = png_get_io_ptr(png);
  if (count > from->count - from->position) png_error(png, "the file ends too early");
  memcpy(target, from->bytes + from->position, count);
  from->position += count;
}

static void note_fault(png_structp png, png_const_charp words) {
  source *from = png_get_error_ptr(png);
  snprintf(from->message, from->message_count, "%s", words);
  longjmp(png_jmpbuf(png), 1);
}

static void pass_over(png_structp png, png_const_charp words) {
  (void)png;
  (void)words;
}

cpng_result cpng_read(
    const uint8_t *bytes, size_t count, void *context, cpng_begin begin, cpng_row row, char *message,
    size_t message_count) {
  source from = {bytes, count, 0, message, message_count};
  /* Changed between setjmp() and longjmp(). */
  uint8_t *volatile line = NULL;
  volatile cpng_result result = CPNG_DAMAGED;
  if (message_count > 0) message[0] = 0;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &from, note_fault, pass_over);
  if (!png) return CPNG_NO_MEMORY;
  png_infop info = png_create_info_struct(png);
  if (!info) {
    png_destroy_read_struct(&png, NULL, NULL);
    return CPNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png))) {
    free(line);
    png_destroy_read_struct(&png, &info, NULL);
    return result;
  }
  png_set_read_fn(png, &from, read_bytes);
  /* No text or profile of a picture is needed, and none may grow without an end when it is unpacked. */
  png_set_chunk_malloc_max(png, 8 << 20);
  png_set_chunk_cache_max(png, 100);
  png_set_user_limits(png, 32767, 32767);
  png_read_info(png, info);
  cpng_facts facts = {
      png_get_image_width(png, info), png_get_image_height(png, info),
      png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7};
  if (begin(context, &facts) != 0) {
    png_destroy_read_struct(&png, &info, NULL);
    return CPNG_STOPPED;
  }
  /* Whatever it is, it becomes four channels of eight bits. */
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  /* Without png_set_interlace_handling() a pass has only its own rows and columns. */
  png_read_update_info(png, info);
  line = malloc((size_t)facts.width * 4);
  if (!line) {
    png_destroy_read_struct(&png, &info, NULL);
    return CPNG_NO_MEMORY;
  }
  int passes = facts.is_interlaced ? 7 : 1;
  for (int pass = 0; pass < passes; pass++) {
    uint32_t columns = facts.width, rows = facts.height;
    if (facts.is_interlaced) {
      columns = PNG_PASS_COLS(facts.width, pass);
      rows = PNG_PASS_ROWS(facts.height, pass);
      if (columns == 0 || rows == 0) continue;
    }
    for (uint32_t y = 0; y < rows; y++) {
      png_read_row(png, line, NULL);
      if (facts.is_interlaced)
        row(context, PNG_ROW_FROM_PASS_ROW(y, pass), PNG_PASS_START_COL(pass), 1u << PNG_PASS_COL_SHIFT(pass), columns,
            line);
      else
        row(context, y, 0, 1, columns, line);
    }
  }
  png_read_end(png, NULL);
  free(line);
  png_destroy_read_struct(&png, &info, NULL);
  return CPNG_FINE;
}
