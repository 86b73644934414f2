#include "reader.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <jerror.h>

static void fault(j_common_ptr jpeg) {
  cphotojpeg_reader *reader = (cphotojpeg_reader *)jpeg->client_data;
  jpeg->err->format_message(jpeg, reader->message);
  if (reader->result == CPHOTOJPEG_FINE) switch (jpeg->err->msg_code) {
    case JERR_OUT_OF_MEMORY: reader->result = CPHOTOJPEG_NO_MEMORY; break;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL: reader->result = CPHOTOJPEG_UNSUPPORTED; break;
    default: reader->result = CPHOTOJPEG_DAMAGED;
  }
  longjmp(reader->out, 1);
}

/* The library warns of damage, fills with grey and goes on; here that is a fault, but for what harms no picture. */
static void note(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_BOGUS_PROGRESSION: return;
    case JWRN_JPEG_EOF: ((cphotojpeg_reader *)jpeg->client_data)->result = CPHOTOJPEG_CUT; break;
    case JWRN_HIT_MARKER: {
      /* The decoder met the end where it wanted more: of the file, or of the picture. */
      cphotojpeg_reader *reader = (cphotojpeg_reader *)jpeg->client_data;
      if (((j_decompress_ptr)jpeg)->unread_marker == 0xD9) reader->result = CPHOTOJPEG_CUT;
      break;
    }
    default: break;
  }
  fault(jpeg);
}

static void no_words(j_common_ptr jpeg) { (void)jpeg; }
static void begin(j_decompress_ptr jpeg) { (void)jpeg; }

boolean cphotojpeg_fill(j_decompress_ptr jpeg) {
  cphotojpeg_reader *reader = jpeg->client_data;
  size_t wanted = reader->left < PIECE ? (size_t)reader->left : PIECE;
  ssize_t got = 0;
  if (wanted > 0) do got = pread(reader->file, reader->piece, wanted, reader->offset);
    while (got < 0 && errno == EINTR);
  if (got < 0) {
    reader->result = CPHOTOJPEG_UNREADABLE;
    ERREXIT(jpeg, JERR_FILE_READ);
  }
  if (got == 0) WARNMS(jpeg, JWRN_JPEG_EOF);
  reader->offset += got;
  reader->left -= got;
  reader->source.next_input_byte = reader->piece;
  reader->source.bytes_in_buffer = (size_t)got;
  return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
  cphotojpeg_reader *reader = jpeg->client_data;
  if (count <= 0) return;
  size_t here = reader->source.bytes_in_buffer;
  if ((size_t)count <= here) {
    reader->source.next_input_byte += count;
    reader->source.bytes_in_buffer -= (size_t)count;
    return;
  }
  /* What is passed over is not read. */
  off_t ahead = (off_t)count - (off_t)here;
  if (ahead > reader->left) ahead = reader->left;
  reader->offset += ahead;
  reader->left -= ahead;
  reader->source.bytes_in_buffer = 0;
}

