/* SPDX-License-Identifier: MIT */
/* See memory_same.h. A copy of the program records in its own buffer, as bits, the words that each access touches. The copy
   runs on many waves, as in -verify-sim. */
#include "tests/memory-proof/memory_same.h"

#include "ir/build.h"
#include "nvp4c/verify/verify_workgroup.h"

#define TASKS 48
#define UNIT 31     /* the buffer of records */
#define OBJECTS 6   /* objects that a program accesses */
#define PHASES 64   /* phases are separated by barriers and counted modulo this */
#define ROWS (32 * PHASES) /* one row for each wave of a workgroup and phase */
#define WORDS 16384 /* words of an object; the last one stands for all words beyond */
enum { FIRST, SECOND, READ, WRITTEN, REGIONS };
/* Byte offsets of two words after all records and phase numbers. They become nonzero if the first instruction changes its
   words, and if it loads another value than the second one. */
#define CHANGES 128
#define DIFFERS 132
#define ROW_BYTES (WORDS / 8)
#define REGION_BYTES (OBJECTS * ROWS * ROW_BYTES)

struct watch {
   struct ir_shader *s;
   struct ir_builder b;
   struct ir_src wave; /* index of the wave in the workgroup, times four */
   uint8_t space[OBJECTS], unit[OBJECTS];
   unsigned num_objects;
};

bool memory_is_used(const struct ir_shader *s, const struct ir_value *v)
{
   ir_foreach_block (s, b) {
      if (b->term == IR_TERM_IF && b->cond.val == v)
         return true;
      ir_foreach_instr (b, i)
         for (uint32_t n = 0; n < i->nsrc; n++)
            if (i->src[n].val == v)
               return true;
   }
   return false;
}

static unsigned object_of(struct watch *w, const struct ir_instr *i)
{
   unsigned k;

   for (k = 0; k < w->num_objects; k++)
      if (w->space[k] == memory_space(i) && w->unit[k] == memory_unit(i))
         return k;
   UTIL_CHECK(w->s->ctx, k < OBJECTS);
   w->space[k] = (uint8_t)memory_space(i);
   w->unit[k] = (uint8_t)memory_unit(i);
   return w->num_objects++;
}

static struct ir_src least(struct watch *w, struct ir_src a, uint32_t most)
{
   return ir_expr2(&w->b, IR_umin, a, ir_imm(&w->b, most));
}

/* Returns the size of an image along coordinate c; the sample is the last coordinate. */
static struct ir_src size_of(struct watch *w, const struct ir_instr *i, unsigned c)
{
   const enum exec_tex_target target = (enum exec_tex_target)i->attr[1];
   const enum mem_image_word word = c == mem_coordinates(target)            ? MEM_IMAGE_SAMPLES
                                    : c == 0                                ? MEM_IMAGE_WIDTH
                                    : c == 1 && target != TEX_ARRAY1D       ? MEM_IMAGE_HEIGHT
                                                                            : MEM_IMAGE_DEPTH;

   return ir_use(ir_emit(&w->b, IR_image_word, 32, 0, NULL, (uint32_t[2]){i->attr[0], word})->dst[0]);
}

/* Returns the word of an access, or the number of its texel. */
static struct ir_src word_of(struct watch *w, const struct ir_instr *i)
{
   struct ir_builder *b = &w->b;
   struct ir_src word, beyond;

   if (!memory_is_image(i))
      return least(w, ir_expr_imm(b, IR_ushr, i->src[0], 2), WORDS - 1);
   word = ir_imm(b, 0);
   beyond = ir_imm(b, WORDS - 1);
   for (unsigned c = ir_image_coordinates((enum exec_tex_target)i->attr[1]); c-- > 0;) {
      const struct ir_src size = size_of(w, i, c);
      const struct ir_src next = ir_expr2(b, IR_iadd, ir_expr2(b, IR_imul, word, size), i->src[c]);

      word = ir_expr3(b, IR_sel, ir_expr2(b, IR_ult, i->src[c], size), next, beyond);
      word = least(w, word, WORDS - 1);
   }
   return word;
}

/* The number of barriers that a wave has passed is stored in a word after all records. */
static struct ir_src phase_at(struct watch *w) { return ir_expr_imm(&w->b, IR_iadd, w->wave, REGIONS * REGION_BYTES); }
static struct ir_src phase_of(struct watch *w)
{
   const struct ir_src at = phase_at(w);

   return ir_use(ir_emit(&w->b, IR_mem_load, 32, 1, &at, (uint32_t[4]){MEM_BUFFER, UNIT})->dst[0]);
}

static void next_phase(struct watch *w)
{
   const struct ir_src sources[2] = {phase_at(w), ir_expr_imm(&w->b, IR_iadd, phase_of(w), 1)};

   ir_emit(&w->b, IR_mem_store, 32, 2, sources, (uint32_t[2]){MEM_BUFFER, UNIT});
}

