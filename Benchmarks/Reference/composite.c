/* The composite of three photos as a plain C program with libjpeg-turbo makes it: what bench-imaging is held against.
 *
 *   cc -O2 -o composite composite.c -lturbojpeg -lm
 *   composite runs out.jpg photo1.jpg photo2.jpg photo3.jpg
 *
 * Decodes each photo at the smallest of the scales 1/8, 1/4, 1/2, 1 that covers its slot, scales the rest of the way
 * with a separable Lanczos-3 filter in 32-bit floating point, composes on a coloured ground, and encodes with quality
 * 90, 4:4:4: the same work, the same scales, the same filter and the same output as the Swift renderer's. Tables are
 * made once per photo and rows are blended four at a time, so that the compiler has the same to vectorise.
 * Prints the median CPU milliseconds of all runs, and the best.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <turbojpeg.h>

/* With -DSHEET the same on a printer's sheet of 4x6 inches: enlarged by 31/30, and 8 pixels cut off at the top and the bottom. */
#ifdef SHEET
enum { W = 1240, H = 1844, SLOT_W = 806, SLOT_H = 537, SLOT_X = 217, QUALITY = 95 };
static const int slot_y[3] = {64, 643, 1222};
#else
enum { W = 1200, H = 1800, SLOT_W = 780, SLOT_H = 520, SLOT_X = 210, QUALITY = 90 };
static const int slot_y[3] = {70, 630, 1190};
#endif

static void die(const char *what) {
  fprintf(stderr, "composite: %s\n", what);
  exit(1);
}

static double cpu_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static unsigned char *load(const char *path, unsigned long *size) {
  FILE *f = fopen(path, "rb");
  if (!f) die(path);
  fseek(f, 0, SEEK_END);
  *size = (unsigned long)ftell(f);
  rewind(f);
  unsigned char *bytes = malloc(*size);
  if (!bytes || fread(bytes, 1, *size, f) != *size) die(path);
  fclose(f);
  return bytes;
}

typedef struct {
  int count, *starts;
  float *weights;
} taps;

static double lanczos3(double x) {
  x = fabs(x);
  if (x < 1e-9) return 1;
  if (x >= 3) return 0;
  return 3 * sin(M_PI * x) * sin(M_PI * x / 3) / (M_PI * M_PI * x * x);
}

static taps make_taps(int source, double origin, double length, int target) {
  double step = length / target, spread = step > 1 ? step : 1, support = 3 * spread;
  taps t;
  t.count = (int)ceil(support * 2) + 1;
  if (t.count > source) t.count = source;
  t.starts = malloc(sizeof(int) * target);
  t.weights = malloc(sizeof(float) * target * t.count);
  for (int i = 0; i < target; i++) {
    double center = origin + (i + 0.5) * step, sum = 0;
    int start = (int)floor(center - support);
    if (start < 0) start = 0;
    if (start > source - t.count) start = source - t.count;
    t.starts[i] = start;
    for (int k = 0; k < t.count; k++) sum += lanczos3((start + k + 0.5 - center) / spread);
    for (int k = 0; k < t.count; k++)
      t.weights[i * t.count + k] = (float)(lanczos3((start + k + 0.5 - center) / spread) / sum);
  }
  return t;
}

static uint8_t to_byte(float v) { return v <= 0 ? 0 : v >= 255 ? 255 : (uint8_t)(v + 0.5f); }

