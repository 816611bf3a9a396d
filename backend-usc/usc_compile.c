/* SPDX-License-Identifier: MIT */
/* The order of the code generator: selection, peepholes, schedule, registers, layout, statistics. */
#include "backend-usc/usc_cg.h"

#include <string.h>

const char *const usc_core_name[USC_NUM_CORES] = {"gx6250", "bxs-4-64", "axe-1-16m"};
const char *const usc_frt_name[USC_NUM_FRT] = {"f32", "f16", "rgba8"};
const uint8_t usc_frt_words[USC_NUM_FRT] = {4, 2, 1};

struct usc_options usc_default_options(void)
{
   struct usc_options o;
   memset(&o, 0, sizeof o);
   o.sched = USC_SCHED_FAST;
   return o;
}

static bool generate(struct cg *c)
{
   cg_select(c);
   if (c->failed)
      return false;
   cg_peephole(c);
   cg_schedule(c);
   return cg_allocate(c);
}

static void prepare(struct cg *c, struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt,
                    struct usc_program *out)
{
   memset(c, 0, sizeof *c);
   memset(out, 0, sizeof *out);
   c->ctx = ctx;
   c->s = s;
   c->opt = opt;
   c->out = out;
   c->r = &out->reflect;
   c->num_blocks = s->num_blocks;
   c->span = c->blame = UTIL_NO_SPAN;
   c->blocks = UTIL_ARRAY(ctx, struct cg_block, (size_t)s->num_blocks + 1);
   out->num = s->num;
   out->reflect.stage = s->stage;
}

bool usc_compile(struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, struct usc_program *out)
{
   struct cg c;
   struct usc_options plain = *opt;
   if (s->stage != IR_STAGE_VERTEX && s->stage != IR_STAGE_FRAGMENT) {
      /* the header names the stage */
      util_diag(ctx, DIAG_ID_usc_unsupported, (struct util_span){0, 9}, "%s programs are not supported on USC",
                ir_stage_name[s->stage]);
      return false;
   }
   ir_cfg_update(s);
   prepare(&c, ctx, s, opt, out);
   bool ok = generate(&c);
   plain.sched = USC_SCHED_NONE;
   if (!ok && !c.failed && opt->sched != USC_SCHED_NONE) {
      /* Blocks of registers that the schedule keeps alive together did not fit: source order needs less. */
      prepare(&c, ctx, s, &plain, out);
      ok = generate(&c);
   }
   if (!ok && !c.failed) {
      /* Nor do those of all requests under way: one at a time needs least. */
      prepare(&c, ctx, s, &plain, out);
      c.tight = true;
      ok = generate(&c);
   }
   if (!ok) {
      if (!c.failed)
         util_diag(ctx, DIAG_ID_usc_unsupported, c.blame, "this instruction needs %u temporaries, there are %u", c.blame_need,
                   opt->max_temps ? opt->max_temps : USC_NUM_TEMPS);
      return false;
   }
   if (out->reflect.num_sh > 2047) { /* the scratch memory came on top */
      util_diag(ctx, DIAG_ID_usc_unsupported, UTIL_NO_SPAN, "more than 2047 shared registers of parameters and constants");
      return false;
   }
   for (uint32_t k = 0; k < out->reflect.num_sh; k++) /* bytes of scratch an instance, known only now */
      if (out->reflect.sh[k].kind == USC_SH_SCRATCH && out->reflect.sh[k].b == 2)
         out->reflect.sh[k].a = out->reflect.scratch_bytes;

   struct util_buf code;
   uint32_t bad = 0;
   util_buf_init(&code, ctx);
   enum usc_reason why = usc_layout(ctx, &out->prog, &code, &out->offsets, &bad);
   if (why != USC_R_OK) {
      struct util_buf t;
      util_buf_init(&t, ctx);
      if (bad < out->prog.n)
         usc_print(&t, &out->prog.g[bad], NULL, USC_EXPLICIT, " ; ");
      util_bug(ctx, "group %u is illegal: %s: %s", bad, usc_reason_text(why), t.data ? t.data : "");
   }
   out->code = (uint8_t *)code.data;
   out->code_len = code.len;
   struct usc_stats *st = &out->stats;
   st->groups = out->prog.n;
   for (uint32_t k = 0; k < out->prog.n; k++)
      st->issue_slots += out->prog.g[k].rpt > 1 ? out->prog.g[k].rpt : 1;
   st->blocks = c.num_blocks;
   for (uint32_t b = 0; b < c.num_blocks; b++)
      st->lower_bound += c.blocks[b].source_bound;
   st->bytes = (uint32_t)code.len;
   st->temps = out->reflect.temps;
   return true;
}

void usc_print_stats(struct util_buf *b, const struct usc_stats *s)
{
   util_buf_printf(b,
                   "groups: %u\nissue_slots: %u\nlower_bound: %u\nblocks: %u\nbytes: %u\ntemps: %u\nspill_bytes: %u\n"
                   "const_uploads: %u\n",
                   s->groups, s->issue_slots, s->lower_bound, s->blocks, s->bytes, s->temps, s->spill_bytes, s->const_uploads);
}
