#ifndef BOOTH_CFEATURES_H
#define BOOTH_CFEATURES_H

#include <stddef.h>
#include <stdint.h>

/* The arithmetic of the learned features: matrices of 32-bit floats, row after row. Nothing here allocates, keeps state or
   starts threads; nothing reads or writes outside what the lengths say. Pictures have their channels side by side
   (y, x, channel). A bordered picture has one pixel of zeros around it: (height + 2) × (width + 2) × channels. */

/* The instructions that the kernels are made of. */
typedef enum cf_level {
  /* What every processor of the architecture has: SSE2, or NEON. */
  CF_BASELINE = 0,
  /* x86-64: AVX2 with FMA. */
  CF_AVX2 = 1,
  /* x86-64: AVX-512 F, BW and VL. */
  CF_AVX512 = 2,
  /* The same with VNNI, which multiplies and adds bytes at once. */
  CF_VNNI = 3,
} cf_level;

typedef struct cf_kernels cf_kernels;

/* The kernels of a level, or NULL where this processor, or its operating system, does not have the instructions. */
const cf_kernels *cf_find(cf_level level);

/* How many floats cf_pack() writes for `columns` columns of `depth` numbers, and how many a bias of that many must have. */
size_t cf_packed_count(const cf_kernels *kernels, long depth, long columns);
size_t cf_bias_count(const cf_kernels *kernels, long columns);
/* Brings the right side of a product into the order in which it is read: element (k, column) is at
   `source[k * depth_step + column * column_step]`. */
void cf_pack(
    const cf_kernels *kernels, const float *source, long depth_step, long column_step, long depth, long columns,
    float *packed);

/* The left side of a product. Row r is `segments` pieces of `length` numbers each; piece s begins at
   `values + r * row_step + s * segment_step`. A matrix has one piece; the rows of a convolution have one for each line of the
   kernel, so that no picture is ever copied for it. */
typedef struct cf_rows {
  const float *values;
  long count, row_step, segments, segment_step, length;
} cf_rows;

enum {
  /* Negative results become 0. */
  CF_RELU = 1,
  /* Adds to what the result holds already. */
  CF_ADD = 2,
};

/* result[r * result_step + c] = bias[c] + row r · column c, for `columns` columns. `bias` (cf_bias_count() of them) may be
   NULL. */
void cf_multiply(
    const cf_kernels *kernels, const cf_rows *left, const float *packed, const float *bias, long columns, float *result,
    long result_step, int flags);

/* The same with a square kernel of `size` pixels on a picture, `stride` pixels apart: `lines` lines of `width` pixels.
   `source` is where the kernel of the first pixel begins, `source_line` the numbers in a line of the picture (borders
   included); so with the result. */
typedef struct cf_convolution {
  long size, stride, input_channels, output_channels;
  const float *packed, *bias;
  int flags;
} cf_convolution;
void cf_convolve(
    const cf_kernels *kernels, const cf_convolution *layer, const float *source, long source_line, long lines, long width,
    float *result, long result_line);

/* Products of whole numbers, which take a half or a quarter of the time. Both sides are scaled to them:
     8 bits   left: unsigned bytes, one scale and one zero for all; right: signed bytes, a scale for each column, such that two
              neighbours in the depth never exceed 16 bits with what they are multiplied by
     16 bits  left: a scale for each row; right: a scale for each column, such that no sum exceeds 32 bits
   All is counted in words of four bytes: four numbers of 8 bits, or two of 16. The sums are exact: every level has the same. */

/* The right side. `words` has cf_packed_words() of them; `scales` and `sums` (of the column's numbers) cf_bias_count(). */
typedef struct cf_packed {
  int bits;
  int32_t *words;
  float *scales;
  int32_t *sums;
} cf_packed;

/* The left side, as cf_rows, but steps and lengths are words. Row r was divided by `scales[r * scale_step]`; `zero` stands for 0
   (in bytes; with 16 bits it is 0). */
typedef struct cf_words {
  const int32_t *values;
  long count, row_step, segments, segment_step, length;
  const float *scales;
  long scale_step;
  int32_t zero;
} cf_words;

/* What a picture of bytes means: value = (byte - zero) · scale. */
typedef struct cf_bytes {
  float scale;
  int32_t zero;
} cf_bytes;

size_t cf_packed_words(const cf_kernels *kernels, int bits, long depth, long columns);
/* Scales and packs a right side: element (k, column) is at `source[k * depth_step + column * column_step]`. */
void cf_pack_words(
    const cf_kernels *kernels, int bits, const float *source, long depth_step, long column_step, long depth, long columns,
    const cf_packed *packed);
/* As cf_multiply(). */
void cf_multiply_words(
    const cf_kernels *kernels, const cf_words *left, const cf_packed *right, const float *bias, long columns, float *result,
    long result_step, int flags);
