/* SPDX-License-Identifier: MIT */
/* The order of the code generator: selection, peepholes, schedule, registers, layout, statistics. */
#include "backend-usc/usc_compile.h"

#include "backend-usc/allocate/usc_allocate.h"
#include "backend-usc/check/usc_check_program.h"
#include "backend-usc/lower_bound/usc_lower_bound.h"
#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/schedule/usc_schedule.h"
#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/pattern/usc_f16.h"
#include "backend-usc/select/usc_select.h"
#include "backend-usc/text/usc_text.h"
#include "codegen/copies.h"
#include "ir/build.h"
#include "ir/cfg.h"
#include "semantics/memory/group.h"
#include "semantics/memory/memory.h"

#include <string.h>

struct usc_options usc_default_options(void)
{
   struct usc_options o;
   memset(&o, 0, sizeof o);
   o.features = usc_core_features[o.core];
   o.sched = USC_SCHED_FAST;
   o.samples = 1;
   return o;
}

/* The code of one schedule. */
struct attempt {
   struct usc_mir c;
   struct usc_options opt;
   struct usc_program out;
};

/* What its operations that are in block b when it is scheduled (note: now) count for in the bound of the block at most: a
   request has a wait. */
static uint32_t weight(const struct usc_mir *c, uint32_t b, bool note)
{
   uint32_t n = 0;
   for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
      const struct cg_list *list = cg_list_of(&c->p.blocks[b], l);
      for (uint32_t k = 0; k < list->n; k++) {
         struct usc_instr *i = usc_instr_at(list, k);
         if (note)
            usc_trace_of(i)->scheduled = b + 1;
         if (usc_trace_of(i)->scheduled == b + 1)
            n += usc_group_is_drc(&i->g, NULL) ? 2 : 1;
      }
   }
   return n;
}

/*
 * Allocation. Spilling makes some values anew where they are read (rematerialisation) and takes out the operation that made
 * them once. Any schedule without that operation becomes one with it if a group is put in front, two for a request and its
 * wait: the bound of the block goes down by as many. What is said of copies holds for values that live in registers from end to
 * end.
 */
static bool allocate(struct usc_mir *c)
{
   for (uint32_t b = 0; c->opt->bound && b < c->p.num_blocks; b++)
      c->schedule[b].weight = weight(c, b, true);
   if (!usc_allocate(c))
      return false;
   bool spills = c->out->stats.spill_loads || c->out->stats.spill_stores;
   for (uint32_t b = 0; c->opt->bound && b < c->p.num_blocks; b++) {
      struct usc_block_schedule *k = &c->schedule[b];
      const uint32_t lost = k->weight - weight(c, b, false);
      spills |= lost != 0;
      k->source_bound = k->source_bound > lost ? k->source_bound - lost : 0;
   }
   for (uint32_t b = 0; spills && c->opt->bound && b < c->p.num_blocks; b++) {
      struct usc_block_schedule *k = &c->schedule[b];
      k->source_bound = k->source_bound > k->copies_bound ? k->source_bound - k->copies_bound : 0;
   }
   return true;
}

/* The invocations of a block that the machine runs; of one whose size the grid says, as many as there may be. */
static uint64_t invocations(const struct ir_shader *s)
{
   const uint64_t n = ir_workgroup_invocations(s);
   return n ? n : USC_MAX_WORKGROUP;
}

/* All waves of a block with barriers have to be there at once. (Larger blocks than that were given to fewer invocations, by
   coarsen.) */
