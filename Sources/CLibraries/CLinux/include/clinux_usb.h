#pragma once
#include <linux/usbdevice_fs.h>
#include <sys/ioctl.h>

/* Swift does not import _IO() macros. */
static const unsigned long CLINUX_USBDEVFS_RESET = USBDEVFS_RESET;