static void note(struct watch *w, unsigned region, unsigned object, struct ir_src word)
{
   struct ir_builder *b = &w->b;
   const struct ir_src row = ir_expr2(b, IR_iadd, ir_expr2(b, IR_imul, w->wave, ir_imm(b, PHASES / 4)),
                                      ir_expr_imm(b, IR_iand, phase_of(w), PHASES - 1));
   const struct ir_src bit = ir_expr2(b, IR_shl, ir_imm(b, 1), ir_expr_imm(b, IR_iand, word, 31));
   const struct ir_src at = ir_expr_imm(b, IR_shl, ir_expr_imm(b, IR_ushr, word, 5), 2);
   const struct ir_src sources[2] = {ir_expr_imm(b, IR_iadd,
                                                 ir_expr2(b, IR_iadd, at, ir_expr2(b, IR_imul, row, ir_imm(b, ROW_BYTES))),
                                                 region * REGION_BYTES + object * ROWS * ROW_BYTES),
                                     bit};

   ir_emit(b, IR_mem_atomic, 32, 2, sources, (uint32_t[4]){MEM_BUFFER, UNIT, MEM_OR});
}

/* Records whether a store changes its word. */
static void note_change(struct watch *w, const struct ir_instr *i)
{
   struct ir_builder *b = &w->b;
   const struct ir_src old = ir_use(ir_emit(b, IR_mem_load, 32, 1, &i->src[0], (uint32_t[4]){i->attr[0], i->attr[1]})->dst[0]);
   const struct ir_src sources[2] = {ir_imm(b, REGIONS * REGION_BYTES + CHANGES), ir_expr2(b, IR_ixor, old, i->src[1])};

   ir_emit(b, IR_mem_atomic, 32, 2, sources, (uint32_t[4]){MEM_BUFFER, UNIT, MEM_OR});
}

/* Records whether a load gives another value than an earlier load in its block, in the components that are used. */
static void note_difference(struct watch *w, struct ir_instr *i, struct ir_instr *before)
{
   w->b = ir_after(w->s, i);
   for (unsigned k = 0; k < i->ndst; k++)
      if (memory_is_used(w->s, i->dst[k])) {
         const struct ir_src difference = ir_expr2(&w->b, IR_ixor, ir_use(i->dst[k]), ir_use(before->dst[k]));
         const struct ir_src sources[2] = {ir_imm(&w->b, REGIONS * REGION_BYTES + DIFFERS), difference};
         ir_emit(&w->b, IR_mem_atomic, 32, 2, sources, (uint32_t[4]){MEM_BUFFER, UNIT, MEM_OR});
      }
}

static void instrument(struct watch *w, uint32_t first, uint32_t second)
{
   struct ir_instr *before = NULL;
   uint32_t n = 0;

   w->b = (struct ir_builder){.s = w->s, .block = w->s->blocks[0]};
   const uint32_t attr[3] = {SLOT_THREAD_INDEX, 0, INTERP_FLAT};
   if (w->s->stage == IR_STAGE_COMPUTE)
      w->wave = ir_expr_imm(
          &w->b, IR_shl, ir_expr_imm(&w->b, IR_ushr, ir_use(ir_emit(&w->b, IR_load_input, 32, 0, NULL, attr)->dst[0]), 5), 2);
   else
      w->wave = ir_imm(&w->b, 0);
   struct ir_instr *begin = w->b.after->next; /* numbers refer to the original program */
   ir_foreach_block (w->s, blk)
      for (struct ir_instr *i = blk->index ? blk->first : begin, *next; i; i = next, n++) {
         const bool sites[2] = {n == first, n == second};

         next = i->next;
         if (!memory_is_access(i) && !memory_is_order(i) && !sites[0] && !sites[1])
            continue;
         w->b = ir_before(w->s, i);
         const unsigned object = memory_is_access(i) ? object_of(w, i) : 0;
         const struct ir_src word = memory_is_access(i) ? word_of(w, i) : ir_imm(&w->b, 0);
         for (unsigned k = 0; k < 2; k++)
            if (sites[k])
               note(w, k ? SECOND : FIRST, object, word);
         if (sites[0] && i->op == IR_mem_store)
            note_change(w, i);
         if (memory_is_access(i) && !memory_is_store(i))
            note(w, READ, object, word);
         if (memory_is_access(i) && !memory_is_load(i))
            note(w, WRITTEN, object, word);
         if (i->op == IR_barrier ||
             (i->op == IR_mutex && i->attr[0] == MEM_MUTEX_WAKEUP)) /* each wave executes it once at a barrier */
            next_phase(w);
         if (sites[1] && memory_is_load(i))
            before = i;
         if (sites[0] && before && memory_is_load(i) && i->ndst == before->ndst)
            note_difference(w, i, before);
      }
}

/* Does the object have that word or, before images are lowered, that texel? */
static bool inside(const struct mem_object *o, unsigned space, uint32_t word)
{
   return space == MEM_IMAGE ? word < WORDS - 1 : word < o->bytes / 4;
}

