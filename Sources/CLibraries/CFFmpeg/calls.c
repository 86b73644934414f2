#define _GNU_SOURCE
#include "CFFmpeg.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Each of FFmpeg's functions that the program calls, under its own name: it looks for the real one in the libraries that
   were loaded, remembers it and calls it. The headers' declarations hold every line below to the right types; a function
   that is missing here is an undefined symbol when the program is linked. */

/* Not seen by the libraries themselves, which have names like these too. */
#define OURS __attribute__((visibility("hidden")))

#define WORDS(x) #x
#define LIBRARY(name, major) "lib" name ".so." WORDS(major)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *format, *scale;
static char *failure;

static void load(void) {
  /* libavformat brings libavcodec and libavutil. */
  format = dlopen(LIBRARY("avformat", LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (format) scale = dlopen(LIBRARY("swscale", LIBSWSCALE_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (scale) return;
  const char *words = dlerror();
  if (asprintf(&failure, "%s", words ? words : "the libraries cannot be loaded") < 0) failure = "not enough memory";
}

const char *cffmpeg_load(void) {
  pthread_once(&once, load);
  return failure;
}

static void *find(const char *name) {
  const char *words = cffmpeg_load();
  void *found = words ? NULL : dlsym(format, name);
  if (!words && !found) found = dlsym(scale, name);
  if (found) return found;
  /* Only where the caller did not ask cffmpeg_load() first, or the library is not what its name says. */
  fprintf(stderr, "booth: FFmpeg's %s is not there: %s\n", name, words ? words : "another version of the library?");
  abort();
}

#define FIND(R, name, types) \
  static void *known; \
  void *now = __atomic_load_n(&known, __ATOMIC_RELAXED); \
  if (!now) __atomic_store_n(&known, now = find(#name), __ATOMIC_RELAXED); \
  R(*found) types = (R(*) types)now

#define CALL0(R, name) OURS R name(void) { FIND(R, name, (void)); return found(); }
#define CALL1(R, name, A) OURS R name(A a) { FIND(R, name, (A)); return found(a); }
#define CALL2(R, name, A, B) OURS R name(A a, B b) { FIND(R, name, (A, B)); return found(a, b); }
#define CALL3(R, name, A, B, C) OURS R name(A a, B b, C c) { FIND(R, name, (A, B, C)); return found(a, b, c); }
#define CALL4(R, name, A, B, C, D) \
  OURS R name(A a, B b, C c, D d) { \
    FIND(R, name, (A, B, C, D)); \
    return found(a, b, c, d); \
  }
#define CALL6(R, name, A, B, C, D, E, F) \
  OURS R name(A a, B b, C c, D d, E e, F f) { \
    FIND(R, name, (A, B, C, D, E, F)); \
    return found(a, b, c, d, e, f); \
  }
#define CALL7(R, name, A, B, C, D, E, F, G) \
  OURS R name(A a, B b, C c, D d, E e, F f, G g) { \
    FIND(R, name, (A, B, C, D, E, F, G)); \
    return found(a, b, c, d, e, f, g); \
  }
#define CALL8(R, name, A, B, C, D, E, F, G, H) \
  OURS R name(A a, B b, C c, D d, E e, F f, G g, H h) { \
    FIND(R, name, (A, B, C, D, E, F, G, H)); \
    return found(a, b, c, d, e, f, g, h); \
  }
#define CALL10(R, name, A, B, C, D, E, F, G, H, I, J) \
  OURS R name(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j) { \
    FIND(R, name, (A, B, C, D, E, F, G, H, I, J)); \
    return found(a, b, c, d, e, f, g, h, i, j); \
  }

CALL2(int, av_channel_layout_copy, AVChannelLayout *, const AVChannelLayout *)
CALL2(void, av_channel_layout_default, AVChannelLayout *, int)
CALL2(AVRational, av_d2q, double, int)
CALL6(int, av_find_best_stream, AVFormatContext *, enum AVMediaType, int, int, const AVCodec **, int)
CALL1(const AVInputFormat *, av_find_input_format, const char *)
CALL0(AVFrame *, av_frame_alloc)
CALL2(int, av_frame_copy, AVFrame *, const AVFrame *)
CALL1(void, av_frame_free, AVFrame **)
CALL2(int, av_frame_get_buffer, AVFrame *, int)
CALL1(int, av_frame_make_writable, AVFrame *)
CALL3(AVRational, av_guess_sample_aspect_ratio, AVFormatContext *, AVStream *, AVFrame *)
CALL1(void, av_log_set_level, int)
CALL4(int, av_opt_set, void *, const char *, const char *, int)
CALL0(AVPacket *, av_packet_alloc)
CALL1(void, av_packet_free, AVPacket **)
CALL3(void, av_packet_rescale_ts, AVPacket *, AVRational, AVRational)
CALL1(void, av_packet_unref, AVPacket *)
CALL1(const AVPixFmtDescriptor *, av_pix_fmt_desc_get, enum AVPixelFormat)
CALL2(int, av_read_frame, AVFormatContext *, AVPacket *)
CALL3(uint8_t *, av_stream_get_side_data, const AVStream *, enum AVPacketSideDataType, size_t *)
CALL3(int, av_strerror, int, char *, size_t)
CALL2(int, av_write_frame, AVFormatContext *, AVPacket *)
CALL1(int, av_write_trailer, AVFormatContext *)
CALL1(AVCodecContext *, avcodec_alloc_context3, const AVCodec *)
CALL1(const AVCodec *, avcodec_find_decoder, enum AVCodecID)
CALL1(const AVCodec *, avcodec_find_encoder_by_name, const char *)
CALL1(void, avcodec_free_context, AVCodecContext **)
CALL1(const char *, avcodec_get_name, enum AVCodecID)
CALL3(int, avcodec_open2, AVCodecContext *, const AVCodec *, AVDictionary **)
CALL2(int, avcodec_parameters_from_context, AVCodecParameters *, const AVCodecContext *)
CALL2(int, avcodec_parameters_to_context, AVCodecContext *, const AVCodecParameters *)
CALL2(int, avcodec_receive_frame, AVCodecContext *, AVFrame *)
CALL2(int, avcodec_receive_packet, AVCodecContext *, AVPacket *)
CALL2(int, avcodec_send_frame, AVCodecContext *, const AVFrame *)
CALL2(int, avcodec_send_packet, AVCodecContext *, const AVPacket *)
CALL4(int, avformat_alloc_output_context2, AVFormatContext **, const AVOutputFormat *, const char *, const char *)
CALL1(void, avformat_close_input, AVFormatContext **)
CALL1(void, avformat_free_context, AVFormatContext *)
CALL2(AVStream *, avformat_new_stream, AVFormatContext *, const AVCodec *)
CALL4(int, avformat_open_input, AVFormatContext **, const char *, const AVInputFormat *, AVDictionary **)
CALL2(int, avformat_write_header, AVFormatContext *, AVDictionary **)
CALL1(int, avio_closep, AVIOContext **)
CALL3(int, avio_open, AVIOContext **, const char *, int)
CALL1(void, sws_freeContext, struct SwsContext *)
CALL1(const int *, sws_getCoefficients, int)
CALL10(struct SwsContext *, sws_getContext, int, int, enum AVPixelFormat, int, int, enum AVPixelFormat, int, SwsFilter
  *, SwsFilter *, const double *)
CALL7(int, sws_scale, struct SwsContext *, const uint8_t *const *, const int *, int, int, uint8_t *const *, const int
  *)
CALL8(int, sws_setColorspaceDetails, struct SwsContext *, const int *, int, const int *, int, int, int, int)