static void limit_temps(struct usc_mir *c)
{
   const struct ir_instr *barrier = NULL;
   if (c->s->stage != IR_STAGE_COMPUTE || !ir_may_have(c->s, IR_mutex))
      return;
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_mutex && i->attr[1] == MEM_LOCK_BARRIER && !barrier)
            barrier = i;
   if (barrier && invocations(c->s) > USC_MAX_WORKGROUP) {
      util_diag(c->p.ctx, DIAG_ID_usc_unsupported, barrier->span,
                "a block with barriers has at most %d invocations, this one has %llu", EXEC_WORKGROUP_WAVES * EXEC_LANES,
                (unsigned long long)invocations(c->s));
      c->failed = true;
   } else if (barrier) {
      c->num_temps = usc_core_workgroup_temps(c->opt->core, (unsigned)invocations(c->s));
   }
}

static bool generate(struct usc_mir *c)
{
   ir_unpack(c->s);
   limit_temps(c);
   if (c->failed)
      return false;
   struct usc_selection *sel = UTIL_NEW(c->p.ctx, struct usc_selection);
   usc_select(sel, c);
   if (c->opt->bound && !c->failed)
      usc_bound_source(sel);
   usc_select_finish(sel);
   util_discard(c->p.ctx, sel, sizeof *sel);
   if (c->failed || c->needs_far)
      return false;
   if (ir_is_big(c->s) || c->opt->verify) /* so that it is tested with every program that is verified */
      ir_pack(c->s);
   if (c->opt->features & USC_HAS_F16SOP && c->opt->sched != USC_SCHED_NONE)
      usc_f16_pairs(c);
   usc_peephole(c);
   usc_schedule(c);
   const bool ok = allocate(c);
   usc_discard_instrs(c);
   return ok;
}

static uint32_t slots(const struct usc_prog *p)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < p->n; k++)
      n += usc_issue_slots(&p->g[k]);
   return n;
}

#define ACCESS_COST 8 /* groups that an access of spill code costs beside its own */

static uint64_t cost(const struct usc_program *p)
{
   return p->prog.n + (uint64_t)ACCESS_COST * (p->stats.spill_loads + p->stats.spill_stores);
}

/* Is x better code than y? */
static bool better(const struct usc_program *x, const struct usc_program *y)
{
   if (cost(x) != cost(y))
      return cost(x) < cost(y);
   return slots(&x->prog) < slots(&y->prog);
}

#define MANY_GROUPS 16384 /* code with more of them is not made in another way if it spills */

#define MAX_IN_FRONT 192 /* registers in front of parameters that are indexed: a constant offset reaches behind them */

/* The first register behind all shared registers but those of parameters that are indexed. */
static uint32_t first_behind(const struct usc_mir *c)
{
   return (c->r->num_sh - c->indexed + 7) / 4 * 4;
}

/* Would all be near if parameters that are indexed came last? */
static bool fits_behind(const struct usc_mir *c)
{
   return c->indexed && !c->opt->scratch_base && first_behind(c) <= MAX_IN_FRONT;
}

/*
 * Generates code for fewer and fewer registers until they suffice. What the schedule keeps alive together may not fit: source
 * order needs less, and one request in flight at a time least: both are tried too where the schedule makes values live in
 * memory. NULL after diagnostics.
 */
