#define _GNU_SOURCE
#include "cvips.h"
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is called of libvips.so.42 (8.13 to 8.18), with the types of its headers; its objects stay opaque. */
typedef struct VipsImage VipsImage;

static int (*vips_init)(const char *);
static const char *(*vips_error_buffer)(void);
static void (*vips_error_clear)(void);
static void (*vips_concurrency_set)(int);
static void (*vips_cache_set_max)(int);
static void (*vips_block_untrusted_set)(int);
static void (*vips_operation_block_set)(const char *, int);
static const char *(*vips_foreign_find_load)(const char *);
static VipsImage *(*vips_image_new_from_file)(const char *, ...);
static int (*vips_image_get_width)(const VipsImage *);
static int (*vips_image_get_height)(const VipsImage *);
static int (*vips_image_get_bands)(const VipsImage *);
static int (*vips_image_hasalpha)(VipsImage *);
static size_t (*vips_image_get_typeof)(const VipsImage *, const char *);
static int (*vips_image_get_blob)(const VipsImage *, const char *, const void **, size_t *);
static int (*vips_thumbnail)(const char *, VipsImage **, int, ...);
static int (*vips_thumbnail_image)(VipsImage *, VipsImage **, int, ...);
static int (*vips_colourspace)(VipsImage *, VipsImage **, int, ...);
static int (*vips_extract_area)(VipsImage *, VipsImage **, int, int, int, int, ...);
static int (*vips_flatten)(VipsImage *, VipsImage **, ...);
static int (*vips_cast)(VipsImage *, VipsImage **, int, ...);
static void *(*vips_array_double_new)(const double *, int);
static void (*vips_area_unref)(void *);
static void *(*vips_image_write_to_memory)(VipsImage *, size_t *);
static int (*vips_image_get_format)(const VipsImage *);
static VipsImage *(*vips_image_new_from_memory_copy)(const void *, size_t, int, int, int, int);
static void (*g_object_unref)(void *);
static void (*g_free)(void *);

/* Numbers of the headers: VipsSize, VipsAccess, VipsFailOn, VipsInterpretation, VipsBandFormat, and VipsIntent, which counts as profiles. */
enum { SIZE_DOWN = 2, SIZE_FORCE = 3, ACCESS_SEQUENTIAL = 1, FAIL_ON_ERROR = 2, INTERPRETATION_SRGB = 22, FORMAT_UCHAR = 0, FORMAT_FLOAT = 6, FORMAT_DOUBLE = 8 };
enum { INTENT_PERCEPTUAL = 0, INTENT_RELATIVE = 1, INTENT_SATURATION = 2, INTENT_ABSOLUTE = 3 };

static char *failure;

static const char *fail(const char *words) {
  free(failure);
  if (asprintf(&failure, "%s", words && words[0] ? words : "no words") < 0) failure = NULL;
  /* It ends its messages with a line. */
  if (failure)
    for (char *c = failure; *c; c++)
      if (*c == '\n') *c = c[1] ? ';' : 0;
  return failure ? failure : "out of memory";
}

