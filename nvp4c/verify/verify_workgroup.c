/* SPDX-License-Identifier: MIT */
/* See verify_workgroup.h. */
#include <string.h>

#include "codegen/target.h"
#include "ir/interp.h"
#include "semantics/memory/group.h"
#include "semantics/memory/race.h"
#include "nvp4c/verify/verify_workgroup.h"
#include "passes/lower/key.h"
#include "util/rng.h"

/* ---- accesses */

void verify_note_formats(struct verify_reads *r, const struct pass_key *key)
{
   for (unsigned unit = 0; unit < NVP4C_IMAGE_UNITS; unit++)
      if (key->state.image[unit].format) {
         r->image_format[unit] = key->state.image[unit].format;
         r->own_format |= 1u << unit;
      }
}

static void note_image(struct verify_reads *r, unsigned unit, enum exec_tex_target target)
{
   const enum exec_tex_target old = (enum exec_tex_target)r->image_target[unit];

   if (!(r->units[MEM_IMAGE] >> unit & 1) || ir_image_coordinates(target) > ir_image_coordinates(old))
      r->image_target[unit] = (uint8_t)target;
   r->units[MEM_IMAGE] |= 1u << unit;
}

/* An access without a format has that of the key, or R32G32B32A32_FLOAT. */
static void note_format(struct verify_reads *r, unsigned unit, uint32_t format)
{
   const uint32_t f = format & IR_IMAGE_FORMAT;

   r->tiled |= (uint32_t)(format & IR_IMAGE_TILED ? 1 : 0) << unit;
   if (r->own_format >> unit & 1)
      return;
   r->image_format[unit] = (uint8_t)(f ? f : MEM_R32G32B32A32_FLOAT);
   r->own_format |= (uint32_t)!f << unit;
}

void verify_note_access(struct verify_reads *r, const struct ir_instr *i)
{
   switch (i->op) {
   case IR_mem_load:
   case IR_mem_store:
   case IR_mem_atomic:
   case IR_mem_size: r->units[i->attr[0]] |= 1u << i->attr[1]; break;
   case IR_image_load:
   case IR_image_store:
   case IR_image_atomic: note_format(r, i->attr[0], i->attr[2]); /* fall through */
   case IR_image_size: note_image(r, i->attr[0], (enum exec_tex_target)i->attr[1]); break;
   default: break;
   }
}

static void make_image(struct mem_object *o, struct util_rng *g, const struct verify_reads *reads, unsigned unit)
{
   const enum exec_tex_target target = (enum exec_tex_target)reads->image_target[unit];
   const struct exec_tex_info *info = &exec_tex_info[target];
   const bool cube = exec_tex_is_cube(target);
   const uint32_t side = 1 + util_rng_below(g, 20);

   o->target = (uint8_t)target;
   o->format = reads->image_format[unit] ? reads->image_format[unit] : MEM_R32G32B32A32_FLOAT;
   o->samples = info->samples ? 2u << util_rng_below(g, 2) : 1;
   o->size[0] = target == TEX_BUFFER ? 8 * side : side;
   o->size[1] = cube ? side : info->coords > 1 ? 1 + util_rng_below(g, 20) : 1;
   o->size[2] = cube ? (info->array ? 12 : 6) : info->coords > 2 || info->array ? 1 + util_rng_below(g, 5) : 1;
   mem_image_lay_out(o, reads->tiled >> unit & 1);
}

/* Makes the memory that `reads` has. Workgroups always have the words of barriers, because only some forms of a program use
   them. */
