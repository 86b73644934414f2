#define _GNU_SOURCE
#include "clinux_process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_socket_pair(int pair[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) return -1;
  if (fcntl(pair[0], F_SETFL, O_NONBLOCK) == 0) return 0;
  int reason = errno;
  close(pair[0]);
  close(pair[1]);
  errno = reason;
  return -1;
}

pid_t clinux_spawn(const char *program, char *const arguments[], char *const environment[], int socket) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  pid_t child = -1;
  int error = posix_spawn_file_actions_init(&files);
  if (error) goto out;
  error = posix_spawnattr_init(&attributes);
  if (error) goto out_files;
  sigemptyset(&none);
  sigfillset(&all);
  if (!error) error = posix_spawn_file_actions_adddup2(&files, socket, 0);
  if (!error) error = posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  if (!error) error = posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&files, 3);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  if (!error) error = posix_spawn(&child, program, &files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
out_files:
  posix_spawn_file_actions_destroy(&files);
out:
  if (!error) return child;
  errno = error;
  return -1;
}

int clinux_end_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return -1;
  if (getppid() == parent) return 0;
  errno = ESRCH;
  return -1;
}

int clinux_watch_process(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }
