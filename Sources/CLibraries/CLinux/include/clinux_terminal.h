#pragma once
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/* What terminals need that Swift cannot do: signal handlers, restoring in a crash, thread-local locales.
   All return -errno where they fail. */

/* Terminals whose appearance or line settings must be given back however the process ends: exit(), a fatal signal.
   The first call registers with atexit() and installs handlers for SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS
   and SIGABRT, which restore and hand on to whatever was installed before. At most 8 at a time; forked children that
   exit restore nothing. `restore` (at most 128 bytes) is copied, and written when the guard is used. */
int clinux_terminal_guard_output(int fd, const uint8_t *restore, size_t length);
/* The same for line settings. */
int clinux_terminal_guard_settings(int fd, const struct termios *settings);
/* Forgets a guard by what the calls above returned. */
void clinux_terminal_release(int guard);
/* Gives one guarded terminal back, as below; the guard stays. */
void clinux_terminal_restore(int guard);
/* Gives every guarded terminal back, now. Async-signal-safe; waits at most 0.2 s for each. */
void clinux_terminal_restore_all(void);

/* Returns an eventfd to whose counter every SIGWINCH adds 1, and every SIGCONT 2^32, until it is unwatched; handlers
   installed before are called too. At most 8 at a time. The descriptor stays this module's: never close it. */
int clinux_terminal_watch(void);
void clinux_terminal_unwatch(int event_fd);

/* The size in columns and rows; 0 where the terminal does not know. */
int clinux_terminal_size(int fd, int *columns, int *rows);
int clinux_terminal_set_size(int fd, int columns, int rows);

/* Columns a Unicode scalar takes: 0, 1 or 2; -1 for control characters and what the C library does not know.
   By wcwidth() in the locale C.UTF-8, without touching the process's locale. */
int clinux_column_width(uint32_t scalar);
