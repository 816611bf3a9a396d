/* SPDX-License-Identifier: MIT */
/*
 * Levels. A level is opened by an if or push_exec and closed by pop_exec; the counter of a lane that waits says how many levels have to be
 * closed until it runs again, so it is never higher than the number that are open. A loop around which no lane waits needs no
 * push_exec: its level is open where lanes begin to wait. So levels are counted from the end of the code: there are none behind it, and
 * none wherever all lanes run. A level that nobody has opened is one only if lanes may wait for its end. A pop_exec at which no lane
 * waits does nothing, whatever number it has: its levels are there if something has opened them.
 */
#include "backend-agx/check/agx_validate_priv.h"

static int32_t levels_opened(const struct agx_instr *in)
{
   switch (in->op) {
   case AGX_OP_if_icmp:
   case AGX_OP_if_fcmp: return 1;
   case AGX_OP_push_exec: return (int32_t)in->f[AGX_F_NEST];
   case AGX_OP_pop_exec: return -(int32_t)in->f[AGX_F_NEST];
   default: return 0;
   }
}

/* An else has its lanes wait for its own level; so has an if, which opens it. */
static bool check_count(struct agx_code_map *m, uint32_t pc)
{
   const struct agx_instr *in = &m->in[pc];
   const bool is_if = in->op == AGX_OP_if_icmp || in->op == AGX_OP_if_fcmp, is_else = in->op == AGX_OP_else_icmp || in->op == AGX_OP_else_fcmp;

   return !(is_if || is_else) || in->f[AGX_F_NEST] == 1 || agx_find(m, AGX_V_NEST, pc, -1);
}

/*
 * Lanes that wait do in what a jmp_exec_none skips what they would do otherwise: nothing but to count levels that begin and end there. The jump
 * is taken if all lanes wait.
 */
static bool check_skip(struct agx_code_map *m, uint32_t pc, const int32_t *level)
{
   const uint32_t to = m->target[pc];
   int32_t open = 0;

   for (uint32_t k = pc + 1; k < to; k++) {
      const struct agx_instr *in = &m->in[k];
      const unsigned flags = agx_info[in->op].flags;
      if (!(flags & AGX_EXEC) && in->op != AGX_OP_stop)
         continue;
      /* lanes that wait at the jump have a counter above `open` here */
      const bool wakes = in->op == AGX_OP_while_icmp || in->op == AGX_OP_while_fcmp  ? open + 1 < (int32_t)in->f[AGX_F_NEST]
                         : (in->op == AGX_OP_else_icmp || in->op == AGX_OP_else_fcmp) && open == 0;
      open += levels_opened(in);
      if (in->op == AGX_OP_stop || open < 0 || wakes)
         return agx_find(m, AGX_V_SKIP, pc, -1);
   }
   return (open == 0 && level[pc] == level[to]) || agx_find(m, AGX_V_SKIP, pc, -1);
}

/* What is known of a level that is open, going back through the code: whether it has an else, whether lanes wait for its end, and whether
   its end does nothing. */
struct level {
   bool has_else, awaited, idle;
};

/* An else belongs to a level that an if has opened. idle: levels that end here need not be there. */
static bool match_else(const struct agx_instr *in, int32_t level, int32_t behind, bool idle, struct level *open)
{
   for (int32_t k = behind < 0 ? 0 : behind; k < level; k++) /* levels that end here */
      open[k] = (struct level){.idle = idle};
   if (in->op == AGX_OP_else_icmp || in->op == AGX_OP_else_fcmp) {
      if (level > 0)
         open[level - 1].has_else = true;
      return level > 0;
   }
   for (int32_t k = level < 0 ? 0 : level; k < behind && in->op == AGX_OP_push_exec; k++)
      if (open[k].has_else)
         return false;
   return true;
}

/*
 * Where all lanes run: levels for whose end lanes wait are those that nobody has opened. What stays are those whose end does nothing, and those
 * with an else, which an if has opened. How many do; -1: there is another one.
 */
static int32_t drop_implicit(struct level *open, int32_t n)
{
   int32_t left = 0;

   for (int32_t k = 0; k < n; k++)
      if (open[k].idle || open[k].has_else)
         open[left++] = open[k];
      else if (!open[k].awaited)
         return -1;
   return left;
}

static void note_waiting(const struct agx_code_map *m, uint32_t pc, int32_t level, struct level *open)
{
   for (int32_t k = 0; k < level; k++)
      open[k].awaited |= !m->reached[pc] || m->counters[pc] >> (level - k < 63 ? level - k : 63) & 1;
}

/* Lanes that wait where a loop begins again wait for its end, so all the time. */
static bool check_loop(struct agx_code_map *m, uint32_t pc, const int32_t *level)
{
   const uint32_t to = m->target[pc];

   if (!m->waiting[to])
      return true;
   for (uint32_t k = to; k < pc; k++)
      if (m->reached[k] && !m->waiting[k])
         return agx_find(m, AGX_V_NEST, pc, -1);
   return level[to] == level[pc] || agx_find(m, AGX_V_NEST, pc, -1);
}

bool agx_check_nesting(struct agx_code_map *m)
{
   struct level *open = UTIL_ARRAY(m->ctx, struct level, 3 * (size_t)m->n + 4);
   int32_t *level = UTIL_ARRAY(m->ctx, int32_t, (size_t)m->n + 1);

   if (!(m->flags & (AGX_EXEC | AGX_JUMP)))
      return true;
   for (uint32_t pc = m->body; pc-- > 0;) {
      const bool idle = m->in[pc].op == AGX_OP_pop_exec && !m->deepest[pc]; /* nobody waits for its end */
      level[pc] = level[pc + 1] - levels_opened(&m->in[pc]);
      if (!match_else(&m->in[pc], level[pc], level[pc + 1], idle, open) && m->reached[pc])
         return agx_find(m, AGX_V_NEST, pc, -1);
      note_waiting(m, pc, level[pc], open);
      if (!m->reached[pc] && level[pc] < 0)
         level[pc] = 0;
      if (!m->waiting[pc])
         level[pc] = drop_implicit(open, level[pc]);
      if (!check_count(m, pc))
         return false;
      if (level[pc] < 0 || (m->reached[pc] && m->deepest[pc] > level[pc]))
         return agx_find(m, AGX_V_NEST, pc, -1);
   }
   for (int32_t k = 0; k < level[0]; k++)
      if (!open[k].idle)
         return agx_find(m, AGX_V_NEST, 0, -1);
   for (uint32_t pc = 0; pc < m->body; pc++)
      if (m->in[pc].op == AGX_OP_jmp_exec_none) {
         if (!check_skip(m, pc, level))
            return false;
      } else if (m->in[pc].op == AGX_OP_jmp_exec_any && !check_loop(m, pc, level)) {
         return false;
      }
   return true;
}
