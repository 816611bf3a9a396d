/* SPDX-License-Identifier: MIT */
/* Lowering of any language: subroutines that are not inlined (fe_recursion.h). */
#include "frontend/common/fe_recursion.h"

/* ---- basic blocks */

/* A block of the source is structured if it contains no call, no return, and no jump out of it. */
static void find_structured(struct fe_recursion *r)
{
   struct open {
      uint32_t start, reach; /* reach: 1 + the outermost block that is left or continued, or 0 if the subroutine is left */
   } *open = NULL;
   uint32_t depth = 0, cap = 0;

   for (uint32_t i = 0; i < r->num_instrs; i++) {
      uint32_t reach = UINT32_MAX;

      switch (r->instrs[i].control) {
      case FE_BEGIN: UTIL_PUSH(r->f->ctx, open, depth, cap, ((struct open){i, UINT32_MAX})); break;
      case FE_PASS_END:
      case FE_LOOP_END:
         depth--;
         reach = open[depth].reach;
         r->structured[open[depth].start] = reach > open[depth].start;
         break;
      case FE_LEAVE: reach = r->instrs[i].other + 1; break;
      case FE_CALL:
      case FE_RETURN: reach = 0; break;
      default: break;
      }
      if (depth > 0 && reach < open[depth - 1].reach)
         open[depth - 1].reach = reach;
   }
}

static bool is_structured(const struct fe_recursion *r, uint32_t i)
{
   return r->instrs[i].control == FE_BEGIN && r->structured[i];
}

/* Instructions that control only passes through have no basic block of their own. */
static bool passes(const struct fe_recursion *r, uint32_t i)
{
   return r->instrs[i].control == FE_PASS || r->instrs[i].control == FE_PASS_END;
}

static void find_texts(struct fe_recursion *r)
{
   for (uint32_t s = 0; s < r->num_subs; s++) {
      r->label[r->subs[s].first] = true;
      r->text[s] = s > 0 && fe_sub_runs_on(r, s - 1) ? r->text[s - 1] : s;
   }
}

static void add_sub(struct fe_recursion *r, uint32_t s)
{
   s = r->text[s];
   if (r->expanded_for[s] == r->call)
      return;
   r->expanded_for[s] = r->call;
   r->reached[r->num_reached++] = s;
}

/* Finds the reachable subroutines, mostly callers before callees, and their basic blocks. */
static void find_blocks(struct fe_recursion *r, uint32_t root)
{
   r->num_blocks = r->num_reached = 0;
   add_sub(r, root);
   for (uint32_t n = 0; n < r->num_reached; n++) {
      const struct fe_text_sub *s = &r->subs[r->reached[n]];
      bool leader = true;

      for (uint32_t i = s->first; i < s->end; i++) {
         const struct fe_text_instr *in = &r->instrs[i];

         r->leader[i] = leader || in->control == FE_LOOP_END || r->label[i];
         if (r->leader[i] && !passes(r, i))
            r->block[i] = r->num_blocks++;
         if (in->control == FE_CALL)
            add_sub(r, in->other);
         leader = !is_structured(r, i) && in->control != FE_PLAIN;
         if (is_structured(r, i))
            i = in->other;
      }
   }
}

static uint32_t state_of(const struct fe_recursion *r, uint32_t sub, uint32_t i)
{
   const uint32_t end = r->subs[sub].end;

   while (i < end && passes(r, i))
      i = r->instrs[i].other;
   return i < end ? r->block[i] : r->num_blocks + r->subs[sub].ends_program;
}

uint32_t fe_recursion_state(const struct fe_recursion *r, uint32_t i) { return state_of(r, r->sub, i); }

uint32_t fe_recursion_entry(const struct fe_recursion *r, uint32_t sub)
{
   return state_of(r, r->text[sub], r->subs[sub].first);
}

/* ---- code */

/* Emits the basic block that begins with instruction i. */
static void emit_block(struct fe_recursion *r, uint32_t i)
{
   struct ir_block *merge = fe_state_guard(&r->states, r->block[i]);
   const uint32_t first = i;

   while (r->f->flow.reachable && !r->f->failed) {
      if (i == r->subs[r->sub].end || (r->leader[i] && i > first)) {
         fe_state_go(&r->states, fe_recursion_state(r, i));
         break;
      }
      if (is_structured(r, i)) {
         const uint32_t end = r->instrs[i].other;

         while (i <= end && !r->f->failed)
            r->next(r->user, &i);
         continue;
      }
      if (r->instrs[i].control != FE_PLAIN) {
         r->leave(r->user, i);
         break;
      }
      r->next(r->user, &i);
   }
   fe_guard_end(r->f, merge);
}

struct fe_recursion *fe_recursion_new(struct fe_lower *f, uint32_t num_instrs, uint32_t num_subs, uint32_t call_depth)
{
   struct fe_recursion *r = UTIL_NEW(f->ctx, struct fe_recursion);
   const size_t n = (size_t)num_instrs + 1;

   r->f = f;
   r->num_instrs = num_instrs;
   r->num_subs = num_subs;
   r->instrs = UTIL_ARRAY(f->ctx, struct fe_text_instr, n);
   r->subs = UTIL_ARRAY(f->ctx, struct fe_text_sub, num_subs);
   r->structured = UTIL_ARRAY(f->ctx, bool, n);
   r->label = UTIL_ARRAY(f->ctx, bool, n);
   r->text = UTIL_ARRAY(f->ctx, uint32_t, num_subs);
   r->leader = UTIL_ARRAY(f->ctx, bool, n);
   r->block = UTIL_ARRAY(f->ctx, uint32_t, n);
   r->counter = UTIL_ARRAY(f->ctx, uint32_t, n);
   r->expanded_for = UTIL_ARRAY(f->ctx, uint32_t, num_subs);
   r->reached = UTIL_ARRAY(f->ctx, uint32_t, num_subs);
   for (uint32_t i = 0; i < num_instrs; i++)
      r->counter[i] = FE_NONE;
   r->states.call_depth = call_depth;
   return r;
}

void fe_recursion_call(struct fe_recursion *r, uint32_t sub)
{
   if (r->call++ == 0) {
      fe_states_init(&r->states, r->f, r->states.call_depth);
      find_structured(r);
      find_texts(r);
   }
   find_blocks(r, sub);
   fe_states_begin(&r->states, fe_recursion_entry(r, sub), r->num_blocks, r->states.call_depth - r->f->flow.depth);
   for (uint32_t n = 0; n < r->num_reached; n++) {
      r->sub = r->reached[n];
      for (uint32_t i = r->subs[r->sub].first; i < r->subs[r->sub].end && !r->f->failed; i++) {
         if (r->leader[i] && !passes(r, i))
            emit_block(r, i);
         if (is_structured(r, i))
            i = r->instrs[i].other;
      }
   }
   fe_states_end(&r->states);
}
