/* SPDX-License-Identifier: MIT */
/*
 * The lower bound of each block, from the scalar operations of its IR: no code that this compiler can make of the block has
 * fewer groups. It reads the IR, what selection decided before it emitted groups (patterns, folded operations, selects by
 * moves), and where inputs and arrays live. It does not read the groups, so a clumsy sequence shows as a distance from the
 * bound.
 *
 * The argument. An operation with a reader is computed by a group of its block, for no step after selection computes a value in
 * another block or twice for one reader; what spilling recomputes where it is read is subtracted (usc_bound_allocation.c).
 * The pattern that combines the operation with others, or the row of its op in usc_ops.def, says the least that any sequence
 * takes of the resources of a group, and each group has so many units of a resource, whatever the peepholes, the pairing and
 * the scheduler put together. So the nodes here are a relaxation of every schedule: codegen/bound.h solves it for each resource
 * alone. Where a step has a choice, the node demands what all alternatives have in common, at a time that fits all:
 *
 *   - Tests, packs and outputs read feed-through lines, so an operation whose only reader is one of them needs no W port and
 *     may share its group. Every other result takes a W port.
 *   - A test with more different values than fit on the external line needs P0 or P1 for each further value that its group does
 *     not compute. A select that is not one group passes what it compares in an earlier one (usc_bound_problem.c).
 *   - An operation that reads a uniform from a slot that reads none is in P0, or a move precedes it (usc_bound_uniform.c).
 *   - A value that is only moved under the result of a test may be computed there instead.
 *   - A run of outputs that are inputs is one repeated group or several groups (solve_with_repeats).
 *   - A request is a group and its wait another, both before the reader. An itrsmp may be one wait, its own or another.
 *   - At the end of a block, phis take the copies that no choice of registers saves (usc_bound_copies.c).
 *
 * Other copies of phis, moves of computed values into blocks of registers, and branches that only skip are not counted, since
 * the best program may do without. A compile that verifies or prints statistics fails if a bound is above its block;
 * tests/stress/bounds.c compiles many programs for that, and tests/unit/backend-usc/test_usc_bound.c tries all schedules of
 * small ones.
 */
#include "backend-usc/lower_bound/usc_lower_bound.h"

#include "backend-usc/lower_bound/usc_bound_problem.h"
#include "backend-usc/select/operand/usc_selection.h"
#include "backend-usc/select/usc_cond.h"
#include "backend-usc/select/usc_input.h"
#include "backend-usc/select/usc_operation.h"
#include "backend-usc/select/usc_output.h"
#include "ir/match.h"

#include <string.h>

/* ---- arithmetic ---------------------------------------------------------------------------------------------------------- */

/* Adds the first node of an operation, which reads its operands. */
static uint32_t first_node(struct usc_lower_bound *s, const struct ir_instr *i, enum usc_unit unit)
{
   struct usc_bound_operand o[USC_BOUND_OPERANDS];
   const unsigned n = usc_bound_find_operands(s, i, o);
   struct usc_bound_uniforms u;
   usc_bound_add_uniforms(s, i, &u);
   if (unit == USC_UNIT_TST)
      return usc_bound_add_test(s, i, o, n, usc_is_comparison(i));
   const uint32_t v = usc_bound_new_node(s, unit);
   usc_bound_read_all(s, v, unit, o, n);
   usc_bound_read_uniforms(s, v, &u);
   if (unit == USC_UNIT_PCK && n && (o[0].src->neg || o[0].src->abs))
      usc_bound_demand_of(s, v)[USC_ISSUE_P] = 1;
   return v;
}

/* Adds a further node of an operation, which reads the result of node v. */
static uint32_t next_node(struct usc_lower_bound *s, uint32_t v, enum usc_unit from, enum usc_unit unit)
{
   const uint32_t next = usc_bound_new_node(s, unit);
   const bool line = unit == USC_UNIT_TST;
   uint8_t *demand = usc_bound_demand_of(s, v);
   if (usc_bound_latency_of(from, unit, line) && !demand[USC_ISSUE_W])
      demand[USC_ISSUE_W] = 1;
   usc_bound_add_dependency(s, v, from, next, unit, line);
   return next;
}

