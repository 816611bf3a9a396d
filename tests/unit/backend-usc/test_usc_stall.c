/* SPDX-License-Identifier: MIT */
/*
 * Tests that the stall reasons of empty units are true. Programs of tests/nv, examples and bench are selected and scheduled.
 * Then each reason is checked against the instructions before scheduling, without the scheduler's own structures:
 *
 *   USC_STALL_NONE_LEFT   no later instruction of the block has an operation for the unit
 *   USC_STALL_NOT_READY   each one that has such an operation depends on this group or on a later one
 *   USC_STALL_ELSEWHERE   one that has such an operation depends on neither, and merges with this group legally
 *   any other             one that has such an operation depends on neither; the scheduler's merge gives this reason; and
 *                         no insertion is legal: either unit, factors in either order, the external operand in any slot, all
 *                         tried and checked by usc_check()
 *
 * usage: test_usc_stall [FILE...]
 */
#include "backend-usc/schedule/usc_merge.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/schedule/usc_schedule.h"
#include "backend-usc/select/operand/usc_selection.h"
#include "backend-usc/select/usc_select.h"
#include "backend-usc/text/usc_text.h"
#include "backend-usc/usc_compile.h"
#include "frontend/nv/ast/nv_ast.h"
#include "ir/cfg.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct util_ctx ctx;
static char **files;
static int num_files;

static struct {
   unsigned programs, units, blocks, left_out, by[USC_NUM_STALLS], trials;
} total;

struct ref {
   uint32_t unit, n;
   bool write;
};
struct ins {
   struct usc_instr *i;
   struct usc_group g; /* before anything joined it */
   struct ref refs[40];
   unsigned num;
   uint32_t group; /* the group that it joined */
};

static void note(void *user, uint32_t unit, unsigned n, bool write)
{
   struct ins *i = user;
   ck_assert_uint_lt(i->num, 40);
   i->refs[i->num++] = (struct ref){unit, n, write};
}

/* True if b, which is later in the source, must stay after a. */
static bool depends(const struct ins *b, const struct ins *a)
{
   for (unsigned x = 0; x < a->num; x++)
      for (unsigned y = 0; y < b->num; y++)
         if ((a->refs[x].write || b->refs[y].write) && a->refs[x].unit < b->refs[y].unit + b->refs[y].n &&
             b->refs[y].unit < a->refs[x].unit + a->refs[x].n)
            return true;
   return false;
}

static bool touches(const struct ins *i, uint32_t unit, bool write)
{
   for (unsigned k = 0; k < i->num; k++)
      if (i->refs[k].write == write && unit - i->refs[k].unit < i->refs[k].n)
         return true;
   return false;
}

/* True if a reads a phi that replaces the result of b in this tail. */
static bool keeps_phi_in(const struct cg_list *tail, const struct ins *b, const struct ins *a)
{
   for (uint32_t i = 0; i < tail->n; i++)
      for (uint32_t k = 0; tail->i[i]->kind == CG_COPIES && k < tail->i[i]->num_copies; k++) {
         const struct cg_copy *q = &tail->i[i]->copies[k];
         if (q->src < CG_EXTERNAL && touches(b, q->src, true) && touches(a, q->dst, false))
            return true;
      }
   return false;
}

/* True if b waits for a because a reads a phi that replaces the result of b in any block, so that they can share a register. */
static bool keeps_phi(const struct cg_program *p, const struct ins *b, const struct ins *a)
{
   for (uint32_t k = 0; k < p->num_blocks; k++)
      if (keeps_phi_in(&p->blocks[k].tail, b, a))
         return true;
   return false;
}

/* True if the group has an operation for the unit. A single operation of P0 or P1 may be in either. */
static bool wants(const struct usc_group *g, unsigned unit)
{
   const unsigned closed = usc_closed(g);
   if (g->kind != USC_MAIN || (closed && closed != USC_STALL_W_PORTS))
      return false;
   return unit <= USC_P1 ? true : g->op[unit] != 0;
}

/* ---- inserting an operation by trial ------------------------------------------------------------------------------------ */

/* One operation of P0 with W0, nothing else. */
static bool single(const struct usc_group *b)
{
   return b->kind == USC_MAIN && b->op[USC_P0] && !b->op[USC_P1] && !b->op[USC_PCK] && !b->op[USC_TST] && !b->op[USC_MOV] &&
          !b->op[USC_BE] && !b->dst[1].bank && b->is4 == USC_FT0 && !(usc_op_info[b->op[USC_P0]].flags & USC_F_COMPLEX);
}

static bool legal(struct usc_group *g)
{
   total.trials++;
   return usc_check(g) == USC_V_OK;
}

