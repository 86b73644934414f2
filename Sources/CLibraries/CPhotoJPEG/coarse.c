#include "scan.h"
#include <stdlib.h>

/* The means of a whole progressive picture (annex G): only the scans of first coefficients are read, and those of others passed over. */

typedef struct coarse {
  cphotojpeg_reader *reader;
  int16_t *values[COMPONENTS];
  /* To which bit each component is known; -1 where nothing is. */
  int low[COMPONENTS];
  JHUFF_TBL tables[NUM_HUFF_TBLS];
  int has_table[NUM_HUFF_TBLS];
  codes made[COMPONENTS];
  unsigned restart_interval;
} coarse;

typedef struct coarse_scan {
  int count, parts[COMPONENTS], tables[COMPONENTS];
  int first, high, low;
} coarse_scan;

static int coarse_block(scan_bits *bits, const codes *table, const coarse_scan *scan, int *last, int16_t *value) {
  if (bits->count < 32) refill(bits);
  if (scan->high > 0) {
    if (bits->held >> 63) *value = (int16_t)(*value | 1 << scan->low);
    drop(bits, 1);
    return 1;
  }
  int entry = table->look[bits->held >> (64 - LOOK)], size;
  if (entry) {
    drop(bits, entry & 255);
    size = entry >> 8;
  } else if ((size = long_symbol(bits, table)) < 0) {
    return 0;
  }
  if (size > 0) {
    int difference = (int)(bits->held >> (64 - size));
    drop(bits, size);
    *last = (int16_t)(*last + (difference >> (size - 1) ? difference : difference - (1 << size) + 1));
  }
  *value = (int16_t)((unsigned)*last << scan->low);
  return 1;
}

/* Reads a scan of first coefficients; the marker behind it is left in `bits`, if it was met. */
static cphotojpeg_result coarse_pass(coarse *state, const coarse_scan *scan, scan_bits *bits) {
  j_decompress_ptr jpeg = &state->reader->jpeg;
  uint32_t wide = (uint32_t)jpeg->max_h_samp_factor, high = (uint32_t)jpeg->max_v_samp_factor;
  uint32_t across = (jpeg->image_width + 8 * wide - 1) / (8 * wide), down = (jpeg->image_height + 8 * high - 1) / (8 * high);
  int is_alone = scan->count == 1, last[COMPONENTS] = {0};
  const jpeg_component_info *own = &jpeg->comp_info[scan->parts[0]];
  if (is_alone) {
    across = own->width_in_blocks;
    down = own->height_in_blocks;
  }
  unsigned left = state->restart_interval;
  for (uint32_t y = 0; y < down; y++)
    for (uint32_t x = 0; x < across; x++) {
      if (state->restart_interval > 0 && left-- == 0) {
        if (!restart(bits)) return CPHOTOJPEG_DAMAGED;
        memset(last, 0, sizeof last);
        left = state->restart_interval - 1;
      }
      for (int n = 0; n < scan->count; n++) {
        int c = scan->parts[n];
        const jpeg_component_info *part = &jpeg->comp_info[c];
        uint32_t h = is_alone ? 1 : (uint32_t)part->h_samp_factor, v = is_alone ? 1 : (uint32_t)part->v_samp_factor;
        for (uint32_t b = 0; b < h * v; b++)
          if (!coarse_block(
                  bits, &state->made[n], scan, &last[n],
                  &state->values[c][(size_t)(y * v + b / h) * state->reader->strides[c] + x * h + b % h]))
            return CPHOTOJPEG_DAMAGED;
      }
    }
  return bits->count < bits->zeros ? CPHOTOJPEG_CUT : CPHOTOJPEG_FINE;
}

static int marker_behind(scan_bits *bits) {
  int marker = bits->marker;
  while (marker == 0 || (marker >= 0xD0 && marker <= 0xD7)) {
    while (next_byte(bits->reader) != 0xFF) {}
    do marker = next_byte(bits->reader);
    while (marker == 0xFF);
  }
  return marker;
}