cphotojpeg_reader *cphotojpeg_open(
    int file, off_t offset, off_t length, cphotojpeg_facts *facts, cphotojpeg_result *result) {
  cphotojpeg_reader *reader = calloc(1, sizeof *reader);
  *result = CPHOTOJPEG_NO_MEMORY;
  if (!reader) return NULL;
  reader->piece = malloc(PIECE);
  if (!reader->piece) {
    free(reader);
    return NULL;
  }
  reader->file = file;
  reader->offset = offset;
  reader->left = length;
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = fault;
  reader->errors.emit_message = note;
  reader->errors.output_message = no_words;
  reader->jpeg.client_data = reader;
  if (setjmp(reader->out)) {
    *result = reader->result;
    return reader;
  }
  jpeg_create_decompress(&reader->jpeg);
  reader->jpeg.client_data = reader;
  reader->source.init_source = begin;
  reader->source.fill_input_buffer = cphotojpeg_fill;
  reader->source.skip_input_data = skip;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = begin;
  reader->jpeg.src = &reader->source;
  jpeg_read_header(&reader->jpeg, TRUE);
  j_decompress_ptr jpeg = &reader->jpeg;
  facts->width = jpeg->image_width;
  facts->height = jpeg->image_height;
  facts->is_inverted = 0;
  switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE: facts->colors = CPHOTOJPEG_GREY; break;
    case JCS_YCbCr: facts->colors = CPHOTOJPEG_YCC; break;
    case JCS_CMYK:
    case JCS_YCCK:
      facts->colors = CPHOTOJPEG_CMYK;
      facts->is_inverted = jpeg->saw_Adobe_marker;
      break;
    default: facts->colors = CPHOTOJPEG_RGB;
  }
  facts->plane_count = facts->colors == CPHOTOJPEG_GREY ? 1 : facts->colors == CPHOTOJPEG_CMYK ? 4 : 3;
  facts->is_progressive = jpeg_has_multiple_scans(jpeg);
  jpeg_component_info *parts = jpeg->comp_info;
  facts->is_halved = jpeg->num_components == 3 && parts[0].h_samp_factor == 2 * parts[1].h_samp_factor &&
                     parts[0].v_samp_factor == 2 * parts[1].v_samp_factor &&
                     parts[1].h_samp_factor == parts[2].h_samp_factor && parts[1].v_samp_factor == parts[2].v_samp_factor;
  facts->coefficient_bytes = 0;
  if (facts->is_progressive)
    for (int c = 0; c < jpeg->num_components; c++)
      facts->coefficient_bytes +=
          (uint64_t)jpeg->comp_info[c].width_in_blocks * jpeg->comp_info[c].height_in_blocks * sizeof(JBLOCK);
  *result = CPHOTOJPEG_FINE;
  return reader;
}

static void *take(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  return block;
}

cphotojpeg_result cphotojpeg_start(
    cphotojpeg_reader *reader, int eighths, cphotojpeg_plane planes[4]) {
  j_decompress_ptr jpeg = &reader->jpeg;
  if (setjmp(reader->out)) return reader->result;
  jpeg->scale_num = (unsigned)eighths;
  jpeg->scale_denom = 8;
  jpeg->dct_method = JDCT_ISLOW;
  /* A progressive file may hold any number of scans over the same pixels: coarse smoothing is only for unfinished ones. */
  jpeg->do_block_smoothing = FALSE;
  reader->is_raw = jpeg->jpeg_color_space == JCS_YCbCr || jpeg->jpeg_color_space == JCS_GRAYSCALE;
  if (reader->is_raw) {
    jpeg->raw_data_out = TRUE;
    jpeg->out_color_space = jpeg->jpeg_color_space;
  } else {
    jpeg->out_color_space =
        jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK ? JCS_CMYK : JCS_RGB;
    if (jpeg->jpeg_color_space != JCS_CMYK && jpeg->jpeg_color_space != JCS_YCCK && jpeg->jpeg_color_space != JCS_RGB) {
      snprintf(reader->message, sizeof reader->message, "colours of an unknown kind");
      return CPHOTOJPEG_UNSUPPORTED;
    }
  }
  jpeg_start_decompress(jpeg);
  reader->plane_count = reader->is_raw ? jpeg->num_components : jpeg->output_components;
  if (reader->plane_count > PLANES || (reader->is_raw && reader->plane_count != 1 && reader->plane_count != 3)) {
    snprintf(reader->message, sizeof reader->message, "%d planes", reader->plane_count);
    return CPHOTOJPEG_UNSUPPORTED;
  }
  int smallest = jpeg->min_DCT_scaled_size;
  for (int c = 0; c < reader->plane_count; c++) {
    size_t rows;
    if (reader->is_raw) {
      jpeg_component_info *part = &jpeg->comp_info[c];
      reader->strides[c] = (size_t)part->width_in_blocks * (size_t)part->DCT_scaled_size + 64;
      rows = (size_t)part->v_samp_factor * (size_t)part->DCT_scaled_size;
      planes[c].width = part->downsampled_width;
      planes[c].height = part->downsampled_height;
      planes[c].across64 = (uint32_t)(8 * eighths * part->h_samp_factor * part->DCT_scaled_size / (jpeg->max_h_samp_factor * smallest));
      planes[c].down64 = (uint32_t)(8 * eighths * part->v_samp_factor * part->DCT_scaled_size / (jpeg->max_v_samp_factor * smallest));
    } else {
      reader->strides[c] = jpeg->output_width;
      rows = 16;
      planes[c].width = jpeg->output_width;
      planes[c].height = jpeg->output_height;
      planes[c].across64 = planes[c].down64 = (uint32_t)(8 * eighths);
    }
    reader->heights[c] = planes[c].height;
    reader->per_strip[c] = (uint32_t)rows;
    reader->samples[c] = take(reader->strides[c] * rows, 1);
    reader->lines[c] = take(rows, sizeof(JSAMPROW));
    if (!reader->samples[c] || !reader->lines[c]) return CPHOTOJPEG_NO_MEMORY;
    for (size_t row = 0; row < rows; row++) reader->lines[c][row] = reader->samples[c] + row * reader->strides[c];
  }
  if (!reader->is_raw) {
    reader->packed = take((size_t)jpeg->output_width, (size_t)reader->plane_count);
    if (!reader->packed) return CPHOTOJPEG_NO_MEMORY;
  }
  return CPHOTOJPEG_FINE;
}