static const uint32_t *bits_of(const uint32_t *notes, unsigned region, unsigned object, unsigned row)
{
   return notes + (region * REGION_BYTES + (object * ROWS + row) * ROW_BYTES) / 4;
}

struct touched {
   bool of[REGIONS][ROWS];
};

/* Does another wave touch the word in this phase, and does one of the two change it? */
static bool others_touch(const struct touched *t, unsigned rows, unsigned wave, unsigned phase, bool writes)
{
   for (unsigned row = 0; row < rows; row++)
      if (row / PHASES != wave && row % PHASES == phase % PHASES && (t->of[WRITTEN][row] || (writes && t->of[READ][row])))
         return true;
   return false;
}

/* ends: the rows that end with the first instruction, if that is a barrier. */
static void look_at_word(const struct touched *t, unsigned rows, const bool access[2], const bool *ends,
                         struct memory_seen *seen)
{
   for (unsigned row = 0; row < rows; row++) {
      const unsigned wave = row / PHASES, phase = row % PHASES;

      seen->meet |= t->of[FIRST][row] && t->of[SECOND][row];
      for (unsigned k = 0; k < 2 && access[k]; k++)
         if (t->of[FIRST + k][row]) {
            seen->executed[k] = true;
            for (unsigned d = 0; d < 3; d++)
               seen->shared[k] |= others_touch(t, rows, wave, phase + PHASES - 1 + d, t->of[WRITTEN][row]);
         }
      if (ends[row] && (t->of[READ][row] || t->of[WRITTEN][row]))
         seen->shared_across |= others_touch(t, rows, wave, phase + 1, t->of[WRITTEN][row]);
   }
}

static void look(const struct watch *w, const struct exec_memory *m, const uint32_t *notes, unsigned rows, const bool access[2],
                 struct memory_seen *seen)
{
   bool ends[ROWS] = {false};

   for (unsigned k = 0; k < 2; k++)
      for (unsigned row = 0; row < rows && !access[k]; row++)
         seen->executed[k] |= *bits_of(notes, FIRST + k, 0, row) & 1;
   for (unsigned row = 0; row < rows && !access[0]; row++)
      ends[row] = *bits_of(notes, FIRST, 0, row) & 1;
   for (unsigned object = 0; object < w->num_objects; object++)
      for (uint32_t group = 0; group < WORDS / 32; group++) {
         uint32_t any = 0;

         for (unsigned row = 0; row < rows; row++)
            any |= bits_of(notes, READ, object, row)[group] | bits_of(notes, WRITTEN, object, row)[group];
         for (uint32_t bit = 0; bit < 32; bit++) {
            struct touched t;

            if (!(any >> bit & 1) || !inside(&m->of[w->space[object]][w->unit[object]], w->space[object], 32 * group + bit))
               continue;
            for (unsigned region = 0; region < REGIONS; region++)
               for (unsigned row = 0; row < rows; row++)
                  t.of[region][row] = bits_of(notes, region, object, row)[group] >> bit & 1;
            look_at_word(&t, rows, access, ends, seen);
         }
      }
}

void memory_watch(struct util_ctx *ctx, const struct ir_shader *s, uint32_t first, uint32_t second, struct memory_seen *seen)
{
   const uint32_t bytes = REGIONS * REGION_BYTES + 4 * 64;
   uint32_t *notes = UTIL_ARRAY(ctx, uint32_t, bytes / 4), n = 0;
   struct verify_reads reads = {0};
   bool access[2] = {false};
   struct watch w = {.s = ir_clone(ctx, s)};

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         access[0] |= n == first && memory_is_access(i);
         access[1] |= n == second && memory_is_access(i);
         n++;
      }
   verify_note_reads(&reads, w.s);
   instrument(&w, first, second);
   memset(seen, 0, sizeof *seen);
   for (uint64_t seed = 1; seed <= TASKS; seed++) {
      const struct util_arena mark = ctx->arena;
      struct verify_wave vt;
      unsigned rows = 0;

      verify_fill(ctx, &vt, w.s, &reads, seed, 1000000);
      vt.t.memory->of[MEM_BUFFER][UNIT] = (struct mem_object){.data = notes, .bytes = bytes, .samples = 1};
      for (const struct verify_wave *t = &vt; t; t = t->next)
         rows += PHASES;
      seen->several |= rows > PHASES;
      UTIL_CHECK(ctx, rows <= ROWS);
      for (unsigned k = 0; k < REGIONS * OBJECTS; k++)
         memset(notes + k * ROWS * ROW_BYTES / 4, 0, rows * ROW_BYTES);
      memset(notes + REGIONS * REGION_BYTES / 4, 0, bytes - REGIONS * REGION_BYTES);
      if (verify_interpret(ctx, w.s, &vt, seed) == EXEC_DONE)
         look(&w, vt.t.memory, notes, rows, access, seen);
      seen->changes |= notes[(REGIONS * REGION_BYTES + CHANGES) / 4] != 0;
      seen->differ |= notes[(REGIONS * REGION_BYTES + DIFFERS) / 4] != 0;
      util_arena_release(ctx, &mark);
   }
}
