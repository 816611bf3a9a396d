/* SPDX-License-Identifier: MIT */
/* See preshader.h. The reader does not trust the bytes: it checks every number of a value, table or operation. */
#include <string.h>

#include "nvp4c/preshader/preshader.h"
#include "nvp4c/report/record.h"

enum { HEAD = PRESHADER_HASHED, NUMBERS = 8, BODY = HEAD + 4 * NUMBERS };

struct reader {
   const uint8_t *at;
   size_t left;
};

static uint32_t next_word(struct reader *r)
{
   const uint32_t v = (uint32_t)util_le(r->at, 4);

   r->at += 4;
   r->left -= 4;
   return v;
}

static const uint32_t *next_words(struct util_ctx *ctx, struct reader *r, uint32_t n)
{
   uint32_t *to = UTIL_ARRAY(ctx, uint32_t, (size_t)n + 1);

   for (uint32_t k = 0; k < n; k++)
      to[k] = next_word(r);
   return to;
}

static bool read_model(uint32_t v, struct num_model *m)
{
   const unsigned round = v & 15, minmax = v >> 12 & 15, shift = v >> 16 & 15, sine = v >> 20 & 15;

   *m = (struct num_model){.name = "pre-shader",
                           .round = (enum num_round)round,
                           .mad_fused = v >> 4 & 1,
                           .flush_in = v >> 5 & 1,
                           .flush_out = v >> 6 & 1,
                           .flush16_in = v >> 7 & 1,
                           .flush16_out = v >> 8 & 1,
                           .minmax = (enum num_minmax)minmax,
                           .shift = (enum num_shift)shift,
                           .sine = (enum num_sine)sine,
                           .lod16 = v >> 24 & 1,
                           .f2i_saturate = v >> 25 & 1};
   return round <= NUM_ROUND_ZERO && minmax <= NUM_MINMAX_NUMBER && shift <= NUM_SHIFT_MASK7 && sine <= NUM_SINE_TURNS &&
          !(v >> 9 & 7) && v < 1u << 26;
}

/* Is there a table at `at`, with inputs and literals as its values? */
static bool is_good_table(const struct preshader *p, uint32_t at)
{
   if (at >= p->num_table || !p->table[at] || p->table[at] > p->num_table - at - 1)
      return false;
   for (uint32_t k = 1; k <= p->table[at]; k++)
      if (p->table[at + k] >= p->num_inputs + p->num_literals)
         return false;
   return true;
}

/* Widths of operands are not checked, because a run masks each result to its width and any word is a valid operand. */
static bool read_operation(struct reader *r, const struct preshader *p, uint32_t values, struct preshader_instr *i)
{
   const uint32_t w = next_word(r);
   const unsigned op = w & 255, width = w >> 8 & 63;

   *i = (struct preshader_instr){.op = (uint8_t)op,
                                 .width = (uint8_t)width,
                                 .sat = w >> 16 & 15,
                                 .half = w >> 20 & 15,
                                 .neg = w >> 24 & 7,
                                 .abs = w >> 28 & 7};
   for (unsigned n = 0; n < 3; n++)
      i->src[n] = next_word(r);
   if (op >= IR_OP_COUNT || !(ir_op_info[op].has_eval || op == IR_unpack2h || op == IR_load_param) ||
       ir_op_info[op].num_dst != 1)
      return false;
   const struct ir_op_info *info = &ir_op_info[op];
   const unsigned sources = op == IR_load_param ? 1 : info->min_src, wants = ir_kind_width(info->dst[0]);
   if ((width != 1 && width != 16 && width != 32) || (wants && width != wants) || sources > 3 || w >> 14 & 3 || w >> 27 & 1 ||
       w >> 31)
      return false;
   if (i->sat > IR_SAT_11 || (i->sat && !(info->flags & IR_F_FRES)) || i->half > (op == IR_unpack2h))
      return false;
   for (unsigned n = 0; n < 3; n++) {
      if (n < sources && i->src[n] >= values)
         return false;
      if ((i->neg | i->abs) >> n & 1 && (n >= sources || !ir_src_float((enum ir_op)op, n)))
         return false;
   }
   return op != IR_load_param || is_good_table(p, i->src[1]);
}

static bool read_inputs(struct util_ctx *ctx, const struct reader *r, uint32_t names, struct preshader *p)
{
   struct report report = {0};
   const struct record_bytes records = {r->at, r->left - names}, strings = {r->at + records.len, names};

   if (!record_read(ctx, records, strings, &report, RECORD_ENTRIES) || report.num_entries != p->num_inputs)
      return false;
   for (uint32_t k = 0; k < p->num_inputs; k++)
      if (report.entries[k].kind != NVP4C_PARAM || report.entries[k].location.reg != NVP4C_REG_NONE)
         return false;
   p->inputs = report.entries;
   return true;
}

static bool read_body(struct util_ctx *ctx, struct reader *r, uint32_t names, struct preshader *p)
{
   const uint64_t fixed = 4 * ((uint64_t)p->num_literals + p->num_table + 4 * (uint64_t)p->num_instrs + p->num_results);

   if (fixed > r->left || names > r->left - fixed)
      return false;
   p->literals = next_words(ctx, r, p->num_literals);
   p->table = next_words(ctx, r, p->num_table);
   struct preshader_instr *instrs = UTIL_ARRAY(ctx, struct preshader_instr, (size_t)p->num_instrs + 1);
   for (uint32_t k = 0; k < p->num_instrs; k++)
      if (!read_operation(r, p, p->num_inputs + p->num_literals + k, &instrs[k]))
         return false;
   p->instrs = instrs;
   p->results = next_words(ctx, r, p->num_results);
   for (uint32_t k = 0; k < p->num_results; k++)
      if (p->results[k] >= preshader_work(p))
         return false;
   return read_inputs(ctx, r, names, p);
}

const char *preshader_read(struct util_ctx *ctx, const uint8_t *bytes, size_t len, struct preshader *p)
{
   struct reader r = {bytes, len};
   uint8_t hash[PRESHADER_HASH_BYTES];

   memset(p, 0, sizeof *p);
   if (len < BODY || next_word(&r) != PRESHADER_MAGIC)
      return "these bytes are not a pre-shader";
   r.at = bytes + HEAD;
   r.left = len - HEAD;
   if (next_word(&r) != preshader_fingerprint())
      return "another version of nvp4c wrote the pre-shader; this is " NVP4C_VERSION;
   preshader_hash(bytes, len, hash);
   if (memcmp(hash, bytes + 4, sizeof hash))
      return "the pre-shader was changed: its hash does not match";
   return preshader_read_own(ctx, bytes, len, p);
}

const char *preshader_read_own(struct util_ctx *ctx, const uint8_t *bytes, size_t len, struct preshader *p)
{
   struct reader r = {bytes + HEAD, len - HEAD};
   uint32_t n[NUMBERS];

   for (unsigned k = 0; k < NUMBERS; k++)
      n[k] = next_word(&r);
   for (unsigned k = 2; k < NUMBERS; k++)
      if (n[k] > PRESHADER_MAX)
         return "the pre-shader is damaged";
   struct preshader q = {.num_inputs = n[2], .num_literals = n[3], .num_table = n[4], .num_instrs = n[5], .num_results = n[6]};
   if (!read_model(n[1], &q.model) || !read_body(ctx, &r, n[7], &q))
      return "the pre-shader is damaged";
   *p = q;
   return NULL;
}
