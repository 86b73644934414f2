#pragma once
#include <linux/fb.h>
#include <stdint.h>
#include <sys/ioctl.h>

/* Swift does not import _IOW() macros. It waits for the display's next refresh, in some drivers for ever. */
static const unsigned long CLINUX_FBIO_WAITFORVSYNC = FBIO_WAITFORVSYNC;
