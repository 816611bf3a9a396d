/* SPDX-License-Identifier: MIT */
/*
 * The simulator executes one group at a time on all lanes.
 *
 * This list defines the behaviour that the documents leave open. "documented" means the PowerVR Instruction Set Reference
 * (ISR), "observed" code of the vendor's or the public compiler, "assumed" our choice.
 *
 *  - A group executes in the lanes of its condition: Pe; Pe and P0; all valid; Pe and not P0 (documented). All sources are read
 *    before anything is written, and everything except the results of requests is visible to the next group (documented).
 *  - Modifiers apply in the order flr, abs, neg (documented). On integers neg is two's complement and abs is signed (observed:
 *    pco_trans_nir.c, ineg and iabs); both work in 32 bits, before the operand is widened (assumed[widening]).
 *  - FTE is the source that IS0 selects, without modifiers; with a 64-bit operation in P0 it is the high word of its result
 *    (observed). tstc tests the carry of the last 64-bit operation of the lane, which may be in the same group
 *    (assumed[carry]).
 *  - cndst cndef cndlt cndend cndsetl cndlpc: the pseudo-code of ISR 13, with one correction: in CNDLT the second case is for
 *    lanes whose test *fails* (its comment says so, and with the printed condition every endless loop would stop all lanes at
 *    once). The condition of the first case is that no valid lane has both the tested predicate and Pe.
 *  - br: either the whole wave branches or none of it. Without a modifier it branches if at least one valid lane satisfies the
 *    condition of the group. It is a fault if lanes with Pe disagree about P0, because the machine cannot execute both paths
 *    (assumed[branch]). With .allinst it branches if no valid lane satisfies the condition (observed: after cndst and cndef
 *    such branches jump over code that no lane executes, so they are taken when no lane has Pe). With .anyinst it branches if
 *    some valid lane satisfies it; the lanes may disagree (observed: pco_legalize.c, legalize_vote).
 *  - Repetition: iterations run one after the other, each with the next registers; pck fills the next component of its result,
 *    unpck reads the next component of its source (documented for pck and unpck).
 *  - Atomic groups (.atom) execute lane by lane in ascending order (assumed[atomic-order]).
 *  - fdsx, fdsy: one difference for each quad, pixel 1 - pixel 0 and pixel 2 - pixel 0; fdsxf, fdsyf: one for each row or
 *    column (documented). They also read registers of lanes of the quad that do not execute (assumed[quad]).
 *  - atst without .ifb and depthf are the feedback to the ISP: valid lanes that do not execute it, or do not pass, become
 *    helpers and continue without outputs (observed use). Errors on the machine are faults here: a second feedback, a pixel
 *    output before the feedback or before the wdf of its counter, which is 0 (observed use), the end before that, and a
 *    derivative or a texture level from a quad with discarded invocations (assumed[discarded-quad]). atst compares its second
 *    source with its first, by the numbers of Vulkan's comparisons (observed: pco_nir_tex.c, lower_tex_shadow).
 *  - st.tiled stores to every sample in its mask, in helpers too; the mask of savmsk excludes helpers and discarded invocations
 *    (observed use).
 *  - Only one wave runs at a time, until it sleeps. A mutex that a sleeping wave holds is never released, and a wave cannot
 *    lock a mutex that it holds: both are faults, and so are the release of a mutex that is not held, the end with a held
 *    mutex, and requests to memory in flight at any of these operations. A wakeup wakes all sleeping waves, which check their
 *    condition; a wave that has not slept itself lets them run (assumed[mutex]). A wave that sleeps again is not woken again.
 *  - A wave sees its own stores to coefficients of the workgroup at once; other waves see them when they have landed. They land
 *    in order (assumed[coefficient-order]), at the latest when the wave loads the word again; a wakeup or a release does not
 *    wait for them (observed: sync.cl at BayLibre/mesa f06b124f). Here they land as late as possible: otherwise after other
 *    waves ran, at the end, or if there are more than USC_LATE_STORES. An atomic group waits for them.
 *  - A wave sees its own stores at once; other waves see them after the wdf of an idf that follows the store (observed: the
 *    public driver's idf after stores), or when the wave ends. Results of atomic operations are visible at once
 *    (assumed[memory-order]).
 *  - wop and emitpix have no effect. movmsk sets the sample mask of an invocation; an invocation without a sample becomes a
 *    helper (assumed[movmsk]). A phase change continues at its address (assumed[phase]).
 *  - Operations without a public encoding run from decoded groups only. usc_sim_math.c has the rarer arithmetic.
 *  - The program stops at a group with .end, at nop.end and at an endtask; running past the end of the code is a fault.
 */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

/* Units other than the float ALU (iteration, scaling in the pack unit, the gamma curves) round to nearest on all cores:
   assumed[other-units]. */
