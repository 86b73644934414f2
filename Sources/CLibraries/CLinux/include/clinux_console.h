#pragma once
#include <stddef.h>
#include <stdint.h>

/* A virtual terminal of the kernel (/dev/tty1), taken over for graphics by a keeper: a small process forked for it, which
   answers the kernel's questions about switching, and which gives the terminal back when it is asked to, and when the
   process that it keeps it for has ended, however that was. All return 0 or more, or -errno. */

typedef struct clinux_console_facts {
  /* The number in /dev/ttyN. */
  int number;
  /* Whether it is the one that is shown. */
  int is_active;
  /* KD_GRAPHICS, so that the kernel draws no text. */
  int is_graphics;
  /* K_OFF, so that keys reach no program. */
  int is_muted;
  /* A process decides about switching. */
  int is_kept;
} clinux_console_facts;

/* What the keeper says: the terminal is to be given up, and is kept until the answer comes (a second and a half at most);
   it is ours again. */
enum { CLINUX_CONSOLE_LEAVE = 'l', CLINUX_CONSOLE_BACK = 'b' };

/* The path of the terminal that is shown now; -ENOENT or -ENODEV where the machine has none. */
int clinux_console_active(char *path, size_t size);
/* -ENOTTY for what is no virtual terminal. */
int clinux_console_look(const char *path, clinux_console_facts *facts);
/* Takes the terminal over, shows it if another one is shown (for two seconds at most it waits for that), and starts the
   keeper. Returns a socket to it, closed on exec, whose reads never wait, or -EPERM where the terminal is neither the
   process's own nor may it use everybody's.
   `mutes_keyboard`: keys reach no program that reads the terminal. Alt and a function key do not switch then either. */
int clinux_console_take(const char *path, int mutes_keyboard, int *is_active);
/* What the keeper has to say, 0 for nothing, -EPIPE when it is gone. Never waits. */
int clinux_console_hear(int keeper);
/* The answer to CLINUX_CONSOLE_LEAVE: nothing is drawn any more. */
int clinux_console_let_go(int keeper);
/* Gives the terminal back, waits until it is done (three seconds at most), and closes the socket. */
void clinux_console_give_back(int keeper);
/* Gives a terminal back that has no keeper any more, after a process and its keeper have been killed together. */
int clinux_console_restore(const char *path);
