/* The kernels that multiply whole numbers, at one level; part of kernels.h. Numbers are read four bytes at a time: a word is four
   bytes, or two numbers of 16 bits, and a tile adds the products of a word's numbers to one 32-bit sum. The sums are exact, so
   every level makes the same ones.
     WORD_TILE  rows of the left side that a tile takes */

typedef uint8_t NAME(bytes) __attribute__((vector_size(LANES)));
typedef uint8_t NAME(loose_bytes) __attribute__((vector_size(LANES), aligned(1), may_alias));
typedef int8_t NAME(signed_bytes) __attribute__((vector_size(LANES)));
typedef int8_t NAME(loose_signed_bytes) __attribute__((vector_size(LANES), aligned(1), may_alias));
typedef int16_t NAME(shorts) __attribute__((vector_size(LANES * 2)));
typedef int16_t NAME(loose_shorts) __attribute__((vector_size(LANES * 2), aligned(2), may_alias));
typedef int32_t NAME(loose_integers) __attribute__((vector_size(LANES * 4), aligned(4), may_alias));
#define LOAD_INTEGERS(p) ((I)(*(const NAME(loose_integers) *)(p)))

/* sum + the products of four unsigned with four signed bytes. Pairs of products must not exceed 16 bits: cf_pack_bytes(). */
ALWAYS I NAME(add_bytes)(I sum, I left, I right) {
#if INTEGERS == 512 && defined(VNNI)
  return (I)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)left, (__m512i)right);
#elif INTEGERS == 512
  const __m512i pairs = _mm512_maddubs_epi16((__m512i)left, (__m512i)right);
  return sum + (I)_mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
#elif INTEGERS == 256
  const __m256i pairs = _mm256_maddubs_epi16((__m256i)left, (__m256i)right);
  return sum + (I)_mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
#elif INTEGERS == 128
  const __m128i low = _mm_set1_epi16(255), weights = (__m128i)right;
  const __m128i even = _mm_srai_epi16(_mm_slli_epi16(weights, 8), 8), odd = _mm_srai_epi16(weights, 8);
  sum += (I)_mm_madd_epi16(_mm_and_si128((__m128i)left, low), even);
  return sum + (I)_mm_madd_epi16(_mm_srli_epi16((__m128i)left, 8), odd);
#else
  for (int i = 0; i < 32; i += 8) sum += (I)((left >> i) & 255) * ((right << (24 - i)) >> 24);
  return sum;
#endif
}

/* sum + the products of two with two numbers of 16 bits. */
ALWAYS I NAME(add_shorts)(I sum, I left, I right) {
#if INTEGERS == 512 && defined(VNNI)
  /* Clang makes two instructions of the intrinsic where it is not told which processor it is for. */
  __asm__("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(left), "v"(right));
  return sum;
#elif INTEGERS == 512
  return sum + (I)_mm512_madd_epi16((__m512i)left, (__m512i)right);
#elif INTEGERS == 256
  return sum + (I)_mm256_madd_epi16((__m256i)left, (__m256i)right);
#elif INTEGERS == 128
  return sum + (I)_mm_madd_epi16((__m128i)left, (__m128i)right);
#else
  return sum + (left >> 16) * (right >> 16) + ((left << 16) >> 16) * ((right << 16) >> 16);
#endif
}

ALWAYS void NAME(word_tile)(
    const int rows, const int vectors, const int bytes, const cf_words *left, long first, const cf_packed *right,
    const int32_t *packed, long column, const float *bias, long columns, float *result, long result_step, int flags) {
  I sums[WORD_TILE][2];
  const long row_step = left->row_step;
  const int32_t *values = left->values + first * row_step;
#pragma clang loop unroll(full)
  for (int v = 0; v < vectors; v++) {
    /* What the zero of the left side adds to each sum. */
    const I zero = bytes ? LOAD_INTEGERS(right->sums + column + v * LANES) * -left->zero : (I){};
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++) sums[r][v] = zero;
  }
  for (long s = 0; s < left->segments; s++) {
    const int32_t *row = values + s * left->segment_step;
    for (long k = 0; k < left->length; k++) {
      I weights[2];
#pragma clang loop unroll(full)
      for (int v = 0; v < vectors; v++) weights[v] = LOAD_INTEGERS(packed + v * LANES);
#pragma clang loop unroll(full)
      for (int r = 0; r < rows; r++) {
        const I value = row[k + r * row_step] - (I){};
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++)
          sums[r][v] =
              bytes ? NAME(add_bytes)(sums[r][v], value, weights[v]) : NAME(add_shorts)(sums[r][v], value, weights[v]);
      }
      packed += vectors * LANES;
    }
  }
