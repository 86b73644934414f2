#define _GNU_SOURCE
#include "clinux_sync.h"

#include <unistd.h>

int clinux_syncfs(int file) { return syncfs(file); }
