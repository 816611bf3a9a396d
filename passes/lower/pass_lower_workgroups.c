/* SPDX-License-Identifier: MIT */
/*
 * Lowering of compute programs for a machine that supports little of them: an invocation knows its number in the workgroup,
 * waves have locks (mutex), and memory has the plain atomic operations.
 *
 *    Positions      are divisions of the number by the size of the workgroup.
 *    Invocations    that do not exist: the machine runs whole waves, so if the workgroup may end within a wave, the program is
 *                   in an `if number < size`.
 *    Barriers       The last wave to arrive wakes the others by counting a generation, so that the words can serve the next
 *                   barrier while some waves have not woken yet:
 *
 *                      lock; arrived++; g = generation
 *                      if (arrived + ended >= waves) { arrived = 0; generation++; while (generation == g) {} }
 *                      else do { sleep; lock } while (generation == g)
 *                      wakeup
 *
 *                   Neither a wakeup nor a release waits until a store has landed, so a wave reads each word that it stored
 *                   before it wakes others or unlocks. Otherwise a woken wave could find the old generation and sleep for ever.
 *
 *                   A wave that has ended has reached all barriers. If a wave may end without a barrier at which others wait (a
 *                   barrier in an if or a loop), ends count as arrivals, and the last end resets the words. With one wave per
 *                   workgroup, barriers vanish.
 *    Operations     that memory lacks (FADD, INC, DEC, and CAS except in small shared memory): under a lock, one invocation
 *                   after the other loads, computes and stores, and reads the word of a small shared memory back.
 *
 * The words of barriers, arrived, generation and ended, are unit MEM_SHARED_BARRIER of the shared memory. They are 0 at first,
 * and arrived and ended are 0 at the end. Every invocation of a wave stores the same value there. Exact. Linear.
 *
 * Observed: the locks, the counters and the loop over invocations are those of the public driver (pco_nir_sync.c, sync.cl), and
 * so is the check (pco_nir_compute.c). The generation and its reading back are in a later sync.cl (BayLibre/mesa f06b124f). The
 * ended waves are ours.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "semantics/memory/memory.h"

enum { ARRIVED = 0, GENERATION = 4, ENDED = 8 };

struct lower {
   struct ir_shader *s;
   struct ir_block **out; /* the new order */
   uint32_t num_out, cap_out;
   bool ends_early;       /* a wave may end while others wait */
   bool progress;
   struct replaced {
      uint32_t from;
      struct ir_value *to;
   } *replaced;
   uint32_t num_replaced, cap_replaced;
   struct ir_block **rests; /* of the block in progress: the block after each expansion, the first one last */
   uint32_t num_rests, cap_rests;
};

/* ---- pieces -------------------------------------------------------------------------------------------------------------- */

static struct ir_src input(struct ir_builder *b, unsigned slot, unsigned comp)
{
   const uint32_t attr[3] = {slot, comp, INTERP_FLAT};

   return ir_use(ir_emit(b, IR_load_input, 32, 0, NULL, attr)->dst[0]);
}

static bool is_fixed(const struct ir_shader *s) { return s->block[0] && s->block[1] && s->block[2]; }

/* The number of invocations of the workgroup in one dimension; in the first n dimensions together. */
static struct ir_src size_of(struct ir_builder *b, unsigned comp)
{
   return b->s->block[comp] ? ir_imm(b, b->s->block[comp]) : input(b, SLOT_WORKGROUP_SIZE, comp);
}
static struct ir_src size_of_all(struct ir_builder *b, unsigned n)
{
   struct ir_src v = size_of(b, 0);

   for (unsigned c = 1; c < n; c++)
      if (b->s->block[c] != 1)
         v = ir_expr2(b, IR_imul, v, size_of(b, c));
   return v;
}

static void mutex(struct ir_builder *b, enum mem_mutex action, unsigned lock)
{
   const uint32_t attr[2] = {action, lock};

   ir_emit(b, IR_mutex, 0, 0, NULL, attr);
}
static struct ir_src load(struct ir_builder *b, uint32_t space, uint32_t unit, struct ir_src at)
{
   const uint32_t attr[3] = {space, unit, MEM_BYPASS}; /* other waves may have stored it */

