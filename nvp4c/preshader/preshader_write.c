/* SPDX-License-Identifier: MIT */
/* See preshader.h. */
#include "nvp4c/preshader/preshader.h"
#include "nvp4c/report/record.h"
#include "util/rng.h"

/* A value has its kind in its high bits until the numbers of inputs and literals are known. */
enum kind { INPUT, LITERAL, RESULT };
#define NUMBERED(kind, n) ((uint32_t)(kind) << 30 | (uint32_t)(n))

struct table {
   uint32_t first, count, comp, at;
};

struct writer {
   struct util_ctx *ctx;
   const struct ir_shader *s;
   uint32_t *value;   /* number of each IR value */
   uint32_t *of_word; /* 1 + the input of each parameter word, or 0 */
   struct nvp4c_reflection *inputs;
   uint32_t num_inputs, cap_inputs;
   uint32_t *literals, num_literals, cap_literals;
   uint32_t *words, num_words, cap_words; /* the tables */
   struct table *tables;
   uint32_t num_tables, cap_tables;
   struct preshader_instr *instrs;
   uint32_t num_instrs, cap_instrs;
   uint32_t *results, num_results;
};

/* Two hashes, one for every other eight bytes. Each step is a bijection of its bytes, so changing one word always changes a
   hash. */
static void hash_bytes(uint64_t h[2], const uint8_t *p, size_t len)
{
   for (; len >= 16; p += 16, len -= 16) {
      h[0] = util_blend64(h[0], util_le(p, 8));
      h[1] = util_blend64(h[1], util_le(p + 8, 8));
   }
   h[0] = util_blend64(h[0], util_le(p, len < 8 ? (unsigned)len : 8));
   h[1] = util_blend64(h[1], len > 8 ? util_le(p + 8, (unsigned)len - 8) : len);
   h[0] = util_mix64(h[0]);
   h[1] = util_mix64(h[1]);
}

uint32_t preshader_fingerprint(void)
{
#define OP(name, ...) " " #name
   static const char names[] = NVP4C_VERSION
#include "ir/ops.def"
      ;
#undef OP
   uint64_t h[2] = {RECORD_FORMAT, sizeof names};

   hash_bytes(h, (const uint8_t *)names, sizeof names);
   return (uint32_t)(h[0] ^ h[1]);
}

void preshader_hash(const uint8_t *bytes, size_t len, uint8_t to[PRESHADER_HASH_BYTES])
{
   uint64_t h[2] = {len, 0};

   hash_bytes(h, bytes + PRESHADER_HASHED, len - PRESHADER_HASHED);
   for (unsigned k = 0; k < PRESHADER_HASH_BYTES; k++)
      to[k] = (uint8_t)(h[k / 8] >> 8 * (k % 8));
}

/* ---- values */

static uint32_t number_of_literal(struct writer *w, uint32_t bits)
{
   for (uint32_t k = w->num_literals; k-- > 0 && k + 256 > w->num_literals;)
      if (w->literals[k] == bits)
         return NUMBERED(LITERAL, k);
   UTIL_PUSH(w->ctx, w->literals, w->num_literals, w->cap_literals, bits);
   return NUMBERED(LITERAL, w->num_literals - 1);
}

static uint32_t add_parameter(struct writer *w, uint32_t entry, uint32_t comp)
{
   const struct io_param *param = &w->s->params[entry];
   uint32_t *at = &w->of_word[4 * (size_t)entry + comp];

   if (param->cls == PARAM_CONST)
      return number_of_literal(w, param->value[comp]);
   if (!*at) {
      struct nvp4c_reflection e = {.kind = NVP4C_PARAM,
                                   .component = comp,
                                   .entry = entry,
                                   .location = {.number = UINT32_MAX, .element = UINT32_MAX, .num_bits = 32}};
      reflect_param(&e, param);
      UTIL_PUSH(w->ctx, w->inputs, w->num_inputs, w->cap_inputs, e);
      *at = w->num_inputs;
   }
   return NUMBERED(INPUT, *at - 1);
}

/* Position of the table of the entries that an index can reach. */
static uint32_t find_table(struct writer *w, uint32_t first, uint32_t count, uint32_t comp)
{
   util_work(w->ctx, w->num_tables / 8);
   for (uint32_t k = 0; k < w->num_tables; k++) {
      const struct table *t = &w->tables[k];
      if (t->first == first && t->count == count && t->comp == comp)
         return t->at;
   }
   const struct table t = {first, count, comp, w->num_words};
   UTIL_PUSH(w->ctx, w->tables, w->num_tables, w->cap_tables, t);
   UTIL_PUSH(w->ctx, w->words, w->num_words, w->cap_words, count);
   for (uint32_t k = 0; k < count; k++) {
      const uint32_t v = add_parameter(w, first + k, comp);
      UTIL_PUSH(w->ctx, w->words, w->num_words, w->cap_words, v);
   }
   return t.at;
}

static void add_operation(struct writer *w, const struct ir_instr *i)
{
   struct preshader_instr n = {.op = (uint8_t)i->op, .width = i->dst[0]->width, .sat = (uint8_t)i->sat};

   for (uint32_t k = 0; k < i->nsrc; k++) {
      n.src[k] = w->value[i->src[k].val->id];
      n.neg |= (uint8_t)(i->src[k].neg << k);
      n.abs |= (uint8_t)(i->src[k].abs << k);
   }
   if (i->op == IR_load_param) {
      n.src[1] = find_table(w, i->attr[2], i->attr[3], i->attr[1]);
      n.src[2] = i->attr[0] - i->attr[2];
   } else if (i->op == IR_unpack2h) {
      n.half = (uint8_t)i->attr[0];
   }
   UTIL_PUSH(w->ctx, w->instrs, w->num_instrs, w->cap_instrs, n);
   w->value[i->dst[0]->id] = NUMBERED(RESULT, w->num_instrs - 1);
}