cphotojpeg_result cphotojpeg_next(
    cphotojpeg_reader *reader, const uint8_t *rows[4], size_t strides[4], uint32_t counts[4]) {
  j_decompress_ptr jpeg = &reader->jpeg;
  for (int c = 0; c < PLANES; c++) {
    rows[c] = reader->samples[c];
    strides[c] = reader->strides[c];
    counts[c] = 0;
  }
  if (reader->is_coarse) {
    /* All of it is there. */
    for (int c = 0; c < reader->plane_count; c++) {
      counts[c] = reader->heights[c] - reader->given[c];
      reader->given[c] += counts[c];
    }
    return CPHOTOJPEG_FINE;
  }
  if (jpeg->output_scanline >= jpeg->output_height) return CPHOTOJPEG_FINE;
  if (setjmp(reader->out)) return reader->result;
  if (reader->is_raw) {
    JSAMPARRAY all[PLANES] = {reader->lines[0], reader->lines[1], reader->lines[2], reader->lines[3]};
    jpeg_read_raw_data(jpeg, all, (JDIMENSION)(jpeg->max_v_samp_factor * jpeg->min_DCT_scaled_size));
    for (int c = 0; c < reader->plane_count; c++) {
      uint32_t left = reader->heights[c] - reader->given[c];
      counts[c] = left < reader->per_strip[c] ? left : reader->per_strip[c];
      reader->given[c] += counts[c];
    }
    return CPHOTOJPEG_FINE;
  }
  uint32_t done = 0;
  while (done < reader->per_strip[0] && jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW line = reader->packed;
    if (jpeg_read_scanlines(jpeg, &line, 1) != 1) break;
    size_t width = jpeg->output_width;
    int planes = reader->plane_count;
    for (int c = 0; c < planes; c++) {
      uint8_t *to = reader->samples[c] + done * reader->strides[c];
      for (size_t x = 0; x < width; x++) to[x] = reader->packed[x * (size_t)planes + (size_t)c];
    }
    done += 1;
  }
  for (int c = 0; c < reader->plane_count; c++) counts[c] = done;
  return CPHOTOJPEG_FINE;
}

const char *cphotojpeg_words(const cphotojpeg_reader *reader) { return reader->message; }