static void scale(const uint8_t *restrict source, int width, int height, double x, double y, double w, double h,
                  uint8_t *restrict target, int stride) {
  taps columns = make_taps(width, x, w, SLOT_W), rows = make_taps(height, y, h, SLOT_H);
  int channels = width * 4;
  float *restrict tall = malloc(sizeof(float) * channels);
  for (int j = 0; j < SLOT_H; j++) {
    for (int k = 0; k < rows.count; k += 4) {
      const uint8_t *r[4];
      float q[4];
      for (int n = 0; n < 4; n++) {
        int tap = k + n < rows.count ? k + n : rows.count - 1;
        r[n] = source + (size_t)(rows.starts[j] + tap) * channels;
        q[n] = k + n < rows.count ? rows.weights[j * rows.count + k + n] : 0;
      }
      const uint8_t *restrict a = r[0], *restrict b = r[1], *restrict c = r[2], *restrict d = r[3];
      float wa = q[0], wb = q[1], wc = q[2], wd = q[3];
      if (k == 0)
        for (int i = 0; i < channels; i++) tall[i] = wa * a[i] + wb * b[i] + wc * c[i] + wd * d[i];
      else
        for (int i = 0; i < channels; i++) tall[i] += wa * a[i] + wb * b[i] + wc * c[i] + wd * d[i];
    }
    uint8_t *out = target + (size_t)j * stride;
    for (int i = 0; i < SLOT_W; i++) {
      const float *p = tall + columns.starts[i] * 4, *q = columns.weights + i * columns.count;
      float sum[4] = {0, 0, 0, 0};
      for (int k = 0; k < columns.count; k++)
        for (int n = 0; n < 4; n++) sum[n] += p[k * 4 + n] * q[k];
      for (int n = 0; n < 4; n++) out[i * 4 + n] = to_byte(sum[n]);
    }
  }
  free(tall);
  free(columns.starts);
  free(columns.weights);
  free(rows.starts);
  free(rows.weights);
}

static void compose(unsigned char **photos, const unsigned long *sizes, unsigned char **jpeg, unsigned long *size) {
  tjhandle decompressor = tjInitDecompress(), compressor = tjInitCompress();
  if (!decompressor || !compressor) die("turbojpeg");
  uint8_t *canvas = malloc((size_t)W * H * 4);
  for (int i = 0; i < W * H; i++) ((uint32_t *)canvas)[i] = 0xFF212121;
  for (int n = 0; n < 3; n++) {
    int width, height, subsampling, space, eighths = 1;
    if (tjDecompressHeader3(decompressor, photos[n], sizes[n], &width, &height, &subsampling, &space)) die("header");
    while (eighths < 8 && ((width * eighths + 7) / 8 < SLOT_W || (height * eighths + 7) / 8 < SLOT_H)) eighths *= 2;
    int w = (width * eighths + 7) / 8, h = (height * eighths + 7) / 8;
    uint8_t *pixels = malloc((size_t)w * h * 4);
    if (tjDecompress2(decompressor, photos[n], sizes[n], pixels, w, w * 4, h, TJPF_BGRA, 0)) die("decode");
    double factor = eighths / 8.0, cw = width, ch = height;
    if (cw * SLOT_H > ch * SLOT_W) cw = ch * SLOT_W / SLOT_H; else ch = cw * SLOT_H / SLOT_W;
    scale(pixels, w, h, (width - cw) / 2 * factor, (height - ch) / 2 * factor, cw * factor, ch * factor,
          canvas + ((size_t)slot_y[n] * W + SLOT_X) * 4, W * 4);
    free(pixels);
  }
  *jpeg = NULL;
  if (tjCompress2(compressor, canvas, W, W * 4, H, TJPF_BGRX, jpeg, size, TJSAMP_444, QUALITY, 0)) die("encode");
  free(canvas);
  tjDestroy(decompressor);
  tjDestroy(compressor);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  if (argc != 6) die("usage: composite runs out.jpg photo1.jpg photo2.jpg photo3.jpg");
  int runs = atoi(argv[1]);
  if (runs < 1) die("runs must be 1 or more");
  unsigned char *photos[3], *jpeg = NULL;
  unsigned long sizes[3], size = 0;
  for (int n = 0; n < 3; n++) photos[n] = load(argv[3 + n], &sizes[n]);
  double *times = malloc(sizeof(double) * runs);
  for (int i = 0; i < runs; i++) {
    tjFree(jpeg);
    double start = cpu_ms();
    compose(photos, sizes, &jpeg, &size);
    times[i] = cpu_ms() - start;
  }
  qsort(times, runs, sizeof(double), ascending);
  FILE *f = fopen(argv[2], "wb");
  if (!f || fwrite(jpeg, 1, size, f) != size || fclose(f)) die(argv[2]);
  printf("%.2f %.2f\n", times[runs / 2], times[0]);
  return 0;
}
