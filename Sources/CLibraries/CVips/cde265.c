#include "cvips.h"
#include <dlfcn.h>

/* What is called of libde265.so.0 (1.0), with the types of its header; its objects stay opaque. */
typedef struct de265_decoder_context de265_decoder_context;

static de265_decoder_context *(*de265_new_decoder)(void);
static int (*de265_free_decoder)(de265_decoder_context *);
static int (*de265_push_NAL)(de265_decoder_context *, const void *, int, int64_t, void *);
static int (*de265_flush_data)(de265_decoder_context *);
static int (*de265_decode)(de265_decoder_context *, int *);
static int (*de265_get_warning)(de265_decoder_context *);
static const void *(*de265_get_next_picture)(de265_decoder_context *);

static int begin(void) {
  static int is_there;
  if (is_there) return 1;
  void *library = dlopen("libde265.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define FIND(name) \
  if (!(name = (__typeof__(name))dlsym(library, #name))) return 0;
  FIND(de265_new_decoder)
  FIND(de265_free_decoder)
  FIND(de265_push_NAL)
  FIND(de265_flush_data)
  FIND(de265_decode)
  FIND(de265_get_warning)
  FIND(de265_get_next_picture)
  is_there = 1;
  return 1;
}

/* Numbers of its header, de265_error: of its warnings those that a whole picture does not have. */
static int is_damage(int warning) {
  switch (warning) {
    case 1002: /* PREMATURE_END_OF_SLICE_SEGMENT */
    case 1004: /* CTB_OUTSIDE_IMAGE_AREA */
    case 1007: /* SLICEHEADER_INVALID */
    case 1017: /* EOSS_BIT_NOT_SET */
    case 1020: /* SLICE_SEGMENT_ADDRESS_INVALID */
    case 1021: /* DEPENDENT_SLICE_WITH_ADDRESS_ZERO */
      return 1;
    default: return 0;
  }
}

int cde265_check(const uint8_t *units, size_t count) {
  if (!begin()) return -1;
  de265_decoder_context *decoder = de265_new_decoder();
  if (!decoder) return -1;
  int is_damaged = 0, pictures = 0;
  for (size_t at = 0; at + 4 <= count && !is_damaged;) {
    size_t length = (size_t)units[at] << 24 | (size_t)units[at + 1] << 16 | (size_t)units[at + 2] << 8 | units[at + 3];
    if (length > count - at - 4 || length > INT32_MAX) is_damaged = 1;
    else is_damaged = de265_push_NAL(decoder, units + at + 4, (int)length, 0, NULL) != 0;
    at += 4 + length;
  }
  if (!is_damaged) is_damaged = de265_flush_data(decoder) != 0;
  /* One picture takes a few turns; a decoder that turns for ever has met with nonsense. */
  int more = 1, turns = 0;
  while (more && !is_damaged) {
    is_damaged = de265_decode(decoder, &more) != 0 || ++turns > 100000;
    while (de265_get_next_picture(decoder)) pictures++;
    for (int warning; (warning = de265_get_warning(decoder));) is_damaged |= is_damage(warning);
  }
  de265_free_decoder(decoder);
  return is_damaged || !pictures;
}
