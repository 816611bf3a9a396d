/* SPDX-License-Identifier: MIT */
/* See reflect.h. */
#include "nvp4c/report/reflect.h"
#include "nvp4c/report/state.h"
#include "nvp4c/report/varying.h"
#include "semantics/memory/memory.h"

_Static_assert((int)TARGET_INPUT == (int)NVP4C_INPUT && (int)TARGET_PARAM == (int)NVP4C_PARAM &&
                   (int)TARGET_TEXTURE == (int)NVP4C_TEXTURE && (int)TARGET_SCRATCH == (int)NVP4C_SCRATCH,
               "kinds of bindings have the numbers of the public header");
_Static_assert((int)INTERP_SMOOTH == (int)NVP4C_SMOOTH && (int)INTERP_NOPERSPECTIVE_SAMPLE == (int)NVP4C_NOPERSPECTIVE_SAMPLE,
               "interpolations have the numbers of the public header");
_Static_assert(SLOT_DRAW_ID - SLOT_VERTEX_ID_ZERO == (int)NVP4C_SYSTEM_DRAW_ID &&
                   SLOT_BASE_INSTANCE - SLOT_VERTEX_ID_ZERO == (int)NVP4C_SYSTEM_BASE_INSTANCE,
               "system values have the order of their slots");
_Static_assert(SLOT_USER_DATA - SLOT_THREAD_ID == (int)NVP4C_SYSTEM_USER_DATA - (int)NVP4C_SYSTEM_THREAD_ID &&
                  SLOT_WORKGROUP_ID - SLOT_THREAD_ID == (int)NVP4C_SYSTEM_WORKGROUP_ID - (int)NVP4C_SYSTEM_THREAD_ID,
               "and so have those of compute programs");

struct nvp4c_location reflect_location(const struct target_location *at)
{
   return (struct nvp4c_location){.reg = (enum nvp4c_register)at->bank,
                                  .number = at->number,
                                  .element = at->element,
                                  .format = (enum nvp4c_frt)at->format,
                                  .first_bit = at->first_bit,
                                  .num_bits = at->num_bits};
}

/* ---- bindings */

void reflect_slot(struct nvp4c_reflection *e, unsigned slot, enum ir_stage stage)
{
   const unsigned varying = varying_of_slot(slot);

   if (e->kind == NVP4C_INPUT && stage == IR_STAGE_VERTEX) {
      e->binding = slot == SLOT_VERTEX_ID    ? NVP4C_BIND_VERTEX_ID
                   : slot == SLOT_INSTANCE   ? NVP4C_BIND_INSTANCE
                   : slot <= SLOT_VATTR_LAST ? NVP4C_BIND_ATTRIB
                                             : NVP4C_BIND_SYSTEM;
      e->index = e->binding == NVP4C_BIND_ATTRIB   ? slot - SLOT_VATTR
                 : e->binding == NVP4C_BIND_SYSTEM ? slot - SLOT_VERTEX_ID_ZERO
                                                   : 0;
   } else if (slot == SLOT_FACING) {
      e->binding = NVP4C_BIND_FACING;
   } else if (slot >= SLOT_THREAD_ID && slot <= SLOT_USER_DATA) {
      e->binding = NVP4C_BIND_SYSTEM;
      e->index = NVP4C_SYSTEM_THREAD_ID + (slot - SLOT_THREAD_ID);
   } else if (slot == SLOT_INVOCATION) {
      e->binding = NVP4C_BIND_SYSTEM;
      e->index = NVP4C_SYSTEM_INVOCATION;
   } else if (slot == SLOT_FRAG_DEPTH) {
      e->binding = NVP4C_BIND_DEPTH;
   } else if (slot == SLOT_FRAG_STENCIL) {
      e->binding = NVP4C_BIND_STENCIL;
   } else if (slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST) {
      e->binding = NVP4C_BIND_COLOR;
      e->index = slot - SLOT_FRAG_COLOR;
   } else if (slot >= SLOT_TARGET && slot <= SLOT_TARGET_LAST) {
      e->binding = NVP4C_BIND_COLOR;
      e->index = slot - SLOT_TARGET;
   } else if (varying < NVP4C_NUM_VARYINGS) {
      e->binding = NVP4C_BIND_VARYING;
      e->index = varying;
   }
}