static int next_number(cphotojpeg_reader *reader) {
  int high = next_byte(reader);
  return high << 8 | next_byte(reader);
}

/* Reads what stands between scans, up to and with the head of the next one: 1 for that, 0 at the picture's end, -1 for what cannot be. */
static int coarse_head(coarse *state, coarse_scan *scan, scan_bits *bits) {
  cphotojpeg_reader *reader = state->reader;
  j_decompress_ptr jpeg = &reader->jpeg;
  for (int marker;; *bits = (scan_bits){.reader = reader}) {
    marker = marker_behind(bits);
    if (marker == 0xD9) return 0;
    if (marker == 0x01 || marker == 0xD8) return -1;
    int left = next_number(reader) - 2;
    if (left < 0) return -1;
    if (marker == 0xDD) {
      if (left != 2) return -1;
      state->restart_interval = (unsigned)next_number(reader);
      continue;
    }
    if (marker == 0xDA) {
      scan->count = next_byte(reader);
      if (scan->count < 1 || scan->count > COMPONENTS || left != 4 + 2 * scan->count) return -1;
      for (int n = 0; n < scan->count; n++) {
        int id = next_byte(reader), c = 0;
        while (c < jpeg->num_components && jpeg->comp_info[c].component_id != id) c++;
        if (c == jpeg->num_components) return -1;
        scan->parts[n] = c;
        scan->tables[n] = next_byte(reader) >> 4;
      }
      scan->first = next_byte(reader);
      next_byte(reader);
      int bits_of = next_byte(reader);
      scan->high = bits_of >> 4;
      scan->low = bits_of & 15;
      *bits = (scan_bits){.reader = reader};
      return 1;
    }
    if (marker != 0xC4) {
      for (; left > 0; left--) next_byte(reader);
      continue;
    }
    while (left >= 17) {
      JHUFF_TBL table = {.bits = {0}};
      int which = next_byte(reader), count = 0;
      for (int n = 1; n <= 16; n++) count += table.bits[n] = (UINT8)next_byte(reader);
      left -= 17 + count;
      if (count > 256 || left < 0) return -1;
      for (int n = 0; n < count; n++) table.huffval[n] = (UINT8)next_byte(reader);
      if (which >= NUM_HUFF_TBLS) continue;
      state->tables[which] = table;
      state->has_table[which] = 1;
    }
    if (left != 0) return -1;
  }
}

/* Whether a scan may follow those before it (G.1.1.1.1), and its tables are there. */
static int coarse_may(coarse *state, const coarse_scan *scan) {
  for (int n = 0; n < scan->count; n++) {
    int c = scan->parts[n], table = scan->tables[n];
    for (int other = 0; other < n; other++)
      if (scan->parts[other] == c) return 0;
    if (scan->low > 13 || (scan->high == 0 ? state->low[c] >= 0 : scan->high != state->low[c] || scan->low != scan->high - 1))
      return 0;
    if (scan->high == 0 &&
        (table >= NUM_HUFF_TBLS || !state->has_table[table] || !make_codes(&state->made[n], &state->tables[table], 1)))
      return 0;
    state->low[c] = scan->low;
  }
  return 1;
}

static cphotojpeg_result coarse_all(coarse *state) {
  j_decompress_ptr jpeg = &state->reader->jpeg;
  scan_bits bits = {.reader = state->reader};
  coarse_scan scan = {.count = jpeg->comps_in_scan, .first = jpeg->Ss, .high = jpeg->Ah, .low = jpeg->Al};
  for (int n = 0; n < scan.count; n++) {
    scan.parts[n] = jpeg->cur_comp_info[n]->component_index;
    scan.tables[n] = jpeg->cur_comp_info[n]->dc_tbl_no;
  }
  for (int there = 1; there; there = coarse_head(state, &scan, &bits)) {
    if (there < 0) return CPHOTOJPEG_DAMAGED;
    if (scan.first > 0) continue;
    if (!coarse_may(state, &scan)) return CPHOTOJPEG_DAMAGED;
    cphotojpeg_result result = coarse_pass(state, &scan, &bits);
    if (result != CPHOTOJPEG_FINE) return result;
  }
  for (int c = 0; c < jpeg->num_components; c++)
    if (state->low[c] < 0) return CPHOTOJPEG_CUT;
  return CPHOTOJPEG_FINE;
}

