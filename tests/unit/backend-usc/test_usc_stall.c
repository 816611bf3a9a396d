/* SPDX-License-Identifier: MIT */
/*
 * Are the reasons in empty units of groups true? Programs of tests/nv, examples and bench are selected and scheduled; then, from the
 * instructions as they were before, without the scheduler's own structures:
 *
 *   "nothing that is left needs it"   no instruction of the block that comes later has an operation for the unit
 *   "what needs it is not ready"      each that has one waits for a result of this group or of a later one
 *   "goes into another group"         one that has waits for nothing, and joins this group legally
 *   any rule                          one that has waits for nothing; the scheduler's merge gives this rule for it; and no way to put it
 *                                     in is legal: either unit, factors in either order, the external operand in any slot, asked of
 *                                     usc_check() by trial
 *
 * usage: test_usc_stall [FILE...]
 */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "backend-usc/usc_compile.h"
#include "backend-usc/schedule/usc_merge.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/schedule/usc_schedule.h"
#include "backend-usc/select/usc_select.h"
#include "backend-usc/text/usc_text.h"
#include "frontend/nv/tree/nv_ast.h"
#include "ir/cfg.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/suite.h"

static struct util_ctx ctx;
static char **files;
static int num_files;

static struct {
   unsigned programs, slots, blocks, left_out, by[USC_NUM_STALLS], trials;
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
   uint32_t group; /* where it went */
};

static void note(void *user, uint32_t unit, unsigned n, bool write)
{
   struct ins *i = user;
   ck_assert_uint_lt(i->num, 40);
   i->refs[i->num++] = (struct ref){unit, n, write};
}

/* Must b, later in the source, stay behind a? */
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

/* What a phi takes over is computed behind the last read of the phi, so that they can share a register: a waits for that as well. */
static bool keeps_phi(const struct cg_list *tail, const struct ins *b, const struct ins *a)
{
   for (uint32_t i = 0; i < tail->n; i++)
      for (uint32_t k = 0; tail->i[i]->kind == CG_COPIES && k < tail->i[i]->num_copies; k++) {
         const struct cg_copy *q = &tail->i[i]->copies[k];
         if (q->src < CG_EXTERNAL && touches(b, q->src, true) && touches(a, q->dst, false))
            return true;
      }
   return false;
}

/* Has the instruction an operation for the unit? A single one of P0 or P1 may sit in either. */
static bool wants(const struct usc_group *g, unsigned unit)
{
   const unsigned closed = usc_closed(g);
   if (g->kind != USC_MAIN || (closed && closed != USC_STALL_W_PORTS))
      return false;
   return unit <= USC_P1 ? true : g->op[unit] != 0;
}