#pragma clang loop unroll(full)
  for (int v = 0; v < vectors; v++) {
    const V scale = LOAD(right->scales + column + v * LANES);
    const V shift = bias ? LOAD(bias + column + v * LANES) : (V){};
    const long left_over = columns - column - v * LANES;
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++) {
      float *target = result + r * result_step + column + v * LANES;
      V sum = __builtin_convertvector(sums[r][v], V) * scale * left->scales[(first + r) * left->scale_step] + shift;
      if (flags & CF_ADD) sum += NAME(load_some)(target, left_over, 0);
      if (flags & CF_RELU) sum = NAME(larger)(sum, (V){});
      NAME(store_some)(target, sum, left_over);
    }
  }
}

#define WORD_CASE(n)                                                                                                        \
  case n <= WORD_TILE ? n : -n:                                                                                             \
    NAME(word_tile)(n <= WORD_TILE ? n : 1, vectors, bytes, left, first, right, packed, column, bias, columns, result,     \
                    result_step, flags);                                                                                    \
    break;
#define WORD_TILES(name, vectors_, bytes_)                                                                                  \
  static __attribute__((noinline)) void NAME(name)(                                                                         \
      long rows, const cf_words *left, long first, const cf_packed *right, const int32_t *packed, long column,              \
      const float *bias, long columns, float *result, long result_step, int flags) {                                        \
    const int vectors = vectors_, bytes = bytes_;                                                                           \
    switch (rows) { EACH_TILE(WORD_CASE) }                                                                                  \
  }
WORD_TILES(byte_tiles_of_one, 1, 1)
WORD_TILES(byte_tiles_of_two, 2, 1)
WORD_TILES(short_tiles_of_one, 1, 0)
WORD_TILES(short_tiles_of_two, 2, 0)

static void NAME(multiply_words)(
    const cf_words *left, const cf_packed *right, const float *bias, long columns, float *result, long result_step,
    int flags) {
  const long depth = left->segments * left->length, tiles = (left->count + WORD_TILE - 1) / WORD_TILE;
  const int32_t *packed = right->words;
  for (long column = 0; column < columns; column += 2 * LANES) {
    const int is_wide = columns - column > LANES, are_bytes = right->bits == 8;
    long first = 0;
    for (long t = 0; t < tiles; t++) {
      const long last = left->count * (t + 1) / tiles;
      (are_bytes ? is_wide ? NAME(byte_tiles_of_two) : NAME(byte_tiles_of_one)
                 : is_wide ? NAME(short_tiles_of_two) : NAME(short_tiles_of_one))(
          last - first, left, first, right, packed, column, bias, columns, result + first * result_step, result_step, flags);
      first = last;
    }
    packed += depth * LANES * (is_wide ? 2 : 1);
  }
}

/* The nearest whole number; |x| < 2^22. */
ALWAYS I NAME(rounded)(V x) { return (I)(x + 12582912.0f) - 0x4B400000; }

static void NAME(range)(const float *values, long count, float *least, float *most) {
  V low = {}, high = {};
  for (long i = 0; i < count; i += LANES) {
    const V x = NAME(load_some)(values + i, count - i, 0);
    low = NAME(smaller)(low, x), high = NAME(larger)(high, x);
  }
  *least = -NAME(most_of)(-low);
  *most = NAME(most_of)(high);
}

