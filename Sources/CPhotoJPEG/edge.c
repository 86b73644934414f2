#include "reader.h"
#include <stdlib.h>
#include <string.h>

/* The means of the upper blocks of a picture (ITU-T T.81, annex F): of each block only its first coefficient is kept, and the others
   are passed over, each code and its value in one step. That takes two thirds of what decoding at an eighth of the size takes. */

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
static int steps_of(int symbol) {
  if (symbol & 15) return (symbol >> 4) + 1;
  return symbol == 0xF0 ? 16 : BLOCK;
}

static int make_codes(codes *made, const JHUFF_TBL *table, int is_first) {
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

static int next_byte(cphotojpeg_reader *reader) {
  if (reader->source.bytes_in_buffer == 0) cphotojpeg_fill(&reader->jpeg);
  reader->source.bytes_in_buffer--;
  return *reader->source.next_input_byte++;
}

/* Holds 57 bits and more. */
static void refill(scan_bits *bits) {
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
static int long_symbol(scan_bits *bits, const codes *table) {
  uint32_t next = (uint32_t)(bits->held >> 48);
  for (int length = LOOK + 1; length <= 16; length++) {
    if (next >= table->end[length]) continue;
    int index = (int)(next >> (16 - length)) + table->offset[length];
    drop(bits, length);
    return index >= 0 && index < 256 ? table->symbols[index] : -1;
  }
  return -1;
}

/* How much a block's mean differs from that of the one before; passes over all of the block. 0 where it cannot be read. */
static inline int block(scan_bits *bits, const codes *first, const codes *others, int *difference) {
  if (bits->count < 32) refill(bits);
  int entry = first->look[bits->held >> (64 - LOOK)], size;
  if (entry) {
    drop(bits, entry & 255);
    size = entry >> 8;
  } else if ((size = long_symbol(bits, first)) < 0) {
    return 0;
  }
  *difference = 0;
  if (size > 0) {
    int value = (int)(bits->held >> (64 - size));
    drop(bits, size);
    *difference = value >> (size - 1) ? value : value - (1 << size) + 1;
  }
  for (int at = 1; at < BLOCK;) {
    if (bits->count < 32) refill(bits);
    entry = others->look[bits->held >> (64 - LOOK)];
    if (entry) {
      drop(bits, entry & 255);
      at += entry >> 8;
      continue;
    }
    int symbol = long_symbol(bits, others);
    if (symbol < 0) return 0;
    drop(bits, symbol & 15);
    at += steps_of(symbol);
  }
  return 1;
}

/* Goes on behind a restart marker; 0 where there is none. */
static int restart(scan_bits *bits) {
  if (!bits->marker) refill(bits);
  /* What is left is less than a byte: filling. */
  if (bits->marker < 0xD0 || bits->marker > 0xD7 || bits->count - bits->zeros >= 8 || bits->count < bits->zeros) return 0;
  *bits = (scan_bits){.reader = bits->reader};
  return 1;
}

static cphotojpeg_result unsuited(cphotojpeg_reader *reader, const char *words) {
  snprintf(reader->message, sizeof reader->message, "%s", words);
  return CPHOTOJPEG_UNSUPPORTED;
}

/* Decodes so many rows of what is coded together. */
static cphotojpeg_result means(
    cphotojpeg_reader *reader, uint32_t down, uint32_t across, const codes *const firsts[], const codes *const others[]) {
  j_decompress_ptr jpeg = &reader->jpeg;
  scan_bits bits = {.reader = reader};
  int last[COMPONENTS] = {0};
  unsigned left = jpeg->restart_interval;
  for (uint32_t y = 0; y < down; y++)
    for (uint32_t x = 0; x < across; x++) {
      if (jpeg->restart_interval > 0 && left-- == 0) {
        if (!restart(&bits)) return CPHOTOJPEG_DAMAGED;
        memset(last, 0, sizeof last);
        left = jpeg->restart_interval - 1;
      }
      for (int c = 0; c < COMPONENTS; c++) {
        const jpeg_component_info *part = jpeg->cur_comp_info[c];
        int factor = jpeg->quant_tbl_ptrs[part->quant_tbl_no]->quantval[0], difference;
        for (int v = 0; v < part->v_samp_factor; v++)
          for (int h = 0; h < part->h_samp_factor; h++) {
            if (!block(&bits, firsts[part->dc_tbl_no], others[part->ac_tbl_no], &difference)) return CPHOTOJPEG_DAMAGED;
            last[c] = (int16_t)(last[c] + difference);
            int mean = ((last[c] * factor + 4) >> 3) + 128;
            size_t row = (size_t)y * (size_t)part->v_samp_factor + (size_t)v;
            reader->samples[c][row * reader->strides[c] + (size_t)x * (size_t)part->h_samp_factor + (size_t)h] =
                (uint8_t)(mean < 0 ? 0 : mean > 255 ? 255 : mean);
          }
      }
    }
  return bits.count < bits.zeros ? CPHOTOJPEG_CUT : CPHOTOJPEG_FINE;
}

cphotojpeg_result cphotojpeg_edge(
    cphotojpeg_reader *reader, uint32_t wanted, const uint8_t *rows[3], size_t strides[3], uint32_t widths[3],
    uint32_t counts[3]) {
  j_decompress_ptr jpeg = &reader->jpeg;
  if (jpeg->arith_code || jpeg->progressive_mode || jpeg->num_components != COMPONENTS ||
      jpeg->comps_in_scan != COMPONENTS)
    return unsuited(reader, "not in one scan of three parts");
  for (int c = 0; c < COMPONENTS; c++) {
    const jpeg_component_info *part = jpeg->cur_comp_info[c];
    if (part != &jpeg->comp_info[c] || part->dc_tbl_no < 0 || part->dc_tbl_no >= NUM_HUFF_TBLS || part->ac_tbl_no < 0 ||
        part->ac_tbl_no >= NUM_HUFF_TBLS || part->quant_tbl_no < 0 || part->quant_tbl_no >= NUM_QUANT_TBLS ||
        !jpeg->quant_tbl_ptrs[part->quant_tbl_no])
      return unsuited(reader, "its tables are missing");
  }
  uint32_t high = (uint32_t)jpeg->max_v_samp_factor, wide = (uint32_t)jpeg->max_h_samp_factor;
  uint32_t down = (wanted + high - 1) / high, across = (jpeg->image_width + 8 * wide - 1) / (8 * wide);
  if (down == 0 || down > (jpeg->image_height + 8 * high - 1) / (8 * high)) return unsuited(reader, "it has fewer rows");
  codes *tables = malloc(2 * COMPONENTS * sizeof *tables);
  if (!tables) return CPHOTOJPEG_NO_MEMORY;
  /* Components share tables. */
  const codes *firsts[NUM_HUFF_TBLS] = {0}, *others[NUM_HUFF_TBLS] = {0};
  int is_made = 1;
  for (int c = 0; c < COMPONENTS && is_made; c++) {
    const jpeg_component_info *part = jpeg->cur_comp_info[c];
    int first = part->dc_tbl_no, other = part->ac_tbl_no;
    reader->strides[c] = (size_t)across * (size_t)part->h_samp_factor;
    counts[c] = down * (uint32_t)part->v_samp_factor;
    widths[c] = part->width_in_blocks;
    strides[c] = reader->strides[c];
    rows[c] = reader->samples[c] = calloc(reader->strides[c], counts[c]);
    is_made = rows[c] && (firsts[first] || make_codes(&tables[2 * c], jpeg->dc_huff_tbl_ptrs[first], 1)) &&
              (others[other] || make_codes(&tables[2 * c + 1], jpeg->ac_huff_tbl_ptrs[other], 0));
    if (!firsts[first]) firsts[first] = &tables[2 * c];
    if (!others[other]) others[other] = &tables[2 * c + 1];
  }
  cphotojpeg_result result = CPHOTOJPEG_DAMAGED;
  if (is_made) result = setjmp(reader->out) ? reader->result : means(reader, down, across, firsts, others);
  free(tables);
  if (result == CPHOTOJPEG_DAMAGED && !reader->message[0])
    snprintf(reader->message, sizeof reader->message, "a code that is none");
  return result;
}