/* Adds the nodes of an operation that computes a value from values: its own, then those of a saturation. */
static void add_operation(struct usc_lower_bound *s, const struct ir_instr *i, enum usc_unit unit)
{
   uint32_t v = first_node(s, i, unit);
   enum usc_unit next;
   for (unsigned k = 1; (next = usc_bound_unit_of(s, i, k)) != USC_UNIT_NONE; k++) {
      v = next_node(s, v, unit, next);
      unit = next;
   }
   const bool saturates = usc_is_saturated_after(s->c, i);
   if (saturates && i->sat == IR_SAT_01) {
      v = next_node(s, v, unit, USC_UNIT_P);
      unit = USC_UNIT_P;
   }
   for (unsigned k = 0; k < 3 && saturates && i->sat != IR_SAT_01; k++) {
      v = next_node(s, v, unit, USC_UNIT_TST);
      unit = USC_UNIT_TST;
   }
   usc_bound_note_result(s, i->dst[0], v, unit);
}

/* ---- instructions -------------------------------------------------------------------------------------------------------- */

/* A kill selects the new value of the flag of killed lanes. Without a flag, its test is at the end of the program
   (usc_bound_add_end). */
static void add_kill(struct usc_lower_bound *s, const struct ir_instr *i)
{
   struct usc_bound_operand o[USC_BOUND_OPERANDS];
   if (s->c->alive == USC_NO_REG)
      return;
   const unsigned n = usc_bound_find_operands(s, i, o);
   const uint32_t v = usc_bound_add_test(s, i, o, n, false);
   usc_bound_demand_of(s, v)[USC_ISSUE_W] = 1;
}

static void add_emit(struct usc_lower_bound *s)
{
   const uint32_t v = usc_bound_new_node(s, USC_UNIT_NONE);
   usc_bound_demand_of(s, v)[USC_ISSUE_BE] = 1;
   s->run = 0;
}

/* Does the move apply a modifier? Other moves are names of their source, and a constant has the modifier in its bits. */
static bool is_modifying(const struct ir_instr *mov)
{
   uint32_t bits;
   return usc_bound_alias_of(mov->dst[0]) == mov->dst[0] &&
          !(ir_is_const(usc_bound_alias_of(mov->src[0].val), &bits) && mov->sat == IR_SAT_NONE);
}

/* The first quotient by an input is a request, which the others share. */
static bool add_quotient(struct usc_lower_bound *s, const struct ir_instr *i)
{
   unsigned comp;
   const struct usc_quotient *q = usc_quotient_of(s->c, i, &comp);
   if (!q)
      return false;
   const uint32_t n = (uint32_t)(q - s->c->quotient); /* the reciprocal, whose facts are unused, for it has no readers */
   if (!s->facts[n].node)
      s->facts[n].node = usc_bound_new_node(s, USC_UNIT_REQUEST) + 1;
   usc_bound_note_result(s, i->dst[0], s->facts[n].node - 1, USC_UNIT_REQUEST);
   return true;
}

/* The node of a value that only this source reads, or UINT32_MAX. The group that computes the value in this block may do so
   under the result of a test, in the register that the value is moved to. */
static uint32_t made_in_place(const struct usc_lower_bound *s, const struct ir_src *src)
{
   const struct usc_bound_fact *f = usc_bound_made_here(s, src->val);
   return f && f->unit != USC_UNIT_REQUEST && f->unit != USC_UNIT_ITRSMP && s->c->uses[usc_bound_alias_of(src->val)->id] == 1
              ? f->node - 1
              : UINT32_MAX;
}

/* Adds a move under the result of a test. The first select of several adds the test. */
static bool add_choice(struct usc_lower_bound *s, const struct ir_instr *i)
{
   struct usc_bound_operand o[USC_BOUND_OPERANDS];
   const struct usc_choices *k = i->op == IR_sel ? usc_choices_of(s->c, i->dst[0]) : NULL;
   if (!k)
      return false;
   if (i == k->first)
      s->test = usc_bound_add_test(s, NULL, o, usc_bound_find_cond_operands(s, &i->src[0], o), false);
   const uint32_t made = made_in_place(s, &i->src[3 - k->kept]);
   const unsigned n = usc_bound_find_operands(s, i, o); /* of the arms last */
   const uint32_t v = usc_bound_new_node(s, made == UINT32_MAX ? USC_UNIT_P : USC_UNIT_NONE);
   if (made == UINT32_MAX)
      usc_bound_read_all(s, v, USC_UNIT_P, &o[n - 2], 2);
   else
      cg_bound_add_edge(&s->problem, made, v, 0);
   cg_bound_add_edge(&s->problem, s->test, v, 1);
   usc_bound_note_result(s, i->dst[0], v, USC_UNIT_P);
   if (made != UINT32_MAX)
      usc_bound_demand_of(s, v)[USC_ISSUE_W] = 0; /* that of the other node */
   return true;
}

