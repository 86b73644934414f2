#define _GNU_SOURCE
#include "clinux_console.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/kd.h>
#include <linux/tiocl.h>
#include <linux/vt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { LET_GO = 'o', GIVE_BACK = 'q', READY = 'r', READY_HIDDEN = 'h' };
/* How long the booth may take to stop drawing before the terminal is switched without it. */
enum { PATIENCE_MS = 1500 };
enum { TTY_MAJOR = 4, LAST_CONSOLE = 63 };

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* All that the keeper calls asks the kernel and takes no lock: it is forked from a process with many threads. */
static void say(int terminal, const char *bytes) {
  ssize_t ignored = write(terminal, bytes, strlen(bytes));
  (void)ignored;
}

static int console_number(int terminal) {
  struct stat facts;
  if (fstat(terminal, &facts) < 0) return -errno;
  unsigned number = minor(facts.st_rdev);
  if (!S_ISCHR(facts.st_mode) || major(facts.st_rdev) != TTY_MAJOR || number < 1 || number > LAST_CONSOLE)
    return -ENOTTY;
  return (int)number;
}

static int open_console(const char *path) {
  int terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (terminal < 0) return -errno;
  int number = console_number(terminal);
  if (number >= 0) return terminal;
  close(terminal);
  return number;
}

static int is_active(int terminal, int number) {
  struct vt_stat state;
  if (ioctl(terminal, VT_GETSTATE, &state) < 0) return -errno;
  return state.v_active == number;
}