static void make_memory(struct util_ctx *ctx, struct verify_wave *vt, const struct ir_shader *s,
                        const struct verify_reads *reads, uint64_t seed)
{
   for (unsigned space = 0; space < MEM_SPACE_COUNT; space++)
      for (unsigned unit = 0; unit < MEM_UNITS; unit++) {
         if (!(reads->units[space] >> unit & 1) &&
             !(s->stage == IR_STAGE_COMPUTE && space == MEM_SHARED && unit == MEM_SHARED_BARRIER))
            continue;
         if (!vt->t.memory)
            vt->t.memory = UTIL_NEW(ctx, struct exec_memory);
         struct mem_object *o = &vt->t.memory->of[space][unit];
         struct util_rng g;
         util_rng_init(&g, seed ^ util_mix64((uint64_t)space << 32 | (unit + 1)));
         if (space == MEM_IMAGE)
            make_image(o, &g, reads, unit);
         else
            o->bytes = space == MEM_SHARED         ? (unit == MEM_SHARED_BARRIER ? MEM_BARRIER_BYTES : s->shared_bytes)
                       : util_rng_chance(&g, 1, 4) ? 4 * util_rng_below(&g, 16)
                                                   : 1024 + 4 * util_rng_below(&g, 1024);
         o->data = UTIL_ARRAY(ctx, uint32_t, (o->bytes + 3) / 4);
         for (uint32_t k = 0; k < o->bytes / 4 && space != MEM_SHARED; k++)
            o->data[k] = verify_word(&g);
      }
}

/* ---- workgroups */

/* Sets the positions of the invocations of a wave. */
static void place_invocations(struct exec_wave *t, const struct verify_grid *at, uint32_t first)
{
   const uint32_t invocations = at->block[0] * at->block[1] * at->block[2];
   uint32_t(*in)[4][EXEC_LANES] = t->in[0];

   t->valid = 0;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t place[3];

      t->valid |= (uint32_t)(first + l < invocations) << l;
      exec_group_place(at->block, first + l, place);
      for (unsigned c = 0; c < 3; c++) {
         in[SLOT_THREAD_ID][c][l] = place[c];
         in[SLOT_WORKGROUP_ID][c][l] = at->id[c];
         in[SLOT_WORKGROUP_SIZE][c][l] = at->block[c];
         in[SLOT_GRID_SIZE][c][l] = at->grid[c];
      }
      in[SLOT_THREAD_INDEX][0][l] = first + l;
      in[SLOT_WORK_DIM][0][l] = at->dimensions;
      for (unsigned c = 0; c < 4; c++) /* the same in the whole grid */
         in[SLOT_USER_DATA][c][l] = in[SLOT_USER_DATA][c][0];
      in[SLOT_SUBGROUP_SIZE][0][l] = EXEC_LANES;
      in[SLOT_SUBGROUP_LANE][0][l] = l;
   }
}

void verify_make_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_grid *at)
{
   const size_t inputs = (size_t)SLOT_COUNT * 4 * EXEC_LANES;

   place_invocations(&vt->t, at, 0);
   for (uint32_t first = EXEC_LANES; first < at->block[0] * at->block[1] * at->block[2]; first += EXEC_LANES) {
      struct verify_wave *next = UTIL_NEW(ctx, struct verify_wave);

      *next = *vt;
      vt->next = next;
      next->next = NULL;
      next->t.in = (uint32_t(*)[SLOT_COUNT][4][EXEC_LANES])UTIL_ARRAY(ctx, uint32_t, inputs);
      memcpy(next->t.in, vt->t.in, inputs * sizeof(uint32_t));
      place_invocations(&next->t, at, first);
      vt = next;
   }
}

void verify_note_resident(struct verify_wave *vt, const struct ir_shader *s)
{
   vt->resident = s->invocations / EXEC_LANES;
}