static void add_instruction(struct usc_lower_bound *s, const struct ir_instr *i)
{
   enum usc_unit unit = usc_bound_unit_of(s, i, 0);
   if (!usc_bound_is_live(s, i) || i->op == IR_phi || (i->ndst && s->c->combined[i->dst[0]->id] & USC_SECOND_WORD))
      return;
   if (add_quotient(s, i) || add_choice(s, i))
      return;
   switch (i->op) {
   case IR_load_input: usc_bound_add_input(s, i); return;
   case IR_load_param: usc_bound_add_param(s, i); return;
   case IR_load_buffer: usc_bound_add_buffer_load(s, i); return;
   case IR_array_load:
   case IR_array_store: usc_bound_add_array_access(s, i); return;
   case IR_tex: usc_bound_add_texture(s, i); return;
   case IR_store_output: usc_bound_add_output(s, i); return;
   case IR_emit:
   case IR_end_primitive: add_emit(s); return;
   case IR_kill: add_kill(s, i); return;
   case IR_mov:
      if (is_modifying(i))
         unit = USC_UNIT_P;
      break;
   default: break;
   }
   if (unit != USC_UNIT_NONE && unit != USC_UNIT_CODE)
      add_operation(s, i, unit);
}

/* ---- solving ------------------------------------------------------------------------------------------------------------- */

/* Counts the control groups that every program with this control flow has: all except branches that only skip. */
static uint32_t num_controls(const struct cg_list *l)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < l->n; k++) {
      const struct usc_instr *i = usc_instr_at(l, k);
      n += i->base.kind != CG_COPIES && i->g.kind == USC_CONTROL && !usc_is_handover(i) &&
           !(i->base.kind == CG_BRANCH && i->g.bpred == USC_BPRED_ALLINST);
   }
   return n;
}

static bool writes_output(const struct usc_lower_bound *s)
{
   ir_foreach_instr (s->c->s->blocks[s->block], i)
      if (i->op == IR_store_output && i->attr[0] < SLOT_COUNT &&
          usc_varying_address(s->c, i->attr[0], i->attr[1] & 3) != USC_NO_REG)
         return true;
   return false;
}

/* Does the block store to an element of an array in registers that it does not read afterwards? */
static bool has_unread_store(const struct usc_lower_bound *s)
{
   enum { ANY, SOME, FIRST }; /* a read with an index, any read, reads by element from here on */
   const struct usc_selection *c = s->c;
   struct util_map reads;
   util_map_init(&reads, c->ctx);
   for (const struct ir_instr *i = c->s->blocks[s->block]->last; i; i = i->prev) {
      const bool store = i->op == IR_array_store, relative = i->nsrc > store;
      if ((!store && (i->op != IR_array_load || !usc_bound_is_live(s, i))) || c->arrays.in_memory[i->attr[0]])
         continue;
      const uint32_t array = i->attr[0] * 1024, element = array + FIRST + i->attr[1] % 1000; /* there are fewer registers */
      if (!store) {
         util_map_set(&reads, relative ? array + ANY : element, 1);
         util_map_set(&reads, array + SOME, 1);
      } else if (!util_map_get(&reads, array + ANY, 0) && !util_map_get(&reads, relative ? array + SOME : element, 0)) {
         return true;
      }
   }
   return false;
}

/* The bound with the nodes so far. */
static uint32_t solve_nodes(struct usc_lower_bound *s, bool last)
{
   if (!last || s->c->s->stage != IR_STAGE_VERTEX || s->stores || s->unread || !writes_output(s) || has_unread_store(s))
      return usc_bound_solve(s);
   /*
    * The group that writes the last output has an unused W port: a group writes one output, and a later group would read any
    * other result, for a later output. Only an array, and at -O0 a register, may get a value without readers.
    */
   bool open = false;
   for (uint32_t v = 0; v < s->problem.num_nodes && !open; v++) {
      const uint8_t *demand = s->problem.nodes[v].demand;
      open = demand[USC_ISSUE_W] && !(demand[USC_ISSUE_P] == 2 && demand[USC_ISSUE_BE]);
   }
   if (open)
      usc_bound_add_move(s);
   const uint32_t n = usc_bound_solve(s);
   s->problem.num_nodes -= open;
   return n;
}

static void sort_by_address(struct usc_bound_direct *d, uint32_t n)
{
   for (uint32_t k = 1; k < n; k++) {
      const struct usc_bound_direct t = d[k];
      uint32_t q = k;
      for (; q && d[q - 1].address > t.address; q--)
         d[q] = d[q - 1];
      d[q] = t;
   }
}

/* Outputs that are consecutive inputs may be one repeated group. Returns the least bound for any number of such runs, the
   longest first. */