void usc_wave_set_num(struct usc_wave *t, num_m num)
{
   t->num = num;
   t->unit = *num;
   t->unit.round = NUM_ROUND_NEAREST;
   usc_wave_set_lanes(t, t->valid, t->pe);
}

void usc_wave_set_lanes(struct usc_wave *t, uint32_t valid, uint32_t pe)
{
   t->valid = valid;
   t->pe = pe;
   t->ops = lanes_ops_of(t->num, valid | pe);
   t->unit_ops = lanes_ops_of(&t->unit, valid | pe);
}

void usc_wave_start(struct usc_wave *t, uint32_t valid, uint32_t helper)
{
   usc_wave_set_lanes(t, valid, valid);
   t->helper = helper & valid;
   t->killed = t->p0 = t->cover_set = 0;
   t->out.depth_written = 0;
   t->out.pixel = false;
   t->late = (struct usc_late){.num = 0};
   t->feedback = (struct usc_feedback){0};
   t->flow = (struct usc_flow){0};
   if (t->flight.any[0] || t->flight.any[1])
      memset(&t->flight, 0, sizeof t->flight);
   t->groups = t->lane_ops = 0;
   t->fault = NULL;
   t->fault_pc = 0;
}

void usc_wave_init(struct usc_wave *t, num_m num, uint32_t valid, uint64_t budget)
{
   memset(t, 0, sizeof *t);
   t->valid = t->pe = valid;
   usc_wave_set_num(t, num);
   t->budget = budget;
}

/* ---- groups -------------------------------------------------------------------------------------------------------------- */

/* Executes the operations of a step in the lanes that satisfy its condition, and sets the next place. */
static bool run_step(struct usc_wave *t, const struct usc_step *s, bool *done)
{
   const struct usc_group *g = &s->g;
   const uint32_t lanes = usc_sim_condition(t, g->cc);
   uint32_t next = s->next;
   bool ok = true;
   if (s->reads_quad && t->feedback.given && t->killed)
      return usc_sim_fault(t, "a quad is read whose invocations the feedback discarded");
   t->groups++;
   t->lane_ops += (uint64_t)s->ops * (1u + s->more) * (unsigned)__builtin_popcount(lanes);
   if (g->kind == USC_CONTROL) {
      ok = usc_sim_control(t, s, lanes, &next, done);
   } else {
      const bool is_main = g->kind == USC_MAIN;
      if (!g->atom)
         ok = is_main ? usc_sim_main(t, s, lanes, done) : usc_sim_bitwise(t, s, lanes);
      for (unsigned l = 0; l < EXEC_LANES && ok && g->atom; l++)
         if (lanes >> l & 1)
            ok = is_main ? usc_sim_main(t, s, 1u << l, done) : usc_sim_bitwise(t, s, 1u << l);
      if (g->atom)
         usc_sim_land(t);
      *done |= g->end;
      if (t->flow.jump)
         next = t->flow.jump_to;
      t->flow.jump = false;
   }
   if (ok && *done && t->flow.held)
      return usc_sim_fault(t, "the program ends with a lock");
   if (ok && *done && t->feedback.in_flight)
      return usc_sim_fault(t, "the program ends before the wdf of the feedback to the ISP");
   if (ok)
      t->flow.pc = next;
   return ok;
}

/* The step at the current place, or NULL after a fault. */
static const struct usc_step *step_here(const struct usc_sim_code *c, struct usc_wave *t)
{
   uint32_t n;
   const char *fault = machine_find_step(&c->at, t->flow.pc, "a jump into a group", &n);
   if (!fault)
      fault = c->step[n].fault;
   return fault ? usc_sim_fault(t, fault), NULL : &c->step[n];
}

enum exec_status usc_sim_step(const struct usc_sim_code *c, struct usc_wave *t)
{
   bool done = false;
   if (t->fault)
      return EXEC_FAULT;
   if (!t->budget)
      return EXEC_BUDGET;
   t->budget--;
   if (t->late.yielded)
      usc_sim_land(t);
   t->late.yielded = false;
   t->flow.link_shift = c->at.shift;
   const struct usc_step *s = step_here(c, t);
   if (t->executed && s)
      t->executed[s->group]++;
   const bool ok = s && run_step(t, s, &done);
   const bool sleeps = t->flow.sleeps;
   t->flow.sleeps = false;
   t->late.yielded = sleeps;
   if (done)
      usc_sim_land(t);
   return !ok || t->fault ? EXEC_FAULT : done ? EXEC_DONE : sleeps ? EXEC_BARRIER : EXEC_RUNNING;
}

enum exec_status usc_sim_run(const struct usc_sim_code *c, struct usc_wave *t)
{
   enum exec_status s;
   do
      s = usc_sim_step(c, t);
   while (s == EXEC_RUNNING);
   return s;
}
