#include "CFeatures.h"
#include <math.h>
#include <string.h>

struct cf_kernels {
  long lanes;
  void (*pack)(const float *, long, long, long, long, float *);
  void (*multiply)(const cf_rows *, const float *, const float *, long, float *, long, int);
  void (*attend)(const float *, long, long, const float *, const float *, long, long, float *, long, float *);
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
#include "kernels.h"
#undef LEVEL
#undef LANES
#undef TILE

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LEVEL avx2
#define LANES 8
#define TILE 6
#include "kernels.h"
#undef LEVEL
#undef LANES
#undef TILE
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx2,fma"))), apply_to = function)
#define LEVEL avx512
#define LANES 16
#define TILE 12
#include "kernels.h"
#undef LEVEL
#undef LANES
#undef TILE
#pragma clang attribute pop
#endif

const cf_kernels *cf_find(cf_level level) {
  switch (level) {
    case CF_BASELINE: return &cf_baseline_kernels;
#if defined(__x86_64__)
    case CF_AVX2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &cf_avx2_kernels : NULL;
    case CF_AVX512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma")
                 ? &cf_avx512_kernels
                 : NULL;
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

size_t cf_attention_scratch(const cf_kernels *kernels, long keys) { return (size_t)CF_BLOCK * (size_t)padded(kernels, keys); }

void cf_attend(
    const cf_kernels *kernels, const float *queries, long query_step, long rows, const float *keys, const float *values,
    long key_count, long width, float *result, long result_step, float *scratch) {
  kernels->attend(queries, query_step, rows, keys, values, key_count, width, result, result_step, scratch);
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
