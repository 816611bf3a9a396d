/* SPDX-License-Identifier: MIT */
/* Control groups of the simulator: operations on the execution mask, branches, waits. The rules are at the head of usc_sim.c.
   */
#include "backend-usc/sim/usc_sim_priv.h"

/* ---- execution mask ------------------------------------------------------------------------------------------------------ */

/* Facts about all lanes of a cnd operation. */
struct cnd {
   enum usc_op op;
   uint32_t adjust;
   bool leave;          /* no valid lane has both the tested predicate and Pe */
   bool has_lead;       /* some valid lane runs: */
   uint32_t lead_value; /* S2 of the first of them */
};

/* Updates the counter of a lane from s to *w. c: its test holds; s2: its value of S2. Returns whether it runs (ISR 13). */
static bool count_lane(const struct cnd *k, bool c, uint32_t s, uint32_t s2, uint32_t *w)
{
   bool run;
   switch (k->op) {
   case USC_OP_CNDST:
      run = c && s == 0;
      *w = run ? 0 : s + k->adjust;
      return run;
   case USC_OP_CNDEF:
      if (s == 0) {
         *w = k->adjust;
         return k->adjust == 0;
      }
      run = c && s == 1;
      *w = run ? 0 : s;
      return run;
   case USC_OP_CNDSM: *w = c && s == 0 ? s2 : s; return *w == 0;
   case USC_OP_CNDLT:
      if (!k->leave) {
         const bool stop = !c && s == 0;
         *w = stop ? k->adjust : s;
         return !stop && s == 0;
      }
      /* fall through */
   case USC_OP_CNDEND:
      run = s <= k->adjust;
      *w = run ? 0 : s - k->adjust;
      return run;
   case USC_OP_CNDSETL_B: *w = s == 0 && k->has_lead && s2 != k->lead_value ? 1 : s; return *w == 0;
   default: /* cndlpc */ *w = s == 0 ? 2 : s == 1 ? 0 : s; return s == 1;
   }
}

static uint32_t tested_lanes(const struct usc_wave *t, unsigned pcnd)
{
   switch (pcnd) {
   case USC_PCND_ALWAYS: return t->valid;
   case USC_PCND_P0: return t->p0 & t->valid;
   case USC_PCND_NOTP0: return ~t->p0 & t->valid;
   default: return 0;
   }
}

static bool run_cnd(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   exec_lanes s0, s2, w0;
   struct cnd k = {.op = (enum usc_op)g->op[USC_CTRL], .adjust = g->adjust};
   const uint32_t cond = tested_lanes(t, g->pcnd), running = t->pe & t->valid;
   if (!usc_sim_read(t, g->src[0], lanes, s0) ||
       !usc_sim_read(t, usc_op_info[k.op].sources & 4 ? g->src[2] : usc_none(), lanes, s2))
      return false;
   if (k.op == USC_OP_CNDSETL_A)
      return true; /* only prepares part B */
   k.leave = !(cond & running);
   k.has_lead = running;
   k.lead_value = running ? s2[__builtin_ctz(running)] : 0;
   if (k.op == USC_OP_CNDSETL_B && k.has_lead)
      t->flow.link = k.lead_value << t->flow.link_shift;
   uint32_t pe = t->pe;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t bit = 1u << l;
      if (lanes & bit)
         pe = count_lane(&k, cond & bit, s0[l], s2[l], &w0[l]) ? pe | bit : pe & ~bit;
   }
   if (!usc_sim_write(t, g->dst[0], lanes, w0))
      return false;
   t->pe = pe;
   if (k.op == USC_OP_CNDLT)
      t->p0 = k.leave ? t->p0 & ~lanes : t->p0 | lanes;
   return true;
}

/* ---- control flow -------------------------------------------------------------------------------------------------------- */

/* True if the branch is taken. Lanes need not agree on a branch to the next group (the public compiler has them around ditr).
   */
static bool branch_taken(struct usc_wave *t, const struct usc_group *g, bool nowhere, bool *taken)
{
   const uint32_t sat = usc_sim_condition(t, g->cc), all = g->cc == USC_CC_IGNOREPE ? t->valid : t->valid & t->pe;
   switch (g->bpred) {
   case USC_BPRED_ALLINST: *taken = !sat; return true;
   case USC_BPRED_ANYINST: *taken = sat != 0; return true;
   default:
      *taken = sat != 0;
      if (sat && sat != all && !nowhere)
         return usc_sim_fault(t, "invocations disagree about a branch");
      return true;
   }
}