void reflect_param(struct nvp4c_reflection *e, const struct io_param *p)
{
   switch (p->cls) {
   case PARAM_ENV:
   case PARAM_LOCAL:
   case PARAM_UNIFORM:
      e->binding = p->cls == PARAM_ENV ? NVP4C_BIND_ENV : p->cls == PARAM_LOCAL ? NVP4C_BIND_LOCAL : NVP4C_BIND_UNIFORM;
      e->index = p->index;
      break;
   case PARAM_PRE:
      e->binding = NVP4C_BIND_PRESHADER;
      e->index = p->index;
      break;
   case PARAM_STATE:
      e->binding = NVP4C_BIND_STATE;
      e->state = state_of(p->state, &e->index);
      e->name = e->state.item == NVP4C_STATE_OTHER ? p->state : NULL;
      break;
   default: e->binding = NVP4C_BIND_LITERAL; break;
   }
}

/* Ranges of accesses to parameter entries or buffers. */
struct ranges {
   struct {
      uint32_t first, count;
   } *param, buffer[16];
};

/* Finds the entries that indices computed at run time can reach, and the words of buffers that are read. */
static void find_ranges(struct util_ctx *ctx, const struct ir_shader *s, struct ranges *r)
{
   *r = (struct ranges){.param = util_alloc_array(ctx, s->num_params + 1u, sizeof *r->param)};
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         const uint32_t first = i->nsrc ? i->attr[2] : i->attr[1], count = i->nsrc ? i->attr[3] : 1;
         if (i->op == IR_load_param && i->nsrc) {
            for (uint32_t e = first; e - first < count && e < s->num_params; e++)
               if (r->param[e].count < count) {
                  r->param[e].first = first;
                  r->param[e].count = count;
               }
         } else if (i->op == IR_load_buffer && i->attr[0] < 16) {
            const uint32_t n = r->buffer[i->attr[0]].count, old = r->buffer[i->attr[0]].first,
                           from = n && old < first ? old : first;
            const uint32_t end = n && old + n > first + count ? old + n : first + count;
            r->buffer[i->attr[0]].first = from;
            r->buffer[i->attr[0]].count = end - from;
         }
      }
}

static struct nvp4c_reflection entry_of(const struct ir_shader *s, const struct ranges *ranges, const struct target_binding *b)
{
   /* slots with their own binding and index */
   static const enum nvp4c_binding binding[] = {
      [TARGET_LITERAL] = NVP4C_BIND_LITERAL,
      [TARGET_IMAGE] = NVP4C_BIND_IMAGE,
      [TARGET_SAMPLER] = NVP4C_BIND_SAMPLER,
      [TARGET_SIZE] = NVP4C_BIND_SIZE,
      [TARGET_LAYERS] = NVP4C_BIND_LAYERS,
      [TARGET_COMPARE] = NVP4C_BIND_COMPARE,
      [TARGET_GATHER_SAMPLER] = NVP4C_BIND_GATHER_SAMPLER,
      [TARGET_FETCH_SAMPLER] = NVP4C_BIND_FETCH_SAMPLER,
      [TARGET_SAMPLES] = NVP4C_BIND_SAMPLES,
      [TARGET_TEXTURE_HEAP] = NVP4C_BIND_TEXTURE_HEAP,
      [TARGET_TESTS] = NVP4C_BIND_TESTS,
      [TARGET_SAMPLE_MASK] = NVP4C_BIND_SAMPLE_MASK,
      [TARGET_SAMPLE_PLACES] = NVP4C_BIND_SAMPLE_PLACES,
      [TARGET_ATTRIBUTE] = NVP4C_BIND_ATTRIB,
      [TARGET_BUFFER_ADDRESS] = NVP4C_BIND_BUFFER,
      [TARGET_TILE_ADDRESS] = NVP4C_BIND_TILE_BUFFER,
      [TARGET_PARAM_ADDRESS] = NVP4C_BIND_PARAM_MEMORY,
      [TARGET_SCRATCH_ADDRESS] = NVP4C_BIND_SCRATCH,
      [TARGET_STORAGE] = NVP4C_BIND_STORAGE,
      [TARGET_COUNTERS] = NVP4C_BIND_COUNTERS,
      [TARGET_TEXELS] = NVP4C_BIND_TEXELS,
      [TARGET_GLOBAL] = NVP4C_BIND_GLOBAL,
      [TARGET_WORKGROUP_MEMORY] = NVP4C_BIND_WORKGROUP_MEMORY,
      [TARGET_BARRIER_WORDS] = NVP4C_BIND_BARRIER_WORDS,
      [TARGET_IMAGE_WORD] = NVP4C_BIND_IMAGE_WORD,
   };
   struct nvp4c_reflection e = {.kind = (enum nvp4c_reflect_kind)b->kind,
                                .dimension = b->vertex,
                                .component = b->component,
                                .location = reflect_location(&b->location),
                                .interpolation = (enum nvp4c_interpolation)b->interp,
                                .value = b->value};

