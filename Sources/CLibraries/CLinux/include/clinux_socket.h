#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Unix stream sockets, for what Swift cannot name (struct ucred, O_PATH, accept4). All return -1 with errno.

// Holds a file or folder without opening it for reading or writing (O_PATH), closed on exec.
int clinux_hold(const char *path);
// Opens a folder for use as a place only (O_PATH), closed on exec.
int clinux_open_place(const char *path);
// A stream socket, closed on exec; its calls block unless asked otherwise.
int clinux_unix_socket(void);
// Binds or connects to `name` in the folder `place`. The address goes through /proc/self/fd, so the folder's path may be
// longer than the 107 bytes of sun_path; only `name` is limited, to CLINUX_UNIX_NAME_MAX bytes (else ENAMETOOLONG).
#define CLINUX_UNIX_NAME_MAX 80
int clinux_unix_bind(int socket, int place, const char *name);
int clinux_unix_connect(int socket, int place, const char *name);
// Takes a waiting connection, non-blocking and closed on exec.
int clinux_unix_accept(int listener);
// Who opened the other end (SO_PEERCRED): the process that connected, or that called listen().
int clinux_unix_peer(int socket, int32_t *pid, uint32_t *uid);
// send() and recv() that neither block nor raise SIGPIPE.
ssize_t clinux_unix_send(int socket, const void *bytes, size_t count);
ssize_t clinux_unix_receive(int socket, void *bytes, size_t count);