const char *cvips_begin(void) {
  static int is_there;
  if (is_there) return NULL;
  void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
  if (!library) return fail(dlerror());
#define FIND(name) \
  if (!(name = (__typeof__(name))dlsym(library, #name))) return fail("libvips is older than 8.13: it has no " #name);
  FIND(vips_init)
  FIND(vips_error_buffer)
  FIND(vips_error_clear)
  FIND(vips_concurrency_set)
  FIND(vips_cache_set_max)
  FIND(vips_block_untrusted_set)
  FIND(vips_operation_block_set)
  FIND(vips_foreign_find_load)
  FIND(vips_image_new_from_file)
  FIND(vips_image_get_width)
  FIND(vips_image_get_height)
  FIND(vips_image_get_bands)
  FIND(vips_image_hasalpha)
  FIND(vips_image_get_typeof)
  FIND(vips_image_get_blob)
  FIND(vips_thumbnail)
  FIND(vips_thumbnail_image)
  FIND(vips_colourspace)
  FIND(vips_extract_area)
  FIND(vips_flatten)
  FIND(vips_cast)
  FIND(vips_array_double_new)
  FIND(vips_area_unref)
  FIND(vips_image_write_to_memory)
  FIND(vips_image_get_format)
  FIND(vips_image_new_from_memory_copy)
  FIND(g_object_unref)
  FIND(g_free)
  if (vips_init("booth")) return fail(vips_error_buffer());
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  /* Of its readers only those that are tried with hostile files. */
  vips_block_untrusted_set(1);
  /* libjxl is tried so by its makers, day by day; where libvips was built without it this changes nothing. */
  vips_operation_block_set("VipsForeignLoadJxl", 0);
  is_there = 1;
  return NULL;
}

static const char *words(void) {
  const char *said = fail(vips_error_buffer());
  vips_error_clear();
  return said;
}

static int is_taken(const char *loader, const char *const kinds[]) {
  for (; *kinds; kinds++)
    if (strncmp(loader, *kinds, strlen(*kinds)) == 0) return 1;
  return 0;
}

/* Replaces `*image`, whose reference goes. */
static int replace(VipsImage **image, VipsImage *next, int failed) {
  g_object_unref(*image);
  *image = failed ? NULL : next;
  return failed;
}

/* How the profile of a picture is to be read (ICC.1:2010, 7.2.15): as it says itself, and by tables that it has. libvips asks for the
   relative one, and takes a profile for none that has tables for others only, as JPEG in XYB has: red is orange then, and white green. White
   stays white, so what is absolute is relative. Without tables all are the same. */
static int intent_of(const VipsImage *image) {
  const uint8_t *bytes = NULL;
  size_t length = 0;
  if (vips_image_get_blob(image, "icc-profile-data", (const void **)&bytes, &length) || !bytes || length < 132)
    return INTENT_RELATIVE;
  int has[3] = {0, 0, 0};
  for (size_t at = 132; at + 12 <= length && at < 132 + 100 * 12; at += 12)
    if (memcmp(bytes + at, "A2B", 3) == 0 && bytes[at + 3] >= '0' && bytes[at + 3] <= '2') has[bytes[at + 3] - '0'] = 1;
  int wanted = bytes[67] & 3;
  if (wanted == INTENT_ABSOLUTE) wanted = INTENT_RELATIVE;
  if (has[wanted]) return wanted;
  for (int intent = INTENT_PERCEPTUAL; intent <= INTENT_SATURATION; intent++)
    if (has[intent]) return intent;
  return INTENT_RELATIVE;
}

/* Of the picture as it is decoded: no smaller one beside it is looked for. */
static int thumbnail_alone(const char *path, VipsImage **image, int w, int h, int has_profile, int intent) {
  VipsImage *whole = vips_image_new_from_file(path, "access", ACCESS_SEQUENTIAL, "fail_on", FAIL_ON_ERROR, (void *)NULL);
  if (!whole) return 1;
  int refused = has_profile ? vips_thumbnail_image(
                                  whole, image, w, "height", h, "size", SIZE_FORCE, "no_rotate", 1, "export_profile", "srgb",
                                  "intent", intent, (void *)NULL)
                            : vips_thumbnail_image(
                                  whole, image, w, "height", h, "size", SIZE_FORCE, "no_rotate", 1, (void *)NULL);
  g_object_unref(whole);
  return refused;
}

/* Grey of floating point, which libvips takes for 0 to 255 and nearly all others write as 0 (black) to 1 (white), as ImageMagick reads
   it. Where more than one in twenty is above 1 it is 0 to 255 after all, or, above that, heights or counts: then the least is black, and
   the most white. A second band is how opaque it is. Replaces `*image` by three bands of bytes on white. */
static int grey_of_floats(VipsImage **image) {
  VipsImage *floats = NULL;
  int failed = vips_cast(*image, &floats, FORMAT_FLOAT, (void *)NULL);
  if (replace(image, floats, failed)) return 1;
  int width = vips_image_get_width(floats), height = vips_image_get_height(floats), bands = vips_image_get_bands(floats);
  size_t length = 0, count = (size_t)width * (size_t)height;
  float *values = vips_image_write_to_memory(floats, &length);
  uint8_t *bytes = count <= SIZE_MAX / 3 ? malloc(count * 3) : NULL;
  int refused = !values || !bytes || length != count * (size_t)bands * sizeof *values;
  if (!refused) {
    float least = 0, most = 0, opaque = 1;
    size_t above = 0, known = 0;
    for (size_t i = 0; i < count; i++) {
      float value = values[i * (size_t)bands];
      if (!isfinite(value)) continue;
      if (!known || value < least) least = value;
      if (!known || value > most) most = value;
      known++;
      if (value > 1.0001f) above++;
      if (bands == 2 && values[i * 2 + 1] > 1.0001f) opaque = 255;
    }
    float from = 0, range = 1;
    if (above * 20 > known) {
      range = 255;
      if (most > 255.5f || least < -0.5f) {
        from = least;
        range = most - least;
      }
    }
    for (size_t i = 0; i < count; i++) {
      float value = (values[i * (size_t)bands] - from) / range;
      value = isfinite(value) ? value < 0 ? 0 : value > 1 ? 1 : value : 0;
      if (bands == 2) {
        float share = values[i * 2 + 1] / opaque;
        share = isfinite(share) ? share < 0 ? 0 : share > 1 ? 1 : share : 0;
        value = value * share + 1 - share;
      }
      memset(bytes + i * 3, (int)(value * 255 + 0.5f), 3);
    }
  }
  g_object_unref(*image);
  *image = refused ? NULL : vips_image_new_from_memory_copy(bytes, count * 3, width, height, 3, FORMAT_UCHAR);
  g_free(values);
  free(bytes);
  return !*image;
}

const char *cvips_read(
    const char *path, const char *const kinds[], uint32_t across, uint32_t down, uint64_t most_pixels, cvips_part part,
    int alone, cvips_picture *picture) {
  memset(picture, 0, sizeof *picture);
  vips_error_clear();
  const char *loader = vips_foreign_find_load(path);
  if (!loader) return words();
  if (!is_taken(loader, kinds)) {
    char said[200];
    snprintf(said, sizeof said, "%s reads it, and is not tried", loader);
    return fail(said);
  }
  VipsImage *image = vips_image_new_from_file(path, "access", ACCESS_SEQUENTIAL, (void *)NULL);
  if (!image) return words();
  uint32_t width = (uint32_t)vips_image_get_width(image), height = (uint32_t)vips_image_get_height(image);
  int has_profile = vips_image_get_typeof(image, "icc-profile-data") != 0;
  int intent = intent_of(image);
  g_object_unref(image);
  picture->stored_width = width;
  picture->stored_height = height;
  if ((uint64_t)width * height > most_pixels) return fail("too large");
  image = NULL;
  /* Smaller, never larger; the last pixels are ours to count. */
  int w = (int)(across < width ? across : width), h = (int)(down < height ? down : height);
  /* Without a profile of its own colours are taken for sRGB's: exporting those would go through a smaller space, and change them. */
  int refused = alone ? thumbnail_alone(path, &image, w, h, has_profile, intent)
                : has_profile ? vips_thumbnail(
                                  path, &image, w, "height", h, "size", SIZE_FORCE, "no_rotate", 1, "fail_on", FAIL_ON_ERROR,
                                  "export_profile", "srgb", "intent", intent, (void *)NULL)
                            : vips_thumbnail(
                                  path, &image, w, "height", h, "size", SIZE_FORCE, "no_rotate", 1, "fail_on", FAIL_ON_ERROR,
                                  (void *)NULL);
  if (refused) return words();
  VipsImage *next = NULL;
  int format = vips_image_get_format(image);
  if ((format == FORMAT_FLOAT || format == FORMAT_DOUBLE) && vips_image_get_bands(image) <= 2) {
    if (grey_of_floats(&image)) return words();
  } else if (vips_image_hasalpha(image)) {
    const double white[3] = {255, 255, 255};
    void *background = vips_array_double_new(white, vips_image_get_bands(image) > 2 ? 3 : 1);
    int flattened = vips_flatten(image, &next, "background", background, (void *)NULL);
    vips_area_unref(background);
    if (replace(&image, next, flattened)) return words();
  }
  int failed = vips_colourspace(image, &next, INTERPRETATION_SRGB, (void *)NULL);
  if (replace(&image, next, failed)) return words();
  failed = vips_cast(image, &next, FORMAT_UCHAR, (void *)NULL);
  if (replace(&image, next, failed)) return words();
  picture->whole_width = (uint32_t)vips_image_get_width(image);
  picture->whole_height = (uint32_t)vips_image_get_height(image);
  if (part.width && part.height) {
    /* What another program changed meanwhile may have another size by now. */
    if (part.left >= picture->whole_width || part.top >= picture->whole_height) {
      g_object_unref(image);
      return fail("it is smaller than it was");
    }
    uint32_t right = picture->whole_width - part.left, below = picture->whole_height - part.top;
    picture->left = part.left;
    picture->top = part.top;
    failed = vips_extract_area(
        image, &next, (int)part.left, (int)part.top, (int)(part.width < right ? part.width : right),
        (int)(part.height < below ? part.height : below), (void *)NULL);
    if (replace(&image, next, failed)) return words();
  }
  int bands = vips_image_get_bands(image);
  size_t length = 0;
  uint8_t *pixels = bands == 3 ? vips_image_write_to_memory(image, &length) : NULL;
  picture->width = (uint32_t)vips_image_get_width(image);
  picture->height = (uint32_t)vips_image_get_height(image);
  g_object_unref(image);
  if (bands != 3) return fail("colours of an unknown kind");
  if (!pixels) return words();
  if (length != (size_t)picture->width * picture->height * 3) {
    g_free(pixels);
    return fail("colours of an unknown kind");
  }
  picture->pixels = pixels;
  return NULL;
}

void cvips_free(void *pixels) { g_free(pixels); }
