/* The kernels of one level; included once for each, with
     NAME(x)  the function's name at this level
     LANES    floats in a vector
     TILE     rows of the left side that a tile takes: TILE × 2 vectors of sums stay in registers
     INTEGERS bits of the vectors whose whole numbers x86-64 multiplies, or 0: as plain C says; VNNI where it adds them, too
   The products' right side is packed in panels of 2 vectors, the last of which may be one vector. */

typedef float NAME(vector) __attribute__((vector_size(LANES * 4)));
typedef float NAME(loose) __attribute__((vector_size(LANES * 4), aligned(4), may_alias));
typedef int32_t NAME(integers) __attribute__((vector_size(LANES * 4)));
#define V NAME(vector)
#define I NAME(integers)
#define LOAD(p) ((V)(*(const NAME(loose) *)(p)))
#define STORE(p, v) (*(NAME(loose) *)(p) = (NAME(loose))(v))
#define ALWAYS static inline __attribute__((always_inline))

/* Writes the first `count` lanes. */
ALWAYS void NAME(store_some)(float *target, V value, long count) {
  if (count >= LANES) {
    STORE(target, value);
  } else if (count == 8) {
    memcpy(target, &value, 32);
  } else if (count == 4) {
    memcpy(target, &value, 16);
  } else {
    float lanes[LANES];
    memcpy(lanes, &value, sizeof lanes);
    for (long i = 0; i < count; i++) target[i] = lanes[i];
  }
}

ALWAYS V NAME(load_some)(const float *source, long count, float rest) {
  if (count >= LANES) return LOAD(source);
  float lanes[LANES];
  for (long i = 0; i < LANES; i++) lanes[i] = i < count ? source[i] : rest;
  V value;
  memcpy(&value, lanes, sizeof value);
  return value;
}

ALWAYS V NAME(same)(float value) { return value - (V){}; }

/* One instruction each: which of two numbers is taken where one is none does not matter here. */
ALWAYS V NAME(larger)(V a, V b) {
#if INTEGERS == 512
  return (V)_mm512_max_ps((__m512)a, (__m512)b);
#elif INTEGERS == 256
  return (V)_mm256_max_ps((__m256)a, (__m256)b);
#elif INTEGERS == 128
  return (V)_mm_max_ps((__m128)a, (__m128)b);
#else
  return __builtin_elementwise_max(a, b);
#endif
}

ALWAYS V NAME(smaller)(V a, V b) {
#if INTEGERS == 512
  return (V)_mm512_min_ps((__m512)a, (__m512)b);
#elif INTEGERS == 256
  return (V)_mm256_min_ps((__m256)a, (__m256)b);
#elif INTEGERS == 128
  return (V)_mm_min_ps((__m128)a, (__m128)b);
#else
  return __builtin_elementwise_min(a, b);
#endif
}

/* One tile: `rows` × `vectors` vectors of sums, all in registers. */
ALWAYS void NAME(tile)(
    const int rows, const int vectors, const cf_rows *left, const float *values, const float *packed, const float *bias,
    long columns, float *result, long result_step, int flags) {
  V sums[TILE][2];
  const long row_step = left->row_step;
#pragma clang loop unroll(full)
  for (int r = 0; r < rows; r++)
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) sums[r][v] = bias ? LOAD(bias + v * LANES) : (V){};
  for (long s = 0; s < left->segments; s++) {
    const float *row = values + s * left->segment_step;
    for (long k = 0; k < left->length; k++) {
      V right[2];
#pragma clang loop unroll(full)
      for (int v = 0; v < vectors; v++) right[v] = LOAD(packed + v * LANES);
#pragma clang loop unroll(full)
      for (int r = 0; r < rows; r++) {
        const float value = row[k + r * row_step];
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++) sums[r][v] += value * right[v];
      }
      packed += vectors * LANES;
    }
  }
#pragma clang loop unroll(full)
  for (int r = 0; r < rows; r++)
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) {
      float *target = result + r * result_step + v * LANES;
      const long left_over = columns - v * LANES;
      V sum = sums[r][v];
      if (flags & CF_ADD) sum += NAME(load_some)(target, left_over, 0);
      if (flags & CF_RELU) sum = NAME(larger)(sum, (V){});
      NAME(store_some)(target, sum, left_over);
    }
}

