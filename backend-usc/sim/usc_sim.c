/* SPDX-License-Identifier: MIT */
/*
 * The simulator executes one group at a time on all lanes.
 *
 * The list below says what is defined here because the documents leave it open. "documented" = PowerVR Instruction Set
 * Reference (ISR), "observed" = in code of the vendor's compiler or of the public one, "assumed" = our choice.
 *
 *  - A group executes in the lanes of its condition: Pe; Pe and P0; all valid; Pe and not P0 (documented). All sources are read
 *    before anything is written, and everything except the results of requests is visible to the next group (documented).
 *  - Modifiers apply in the order flr, abs, neg (documented). On integers neg is two's complement and abs is signed (observed:
 *    pco_trans_nir.c, ineg and iabs); both work in 32 bits, before the operand is widened (assumed[widening]).
 *  - FTE is the source that IS0 selects, without modifiers; with a 64-bit operation in P0 it is the high word of its result
 *    (observed). tstc tests the carry of the last 64-bit operation of the lane, which may be in the same group (assumed[carry]).
 *  - cndst cndef cndlt cndend cndsetl cndlpc: the pseudo-code of ISR 13, with one correction: in CNDLT the second case is meant
 *    for lanes whose test *fails* (its comment says so, and with the printed condition every endless loop would stop all lanes
 *    at once). The condition of the first case is that no valid lane has both the tested predicate and Pe.
 *  - br: the whole task takes a branch or does not. Without a modifier it is taken if at least one valid lane satisfies the
 *    condition of the group; if lanes with Pe disagree about P0, that is a fault, because the machine cannot execute both ways
 *    (assumed[branch]). .allinst: taken if no valid lane satisfies the condition (observed: behind cndst and cndef such branches jump
 *    over code that no lane executes, so they are taken when no lane has Pe). .anyinst: taken if some valid lane
 *    satisfies it, whether the others agree or not (observed: pco_legalize.c, legalize_vote).
 *  - Repetition: one iteration after the other, each with the next registers; pck fills the next component of its result, unpck
 *    takes the next component of its source (documented for pck and unpck).
 *  - Atomic groups (.atom) execute lane by lane in ascending order (assumed[atomic-order]).
 *  - fdsx, fdsy: one difference for each quad, pixel 1 - pixel 0 and pixel 2 - pixel 0; fdsxf, fdsyf: one for each row or
 *    column (documented). They read the registers of the other lanes of the quad whether these execute or not (assumed[quad]).
 *  - atst without .ifb and depthf are the feedback to the ISP: valid lanes that do not execute it, or do not pass, become helpers and
 *    go on without outputs (observed use). What is wrong on the machine is a fault here: a second feedback, a pixel output before
 *    the feedback or before the wdf of its counter, which is 0 (observed use), the end before that, and a derivative or a texture
 *    level from a quad of which instances were discarded (assumed[discarded-quad]). atst compares its second source with its first, by the numbers
 *    of Vulkan's comparisons (observed: pco_nir_tex.c, lower_tex_shadow).
 *  - st.tiled stores to every sample in its mask, whoever executes it; the mask of savmsk leaves out helpers and discarded instances
 *    (observed use).
 *  - mutex, wop and emitpix have no effect, because one task runs alone. movmsk sets the sample mask of an instance; an
 *    instance without a sample becomes a helper (assumed[movmsk]). A phase change continues at its address (assumed[phase]).
 *  - Operations without a public encoding run from decoded groups only. usc_sim_math.c has the rarer arithmetic.
 *  - The program stops at a group with .end, at nop.end and at an endtask; running past the end of the code is a fault.
 */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

void usc_task_init(struct usc_task *t, num_m num, uint32_t valid, uint64_t budget)
{
   memset(t, 0, sizeof *t);
   t->num = num;
   t->valid = t->pe = valid;
   t->budget = budget;
}

/* ---- groups -------------------------------------------------------------------------------------------------------------- */

/* Is a quad read of which the feedback discarded a part? */
static bool misses_neighbours(const struct usc_task *t, const struct usc_group *g)
{
   return t->feedback.given && t->killed && usc_group_reads_quad(g);
}