static struct attempt *fit_registers(struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt,
                                     uint32_t first_move)
{
   enum { AS_ASKED, SOURCE_ORDER, ONE_REQUEST, NUM_FALLBACKS };
   struct attempt *best = NULL, *t = NULL;
   bool far = false;
   uint32_t indexed_at = 0;
   for (unsigned fallback = AS_ASKED; fallback < NUM_FALLBACKS && !(best && best->out.prog.n > MANY_GROUPS); fallback++) {
      if (fallback == SOURCE_ORDER && opt->sched == USC_SCHED_NONE)
         continue;
      t = UTIL_NEW(ctx, struct attempt);
      t->opt = *opt;
      if (fallback != AS_ASKED)
         t->opt.sched = USC_SCHED_NONE;
      usc_mir_init(&t->c, ctx, s, &t->opt, &t->out);
      t->c.first_move = first_move;
      t->c.tight = fallback == ONE_REQUEST;
      t->c.far = far;
      t->c.indexed_at = indexed_at;
      const bool ok = generate(&t->c);
      if (t->c.failed)
         return NULL;
      if (t->c.needs_far) {
         far = indexed_at || !fits_behind(&t->c);
         indexed_at = far ? 0 : first_behind(&t->c);
         fallback--;
         continue;
      }
      if (ok && (!best || better(&t->out, &best->out)))
         best = t;
      if (ok && !t->out.stats.spill_loads && !t->out.stats.spill_stores)
         break;
   }
   if (!best)
      util_diag(ctx, DIAG_ID_usc_unsupported, t->c.culprit, "this instruction needs %u temporaries, there are %u",
                t->c.culprit_demand, opt->max_temps && opt->max_temps < t->c.num_temps ? opt->max_temps : t->c.num_temps);
   if (!best && t->c.num_temps < usc_core_temps(opt->core))
      util_note(ctx, UTIL_NO_SPAN, "all waves of a block with barriers have to find theirs, and it may have %u invocations",
                (unsigned)invocations(s));
   return best && usc_check_shareds(&best->c) ? best : NULL; /* the scratch memory came on top */
}

/* Checks and enters what is known of shared registers and scratch memory at the end. */
static bool finish_reflection(struct util_ctx *ctx, const struct usc_options *opt, struct usc_reflect *r)
{
   if (opt->scratch_stride && r->scratch_bytes > opt->scratch_stride) {
      util_diag(ctx, DIAG_ID_usc_unsupported, UTIL_NO_SPAN,
                "%u bytes of scratch memory an invocation are needed, there are %u (-fscratch-stride)", r->scratch_bytes,
                opt->scratch_stride);
      return false;
   }
   if (opt->scratch_stride && r->scratch_bytes)
      r->scratch_bytes = opt->scratch_stride;
   for (uint32_t k = 0; k < r->num_sh; k++)
      if (r->sh[k].kind == USC_SH_SCRATCH && r->sh[k].b == 2)
         r->sh[k].a = r->scratch_bytes;
   return true;
}

/* NULL after diagnostics. */
static struct attempt *make(struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, uint32_t first_move)
{
   struct attempt *t = fit_registers(ctx, s, opt, first_move);
   return t && finish_reflection(ctx, &t->opt, &t->out.reflect) ? t : NULL;
}

/* Did the exact scheduler find fewer groups for any block? */
static bool exact_found_fewer(const struct usc_mir *c)
{
   bool found = false;
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      found |= c->schedule[b].exact < c->schedule[b].fast;
   return found;
}

/* Fewer groups in a block may cost registers and copies, so the fast schedule is made, too: NULL, the exact one need not be
   compared. */
static struct attempt *make_fast(const struct attempt *exact, struct util_ctx *ctx, struct ir_shader *s,
                                 const struct usc_options *opt, uint32_t first_move)
{
   struct usc_options fast = *opt;
   fast.sched = USC_SCHED_FAST;
   return opt->sched < USC_SCHED_EXACT || !exact_found_fewer(&exact->c) ? NULL : make(ctx, s, &fast, first_move);
}

static void lay_out(struct util_ctx *ctx, const struct usc_options *opt, struct usc_program *out)
{
   struct util_buf code;
   uint32_t bad = 0;
   util_buf_init(&code, ctx);
   enum usc_violation violation = usc_layout(ctx, &out->prog, &code, &out->offsets, &bad);
   if (!violation)
      violation = usc_check_prog(ctx, &out->prog, out->offsets, usc_core_limits(opt->core)->vertex_words, &bad);
   if (violation != USC_V_OK && (violation != USC_V_NO_ENCODING || !(opt->features & USC_HAS_F16SOP))) {
      /* The text of a group has constants of the program: only who asks for verification gets to see it. */
      struct util_buf t;
      util_buf_init(&t, ctx);
      if (opt->verify && bad < out->prog.n) {
         util_buf_printf(&t, ": ");
         usc_print(&t, &out->prog.g[bad], NULL, USC_EXPLICIT, " ; ");
      }
      util_bug(ctx, "group %u is illegal: %s (%s)%s", bad, usc_violation_text(violation), usc_violation_name(violation),
               t.data ? t.data : "");
   }
   if (violation == USC_V_OK) {
      out->code = (uint8_t *)code.data;
      out->code_len = code.len;
   }
   out->no_bytes = bad;
}