/* ---- putting an operation in by trial ------------------------------------------------------------------------------------- */

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
   /* slots of the operations of the host; a unit that comes in takes over its own */
   const unsigned kept =
       host->op[unit == USC_P1 ? USC_P0 : USC_P1] ? usc_op_info[host->op[unit == USC_P1 ? USC_P0 : USC_P1]].sources : 0;
   if (host->op[unit] || host->dst[1].bank || host->cc != b->cc || usc_closed(host) || (unit == USC_P1 && !host->op[USC_P0]))
      return false;
   for (unsigned k = 0; k < 3; k++) {
      if (!(kept >> k & 1) && !host->op[USC_BE])
         g.src[other + k] = usc_none();
      if (host->src[base + k].bank && !(ext && host->is0 == base + k))
         return false; /* the backend has it: not tried */
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

/* Did b join the group, which was `host` before? */
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

/* ---- a block -------------------------------------------------------------------------------------------------------------- */

static void block(const char *file, struct ins *in, uint32_t n, const struct cg_list *body, const struct cg_list *tail)
{
   /* Which group did each go into? Those that joined another are known by what they write, or by their backend operation. */
   uint32_t groups = 0;
   struct usc_instr **g = UTIL_ARRAY(&ctx, struct usc_instr *, (size_t)body->n + 1);
   for (uint32_t k = 0; k < body->n; k++)
      if (usc_instr_of(body->i[k])->stalls || usc_instr_of(body->i[k])->g.kind != USC_CONTROL)
         g[groups++] = usc_instr_of(body->i[k]);
   struct ins **host = UTIL_ARRAY(&ctx, struct ins *, (size_t)groups + 1);
   bool *two = UTIL_ARRAY(&ctx, bool, (size_t)groups + 1);
   for (uint32_t v = 0; v < n; v++)
      in[v].group = UINT32_MAX;
   for (uint32_t k = 0; k < groups; k++) {
      uint32_t v = 0;
      while (v < n && in[v].i != g[k])
         v++;
      if (v == n) { /* repeated writes of inputs: other instructions than before */
         total.left_out++;
         return;
      }
      in[v].group = k;
      host[k] = &in[v];
   }
   for (uint32_t v = 0; v < n; v++) {
      for (uint32_t k = 0; k < groups && in[v].group == UINT32_MAX; k++)
         if (!two[k] && !usc_group_equal(&g[k]->g, &host[k]->g) && joined(&g[k]->g, &host[k]->g, &in[v].g)) {
            in[v].group = k;
            two[k] = true;
         }
      if (in[v].group == UINT32_MAX) {
         total.left_out++;
         return;
      }
   }
   total.blocks++;
   for (uint32_t k = 0; k < groups; k++)
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
         const struct usc_group *q = &g[k]->g;
         if (q->op[u] || !g[k]->stalls || q->kind == USC_CONTROL)
            continue;
         const unsigned why = g[k]->stalls[u], closed = usc_closed(q);
         total.slots++;
         total.by[why]++;
         if (q->kind == USC_BITWISE) {
            ck_assert_msg(why == USC_STALL_CHAIN, "%s: %s", file, usc_stall_name(why));
            continue;
         }
         if (closed && closed != USC_STALL_W_PORTS) {
            ck_assert_msg(why == closed, "%s: %s, not %s", file, usc_stall_name(why), usc_stall_name(closed));
            continue;
         }
         const struct usc_group *other = NULL;
         unsigned left = 0, ready = 0, joins = 0, named = 0, tried = 0;
         for (uint32_t v = 0; v < n; v++) {
            if (in[v].group <= k || !wants(&in[v].g, u))
               continue;
            left++;
            bool waits = false;
            for (uint32_t w = 0; w < v && !waits; w++)
               waits = in[w].group >= k && (depends(&in[v], &in[w]) || keeps_phi(tail, &in[v], &in[w]));
            if (waits)
               continue;
            struct usc_group out;
            ready++;
            other = other ? other : &in[v].g;
            joins += usc_merge(q, &in[v].g, &out) != USC_APART;
            named += usc_merge_stall(q, &in[v].g) == why;
            if (fits(q, &in[v].g)) {
               tried++;
               other = &in[v].g;
            }
         }
         const char *bad = NULL;
         if (why == USC_STALL_NONE_LEFT)
            bad = left ? "something is left" : NULL;
         else if (why == USC_STALL_NOT_READY)
            bad = !left ? "nothing is left" : ready ? "something is ready" : NULL;
         else if (why == USC_STALL_ELSEWHERE)
            bad = joins ? NULL : "nothing that is ready joins";
         else
            bad = joins ? "something joins" : !named ? "of nothing that is ready" : tried ? "it goes in by trial" : NULL;
         if (bad) {
            struct util_buf b;
            util_buf_init(&b, &ctx);
            usc_print(&b, q, NULL, USC_EXPLICIT, " ; ");
            util_buf_printf(&b, " and ");
            if (other)
               usc_print(&b, other, NULL, USC_EXPLICIT, " ; ");
            ck_abort_msg("%s: group %u, unit %u: %s, but %s (left %u, ready %u): %s", file, k, u, usc_stall_name(why), bad, left,
                         ready, b.data);
         }
      }
}

static void program(const char *file, const char *text, size_t len)
{
   static const struct pass_lower lower = {.idiv = true, .fround = true};
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_GL, .lower = &lower};
   struct usc_options opt = usc_default_options();
   struct usc_program out;
   struct usc_code c;
   struct usc_selection sel;
   const struct nv_program *p = nv_parse(&ctx, text, len, &nv_default_limits);
   if (!p)
      return;
   struct ir_shader *s = nv_lower(&ctx, p, &num_model_usc, 32);
   pass_run_pipeline(s, &po);
   ir_cfg_update(s);
   opt.stalls = true;
   usc_code_init(&c, &ctx, s, &opt, &out);
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
         block(file, in[b], n[b], &c.p.blocks[b].body, &c.p.blocks[b].tail);
   total.programs++;
}

START_TEST(reasons)
{
   for (int i = 0; i < num_files; i++) {
      FILE *f = fopen(files[i], "rb");
      char text[65536];
      ck_assert_msg(f != NULL, "%s", files[i]);
      const size_t len = fread(text, 1, sizeof text, f);
      fclose(f);
      util_ctx_init(&ctx, NULL, 0);
      if (!setjmp(ctx.unwind)) {
         ctx.unwind_set = true;
         program(files[i], text, len);
      }
      util_ctx_finish(&ctx);
   }
   printf("%u programs, %u blocks (%u left out), %u empty units, %u groups tried\n", total.programs, total.blocks,
          total.left_out, total.slots, total.trials);
   ck_assert_uint_gt(total.slots, 0);
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
   tcase_add_test(t, reasons);
   suite_add_tcase(s, t);
   return suite_run_nofork(s);
}