   if (b->what == TARGET_SLOT) {
      reflect_slot(&e, b->index, s->stage);
   } else if (b->what == TARGET_ENTRY) {
      reflect_param(&e, &s->params[b->index]);
      e.entry = b->index;
      e.array_first = ranges->param[b->index].first;
      e.array_count = ranges->param[b->index].count;
      if (e.binding != NVP4C_BIND_LITERAL)
         e.value = 0;
   } else {
      e.binding = binding[b->what];
      e.index = b->index;
      if (e.binding == NVP4C_BIND_BUFFER && b->index < 16) {
         e.array_first = ranges->buffer[b->index].first;
         e.array_count = ranges->buffer[b->index].count;
      }
   }
   return e;
}

static void reflect_bindings(struct util_ctx *ctx, struct report *r, const struct ir_shader *s, const struct target_output *out)
{
   struct ranges ranges;

   find_ranges(ctx, s, &ranges);
   r->entries = UTIL_ARRAY(ctx, struct nvp4c_reflection, out->num_bindings + 1u);
   r->num_entries = out->num_bindings;
   for (uint32_t i = 0; i < out->num_bindings; i++)
      r->entries[i] = entry_of(s, &ranges, &out->bindings[i]);
}

/* ---- textures */

static struct nvp4c_texture texture_of(unsigned unit, enum exec_tex_target target)
{
   static const uint8_t kind[TEX_TARGET_COUNT] = {
      [TEX_1D] = NVP4C_TEX_1D,           [TEX_SHADOW1D] = NVP4C_TEX_1D,     [TEX_ARRAY1D] = NVP4C_TEX_1D,
      [TEX_SHADOWARRAY1D] = NVP4C_TEX_1D, [TEX_2D] = NVP4C_TEX_2D,          [TEX_SHADOW2D] = NVP4C_TEX_2D,
      [TEX_ARRAY2D] = NVP4C_TEX_2D,      [TEX_SHADOWARRAY2D] = NVP4C_TEX_2D, [TEX_3D] = NVP4C_TEX_3D,
      [TEX_CUBE] = NVP4C_TEX_CUBE,       [TEX_SHADOWCUBE] = NVP4C_TEX_CUBE, [TEX_RECT] = NVP4C_TEX_RECT,
      [TEX_SHADOWRECT] = NVP4C_TEX_RECT, [TEX_BUFFER] = NVP4C_TEX_BUFFER,  [TEX_ARRAYCUBE] = NVP4C_TEX_CUBE,
      [TEX_SHADOWARRAYCUBE] = NVP4C_TEX_CUBE, [TEX_2DMS] = NVP4C_TEX_2D,   [TEX_ARRAY2DMS] = NVP4C_TEX_2D,
   };

   return (struct nvp4c_texture){.unit = unit,
                                 .target = (enum nvp4c_tex_target)kind[target],
                                 .array = exec_tex_info[target].array,
                                 .shadow = exec_tex_info[target].shadow,
                                 .multisampled = exec_tex_info[target].samples};
}

/* Texture of a unit. Only IR text can use a unit with several targets; the first one counts. */
static struct nvp4c_texture *find_texture(const struct report *r, uint32_t unit)
{
   for (unsigned k = 0; k < r->num_textures; k++)
      if (r->textures[k].unit == unit)
         return &r->textures[k];
   return NULL;
}

static int compare_units(const struct nvp4c_texture *a, const struct nvp4c_texture *b)
{
   return a->unit < b->unit ? -1 : a->unit > b->unit;
}

void reflect_textures(struct util_ctx *ctx, struct report *r, const struct ir_shader *s)
{
   uint32_t num = 0, cap = 0;

   if (!ir_may_have(s, IR_tex))
      return;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op != IR_tex || find_texture(r, ir_tex_unit(i->attr[2])))
            continue;
         UTIL_PUSH(ctx, r->textures, num, cap, texture_of(ir_tex_unit(i->attr[2]), (enum exec_tex_target)i->attr[1]));
         r->num_textures = num;
         for (unsigned k = num - 1; k && compare_units(&r->textures[k - 1], &r->textures[k]) > 0; k--) {
            const struct nvp4c_texture t = r->textures[k];
            r->textures[k] = r->textures[k - 1];
            r->textures[k - 1] = t;
         }
      }
}

