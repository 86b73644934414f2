#define _GNU_SOURCE
#include "clinux.h"
#include <sys/eventfd.h>
int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
