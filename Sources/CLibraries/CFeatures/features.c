#include "CFeatures.h"
#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

struct cf_kernels {
  long lanes;
  void (*pack)(const float *, long, long, long, long, float *);
  void (*multiply)(const cf_rows *, const float *, const float *, long, float *, long, int);
  void (*multiply_words)(const cf_words *, const cf_packed *, const float *, long, float *, long, int);
  void (*range)(const float *, long, float *, float *);
  void (*to_bytes)(const float *, long, float, int32_t, uint8_t *);
  void (*to_shorts)(const float *, long, long, long, int16_t *, long, float *);
  void (*attend)(
      const float *, long, long, const float *, long, const float *, long, long, long, float *, long, void *);
  void (*exp)(float *, long);
  void (*normalise_gelu)(float *, long, long, long, const float *, const float *);
  void (*rotate)(float *, long, long, long, const float *, const float *, float);
  void (*pair)(
      const float *, long, long, const float *, long, long, const float *, const float *, float *, int32_t *, int32_t *,
      float *);
  void (*sigmoid)(float *, long);
  void (*heat_map)(float *, long, long, float *);
  void (*add_enlarged)(const float *, long, long, long, long, float *);
};

/* Rows of an attention that are worked on together: their scores stay in the processor's second cache. */
enum { CF_BLOCK = 48 };

/* The most of a number of 16 bits on a product's left side. Half of what there is room for, thrice less for the sums. */
#define CF_SHORT 8191.0f
/* The most of two neighbours of one sign on the right side, in bytes: 255 times 128 is the most of 16 bits, and each is rounded
   by at most ½. */
#define CF_PAIR 127.0f

/* Which two pixels an enlarged picture's pixel lies between, and how far from the first to the second. */
static inline float cf_between(long at, long factor, long count, long *first, long *second) {
  const float place = ((float)at + 0.5f) / (float)factor - 0.5f;
  const float inside = place < 0 ? 0 : place > (float)(count - 1) ? (float)(count - 1) : place;
  *first = (long)inside;
  *second = *first + 1 < count ? *first + 1 : *first;
  return inside - (float)*first;
}

#define JOIN_(a, b) cf_##a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define NAME(x) JOIN(LEVEL, x)

#define LEVEL baseline
#define LANES 4
#if defined(__aarch64__)
#define TILE 12
#else
#define TILE 6
#endif
#if defined(__x86_64__)
#define INTEGERS 128
#else
#define INTEGERS 0
#endif
#define WORD_TILE 4
#include "kernels.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LEVEL avx2
#define LANES 8
#define TILE 6
#define INTEGERS 256
#define WORD_TILE 4
#include "kernels.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx2,fma"))), apply_to = function)
#define LEVEL avx512
#define LANES 16
#define TILE 12
#define INTEGERS 512
#define WORD_TILE 12
#include "kernels.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,avx2,fma"))), apply_to = function)
#define LEVEL vnni
#define VNNI
#define LANES 16
#define TILE 12
#define INTEGERS 512
#define WORD_TILE 12
#include "kernels.h"
#pragma clang attribute pop

#endif

#if defined(__x86_64__)
static int has_avx512(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("fma");
}
#endif

const cf_kernels *cf_find(cf_level level) {
  switch (level) {
    case CF_BASELINE: return &cf_baseline_kernels;
#if defined(__x86_64__)
    case CF_AVX2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &cf_avx2_kernels : NULL;
    case CF_AVX512: return has_avx512() ? &cf_avx512_kernels : NULL;
    case CF_VNNI: return has_avx512() && __builtin_cpu_supports("avx512vnni") ? &cf_vnni_kernels : NULL;
#endif
    default: return NULL;
  }
}

static long padded(const cf_kernels *kernels, long count) {
  return (count + kernels->lanes - 1) / kernels->lanes * kernels->lanes;
}

size_t cf_packed_count(const cf_kernels *kernels, long depth, long columns) {
  return (size_t)depth * (size_t)padded(kernels, columns);
}

size_t cf_bias_count(const cf_kernels *kernels, long columns) { return (size_t)padded(kernels, columns); }

