#pragma once
#include <stdint.h>

/* What a microphone needs of libasound, which is loaded with the first call and not before: a booth without sound never
   touches it, and a machine without it is one without a microphone. Numbers are -errno where something failed. */

/* 0, or -ENOENT where there is no libasound on this machine. */
int calsa_load(void);
/* What a number means, in the library's words. */
const char *calsa_words(int code);

/* One capture device that is open and counting. For one thread. */
typedef struct calsa_capture calsa_capture;

/* Opens a device by ALSA's name for it and starts it: one channel of 16-bit samples. NULL with a negative *code and what
   was refused in *step where it fails. Does not wait for a device that is busy, but may for one that is broken. */
calsa_capture *calsa_open(const char *device, unsigned samples_per_second, int *code, const char **step);
void calsa_close(calsa_capture *held);
/* Waits for samples: 1 there are some, 0 none in this time, or negative. */
int calsa_wait(calsa_capture *held, int milliseconds);
/* Reads what is there: how many samples, and when the first was captured (CLOCK_MONOTONIC, nanoseconds). 0 where there
   are none, or where the device had lost some and was started again. */
int calsa_read(calsa_capture *held, int16_t *samples, int capacity, int64_t *nanoseconds);