void verify_move_workgroup(struct verify_wave *vt, const uint32_t id[3])
{
   for (; vt; vt = vt->next)
      for (unsigned c = 0; c < 3; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            vt->t.in[0][SLOT_WORKGROUP_ID][c][l] = id[c];
}

/* Chooses a workgroup and its grid from the seed. */
static struct verify_grid choose_workgroup(const struct ir_shader *s, uint64_t seed)
{
   struct verify_grid at;
   struct util_rng g;

   util_rng_init(&g, seed ^ 0x67726964u);
   at.dimensions = 1 + util_rng_below(&g, 3);
   for (unsigned c = 0; c < 3; c++) {
      at.grid[c] = c < at.dimensions ? 1 + util_rng_below(&g, 6) : 1;
      at.id[c] = util_rng_below(&g, at.grid[c]);
   }
   util_rng_init(&g, seed ^ 0x626c6f636bu);
   for (unsigned c = 0; c < 3; c++)
      at.block[c] = s->block[c] ? s->block[c] : 1 + util_rng_below(&g, c ? 3 : 40);
   return at;
}

void verify_fill_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct ir_shader *s,
                           const struct verify_reads *reads, uint64_t seed)
{
   make_memory(ctx, vt, s, reads, seed);
   if (s->stage == IR_STAGE_COMPUTE) {
      const struct verify_grid at = choose_workgroup(s, seed);
      verify_note_resident(vt, s);
      verify_make_workgroup(ctx, vt, &at);
   }
}

void verify_reset_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_wave *from)
{
   struct exec_memory *m = from->t.memory ? UTIL_NEW(ctx, struct exec_memory) : NULL;

   for (unsigned k = 0; m && k < MEM_SPACE_COUNT * MEM_UNITS; k++) {
      struct mem_object *o = &m->of[k / MEM_UNITS][k % MEM_UNITS];

      *o = from->t.memory->of[k / MEM_UNITS][k % MEM_UNITS];
      o->shadow = NULL;
      if (!o->data)
         continue;
      const uint32_t *data = o->data;
      o->data = UTIL_ARRAY(ctx, uint32_t, (o->bytes + 3) / 4);
      memcpy(o->data, data, o->bytes);
   }
   if (m) {
      m->others = from->t.memory->others;
      m->stops = from->t.memory->stops;
   }
   vt->t.memory = m;
   for (struct verify_wave *last = vt; (from = from->next); last = last->next) {
      last->next = UTIL_NEW(ctx, struct verify_wave);
      *last->next = *from;
      last->next->t.memory = m;
      last->next->t.param = vt->t.param;
      last->next->t.out = vt->t.out;
      last->next->t.out_taint = vt->t.out_taint;
   }
}

/* ---- execution */

struct block_run {
   struct verify_wave *wave[EXEC_WORKGROUP_WAVES];
   unsigned num_waves, step; /* waves n, n + step, n + 2 * step ... run after each other */
   bool done[EXEC_WORKGROUP_WAVES];
   unsigned last;
   verify_run_fn run;
   void *user;
   uint64_t budget;
};

static enum exec_status run_one(struct block_run *b, unsigned n)
{
   struct exec_wave *t = &b->wave[n]->t;
   struct mem_race *race = t->memory ? t->memory->race : NULL;

   t->budget = b->budget;
   if (race)
      mem_race_task(race, n);
   const enum exec_status st = b->run(b->user, t);
   if (race && st == EXEC_BARRIER)
      mem_race_barrier(race);
   b->budget = t->budget;
   b->done[n] = st != EXEC_BARRIER;
   b->last = n;
   return st;
}

/* Runs the waves that one wave of the machine executes. They wait at a barrier if one of them does. */
static enum exec_status run_wave(void *user, unsigned n)
{
   struct block_run *b = user;
   enum exec_status all = EXEC_DONE;

   for (; n < b->num_waves; n += b->step) {
      const enum exec_status st = b->done[n] ? EXEC_DONE : run_one(b, n);

      if (st != EXEC_DONE && st != EXEC_BARRIER)
         return st;
      all = st == EXEC_BARRIER ? st : all;
   }
   return all;
}

enum exec_status verify_run_workgroup(struct verify_wave *vt, uint64_t seed, verify_run_fn run, void *user)
{
   struct block_run b = {.run = run, .user = user, .budget = vt->t.budget};
   unsigned num = 0, last = 0;