static bool put_in(const struct usc_group *host, const struct usc_group *b, unsigned unit)
{
   struct usc_group g = *host;
   const bool ext = usc_group_reads_fte(host) && !(usc_op_info[host->op[USC_P0]].flags & USC_F_HI);
   const struct usc_opd e = host->src[host->is0];
   const unsigned base = unit == USC_P1 ? 3 : 0, other = unit == USC_P1 ? 0 : 3;
   /* slots of the operations of the host; a new unit fills its own */
   const unsigned kept =
       host->op[unit == USC_P1 ? USC_P0 : USC_P1] ? usc_op_info[host->op[unit == USC_P1 ? USC_P0 : USC_P1]].sources : 0;
   if (host->op[unit] || host->dst[1].bank || host->cc != b->cc || usc_closed(host) || (unit == USC_P1 && !host->op[USC_P0]))
      return false;
   for (unsigned k = 0; k < 3; k++) {
      if (!(kept >> k & 1) && !host->op[USC_BE])
         g.src[other + k] = usc_none();
      if (host->src[base + k].bank && !(ext && host->is0 == base + k))
         return false; /* the backend uses it, so it is not tried */
   }
   g.op[unit] = b->op[USC_P0];
   *(unit == USC_P1 ? &g.sat1 : &g.sat0) = b->sat0;
   *(unit == USC_P1 ? &g.lp1 : &g.lp0) = b->lp0;
   if (unit == USC_P0) {
      g.upk_fmt = b->upk_fmt;
      g.upk_scale = b->upk_scale;
      g.cin = b->cin;
   } else if (!(usc_op_info[b->op[USC_P0]].flags & USC_F_P1)) {
      return false;
   }
   const uint8_t line = unit == USC_P1 ? USC_FT1 : USC_FT0;
   g.is5 = line;
   g.mov_w1 = g.op[USC_MOV] ? line : 0;
   g.dst[1] = b->dst[0];
   if (g.op[USC_BE] && !g.op[USC_MOV] && !g.op[USC_PCK] && !g.op[USC_TST]) {
      g.op[USC_MOV] = USC_OP_MOV;
      g.mov_w0 = host->is4;
      g.mov_w1 = line;
      g.mov_mask = 0xf;
   }
   if (usc_group_reads_fte(b))
      return false; /* its own external operand: not tried */
   const bool swaps = b->op[USC_P0] == USC_OP_FADD || b->op[USC_P0] == USC_OP_FMUL || b->op[USC_P0] == USC_OP_FMAD;
   for (unsigned order = 0; order < (swaps ? 2u : 1u); order++) {
      for (unsigned k = 0; k < 3; k++)
         g.src[base + k] = b->src[order && k < 2 ? 1 - k : k];
      for (unsigned slot = 0; slot < (ext ? 6u : 1u); slot++) {
         struct usc_group q = g;
         if (ext) {
            if (q.src[slot].bank && !(usc_same_reg(q.src[slot], e) && !q.src[slot].mod))
               continue;
            if (!q.src[slot].bank)
               q.src[slot] = e;
            q.is0 = (uint8_t)slot;
         }
         if (legal(&q))
            return true;
      }
   }
   return false;
}

static bool fits(const struct usc_group *a, const struct usc_group *b)
{
   if (single(b) && (put_in(a, b, USC_P1) || put_in(a, b, USC_P0)))
      return true;
   return single(a) && (put_in(b, a, USC_P1) || put_in(b, a, USC_P0));
}

/* True if b joined the group, which was `host` before. */
static bool joined(const struct usc_group *g, const struct usc_group *host, const struct usc_group *b)
{
   if (b->op[USC_BE]) /* an output */
      return !host->op[USC_BE] && g->op[USC_BE] == b->op[USC_BE] && g->addr == b->addr;
   bool writes = false, reads = !b->src[0].bank;
   for (unsigned d = 0; d < 2; d++)
      writes |= usc_same_reg(g->dst[d], b->dst[0]) && !usc_same_reg(g->dst[d], host->dst[0]);
   for (unsigned k = 0; k < 6; k++)
      reads |= usc_same_reg(g->src[k], b->src[0]);
   return writes && reads && (b->op[USC_P0] == g->op[USC_P0] || b->op[USC_P0] == g->op[USC_P1] || !b->op[USC_P0]);
}

/* ---- a block ------------------------------------------------------------------------------------------------------------- */

/* A block before and after scheduling. */
struct scheduled {
   const char *file;
   struct ins *in; /* before, in the order of the source */
   uint32_t n;
   const struct cg_program *program;
   struct usc_instr **groups; /* after */
   struct ins **host;         /* by group: the instruction that others joined */
   bool *two;                 /* by group: true if one has joined */
   uint32_t num_groups;
};

/* Finds the group that an instruction joined by the registers that the group writes, or by its backend operation. Returns
   UINT32_MAX if there is none. */
