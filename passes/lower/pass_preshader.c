/* SPDX-License-Identifier: MIT */
/*
 * Cuts a pre-shader off the program.
 *
 *    %1 = load_param entry=0 ..                       %5 = load_param entry=1 ..  (word 0 of the results)
 *    %2 = frcp %1                          ->         %4 = fmul %0, %5
 *    %3 = fadd %2, %1
 *    %4 = fmul %0, %3                      pre-shader: %1 = load_param entry=0 ..; frcp; fadd; store_word word=0
 *
 * Values can move if they depend only on parameters and constants, through ops that have no effect and may execute anywhere:
 * arithmetic, loads of buffers and of parameters with an index that can move, texture accesses with coordinates and a level
 * that can move (if the target allows them), and phis at the end of an if whose condition can move, which become selects. Their
 * place in the control flow does not matter, because computing an unused value is harmless: indices are clamped, and a read
 * beyond a buffer gives 0. Inputs, derivatives, textures whose level comes from the neighbours, IR arrays, exchanges between
 * lanes and phis of loops cannot move. A loop in the pre-shader would have to end even if no invocation of the program enters
 * it, and a loop that certainly ends is better unrolled.
 *
 * The cheapest choice moves. If the program computes a value, this costs as much as its instruction and makes the program need
 * the operands. If the program reads the value as a result of the pre-shader, this costs a move or nothing. Otherwise the
 * program does not need the value. Constants and parameters are read in place and are never results, and modifiers of sources
 * cost nothing on either side. The cheapest choice for all values together is a minimum cut (min_cut.h). The node of a value is
 * on the side of the source if the program needs the value; the node of an instruction is there if the program computes it:
 *
 *    source -> value       never cut            an instruction, or the condition of an if, that stays reads the value
 *    value -> instr        cost of reading      needed and not computed: a result
 *    instr -> sink         cost of instr        computed
 *    instr -> operand      never cut            a computation needs its operands
 *
 * For readers that cannot read a parameter in place, a value has a second node, and an edge from it to the instruction costs
 * the move. Costs are eight times as high in a loop, up to three loops deep. Of choices with the same cost, the one with the
 * fewest halves of results wins. If the results need more halves than the target has, each half gets a price: the lowest one
 * with which the results fit, and a little more for later values, so that the first of equally good values move.
 *
 * Invariants: outputs keep every bit, because both programs compute under one number model. If the pre-shader runs on another
 * machine (!same_machine), approximate operations stay if a position depends on them or if they have the invariant bit, because
 * positions must be the same in all programs. Linear except for the cut (min_cut.c); programs with more than MAX_NODES nodes
 * stay as they are.
 */
#include "passes/lower/preshader.h"

#include "ir/cfg.h"
#include "passes/pass.h"
#include "passes/lower/min_cut.h"

#define MAX_NODES (1u << 17)
#define MAX_WEIGHT 9 /* logarithm of the weight of three loops */
#define COST_SHIFT 20 /* costs in capacities are shifted by this; the lower bits hold the prices of halves */

/* Flags in tmp of an instruction. */
enum {
   CAN_MOVE = 1,
   IN_PLACE = 2, /* a constant or a parameter, which can move and is never a result */
   WANTED = 4,   /* the pre-shader computes it */
   PLACES = 8,   /* a position depends on it */
};

struct slice {
   struct ir_shader *s;
   const struct preshader_costs *costs;
   struct ir_block **if_of; /* by merge block: the block that ends with the IF */
   uint32_t *depth;         /* by block: number of loops around it */
   uint32_t *node;          /* by value: its node; unless the value is a bit, the next node is for readers that need a
                               register */
   uint32_t *instr;         /* by the first result of an instruction: its node */
   uint32_t num_nodes;
   struct ir_instr **moving; /* the instructions with nodes, in the order of the program */
   uint32_t num_moving, cap_moving;
   bool if_moves; /* the condition of some if can move */
   struct result {
      struct ir_value *val; /* in the program */
      struct ir_instr *store;
      uint32_t word;
      uint8_t half;
   } *result; /* words of 32 bits first */
   uint32_t num_results, cap_results;
   uint32_t max_halves; /* of results */
   uint32_t places; /* PLACES if positions may matter, else 0 */
};

