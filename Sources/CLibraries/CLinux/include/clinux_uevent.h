#pragma once
#include <errno.h>
#include <linux/netlink.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

/* What the kernel tells of devices that come, go and change (NETLINK_KOBJECT_UEVENT). All return 0 or more, or -errno. */

/* A socket that hears the kernel, closed on exec. */
static inline int clinux_uevent_open(void) {
  int hears = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  struct sockaddr_nl group = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (hears < 0) return -errno;
  if (bind(hears, (struct sockaddr *)&group, sizeof group) == 0) return hears;
  int reason = errno;
  close(hears);
  return -reason;
}

/* One message of the kernel's, zero-separated words; 0 when there is none. What other programs sent is passed over. */
static inline ssize_t clinux_uevent_read(int hears, void *bytes, size_t size) {
  while (1) {
    struct sockaddr_nl sender = {.nl_family = 0};
    socklen_t length = sizeof sender;
    ssize_t count = recvfrom(hears, bytes, size, MSG_DONTWAIT, (struct sockaddr *)&sender, &length);
    /* ENOBUFS: more came than there was room for; something has changed, and the caller looks anyway. */
    if (count < 0) return errno == EAGAIN ? 0 : errno == EINTR ? 0 : -errno;
    if (sender.nl_pid == 0 && count > 0) return count;
  }
}
