#pragma once
#include <stddef.h>
#include <sys/types.h>

// Open files that go from one process to another. All return -1 with errno.

// A file in memory only, closed on exec, with these bytes in it, at its beginning.
int clinux_memory_file(const void *bytes, size_t count);
// Sends bytes, at least one, and with them an open file. Neither blocks nor raises SIGPIPE.
ssize_t clinux_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);
// Receives what one call sent; `*descriptor` is the file, closed on exec, or -1 where none came. Waits.
ssize_t clinux_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor);
// The most memory this process may map, in bytes, and no core files of it.
int clinux_limit_memory(size_t bytes);
// The most memory this process may have of its own, in bytes, until that is said again; threads that are started later get stacks of
// a megabyte.
int clinux_limit_data(size_t bytes);

// Whether something that was written to `stdout` did not arrive, now or before (ferror(3)). Swift cannot reach `stdout` from
// any thread.
int clinux_output_failed(void);