int clinux_console_active(char *path, size_t size) {
  int terminal = open("/dev/tty0", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (terminal < 0) return -errno;
  struct vt_stat state;
  int result = ioctl(terminal, VT_GETSTATE, &state) < 0 ? -errno : 0;
  close(terminal);
  if (result == 0) snprintf(path, size, "/dev/tty%d", state.v_active);
  return result;
}

int clinux_console_look(const char *path, clinux_console_facts *facts) {
  int terminal = open_console(path);
  if (terminal < 0) return terminal;
  int number = console_number(terminal), active = is_active(terminal, number);
  int text = KD_TEXT, keys = K_UNICODE;
  struct vt_mode mode = {.mode = VT_AUTO};
  int result = active < 0 ? active : 0;
  if (ioctl(terminal, KDGETMODE, &text) < 0) result = -errno;
  ioctl(terminal, KDGKBMODE, &keys);
  ioctl(terminal, VT_GETMODE, &mode);
  close(terminal);
  if (result < 0) return result;
  *facts = (clinux_console_facts){
      .number = number,
      .is_active = active,
      .is_graphics = text == KD_GRAPHICS,
      .is_muted = keys == K_OFF,
      .is_kept = mode.mode == VT_PROCESS,
  };
  return 0;
}

/* The minutes after which the kernel blanks consoles; all of them have the same. */
static int blank_minutes(void) {
  char text[16] = {0};
  int file = open("/sys/module/kernel/parameters/consoleblank", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  return length > 0 ? atoi(text) / 60 : 0;
}

struct keeper {
  char path[64];
  int terminal, number, booth, life;
  int mutes, keys, blanks;
};

static int text_again(int terminal, int keys, int blanks) {
  struct vt_mode automatic = {.mode = VT_AUTO};
  char words[48];
  /* Where a switch is being waited for, it may happen. */
  ioctl(terminal, VT_RELDISP, 1);
  ioctl(terminal, VT_SETMODE, &automatic);
  /* What guests pressed is no command for the next program that reads the terminal. */
  tcflush(terminal, TCIFLUSH);
  int result = ioctl(terminal, KDSKBMODE, keys) < 0 ? -errno : 0;
  if (ioctl(terminal, KDSETMODE, KD_TEXT) < 0) result = -errno;
  snprintf(words, sizeof words, "\033[9;%d]\033[?25h", blanks);
  say(terminal, words);
  return result;
}

static void give_back(struct keeper *keeper) {
  int result = text_again(keeper->terminal, keeper->keys, keeper->blanks);
  if (result == 0) return;
  /* The end of the session that the terminal belonged to has hung it up, and with it what was open: it is anybody's now,
     and the first that opens it in a session of his own has it. */
  close(keeper->terminal);
  setsid();
  keeper->terminal = open(keeper->path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (keeper->terminal >= 0) text_again(keeper->terminal, keeper->keys, keeper->blanks);
}

static int take(struct keeper *keeper) {
  struct vt_mode by_process = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};
  char unblank = TIOCL_UNBLANKSCREEN;
  if (ioctl(keeper->terminal, VT_SETMODE, &by_process) < 0) return -errno;
  ioctl(keeper->terminal, TIOCLINUX, &unblank);
  say(keeper->terminal, "\033[9;0]\033[?25l");
  if ((keeper->mutes && ioctl(keeper->terminal, KDSKBMODE, K_OFF) < 0) ||
      ioctl(keeper->terminal, KDSETMODE, KD_GRAPHICS) < 0) {
    int reason = errno;
    text_again(keeper->terminal, keeper->keys, keeper->blanks);
    return -reason;
  }
  return 0;
}

static void close_between(int first, int last) {
  if (first > last || syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0U) == 0) return;
  for (int i = first; i <= last && i < 4096; i++) close(i);
}

/* Closes all but these three, and what is missing of standard input and output leads nowhere. */
static void close_others(int *terminal, int *booth, int *life) {
  int *kept[] = {terminal, booth, life};
  int next = 3;
  /* In ascending order, above standard error. */
  for (int i = 0; i < 3; i++)
    if (*kept[i] >= 0) *kept[i] = fcntl(*kept[i], F_DUPFD_CLOEXEC, next), next = *kept[i] < 0 ? next : *kept[i] + 1;
  int from = 0;
  for (int i = 0; i < 3; i++) {
    if (*kept[i] < 0) continue;
    close_between(from, *kept[i] - 1);
    from = *kept[i] + 1;
  }
  close_between(from, INT_MAX);
  int nothing = open("/dev/null", O_RDWR);
  while (nothing >= 0 && nothing < 2) nothing = dup(nothing);
}

/* The keeper's process. Its signals are all blocked, so that only SIGKILL ends it before its time. */
static void keep(struct keeper *keeper) {
  prctl(PR_SET_NAME, "booth-console");
  close_others(&keeper->terminal, &keeper->booth, &keeper->life);
  if (chdir("/") < 0) { /* It only holds a folder then. */
  }

  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  int result = signals < 0 ? -errno : take(keeper);
  char word = result == 0 ? is_active(keeper->terminal, keeper->number) == 1 ? READY : READY_HIDDEN : (char)result;
  if (send(keeper->booth, &word, 1, MSG_NOSIGNAL) < 0 || result < 0) {
    if (result == 0) give_back(keeper);
    return;
  }

  int64_t leave_at = -1;
  while (1) {
    struct pollfd waits[] = {{.fd = keeper->booth, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
    int64_t left = leave_at < 0 ? -1 : leave_at - now_ms();
    int ready = poll(waits, 2, leave_at < 0 ? -1 : left < 0 ? 0 : (int)left);
    int goes = leave_at >= 0 && now_ms() >= leave_at;
    struct signalfd_siginfo told;
    while (ready > 0 && read(signals, &told, sizeof told) == sizeof told) {
      word = told.ssi_signo == SIGUSR1 ? CLINUX_CONSOLE_LEAVE : CLINUX_CONSOLE_BACK;
      if (word == CLINUX_CONSOLE_LEAVE)
        leave_at = now_ms() + PATIENCE_MS;
      else
        ioctl(keeper->terminal, VT_RELDISP, VT_ACKACQ);
      send(keeper->booth, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    if (ready > 0 && waits[0].revents != 0) {
      ssize_t length = recv(keeper->booth, &word, 1, MSG_DONTWAIT);
      if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) break;
      if (length == 1 && word == GIVE_BACK) {
        give_back(keeper);
        return;
      }
      if (length == 1 && word == LET_GO) goes = 1;
    }
    if (goes && leave_at >= 0) {
      leave_at = -1;
      ioctl(keeper->terminal, VT_RELDISP, 1);
    }
  }
  /* It has ended without a word. Its graphics card is free once all of it is gone, and only then can there be text. */
  struct pollfd life = {.fd = keeper->life, .events = POLLIN};
  poll(&life, 1, keeper->life >= 0 ? 5000 : 300);
  give_back(keeper);
}

static int show(int terminal, int number) {
  int active = is_active(terminal, number);
  if (active != 0) return active < 0 ? active : 0;
  if (ioctl(terminal, VT_ACTIVATE, number) < 0) return -errno;
  int64_t until = now_ms() + 2000;
  while (is_active(terminal, number) == 0 && now_ms() < until) poll(NULL, 0, 20);
  return 0;
}

int clinux_console_take(const char *path, int mutes_keyboard, int *active) {
  struct keeper keeper = {.mutes = mutes_keyboard, .keys = K_UNICODE, .life = -1};
  int pair[2] = {-1, -1}, result = 0;
  if (strlen(path) >= sizeof keeper.path) return -ENAMETOOLONG;
  strcpy(keeper.path, path);
  keeper.terminal = open_console(path);
  if (keeper.terminal < 0) return keeper.terminal;
  keeper.number = console_number(keeper.terminal);
  /* A predecessor's silence is not what is to be given back. */
  if (ioctl(keeper.terminal, KDGKBMODE, &keeper.keys) < 0 || keeper.keys == K_OFF) keeper.keys = K_UNICODE;
  keeper.blanks = blank_minutes();
  keeper.life = (int)syscall(SYS_pidfd_open, getpid(), 0);
  show(keeper.terminal, keeper.number);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) {
    result = -errno;
    goto out;
  }
  keeper.booth = pair[1];

  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t middle = fork();
  if (middle == 0) {
    /* A grandchild is no zombie here. */
    pid_t child = fork();
    if (child == 0) {
      close(pair[0]);
      keep(&keeper);
    }
    _exit(child < 0);
  }
  result = middle < 0 ? -errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (result < 0) goto out;
  while (waitpid(middle, NULL, 0) < 0 && errno == EINTR) {
  }
  close(pair[1]);
  pair[1] = -1;

  struct pollfd answer = {.fd = pair[0], .events = POLLIN};
  signed char word = 0;
  while (poll(&answer, 1, 5000) < 0 && errno == EINTR) {
  }
  if (recv(pair[0], &word, 1, MSG_DONTWAIT) != 1)
    result = -ECHILD;
  else if (word < 0)
    result = word;
  else {
    if (active != NULL) *active = word == READY;
    result = pair[0];
    pair[0] = -1;
    fcntl(result, F_SETFL, O_NONBLOCK);
  }
out:
  for (int i = 0; i < 2; i++)
    if (pair[i] >= 0) close(pair[i]);
  if (keeper.life >= 0) close(keeper.life);
  close(keeper.terminal);
  return result;
}

int clinux_console_hear(int keeper) {
  char word;
  ssize_t length;
  do length = recv(keeper, &word, 1, MSG_DONTWAIT);
  while (length < 0 && errno == EINTR);
  if (length == 1) return word;
  return length < 0 && errno == EAGAIN ? 0 : -EPIPE;
}

int clinux_console_let_go(int keeper) {
  char word = LET_GO;
  return send(keeper, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -errno : 0;
}

void clinux_console_give_back(int keeper) {
  char word = GIVE_BACK;
  int64_t until = now_ms() + 3000;
  if (send(keeper, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1) {
    /* Its end of the socket closes with it. */
    while (now_ms() < until && clinux_console_hear(keeper) != -EPIPE) {
      struct pollfd waits = {.fd = keeper, .events = POLLIN};
      poll(&waits, 1, 100);
    }
  }
  close(keeper);
}

int clinux_console_restore(const char *path) {
  int terminal = open_console(path);
  if (terminal < 0) return terminal;
  int result = text_again(terminal, K_UNICODE, blank_minutes());
  close(terminal);
  return result;
}