   return ir_use(ir_emit(b, IR_mem_load, 32, 1, &at, attr)->dst[0]);
}
static void store(struct ir_builder *b, uint32_t space, uint32_t unit, struct ir_src at, struct ir_src value)
{
   const uint32_t attr[2] = {space, unit};
   const struct ir_src src[2] = {at, value};

   ir_emit(b, IR_mem_store, 0, 2, src, attr);
}
static struct ir_src load_word(struct ir_builder *b, uint32_t word)
{
   return load(b, MEM_SHARED, MEM_SHARED_BARRIER, ir_imm(b, word));
}
static void store_word(struct ir_builder *b, uint32_t word, struct ir_src value)
{
   store(b, MEM_SHARED, MEM_SHARED_BARRIER, ir_imm(b, word), value);
}

/* ---- blocks -------------------------------------------------------------------------------------------------------------- */

static struct ir_block *next_block(struct lower *l)
{
   struct ir_block *b = ir_block_new(l->s);

   UTIL_PUSH(l->s->ctx, l->out, l->num_out, l->cap_out, b);
   return b;
}

static void end_jump(struct ir_builder *b, enum ir_term how, struct ir_block *to)
{
   b->block->term = (uint8_t)how;
   b->block->succ[0] = to;
   b->block->span = b->span;
}
static void end_if(struct ir_builder *b, struct ir_src cond, struct ir_block *then, struct ir_block *otherwise,
                   struct ir_block *merge)
{
   end_jump(b, IR_TERM_IF, then);
   b->block->cond = cond;
   b->block->succ[1] = otherwise;
   b->block->merge = merge;
}
static void end_loop(struct ir_builder *b, struct ir_block *header, struct ir_block *merge)
{
   end_jump(b, IR_TERM_LOOP, header);
   b->block->merge = merge;
}
/* Appends a block and moves the cursor to its end. */
static void go_to(struct ir_builder *b, struct ir_block *block)
{
   b->block = block;
   b->after = block->last;
}

/* A loop that ends when a condition holds: header, leave, again, then the blocks after it. */
struct spin {
   struct ir_block *header, *leave, *again, *after;
};
static struct spin next_spin(struct lower *l)
{
   struct spin s;

   s.header = next_block(l);
   s.leave = next_block(l);
   s.again = next_block(l);
   s.after = next_block(l);
   return s;
}
static void begin_spin(struct ir_builder *b, const struct spin *s)
{
   end_loop(b, s->header, s->after);
   go_to(b, s->header);
}
static void end_spin(struct ir_builder *b, const struct spin *s, struct ir_src cond)
{
   end_if(b, cond, s->leave, s->again, s->again);
   go_to(b, s->leave);
   end_jump(b, IR_TERM_BREAK, s->after);
   go_to(b, s->again);
   end_jump(b, IR_TERM_CONTINUE, s->header);
   go_to(b, s->after);
}

/* ---- atomic operations --------------------------------------------------------------------------------------------------- */

static bool is_emulated(const struct ir_shader *s, const struct ir_instr *i)
{
   const bool near = i->op == IR_mem_atomic && i->attr[0] == MEM_SHARED && s->shared_bytes <= MEM_NEAR_BYTES;

   return i->op == IR_mem_atomic &&
          ((i->attr[2] == MEM_CAS && !near) || i->attr[2] == MEM_FADD || i->attr[2] == MEM_INC || i->attr[2] == MEM_DEC);
}

/* The new value of a word that held `old`. */
static struct ir_src new_value(struct ir_builder *b, const struct ir_instr *i, struct ir_src old)
{
   const struct ir_src a = i->src[1];
   struct ir_src one, cond, v;

   switch (i->attr[2]) {
   case MEM_CAS: cond = ir_expr2(b, IR_ieq, old, a); return ir_expr3(b, IR_sel, cond, i->src[2], old);
   case MEM_FADD: return ir_expr2(b, IR_fadd, old, a);
   case MEM_INC:
      one = ir_expr_imm(b, IR_iadd, old, 1);
      cond = ir_expr2(b, IR_uge, old, a);
      return ir_expr3(b, IR_sel, cond, ir_imm(b, 0), one);
   default:
      one = ir_expr_imm(b, IR_iadd, old, UINT32_MAX);
      cond = ir_expr2(b, IR_ult, a, old);
      v = ir_expr3(b, IR_sel, cond, a, one);
      cond = ir_expr_imm(b, IR_ieq, old, 0);
      return ir_expr3(b, IR_sel, cond, a, v);
   }
}

/* Waits until the value that an operation stored has landed. An address out of range stores nothing. */
static void read_back(struct ir_builder *b, const struct spin *s, const struct ir_instr *i, struct ir_src value)
{
   begin_spin(b, s);
   const struct ir_src landed = ir_expr2(b, IR_ieq, load(b, i->attr[0], i->attr[1], i->src[0]), value);
   end_spin(b, s, ir_expr2(b, IR_ior, landed, ir_expr_imm(b, IR_uge, i->src[0], b->s->shared_bytes & ~3u)));
}

