#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

/* FFmpeg brings 130 other libraries along, which take longer to load than the whole rest of the program and more memory
   than the booth has of its own. So the program is not linked with it: it is loaded when something is first recorded or
   drawn with it. See calls.c. */

static const int     CFFMPEG_AVERROR_EOF    = AVERROR_EOF;
static const int     CFFMPEG_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int64_t CFFMPEG_AV_NOPTS_VALUE = AV_NOPTS_VALUE;

/* Loads the libraries whose headers this was compiled with: NULL when they are there, otherwise the loader's words,
   which stay valid. From any thread; only the first call takes long (some ten milliseconds, seconds from a cold disk). */
const char *cffmpeg_load(void);