static uint32_t solve_with_repeats(struct usc_lower_bound *s, bool last)
{
   const struct usc_bound_direct *d = s->direct;
   const uint32_t n = s->num_direct;
   uint32_t best = solve_nodes(s, last);
   sort_by_address(s->direct, n);
   for (unsigned length = 4; length > 1; length--)
      for (uint32_t k = 0; k < n;) {
         uint32_t run = 1;
         while (k + run < n && run < 4 && d[k + run].address == d[k].address + run && d[k + run].reg == d[k].reg + run)
            run++;
         if (run == length) {
            for (uint32_t q = 0; q < run; q++)
               memset(usc_bound_demand_of(s, d[k + q].node), 0, CG_BOUND_RESOURCES);
            usc_bound_new_node(s, USC_UNIT_ALONE);
            const uint32_t bound = solve_nodes(s, last);
            if (bound < best)
               best = bound;
         }
         k += run;
      }
   return best;
}

/* The bound of the body of the current block. */
static uint32_t solve(struct usc_lower_bound *s, bool last)
{
   /* Each request on a chain has a wait of its own, which may be part of an itrsmp. */
   uint32_t waits = 0;
   for (uint32_t v = 0; v < s->problem.num_nodes; v++)
      if (s->node[v].request && s->node[v].requests_before >= waits)
         waits = s->node[v].requests_before + 1;
   for (uint32_t k = s->itrsmps; k < waits; k++)
      usc_bound_new_node(s, USC_UNIT_ALONE);
   return solve_with_repeats(s, last);
}

/* ---- blocks -------------------------------------------------------------------------------------------------------------- */

/* Adds the start of the first block: inputs that several blocks read, the flag of killed lanes, zeroed arrays. */
static void add_entry(struct usc_lower_bound *s)
{
   const struct usc_selection *c = s->c;
   for (uint32_t k = 0; c->s->stage == IR_STAGE_FRAGMENT && k < s->in->num_uses; k++) {
      const struct usc_slot_use *u = &s->in->use[k];
      if (!u->alone && u->block == USC_NO_REG && u->id % INTERP_COUNT != INTERP_FLAT && u->run == u->id)
         usc_bound_new_node(s, USC_UNIT_REQUEST);
   }
   if (c->alive != USC_NO_REG)
      usc_bound_add_move(s);
   for (uint32_t k = 0; k < c->m->pinned.num; k++)
      usc_bound_add_move(s);
}

static uint32_t bound_of_block(struct usc_lower_bound *s, struct ir_block *b)
{
   const struct ir_shader *sh = s->c->s;
   const struct cg_block *block = &s->c->m->p.blocks[b->index];
   const uint32_t tail = num_controls(&block->tail);
   s->block = b->index;
   cg_bound_clear(&s->problem);
   s->itrsmps = s->num_direct = s->run = 0;
   s->stores = s->unread = false;
   usc_bound_note_moves(s, b);
   memset(s->iteration, 0, sizeof s->iteration);
   if (!b->index)
      add_entry(s);
   ir_foreach_instr (b, i)
      add_instruction(s, i);
   if (b->term == IR_TERM_IF) {
      struct usc_bound_operand o[USC_BOUND_OPERANDS];
      enum usc_unit unit;
      const unsigned n = usc_bound_find_branch_operands(s, b, o, &unit);
      if (unit == USC_UNIT_TST)
         usc_bound_add_test(s, NULL, o, n, false);
      else
         usc_bound_read_all(s, usc_bound_new_node(s, unit), unit, o, n);
   }
   const bool last = b->term == IR_TERM_RETURN || b->index + 1 == sh->num_blocks;
   if (last)
      usc_bound_add_end(s);
   uint32_t body = solve(s, last);
   if (!last) {
      usc_bound_add_copies(s, b);
      const uint32_t with = usc_bound_solve(s);
      s->c->m->schedule[b->index].copies_bound = with - body;
      body = with;
   }
   /* The end of the wave takes a group: in a vertex program one with an output, in other stages any except a control group. */
   if (last && !s->c->r->isp.hands_over && (sh->stage == IR_STAGE_VERTEX ? !writes_output(s) : !body && !tail))
      body++;
   return num_controls(&block->head) + body + tail;
}

void usc_bound_compute(struct usc_selection *c)
{
   struct usc_lower_bound *s = UTIL_NEW(c->ctx, struct usc_lower_bound);
   s->c = c;
   s->in = c->in;
   usc_bound_init(s);
   s->facts = UTIL_ARRAY(c->ctx, struct usc_bound_fact, (size_t)c->s->num_values + 1);
   usc_bound_collect_facts(s);
   s->dom = ir_dom_tree(c->s);
   ir_foreach_block (c->s, b)
      c->m->schedule[b->index].source_bound = bound_of_block(s, b);
   ir_dom_free(c->s, &s->dom);
}