/* A bound above the groups is no bound: the model of the block misses something that the compiler does. */
static void check_bounds(const struct usc_mir *c, uint32_t b, const struct usc_block *q)
{
   if (q->bound > q->groups)
      util_bug(c->p.ctx, "block %u has %u groups, below its bound of %u", b, q->groups, q->bound);
   if (q->body_bound > q->body_groups)
      util_bug(c->p.ctx, "block %u is scheduled in %u groups, below the bound of %u", b, q->body_groups, q->body_bound);
}

static void block_facts(const struct usc_mir *c, struct usc_program *out)
{
   out->blocks = UTIL_ARRAY(c->p.ctx, struct usc_block, (size_t)c->p.num_blocks + 1);
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      const struct usc_block_schedule *k = &c->schedule[b];
      struct usc_block *q = &out->blocks[b];
      q->first = c->label_at[cg_label(CG_AT_HEAD, b)];
      q->groups = (b + 1 < c->p.num_blocks ? c->label_at[cg_label(CG_AT_HEAD, b + 1)] : out->prog.n) - q->first;
      q->bound = k->source_bound;
      q->body_bound = k->body_bound;
      q->body_fast = k->fast;
      q->body_groups = k->exact;
      q->optimal = k->optimal;
      out->stats.blocks_optimal += q->optimal || q->groups <= q->bound;
      out->stats.lower_bound += q->bound;
      check_bounds(c, b, q);
   }
}

/* What both schedules need with what stands behind their ends. out: the better one, laid out. */
static void count_schedules(struct util_ctx *ctx, const struct usc_options *opt, struct attempt *other, bool other_is_fast,
                            struct usc_program *out)
{
   struct usc_stats *st = &out->stats;
   st->groups_fast = st->groups_exact = out->prog.n;
   if (!other || opt->sched != USC_SCHED_BOTH)
      return;
   lay_out(ctx, opt, &other->out);
   *(other_is_fast ? &st->groups_fast : &st->groups_exact) = other->out.prog.n;
}

static void count(const struct usc_mir *c, struct usc_program *out)
{
   struct usc_stats *st = &out->stats;
   st->groups = out->prog.n;
   st->issue_slots = slots(&out->prog);
   st->blocks = c->p.num_blocks;
   st->bytes = (uint32_t)out->code_len;
   st->temps = out->reflect.temps;
   if (c->opt->bound)
      block_facts(c, out);
}

bool usc_compile(struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, struct usc_program *out)
{
   if (s->stage == IR_STAGE_PRE) {
      /* the header names the stage */
      util_diag(ctx, DIAG_ID_usc_unsupported, (struct util_span){0, 9}, "%s programs are not supported on USC",
                ir_stage_name[s->stage]);
      return false;
   }
   ir_cfg_update(s);
   const uint32_t first_move = cg_share_copies(s);
   struct attempt *exact = make(ctx, s, opt, first_move);
   if (!exact)
      return false;
   struct attempt *fast = make_fast(exact, ctx, s, opt, first_move);
   const bool take_fast = fast && better(&fast->out, &exact->out);
   struct attempt *best = take_fast ? fast : exact;
   *out = best->out;
   lay_out(ctx, opt, out);
   count(&best->c, out);
   count_schedules(ctx, opt, take_fast ? exact : fast, !take_fast, out);
   if (!opt->last)
      ir_unpack(s);
   return true;
}