static uint32_t find_joined(struct scheduled *s, const struct ins *v)
{
   for (uint32_t k = 0; k < s->num_groups; k++)
      if (!s->two[k] && !usc_group_equal(&s->groups[k]->g, &s->host[k]->g) && joined(&s->groups[k]->g, &s->host[k]->g, &v->g)) {
         s->two[k] = true;
         return k;
      }
   return UINT32_MAX;
}

/* Finds the group that each instruction joined. Returns false if writes of inputs became repeated groups, which are different
   instructions. */
static bool find_groups(struct scheduled *s, const struct cg_list *body)
{
   s->groups = UTIL_ARRAY(&ctx, struct usc_instr *, (size_t)body->n + 1);
   for (uint32_t k = 0; k < body->n; k++)
      if (usc_trace_of(usc_instr_at(body, k))->stalls || usc_instr_at(body, k)->g.kind != USC_CONTROL)
         s->groups[s->num_groups++] = usc_instr_at(body, k);
   s->host = UTIL_ARRAY(&ctx, struct ins *, (size_t)s->num_groups + 1);
   s->two = UTIL_ARRAY(&ctx, bool, (size_t)s->num_groups + 1);
   for (uint32_t v = 0; v < s->n; v++)
      s->in[v].group = UINT32_MAX;
   for (uint32_t k = 0; k < s->num_groups; k++) {
      uint32_t v = 0;
      while (v < s->n && s->in[v].i != s->groups[k])
         v++;
      if (v == s->n)
         return false;
      s->in[v].group = k;
      s->host[k] = &s->in[v];
   }
   for (uint32_t v = 0; v < s->n; v++)
      if (s->in[v].group == UINT32_MAX && (s->in[v].group = find_joined(s, &s->in[v])) == UINT32_MAX)
         return false;
   return true;
}

/* True if instruction v depends on group k or on a later one. */
static bool waits_for(const struct scheduled *s, uint32_t v, uint32_t k)
{
   for (uint32_t w = 0; w < v; w++)
      if (s->in[w].group >= k && (depends(&s->in[v], &s->in[w]) || keeps_phi(s->program, &s->in[v], &s->in[w])))
         return true;
   return false;
}

/* Counts later instructions that have an operation for the unit, by the stall reason that they imply. */
struct later {
   unsigned remaining, ready;    /* all; those that depend on no group from this one on */
   unsigned merge, named, fit;   /* ready ones that merge with the group; that do not, for this reason; that fit by trial */
   const struct usc_group *some; /* one of the ready ones, preferably one that fits */
};

static struct later look_at_later(const struct scheduled *s, uint32_t k, unsigned unit, unsigned stall)
{
   const struct usc_group *q = &s->groups[k]->g;
   struct later x = {0};
   for (uint32_t v = 0; v < s->n; v++) {
      const struct usc_group *g = &s->in[v].g;
      struct usc_group out;
      if (s->in[v].group <= k || !wants(g, unit))
         continue;
      x.remaining++;
      if (waits_for(s, v, k))
         continue;
      x.ready++;
      x.some = x.some ? x.some : g;
      x.merge += usc_merge(q, g, &out) != USC_APART;
      x.named += usc_merge_stall(q, g) == stall;
      if (fits(q, g)) {
         x.fit++;
         x.some = g;
      }
   }
   return x;
}

/* Describes the error in the stall reason, or returns NULL. */
static const char *error_of(unsigned stall, const struct later *x)
{
   switch (stall) {
   case USC_STALL_NONE_LEFT: return x->remaining ? "something remains" : NULL;
   case USC_STALL_NOT_READY: return !x->remaining ? "nothing remains" : x->ready ? "something is ready" : NULL;
   case USC_STALL_ELSEWHERE: return x->merge ? NULL : "nothing that is ready merges";
   default: return x->merge ? "something merges" : !x->named ? "of nothing that is ready" : x->fit ? "it fits by trial" : NULL;
   }
}

static void check_unit(const struct scheduled *s, uint32_t k, unsigned unit)
{
   const struct usc_group *q = &s->groups[k]->g;
   const unsigned stall = usc_trace_of(s->groups[k])->stalls[unit], closed = usc_closed(q);
   total.units++;
   total.by[stall]++;
   if (q->kind == USC_BITWISE) {
      ck_assert_msg(stall == USC_STALL_CHAIN, "%s: %s", s->file, usc_stall_name(stall));
      return;
   }
   if (closed && closed != USC_STALL_W_PORTS) {
      ck_assert_msg(stall == closed, "%s: %s, not %s", s->file, usc_stall_name(stall), usc_stall_name(closed));
      return;
   }
   const struct later x = look_at_later(s, k, unit, stall);
   const char *error = error_of(stall, &x);
   if (!error)
      return;
   struct util_buf b;
   util_buf_init(&b, &ctx);
   usc_print(&b, q, NULL, USC_EXPLICIT, " ; ");
   util_buf_printf(&b, " and ");
   if (x.some)
      usc_print(&b, x.some, NULL, USC_EXPLICIT, " ; ");
   ck_abort_msg("%s: group %u, unit %u: %s, but %s (%u remain, %u ready): %s", s->file, k, unit, usc_stall_name(stall), error,
                x.remaining, x.ready, b.data);
}

