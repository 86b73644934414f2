#pragma once
/* The bits of a scan, and what their codes mean (ITU-T T.81, annex F). */
#include "reader.h"
#include <string.h>

enum { LOOK = 10, COMPONENTS = 3, BLOCK = 64 };

/* The codes of a table; of other coefficients than the first each with the bits of its value behind it. */
typedef struct codes {
  /* By the next LOOK bits, where they hold a whole code: how far it leads (of a first coefficient: how many bits its value has), times
     256, and how many bits it takes. 0 for longer codes. */
  uint16_t look[1 << LOOK];
  /* Of each length: the first code that is too large for it, with that many bits in 16, and what leads from a code to its symbol. */
  uint32_t end[17];
  int32_t offset[17];
  const uint8_t *symbols;
} codes;

typedef struct scan_bits {
  cphotojpeg_reader *reader;
  /* The next bits, the first of them the highest, and how many there are; behind the scan's end come zeros. */
  uint64_t held;
  int count;
  int zeros;
  /* The marker at which the bits end, or 0. */
  int marker;
} scan_bits;

/* How far a symbol of the other coefficients leads: behind a run and its value, over sixteen zeros, or to the block's end. */
static inline int steps_of(int symbol) {
  if (symbol & 15) return (symbol >> 4) + 1;
  return symbol == 0xF0 ? 16 : BLOCK;
}

static inline int make_codes(codes *made, const JHUFF_TBL *table, int is_first) {
  memset(made->look, 0, sizeof made->look);
  if (!table) return 0;
  made->symbols = table->huffval;
  uint32_t code = 0;
  int index = 0;
  for (int length = 1; length <= 16; length++) {
    made->offset[length] = index - (int32_t)code;
    for (int n = 0; n < table->bits[length]; n++, code++, index++) {
      if (index >= 256 || code >= 1u << length) return 0;
      int symbol = table->huffval[index];
      if (is_first && symbol > 15) return 0;
      if (length > LOOK) continue;
      int taken = is_first ? length : length + (symbol & 15);
      uint16_t entry = (uint16_t)((is_first ? symbol : steps_of(symbol)) << 8 | taken);
      for (uint32_t at = code << (LOOK - length); at < (code + 1) << (LOOK - length); at++) made->look[at] = entry;
    }
    made->end[length] = code << (16 - length);
    code <<= 1;
  }
  return 1;
}

static inline int next_byte(cphotojpeg_reader *reader) {
  if (reader->source.bytes_in_buffer == 0) cphotojpeg_fill(&reader->jpeg);
  reader->source.bytes_in_buffer--;
  return *reader->source.next_input_byte++;
}

/* Holds 57 bits and more. */
static inline void refill(scan_bits *bits) {
  struct jpeg_source_mgr *source = &bits->reader->source;
  if (!bits->marker && source->bytes_in_buffer >= 8) {
    uint64_t word;
    memcpy(&word, source->next_input_byte, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    /* Eight bytes at once, where none of them is 255. */
    if (((~word - 0x0101010101010101u) & word & 0x8080808080808080u) == 0) {
      bits->held |= word >> bits->count;
      int taken = (63 - bits->count) >> 3;
      source->next_input_byte += taken;
      source->bytes_in_buffer -= (size_t)taken;
      bits->count += taken * 8;
      return;
    }
  }
  while (bits->count <= 56) {
    int byte = 0;
    if (!bits->marker) {
      byte = next_byte(bits->reader);
      if (byte == 0xFF) {
        int after;
        do after = next_byte(bits->reader);
        while (after == 0xFF);
        if (after != 0) {
          bits->marker = after;
          byte = 0;
        }
      }
    }
    if (bits->marker) bits->zeros += 8;
    bits->held |= (uint64_t)byte << (56 - bits->count);
    bits->count += 8;
  }
}

static inline void drop(scan_bits *bits, int count) {
  bits->held <<= count;
  bits->count -= count;
}

/* The symbol of a code that is longer than LOOK; -1 for none. */
static inline int long_symbol(scan_bits *bits, const codes *table) {
  uint32_t next = (uint32_t)(bits->held >> 48);
  for (int length = LOOK + 1; length <= 16; length++) {
    if (next >= table->end[length]) continue;
    int index = (int)(next >> (16 - length)) + table->offset[length];
    drop(bits, length);
    return index >= 0 && index < 256 ? table->symbols[index] : -1;
  }
  return -1;
}

/* Goes on behind a restart marker; 0 where there is none. */
static inline int restart(scan_bits *bits) {
  if (!bits->marker) refill(bits);
  /* What is left is less than a byte: filling. */
  if (bits->marker < 0xD0 || bits->marker > 0xD7 || bits->count - bits->zeros >= 8 || bits->count < bits->zeros) return 0;
  *bits = (scan_bits){.reader = bits->reader};
  return 1;
}

static inline cphotojpeg_result unsuited(cphotojpeg_reader *reader, const char *words) {
  snprintf(reader->message, sizeof reader->message, "%s", words);
  return CPHOTOJPEG_UNSUPPORTED;
}
