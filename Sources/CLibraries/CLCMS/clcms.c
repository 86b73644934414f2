#include "clcms.h"
#include <lcms2.h>
#include <stdio.h>

typedef struct words {
  char *text;
  size_t count;
} words;

/* The first fault is the cause of those that follow. */
static void note_fault(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)code;
  words *to = cmsGetContextUserData(context);
  if (to->count && !to->text[0]) snprintf(to->text, to->count, "%s", text);
}

static clcms_result unfit(words *to, uint32_t signature) {
  char signs[5] = {0};
  for (int place = 0; place < 4; place++) {
    char sign = (char)(signature >> (24 - 8 * place));
    signs[place] = sign >= 0x20 && sign < 0x7f ? sign : '?';
  }
  snprintf(to->text, to->count, "%s", signs);
  return CLCMS_UNFIT;
}

static clcms_result convert(cmsContext context, cmsHPROFILE device, uint32_t *pixels, size_t count, words *to) {
  if (cmsGetColorSpace(device) != cmsSigRgbData) return unfit(to, cmsGetColorSpace(device));
  cmsProfileClassSignature kind = cmsGetDeviceClass(device);
  if (kind != cmsSigOutputClass && kind != cmsSigDisplayClass && kind != cmsSigColorSpaceClass) return unfit(to, kind);
  cmsHPROFILE srgb = cmsCreate_sRGBProfileTHR(context);
  if (!srgb) return CLCMS_DAMAGED;
  cmsHTRANSFORM transform = cmsCreateTransformTHR(
      context, srgb, TYPE_BGRA_8, device, TYPE_BGRA_8, INTENT_PERCEPTUAL, cmsFLAGS_COPY_ALPHA | cmsFLAGS_BLACKPOINTCOMPENSATION);
  cmsCloseProfile(srgb);
  if (!transform) return CLCMS_DAMAGED;
  while (count) {
    cmsUInt32Number now = count > 1 << 20 ? 1 << 20 : (cmsUInt32Number)count;
    cmsDoTransform(transform, pixels, pixels, now);
    pixels += now;
    count -= now;
  }
  cmsDeleteTransform(transform);
  return CLCMS_FINE;
}

clcms_result clcms_to_device(
    const uint8_t *profile, size_t profile_count, uint32_t *pixels, size_t count, char *message, size_t message_count) {
  words to = {message, message_count};
  if (message_count) message[0] = 0;
  if (profile_count > UINT32_MAX) return CLCMS_DAMAGED;
  cmsContext context = cmsCreateContext(NULL, &to);
  if (!context) return CLCMS_DAMAGED;
  cmsSetLogErrorHandlerTHR(context, note_fault);
  cmsHPROFILE device = cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)profile_count);
  clcms_result result = CLCMS_DAMAGED;
  if (device) {
    result = convert(context, device, pixels, count, &to);
    cmsCloseProfile(device);
  }
  cmsDeleteContext(context);
  return result;
}
