#define _GNU_SOURCE
#include "clinux_terminal.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { GUARDS = 8, RESTORE_BYTES = 128 };

/* free -> filling -> armed -> free; only an armed one is read by the restorer. */
enum { FREE, FILLING, ARMED };

static struct guard {
  atomic_int state;
  int fd;
  pid_t owner;
  int has_settings;
  struct termios settings;
  size_t length;
  uint8_t bytes[RESTORE_BYTES];
} guards[GUARDS];

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
enum { FATAL_SIGNALS = sizeof fatal_signals / sizeof fatal_signals[0] };
static struct sigaction previous_fatal[FATAL_SIGNALS];

/* A terminal stopped with ^S, or a dead line, must not keep a dying process alive. */
static void write_soon(int fd, const uint8_t *bytes, size_t length) {
  struct pollfd ready = {.fd = fd, .events = POLLOUT};
  int tries = 0;
  while (length > 0 && tries++ < 4) {
    if (poll(&ready, 1, 50) <= 0) {
      /* Stopped: what waits is thrown away, and the line started again. */
      tcflow(fd, TCOON);
      tcflush(fd, TCOFLUSH);
      continue;
    }
    ssize_t written = write(fd, bytes, length);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return;
    if (written > 0) {
      bytes += written;
      length -= (size_t)written;
    }
  }
}

void clinux_terminal_restore(int number) {
  if (number < 0 || number >= GUARDS) return;
  struct guard *guard = &guards[number];
  if (atomic_load(&guard->state) != ARMED || guard->owner != getpid()) return;
  if (guard->has_settings)
    tcsetattr(guard->fd, TCSANOW, &guard->settings);
  else
    write_soon(guard->fd, guard->bytes, guard->length);
}

void clinux_terminal_restore_all(void) {
  int saved = errno;
  for (int i = 0; i < GUARDS; i++) clinux_terminal_restore(i);
  errno = saved;
}

static void on_fatal_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  clinux_terminal_restore_all();
  for (int i = 0; i < FATAL_SIGNALS; i++)
    if (fatal_signals[i] == number) sigaction(number, &previous_fatal[i], NULL);
  /* A fault comes again by itself when the instruction does, with its own address, for the handler that was there before;
     a breakpoint does not on every processor, and a sent signal never does. */
  if (number == SIGTRAP || info->si_code <= 0) raise(number);
}

static pthread_once_t installed = PTHREAD_ONCE_INIT;

static void install(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fatal_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < FATAL_SIGNALS; i++) sigaction(fatal_signals[i], &action, &previous_fatal[i]);
  atexit(clinux_terminal_restore_all);
}

static int claim(int fd) {
  pthread_once(&installed, install);
  for (int i = 0; i < GUARDS; i++) {
    int expected = FREE;
    if (!atomic_compare_exchange_strong(&guards[i].state, &expected, FILLING)) continue;
    guards[i].fd = fd;
    guards[i].owner = getpid();
    guards[i].has_settings = 0;
    return i;
  }
  return -ENOSPC;
}

int clinux_terminal_guard_output(int fd, const uint8_t *restore, size_t length) {
  if (length > RESTORE_BYTES) return -E2BIG;
  int index = claim(fd);
  if (index < 0) return index;
  memcpy(guards[index].bytes, restore, length);
  guards[index].length = length;
  atomic_store(&guards[index].state, ARMED);
  return index;
}

int clinux_terminal_guard_settings(int fd, const struct termios *settings) {
  int index = claim(fd);
  if (index < 0) return index;
  guards[index].has_settings = 1;
  guards[index].settings = *settings;
  atomic_store(&guards[index].state, ARMED);
  return index;
}

void clinux_terminal_release(int guard) {
  if (guard >= 0 && guard < GUARDS) atomic_store(&guards[guard].state, FREE);
}

/* Each slot's eventfd is made once and never closed, so that a handler cannot write to a stranger's descriptor. */
static struct watcher {
  atomic_int state;
  int fd;
} watchers[GUARDS];
static struct sigaction previous_winch, previous_cont;

static void tell_watchers(uint64_t count) {
  int saved = errno;
  for (int i = 0; i < GUARDS; i++) {
    if (atomic_load(&watchers[i].state) != ARMED) continue;
    ssize_t ignored = write(watchers[i].fd, &count, sizeof count);
    (void)ignored;
  }
  errno = saved;
}

static void hand_on(const struct sigaction *previous, int number, siginfo_t *info, void *context) {
  if (previous->sa_flags & SA_SIGINFO) {
    if (previous->sa_sigaction != NULL) previous->sa_sigaction(number, info, context);
  } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
    previous->sa_handler(number);
  }
}

static void on_resize(int number, siginfo_t *info, void *context) {
  tell_watchers(1);
  hand_on(&previous_winch, number, info, context);
}

static void on_continue(int number, siginfo_t *info, void *context) {
  tell_watchers((uint64_t)1 << 32);
  hand_on(&previous_cont, number, info, context);
}

static pthread_once_t watching = PTHREAD_ONCE_INIT;

static void install_watch(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = on_resize;
  sigaction(SIGWINCH, &action, &previous_winch);
  action.sa_sigaction = on_continue;
  sigaction(SIGCONT, &action, &previous_cont);
}

int clinux_terminal_watch(void) {
  pthread_once(&watching, install_watch);
  for (int i = 0; i < GUARDS; i++) {
    int expected = FREE;
    if (!atomic_compare_exchange_strong(&watchers[i].state, &expected, FILLING)) continue;
    if (watchers[i].fd == 0) watchers[i].fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (watchers[i].fd < 0) {
      int error = errno;
      watchers[i].fd = 0;
      atomic_store(&watchers[i].state, FREE);
      return -error;
    }
    uint64_t stale;
    ssize_t ignored = read(watchers[i].fd, &stale, sizeof stale);
    (void)ignored;
    atomic_store(&watchers[i].state, ARMED);
    return watchers[i].fd;
  }
  return -ENOSPC;
}

void clinux_terminal_unwatch(int event_fd) {
  for (int i = 0; i < GUARDS; i++) {
    int expected = ARMED;
    if (watchers[i].fd == event_fd && atomic_compare_exchange_strong(&watchers[i].state, &expected, FREE)) return;
  }
}

int clinux_terminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int clinux_terminal_set_size(int fd, int columns, int rows) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_col = (unsigned short)columns;
  size.ws_row = (unsigned short)rows;
  return ioctl(fd, TIOCSWINSZ, &size) < 0 ? -errno : 0;
}

static pthread_once_t locale_made = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void make_locale(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int clinux_column_width(uint32_t scalar) {
  pthread_once(&locale_made, make_locale);
  if (utf8 == (locale_t)0) return scalar < 32 || (scalar >= 127 && scalar < 160) ? -1 : 1;
  locale_t previous = uselocale(utf8);
  int width = wcwidth((wchar_t)scalar);
  uselocale(previous);
  return width;
}