static bool can_move(const struct ir_src *src)
{
   return src->val->def->tmp & CAN_MOVE;
}

/* True if the instruction has a node. */
static bool has_node(const struct ir_instr *i)
{
   return (i->tmp & (CAN_MOVE | IN_PLACE)) == CAN_MOVE;
}

static bool is_bit(const struct ir_value *v)
{
   return v->width == 1;
}

/* ---- dependencies of positions */

struct marks {
   struct ir_shader *s;
   struct ir_instr **todo; /* marked instructions whose sources may not be marked yet */
   uint32_t num, cap;
   bool flow; /* control flow and arrays are marked */
};

static void mark(struct marks *m, struct ir_instr *i)
{
   if (i->tmp & PLACES)
      return;
   i->tmp |= PLACES;
   UTIL_PUSH(m->s->ctx, m->todo, m->num, m->cap, i);
}

/* Marks all instructions that determine the path of an invocation and the contents of arrays. */
static void mark_flow(struct marks *m)
{
   m->flow = true;
   ir_foreach_block (m->s, b) {
      if (b->term == IR_TERM_IF)
         mark(m, b->cond.val->def);
      ir_foreach_instr (b, i)
         if (i->op == IR_array_store)
            mark(m, i);
   }
}

/* True if dependencies of positions may matter: only for approximate operations on another machine, see find_move(). */
static bool positions_matter(const struct slice *c)
{
   return !c->costs->same_machine && ir_may_use_slot(c->s, SLOT_POSITION) && ir_may_have_flags(c->s, IR_F_APPROX);
}

/* Marks all instructions that the positions of vertices depend on. Linear. */
static void mark_positions(struct ir_shader *s)
{
   struct marks m = {.s = s};

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         i->tmp = 0;
         if (i->op == IR_store_output && i->attr[0] == SLOT_POSITION)
            mark(&m, i);
      }
   while (m.num) {
      const struct ir_instr *i = m.todo[--m.num];
      for (uint32_t k = 0; k < i->nsrc; k++)
         mark(&m, i->src[k].val->def);
      if (!m.flow && (i->op == IR_phi || i->op == IR_array_load || i->block->index))
         mark_flow(&m);
   }
}

/* ---- values that can move */

/* A phi at the end of an if, which becomes a select by the condition of the if. */
static bool phi_can_move(const struct slice *c, const struct ir_instr *i)
{
   const struct ir_block *head = c->if_of[i->block->index];

   return head && (i->nsrc == 1 || (i->nsrc == 2 && can_move(&head->cond)));
}

static uint32_t find_move(const struct slice *c, const struct ir_instr *i)
{
   const unsigned flags = ir_op_info[i->op].flags;
   bool moves = flags & IR_F_PURE && !(flags & (IR_F_CONVERGENT | IR_F_LOAD));

   if (i->op == IR_phi)
      moves = phi_can_move(c, i);
   else if (i->op == IR_tex)
      moves = c->costs->textures && !exec_tex_is_implicit((enum exec_tex_op)i->attr[0]);
   else if (i->op == IR_load_param || i->op == IR_load_buffer)
      moves = i->op == IR_load_param || c->costs->buffers;
   if (flags & IR_F_APPROX && (i->invariant || i->tmp & c->places) && !c->costs->same_machine)
      moves = false;
   for (uint32_t k = 0; moves && k < i->nsrc; k++)
      moves = can_move(&i->src[k]);
   if (!moves)
      return 0;
   return i->op == IR_const || i->op == IR_undef || (i->op == IR_load_param && !i->nsrc) ? CAN_MOVE | IN_PLACE : CAN_MOVE;
}

/* Finds the values that can move and numbers their nodes. Definitions precede their readers, except for phis of loops, which
   do not move. */