/* Returns the block in which the program continues. */
static struct ir_block *expand_atomic(struct lower *l, struct ir_instr *i)
{
   struct ir_builder b = ir_before(l->s, i);
   const bool reads_back = i->attr[0] == MEM_SHARED && l->s->shared_bytes <= MEM_NEAR_BYTES;
   struct ir_block *const rest = l->rests[--l->num_rests], *const header = next_block(l), *const turn = next_block(l);
   const struct spin spin = reads_back ? next_spin(l) : (struct spin){0};
   struct ir_block *const merge = next_block(l), *const leave = next_block(l), *const again = next_block(l);
   struct ir_block *const entry = i->block;
   const struct ir_src lane = input(&b, SLOT_SUBGROUP_LANE, 0), zero = ir_imm(&b, 0);

   mutex(&b, MEM_MUTEX_LOCK, MEM_LOCK_ATOMIC);
   ir_remove(i);
   end_loop(&b, header, rest);
   go_to(&b, header);
   struct ir_instr *const n = ir_emit_phi(&b, 32, 2), *const result = ir_emit_phi(&b, 32, 2);
   end_if(&b, ir_expr2(&b, IR_ieq, lane, ir_use(n->dst[0])), turn, merge, merge);
   go_to(&b, turn);
   const struct ir_src old = load(&b, i->attr[0], i->attr[1], i->src[0]);
   const struct ir_src value = new_value(&b, i, old);
   store(&b, i->attr[0], i->attr[1], i->src[0], value);
   if (reads_back)
      read_back(&b, &spin, i, value);
   end_jump(&b, IR_TERM_JUMP, merge);
   go_to(&b, merge);
   struct ir_instr *const out = ir_emit_phi(&b, 32, 2);
   out->src[0] = ir_use(result->dst[0]);
   out->src[1] = old;
   const struct ir_src next = ir_expr_imm(&b, IR_iadd, ir_use(n->dst[0]), 1);
   end_if(&b, ir_expr_imm(&b, IR_uge, next, EXEC_LANES), leave, again, again);
   go_to(&b, leave);
   end_jump(&b, IR_TERM_BREAK, rest);
   go_to(&b, again);
   end_jump(&b, IR_TERM_CONTINUE, header);
   n->src[0] = result->src[0] = zero;
   n->src[1] = next;
   result->src[1] = ir_use(out->dst[0]);
   UTIL_CHECK(l->s->ctx, entry->term == IR_TERM_LOOP);
   UTIL_PUSH(l->s->ctx, l->out, l->num_out, l->cap_out, rest);
   b.block = rest;
   b.after = NULL;
   mutex(&b, MEM_MUTEX_RELEASE, MEM_LOCK_ATOMIC);
   UTIL_PUSH(l->s->ctx, l->replaced, l->num_replaced, l->cap_replaced, (struct replaced){i->dst[0]->id, out->dst[0]});
   return rest;
}

/* ---- barriers ------------------------------------------------------------------------------------------------------------ */

/* The number of waves of a workgroup, or 0 if only the grid determines it. */
static uint32_t fixed_waves(const struct ir_shader *s)
{
   return (uint32_t)((ir_workgroup_invocations(s) + EXEC_LANES - 1) / EXEC_LANES);
}
static struct ir_src waves(struct ir_builder *b)
{
   const uint32_t n = fixed_waves(b->s);

   return n ? ir_imm(b, n) : ir_expr_imm(b, IR_ushr, ir_expr_imm(b, IR_iadd, size_of_all(b, 3), EXEC_LANES - 1), 5);
}

/* Counts a wave in a word; returns the new number. */
static struct ir_src count_wave(struct ir_builder *b, uint32_t word)
{
   store_word(b, word, ir_expr_imm(b, IR_iadd, load_word(b, word), 1));
   return load_word(b, word);
}

static struct ir_src is_past(struct ir_builder *b, struct ir_src generation)
{
   return ir_expr2(b, IR_ine, load_word(b, GENERATION), generation);
}

/* Releases the waves that wait. */
static void release_all(struct ir_builder *b, const struct spin *s, struct ir_src generation)
{
   store_word(b, ARRIVED, ir_imm(b, 0));
   store_word(b, GENERATION, ir_expr_imm(b, IR_iadd, generation, 1));
   begin_spin(b, s);
   end_spin(b, s, is_past(b, generation));
}

