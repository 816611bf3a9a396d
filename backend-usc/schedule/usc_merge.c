/* SPDX-License-Identifier: MIT */
/* Merging of two independent groups into one: see usc_merge.h. Legality is usc_check() alone. */
#include "backend-usc/schedule/usc_merge.h"

#include "backend-usc/mir/usc_routing.h"

/* ---- facts about a group ------------------------------------------------------------------------------------------------- */

bool usc_is_pairable(const struct usc_group *g)
{
   return usc_is_single(g) && (usc_op_info[g->op[USC_P0]].flags & USC_F_P1);
}

/* Is the left operand of the test on FT0, without a right one to exchange it with? FT1 cannot be on the left of a
   comparison. */
static bool tests_only_ft0(const struct usc_group *g)
{
   return g->op[USC_TST] && !g->is1 && !(g->tst_op >= USC_TST_E && g->is2);
}

/* Could P1 or the external line replace P0 for the units of the host? */
static bool can_leave_p0(const struct usc_group *g)
{
   const bool passes = g->op[USC_P0] == USC_OP_MBYP && !g->src[0].mod && !g->src[0].elem && !g->sat0;
   return (g->op[USC_TST] || g->op[USC_PCK] || g->op[USC_BE]) && (usc_op_info[g->op[USC_P0]].flags & USC_F_P1) &&
          !g->tst_elem && !g->tst_f16 && (passes || !tests_only_ft0(g));
}

bool usc_is_open(const struct usc_group *g)
{
   return g->kind == USC_MAIN && (!g->op[USC_P0] || can_leave_p0(g)) && !usc_closed(g);
}

bool usc_has_room(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_P0] && !g->op[USC_P1] && g->op[USC_MOV] && !g->dst[1].bank && g->rpt <= 1;
}

unsigned usc_closed(const struct usc_group *g)
{
   if (g->kind != USC_MAIN)
      return g->kind == USC_CONTROL ? USC_STALL_CONTROL : USC_STALL_BITWISE;
   if (usc_op_info[g->op[USC_P0]].flags & USC_F_COMPLEX)
      return USC_STALL_COMPLEX;
   if (g->rpt > 1)
      return USC_STALL_REPEATED;
   const bool open = g->op[USC_BE] == USC_OP_UVSW_WRITE || (g->op[USC_BE] == USC_OP_DEPTHF && g->op[USC_P0]);
   if ((g->op[USC_BE] && !open) || g->end || g->atom)
      return USC_STALL_REQUEST;
   return g->op[USC_P1] || g->dst[1].bank ? USC_STALL_W_PORTS : 0;
}

/* ---- putting an operation into a group ----------------------------------------------------------------------------------- */

/* Source slots that the operations in P0 and P1 read, without those of the unit `except`. */
static unsigned used_slots(const struct usc_group *g, unsigned except)
{
   unsigned used = 0;
   for (unsigned u = USC_P0; u <= USC_P1; u++)
      if (g->op[u] && u != except)
         used |= (unsigned)usc_op_info[g->op[u]].sources << 3 * u;
   return used;
}

unsigned usc_insert_op(struct usc_group *g, const struct usc_group *b, unsigned unit)
{
   unsigned base = 3 * unit;
   for (unsigned k = 0; k < 3; k++)
      if (b->src[k].bank && !(usc_opd_slots(b->src[k]) >> (base + k) & 1))
         return USC_STALL_OPERAND_SLOTS;
   bool external = usc_group_reads_fte(g);
   struct usc_opd e = g->src[g->is0 % 6];
   if (external) {
      e.mod = e.elem = 0;
      if (!(used_slots(g, unit) >> g->is0 & 1)) /* only the external line uses the slot */
         g->src[g->is0] = usc_none();
   }
   g->op[unit] = b->op[USC_P0];
   for (unsigned k = 0; k < 3; k++)
      g->src[base + k] = b->src[k];
   if (unit == USC_P1) {
      g->sat1 = b->sat0;
      g->lp1 = b->lp0;
   } else {
      g->sat0 = b->sat0;
      g->lp0 = b->lp0;
      g->upk_fmt = b->upk_fmt;
      g->upk_scale = b->upk_scale;
   }
   if (!external)
      return 0;
   g->is0 = 0;
   return usc_place_external(g, used_slots(g, USC_GROUP_UNITS), e) ? 0 : USC_STALL_EXTERNAL;
}

static uint8_t renamed(uint8_t line, const uint8_t to[4]) { return line < 4 ? to[line] : line; }