cphotojpeg_result cphotojpeg_coarse(cphotojpeg_reader *reader, cphotojpeg_plane planes[4]) {
  j_decompress_ptr jpeg = &reader->jpeg;
  int count = jpeg->num_components;
  if (!jpeg->progressive_mode || jpeg->arith_code || (count != 1 && count != COMPONENTS) || jpeg->comps_in_scan > COMPONENTS ||
      (jpeg->jpeg_color_space != JCS_GRAYSCALE && jpeg->jpeg_color_space != JCS_YCbCr && jpeg->jpeg_color_space != JCS_RGB))
    return unsuited(reader, "its means are not apart");
  coarse *state = calloc(1, sizeof *state);
  if (!state) return CPHOTOJPEG_NO_MEMORY;
  state->reader = reader;
  state->restart_interval = jpeg->restart_interval;
  for (int t = 0; t < NUM_HUFF_TBLS; t++)
    if (jpeg->dc_huff_tbl_ptrs[t]) {
      state->tables[t] = *jpeg->dc_huff_tbl_ptrs[t];
      state->has_table[t] = 1;
    }
  reader->plane_count = count;
  cphotojpeg_result result = CPHOTOJPEG_FINE;
  for (int c = 0; c < count && result == CPHOTOJPEG_FINE; c++) {
    const jpeg_component_info *part = &jpeg->comp_info[c];
    uint32_t h = (uint32_t)part->h_samp_factor, v = (uint32_t)part->v_samp_factor;
    uint32_t wide = (uint32_t)jpeg->max_h_samp_factor, high = (uint32_t)jpeg->max_v_samp_factor;
    size_t across = (size_t)((jpeg->image_width + 8 * wide - 1) / (8 * wide)) * h;
    size_t down = (size_t)((jpeg->image_height + 8 * high - 1) / (8 * high)) * v;
    state->low[c] = -1;
    reader->strides[c] = across;
    planes[c] = (cphotojpeg_plane){part->width_in_blocks, part->height_in_blocks, 8 * h / wide, 8 * v / high};
    reader->heights[c] = planes[c].height;
    reader->samples[c] = calloc(across * down, sizeof(int16_t));
    state->values[c] = (int16_t *)reader->samples[c];
    if (!reader->samples[c]) result = CPHOTOJPEG_NO_MEMORY;
    else if (!jpeg->quant_tbl_ptrs[part->quant_tbl_no]) result = CPHOTOJPEG_DAMAGED;
  }
  if (result == CPHOTOJPEG_FINE) result = setjmp(reader->out) ? reader->result : coarse_all(state);
  for (int c = 0; c < count && result == CPHOTOJPEG_FINE; c++) {
    int factor = jpeg->quant_tbl_ptrs[jpeg->comp_info[c].quant_tbl_no]->quantval[0];
    /* In place: a byte is written no sooner than its two were read. */
    for (size_t at = 0; at < reader->strides[c] * reader->heights[c]; at++) {
      int mean = ((state->values[c][at] * factor + 4) >> 3) + 128;
      reader->samples[c][at] = (uint8_t)(mean < 0 ? 0 : mean > 255 ? 255 : mean);
    }
  }
  free(state);
  reader->is_coarse = 1;
  if (result == CPHOTOJPEG_DAMAGED && !reader->message[0])
    snprintf(reader->message, sizeof reader->message, "a scan that cannot be");
  return result;
}
