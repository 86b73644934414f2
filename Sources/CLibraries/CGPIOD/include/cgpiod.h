#pragma once
#include <stddef.h>
#include <stdint.h>

/* libgpiod 1.6 (Debian 12) and 2.x (Debian 13) have nothing in common but their name. This is what a panel needs of
   them, the same for Swift with either; none of the library's own types is in it. Numbers are -errno where something
   failed. */

/* 1 or 2: whose header was there when this was compiled. */
int cgpiod_api(void);
/* The library's version in full, as in `1.6.3`. */
const char *cgpiod_version(void);

typedef struct cgpiod_chip_facts {
  char name[32], label[32];
  unsigned lines;
} cgpiod_chip_facts;

typedef struct cgpiod_line_facts {
  char name[32], consumer[32];
  int is_used;
} cgpiod_line_facts;

int cgpiod_chip(const char *path, cgpiod_chip_facts *facts);
int cgpiod_line(const char *path, unsigned offset, cgpiod_line_facts *facts);

typedef enum cgpiod_bias { CGPIOD_BIAS_NONE = 0, CGPIOD_BIAS_PULL_UP = 1, CGPIOD_BIAS_PULL_DOWN = 2 } cgpiod_bias;

/* One line that is taken, until cgpiod_release(). */
typedef struct cgpiod_request cgpiod_request;

/* An input that reports both edges, or an output with a first value. NULL with a negative *code where it fails. */
cgpiod_request *cgpiod_take(
    const char *path, unsigned offset, const char *consumer, int is_output, int value, int active_low, cgpiod_bias bias,
    int *code);
void cgpiod_release(cgpiod_request *held);
/* Readable for poll() when an input has edges to read. */
int cgpiod_descriptor(cgpiod_request *held);
/* The next edge, if there is one: 1 with its level as the line's owner means it (after active low) and its time in
   nanoseconds; 0 when there is none. Never waits. */
int cgpiod_read_edge(cgpiod_request *held, int *is_active, uint64_t *nanoseconds);
/* 0 or 1, after active low. */
int cgpiod_get(cgpiod_request *held);
int cgpiod_set(cgpiod_request *held, int value);
