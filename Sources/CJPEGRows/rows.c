#include "CJPEGRows.h"
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// After stdio.h, which it needs.
#include <jpeglib.h>

// A progressive file may hold any number of scans over the same pixels; as many as TJFLAG_LIMITSCANS allows.
enum { most_scans = 500 };

struct cjpegrows_decoder {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf back;
  int has_warned;
  char words[JMSG_LENGTH_MAX];
};

static void end_call(j_common_ptr info) {
  cjpegrows_decoder *decoder = info->client_data;
  info->err->format_message(info, decoder->words);
  longjmp(decoder->back, 1);
}

static void hear(j_common_ptr info, int level) {
  cjpegrows_decoder *decoder = info->client_data;
  // Above are remarks for who debugs.
  if (level >= 0) return;
  info->err->num_warnings++;
  if (decoder->has_warned) return;
  decoder->has_warned = 1;
  info->err->format_message(info, decoder->words);
}

static void say_nothing(j_common_ptr info) { (void)info; }

static void limit_scans(j_common_ptr info) {
  cjpegrows_decoder *decoder = info->client_data;
  if (!info->is_decompressor || ((j_decompress_ptr)info)->input_scan_number <= most_scans) return;
  snprintf(decoder->words, sizeof decoder->words, "Progressive JPEG image has more than %d scans", most_scans);
  longjmp(decoder->back, 1);
}

cjpegrows_decoder *cjpegrows_make(void) {
  cjpegrows_decoder *const decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->info.err = jpeg_std_error(&decoder->errors);
  decoder->errors.error_exit = end_call;
  decoder->errors.emit_message = hear;
  decoder->errors.output_message = say_nothing;
  decoder->info.client_data = decoder;
  if (setjmp(decoder->back)) {
    free(decoder);
    return NULL;
  }
  jpeg_create_decompress(&decoder->info);
  // Creating it clears all but the two that were set.
  decoder->progress.progress_monitor = limit_scans;
  decoder->info.progress = &decoder->progress;
  return decoder;
}

void cjpegrows_free(cjpegrows_decoder *decoder) {
  if (!decoder) return;
  jpeg_destroy_decompress(&decoder->info);
  free(decoder);
}

int cjpegrows_begin(cjpegrows_decoder *decoder, const uint8_t *bytes, size_t count, int eighths, int width, int height) {
  struct jpeg_decompress_struct *info = &decoder->info;
  decoder->has_warned = 0;
  decoder->words[0] = 0;
  if (setjmp(decoder->back)) {
    jpeg_abort_decompress(info);
    return -1;
  }
  jpeg_mem_src(info, bytes, count);
  jpeg_read_header(info, TRUE);
  info->scale_num = (unsigned)eighths;
  info->scale_denom = 8;
  info->out_color_space = JCS_EXT_BGRA;
  info->dct_method = JDCT_FASTEST;
  info->do_fancy_upsampling = FALSE;
  jpeg_start_decompress(info);
  if (info->output_width != (JDIMENSION)width || info->output_height != (JDIMENSION)height) {
    snprintf(decoder->words, sizeof decoder->words, "it is %u by %u", info->output_width, info->output_height);
    jpeg_abort_decompress(info);
    return -1;
  }
  return 0;
}

int cjpegrows_read(cjpegrows_decoder *decoder, uint8_t *target, int rows) {
  struct jpeg_decompress_struct *info = &decoder->info;
  size_t stride = (size_t)info->output_width * 4;
  JSAMPROW lines[16];
  if (setjmp(decoder->back)) {
    jpeg_abort_decompress(info);
    return -1;
  }
  while (rows > 0) {
    int most = rows < 16 ? rows : 16;
    for (int row = 0; row < most; row++) lines[row] = target + row * stride;
    int got = (int)jpeg_read_scanlines(info, lines, (JDIMENSION)most);
    // Never, as bytes that lie in memory are not waited for.
    if (got <= 0) {
      jpeg_abort_decompress(info);
      return -1;
    }
    target += got * stride;
    rows -= got;
  }
  return 0;
}

int cjpegrows_end(cjpegrows_decoder *decoder) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->back)) {
    jpeg_abort_decompress(info);
    return -1;
  }
  if (info->output_scanline == info->output_height) jpeg_finish_decompress(info);
  else jpeg_abort_decompress(info);
  return decoder->has_warned ? 1 : 0;
}

const char *cjpegrows_words(const cjpegrows_decoder *decoder) { return decoder->words; }

typedef uint32_t four __attribute__((vector_size(16)));

void cjpegrows_copy_reversed(const uint32_t *row, uint32_t *target, size_t width) {
  const uint32_t *from = row + width;
  uint32_t *end = target + width;
  while (target < end && (uintptr_t)target % sizeof(four)) *target++ = *--from;
  while (end - target >= 4) {
    four pixels;
    from -= 4;
    memcpy(&pixels, from, sizeof pixels);
    __builtin_nontemporal_store(__builtin_shufflevector(pixels, pixels, 3, 2, 1, 0), (four *)target);
    target += 4;
  }
  while (target < end) *target++ = *--from;
}

void cjpegrows_copied(void) { atomic_thread_fence(memory_order_seq_cst); }
