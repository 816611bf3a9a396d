/* SPDX-License-Identifier: MIT */
/*
 * The simulator executes one instruction at a time in all lanes. Lanes with r0l = 0 at the last operation on it get results.
 * All operands are read before any result is written.
 *
 * docs/agx-encoding.md, "Arithmetic" and "Control flow", names the sources. Where they are silent, these rules are ours
 * ("assumed"):
 *
 * - An asynchronous operation reads its operands, and memory, when it is issued. Until a wait for its slot, its destination may
 *   be neither read nor written in any lane, even if the operation ran in none.
 * - All lanes run at first, whatever r0l holds. A jump to a register goes to one place.
 * - Conversions to integers clamp to the range and turn NaN to 0. Counts of lanes (sr56..59) count those that run.
 * - The division of an interpolated value by W is a product with its reciprocal.
 * - Lanes without a remaining sample continue as helpers, without stores and outputs. They have stack memory, too.
 * - A shuffle whose source is outside the quad or the group returns the lane's own value (applegpu for the latter). The
 *   indices of a quad are combined by "or" in their low two bits, whether the lanes run or not (applegpu).
 * - Reductions and scans combine running lanes in ascending order, floats in f32.
 * - wait_pix counts for the lanes that execute it.
 *
 * A violation of the rules for programs is a fault, although the machine would only compute a wrong result: a register above
 * the declared number, a read of a register after an operand that discarded it, a ninth operation in flight in a slot, a
 * barrier with operations in flight, a test or a store to the tile without its wait_pix, a sample that is tested twice, killed
 * after its test, or used after a store, a sample that is neither tested nor killed when a program with sample_mask ends; an
 * output after the last one; an instruction of another kind of program.
 */
#include "backend-agx/sim/agx_sim_priv.h"

#include <string.h>

void agx_wave_set_num(struct agx_wave *t, num_m num)
{
   t->num = num;
   t->ops = lanes_ops_of(num, t->valid);
}

void agx_wave_set_valid(struct agx_wave *t, uint32_t valid)
{
   t->valid = t->exec = valid;
   t->ops = lanes_ops_of(t->num, valid);
}

void agx_wave_start(struct agx_wave *t, uint32_t valid, uint32_t helper)
{
   agx_wave_set_valid(t, valid);
   t->helper = helper & valid;
   t->killed = 0;
   t->out.uvs_lanes = t->out.depth_written = t->out.stencil_written = 0;
   t->out.uvs_stored = t->out.uvs_final = false;
   memset(t->pixel.tested, 0, sizeof t->pixel.tested);
   memset(t->pixel.killed, 0, sizeof t->pixel.killed);
   memset(t->pixel.stored, 0, sizeof t->pixel.stored);
   memset(t->pixel.waited, 0, sizeof t->pixel.waited);
   t->pixel.used = false;
   t->flight = (struct agx_flight){0};
   memset(t->discarded, 0, sizeof t->discarded);
   t->any_discarded = false;
   t->pc = 0;
   t->stack = 0;
   t->steps = t->lane_ops = 0;
   t->fault = NULL;
   t->fault_pc = 0;
}

void agx_wave_init(struct agx_wave *t, num_m num, uint32_t valid, uint64_t budget)
{
   memset(t, 0, sizeof *t);
   agx_wave_set_num(t, num);
   agx_wave_set_valid(t, valid);
   t->budget = budget;
   lanes_splat(1, t->pixel.cover);
   for (unsigned k = 0; k < AGX_STATES; k++)
      t->reg.ts[k][0] = t->reg.ss[k][0] = k;
}

/* ---- instructions -------------------------------------------------------------------------------------------------------- */

/* The kind of program, from the wave or from the instructions. */
static enum agx_part part_of(const struct agx_sim_code *c, const struct agx_wave *t)
{
   return t->part != AGX_PART_ANY   ? t->part
          : c->flags & AGX_PREAMBLE ? AGX_PART_PREAMBLE
          : c->flags & AGX_VERTEX   ? AGX_PART_VERTEX
                                    : AGX_PART_ANY;
}

/* Can a program of this kind have an instruction with these flags? */
static bool is_of_part(enum agx_part part, unsigned flags)
{
   if (flags & AGX_FRAGMENT)
      return part == AGX_PART_ANY || part == AGX_PART_FRAGMENT || part == AGX_PART_MAIN;
   if (flags & AGX_VERTEX)
      return part == AGX_PART_VERTEX;
   return !(flags & AGX_PREAMBLE) || part == AGX_PART_PREAMBLE;
}

/* Checks that no operation in flight writes the registers. */
static bool check_flight(struct agx_wave *t, const struct agx_step *s)
{
   for (unsigned slot = 0; slot < 2; slot++) {
      if (t->flight.pending[slot] && s->flags & AGX_DRAIN)
         return agx_sim_fault(t, "a barrier while operations are in flight");
      for (unsigned k = 0; k < AGX_HALVES / 64 && t->flight.pending[slot]; k++) {
         const uint64_t both = (s->read[k] | s->write[k]) & t->flight.writes[slot][k];
         if (both)
            return agx_sim_fault_at(t, 64 * k + (unsigned)__builtin_ctzll(both), slot);
      }
   }
   return true;
}

/* Checks that the registers have not been discarded, and discards those that the operands mark. */
static bool check_discarded(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   for (unsigned k = 0; k < AGX_HALVES / 64; k++)
      if (s->read[k] & t->discarded[k])
         return agx_sim_fault(t, "a register is read after an operand that discarded it");
   if (s->discards && lanes != t->valid)
      return agx_sim_fault(t, "a register is discarded where not all lanes run");
   for (unsigned k = 0; k < AGX_HALVES / 64; k++) {
      t->discarded[k] = (t->discarded[k] | s->discard[k]) & ~s->write[k];
      t->any_discarded |= s->discards;
   }
   return true;
}

