/* SPDX-License-Identifier: MIT */
/* See lines.h. Numbers are from DWARF 4, section 6.2. */
#include "nvp4c/report/lines.h"

#include <string.h>

enum { VERSION = 4, OPCODE_BASE = 13, ADDRESS_BYTES = 8 };
enum { LNS_COPY = 1, LNS_ADVANCE_PC, LNS_ADVANCE_LINE, LNS_SET_FILE, LNS_SET_COLUMN, LNS_NEGATE_STMT };
enum { LNE_END_SEQUENCE = 1, LNE_SET_ADDRESS };

/* Number of arguments of each standard opcode, starting with opcode 1. */
static const uint8_t num_args[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

/* ---- writing */

static void put_uleb(struct util_buf *b, uint64_t v)
{
   for (; v >= 0x80; v >>= 7)
      util_buf_byte(b, (uint8_t)(v | 0x80));
   util_buf_byte(b, (uint8_t)v);
}

static void put_sleb(struct util_buf *b, int64_t v)
{
   while (v < -64 || v > 63) {
      util_buf_byte(b, (uint8_t)((v & 0x7f) | 0x80));
      v = v >= 0 ? v / 128 : -((127 - v) / 128);
   }
   util_buf_byte(b, (uint8_t)(v & 0x7f));
}

/* Sets the 32-bit word at `at` to the length of the rest of the buffer after it. */
static void patch_length(struct util_buf *b, size_t at)
{
   const uint32_t len = (uint32_t)(b->len - at - 4);

   for (unsigned k = 0; k < 4; k++)
      b->data[at + k] = (char)(len >> 8 * k);
}

static void write_rows(struct util_buf *b, const struct target_output *out)
{
   uint32_t at = 0, line = 1, column = 0;
   bool stmt = true;

   util_buf_le(b, 0, 1), put_uleb(b, 1 + ADDRESS_BYTES), util_buf_le(b, LNE_SET_ADDRESS, 1), util_buf_le(b, 0, ADDRESS_BYTES);
   for (uint32_t k = 0; k < out->num_lines; k++) {
      const struct target_line *l = &out->lines[k];
      if (l->at != at)
         util_buf_le(b, LNS_ADVANCE_PC, 1), put_uleb(b, l->at - at);
      if (l->line != line)
         util_buf_le(b, LNS_ADVANCE_LINE, 1), put_sleb(b, (int64_t)l->line - line);
      if (l->column != column)
         util_buf_le(b, LNS_SET_COLUMN, 1), put_uleb(b, l->column);
      if (l->main != stmt)
         util_buf_le(b, LNS_NEGATE_STMT, 1);
      util_buf_le(b, LNS_COPY, 1);
      at = l->at, line = l->line, column = l->column, stmt = l->main;
   }
   util_buf_le(b, LNS_ADVANCE_PC, 1), put_uleb(b, out->code_len - at);
   util_buf_le(b, 0, 1), put_uleb(b, 1), util_buf_le(b, LNE_END_SEQUENCE, 1);
}

void lines_write(struct util_buf *b, const struct target_output *out, const char *source)
{
   const size_t start = b->len;

   if (!out->num_lines)
      return;
   util_buf_le(b, 0, 4); /* length, set at the end */
   util_buf_le(b, VERSION, 2);
   const size_t header = b->len;
   util_buf_le(b, 0, 4); /* length of the header, set at its end */
   util_buf_le(b, 1, 1), util_buf_le(b, 1, 1),
       util_buf_le(b, 1, 1); /* minimum instruction length, operations per instruction, default is_stmt */
   util_buf_le(b, (uint8_t)-5, 1), util_buf_le(b, 14, 1);    /* line base and range as of GCC; special opcodes are not used */
   util_buf_le(b, OPCODE_BASE, 1);
   util_buf_add(b, num_args, sizeof num_args);
   util_buf_le(b, 0, 1); /* end of folders */
   source = source && *source ? source : "-";
   util_buf_add(b, source, strlen(source) + 1);
   util_buf_le(b, 0, 3); /* folder, time and size, unknown */
   util_buf_le(b, 0, 1); /* end of files */
   patch_length(b, header);
   write_rows(b, out);
   patch_length(b, start);
}

/* ---- reading */

struct reader {
   const uint8_t *p, *end;
   bool broken;
};

static uint64_t get_le(struct reader *r, unsigned bytes)
{
   if ((size_t)(r->end - r->p) < bytes) {
      r->broken = true;
      return 0;
   }
   r->p += bytes;
   return util_le(r->p - bytes, bytes);
}

/* Reads a LEB128 number and sets *bits to its width. */
static uint64_t get_leb(struct reader *r, unsigned *bits)
{
   uint64_t v = 0, byte;

   *bits = 0;
   do {
      byte = get_le(r, 1);
      v |= *bits < 64 ? (byte & 0x7f) << *bits : 0;
      *bits += 7;
   } while (byte & 0x80);
   return v;
}

static uint64_t get_uleb(struct reader *r)
{
   unsigned bits;

   return get_leb(r, &bits);
}

static uint64_t get_sleb(struct reader *r)
{
   unsigned bits;
   const uint64_t v = get_leb(r, &bits);

   return bits < 64 && v >> (bits - 1) & 1 ? v | UINT64_MAX << bits : v;
}

static const char *get_string(struct reader *r)
{
   const char *s = (const char *)r->p;
   const uint8_t *nul = memchr(r->p, 0, (size_t)(r->end - r->p));

   r->broken |= !nul;
   r->p = nul ? nul + 1 : r->end;
   return nul ? s : "";
}

/* Reads rows up to the end of the sequence. */
static void read_rows(struct util_ctx *ctx, struct reader *r, struct target_output *out)
{
   struct target_line row = {.line = 1, .main = true};

   while (!r->broken) {
      const uint64_t op = get_le(r, 1);
      switch (op) {
      case 0: {
         const uint64_t len = get_uleb(r), extended = get_le(r, 1);
         if (extended != LNE_SET_ADDRESS || len != 1 + ADDRESS_BYTES) {
            r->broken |= extended != LNE_END_SEQUENCE;
            return;
         }
         row.at = (uint32_t)get_le(r, ADDRESS_BYTES);
         break;
      }
      case LNS_COPY: UTIL_PUSH(ctx, out->lines, out->num_lines, out->cap_lines, row); break;
      case LNS_ADVANCE_PC: row.at += (uint32_t)get_uleb(r); break;
      case LNS_ADVANCE_LINE: row.line += (uint32_t)get_sleb(r); break;
      case LNS_SET_COLUMN: row.column = (uint32_t)get_uleb(r); break;
      case LNS_NEGATE_STMT: row.main = !row.main; break;
      default: r->broken = true; break;
      }
   }
}

bool lines_read(struct util_ctx *ctx, const uint8_t *data, size_t size, struct target_output *out)
{
   struct reader r = {data, data + size, false};
   const uint64_t len = get_le(&r, 4);

   if (r.broken || len > (size_t)(r.end - r.p))
      return false;
   r.end = r.p + len;
   if (get_le(&r, 2) != VERSION)
      return false;
   const uint64_t header = get_le(&r, 4);
   if (r.broken || header > (size_t)(r.end - r.p))
      return false;
   const uint8_t *program = r.p + header;
   get_le(&r, 5);
   if (get_le(&r, 1) != OPCODE_BASE || r.broken || r.end - r.p < OPCODE_BASE - 1 || memcmp(r.p, num_args, sizeof num_args))
      return false;
   r.p += sizeof num_args;
   while (!r.broken && *get_string(&r))
      ; /* skip folders */
   out->source = util_printf(ctx, "%s", get_string(&r));
   r.p = program;
   if (!r.broken)
      read_rows(ctx, &r, out);
   return !r.broken;
}