static bool add_instruction(struct writer *w, const struct ir_instr *i)
{
   if (i->op == IR_store_word)
      w->results[i->attr[0]] = w->value[i->src[0].val->id];
   else if (i->op == IR_const || i->op == IR_undef)
      w->value[i->dst[0]->id] = number_of_literal(w, i->op == IR_const ? i->attr[0] : 0);
   else if (i->op == IR_load_param && !i->nsrc)
      w->value[i->dst[0]->id] = add_parameter(w, i->attr[0], i->attr[1]);
   else if (i->op == IR_load_param || i->op == IR_unpack2h || ir_op_info[i->op].has_eval)
      add_operation(w, i);
   else
      return false;
   return true;
}

/* ---- bytes */

static uint32_t number_of(const struct writer *w, uint32_t value)
{
   const uint32_t n = value & 0x3fffffff;

   switch (value >> 30) {
   case INPUT: return n;
   case LITERAL: return w->num_inputs + n;
   default: return w->num_inputs + w->num_literals + n;
   }
}

static uint32_t model_word(num_m m)
{
   return (uint32_t)m->round | (uint32_t)m->mad_fused << 4 | (uint32_t)m->flush_in << 5 | (uint32_t)m->flush_out << 6 |
          (uint32_t)m->flush16_in << 7 | (uint32_t)m->flush16_out << 8 | (uint32_t)m->minmax << 12 | (uint32_t)m->shift << 16 |
          (uint32_t)m->sine << 20 | (uint32_t)m->lod16 << 24 | (uint32_t)m->f2i_saturate << 25;
}

static void put_operations(const struct writer *w, struct util_buf *b)
{
   for (uint32_t k = 0; k < w->num_instrs; k++) {
      const struct preshader_instr *i = &w->instrs[k];
      const bool indexed = i->op == IR_load_param;
      util_buf_le(b,
                  i->op | (i->width & 63u) << 8 | (uint32_t)i->sat << 16 | (uint32_t)i->half << 20 | (uint32_t)i->neg << 24 |
                      (uint32_t)i->abs << 28,
                  4);
      for (unsigned n = 0; n < 3; n++) {
         const bool value = indexed ? n == 0 : n < ir_op_info[i->op].min_src;
         util_buf_le(b, value ? number_of(w, i->src[n]) : i->src[n], 4);
      }
   }
}

static void put(const struct writer *w, struct util_buf *b)
{
   const struct report inputs = {.entries = w->inputs, .num_entries = w->num_inputs};
   struct util_buf records, names;

   util_buf_init(&records, w->ctx);
   util_buf_init(&names, w->ctx);
   util_buf_byte(&names, 0);
   record_write(&records, &names, &inputs, RECORD_ENTRIES);
   util_buf_init(b, w->ctx);
   util_buf_le(b, PRESHADER_MAGIC, 4);
   util_buf_le(b, 0, 8);
   util_buf_le(b, 0, 8);
   const uint32_t head[] = {preshader_fingerprint(), model_word(w->s->num), w->num_inputs, w->num_literals,
                            w->num_words, w->num_instrs, w->num_results, (uint32_t)names.len};
   for (unsigned k = 0; k < sizeof head / sizeof head[0]; k++)
      util_buf_le(b, head[k], 4);
   for (uint32_t k = 0; k < w->num_literals; k++)
      util_buf_le(b, w->literals[k], 4);
   for (uint32_t k = 0; k < w->num_tables; k++) {
      const struct table *t = &w->tables[k];
      util_buf_le(b, t->count, 4);
      for (uint32_t n = 1; n <= t->count; n++)
         util_buf_le(b, number_of(w, w->words[t->at + n]), 4);
   }
   put_operations(w, b);
   for (uint32_t k = 0; k < w->num_results; k++)
      util_buf_le(b, number_of(w, w->results[k]), 4);
   util_buf_add(b, records.data, records.len);
   util_buf_add(b, names.data, names.len);
   preshader_hash((const uint8_t *)b->data, b->len, (uint8_t *)b->data + 4);
}

bool preshader_write(struct util_ctx *ctx, const struct ir_shader *s, struct util_buf *b)
{
   struct writer w = {.ctx = ctx, .s = s, .num_results = ir_pre_words(&s->pre)};
   const struct ir_shader *pre = s->pre.shader;

   w.value = UTIL_ARRAY(ctx, uint32_t, (size_t)pre->num_values + 1);
   w.of_word = UTIL_ARRAY(ctx, uint32_t, 4 * (size_t)s->num_params + 1);
   w.results = UTIL_ARRAY(ctx, uint32_t, (size_t)w.num_results + 1);
   ir_foreach_instr (pre->blocks[0], i)
      if (!add_instruction(&w, i))
         return false;
   if (w.num_inputs > PRESHADER_MAX || w.num_literals > PRESHADER_MAX || w.num_words > PRESHADER_MAX ||
       w.num_instrs > PRESHADER_MAX)
      util_fail(ctx, UTIL_LIMIT);
   put(&w, b);
   return true;
}