/* Replaces a line, FT0 or FTE, by another one. The test compares FTE on its left, and FT1 or FTE on its right. */
static void rename_lines(struct usc_group *g, const uint8_t to[4])
{
   g->is3 = renamed(g->is3, to);
   g->is4 = renamed(g->is4, to);
   g->mov_w0 = renamed(g->mov_w0, to);
   if (!g->op[USC_TST])
      return;
   const unsigned left = to[g->is1 ? USC_FTE : USC_FT0], right = to[g->is2 ? USC_FTE : USC_FT1];
   g->is1 = 1;
   g->is2 = (left == USC_FTE ? right : left) == USC_FTE;
   if (left != USC_FTE)
      g->tst_op = (uint8_t)usc_test_exchanged((enum usc_tst_op)g->tst_op);
}

/*
 * Moves the operation of an open host from P0 to P1. A value that P0 passes through to the left of a test goes to the external
 * line instead, and the previous value of that line to P1. Returns 0, or the stall reason.
 */
static unsigned leave_p0(struct usc_group *g)
{
   static const uint8_t to_p1[4] = {USC_FT1, USC_FT1, USC_FT2, USC_FTE}, to_fte[4] = {USC_FTE, USC_FT1, USC_FT2, USC_FT1};
   const bool external = usc_group_reads_fte(g), around = tests_only_ft0(g);
   struct usc_group moved = *g;
   struct usc_opd e = external ? g->src[g->is0] : usc_none();
   e.mod = e.elem = 0;
   for (unsigned k = 0; k < 6; k++)
      if (usc_op_info[g->op[USC_P0]].sources >> k & 1 || (external && k == g->is0))
         g->src[k] = usc_none();
   g->op[USC_P0] = USC_OP_NONE;
   g->sat0 = g->lp0 = 0;
   g->is0 = 0;
   rename_lines(g, around ? to_fte : to_p1);
   if (around)
      usc_exchange(&moved.src[0], &e);
   if (moved.src[0].bank) {
      const unsigned stall = usc_insert_op(g, &moved, USC_P1);
      if (stall)
         return stall;
   }
   return !e.bank || usc_place_external(g, used_slots(g, USC_GROUP_UNITS), e) ? 0 : USC_STALL_EXTERNAL;
}

/* ---- merging ------------------------------------------------------------------------------------------------------------- */

/* May b join a in P1, or in P0 if a is open? */
static bool may_join(const struct usc_group *a, const struct usc_group *b)
{
   return usc_is_pairable(b) || (usc_is_open(a) && usc_is_single(b));
}

/* *out becomes a with the operation of b, whose result leaves on W1; it may break a rule of usc_check(). Returns 0, or the
   stall reason. */
static unsigned join(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   unsigned stall = usc_closed(a);
   if (stall || a->cc != b->cc)
      return stall ? stall : USC_STALL_CONDITION;
   unsigned unit = a->op[USC_P0] && usc_is_pairable(b) ? USC_P1 : USC_P0;
   *out = *a;
   if (unit == USC_P0 && a->op[USC_P0] && (stall = leave_p0(out)))
      return stall;
   stall = usc_insert_op(out, b, unit);
   if (stall)
      return stall;
   uint8_t line = unit == USC_P1 ? USC_FT1 : USC_FT0;
   out->is5 = line;
   if (a->op[USC_BE] && !a->op[USC_P0] && !a->op[USC_PCK] && !a->op[USC_TST] && !a->op[USC_MOV]) {
      out->op[USC_MOV] = USC_OP_MOV; /* a backend operation and P0 need a P2 between them */
      out->mov_w0 = a->is4;
      out->mov_mask = 0xf;
   }
   if (out->op[USC_MOV])
      out->mov_w1 = line;
   out->dst[1] = b->dst[0];
   return 0;
}

static unsigned join_checked(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   const unsigned stall = join(a, b, out);
   return stall ? stall : usc_check(out);
}

enum usc_merge_mode usc_merge(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   if (may_join(a, b) && !join_checked(a, b, out))
      return USC_B_JOINS;
   return may_join(b, a) && !join_checked(b, a, out) ? USC_A_JOINS : USC_APART;
}

void usc_merge_as(enum usc_merge_mode mode, const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   if (mode == USC_B_JOINS)
      join(a, b, out);
   else
      join(b, a, out);
}

unsigned usc_merge_stall(const struct usc_group *a, const struct usc_group *b)
{
   struct usc_group out;
   unsigned stall = usc_closed(a), second;
   if (!stall && (stall = usc_closed(b)) == USC_STALL_W_PORTS)
      stall = USC_STALL_FULL;
   if (stall)
      return stall;
   const bool a_joins = may_join(b, a), b_joins = may_join(a, b);
   if (!a_joins && !b_joins)
      return usc_is_single(a) || usc_is_single(b) ? USC_STALL_P0_TAKEN : USC_STALL_P2_TAKEN;
   stall = b_joins ? join_checked(a, b, &out) : USC_NUM_STALLS;
   second = a_joins && stall ? join_checked(b, a, &out) : stall;
   return second && stall < USC_NUM_STALLS ? stall : second;
}
