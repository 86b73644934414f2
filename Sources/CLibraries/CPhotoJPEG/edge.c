#include "scan.h"
#include <stdlib.h>
#include <string.h>

/* The means of the upper blocks of a picture (ITU-T T.81, annex F): of each block only its first coefficient is kept, and the others
   are passed over, each code and its value in one step. That takes two thirds of what decoding at an eighth of the size takes. */

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
