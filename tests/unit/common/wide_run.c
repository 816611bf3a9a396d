/* SPDX-License-Identifier: MIT */
/* Programs of one operation of frontend/wide, and running them: see wide_ops.h. */
#include "ir/interp.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/wide_ops.h"

#include <string.h>

static bool is_word(char kind) { return kind != 'D' && kind != 'L' && kind != 'M'; }

static struct ir_shader *shader(struct util_ctx *ctx, const struct wide_op *op, num_m num, unsigned constant, uint64_t value)
{
   struct fe_lower f;
   struct fe_wide in[WIDE_OPERANDS];
   struct ir_src out[3] = {{0}};

   fe_lower_begin(&f, ctx, ir_shader_new(ctx, IR_STAGE_VERTEX, num));
   for (unsigned n = 0; op->kinds[n] != ':'; n++) {
      if (n == constant) {
         in[n] = fe_wide_imm(&f, value);
         continue;
      }
      in[n].lo = fe_input(&f, SLOT_VATTR + n, 0, INTERP_SMOOTH, (struct ir_src){0});
      in[n].hi = is_word(op->kinds[n]) ? fe_imm(&f, 0) : fe_input(&f, SLOT_VATTR + n, 1, INTERP_SMOOTH, (struct ir_src){0});
   }
   op->build(&f, in, out);
   for (unsigned c = 0; c < 3; c++)
      if (out[c].val) {
         f.out.written[SLOT_ATTR] |= (uint8_t)(1u << c);
         fe_output_store_if(&f, SLOT_ATTR, (struct fe_index){0}, c, (struct ir_src){0}, out[c]);
      }
   fe_outputs_emit(&f);
   fe_lower_end(&f);
   return f.s;
}

struct ir_shader *wide_shader(struct util_ctx *ctx, const struct wide_op *op, num_m num)
{
   return shader(ctx, op, num, WIDE_OPERANDS, 0);
}

struct ir_shader *wide_shader_constant(struct util_ctx *ctx, const struct wide_op *op, num_m num, unsigned n, uint64_t value)
{
   return shader(ctx, op, num, n, value);
}

struct ir_shader *wide_optimised(struct util_ctx *ctx, const struct wide_op *op)
{
   static const struct pass_lower lower = {0};
   const struct pass_options po = {.opt_level = 2, .lower = &lower};
   struct ir_shader *s = wide_shader(ctx, op, &num_model_usc_rtz);

   pass_run_pipeline(s, &po);
   return s;
}

unsigned wide_count(const struct ir_shader *s)
{
   unsigned n = 0;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         n += i->op != IR_const && i->op != IR_load_input && i->op != IR_store_output;
   return n;
}

void wide_fill(struct exec_task *t, const struct wide_operands *x, unsigned lanes)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned n = 0; n < WIDE_OPERANDS; n++) {
         const uint64_t v = x[l < lanes ? l : 0].x[n];

         t->in[0][SLOT_VATTR + n][0][l] = (uint32_t)v;
         t->in[0][SLOT_VATTR + n][1][l] = (uint32_t)(v >> 32);
      }
}

const char *wide_compare(struct util_ctx *ctx, const struct wide_op *op, const struct exec_task *t, const struct wide_operands *x, unsigned lanes)
{
   const char *result = strchr(op->kinds, ':') + 1;

   for (unsigned l = 0; l < lanes; l++) {
      uint64_t want[2] = {0, 0}, got = t->out[SLOT_ATTR][0][l];

      op->host(x[l].x, want);
      if (!is_word(result[0]))
         got |= (uint64_t)t->out[SLOT_ATTR][1][l] << 32;
      if (got != want[0] || (result[1] == 'X' && t->out[SLOT_ATTR][2][l] != (uint32_t)want[1]))
         return util_printf(ctx, "%s(%016llx, %016llx, %016llx): %016llx, the host has %016llx (%u, %u)", op->name, (unsigned long long)x[l].x[0],
                            (unsigned long long)x[l].x[1], (unsigned long long)x[l].x[2], (unsigned long long)got,
                            (unsigned long long)want[0], t->out[SLOT_ATTR][2][l], (unsigned)want[1]);
   }
   return NULL;
}

struct batch {
   struct util_ctx *ctx;
   const struct wide_op *op;
   struct ir_shader *s;
   struct exec_task t;
   struct wide_operands x[EXEC_LANES];
   unsigned n;
};

/* Runs what is in the batch. */
static const char *flush(struct batch *b)
{
   struct util_arena mark = b->ctx->arena;
   const char *wrong;

   if (!b->n)
      return NULL;
   wide_fill(&b->t, b->x, b->n);
   b->t.budget = 100000;
   if (ir_interp_run(b->ctx, b->s, &b->t) != EXEC_DONE)
      return util_printf(b->ctx, "%s does not end", b->op->name);
   wrong = wide_compare(b->ctx, b->op, &b->t, b->x, b->n);
   b->n = 0;
   if (!wrong)
      util_arena_release(b->ctx, &mark);
   return wrong;
}

static const char *add(struct batch *b, const struct wide_operands *x)
{
   b->x[b->n++] = *x;
   return b->n == EXEC_LANES ? flush(b) : NULL;
}

static const char *specials(struct batch *b, unsigned n, struct wide_operands *x)
{
   const char *wrong = NULL;

   if (b->op->kinds[n] == ':')
      return add(b, x);
   /* A third operand is each of every eighth, beginning with another one. */
   for (unsigned k = n == 2 ? (unsigned)(x->x[0] ^ x->x[1]) % 8 : 0; !wrong && wide_special(b->op->kinds[n], k, &x->x[n]); k += n == 2 ? 8 : 1)
      wrong = specials(b, n + 1, x);
   return wrong;
}

const char *wide_run(struct util_ctx *ctx, const struct wide_op *op, struct ir_shader *s, struct util_rng *r, uint64_t n)
{
   struct batch *b = UTIL_NEW(ctx, struct batch);
   struct wide_operands x = {{0}};
   const char *wrong = NULL;

   *b = (struct batch){.ctx = ctx, .op = op, .s = s, .t = {.num = s->num, .valid = UINT32_MAX}};
   b->t.in = util_alloc_array(ctx, 1, sizeof *b->t.in);
   b->t.out = util_alloc_array(ctx, SLOT_COUNT, sizeof *b->t.out);
   if (!n)
      wrong = specials(b, 0, &x);
   for (uint64_t k = 0; k < n && !wrong; k++) {
      x = wide_random(r, op);
      wrong = add(b, &x);
   }
   return wrong ? wrong : flush(b);
}