   for (struct verify_wave *t = vt; t && num < EXEC_WORKGROUP_WAVES; t = t->next) {
      t->t.param = vt->t.param;
      b.wave[num++] = t;
   }
   b.num_waves = num;
   b.step = vt->resident && vt->resident < num ? vt->resident : num;
   const enum exec_status st = exec_group_run(b.step, num > 1 ? seed : 0, run_wave, &b, &last);
   vt->t.budget = b.budget;
   if (st == EXEC_FAULT)
      vt->t.fault = b.wave[b.last]->t.fault;
   return st;
}

/* Keeps only the waves that the machine runs. */
static void coarsen(struct verify_wave *vt)
{
   const uint32_t n = vt->resident;

   for (uint32_t k = 1; vt && k < n; k++)
      vt = vt->next;
   if (vt && n)
      vt->next = NULL;
}

struct source_run {
   struct util_ctx *ctx;
   const struct frontend_source *source;
};
struct ir_run {
   struct util_ctx *ctx;
   struct ir_shader *s;
};

static enum exec_status evaluate(void *user, struct exec_wave *t)
{
   const struct source_run *r = user;

   return r->source->ops->evaluate(r->ctx, r->source->tree, t, r->source->fshort);
}

static enum exec_status interpret(void *user, struct exec_wave *t)
{
   const struct ir_run *r = user;

   return ir_interp_run(r->ctx, r->s, t);
}

struct code_run {
   struct util_ctx *ctx;
   const struct target_ops *target;
   const void *decoded;
};

static enum exec_status run_code(void *user, struct exec_wave *t)
{
   const struct code_run *r = user;

   return r->target->run(r->ctx, r->decoded, t);
}

enum exec_status verify_evaluate(struct util_ctx *ctx, const struct frontend_source *source, struct verify_wave *vt,
                                 uint64_t seed)
{
   return verify_run_workgroup(vt, seed, evaluate, &(struct source_run){ctx, source});
}

enum exec_status verify_interpret(struct util_ctx *ctx, struct ir_shader *s, struct verify_wave *vt, uint64_t seed)
{
   if (s->invocations) {
      verify_note_resident(vt, s);
      coarsen(vt);
   }
   return verify_run_workgroup(vt, seed, interpret, &(struct ir_run){ctx, s});
}

enum exec_status verify_run_code(struct util_ctx *ctx, const struct target_ops *target, const void *decoded,
                                 struct verify_wave *vt, uint64_t seed)
{
   coarsen(vt);
   return verify_run_workgroup(vt, seed, run_code, &(struct code_run){ctx, target, decoded});
}

bool verify_equal_memory(struct util_ctx *ctx, const struct verify_wave *a, const struct verify_wave *b,
                         struct verify_count *count, const char **difference)
{
   for (unsigned k = 0; a->t.memory && k < MEM_SPACE_COUNT * MEM_UNITS; k++) {
      const struct mem_object *x = &a->t.memory->of[k / MEM_UNITS][k % MEM_UNITS],
                              *y = &b->t.memory->of[k / MEM_UNITS][k % MEM_UNITS];

      const bool barriers = k == MEM_SHARED * MEM_UNITS + MEM_SHARED_BARRIER;

      for (uint32_t w = 0; x->data && w < (x->bytes + 3) / 4; w++) {
         if (barriers && w == 1) /* all words of barriers but the generation are reset */
            continue;
         count->tainted += a->t.memory->tainted;
         count->compared += !a->t.memory->tainted;
         if (a->t.memory->tainted || x->data[w] == y->data[w] || (num_isnan(x->data[w]) && num_isnan(y->data[w])))
            continue;
         if (difference)
            *difference =
                util_printf(ctx, "%s %u, byte %u: 0x%08x (%.9g) and 0x%08x (%.9g)", mem_space_name[k / MEM_UNITS],
                            k % MEM_UNITS, 4 * w, x->data[w], (double)num_f(x->data[w]), y->data[w], (double)num_f(y->data[w]));
         return false;
      }
   }
   return true;
}