#define EACH_TILE(go) go(1) go(2) go(3) go(4) go(5) go(6) go(7) go(8) go(9) go(10) go(11) go(12)
#define TILE_CASE(n)                                                                                                        \
  case n <= TILE ? n : -n:                                                                                                  \
    NAME(tile)(n <= TILE ? n : 1, vectors, left, values, packed, bias, columns, result, result_step, flags);                \
    break;

static __attribute__((noinline)) void NAME(tiles_of_two)(
    long rows, const cf_rows *left, const float *values, const float *packed, const float *bias, long columns, float *result,
    long result_step, int flags) {
  const int vectors = 2;
  switch (rows) { EACH_TILE(TILE_CASE) }
}

static __attribute__((noinline)) void NAME(tiles_of_one)(
    long rows, const cf_rows *left, const float *values, const float *packed, const float *bias, long columns, float *result,
    long result_step, int flags) {
  const int vectors = 1;
  switch (rows) { EACH_TILE(TILE_CASE) }
}

static void NAME(multiply)(
    const cf_rows *left, const float *packed, const float *bias, long columns, float *result, long result_step, int flags) {
  const long depth = left->segments * left->length;
  const long tiles = (left->count + TILE - 1) / TILE;
  for (long column = 0; column < columns; column += 2 * LANES) {
    const int is_wide = columns - column > LANES;
    long first = 0;
    for (long t = 0; t < tiles; t++) {
      /* Tiles of nearly the same size: a last one of two rows would be hardly faster than a full one. */
      const long last = left->count * (t + 1) / tiles;
      (is_wide ? NAME(tiles_of_two) : NAME(tiles_of_one))(
          last - first, left, left->values + first * left->row_step, packed, bias ? bias + column : NULL, columns - column,
          result + first * result_step + column, result_step, flags);
      first = last;
    }
    packed += depth * LANES * (is_wide ? 2 : 1);
  }
}

static void NAME(pack)(
    const float *source, long depth_step, long column_step, long depth, long columns, float *packed) {
  for (long column = 0; column < columns; column += 2 * LANES) {
    const long width = columns - column > LANES ? 2 * LANES : LANES;
    const long there = columns - column < width ? columns - column : width;
    const float *from = source + column * column_step;
    for (long k = 0; k < depth; k++) {
      for (long c = 0; c < there; c++) packed[c] = from[k * depth_step + c * column_step];
      for (long c = there; c < width; c++) packed[c] = 0;
      packed += width;
    }
  }
}

/* e^x = 2^n · e^r with |r| ≤ ln 2 / 2; r by Cody and Waite's two-part ln 2, e^r by its minimax polynomial of degree 6 (Cephes,
   expf). */
ALWAYS V NAME(exp_of)(V x) {
  x = NAME(smaller)(NAME(larger)(x, NAME(same)(-87.0f)), NAME(same)(88.0f));
  const V shifted = x * 1.44269504f + 12582912.0f;
  const V n = shifted - 12582912.0f;
  const V r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
  V p = r * 1.9875691500e-4f + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  /* The number 12582912 = 1.5 · 2^23 has n in its last bits. */
  const I power = ((I)shifted - 0x4B400000 + 127) << 23;
  return p * (V)power;
}

static void NAME(exp)(float *values, long count) {
  for (long i = 0; i < count; i += LANES)
    NAME(store_some)(values + i, NAME(exp_of)(NAME(load_some)(values + i, count - i, 0)), count - i);
}

static void NAME(sigmoid)(float *values, long count) {
  for (long i = 0; i < count; i += LANES) {
    const V x = NAME(load_some)(values + i, count - i, 0);
    NAME(store_some)(values + i, 1.0f / (1.0f + NAME(exp_of)(-x)), count - i);
  }
}

ALWAYS float NAME(sum_of)(V v) {
  float lanes[LANES], sum = 0;
  memcpy(lanes, &v, sizeof lanes);
  for (int step = LANES / 2; step > 0; step /= 2)
    for (int i = 0; i < step; i++) lanes[i] += lanes[i + step];
  sum = lanes[0];
  return sum;
}

ALWAYS float NAME(most_of)(V v) {
  float lanes[LANES];
  memcpy(lanes, &v, sizeof lanes);
  for (int step = LANES / 2; step > 0; step /= 2)
    for (int i = 0; i < step; i++) lanes[i] = lanes[i] > lanes[i + step] ? lanes[i] : lanes[i + step];
  return lanes[0];
}