static void find_slice(struct slice *c)
{
   uint32_t n = CUT_FIRST_NODE;

   ir_foreach_block (c->s, b)
      if (b->term == IR_TERM_IF)
         c->if_of[b->merge->index] = b;
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i) {
         i->tmp = find_move(c, i) | (i->tmp & c->places);
         if (!has_node(i))
            continue;
         UTIL_PUSH(c->s->ctx, c->moving, c->num_moving, c->cap_moving, i);
         c->instr[i->dst[0]->id] = n++;
         for (unsigned k = 0; k < i->ndst; k++) {
            c->node[i->dst[k]->id] = n;
            n += is_bit(i->dst[k]) ? 1 : 2;
         }
      }
   ir_foreach_block (c->s, b)
      c->if_moves |= b->term == IR_TERM_IF && can_move(&b->cond);
   c->num_nodes = n;
}

/* ---- the network */

/* By block: true if its if vanishes once all values that can move have moved. Then only the phis after it need its
   condition. */
static bool *find_vanishing(const struct slice *c)
{
   bool *vanishes = UTIL_ARRAY(c->s->ctx, bool, c->s->num_blocks);
   if (!c->if_moves)
      return vanishes;
   uint32_t *stay = UTIL_ARRAY(c->s->ctx, uint32_t, c->s->num_blocks + 1u); /* number of earlier blocks with an instruction that
                                                                               stays */
   uint8_t *phis = UTIL_ARRAY(c->s->ctx, uint8_t, c->s->num_blocks); /* true if some phi stays */

   ir_foreach_block (c->s, b) {
      bool stays = b->term == IR_TERM_IF ? !can_move(&b->cond) : b->term != IR_TERM_JUMP;
      ir_foreach_instr (b, i) {
         stays |= !(i->tmp & CAN_MOVE);
         phis[b->index] |= i->op == IR_phi && !(i->tmp & CAN_MOVE);
      }
      stay[b->index + 1] = stay[b->index] + stays;
   }
   ir_foreach_block (c->s, b)
      vanishes[b->index] = b->term == IR_TERM_IF && can_move(&b->cond) && stay[b->merge->index] == stay[b->index + 1] &&
                           !phis[b->merge->index];
   util_discard(c->s->ctx, phis, c->s->num_blocks * sizeof *phis);
   util_discard(c->s->ctx, stay, (c->s->num_blocks + 1u) * sizeof *stay);
   return vanishes;
}

/* Makes node `reader` need a condition, which may be a parameter. */
static void need_cond(const struct slice *c, struct min_cut *net, uint32_t reader, const struct ir_src *cond)
{
   if (has_node(cond->val->def))
      min_cut_edge(net, reader, c->node[cond->val->id], CUT_NEVER);
}

static void need_sources(const struct slice *c, struct min_cut *net, uint32_t reader, const struct ir_instr *i)
{
   for (uint32_t k = 0; k < i->nsrc; k++) {
      const struct ir_value *v = i->src[k].val;
      if (has_node(v->def))
         min_cut_edge(net, reader, c->node[v->id] + (is_bit(v) || c->costs->reads_param(i, k) ? 0 : 1), CUT_NEVER);
   }
}

static unsigned halves_of(const struct ir_value *v)
{
   return v->width == 16 ? 1 : 2;
}

/* `price` is that of a half of a result. */
static void add_instr(const struct slice *c, struct min_cut *net, const struct ir_instr *i, uint64_t price)
{
   const struct preshader_costs *m = c->costs;
   const uint32_t loops = 3 * c->depth[i->block->index], at = c->instr[i->dst[0]->id];
   const unsigned shift = COST_SHIFT + (loops < MAX_WEIGHT ? loops : MAX_WEIGHT);

   min_cut_edge(net, at, CUT_SINK, (uint64_t)m->instr(i) << shift);
   need_sources(c, net, at, i);
   if (i->op == IR_phi && i->nsrc == 2)
      need_cond(c, net, at, &c->if_of[i->block->index]->cond);
   for (unsigned k = 0; k < i->ndst; k++) {
      const struct ir_value *v = i->dst[k];
      const uint32_t n = c->node[v->id];
      const unsigned make = is_bit(v) ? m->bit : v->width == 16 ? m->half : 0;

      min_cut_edge(net, n, at, ((uint64_t)make << shift) + halves_of(v) * (1 + price + (price >> 6) * n / c->num_nodes));
      if (is_bit(v))
         continue;
      min_cut_edge(net, n + 1, n, CUT_NEVER);
      min_cut_edge(net, n + 1, at, (uint64_t)m->move << shift);
   }
}