void cf_pack(
    const cf_kernels *kernels, const float *source, long depth_step, long column_step, long depth, long columns,
    float *packed) {
  kernels->pack(source, depth_step, column_step, depth, columns, packed);
}

void cf_multiply(
    const cf_kernels *kernels, const cf_rows *left, const float *packed, const float *bias, long columns, float *result,
    long result_step, int flags) {
  kernels->multiply(left, packed, bias, columns, result, result_step, flags);
}

void cf_convolve(
    const cf_kernels *kernels, const cf_convolution *layer, const float *source, long source_line, long lines, long width,
    float *result, long result_line) {
  for (long y = 0; y < lines; y++) {
    const cf_rows rows = {
        source + y * layer->stride * source_line, width, layer->stride * layer->input_channels, layer->size, source_line,
        layer->size * layer->input_channels};
    kernels->multiply(
        &rows, layer->packed, layer->bias, layer->output_channels, result + y * result_line, layer->output_channels,
        layer->flags);
  }
}

void cf_multiply_words(
    const cf_kernels *kernels, const cf_words *left, const cf_packed *right, const float *bias, long columns, float *result,
    long result_step, int flags) {
  kernels->multiply_words(left, right, bias, columns, result, result_step, flags);
}

void cf_convolve_bytes(
    const cf_kernels *kernels, const cf_convolution *layer, const cf_packed *packed, const cf_bytes *bytes,
    const uint8_t *source, long source_line, long lines, long width, float *result, long result_line) {
  const long pixel = cf_byte_channels(layer->input_channels) / 4;
  for (long y = 0; y < lines; y++) {
    const cf_words rows = {
        (const int32_t *)(const void *)(source + y * layer->stride * source_line), width, layer->stride * pixel, layer->size,
        source_line / 4, layer->size * pixel, &bytes->scale, 0, bytes->zero};
    kernels->multiply_words(
        &rows, packed, layer->bias, layer->output_channels, result + y * result_line, layer->output_channels, layer->flags);
  }
}

long cf_byte_channels(long channels) { return (channels + 3) / 4 * 4; }

cf_bytes cf_to_bytes(const cf_kernels *kernels, const float *source, long pixels, long channels, uint8_t *result) {
  float least, most;
  kernels->range(source, pixels * channels, &least, &most);
  const float apart = most - least;
  const cf_bytes bytes = {
      apart > 1e-30f ? apart / 255 : 1, apart > 1e-30f ? (int32_t)(-least * 255 / apart + 0.5f) : 0};
  const long padded = cf_byte_channels(channels);
  if (padded == channels) {
    kernels->to_bytes(source, pixels * channels, bytes.scale, bytes.zero, result);
  } else {
    for (long i = 0; i < pixels; i++) {
      kernels->to_bytes(source + i * channels, channels, bytes.scale, bytes.zero, result + i * padded);
      memset(result + i * padded + channels, 0, (size_t)(padded - channels));
    }
  }
  return bytes;
}

void cf_to_shorts(
    const cf_kernels *kernels, const float *source, long row_step, long rows, long width, int16_t *result, float *scales) {
  kernels->to_shorts(source, row_step, rows, width, result, (width + 1) / 2 * 2, scales);
}

size_t cf_packed_words(const cf_kernels *kernels, int bits, long depth, long columns) {
  const long numbers = 32 / bits;
  return (size_t)((depth + numbers - 1) / numbers) * (size_t)padded(kernels, columns);
}

/* The scale of one column: so large that no sum overflows. */
static float column_scale(int bits, const float *column, long step, long depth) {
  double most = 0, sum = 0, largest = 0;
  for (long k = 0; k < depth; k += 2) {
    const double a = (double)column[k * step], b = k + 1 < depth ? (double)column[(k + 1) * step] : 0;
    most = fmax(most, fmax(fmax(a, 0) + fmax(b, 0), fmax(-a, 0) + fmax(-b, 0)));
    sum += fabs(a) + fabs(b);
    largest = fmax(largest, fmax(fabs(a), fabs(b)));
  }
  if (largest < 1e-30) return 1;
  if (bits == 8) return (float)(most / (double)CF_PAIR);
  /* All numbers of the left side may be the largest; half a step of each number is for its rounding. */
  return (float)fmax(largest / 32767, sum / (2147483647 / (double)CF_SHORT - 0.5 * (double)depth - 1));
}