/* A row whose length is a multiple of LANES becomes e^(x - most); returns the sum. */
ALWAYS float NAME(exp_row)(float *row, long padded, float *most) {
  V top = LOAD(row);
  for (long i = LANES; i < padded; i += LANES) top = NAME(larger)(top, LOAD(row + i));
  *most = NAME(most_of)(top);
  V sum = {};
  for (long i = 0; i < padded; i += LANES) {
    const V e = NAME(exp_of)(LOAD(row + i) - *most);
    STORE(row + i, e);
    sum += e;
  }
  return NAME(sum_of)(sum);
}

#define PADDED(n) (((n) + LANES - 1) / LANES * LANES)

#include "integers.h"

/* erf by Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7 before rounding. */
ALWAYS V NAME(gelu_of)(V x) {
  const V z = x * 0.70710678118f;
  const V size = __builtin_elementwise_abs(z);
  const V t = 1.0f / (1.0f + 0.3275911f * size);
  V p = t * 1.061405429f - 1.453152027f;
  p = p * t + 1.421413741f;
  p = p * t - 0.284496736f;
  p = p * t + 0.254829592f;
  const V rest = p * t * NAME(exp_of)(-size * size);
  const V erf = __builtin_elementwise_copysign(1.0f - rest, z);
  return x * 0.5f * (1.0f + erf);
}

static void NAME(normalise_gelu)(
    float *values, long row_step, long rows, long width, const float *scale, const float *shift) {
  for (long r = 0; r < rows; r++) {
    float *row = values + r * row_step;
    V total = {}, squares = {};
    for (long i = 0; i < width; i += LANES) total += NAME(load_some)(row + i, width - i, 0);
    const float mean = NAME(sum_of)(total) / (float)width;
    for (long i = 0; i < width; i += LANES) {
      const V off = NAME(load_some)(row + i, width - i, mean) - mean;
      squares += off * off;
    }
    const float factor = 1 / sqrtf(NAME(sum_of)(squares) / (float)width + 1e-5f);
    for (long i = 0; i < width; i += LANES) {
      const long there = width - i;
      V x = (NAME(load_some)(row + i, there, 0) - mean) * factor;
      x = x * NAME(load_some)(scale + i, there, 0) + NAME(load_some)(shift + i, there, 0);
      NAME(store_some)(row + i, NAME(gelu_of)(x), there);
    }
  }
}

static void NAME(rotate)(
    float *values, long row_step, long rows, long half, const float *cosines, const float *sines, float factor) {
  for (long r = 0; r < rows; r++) {
    float *a = values + r * row_step, *b = a + half;
    for (long i = 0; i < half; i++) {
      const float c = cosines[r * half + i] * factor, s = sines[r * half + i] * factor, first = a[i], second = b[i];
      a[i] = first * c - second * s;
      b[i] = second * c + first * s;
    }
  }
}

static void NAME(pair)(
    const float *left, long left_step, long rows, const float *right, long columns, long width, const float *row_weight,
    const float *column_weight, float *scratch, int32_t *best_row, int32_t *best_column, float *probability) {
  const long padded = PADDED(columns);
  float *row_most = scratch + CF_BLOCK * padded, *row_factor = row_most + rows;
  float *column_most = row_factor + rows, *column_sum = column_most + padded, *column_best = column_sum + padded;
  for (long c = 0; c < padded; c++) column_most[c] = -1e30f, column_sum[c] = 0, column_best[c] = -1;
  for (int pass = 0; pass < 2; pass++) {
    for (long first = 0; first < rows; first += CF_BLOCK) {
      const long count = rows - first < CF_BLOCK ? rows - first : CF_BLOCK;
      const cf_rows asked = {left + first * left_step, count, left_step, 1, 0, width};
      NAME(multiply)(&asked, right, NULL, columns, scratch, padded, 0);
      for (long r = 0; r < count; r++)
        for (long i = columns; i < padded; i++) scratch[r * padded + i] = -1e30f;
      if (pass == 0) {
        for (long c = 0; c < padded; c += LANES) {
          const V before = LOAD(column_most + c);
          V most = before, sum = {};
          for (long r = 0; r < count; r++) most = NAME(larger)(most, LOAD(scratch + r * padded + c));
          for (long r = 0; r < count; r++) sum += NAME(exp_of)(LOAD(scratch + r * padded + c) - most);
          STORE(column_sum + c, LOAD(column_sum + c) * NAME(exp_of)(before - most) + sum);
          STORE(column_most + c, most);
        }
        for (long r = 0; r < count; r++) {
          const float sum = NAME(exp_row)(scratch + r * padded, padded, row_most + first + r);
          row_factor[first + r] = row_weight[first + r] / sum;
        }
        continue;
      }
      for (long r = 0; r < count; r++) {
        float *row = scratch + r * padded, most = -1;
        int32_t best = -1;
        for (long c = 0; c < padded; c += LANES) {
          const V apart = (LOAD(row + c) - row_most[first + r]) + (LOAD(row + c) - LOAD(column_most + c));
          STORE(row + c, NAME(exp_of)(apart) * row_factor[first + r] * LOAD(column_sum + c));
        }
        for (long c = 0; c < columns; c++) {
          if (row[c] > most) most = row[c], best = (int32_t)c;
          if (row[c] > column_best[c]) column_best[c] = row[c], best_row[c] = (int32_t)(first + r);
        }
        best_column[first + r] = best;
        probability[first + r] = most;
      }
    }
    /* The sums become factors between the passes. */
    if (pass == 0)
      for (long c = 0; c < columns; c++) column_sum[c] = column_weight[c] / column_sum[c], best_row[c] = -1;
  }
  for (long r = 0; r < rows; r++)
    if (best_column[r] >= 0 && best_row[best_column[r]] != r) best_column[r] = -1;
}

