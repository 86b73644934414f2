#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
static const int     CFFMPEG_AVERROR_EOF    = AVERROR_EOF;
static const int     CFFMPEG_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int64_t CFFMPEG_AV_NOPTS_VALUE = AV_NOPTS_VALUE;