void cf_pack_words(
    const cf_kernels *kernels, int bits, const float *source, long depth_step, long column_step, long depth, long columns,
    const cf_packed *packed) {
  const long numbers = 32 / bits, words = (depth + numbers - 1) / numbers, all = padded(kernels, columns);
  const uint32_t mask = bits == 8 ? 0xFF : 0xFFFF;
  for (long column = 0; column < all; column++) {
    const long pair = 2 * kernels->lanes, panel = column / pair * pair;
    const long wide = all - panel > kernels->lanes ? pair : kernels->lanes;
    const float *from = source + column * column_step;
    const int is_there = column < columns;
    const float scale = is_there ? column_scale(bits, from, depth_step, depth) : 0;
    int32_t sum = 0;
    for (long w = 0; w < words; w++) {
      uint32_t word = 0;
      for (long i = 0; i < numbers; i++) {
        const long k = w * numbers + i;
        const int32_t q = is_there && k < depth ? (int32_t)lrintf(from[k * depth_step] / scale) : 0;
        word |= ((uint32_t)q & mask) << (i * bits);
        sum += q;
      }
      packed->words[panel * words + w * wide + (column - panel)] = (int32_t)word;
    }
    packed->scales[column] = scale;
    packed->sums[column] = sum;
  }
}

size_t cf_attention_scratch(const cf_kernels *kernels, long keys, long width) {
  const size_t all = (size_t)padded(kernels, keys), wide = (size_t)padded(kernels, width);
  const size_t scores = CF_BLOCK * all, vectors = 2 * wide + all + 2 * CF_BLOCK;
  const size_t packed_keys = 2 * all + all * (((size_t)width + 3) / 4), packed_values = 2 * wide + wide * (((size_t)keys + 3) / 4);
  return scores + vectors + packed_keys + packed_values + CF_BLOCK * wide / 4 + CF_BLOCK * all / 4;
}

void cf_attend(
    const cf_kernels *kernels, const float *queries, long query_step, long rows, const float *keys, long key_step,
    const float *values, long value_step, long key_count, long width, float *result, long result_step, float *scratch) {
  kernels->attend(
      queries, query_step, rows, keys, key_step, values, value_step, key_count, width, result, result_step, scratch);
}

void cf_exp(const cf_kernels *kernels, float *values, long count) { kernels->exp(values, count); }

void cf_sigmoid(const cf_kernels *kernels, float *values, long count) { kernels->sigmoid(values, count); }

void cf_normalise_gelu(
    const cf_kernels *kernels, float *values, long row_step, long rows, long width, const float *scale, const float *shift) {
  kernels->normalise_gelu(values, row_step, rows, width, scale, shift);
}

void cf_rotate(
    const cf_kernels *kernels, float *values, long row_step, long rows, long half, const float *cosines, const float *sines,
    float factor) {
  kernels->rotate(values, row_step, rows, half, cosines, sines, factor);
}

size_t cf_pair_scratch(const cf_kernels *kernels, long rows, long columns) {
  return ((size_t)CF_BLOCK + 3) * (size_t)padded(kernels, columns) + 2 * (size_t)rows;
}

void cf_pair(
    const cf_kernels *kernels, const float *left, long left_step, long rows, const float *right, long columns, long width,
    const float *row_weight, const float *column_weight, float *scratch, int32_t *best_row, int32_t *best_column,
    float *probability) {
  kernels->pair(
      left, left_step, rows, right, columns, width, row_weight, column_weight, scratch, best_row, best_column, probability);
}

void cf_heat_map(const cf_kernels *kernels, float *logits, long cells_across, long cells_down, float *heat) {
  kernels->heat_map(logits, cells_across, cells_down, heat);
}

void cf_add_enlarged(
    const cf_kernels *kernels, const float *source, long source_width, long source_height, long factor, long channels,
    float *result) {
  kernels->add_enlarged(source, source_width, source_height, factor, channels, result);
}
