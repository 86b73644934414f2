#define _GNU_SOURCE
#include "clinux_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int clinux_hold(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int clinux_open_place(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }

int clinux_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

static int address(struct sockaddr_un *address, int place, const char *name) {
  if (strlen(name) > CLINUX_UNIX_NAME_MAX) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  int length = snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", place, name);
  if (length < 0 || (size_t)length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  return 0;
}

int clinux_unix_bind(int socket, int place, const char *name) {
  struct sockaddr_un where;
  if (address(&where, place, name) != 0) return -1;
  return bind(socket, (struct sockaddr *)&where, sizeof where);
}

int clinux_unix_connect(int socket, int place, const char *name) {
  struct sockaddr_un where;
  if (address(&where, place, name) != 0) return -1;
  return connect(socket, (struct sockaddr *)&where, sizeof where);
}

int clinux_unix_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int clinux_unix_peer(int socket, int32_t *pid, uint32_t *uid) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  return 0;
}

ssize_t clinux_unix_send(int socket, const void *bytes, size_t count) {
  return send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t clinux_unix_receive(int socket, void *bytes, size_t count) {
  return recv(socket, bytes, count, MSG_DONTWAIT);
}