static struct min_cut make_network(const struct slice *c, const bool *vanishes, uint64_t price)
{
   struct min_cut net = min_cut_new(c->s->ctx, c->num_nodes);

   ir_foreach_block (c->s, b) {
      ir_foreach_instr (b, i)
         if (has_node(i))
            add_instr(c, &net, i, price);
         else if (!(i->tmp & CAN_MOVE))
            need_sources(c, &net, CUT_SOURCE, i);
      if (b->term == IR_TERM_IF && !vanishes[b->index])
         need_cond(c, &net, CUT_SOURCE, &b->cond);
   }
   return net;
}

static bool is_result(const struct slice *c, const struct min_cut *net, const struct ir_value *v)
{
   return min_cut_with_source(net, c->node[v->id]) && !min_cut_with_source(net, c->instr[v->def->dst[0]->id]);
}

/* Collects the results of one width class: bits and words, or halves. */
static void collect(struct slice *c, const struct min_cut *net, bool halves)
{
   for (uint32_t n = 0; n < c->num_moving; n++) {
      struct ir_instr *i = c->moving[n];
      for (unsigned k = 0; k < i->ndst; k++)
         if (is_result(c, net, i->dst[k]) && (i->dst[k]->width == 16) == halves)
            UTIL_PUSH(c->s->ctx, c->result, c->num_results, c->cap_results, (struct result){.val = i->dst[k]});
   }
}

static uint32_t count_halves(const struct slice *c)
{
   uint32_t n = 0;

   for (uint32_t k = 0; k < c->num_results; k++)
      n += halves_of(c->result[k].val);
   return n;
}

/* Finds the results with this price of a half. False if the compile is late. */
static bool try_price(struct slice *c, const bool *vanishes, uint64_t price)
{
   struct min_cut net = make_network(c, vanishes, price);
   const bool found = min_cut_find(&net);

   c->num_results = 0;
   if (found) {
      collect(c, &net, false);
      collect(c, &net, true);
   }
   min_cut_free(&net);
   return found;
}

/* Finds a price with which the results fit and fill nearly all of the room, or else the lowest one with which they fit. */
static bool find_price(struct slice *c, const bool *vanishes)
{
   const uint32_t most = c->max_halves, least = most - most / 32;
   uint64_t low = 0, high = 1u << COST_SHIFT; /* too low, high enough */
   uint32_t n;

   for (;; high *= 8) {
      if (!try_price(c, vanishes, high))
         return false;
      if ((n = count_halves(c)) <= most)
         break;
      low = high;
   }
   while (n < least && high - low > 1 + (low >> 16)) {
      const uint64_t middle = low + (high - low) / 2;
      if (!try_price(c, vanishes, middle))
         return false;
      const uint32_t m = count_halves(c);
      *(m > most ? &low : &high) = middle;
      n = m > most ? n : m;
   }
   return try_price(c, vanishes, high);
}

/* Finds results that fit into the room of the target. */
static bool find_results(struct slice *c)
{
   bool *vanishes = find_vanishing(c);
   bool found = try_price(c, vanishes, 0);

   if (found && count_halves(c) > c->max_halves)
      found = find_price(c, vanishes);
   util_discard(c->s->ctx, vanishes, c->s->num_blocks * sizeof *vanishes);
   return found && c->num_results;
}

/* ---- the pre-shader */

static void want_all(const struct slice *c)
{
   for (uint32_t k = 0; k < c->num_results; k++)
      c->result[k].val->def->tmp |= WANTED;
   for (uint32_t n = c->s->num_blocks; n-- > 0;)
      for (struct ir_instr *i = c->s->blocks[n]->last; i; i = ir_prev(i)) {
         if (!(i->tmp & WANTED))
            continue;
         for (uint32_t k = 0; k < i->nsrc; k++)
            i->src[k].val->def->tmp |= WANTED;
         if (i->op == IR_phi && i->nsrc == 2)
            c->if_of[n]->cond.val->def->tmp |= WANTED;
      }
}