static bool start_flight(struct agx_wave *t, const struct agx_step *s)
{
   const uint32_t slot = s->in.f[AGX_F_SLOT];

   if (++t->flight.pending[slot] > AGX_MAX_PENDING)
      return agx_sim_fault(t, "more than 8 operations in flight in one slot");
   for (unsigned k = 0; k < AGX_HALVES / 64; k++)
      t->flight.writes[slot][k] |= s->write[k];
   return true;
}

/* Checks that the lanes have waited for earlier pixels, if the instruction requires it. */
static bool check_pixel(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   static const struct {
      uint16_t flag;
      uint8_t bit;
   } waits[] = {{AGX_PIX_1, 0}, {AGX_PIX_4, 2}, {AGX_PIX_8, 3}};

   if (s->in.op == AGX_OP_sample_mask && s->in.ref[AGX_B].kind == AGX_IMM && !s->in.ref[AGX_B].value)
      return true; /* nothing is tested */
   for (unsigned k = 0; k < sizeof waits / sizeof *waits; k++)
      if (s->flags & waits[k].flag && lanes & ~t->pixel.waited[waits[k].bit])
         return agx_sim_fault(t, waits[k].bit == 0   ? "a test of samples without wait_pix 1"
                                 : waits[k].bit == 2 ? "a store to the tile without wait_pix 4"
                                                     : "an access to the tile without wait_pix 8");
   return true;
}

static bool run_step(struct agx_wave *t, const struct agx_step *s)
{
   const uint32_t lanes = t->exec;

   if (t->halves && s->halves > t->halves)
      return agx_sim_fault(t, "a register above those that the program declares");
   if (!is_of_part(t->kind, s->flags))
      return agx_sim_fault(t, "an instruction of another kind of program");
   if ((t->flight.pending[0] | t->flight.pending[1]) && !check_flight(t, s))
      return false;
   if ((t->any_discarded || s->discards) && !check_discarded(t, s, lanes))
      return false;
   if (s->flags & (AGX_PIX_1 | AGX_PIX_4 | AGX_PIX_8) && !check_pixel(t, s, lanes))
      return false;
   t->steps++;
   t->lane_ops += (unsigned)__builtin_popcount(lanes);
   t->pc = s->next;
   if (!s->run(t, s, lanes)) {
      t->fault_pc = s->place;
      return false;
   }
   if (s->flags & AGX_ASYNC && !start_flight(t, s)) {
      t->fault_pc = s->place;
      return false;
   }
   return true;
}

/* Returns the step at the current place, or NULL after a fault. */
static const struct agx_step *step_here(const struct agx_sim_code *c, struct agx_wave *t)
{
   uint32_t n;
   const char *fault = machine_find_step(&c->at, t->pc, "a jump into an instruction", &n);

   if (!fault)
      fault = c->step[n].fault;
   return fault ? agx_sim_fault(t, fault), NULL : &c->step[n];
}

/* Checks the conditions at the end of the program. */
static bool check_end(struct agx_wave *t, bool stopped)
{
   const bool vertex = t->kind == AGX_PART_VERTEX;

   if (stopped ? t->kind == AGX_PART_MAIN : t->kind != AGX_PART_MAIN && t->kind != AGX_PART_ANY)
      return agx_sim_fault(t, stopped ? "stop in a part that another one follows" : "the program ends without stop");
   if (vertex && (!t->out.uvs_final || t->out.uvs_lanes != t->valid))
      return agx_sim_fault(t, "a vertex program ends before the last output of all lanes");
   for (unsigned k = 0; k < 2 * AGX_HALVES / 64 && !stopped; k++)
      if (t->flight.writes[k & 1][k / 2])
         return agx_sim_fault(t, "an operation in flight writes a register of the part that follows");
   if (!stopped && t->exec != t->valid)
      return agx_sim_fault(t, "lanes do not run where the part that follows begins");
   if (t->sample_loop && t->stack)
      return agx_sim_fault(t, "the stack is not freed in the loop over samples");
   for (unsigned l = 0; l < EXEC_LANES && t->sample_loop; l++)
      if (t->valid >> l & 1 && t->reg.r[0][l] & 0xffff)
         return agx_sim_fault(t, "r0l is not 0 at the end of the loop over samples");
   return !t->pixel.used || agx_sim_check_samples(t, stopped);
}

enum exec_status agx_sim_step(const struct agx_sim_code *c, struct agx_wave *t)
{
   if (t->fault)
      return EXEC_FAULT;
   t->kind = part_of(c, t);
   if (t->pc == c->at.end && !c->at.error)
      return check_end(t, false) ? EXEC_DONE : EXEC_FAULT;
   if (!t->budget)
      return EXEC_BUDGET;
   t->budget--;
   const struct agx_step *s = step_here(c, t);
   if (!s)
      return EXEC_FAULT;
   if (s->in.op == AGX_OP_stop) {
      t->steps++;
      return check_end(t, true) ? EXEC_DONE : EXEC_FAULT;
   }
   if (!run_step(t, s))
      return EXEC_FAULT;
   const bool waits = t->at_barrier;
   t->at_barrier = false;
   return waits ? EXEC_BARRIER : EXEC_RUNNING;
}

enum exec_status agx_sim_run(const struct agx_sim_code *c, struct agx_wave *t)
{
   enum exec_status s;
   do
      s = agx_sim_step(c, t);
   while (s == EXEC_RUNNING);
   return s;
}
