#pragma once
#include <errno.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

/* Swift imports neither _IOWR() nor v4l2_fourcc() macros: each becomes a typed constant here. */
static const unsigned long CLINUX_VIDIOC_QUERYCAP = VIDIOC_QUERYCAP;
static const unsigned long CLINUX_VIDIOC_ENUM_FMT = VIDIOC_ENUM_FMT;
static const unsigned long CLINUX_VIDIOC_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long CLINUX_VIDIOC_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long CLINUX_VIDIOC_S_FMT = VIDIOC_S_FMT;
static const unsigned long CLINUX_VIDIOC_G_PARM = VIDIOC_G_PARM;
static const unsigned long CLINUX_VIDIOC_S_PARM = VIDIOC_S_PARM;
static const unsigned long CLINUX_VIDIOC_REQBUFS = VIDIOC_REQBUFS;
static const unsigned long CLINUX_VIDIOC_QUERYBUF = VIDIOC_QUERYBUF;
static const unsigned long CLINUX_VIDIOC_QBUF = VIDIOC_QBUF;
static const unsigned long CLINUX_VIDIOC_DQBUF = VIDIOC_DQBUF;
static const unsigned long CLINUX_VIDIOC_STREAMON = VIDIOC_STREAMON;
static const unsigned long CLINUX_VIDIOC_STREAMOFF = VIDIOC_STREAMOFF;
static const unsigned long CLINUX_VIDIOC_QUERYCTRL = VIDIOC_QUERYCTRL;
static const unsigned long CLINUX_VIDIOC_QUERYMENU = VIDIOC_QUERYMENU;
static const unsigned long CLINUX_VIDIOC_G_CTRL = VIDIOC_G_CTRL;
static const unsigned long CLINUX_VIDIOC_S_CTRL = VIDIOC_S_CTRL;
static const unsigned int CLINUX_V4L2_CTRL_NEXT = V4L2_CTRL_FLAG_NEXT_CTRL;

/* One ioctl, again for as long as a signal interrupts it: 0 or more, or -errno. */
static inline int clinux_ioctl(int descriptor, unsigned long request, void *argument) {
  int result;
  do result = ioctl(descriptor, request, argument);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}