/* `copy` is, by value of the program, its value in the pre-shader. */
static void copy_phi(const struct slice *c, struct ir_builder *b, const struct ir_instr *i, struct ir_value **copy)
{
   const struct ir_block *head = c->if_of[i->block->index];
   struct ir_value *v = copy[i->src[0].val->id];

   if (i->nsrc == 2) {
      /* Without an else arm, the first edge comes from the if itself. */
      struct ir_value *w = copy[i->src[1].val->id], *cond = copy[head->cond.val->id];
      const bool swap = i->block->preds[0] == head;
      v = ir_op3(b, IR_sel, ir_use(cond), ir_use(swap ? w : v), ir_use(swap ? v : w));
   }
   copy[i->dst[0]->id] = v;
}

static void copy_instr(struct ir_builder *b, const struct ir_instr *i, struct ir_value **copy)
{
   struct ir_src *src = UTIL_ARRAY(b->s->ctx, struct ir_src, i->nsrc);

   for (uint32_t k = 0; k < i->nsrc; k++) {
      src[k] = i->src[k];
      src[k].val = copy[src[k].val->id];
   }
   struct ir_instr *n = ir_emit(b, (enum ir_op)i->op, i->dst[0]->width, i->nsrc, src, i->attr);
   n->sat = i->sat;
   for (unsigned k = 0; k < i->ndst; k++)
      copy[i->dst[k]->id] = n->dst[k];
   util_discard(b->s->ctx, src, i->nsrc * sizeof *src);
}

/* Stores all results, each word of 32 bits and each pair of halves in a word of its own. */
static void store_results(struct slice *c, struct ir_builder *b, struct ir_value **copy)
{
   uint32_t word = 0;

   b->span = UTIL_NO_SPAN;
   b->invariant = false;
   for (uint32_t k = 0; k < c->num_results; k++) {
      struct result *r = &c->result[k], *next = k + 1 < c->num_results ? r + 1 : NULL;
      struct ir_src v = ir_use(copy[r->val->id]);

      r->word = word;
      if (is_bit(r->val)) {
         struct ir_src one = ir_imm(b, 1), none = ir_imm(b, 0);
         v = ir_expr3(b, IR_sel, v, one, none);
      } else if (r->val->width == 16) {
         struct ir_src upper = ir_use(next ? copy[next->val->id] : ir_const(b, 16, 0));
         v = ir_expr2(b, IR_pack2h, v, upper);
         if (next) {
            *next = (struct result){.val = next->val, .word = word, .half = 1};
            k++;
         }
      }
      r->store = ir_emit(b, IR_store_word, 0, 1, &v, &word);
      word++;
   }
}

/* Computes equal values once and stores equal results once. Arms that exclude each other often compute equal values. */
static void merge_results(struct slice *c, struct ir_preshader *pre)
{
   uint32_t *stored = UTIL_ARRAY(c->s->ctx, uint32_t, pre->shader->num_values); /* by value: 1 + the word that holds it */
   uint32_t words = 0;

   pass_cse(pre->shader);
   for (uint32_t k = 0; k < c->num_results; k++) {
      struct result *r = &c->result[k];
      if (r->half) {
         r->word = words - 1;
         pre->halves++;
         continue;
      }
      uint32_t *at = &stored[r->store->src[0].val->id];
      if (*at && r->val->width != 16) {
         r->word = *at - 1;
         ir_remove(r->store);
         continue;
      }
      r->word = r->store->attr[0] = words++;
      *at = words;
      pre->halves += halves_of(r->val);
   }
   util_discard(c->s->ctx, stored, pre->shader->num_values * sizeof *stored);
}

static struct ir_preshader make_preshader(struct slice *c)
{
   struct ir_shader *s = c->s;
   struct ir_preshader pre = {.shader = ir_shader_new(s->ctx, IR_STAGE_PRE, s->num)};
   struct ir_value **copy = UTIL_ARRAY(s->ctx, struct ir_value *, s->num_values);

