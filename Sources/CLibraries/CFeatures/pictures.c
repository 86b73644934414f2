#include "CFeatures.h"
#include <math.h>
#include <string.h>

/* Where a scaled picture's pixel lies in the source: between which two, and how far. */
static float place(long at, long count, long source_count, long *first, long *second) {
  double exact = ((double)at + 0.5) * (double)source_count / (double)count - 0.5;
  if (exact < 0) exact = 0;
  if (exact > (double)(source_count - 1)) exact = (double)(source_count - 1);
  *first = (long)exact;
  *second = *first + 1 < source_count ? *first + 1 : *first;
  return (float)(exact - (double)*first);
}

void cf_scale_grey(
    const uint8_t *source, long source_width, long source_height, float *result, long width, long height) {
  const long line = width + 2;
  double sum = 0, squares = 0;
  for (long y = 0; y < height; y++) {
    long top, bottom;
    const float down = place(y, height, source_height, &top, &bottom);
    const uint8_t *upper = source + top * source_width, *lower = source + bottom * source_width;
    float *target = result + (y + 1) * line + 1;
    if (width == source_width) {
      for (long x = 0; x < width; x++) target[x] = (float)upper[x] + ((float)lower[x] - (float)upper[x]) * down;
    } else {
      for (long x = 0; x < width; x++) {
        long left, right;
        const float across = place(x, width, source_width, &left, &right);
        const float above = (float)upper[left] + ((float)upper[right] - (float)upper[left]) * across;
        const float below = (float)lower[left] + ((float)lower[right] - (float)lower[left]) * across;
        target[x] = above + (below - above) * down;
      }
    }
    for (long x = 0; x < width; x++) sum += (double)target[x], squares += (double)target[x] * (double)target[x];
  }
  const double count = (double)width * (double)height, mean = sum / count;
  const double variance = squares / count - mean * mean;
  const float shift = (float)mean, factor = (float)(1 / sqrt((variance > 0 ? variance : 0) + 1e-5));
  for (long y = 0; y < height; y++) {
    float *target = result + (y + 1) * line + 1;
    for (long x = 0; x < width; x++) target[x] = (target[x] - shift) * factor;
  }
  cf_clear_border(result, width, height, 1);
}

void cf_clear_border(float *picture, long width, long height, long channels) {
  const long line = (width + 2) * channels;
  memset(picture, 0, (size_t)line * sizeof(float));
  memset(picture + (height + 1) * line, 0, (size_t)line * sizeof(float));
  for (long y = 1; y <= height; y++) {
    memset(picture + y * line, 0, (size_t)channels * sizeof(float));
    memset(picture + (y + 1) * line - channels, 0, (size_t)channels * sizeof(float));
  }
}

void cf_add_pooled(
    const float *source, long width, long height, const float *weight, const float *bias, long channels, float *result) {
  const long line = width + 2, across = width / 4;
  for (long y = 0; y < height / 4; y++)
    for (long x = 0; x < across; x++) {
      const float *block = source + (y * 4 + 1) * line + x * 4 + 1;
      float sum = 0;
      for (long i = 0; i < 4; i++) sum += block[i * line] + block[i * line + 1] + block[i * line + 2] + block[i * line + 3];
      float *target = result + ((y + 1) * (across + 2) + x + 1) * channels;
      for (long c = 0; c < channels; c++) target[c] += sum / 16 * weight[c] + bias[c];
    }
}

void cf_normalise_length(float *values, long rows, long width) {
  for (long r = 0; r < rows; r++) {
    float *row = values + r * width, lanes[8] = {0}, sum = 0;
    long i = 0;
    for (; i + 8 <= width; i += 8)
      for (long k = 0; k < 8; k++) lanes[k] += row[i + k] * row[i + k];
    for (; i < width; i++) sum += row[i] * row[i];
    for (long k = 0; k < 8; k++) sum += lanes[k];
    const float share = 1 / (sqrtf(sum) + 1e-9f);
    for (long k = 0; k < width; k++) row[k] *= share;
  }
}

long cf_peaks(const float *heat, long width, long height, float threshold, int32_t *indices, long limit) {
  long count = 0;
  for (long y = 0; y < height; y++) {
    const float *row = heat + y * width;
    const long top = y > 2 ? y - 2 : 0, bottom = y + 2 < height ? y + 2 : height - 1;
    for (long x = 0; x < width; x++) {
      /* Most pixels are dark: 16 at a time, without a branch for each. */
      if (x % 16 == 0 && x + 16 <= width) {
        int32_t any = 0;
        for (long i = 0; i < 16; i++) any |= row[x + i] > threshold;
        if (!any) {
          x += 15;
          continue;
        }
      }
      if (!(row[x] > threshold)) continue;
      const long left = x > 2 ? x - 2 : 0, right = x + 2 < width ? x + 2 : width - 1;
      int is_peak = 1;
      for (long v = top; v <= bottom && is_peak; v++)
        for (long u = left; u <= right; u++)
          if (heat[v * width + u] > row[x]) is_peak = 0;
      if (!is_peak) continue;
      if (count < limit) indices[count] = (int32_t)(y * width + x);
      count++;
    }
  }
  return count;
}