static void block(const char *file, struct ins *in, uint32_t n, const struct cg_list *body, const struct cg_program *program)
{
   struct scheduled s = {.file = file, .in = in, .n = n, .program = program};
   if (!find_groups(&s, body)) {
      total.left_out++;
      return;
   }
   total.blocks++;
   for (uint32_t k = 0; k < s.num_groups; k++)
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
         const struct usc_instr *i = s.groups[k];
         if (!i->g.op[u] && usc_trace_of(i)->stalls && i->g.kind != USC_CONTROL)
            check_unit(&s, k, u);
      }
}

static void program(const char *file, const char *text, size_t len)
{
   static const unsigned lower = PASS_LOWER_idiv | PASS_LOWER_fround | PASS_LOWER_fetch | PASS_LOWER_cube_grad;
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_GL, .lower = lower};
   struct usc_options opt = usc_default_options();
   struct usc_program out;
   struct usc_mir c;
   struct usc_selection sel;
   const struct nv_program *p = nv_parse(&ctx, text, len, &nv_default_limits);
   if (!p)
      return;
   struct ir_shader *s = nv_lower(&ctx, p, &num_model_usc_rtz, 32);
   pass_run_pipeline(s, &po);
   ir_cfg_update(s);
   opt.stalls = true;
   usc_mir_init(&c, &ctx, s, &opt, &out);
   usc_select(&sel, &c);
   usc_select_finish(&sel);
   if (c.failed)
      return;
   usc_peephole(&c);
   struct ins **in = UTIL_ARRAY(&ctx, struct ins *, c.p.num_blocks);
   uint32_t *n = UTIL_ARRAY(&ctx, uint32_t, c.p.num_blocks);
   for (uint32_t b = 0; b < c.p.num_blocks; b++) {
      n[b] = c.p.blocks[b].body.n;
      in[b] = UTIL_ARRAY(&ctx, struct ins, (size_t)n[b] + 1);
      for (uint32_t v = 0; v < n[b]; v++) {
         in[b][v] = (struct ins){.i = usc_instr_of(c.p.blocks[b].body.i[v]), .g = usc_instr_of(c.p.blocks[b].body.i[v])->g};
         usc_refs(&c, in[b][v].i, note, &in[b][v]);
      }
   }
   usc_schedule(&c);
   for (uint32_t b = 0; b < c.p.num_blocks; b++)
      if (n[b] < 600)
         block(file, in[b], n[b], &c.p.blocks[b].body, &c.p);
   total.programs++;
}

START_TEST(stall_reasons)
{
   for (int i = 0; i < num_files; i++) {
      size_t len;
      char *text = file_read(files[i], &len);
      ck_assert_msg(text, "%s", files[i]);
      util_ctx_init(&ctx, NULL, 0);
      if (!setjmp(ctx.unwind)) {
         ctx.unwind_set = true;
         program(files[i], text, len);
      }
      util_ctx_finish(&ctx);
      free(text);
   }
   printf("%u programs, %u blocks (%u left out), %u empty units, %u groups tried\n", total.programs, total.blocks,
          total.left_out, total.units, total.trials);
   ck_assert_uint_gt(total.units, 0);
   for (unsigned w = 0; w < USC_NUM_STALLS; w++)
      if (total.by[w])
         printf("%6u %s\n", total.by[w], usc_stall_name(w));
}
END_TEST

int main(int argc, char **argv)
{
   static const char *const patterns[] = {"tests/nv/*.[vfg]p", "tests/arb/*.[vf]p", "examples/*.[vf]p",
                                          "bench/shaders/*.[vf]p"};
   glob_t g;
   files = argv + 1;
   num_files = argc - 1;
   for (unsigned k = 0; k < sizeof patterns / sizeof *patterns && argc < 2; k++)
      if (glob(patterns[k], k ? GLOB_APPEND : 0, NULL, &g) == 0) {
         files = g.gl_pathv;
         num_files = (int)g.gl_pathc;
      }
   Suite *s = suite_create("usc_stall");
   TCase *t = tcase_create("usc_stall");
   tcase_set_timeout(t, 120);
   tcase_add_test(t, stall_reasons);
   suite_add_tcase(s, t);
   return suite_run_nofork(s);
}