static struct ir_block *expand_barrier(struct lower *l, struct ir_instr *i)
{
   struct ir_builder b = ir_before(l->s, i);
   struct ir_block *const rest = l->rests[--l->num_rests], *const last = next_block(l);
   const struct spin landing = next_spin(l);
   struct ir_block *const wait = next_block(l);
   const struct spin sleep = next_spin(l);

   mutex(&b, MEM_MUTEX_LOCK, MEM_LOCK_BARRIER);
   const struct ir_src arrived = count_wave(&b, ARRIVED), generation = load_word(&b, GENERATION);
   const struct ir_src all = l->ends_early ? ir_expr2(&b, IR_iadd, arrived, load_word(&b, ENDED)) : arrived;
   const struct ir_src is_last = ir_expr2(&b, IR_uge, all, waves(&b));
   ir_remove(i);
   end_if(&b, is_last, last, wait, rest);
   go_to(&b, last);
   release_all(&b, &landing, generation);
   end_jump(&b, IR_TERM_JUMP, rest);
   go_to(&b, wait);
   begin_spin(&b, &sleep);
   mutex(&b, MEM_MUTEX_SLEEP, MEM_LOCK_BARRIER);
   mutex(&b, MEM_MUTEX_LOCK, MEM_LOCK_BARRIER);
   end_spin(&b, &sleep, is_past(&b, generation));
   end_jump(&b, IR_TERM_JUMP, rest);
   UTIL_PUSH(l->s->ctx, l->out, l->num_out, l->cap_out, rest);
   b.block = rest;
   b.after = NULL;
   mutex(&b, MEM_MUTEX_WAKEUP, MEM_LOCK_BARRIER);
   return rest;
}

/* Counts the end of a wave of a program in which some wave may miss a barrier. `end` is the last block. */
static void count_end(struct lower *l, struct ir_block *end)
{
   struct ir_builder b = ir_at_end(l->s, end);
   struct ir_block *const reset = next_block(l), *const rest = next_block(l), *const release = next_block(l);
   const struct spin landing = next_spin(l);
   struct ir_block *const unlock = next_block(l), *const done = next_block(l);

   ir_move_end(done, end);
   mutex(&b, MEM_MUTEX_LOCK, MEM_LOCK_BARRIER);
   const struct ir_src ended = count_wave(&b, ENDED), arrived = load_word(&b, ARRIVED), num = waves(&b);
   end_if(&b, ir_expr2(&b, IR_uge, ended, num), reset, rest, rest);
   go_to(&b, reset);
   store_word(&b, ENDED, ir_imm(&b, 0));
   end_jump(&b, IR_TERM_JUMP, rest);
   go_to(&b, rest);
   const struct ir_src some = ir_expr_imm(&b, IR_ine, arrived, 0),
                       all = ir_expr2(&b, IR_uge, ir_expr2(&b, IR_iadd, arrived, ended), num);
   end_if(&b, ir_expr2(&b, IR_iand, some, all), release, unlock, done);
   go_to(&b, release);
   release_all(&b, &landing, load_word(&b, GENERATION));
   mutex(&b, MEM_MUTEX_WAKEUP, MEM_LOCK_BARRIER);
   end_jump(&b, IR_TERM_JUMP, done);
   go_to(&b, unlock);
   mutex(&b, MEM_MUTEX_RELEASE, MEM_LOCK_BARRIER);
   end_jump(&b, IR_TERM_JUMP, done);
}

/* True if a barrier is in an if or a loop, so that a wave may end without reaching it. */
static bool may_miss_barrier(const struct ir_shader *s)
{
   const struct ir_block **open = NULL;
   uint32_t nest = 0, cap = 0;

   ir_foreach_block (s, b) {
      while (nest && open[nest - 1] == b)
         nest--;
      ir_foreach_instr (b, i)
         if (i->op == IR_barrier && nest)
            return true;
      if (b->term == IR_TERM_IF || b->term == IR_TERM_LOOP)
         UTIL_PUSH(s->ctx, open, nest, cap, b->merge);
   }
   return false;
}

/* ---- places -------------------------------------------------------------------------------------------------------------- */

static struct ir_src place(struct ir_builder *b, unsigned comp)
{
   const struct ir_shader *s = b->s;
   struct ir_src n;

   if (comp > 2 || s->block[comp] == 1)
      return ir_imm(b, 0);
   n = input(b, SLOT_THREAD_INDEX, 0);
   if (comp && !(s->block[0] == 1 && (comp == 1 || s->block[1] == 1)))
      n = ir_expr2(b, IR_udiv, n, size_of_all(b, comp));
   for (unsigned c = comp + 1; c < 3; c++) /* the last dimension larger than 1 needs no remainder */
      if (s->block[c] != 1)
         return ir_expr2(b, IR_umod, n, size_of(b, comp));
   return n;
}

static void lower_input(struct lower *l, struct ir_instr *i)
{
   struct ir_builder b = ir_before(l->s, i);
   const unsigned slot = i->attr[0], comp = i->attr[1];
   struct ir_src v;

   if (slot == SLOT_THREAD_ID)
      v = place(&b, comp);
   else if (slot == SLOT_WORKGROUP_SIZE && comp < 3 && l->s->block[comp])
      v = ir_imm(&b, l->s->block[comp]);
   else
      return;
   UTIL_PUSH(l->s->ctx, l->replaced, l->num_replaced, l->cap_replaced, (struct replaced){i->dst[0]->id, v.val});
   ir_remove(i);
   l->progress = true;
}

/* Puts the program in an if that only existing invocations enter. */
static void check_invocations(struct lower *l)
{
   struct ir_shader *s = l->s;
   struct ir_block *first = ir_block_new(s), *last = ir_block_new(s), *end = l->out[l->num_out - 1];
   struct ir_builder b = ir_at_end(s, first);

   b.span = end->span;
   const struct ir_src number = input(&b, SLOT_THREAD_INDEX, 0),
                       size = is_fixed(s) ? ir_imm(&b, s->block[0] * s->block[1] * s->block[2]) : size_of_all(&b, 3);
   end_if(&b, ir_expr2(&b, IR_ult, number, size), l->out[0], last, last);
   ir_move_end(last, end);
   go_to(&b, end);
   end_jump(&b, IR_TERM_JUMP, last);
   UTIL_PUSH(s->ctx, l->out, l->num_out, l->cap_out, last);
   UTIL_PUSH(s->ctx, l->out, l->num_out, l->cap_out, last);
   for (uint32_t k = l->num_out - 1; k; k--)
      l->out[k] = l->out[k - 1];
   l->out[0] = first;
}

/* ---- the pass ------------------------------------------------------------------------------------------------------------ */

static void lower_block(struct lower *l, struct ir_block *b)
{
   const uint32_t waves = fixed_waves(l->s);

   /* Backwards, so that each instruction moves only once. */
   for (struct ir_instr *i = b->last, *before; i; i = before) {
      before = i->prev;
      if ((i->op == IR_barrier && waves != 1) || is_emulated(l->s, i))
         UTIL_PUSH(l->s->ctx, l->rests, l->num_rests, l->cap_rests, ir_split_after(l->s, i));
   }
   UTIL_PUSH(l->s->ctx, l->out, l->num_out, l->cap_out, b);
   for (struct ir_instr *i = b->first, *next; i; i = next) {
      next = i->next;
      if (i->op == IR_load_input) {
         lower_input(l, i);
      } else if (i->op == IR_barrier && waves == 1) {
         ir_remove(i);
         l->progress = true;
      } else if (i->op == IR_barrier) {
         next = expand_barrier(l, i)->first;
         l->progress = true;
      } else if (is_emulated(l->s, i)) {
         next = expand_atomic(l, i)->first;
         l->progress = true;
      }
   }
}

bool pass_lower_workgroups(struct ir_shader *s)
{
   struct lower l = {.s = s};
   const bool compute = s->stage == IR_STAGE_COMPUTE;
   struct ir_block **old = s->blocks;
   const uint32_t num = s->num_blocks;

   if (!compute && !ir_may_have(s, IR_mem_atomic))
      return false;
   l.ends_early = compute && fixed_waves(s) != 1 && may_miss_barrier(s);
   for (uint32_t k = 0; k < num; k++)
      lower_block(&l, old[k]);
   if (l.ends_early)
      count_end(&l, l.out[l.num_out - 1]);
   if (compute && !(is_fixed(s) && ir_workgroup_invocations(s) % EXEC_LANES == 0)) {
      check_invocations(&l);
      l.progress = true;
   }
   s->num_blocks = 0;
   for (uint32_t k = 0; k < l.num_out; k++)
      ir_block_append(s, l.out[k]);
   ir_remove_unreachable(s); /* a program without an end has an unreachable count of ended waves */
   struct ir_src *map = IR_SCRATCH(s, 0, struct ir_src, (size_t)s->num_values + 1);
   for (uint32_t k = 0; k < l.num_replaced; k++)
      map[l.replaced[k].from] = ir_use(l.replaced[k].to);
   if (l.num_replaced)
      ir_replace_uses(s, map);
   return l.progress;
}