/* As cf_convolve(), of a picture of bytes; `layer->packed` is not read. In it each pixel has cf_byte_channels() bytes, and so
   many rows of `packed`. */
void cf_convolve_bytes(
    const cf_kernels *kernels, const cf_convolution *layer, const cf_packed *packed, const cf_bytes *bytes,
    const uint8_t *source, long source_line, long lines, long width, float *result, long result_line);
/* The channels, and what fills them up to a multiple of four. */
long cf_byte_channels(long channels);
/* Scales a picture to bytes, by its least and its largest number; 0 is exact, so a border of zeros stays one. */
cf_bytes cf_to_bytes(const cf_kernels *kernels, const float *source, long pixels, long channels, uint8_t *result);
/* Scales each row to whole numbers up to 8191. The rows of the result have an even number of numbers, the last 0. */
void cf_to_shorts(
    const cf_kernels *kernels, const float *source, long row_step, long rows, long width, int16_t *result, float *scales);

/* rows × keys attention: result = softmax(queries · keysᵀ) · values, `width` numbers a row each. The scale is in the queries
   already. Both products are of bytes: queries and keys less their means, which takes nothing from a softmax once the mean
   query is added again; the shares as 255ths of a row's largest. `scratch` has cf_attention_scratch() floats. */
size_t cf_attention_scratch(const cf_kernels *kernels, long keys, long width);
void cf_attend(
    const cf_kernels *kernels, const float *queries, long query_step, long rows, const float *keys, long key_step,
    const float *values, long value_step, long key_count, long width, float *result, long result_step, float *scratch);

/* e^x, relative error below 1e-6 between -87 and 88; beyond, as at the nearer end. */
void cf_exp(const cf_kernels *kernels, float *values, long count);
/* Each row: mean 0, variance 1 (with 1e-5 added), times `scale` plus `shift`, then GELU by the error function (absolute error
   of erf below 1e-6). */
void cf_normalise_gelu(
    const cf_kernels *kernels, float *values, long row_step, long rows, long width, const float *scale, const float *shift);
/* Turns each row's first and second half against each other: (a, b) becomes (a·cos - b·sin, b·cos + a·sin) · factor. */
void cf_rotate(
    const cf_kernels *kernels, float *values, long row_step, long rows, long half, const float *cosines, const float *sines,
    float factor);

/* Which pairs are best for each other. `left` has `rows` rows of `width`, `right` is packed with `columns` columns; the
   probability of a pair is softmax over its row × softmax over its column × row_weight × column_weight. Writes for each row
   its best column and the probability, or -1 where that column has a better row.
   `scratch` has cf_pair_scratch() floats, `best_row` `columns` numbers. */
size_t cf_pair_scratch(const cf_kernels *kernels, long rows, long columns);
void cf_pair(
    const cf_kernels *kernels, const float *left, long left_step, long rows, const float *right, long columns, long width,
    const float *row_weight, const float *column_weight, float *scratch, int32_t *best_row, int32_t *best_column,
    float *probability);

/* source: 8-bit grey; result: bordered, one channel, scaled bilinearly (half-pixel centres), mean 0 and variance 1 (with 1e-5
   added). The border is written, too. */
void cf_scale_grey(
    const uint8_t *source, long source_width, long source_height, float *result, long width, long height);
/* Adds weight × (mean of each 4 × 4 block of a bordered picture of one channel) + bias to a bordered picture of a quarter of
   its sides. */
void cf_add_pooled(
    const float *source, long width, long height, const float *weight, const float *bias, long channels, float *result);
/* Adds a bordered picture, enlarged bilinearly `factor` times (half-pixel centres, edges repeated), to another. */
void cf_add_enlarged(
    const cf_kernels *kernels, const float *source, long source_width, long source_height, long factor, long channels,
    float *result);
/* Sets a bordered picture's border to 0. */
void cf_clear_border(float *picture, long width, long height, long channels);

/* Softmax over 65 numbers of each cell; the first 64 become 8 × 8 pixels of the heat map. */
void cf_heat_map(const cf_kernels *kernels, float *logits, long cells_across, long cells_down, float *heat);
/* The pixels above `threshold` that no pixel within two steps exceeds, in reading order: their indices, at most `limit`.
   Returns how many there are. */
long cf_peaks(const float *heat, long width, long height, float threshold, int32_t *indices, long limit);
/* 1 / (1 + e^-x). */
void cf_sigmoid(const cf_kernels *kernels, float *values, long count);
/* Each row of `width` numbers: length 1 (with 1e-9 added). */
void cf_normalise_length(float *values, long rows, long width);

/* SHA-256 (FIPS 180-4). */
void cf_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);

#endif