   ir_block_append(pre.shader, ir_block_new(pre.shader));
   struct ir_builder b = ir_at_end(pre.shader, pre.shader->blocks[0]);
   b.block->term = IR_TERM_RETURN;
   want_all(c);
   ir_foreach_block (s, from)
      ir_foreach_instr (from, i) {
         if (!(i->tmp & WANTED))
            continue;
         b.span = i->span;
         b.invariant = i->invariant;
         if (i->op == IR_phi)
            copy_phi(c, &b, i, copy);
         else
            copy_instr(&b, i, copy);
      }
   store_results(c, &b, copy);
   util_discard(s->ctx, copy, s->num_values * sizeof(struct ir_value *));
   pre.shader->params = s->params;
   pre.shader->num_params = s->num_params;
   ir_cfg_update(pre.shader);
   merge_results(c, &pre);
   ir_scratch_free(pre.shader);
   return pre;
}

/* ---- the program */

/* Reads the result where the program computed it. */
static struct ir_value *read_result(struct slice *c, const struct result *r, uint32_t first_entry)
{
   struct ir_instr *at = r->val->def;
   const uint32_t entry = first_entry + r->word / 4;

   while (at->op == IR_phi && at->next && at->next->op == IR_phi)
      at = at->next;
   struct ir_builder b = ir_after(c->s, at);
   b.span = r->val->def->span;
   b.invariant = r->val->def->invariant;
   struct ir_src v = ir_use(ir_emit(&b, IR_load_param, 32, 0, NULL, (uint32_t[4]){entry, r->word % 4, entry, 1})->dst[0]);
   if (is_bit(r->val))
      return ir_expr_imm(&b, IR_ine, v, 0).val;
   if (r->val->width == 16)
      return ir_emit(&b, IR_unpack2h, 16, 1, &v, (uint32_t[4]){r->half})->dst[0];
   return v.val;
}

static void redirect(struct ir_src *src, struct ir_value **to, uint32_t num)
{
   if (src->val->id < num && to[src->val->id])
      src->val = to[src->val->id];
}

static void read_results(struct slice *c)
{
   struct ir_shader *s = c->s;
   const uint32_t first = s->num_params, num = s->num_values;
   struct ir_value **to = UTIL_ARRAY(s->ctx, struct ir_value *, num); /* a result that is read does not move again */

   for (uint32_t k = 0; 4 * k < ir_pre_words(&s->pre); k++)
      ir_add_param(s, (struct io_param){.cls = PARAM_PRE, .index = k});
   for (uint32_t k = 0; k < c->num_results; k++)
      to[c->result[k].val->id] = read_result(c, &c->result[k], first);
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i)
         for (uint32_t k = 0; k < i->nsrc; k++)
            redirect(&i->src[k], to, num);
      if (b->term == IR_TERM_IF)
         redirect(&b->cond, to, num);
   }
   util_discard(s->ctx, to, num * sizeof(struct ir_value *));
}

/* True if there are results and they fit into the room of the target. */
static bool min_cut_slice(struct slice *c)
{
   struct ir_shader *s = c->s;

   c->if_of = UTIL_ARRAY(s->ctx, struct ir_block *, s->num_blocks);
   c->node = ir_scratch_raw(s, 0, s->num_values, sizeof *c->node);
   c->instr = ir_scratch_raw(s, 1, s->num_values, sizeof *c->instr);
   ir_loops(s, &c->depth);
   if (positions_matter(c)) {
      c->places = PLACES;
      mark_positions(s);
   }
   find_slice(c);
   if (c->num_nodes == CUT_FIRST_NODE || c->num_nodes > MAX_NODES)
      return false;
   c->max_halves = c->costs->max_halves(s);
   return find_results(c);
}

bool pass_preshader(struct ir_shader *s, struct pass_context *context)
{
   struct preshader_costs costs = context->costs ? *context->costs : preshader_plain_costs;
   struct slice c = {.s = s, .costs = &costs};

   if (!costs.instr) {
      costs.instr = preshader_plain_costs.instr;
      costs.reads_param = preshader_plain_costs.reads_param;
   }
   if (s->pre.shader || s->stage == IR_STAGE_PRE)
      return false;
   const bool some = min_cut_slice(&c);
   util_discard(s->ctx, c.moving, c.cap_moving * sizeof *c.moving);
   if (!some)
      return false;
   s->pre = make_preshader(&c);
   read_results(&c);
   return true;
}