static void NAME(to_bytes)(const float *values, long count, float scale, int32_t zero, uint8_t *result) {
  const float share = 1 / scale;
  for (long i = 0; i < count; i += LANES) {
    I q = NAME(rounded)(NAME(load_some)(values + i, count - i, 0) * share) + zero;
    q = __builtin_elementwise_max(__builtin_elementwise_min(q, 255 - (I){}), (I){});
    const NAME(bytes) narrow = __builtin_convertvector(q, NAME(bytes));
    if (count - i >= LANES)
      *(NAME(loose_bytes) *)(result + i) = (NAME(loose_bytes))narrow;
    else
      memcpy(result + i, &narrow, (size_t)(count - i));
  }
}

static void NAME(to_shorts)(
    const float *values, long row_step, long rows, long width, int16_t *result, long result_step, float *scales) {
  for (long r = 0; r < rows; r++) {
    const float *row = values + r * row_step;
    int16_t *target = result + r * result_step;
    V most = {};
    for (long i = 0; i < width; i += LANES)
      most = NAME(larger)(most, __builtin_elementwise_abs(NAME(load_some)(row + i, width - i, 0)));
    const float top = NAME(most_of)(most), scale = top > 1e-30f ? top / CF_SHORT : 1, share = 1 / scale;
    scales[r] = scale;
    for (long i = 0; i < width; i += LANES) {
      const NAME(shorts) narrow =
          __builtin_convertvector(NAME(rounded)(NAME(load_some)(row + i, width - i, 0) * share), NAME(shorts));
      if (width - i >= LANES)
        *(NAME(loose_shorts) *)(target + i) = (NAME(loose_shorts))narrow;
      else
        memcpy(target + i, &narrow, (size_t)(width - i) * 2);
    }
    if (width < result_step) memset(target + width, 0, (size_t)(result_step - width) * 2);
  }
}

/* Neighbours exchanged: 0 with 1, 2 with 3. */
ALWAYS V NAME(exchanged)(V x) {
#if LANES == 16
  return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
#elif LANES == 8
  return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
#else
  return __builtin_shufflevector(x, x, 1, 0, 3, 2);
#endif
}

/* The column means of a matrix; lanes beyond its width are 0. */
static void NAME(means)(const float *values, long row_step, long rows, long width, float *means) {
  for (long i = 0; i < width; i += LANES) {
    V sum = {};
    for (long r = 0; r < rows; r++) sum += NAME(load_some)(values + r * row_step + i, width - i, 0);
    STORE(means + i, sum / (float)rows);
  }
}

/* Keys: each row becomes a column of signed bytes, less the mean of all. `asked` is the mean of the queries; its product with
   a key is that column's bias. */
static void NAME(pack_keys)(
    const float *keys, long key_step, long count, long width, const float *means, const float *asked, int8_t *row,
    const cf_packed *packed, float *bias) {
  const long words = (width + 3) / 4, padded = PADDED(count);
  for (long key = 0; key < padded; key++) {
    const long panel = key / (2 * LANES) * (2 * LANES), wide = padded - panel > LANES ? 2 * LANES : LANES;
    int32_t *target = packed->words + panel * words + (key - panel);
    if (key >= count) {
      packed->scales[key] = 0, packed->sums[key] = 0, bias[key] = 0;
      for (long w = 0; w < words; w++) target[w * wide] = 0;
      continue;
    }
    const float *source = keys + key * key_step;
    V most = {}, product = {};
    for (long i = 0; i < width; i += LANES) {
      const V x = NAME(load_some)(source + i, width - i, 0) - LOAD(means + i);
      const V up = NAME(larger)(x, (V){}), down = NAME(larger)(-x, (V){});
      most = NAME(larger)(most, up + NAME(exchanged)(up));
      most = NAME(larger)(most, down + NAME(exchanged)(down));
      product += x * LOAD(asked + i);
    }
    const float top = NAME(most_of)(most), scale = top > 1e-30f ? top / CF_PAIR : 1, share = 1 / scale;
    I sum = {};
    for (long i = 0; i < width; i += LANES) {
      const I q = NAME(rounded)((NAME(load_some)(source + i, width - i, 0) - LOAD(means + i)) * share);
      *(NAME(loose_signed_bytes) *)(row + i) = (NAME(loose_signed_bytes))__builtin_convertvector(q, NAME(signed_bytes));
      sum += q;
    }
    for (long w = 0; w < words; w++) memcpy(target + w * wide, row + w * 4, 4);
    int32_t total = 0;
    for (int i = 0; i < LANES; i++) total += sum[i];
    packed->scales[key] = scale, packed->sums[key] = total, bias[key] = NAME(sum_of)(product);
  }
}

/* Values: row after row is the depth; each column has a scale. */
static void NAME(pack_values)(const float *values, long value_step, long count, long width, const cf_packed *packed) {
  const long words = (count + 3) / 4;
  for (long i = 0; i < width; i += LANES) {
    const long there = width - i, panel = i / (2 * LANES) * (2 * LANES);
    const long wide = PADDED(width) - panel > LANES ? 2 * LANES : LANES;
    const float *source = values + i;
    V most = {};
    for (long k = 0; k < count; k += 2) {
      const V a = NAME(load_some)(source + k * value_step, there, 0);
      const V b = k + 1 < count ? NAME(load_some)(source + (k + 1) * value_step, there, 0) : (V){};
      const V up = NAME(larger)(a, (V){}) + NAME(larger)(b, (V){});
      const V down = NAME(larger)(-a, (V){}) + NAME(larger)(-b, (V){});
      most = NAME(larger)(most, NAME(larger)(up, down));
    }
    const V scale = NAME(larger)(most / CF_PAIR, NAME(same)(1e-30f)), share = 1 / scale;
    STORE(packed->scales + i, scale);
    int32_t *target = packed->words + panel * words + (i - panel);
    I sum = {};
    for (long w = 0; w < words; w++) {
      I word = {};
      for (int j = 0; j < 4; j++) {
        const long k = w * 4 + j;
        const I q = k < count ? NAME(rounded)(NAME(load_some)(source + k * value_step, there, 0) * share) : (I){};
        word |= (q & 255) << (8 * j);
        sum += q;
      }
      memcpy(target + w * wide, &word, sizeof word);
    }
    memcpy(packed->sums + i, &sum, sizeof sum);
  }
}

/* Queries: bytes around 128, less the mean of all. */
static void NAME(query_bytes)(
    const float *queries, long query_step, long rows, long width, const float *means, uint8_t *result, long result_step,
    float *scales) {
  for (long r = 0; r < rows; r++) {
    const float *row = queries + r * query_step;
    V most = {};
    for (long i = 0; i < width; i += LANES)
      most = NAME(larger)(
          most, __builtin_elementwise_abs(NAME(load_some)(row + i, width - i, 0) - LOAD(means + i)));
    const float top = NAME(most_of)(most), scale = top > 1e-30f ? top / 127 : 1, share = 1 / scale;
    scales[r] = scale;
    for (long i = 0; i < result_step; i += LANES) {
      const I q = NAME(rounded)((NAME(load_some)(row + i, width - i, 0) - LOAD(means + i)) * share) + 128;
      *(NAME(loose_bytes) *)(result + r * result_step + i) =
          (NAME(loose_bytes))__builtin_convertvector(q, NAME(bytes));
    }
  }
}

