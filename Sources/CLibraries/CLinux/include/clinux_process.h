#pragma once
#include <sys/types.h>

// A process of our own at the other end of a socket pair. All return -1 with errno.

// Two connected stream sockets, closed on exec; calls of the first never block.
int clinux_socket_pair(int pair[2]);
// Starts a program whose standard input is `socket`. Its output goes nowhere, it has no other descriptor, default
// signals, and a process group of its own, so that a Ctrl-C in the terminal is not for it. Returns its process id.
pid_t clinux_spawn(const char *program, char *const arguments[], char *const environment[], int socket);
// In the new process: the kernel kills it when the thread that started it ends, so too if `parent` has ended already.
int clinux_end_with(pid_t parent);
// A descriptor that is readable once the child has ended.
int clinux_watch_process(pid_t child);