/* One group; next: the place behind it. Sets the place where the program goes on. */
static bool run_group(struct usc_task *t, const struct usc_group *g, uint32_t next, uint32_t target, bool *done)
{
   const uint32_t lanes = usc_sim_condition(t, g->cc);
   bool ok = !misses_neighbours(t, g) || usc_sim_fault(t, "a quad is read of which the feedback discarded instances");
   if (!ok)
      return false;
   t->groups++;
   t->issue_slots += usc_rpt(g);
   if (g->kind == USC_CONTROL) {
      ok = usc_sim_control(t, g, lanes, target, &next, done);
   } else {
      const bool is_main = g->kind == USC_MAIN;
      if (!g->atom)
         ok = is_main ? usc_sim_main(t, g, lanes, done) : usc_sim_bitwise(t, g, lanes);
      for (unsigned l = 0; l < EXEC_LANES && ok && g->atom; l++)
         if (lanes >> l & 1)
            ok = is_main ? usc_sim_main(t, g, 1u << l, done) : usc_sim_bitwise(t, g, 1u << l);
      *done |= g->end;
      if (t->flow.jump)
         next = t->flow.jump_to;
      t->flow.jump = false;
   }
   if (ok && *done && t->feedback.in_flight)
      return usc_sim_fault(t, "the program ends before the wdf of the feedback to the ISP");
   if (ok)
      t->flow.pc = next;
   return ok;
}

static enum exec_status after(const struct usc_task *t, bool ok, bool done)
{
   return !ok || t->fault ? EXEC_FAULT : done ? EXEC_DONE : EXEC_RUNNING;
}

/* The group at the place where the program is, from the cache or decoded; NULL after a fault. */
static const struct usc_decoded *fetch(const uint8_t *code, size_t len, struct usc_task *t)
{
   const uint32_t pc = t->flow.pc;
   struct usc_decoded *d = &t->cache.entry[pc / 2 % USC_SIM_CACHE];
   const char *err;
   if (t->cache.code != code) {
      for (unsigned i = 0; i < USC_SIM_CACHE; i++)
         t->cache.entry[i].pc1 = 0;
      t->cache.code = code;
   }
   if (d->pc1 == pc + 1)
      return d;
   if (pc >= len || pc & 1)
      return usc_sim_fault(t, "running outside of the program"), NULL;
   d->pc1 = 0;
   d->bytes = usc_decode(code + pc, len - pc, &d->g, NULL, &err);
   if (!d->bytes)
      return usc_sim_fault(t, err), NULL;
   const enum usc_violation v = usc_check(&d->g);
   if (v)
      return usc_sim_fault(t, usc_violation_text(v)), NULL;
   d->pc1 = pc + 1;
   return d;
}

/* Takes a step of the budget; EXEC_RUNNING: the task goes on. */
static enum exec_status begin_step(struct usc_task *t)
{
   if (t->fault)
      return EXEC_FAULT;
   if (!t->budget)
      return EXEC_BUDGET;
   t->budget--;
   return EXEC_RUNNING;
}

enum exec_status usc_sim_step(const uint8_t *code, size_t len, struct usc_task *t)
{
   bool done = false;
   const enum exec_status st = begin_step(t);
   if (st != EXEC_RUNNING)
      return st;
   t->flow.link_shift = 1;
   const struct usc_decoded *d = fetch(code, len, t);
   if (!d)
      return EXEC_FAULT;
   const uint32_t target = d->g.abs ? (uint32_t)d->g.target : t->flow.pc + (uint32_t)d->g.target;
   const bool ok = run_group(t, &d->g, t->flow.pc + d->bytes, target, &done);
   return after(t, ok, done);
}

enum exec_status usc_sim_run(const uint8_t *code, size_t len, struct usc_task *t)
{
   enum exec_status s;
   do
      s = usc_sim_step(code, len, t);
   while (s == EXEC_RUNNING);
   return s;
}

enum exec_status usc_sim_step_groups(const struct usc_prog *p, struct usc_task *t)
{
   bool done = false;
   const enum exec_status st = begin_step(t);
   if (st != EXEC_RUNNING)
      return st;
   if (t->flow.pc >= p->n)
      return usc_sim_fault(t, "running outside of the program"), EXEC_FAULT;
   const struct usc_group *g = &p->g[t->flow.pc];
   const enum usc_violation r = usc_check(g);
   if (r && r != USC_V_NO_ENCODING)
      return usc_sim_fault(t, usc_violation_text(r)), EXEC_FAULT;
   if (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_BR && !g->has_label)
      return usc_sim_fault(t, "a branch by byte offset among decoded groups"), EXEC_FAULT;
   const bool ok = run_group(t, g, t->flow.pc + 1, g->label, &done);
   return after(t, ok, done);
}

enum exec_status usc_sim_run_groups(const struct usc_prog *p, struct usc_task *t)
{
   enum exec_status s;
   do
      s = usc_sim_step_groups(p, t);
   while (s == EXEC_RUNNING);
   return s;
}