static void note_textures(const struct report *r, const struct ir_shader *s)
{
   if (!ir_may_have(s, IR_tex))
      return;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         struct nvp4c_texture *t = i->op == IR_tex ? find_texture(r, ir_tex_unit(i->attr[2])) : NULL;
         if (!t)
            continue;
         t->integer |= (i->attr[3] & IR_TEX_INTEGER) != 0;
         t->fetched |= i->attr[0] == TEX_FETCH;
         t->sized |= i->attr[0] == TEX_SIZE || i->attr[0] == TEX_LEVELS || i->attr[0] == TEX_SAMPLES;
         t->sampled |= i->attr[0] != TEX_FETCH && (i->attr[0] == TEX_LEVEL || !exec_tex_is_query((enum exec_tex_op)i->attr[0]));
      }
}

void reflect_used_textures(struct report *r)
{
   unsigned n = 0;

   for (unsigned k = 0; k < r->num_textures; k++)
      if (r->textures[k].sampled || r->textures[k].fetched || r->textures[k].sized)
         r->textures[n++] = r->textures[k];
   r->num_textures = n;
}

/* ---- facts */

struct nvp4c_counts reflect_counts(const struct target_counts *n)
{
   return (struct nvp4c_counts){n->instructions, n->alu,        n->tex,     n->indirections,
                                n->temporaries,  n->parameters, n->attribs, n->address_registers};
}

struct nvp4c_counts reflect_source_counts(const struct frontend_counts *n)
{
   return (struct nvp4c_counts){n->instructions, n->alu,        n->tex,     n->indirections,
                                n->temporaries,  n->parameters, n->attribs, n->address_registers};
}

struct nvp4c_declared reflect_declared(const struct frontend_declared *d)
{
   return (struct nvp4c_declared){.upper_left = d->upper_left,
                                  .broadcasts = d->broadcasts,
                                  .early_tests = d->early_tests,
                                  .post_depth_coverage = d->post_depth_coverage,
                                  .depth_layout = d->depth_layout,
                                  .window_position = d->window_position,
                                  .relative_layer = d->relative_layer,
                                  .culls = d->culls,
                                  .invocations = d->invocations,
                                  .uniforms = d->uniforms};
}

/* Does a fragment program compute differences in quads? */
static bool takes_differences(const struct ir_instr *i)
{
   const unsigned how = i->op == IR_tex ? i->attr[0] : TEX_OP_COUNT;

   return i->op == IR_ddx || i->op == IR_ddy || how == TEX_SAMPLE || how == TEX_BIAS || how == TEX_LEVEL;
}

static bool changes_memory(const struct ir_instr *i)
{
   return i->op == IR_mem_store || i->op == IR_mem_store_low || i->op == IR_mem_atomic || i->op == IR_image_store ||
          i->op == IR_image_atomic;
}

/* Does the instruction access memory of other workgroups atomically? lower-workgroups takes a lock around some operations. */
static bool is_atomic(const struct ir_instr *i)
{
   return i->op == IR_image_atomic || (i->op == IR_mem_atomic && i->attr[0] != MEM_SHARED) ||
          (i->op == IR_mutex && i->attr[1] == MEM_LOCK_ATOMIC);
}

static bool is_barrier(const struct ir_instr *i)
{
   return i->op == IR_barrier || (i->op == IR_mutex && i->attr[1] == MEM_LOCK_BARRIER);
}

static void note_output(struct nvp4c_facts *f, unsigned slot)
{
   f->writes_depth |= slot == SLOT_FRAG_DEPTH;
   f->writes_point_size |= slot == SLOT_POINT_SIZE;
   f->writes_layer |= slot == SLOT_LAYER;
   if (slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST)
      f->colors |= (uint8_t)(1u << (slot - SLOT_FRAG_COLOR));
   if (slot >= SLOT_CLIP && slot <= SLOT_CLIP_LAST)
      f->clip_distances |= (uint8_t)(1u << (slot - SLOT_CLIP));
}

