#include "calsa.h"
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CALSA_CALLS(X) \
  X(snd_strerror) X(snd_lib_error_set_handler) X(snd_pcm_open) X(snd_pcm_close) X(snd_pcm_start) X(snd_pcm_wait) \
  X(snd_pcm_avail) X(snd_pcm_htimestamp) X(snd_pcm_readi) X(snd_pcm_recover) X(snd_pcm_hw_params) \
  X(snd_pcm_hw_params_malloc) X(snd_pcm_hw_params_free) X(snd_pcm_hw_params_any) X(snd_pcm_hw_params_set_access) \
  X(snd_pcm_hw_params_set_format) X(snd_pcm_hw_params_set_channels) X(snd_pcm_hw_params_set_rate) \
  X(snd_pcm_hw_params_set_buffer_time_near) X(snd_pcm_hw_params_set_period_time_near) X(snd_pcm_sw_params) \
  X(snd_pcm_sw_params_malloc) X(snd_pcm_sw_params_free) X(snd_pcm_sw_params_current) \
  X(snd_pcm_sw_params_set_tstamp_mode) X(snd_pcm_sw_params_set_tstamp_type)

/* The functions with the types that the header gives them, and none of their symbols. */
static struct {
#define X(name) __typeof__(&name) name;
  CALSA_CALLS(X)
#undef X
} alsa;
static pthread_once_t calsa_once = PTHREAD_ONCE_INIT;
static int calsa_is_loaded;

/* The library's own complaints would go to the terminal, where the booth's pictures are. */
static void calsa_say_nothing(const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

static void calsa_load_once(void) {
  void *library = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define X(name) \
  alsa.name = (__typeof__(&name))dlsym(library, #name); \
  if (!alsa.name) return;
  CALSA_CALLS(X)
#undef X
  alsa.snd_lib_error_set_handler(calsa_say_nothing);
  calsa_is_loaded = 1;
}

int calsa_load(void) {
  pthread_once(&calsa_once, calsa_load_once);
  return calsa_is_loaded ? 0 : -ENOENT;
}

const char *calsa_words(int code) { return calsa_is_loaded ? alsa.snd_strerror(code) : strerror(-code); }

struct calsa_capture {
  snd_pcm_t *pcm;
  int64_t samples_per_second;
};

static int calsa_set_up(calsa_capture *held, const char **step) {
  snd_pcm_hw_params_t *hardware = NULL;
  snd_pcm_sw_params_t *software = NULL;
  unsigned buffer = 500000, period = 20000; /* microseconds */
  int code;
  *step = "memory";
  if ((code = alsa.snd_pcm_hw_params_malloc(&hardware)) < 0) return code;
  if ((code = alsa.snd_pcm_sw_params_malloc(&software)) < 0) goto end;
  *step = "its parameters";
  if ((code = alsa.snd_pcm_hw_params_any(held->pcm, hardware)) < 0) goto end;
  *step = "interleaved reading";
  if ((code = alsa.snd_pcm_hw_params_set_access(held->pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED)) < 0) goto end;
  *step = "16-bit samples";
  if ((code = alsa.snd_pcm_hw_params_set_format(held->pcm, hardware, SND_PCM_FORMAT_S16)) < 0) goto end;
  *step = "one channel";
  if ((code = alsa.snd_pcm_hw_params_set_channels(held->pcm, hardware, 1)) < 0) goto end;
  *step = "the sample rate";
  if ((code = alsa.snd_pcm_hw_params_set_rate(held->pcm, hardware, (unsigned)held->samples_per_second, 0)) < 0) goto end;
  *step = "its buffer";
  if ((code = alsa.snd_pcm_hw_params_set_buffer_time_near(held->pcm, hardware, &buffer, NULL)) < 0) goto end;
  if ((code = alsa.snd_pcm_hw_params_set_period_time_near(held->pcm, hardware, &period, NULL)) < 0) goto end;
  *step = "its parameters together";
  if ((code = alsa.snd_pcm_hw_params(held->pcm, hardware)) < 0) goto end;
  *step = "timestamps";
  if ((code = alsa.snd_pcm_sw_params_current(held->pcm, software)) < 0) goto end;
  if ((code = alsa.snd_pcm_sw_params_set_tstamp_mode(held->pcm, software, SND_PCM_TSTAMP_ENABLE)) < 0) goto end;
  if ((code = alsa.snd_pcm_sw_params_set_tstamp_type(held->pcm, software, SND_PCM_TSTAMP_TYPE_MONOTONIC)) < 0) goto end;
  if ((code = alsa.snd_pcm_sw_params(held->pcm, software)) < 0) goto end;
  *step = "starting it";
  code = alsa.snd_pcm_start(held->pcm);
end:
  if (software) alsa.snd_pcm_sw_params_free(software);
  alsa.snd_pcm_hw_params_free(hardware);
  return code;
}

calsa_capture *calsa_open(const char *device, unsigned samples_per_second, int *code, const char **step) {
  *step = "libasound2, which is not installed";
  if ((*code = calsa_load()) < 0) return NULL;
  calsa_capture *held = calloc(1, sizeof *held);
  *step = "memory";
  *code = -ENOMEM;
  if (!held) return NULL;
  held->samples_per_second = samples_per_second;
  *step = "opening it";
  *code = alsa.snd_pcm_open(&held->pcm, device, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK);
  if (*code >= 0) *code = calsa_set_up(held, step);
  if (*code >= 0) return held;
  calsa_close(held);
  return NULL;
}

void calsa_close(calsa_capture *held) {
  if (held->pcm) alsa.snd_pcm_close(held->pcm);
  free(held);
}

/* After an overrun or a suspend the device counts on from now; 0, or why it does not. */
static int calsa_recover(calsa_capture *held, int code) {
  if (code != -EPIPE && code != -ESTRPIPE && code != -EINTR) return code;
  if ((code = alsa.snd_pcm_recover(held->pcm, code, 1)) < 0) return code;
  code = alsa.snd_pcm_start(held->pcm);
  return code == -EBADFD ? 0 : code; /* it is running */
}

int calsa_wait(calsa_capture *held, int milliseconds) {
  int code = alsa.snd_pcm_wait(held->pcm, milliseconds);
  return code < 0 ? calsa_recover(held, code) : code;
}

int calsa_read(calsa_capture *held, int16_t *samples, int capacity, int64_t *nanoseconds) {
  snd_pcm_sframes_t there = alsa.snd_pcm_avail(held->pcm);
  if (there < 0) return calsa_recover(held, (int)there);
  if (there == 0) return 0;
  snd_pcm_uframes_t counted = 0;
  snd_htimestamp_t moment = {0};
  int code = alsa.snd_pcm_htimestamp(held->pcm, &counted, &moment);
  /* Plugins without hardware keep no time: then it is now that so many samples were there. */
  if (code < 0 || (moment.tv_sec == 0 && moment.tv_nsec == 0)) {
    clock_gettime(CLOCK_MONOTONIC, &moment);
    counted = (snd_pcm_uframes_t)there;
  }
  snd_pcm_sframes_t read = alsa.snd_pcm_readi(held->pcm, samples, (snd_pcm_uframes_t)(there < capacity ? there : capacity));
  if (read == -EAGAIN) return 0;
  if (read < 0) return calsa_recover(held, (int)read);
  *nanoseconds = (int64_t)moment.tv_sec * 1000000000 + moment.tv_nsec
      - (int64_t)counted * 1000000000 / held->samples_per_second;
  return (int)read;
}
