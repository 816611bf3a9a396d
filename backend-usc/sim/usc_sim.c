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
 *    (observed). tstc tests the carry of the last 64-bit operation of the lane, which may be in the same group
 * (assumed[carry]).
 *  - cndst cndef cndlt cndend cndsetl cndlpc: the pseudo-code of ISR 13, with one correction: in CNDLT the second case is meant
 *    for lanes whose test *fails* (its comment says so, and with the printed condition every endless loop would stop all lanes
 *    at once). The condition of the first case is that no valid lane has both the tested predicate and Pe.
 *  - br: the whole wave takes a branch or does not. Without a modifier it is taken if at least one valid lane satisfies the
 *    condition of the group; if lanes with Pe disagree about P0, that is a fault, because the machine cannot execute both ways
 *    (assumed[branch]). .allinst: taken if no valid lane satisfies the condition (observed: behind cndst and cndef such
 * branches jump over code that no lane executes, so they are taken when no lane has Pe). .anyinst: taken if some valid lane
 *    satisfies it, whether the others agree or not (observed: pco_legalize.c, legalize_vote).
 *  - Repetition: one iteration after the other, each with the next registers; pck fills the next component of its result, unpck
 *    takes the next component of its source (documented for pck and unpck).
 *  - Atomic groups (.atom) execute lane by lane in ascending order (assumed[atomic-order]).
 *  - fdsx, fdsy: one difference for each quad, pixel 1 - pixel 0 and pixel 2 - pixel 0; fdsxf, fdsyf: one for each row or
 *    column (documented). They read the registers of the other lanes of the quad whether these execute or not (assumed[quad]).
 *  - atst without .ifb and depthf are the feedback to the ISP: valid lanes that do not execute it, or do not pass, become
 * helpers and go on without outputs (observed use). What is wrong on the machine is a fault here: a second feedback, a pixel
 * output before the feedback or before the wdf of its counter, which is 0 (observed use), the end before that, and a derivative
 * or a texture level from a quad of which invocations were discarded (assumed[discarded-quad]). atst compares its second source
 * with its first, by the numbers of Vulkan's comparisons (observed: pco_nir_tex.c, lower_tex_shadow).
 *  - st.tiled stores to every sample in its mask, whoever executes it; the mask of savmsk leaves out helpers and discarded
 * invocations (observed use).
 *  - One wave runs at a time, up to where it sleeps: a mutex that another wave holds there will not be released, and one that
 * this wave holds cannot be locked again: faults, as are the release of one that is not held, the end with one, and requests to
 * memory in flight at any of these. Which waves a wakeup wakes does not matter: all that sleep go on, and look; and a wave that
 * has not slept itself lets them have their turn (assumed[mutex]).
 *  - What a wave stored is seen by itself at once, by other waves behind the wdf for an idf that came behind the store
 * (observed: the public driver's idf behind stores), or when it ends; what an atomic operation leaves is seen at once
 * (assumed[memory-order]).
 *  - wop and emitpix have no effect. movmsk sets the sample mask of an invocation; an
 *    invocation without a sample becomes a helper (assumed[movmsk]). A phase change continues at its address (assumed[phase]).
 *  - Operations without a public encoding run from decoded groups only. usc_sim_math.c has the rarer arithmetic.
 *  - The program stops at a group with .end, at nop.end and at an endtask; running past the end of the code is a fault.
 */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

/* That units beside the float ALU (iteration, scaling in the pack unit, the gamma curves) round to the nearest on all cores is
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

/* The operations of one step, for the lanes that satisfy its condition. Sets the place where the program goes on. */
static bool run_step(struct usc_wave *t, const struct usc_step *s, bool *done)
{
   const struct usc_group *g = &s->g;
   const uint32_t lanes = usc_sim_condition(t, g->cc);
   uint32_t next = s->next;
   bool ok = true;
   if (s->reads_quad && t->feedback.given && t->killed)
      return usc_sim_fault(t, "a quad is read of which the feedback discarded invocations");
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

/* The step at the place where the program is; NULL after a fault. */
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
   t->flow.link_shift = c->at.shift;
   const struct usc_step *s = step_here(c, t);
   if (t->executed && s)
      t->executed[s->group]++;
   const bool ok = s && run_step(t, s, &done);
   const bool sleeps = t->flow.sleeps;
   t->flow.sleeps = false;
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
