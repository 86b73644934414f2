#pragma once
#include <errno.h>
#include <sys/epoll.h>

/* Sets of descriptors that one can wait for as if they were one. All return 0 or more, or -errno. */

/* A descriptor that is readable while one of its set is. */
static inline int clinux_gather(void) {
  int set = epoll_create1(EPOLL_CLOEXEC);
  return set < 0 ? -errno : set;
}

static inline int clinux_gather_add(int set, int descriptor) {
  struct epoll_event wish = {.events = EPOLLIN};
  return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &wish) < 0 ? -errno : 0;
}

static inline int clinux_gather_remove(int set, int descriptor) {
  struct epoll_event wish = {.events = EPOLLIN};
  return epoll_ctl(set, EPOLL_CTL_DEL, descriptor, &wish) < 0 ? -errno : 0;
}
