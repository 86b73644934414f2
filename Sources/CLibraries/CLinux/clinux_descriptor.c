#define _GNU_SOURCE
#include "clinux_descriptor.h"
#include <stdio.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int clinux_memory_file(const void *bytes, size_t count) {
  int file = memfd_create("picture", MFD_CLOEXEC);
  if (file < 0) return -1;
  const char *from = bytes;
  while (count > 0) {
    ssize_t done = write(file, from, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      int reason = errno;
      close(file);
      errno = reason;
      return -1;
    }
    from += done;
    count -= (size_t)done;
  }
  return lseek(file, 0, SEEK_SET) < 0 ? -1 : file;
}

ssize_t clinux_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec piece = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  memset(&control, 0, sizeof control);
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(&control.header), &descriptor, sizeof(int));
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t clinux_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec piece = {bytes, count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *descriptor = -1;
  ssize_t got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got < 0) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  return got;
}

int clinux_limit_memory(size_t bytes) {
  struct rlimit memory = {bytes, bytes}, core = {0, 0};
  setrlimit(RLIMIT_CORE, &core);
  return setrlimit(RLIMIT_AS, &memory);
}

int clinux_limit_data(size_t bytes) {
  struct rlimit data;
  if (getrlimit(RLIMIT_DATA, &data)) return -1;
  data.rlim_cur = bytes < data.rlim_max ? bytes : data.rlim_max;
  /* A thread's stack counts as filled, whatever it uses. */
  pthread_attr_t threads;
  if (pthread_attr_init(&threads) == 0) {
    pthread_attr_setstacksize(&threads, 1 << 20);
    pthread_setattr_default_np(&threads);
    pthread_attr_destroy(&threads);
  }
  return setrlimit(RLIMIT_DATA, &data);
}

int clinux_output_failed(void) { return ferror(stdout) != 0; }