void cphotojpeg_close(cphotojpeg_reader *reader) {
  if (!reader) return;
  jpeg_destroy_decompress(&reader->jpeg);
  for (int c = 0; c < PLANES; c++) {
    free(reader->samples[c]);
    free(reader->lines[c]);
  }
  free(reader->packed);
  free(reader->piece);
  free(reader);
}

typedef struct writer {
  struct jpeg_error_mgr errors;
  jmp_buf out;
} writer;

/* The next rows of a plane, each filled up by its last sample; below its last row that one again. */
static void fill_rows(
    JSAMPROW *rows, size_t count, size_t stride, const uint8_t *plane, size_t width, size_t height, size_t first) {
  for (size_t row = 0; row < count; row++) {
    size_t from = first + row < height ? first + row : height - 1;
    memcpy(rows[row], plane + from * width, width);
    memset(rows[row] + width, plane[from * width + width - 1], stride - width);
  }
}

/* Colours are halved already: 16 rows of luma and 8 of each colour at a time. */
static void write_halved(
    j_compress_ptr jpeg, uint8_t *samples, const uint8_t *y, const uint8_t *cb, const uint8_t *cr) {
  size_t width = jpeg->image_width, height = jpeg->image_height;
  size_t across = (width + 1) / 2, down = (height + 1) / 2, stride = (width + 15) / 16 * 16;
  JSAMPROW luma[16], blue[8], red[8];
  for (size_t row = 0; row < 16; row++) luma[row] = samples + row * stride;
  for (size_t row = 0; row < 8; row++) {
    blue[row] = samples + 16 * stride + row * stride;
    red[row] = blue[row] + stride / 2;
  }
  while (jpeg->next_scanline < height) {
    size_t first = jpeg->next_scanline;
    fill_rows(luma, 16, stride, y, width, height, first);
    fill_rows(blue, 8, stride / 2, cb, across, down, first / 2);
    fill_rows(red, 8, stride / 2, cr, across, down, first / 2);
    JSAMPARRAY all[3] = {luma, blue, red};
    jpeg_write_raw_data(jpeg, all, 16);
  }
}

static void leave(j_common_ptr jpeg) { longjmp(((writer *)jpeg->client_data)->out, 1); }

size_t cphotojpeg_write(
    const uint8_t *y, const uint8_t *cb, const uint8_t *cr, uint32_t width, uint32_t height, cphotojpeg_written written,
    int quality, uint8_t **bytes) {
  struct jpeg_compress_struct jpeg;
  writer state;
  int is_halved = written == CPHOTOJPEG_HALVED;
  unsigned char *target = NULL;
  unsigned long length = 0;
  uint8_t *volatile line = malloc(is_halved ? ((size_t)width + 15) / 16 * 16 * 24 : (size_t)width * 3);
  *bytes = NULL;
  if (!line) return 0;
  memset(&jpeg, 0, sizeof jpeg);
  jpeg.err = jpeg_std_error(&state.errors);
  state.errors.error_exit = leave;
  state.errors.output_message = no_words;
  jpeg.client_data = &state;
  if (setjmp(state.out)) {
    jpeg_destroy_compress(&jpeg);
    free(line);
    free(target);
    return 0;
  }
  jpeg_create_compress(&jpeg);
  jpeg.client_data = &state;
  jpeg_mem_dest(&jpeg, &target, &length);
  jpeg.image_width = width;
  jpeg.image_height = height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_YCbCr;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  if (written == CPHOTOJPEG_WHOLE) jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
  jpeg.raw_data_in = is_halved ? TRUE : FALSE;
  jpeg_start_compress(&jpeg, TRUE);
  if (is_halved) write_halved(&jpeg, line, y, cb, cr);
  while (jpeg.next_scanline < height) {
    size_t at = (size_t)jpeg.next_scanline * width;
    for (size_t x = 0; x < width; x++) {
      line[x * 3] = y[at + x];
      line[x * 3 + 1] = cb[at + x];
      line[x * 3 + 2] = cr[at + x];
    }
    JSAMPROW row = line;
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  free(line);
  *bytes = target;
  return length;
}