/* A row of `padded` scores, to the base 2, becomes bytes: 255 · 2^(score - most). Returns their sum. */
ALWAYS int32_t NAME(share_bytes)(const float *row, long padded, uint8_t *result) {
  V top = LOAD(row);
  for (long i = LANES; i < padded; i += LANES) top = NAME(larger)(top, LOAD(row + i));
  const float most = NAME(most_of)(top) - 7.99435344f;
  I sum = {};
  for (long i = 0; i < padded; i += LANES) {
    const V x = NAME(larger)(LOAD(row + i) - most, NAME(same)(-20.0f));
    const V shifted = x + 12582912.0f, f = x - (shifted - 12582912.0f);
    /* 2^f, |f| ≤ ½, to 4e-5. */
    V p = f * 9.6181291e-3f + 5.5504109e-2f;
    p = p * f + 2.4022651e-1f;
    p = p * f + 6.9314718e-1f;
    p = p * f + 1.0f;
    const I q = NAME(rounded)(p * (V)(((I)shifted - 0x4B400000 + 127) << 23));
    *(NAME(loose_bytes) *)(result + i) = (NAME(loose_bytes))__builtin_convertvector(q, NAME(bytes));
    sum += q;
  }
  int32_t total = 0;
  for (int i = 0; i < LANES; i++) total += sum[i];
  return total;
}

static void NAME(attend)(
    const float *queries, long query_step, long rows, const float *keys, long key_step, const float *values,
    long value_step, long key_count, long width, float *result, long result_step, void *scratch) {
  const long padded = PADDED(key_count), wide = PADDED(width), key_words = (width + 3) / 4, depth = (key_count + 3) / 4;
  /* In the order of cf_attention_scratch(). */
  float *scores = scratch;
  float *asked = scores + CF_BLOCK * padded, *key_means = asked + wide, *bias = key_means + wide;
  float *query_scales = bias + padded, *shares = query_scales + CF_BLOCK;
  const cf_packed packed_keys = {8, (int32_t *)(shares + CF_BLOCK) + 2 * padded, (float *)(shares + CF_BLOCK),
                                 (int32_t *)(shares + CF_BLOCK) + padded};
  int32_t *after = packed_keys.words + padded * key_words;
  const cf_packed packed_values = {8, after + 2 * wide, (float *)after, after + wide};
  uint8_t *query_bytes = (uint8_t *)(packed_values.words + wide * depth);
  uint8_t *share_bytes = query_bytes + CF_BLOCK * wide;
  NAME(means)(queries, query_step, rows, width, asked);
  NAME(means)(keys, key_step, key_count, width, key_means);
  NAME(pack_keys)(keys, key_step, key_count, width, key_means, asked, (int8_t *)query_bytes, &packed_keys, bias);
  NAME(pack_values)(values, value_step, key_count, width, &packed_values);
  /* To the base 2. */
  for (long i = 0; i < padded; i++) bias[i] *= 1.44269504f;
  for (long first = 0; first < rows; first += CF_BLOCK) {
    const long count = rows - first < CF_BLOCK ? rows - first : CF_BLOCK;
    NAME(query_bytes)(
        queries + first * query_step, query_step, count, width, asked, query_bytes, wide, query_scales);
    for (long r = 0; r < count; r++) query_scales[r] *= 1.44269504f;
    const cf_words words = {(const int32_t *)(const void *)query_bytes, count, wide / 4, 1, 0, key_words, query_scales, 1, 128};
    NAME(multiply_words)(&words, &packed_keys, bias, key_count, scores, padded, 0);
    for (long r = 0; r < count; r++) {
      float *row = scores + r * padded;
      for (long i = key_count; i < padded; i++) row[i] = -1e30f;
      shares[r] = 1 / (float)NAME(share_bytes)(row, padded, share_bytes + r * padded);
    }
    const cf_words taken = {(const int32_t *)(const void *)share_bytes, count, padded / 4, 1, 0, depth, shares, 1, 0};
    NAME(multiply_words)(&taken, &packed_values, NULL, width, result + first * result_step, result_step, 0);
  }
}

#undef LOAD_INTEGERS
#undef WORD_CASE
#undef WORD_TILES