static void NAME(heat_map)(float *logits, long cells_across, long cells_down, float *heat) {
  for (long y = 0; y < cells_down; y++)
    for (long x = 0; x < cells_across; x++) {
      float *row = logits + (y * cells_across + x) * 65;
      V top = NAME(same)(row[64]), sum = {};
      for (long i = 0; i < 64; i += LANES) top = NAME(larger)(top, LOAD(row + i));
      const float most = NAME(most_of)(top);
      for (long i = 0; i < 64; i += LANES) {
        const V e = NAME(exp_of)(LOAD(row + i) - most);
        STORE(row + i, e);
        sum += e;
      }
      const V rest = NAME(exp_of)(NAME(same)(row[64] - most));
      const float share = 1 / (NAME(sum_of)(sum) + rest[0]);
      float *cell = heat + (y * 8 * cells_across + x) * 8;
      for (long line = 0; line < 8; line++)
        for (long i = 0; i < 8; i++) cell[line * cells_across * 8 + i] = row[line * 8 + i] * share;
    }
}

static void NAME(add_enlarged)(
    const float *source, long source_width, long source_height, long factor, long channels, float *result) {
  const long width = source_width * factor, height = source_height * factor;
  const long from_line = (source_width + 2) * channels;
  for (long y = 0; y < height; y++) {
    long top, bottom;
    const float down = cf_between(y, factor, source_height, &top, &bottom);
    const float *upper = source + (top + 1) * from_line, *lower = source + (bottom + 1) * from_line;
    for (long x = 0; x < width; x++) {
      long left, right;
      const float across = cf_between(x, factor, source_width, &left, &right);
      const float *a = upper + (left + 1) * channels, *b = upper + (right + 1) * channels;
      const float *c = lower + (left + 1) * channels, *d = lower + (right + 1) * channels;
      float *target = result + ((y + 1) * (width + 2) + x + 1) * channels;
      const float wa = (1 - down) * (1 - across), wb = (1 - down) * across, wc = down * (1 - across), wd = down * across;
      for (long i = 0; i < channels; i++) target[i] += a[i] * wa + b[i] * wb + c[i] * wc + d[i] * wd;
    }
  }
}

static const struct cf_kernels NAME(kernels) = {
    LANES,      NAME(pack),   NAME(multiply), NAME(multiply_words), NAME(range), NAME(to_bytes), NAME(to_shorts),
    NAME(attend), NAME(exp), NAME(normalise_gelu), NAME(rotate), NAME(pair), NAME(sigmoid), NAME(heat_map),
    NAME(add_enlarged),
};

#undef V
#undef I
#undef LOAD
#undef STORE
#undef ALWAYS
#undef PADDED
#undef EACH_TILE
#undef TILE_CASE
/* What features.c gives each inclusion. */
#undef LEVEL
#undef VNNI
#undef LANES
#undef TILE
#undef INTEGERS
#undef WORD_TILE
