#pragma once
#include <stddef.h>
#include <stdint.h>

/* Little CMS reports faults to a function of C, and its formats are macros that Swift does not see. No type of the library is in
   this. Any thread. */

typedef enum clcms_result {
  CLCMS_FINE = 0,
  CLCMS_DAMAGED = 1,
  /* A profile, and not of a device that takes red, green and blue. */
  CLCMS_UNFIT = 2,
} clcms_result;

/* Turns `count` pixels of sRGB into the colours of a device, by its ICC profile; perceptually, where the profile tells how. A pixel is
   four bytes, blue, green, red and one that stays as it is. With no pixels only the profile is looked at.
   `message` says what is wrong: of a damaged one the library's words, of an unfit one its colour space or class, four signs. */
clcms_result clcms_to_device(
    const uint8_t *profile, size_t profile_count, uint32_t *pixels, size_t count, char *message, size_t message_count);