/* Does the instruction set one of the facts that facts_of_ir() collects? */
static bool affects_facts(const struct ir_instr *i)
{
   return i->op == IR_kill || i->op == IR_mutex || is_barrier(i) || changes_memory(i) || takes_differences(i);
}

static bool may_affect_facts(const struct ir_shader *s)
{
   for (unsigned op = 0; op < IR_OP_COUNT; op++)
      if (ir_may_have(s, (enum ir_op)op) && affects_facts(&(struct ir_instr){.op = (uint8_t)op, .attr = {TEX_SAMPLE}}))
         return true;
   return false;
}

static void facts_of_ir(struct nvp4c_facts *f, const struct ir_shader *s, const uint8_t *reads, const uint8_t *writes)
{
   static const uint8_t gl_primitive[] = {[0] = 0, [5] = 3, [6] = 5}; /* GL_POINTS, GL_LINE_STRIP, GL_TRIANGLE_STRIP */
   bool stores = false;

   if (may_affect_facts(s))
      ir_foreach_block (s, b)
         ir_foreach_instr (b, i) {
            f->uses_kill |= i->op == IR_kill;
            stores |= changes_memory(i);
            f->uses_atomics |= is_atomic(i);
            f->uses_barriers |= is_barrier(i);
            f->uses_derivatives |= s->stage == IR_STAGE_FRAGMENT && takes_differences(i);
         }
   for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
      if (writes[slot])
         note_output(f, slot);
   if (s->stage == IR_STAGE_FRAGMENT) {
      f->reads_facing |= reads[SLOT_FACING] != 0;
      f->reads_position |= reads[SLOT_POSITION];
      for (unsigned n = 0; n < NVP4C_COLORS; n++)
         f->reads_colors |= (uint8_t)((reads[SLOT_TARGET + n] != 0) << n);
   }
   f->side_effects = stores;
   f->early_tests = s->stage == IR_STAGE_FRAGMENT && !f->uses_kill && !f->writes_depth && !stores;
   if (s->stage == IR_STAGE_COMPUTE)
      f->workgroup_invocations = (uint32_t)ir_workgroup_invocations(s);
   if (s->stage == IR_STAGE_GEOMETRY) {
      f->primitive_in = ir_input_vertices(s);
      f->primitive_out = s->prim_out < sizeof gl_primitive ? gl_primitive[s->prim_out] : 0;
      f->vertices_out = s->vertices_out;
   }
}

static bool is_within(const struct target_counts *n, const struct target_counts *most)
{
   return n->instructions <= most->instructions && n->alu <= most->alu && n->tex <= most->tex &&
          n->indirections <= most->indirections && n->temporaries <= most->temporaries && n->parameters <= most->parameters &&
          n->attribs <= most->attribs && n->address_registers <= most->address_registers;
}

void reflect_stats(struct util_ctx *ctx, struct report *r, const struct target_output *out)
{
   r->stats = UTIL_ARRAY(ctx, struct nvp4c_stat, out->num_stats + 1u);
   r->num_stats = out->num_stats;
   for (uint32_t i = 0; i < out->num_stats; i++)
      r->stats[i] = (struct nvp4c_stat){out->stats[i].name, out->stats[i].value};
}

void reflect_ir(struct report *r, const struct ir_shader *s, const uint8_t *reads, const uint8_t *writes)
{
   facts_of_ir(&r->facts, s, reads, writes);
   if (!r->num_textures)
      return;
   note_textures(r, s);
   if (s->pre.shader)
      note_textures(r, s->pre.shader);
}

void reflect_program(struct util_ctx *ctx, struct report *r, const struct ir_shader *s, const struct target_output *out,
                     const struct target_counts *limits, bool per_sample)
{
   const struct target_facts *t = &out->facts;
   struct nvp4c_facts *f = &r->facts;

   f->per_sample = per_sample && s->stage == IR_STAGE_FRAGMENT;
   f->native = reflect_counts(&t->native);
   f->under_native_limits = is_within(&t->native, limits);
   f->input_registers = t->input_registers;
   f->shared_registers = t->shared_registers;
   f->temporaries = t->temporaries;
   f->vertex_words = t->vertex_words;
   f->scratch_bytes = t->scratch_bytes;
   f->param_bytes = t->param_bytes;
   f->w_coefficient = t->w_coefficient;
   f->pass_type = t->pass_type;
   f->reads_position |= t->position;
   f->coefficients = t->coefficients;
   if (out->num_bindings)
      reflect_bindings(ctx, r, s, out);
}
