#pragma once
/* What the files of this folder share. */
#include "cphotojpeg.h"
#include <setjmp.h>
#include <stdio.h>
/* After stdio.h, which it needs. */
#include <jpeglib.h>

enum { PIECE = 65536, PLANES = 4 };

struct cphotojpeg_reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  jmp_buf out;
  cphotojpeg_result result;
  char message[JMSG_LENGTH_MAX];
  int file;
  off_t offset, left;
  uint8_t *piece;
  /* Samples of a strip: rows of planes as the library wants them. */
  uint8_t *samples[PLANES];
  JSAMPROW *lines[PLANES];
  size_t strides[PLANES];
  uint32_t heights[PLANES], given[PLANES], per_strip[PLANES];
  int plane_count, is_raw, is_coarse;
  uint8_t *packed;
};

/* More of the file; leaves through `out` where there is no more. */
boolean cphotojpeg_fill(j_decompress_ptr jpeg);