static bool save_link(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   exec_lanes v;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      v[l] = t->flow.link >> t->flow.link_shift;
   return usc_sim_write(t, g->dst[0], lanes, v);
}

static bool iterate(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   struct usc_iteration it = {usc_cf(4u * g->it_coeff),  usc_cf(4u * g->it_wcoeff), g->it_persp, g->count, g->bsat,
                              g->mode};
   it.coeff.idx = g->it_cidx;
   it.w_coeff.idx = g->it_widx;
   return usc_sim_iterate_to(t, g->drc, usc_r(g->it_dest), &it, g->f16, lanes);
}

static bool return_from_breakpoint(struct usc_wave *t, uint32_t *next)
{
   if (!t->flow.has_bp)
      return usc_sim_fault(t, "no breakpoint to return from");
   *next = t->flow.bp_return;
   t->flow.has_bp = false;
   return true;
}

/*
 * Locks: op 0 releases, 1 releases and sleeps, 2 releases and wakes sleeping waves, 3 locks. If no lane runs, for example after
 * a break of all, a wakeup has no effect: the others check and sleep again. The wave continues, since it has no lane to execute
 * the barrier.
 */
static bool lock(struct usc_wave *t, unsigned op, unsigned id, bool runs)
{
   const uint32_t bit = 1u << (id & 15);
   if ((op == 3) == !!(t->flow.held & bit))
      return usc_sim_fault(t, op == 3 ? "a lock that the wave holds" : "the release of a lock that the wave does not hold");
   if (t->flight.any[0])
      return usc_sim_fault(t, "a lock while requests are in flight");
   t->flow.held ^= bit;
   if (op == 1 && t->flow.held)
      return usc_sim_fault(t, "a wave sleeps with a lock");
   t->flow.sleeps = op == 1 || (op == 2 && !t->flow.slept && runs);
   if (op == 1 || (op == 2 && runs))
      t->flow.slept = op == 1;
   t->flow.asleep = op == 1 && runs && t->wakeups;
   if (t->wakeups) {
      *t->wakeups += op == 2;
      t->flow.woken_at = *t->wakeups;
   }
   return true;
}

bool usc_sim_control(struct usc_wave *t, const struct usc_step *s, uint32_t lanes, uint32_t *next, bool *done)
{
   const struct usc_group *g = &s->g;
   const uint32_t target = s->target;
   const enum usc_op op = (enum usc_op)g->op[USC_CTRL];
   bool taken;
   unsigned drc;
   switch (op) {
   case USC_OP_BR:
      if (!branch_taken(t, g, target == *next, &taken))
         return false;
      if (taken) {
         if (g->link)
            t->flow.link = *next;
         *next = target;
      }
      return true;
   case USC_OP_LAPC:
      if (!branch_taken(t, g, t->flow.link == *next, &taken))
         return false;
      *next = taken ? t->flow.link : *next;
      return true;
   case USC_OP_SAVL: return save_link(t, g, lanes);
   case USC_OP_WDF: usc_sim_wait(t, g->drc); return true;
   case USC_OP_NOP: *done |= g->end; return true;
   case USC_OP_WOP: return true;
   case USC_OP_MUTEX: return lock(t, g->mutex_op, g->mutex_id, lanes != 0);
   case USC_OP_DITR:
   case USC_OP_ITRSMP:
      if (!(op == USC_OP_DITR ? iterate(t, g, lanes) : usc_sim_itrsmp(t, g, lanes)))
         return false;
      if (usc_group_waits(g, &drc))
         usc_sim_wait(t, drc);
      return true;
   case USC_OP_SBO: t->reg.base_offset[g->sbo_shared & 1] = g->imm & 255; return true; /* counts registers (assumed[sbo]) */
   case USC_OP_BPRET: return return_from_breakpoint(t, next);
   default:
      if (usc_op_info[op].flags & USC_F_COND)
         return run_cnd(t, g, lanes);
      return usc_sim_fault(t, "a control op that is not simulated");
   }
}
