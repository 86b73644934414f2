// Runs a program as systemd would run a unit of Type=notify, and prints how long it took until it said READY=1, in
// milliseconds, on its own line; then the program's process id. Ends when the program does.
//
//   ready COMMAND [ARGUMENT…]
//
// The protocol is sd_notify(3)'s: datagrams to the socket that NOTIFY_SOCKET names. Exits 1 if the program ended before.
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

int main(int count, char **arguments) {
  if (count < 2) return fprintf(stderr, "usage: ready COMMAND [ARGUMENT…]\n"), 64;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char name[64];
  // An abstract name: nothing is left behind.
  snprintf(name, sizeof name, "@booth-bench-%d", getpid());
  memcpy(address.sun_path, name, strlen(name));
  address.sun_path[0] = 0;
  int listener = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + strlen(name);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) < 0)
    return fprintf(stderr, "ready: no socket: %s\n", strerror(errno)), 1;
  // Looks up now and then whether the program still runs.
  struct timeval patience = {.tv_usec = 100000};
  setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setenv("NOTIFY_SOCKET", name, 1);
  double began = now();
  pid_t program = fork();
  if (program == 0) {
    execvp(arguments[1], arguments + 1);
    fprintf(stderr, "ready: %s: %s\n", arguments[1], strerror(errno));
    _exit(127);
  }
  int isReady = 0, status = 0;
  for (;;) {
    char message[4096];
    ssize_t got = recv(listener, message, sizeof message - 1, 0);
    message[got < 0 ? 0 : got] = 0;
    if (!isReady && (!strncmp(message, "READY=1", 7) || strstr(message, "\nREADY=1"))) {
      isReady = 1;
      printf("%.1f\n%d\n", now() - began, (int)program);
      fflush(stdout);
    }
    if (waitpid(program, &status, WNOHANG) == program) return isReady ? 0 : 1;
  }
}
