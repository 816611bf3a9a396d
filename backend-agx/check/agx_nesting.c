/* SPDX-License-Identifier: MIT */
/*
 * Levels. An if or push_exec opens a level, and pop_exec closes it. The counter of a waiting lane says how many levels must
 * close
 * until it runs again, so it never exceeds the number of open levels. A loop without waiting lanes around it needs no
 * push_exec:
 * its level opens when lanes start to wait. We call such a level implicit. Therefore levels are counted backwards from the end
 * of
 * the code, where none is open; an implicit level starts at the latest where all lanes run. A pop_exec at which no lane waits
 * does
 * nothing, whatever its number.
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

static bool is_else(const struct agx_instr *in) { return in->op == AGX_OP_else_icmp || in->op == AGX_OP_else_fcmp; }

/* An else makes lanes wait for its own level, and so does an if, which opens the level. */
static bool check_count(struct agx_code_map *m, uint32_t pc)
{
   const struct agx_instr *in = &m->in[pc];
   const bool is_if = in->op == AGX_OP_if_icmp || in->op == AGX_OP_if_fcmp;

   return !(is_if || is_else(in)) || in->f[AGX_F_NEST] == 1 || agx_find(m, AGX_V_NEST, pc, -1);
}

/*
 * Waiting lanes must not be affected by the instructions that a jmp_exec_none skips, except that these may count levels that
 * open
 * and close there. The jump is taken if all lanes wait, so never if none does.
 */
static bool check_skip(struct agx_code_map *m, uint32_t pc, const int32_t *level)
{
   const uint32_t to = m->target[pc];
   int32_t open = 0;

   for (uint32_t k = pc + 1; k < to && m->waiting[pc]; k++) {
      const struct agx_instr *in = &m->in[k];
      const unsigned flags = agx_info[in->op].flags;
      if (!(flags & AGX_EXEC) && in->op != AGX_OP_stop)
         continue;
      /* lanes that wait at the jump have a counter above `open` here */
      const bool wakes = in->op == AGX_OP_while_icmp || in->op == AGX_OP_while_fcmp  ? open + 1 < (int32_t)in->f[AGX_F_NEST]
                         : is_else(in) && open == 0;
      open += levels_opened(in);
      if (in->op == AGX_OP_stop || open < 0 || wakes)
         return agx_find(m, AGX_V_SKIP, pc, -1);
   }
   return !m->waiting[pc] || (open == 0 && level[pc] == level[to]) || agx_find(m, AGX_V_SKIP, pc, -1);
}

/* Facts about an open level, found while going back through the code. */
struct level {
   bool opened;  /* an instruction opens it */
   bool awaited; /* lanes wait for its end, or need not, because an outer level ends with it */
};

/*
 * Matches each pop_exec with the levels opened last, and counts those that an instruction has opened. An else belongs to a
 * level
 * that an if has opened and that has no else yet.
 */
static bool match_levels(struct agx_code_map *m, uint32_t *opened)
{
   bool *may_else = UTIL_ARRAY(m->ctx, bool, 3 * (size_t)m->n + 4);
   uint32_t depth = 0;

   for (uint32_t pc = 0; pc < m->body; pc++) {
      const struct agx_instr *in = &m->in[pc];
      const int32_t n = levels_opened(in);
      for (int32_t k = 0; k < n; k++)
         may_else[depth++] = in->op != AGX_OP_push_exec;
      opened[pc] = n < 0 && depth < (uint32_t)-n ? depth : n < 0 ? (uint32_t)-n : 0;
      depth -= opened[pc];
      if (!is_else(in))
         continue;
      if (!depth || !may_else[depth - 1])
         return agx_find(m, AGX_V_NEST, pc, -1);
      may_else[depth - 1] = false;
   }
   return !depth || agx_find(m, AGX_V_NEST, m->body, -1);
}

/* The levels that a pop_exec ends. Those that an instruction has opened are the inner ones. The others are implicit levels,
   which only exist if lanes wait. */
static int32_t end_levels(const struct agx_code_map *m, uint32_t pc, uint32_t opened, int32_t level, struct level *open)
{
   const bool idle = m->reached[pc] && !m->deepest[pc];
   const int32_t implicit = idle ? 0 : (int32_t)m->in[pc].f[AGX_F_NEST] - (int32_t)opened;

   for (int32_t k = 0; k < implicit + (int32_t)opened; k++)
      open[level + k] = (struct level){.opened = k >= implicit, .awaited = k > 0};
   return level + implicit + (int32_t)opened;
}

/* A while may make all lanes run. Then the levels that they wait for end there at the latest. */
static int32_t end_waiting(const struct agx_code_map *m, uint32_t pc, int32_t level, struct level *open)
{
   const struct agx_instr *in = &m->in[pc];
   const int32_t n = (int32_t)in->f[AGX_F_NEST], most = m->deepest[pc] < n ? m->deepest[pc] : n;

   while ((in->op == AGX_OP_while_icmp || in->op == AGX_OP_while_fcmp) && m->reached[pc] && level < most)
      open[level++] = (struct level){false, false};
   return level;
}

/* All lanes run here, so no implicit level is open yet. Lanes must wait for the end of each one. Returns the number of
   levels that remain, or -1 if the rule is violated. */
static int32_t drop_implicit(struct level *open, int32_t n)
{
   int32_t left = 0;

   for (int32_t k = 0; k < n; k++)
      if (open[k].opened)
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

/* Lanes that wait at the start of the next iteration wait for the end of the loop, so they must wait all the time. */
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
   uint32_t *opened = UTIL_ARRAY(m->ctx, uint32_t, (size_t)m->n + 1);

   if (!(m->flags & (AGX_EXEC | AGX_JUMP)))
      return true;
   if (!match_levels(m, opened))
      return false;
   for (uint32_t pc = m->body; pc-- > 0;) {
      const bool ends = m->in[pc].op == AGX_OP_pop_exec;
      level[pc] = ends ? end_levels(m, pc, opened[pc], level[pc + 1], open) : level[pc + 1] - levels_opened(&m->in[pc]);
      level[pc] = end_waiting(m, pc, level[pc], open);
      note_waiting(m, pc, level[pc], open);
      if (!m->waiting[pc])
         level[pc] = drop_implicit(open, level[pc]);
      if (!check_count(m, pc))
         return false;
      if (level[pc] < 0 || (m->reached[pc] && m->deepest[pc] > level[pc]))
         return agx_find(m, AGX_V_NEST, pc, -1);
   }
   for (uint32_t pc = 0; pc < m->body; pc++)
      if (m->in[pc].op == AGX_OP_jmp_exec_none) {
         if (!check_skip(m, pc, level))
            return false;
      } else if (m->in[pc].op == AGX_OP_jmp_exec_any && !check_loop(m, pc, level)) {
         return false;
      }
   return true;
}
