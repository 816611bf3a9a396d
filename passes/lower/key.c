/* SPDX-License-Identifier: MIT */
/*
 * Applying the key to the IR (key.h). An output that the key changes is first stored to an IR array, which the pass `ssa` turns
 * into values; at the end of the program, and at each EMIT, the output is computed from it and stored.
 *
 *   store_output %9 slot=position comp=2         array_store %9 array=12 index=2
 *   return                                  =>   ... %20 = fmul (%z + %w), 0.5
 *                                                store_output %20 slot=position comp=2
 *                                                return
 *
 * Results of texture accesses that the key makes known, or equal to each other, are replaced in the same walk, because
 * swizzles apply to them.
 *
 * Exact: the order of the added operations is fixed, and verification applies the same ones to the outputs of the evaluator.
 * Linear in the size of the program.
 */
#include "passes/lower/key.h"

#include "ir/build.h"
#include "semantics/memory/memory.h"

#include <string.h>

const char *key_plane_name(unsigned n)
{
   static const char *const names[] = {"key.clip[0].plane", "key.clip[1].plane", "key.clip[2].plane", "key.clip[3].plane",
                                       "key.clip[4].plane", "key.clip[5].plane", "key.clip[6].plane", "key.clip[7].plane"};
   return names[n & 7];
}

const char *key_stipple_name(unsigned n)
{
   static const char *const names[] = {"key.stipple[0]", "key.stipple[1]", "key.stipple[2]", "key.stipple[3]",
                                       "key.stipple[4]", "key.stipple[5]", "key.stipple[6]", "key.stipple[7]"};
   return names[n & 7];
}

static uint32_t add_param(struct ir_shader *s, const char *state)
{
   return ir_add_param(s, (struct io_param){.cls = PARAM_STATE, .state = state});
}

static struct ir_src load_param(struct ir_builder *b, uint32_t entry, unsigned comp)
{
   return ir_use(ir_emit(b, IR_load_param, 32, 0, NULL, (uint32_t[4]){entry, comp, entry, 1})->dst[0]);
}

static struct ir_src load_input(struct ir_builder *b, unsigned slot, unsigned comp, unsigned interp)
{
   return ir_use(ir_emit(b, IR_load_input, 32, 0, NULL, (uint32_t[4]){slot, comp, interp})->dst[0]);
}

static void store_output(struct ir_builder *b, unsigned slot, unsigned comp, struct ir_src v)
{
   ir_emit(b, IR_store_output, 32, 1, &v, (uint32_t[4]){slot, comp});
}

/* ---- fragment inputs */

static bool is_color(uint32_t slot) { return slot >= SLOT_COLOR && slot < SLOT_COLOR + 2; }
static bool is_back_color(uint32_t slot) { return slot >= SLOT_BACK_COLOR && slot < SLOT_BACK_COLOR + 2; }

struct rewrite {
   struct ir_src *map; /* by value: the replacement for its readers; val is NULL if there is none */
   uint32_t values;    /* number of values before the key was applied */
   uint32_t places;    /* 1 + the parameter entry of the sample positions, or 0 if there is none yet */
   uint32_t mask;      /* the same for the sample mask of the API */
   uint32_t face;      /* the same for the word about the front face */
   bool any;
};

/* The facing that the driver's word makes of that of the machine, 1.0 or -1.0: the same, the other one, or 1.0 (observed: the
   public driver, pco_nir_pvfio.c, lower_front_face). */
static struct ir_src apply_face_word(struct ir_builder *b, struct rewrite *w, struct ir_src facing)
{
   if (!w->face)
      w->face = 1 + add_param(b->s, KEY_FACE_PARAM);
   const struct ir_src word = load_param(b, w->face - 1, 0), sign = ir_expr_imm(b, IR_shl, word, 31),
                       own = ir_expr2(b, IR_ixor, facing, sign), always = ir_expr_imm(b, IR_iand, word, 2),
                       zero = ir_imm(b, 0), is_own = ir_expr2(b, IR_ieq, always, zero), front = ir_imm(b, NUM_ONE);

   return ir_expr3(b, IR_sel, is_own, own, front);
}

/* Where facing < 0, replaces the front colour by the back colour of the same number, component and interpolation. */
static void select_back_color(struct ir_shader *s, struct ir_instr *i, const struct nvp4c_key *key, struct rewrite *w)
{
   struct ir_builder b = ir_after(s, i);
   struct ir_src back = load_input(&b, SLOT_BACK_COLOR + (i->attr[0] - SLOT_COLOR), i->attr[1], i->attr[2]);
   struct ir_src facing = load_input(&b, SLOT_FACING, 0, INTERP_FLAT);
   if (key->front_face)
      facing = apply_face_word(&b, w, facing);
   struct ir_src zero = ir_imm(&b, 0);
   struct ir_src is_back = ir_expr2(&b, IR_flt, facing, zero);

   w->map[i->dst[0]->id] = ir_expr3(&b, IR_sel, is_back, back, ir_use(i->dst[0]));
   w->any = true;
}

static bool is_point_coordinate(const struct ir_shader *s, uint32_t slot, const struct nvp4c_key *key)
{
   return s->stage == IR_STAGE_FRAGMENT && slot >= SLOT_TEXCOORD && slot <= SLOT_TEXCOORD_LAST &&
          key->point_coord >> (slot - SLOT_TEXCOORD) & 1;
}

/* Replaces a texture coordinate by the point coordinate, whose third and fourth component are 0 and 1. */
static void replace_coordinate(struct ir_shader *s, struct ir_instr *i, struct rewrite *w)
{
   struct ir_builder at = ir_after(s, i);
   const unsigned comp = i->attr[1], interp = i->attr[2] == INTERP_FLAT ? INTERP_NOPERSPECTIVE : i->attr[2];

   w->map[i->dst[0]->id] = comp < 2 ? load_input(&at, SLOT_POINT_COORD, comp, interp) : ir_imm(&at, comp == 3 ? NUM_ONE : 0);
   w->any = true;
}

/* ---- samples */

static unsigned num_samples(const struct nvp4c_key *key) { return key->samples ? key->samples : 1; }

/* True for the alpha that determines coverage and that the alpha test reads. */
static bool is_first_alpha(const struct ir_instr *i) { return i->attr[0] == SLOT_FRAG_COLOR && i->attr[1] == 3; }

/* True if the program reads one of the targets that get a copy of the first colour. */
static bool reads_any_copy(const struct nvp4c_key *key)
{
   bool reads = false;

   for (unsigned n = 1; n < NVP4C_COLORS; n++)
      reads |= key->color_buffers >> n & 1 && key_reads_color(key, n);
   return reads;
}

/* True for a store to a colour target whose samples the program reads. */
static bool reads_stored_color(const struct ir_instr *i, const struct nvp4c_key *key)
{
   const unsigned n = i->attr[0] - SLOT_FRAG_COLOR;

   return n < NVP4C_COLORS && (key_reads_color(key, n) || (!n && key->color_buffers && reads_any_copy(key)));
}

bool pass_key_per_sample(const struct ir_shader *s, const struct nvp4c_key *key)
{
   if (s->stage != IR_STAGE_FRAGMENT || key->sample_shading || num_samples(key) == 1)
      return s->stage == IR_STAGE_FRAGMENT && key->sample_shading;
   if (key->coverage & NVP4C_COVERAGE_MASK)
      return true;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op == IR_store_output && (i->attr[0] == SLOT_SAMPLE_MASK || (key->coverage && is_first_alpha(i)) ||
                                          reads_stored_color(i, key)))
            return true;
         if (i->op == IR_load_input && i->attr[0] >= SLOT_FETCHED && i->attr[0] <= SLOT_TARGET_LAST)
            return true;
         if (i->op == IR_load_input && ((i->attr[0] == SLOT_SAMPLE_ID && !i->attr[1]) || i->attr[0] == SLOT_SAMPLE_POS ||
                                        i->attr[2] == INTERP_SAMPLE || i->attr[2] == INTERP_NOPERSPECTIVE_SAMPLE))
            return true;
      }
   return false;
}

/* x or y of the position of the sample, from the words of the parameter for this number of samples. */
static struct ir_src load_sample_position(struct ir_builder *b, struct rewrite *w, unsigned samples, unsigned comp)
{
   struct ir_src id = load_input(b, SLOT_SAMPLE_ID, 0, INTERP_FLAT), word, shift;

   if (comp > 1)
      return ir_imm(b, 0);
   if (!w->places)
      w->places = 1 + add_param(b->s, KEY_SAMPLES_PARAM);
   word = load_param(b, w->places - 1, samples / 4);
   if (samples == 8) {
      const struct ir_src high = load_param(b, w->places - 1, 3), four = ir_imm(b, 4), is_low = ir_expr2(b, IR_ult, id, four);
      word = ir_expr3(b, IR_sel, is_low, word, high);
   }
   shift = ir_expr_imm(b, IR_iand, id, 3);
   shift = ir_expr_imm(b, IR_shl, shift, 3);
   if (comp)
      shift = ir_expr_imm(b, IR_ior, shift, 4);
   word = ir_expr2(b, IR_ushr, word, shift);
   word = ir_expr1(b, IR_u2f, ir_expr_imm(b, IR_iand, word, 15));
   return ir_expr_imm(b, IR_fmul, word, 0x3d800000u /* 1/16 */);
}

/* True if the value of the input, stored to *bits, is known before the draw. With one sample, its number and position are. */
static bool is_known_input(const struct ir_shader *s, const struct ir_instr *i, const struct nvp4c_key *key, uint32_t *bits)
{
   const unsigned comp = i->attr[1] & 3;
   const bool one = s->stage == IR_STAGE_FRAGMENT && num_samples(key) == 1;

   switch (i->attr[0]) {
   case SLOT_SUBGROUP_SIZE: *bits = comp ? 0 : EXEC_LANES; return true;
   case SLOT_SAMPLE_ID: *bits = comp == 1 || comp == 2; return one;
   case SLOT_SAMPLE_PLACES: *bits = 0; return one;
   case SLOT_SAMPLE_POS: *bits = comp < 2 ? 0x3f000000u : 0; return one;
   default: return false;
   }
}

/* True if the program reads such an input or the number of samples. */
static bool reads_known_inputs(const struct ir_shader *s, const struct nvp4c_key *key)
{
   uint32_t bits;

   if (!ir_may_use_slot(s, SLOT_SAMPLE_ID) && !ir_may_use_slot(s, SLOT_SAMPLE_PLACES) && !ir_may_use_slot(s, SLOT_SAMPLE_POS) &&
       !ir_may_use_slot(s, SLOT_SUBGROUP_SIZE))
      return false;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_load_input && (is_known_input(s, i, key, &bits) || (i->attr[0] == SLOT_SAMPLE_ID && i->attr[1])))
            return true;
   return false;
}

/* Replaces an input that describes samples. An invocation for one sample covers only this sample, or is a helper (as in
   pco_nir_pvfio.c, lower_pfo, and nir_lower_system_values.c for helpers). */
static void replace_sample_input(struct ir_shader *s, struct ir_instr *i, const struct nvp4c_key *key, bool per_sample,
                         struct rewrite *w)
{
   struct ir_builder b = ir_after(s, i);
   struct ir_src v;

   if (i->attr[0] == SLOT_SAMPLE_ID && i->attr[1]) {
      v = ir_imm(&b, i->attr[1] == 1 || per_sample ? num_samples(key) : 1);
   } else if (i->attr[0] == SLOT_SAMPLE_PLACES) {
      if (!w->places)
         w->places = 1 + add_param(s, KEY_SAMPLES_PARAM);
      v = load_param(&b, w->places - 1, i->attr[1]);
   } else if (i->attr[0] == SLOT_SAMPLE_POS) {
      v = load_sample_position(&b, w, num_samples(key), i->attr[1]);
   } else if ((i->attr[0] == SLOT_SAMPLE_MASK || i->attr[0] == SLOT_HELPER) && !i->attr[1] && per_sample) {
      const struct ir_src mask =
          i->attr[0] == SLOT_HELPER ? load_input(&b, SLOT_SAMPLE_MASK, 0, INTERP_FLAT) : ir_use(i->dst[0]);
      const struct ir_src id = load_input(&b, SLOT_SAMPLE_ID, 0, INTERP_FLAT), one = ir_imm(&b, 1),
                          bit = ir_expr2(&b, IR_shl, one, id);
      v = ir_expr2(&b, IR_iand, mask, bit);
      if (i->attr[0] == SLOT_SAMPLE_MASK && key->coverage & NVP4C_COVERAGE_MASK) {
         w->mask = w->mask ? w->mask : 1 + add_param(s, KEY_MASK_PARAM);
         v = ir_expr2(&b, IR_iand, v, load_param(&b, w->mask - 1, 0));
      }
      if (i->attr[0] == SLOT_HELPER) {
         const struct ir_src zero = ir_imm(&b, 0), all = ir_imm(&b, UINT32_MAX), out = ir_expr2(&b, IR_ieq, v, zero);
         v = ir_expr3(&b, IR_sel, out, all, zero);
      }
   } else {
      return;
   }
   w->map[i->dst[0]->id] = v;
   w->any = true;
}

static void kill_where(struct ir_builder *b, struct ir_src c)
{
   ir_emit(b, IR_kill, 32, 1, &c, NULL);
}

/* Discards the invocation if its sample is not in the mask. */
static void kill_outside(struct ir_builder *b, struct ir_src mask)
{
   const struct ir_src zero = ir_imm(b, 0);

   mask = ir_expr2(b, IR_ushr, mask, load_input(b, SLOT_SAMPLE_ID, 0, INTERP_FLAT));
   kill_where(b, ir_expr2(b, IR_ieq, ir_expr_imm(b, IR_iand, mask, 1), zero));
}

/* Discards the invocation if alpha does not cover its sample: it covers the first floor(n * alpha) of n samples. */
static void kill_uncovered(struct ir_builder *b, struct ir_src alpha, unsigned samples)
{
   const struct ir_src zero = ir_imm(b, 0), one = ir_imm(b, 1), id = load_input(b, SLOT_SAMPLE_ID, 0, INTERP_FLAT);
   const struct ir_src wanted = ir_expr1(b, IR_u2f, ir_expr_imm(b, IR_iadd, id, 1)),
                       have = ir_expr_imm(b, IR_fmul, alpha, num_u((float)samples));

   const struct ir_src covered = ir_expr2(b, IR_fge, have, wanted), lives = ir_expr3(b, IR_sel, covered, one, zero);
   kill_where(b, ir_expr2(b, IR_ieq, lives, zero)); /* NaN covers none */
}

/* Discards samples that are not in the mask that the program writes; each sample has its own invocation. With one sample per
   pixel, the mask has no effect. */
static void apply_sample_mask(struct ir_shader *s, const struct nvp4c_key *key)
{
   uint32_t array = UINT32_MAX;

   if (!ir_may_use_slot(s, SLOT_SAMPLE_MASK))
      return;
   ir_foreach_block (s, b) {
      ir_foreach_instr_safe (b, i) {
         if (i->op != IR_store_output || i->attr[0] != SLOT_SAMPLE_MASK)
            continue;
         if (num_samples(key) > 1 && !i->attr[1]) {
            struct ir_builder at = ir_before(s, i);
            if (array == UINT32_MAX)
               array = ir_array_new(s, 1, 32, "key.samplemask");
            ir_emit(&at, IR_array_store, 32, 1, i->src, (uint32_t[4]){array, 0});
         }
         ir_remove(i);
      }
      if (b->term == IR_TERM_RETURN && array != UINT32_MAX) {
         struct ir_builder at = ir_at_end(s, b);
         kill_outside(&at, ir_use(ir_emit(&at, IR_array_load, 32, 0, NULL, (uint32_t[4]){array, 0})->dst[0]));
      }
   }
}

/* ---- textures */

/* 1.0 where reference OP texel holds, else 0. */
static struct ir_src compare(struct ir_builder *b, enum nvp4c_compare how, struct ir_src ref, struct ir_src texel)
{
   struct ir_src c, one = ir_imm(b, NUM_ONE), zero = ir_imm(b, 0);

   switch (how) {
   case NVP4C_COMPARE_LESS: c = ir_expr2(b, IR_flt, ref, texel); break;
   case NVP4C_COMPARE_EQUAL: c = ir_expr2(b, IR_feq, ref, texel); break;
   case NVP4C_COMPARE_LEQUAL: c = ir_expr2(b, IR_fge, texel, ref); break;
   case NVP4C_COMPARE_GREATER: c = ir_expr2(b, IR_flt, texel, ref); break;
   case NVP4C_COMPARE_NOTEQUAL: c = ir_expr2(b, IR_fne, ref, texel); break;
   case NVP4C_COMPARE_GEQUAL: c = ir_expr2(b, IR_fge, ref, texel); break;
   case NVP4C_COMPARE_ALWAYS: return one;
   default: return zero;
   }
   return ir_expr3(b, IR_sel, c, one, zero);
}

/*
 * A gather returns one component of four texels, and the swizzle selects another component for it. Returns what remains to be
 * done to each result, as an enum nvp4c_swizzle. The result of a comparison is that of x, y and z; w is 1.
 */
static unsigned redirect_gather(struct ir_instr *i, const struct nvp4c_key_tex *k)
{
   const unsigned z = k->swizzle[i->attr[3] >> IR_TEX_COMPONENT_SHIFT & 3];

   if (z == NVP4C_SWIZZLE_SAME || z == NVP4C_SWIZZLE_0 || z == NVP4C_SWIZZLE_1)
      return z;
   if (exec_tex_info[i->attr[1]].shadow)
      return z == NVP4C_SWIZZLE_W ? NVP4C_SWIZZLE_1 : NVP4C_SWIZZLE_SAME;
   i->attr[3] = (i->attr[3] & ~(3u << IR_TEX_COMPONENT_SHIFT)) | (z - NVP4C_SWIZZLE_X) << IR_TEX_COMPONENT_SHIFT;
   return NVP4C_SWIZZLE_SAME;
}

/* The size of a dimension that the texture does not have is 0. */
static void clear_missing_sizes(struct ir_shader *s, struct ir_instr *i, struct rewrite *w)
{
   struct ir_builder b = ir_after(s, i);

   for (unsigned c = exec_tex_dims((enum exec_tex_target)i->attr[1]) + exec_tex_info[i->attr[1]].array; c < i->ndst; c++) {
      w->map[i->dst[c]->id] = ir_imm(&b, 0);
      w->any = true;
   }
}

/* Applies the comparison of the sampler's unit and the swizzle of the texture's. The result of a comparison is that of x, y
   and z; w is 1.0. */
static void apply_texture_state(struct ir_shader *s, struct ir_instr *i, const struct nvp4c_key *key, struct rewrite *w)
{
   const struct nvp4c_key_tex *k = &key->tex[ir_tex_unit(i->attr[2])], *sampler = &key->tex[ir_tex_sampler(i->attr[2])];
   enum exec_tex_op op = (enum exec_tex_op)i->attr[0];
   enum exec_tex_target target = (enum exec_tex_target)i->attr[1];
   struct ir_builder b = ir_after(s, i);
   struct ir_src r[4];

   if (op == TEX_SIZE)
      clear_missing_sizes(s, i, w);
   if (exec_tex_is_query(op))
      return;
   const bool gather = op == TEX_GATHER, shadow = exec_tex_info[target].shadow && op != TEX_FETCH, same = shadow && !gather;
   for (unsigned c = 0; c < 4; c++)
      r[c] = same && c == 3 ? ir_imm(&b, NUM_ONE) : ir_use(i->dst[same ? 0 : c]);
   const unsigned of_all = gather ? redirect_gather(i, k) : 0;
   if (sampler->compare && shadow) {
      unsigned at = (unsigned)ir_tex_srcs(op, target).ref;
      struct ir_src ref = i->src[at];
      if (ref.val->id < w->values && w->map[ref.val->id].val) /* a result that the key has replaced before */
         ref.val = w->map[ref.val->id].val;
      ref = ir_expr1(&b, IR_fcanon, ref);
      ref.val->def->sat = IR_SAT_01; /* "also clamped to [0, 1]" */
      for (unsigned n = at; n + 1 < i->nsrc; n++)
         i->src[n] = i->src[n + 1];
      i->nsrc--;
      i->attr[1] = exec_tex_info[target].plain;
      for (unsigned c = 0; c < (same ? 3 : 4); c++)
         r[c] = c && same ? r[0] : compare(&b, (enum nvp4c_compare)sampler->compare, ref, r[c]);
   }
   for (unsigned c = 0; c < 4; c++) {
      unsigned z = gather ? of_all : k->swizzle[c];
      const uint32_t one = i->attr[3] & IR_TEX_INTEGER && !exec_tex_info[target].shadow ? 1 : NUM_ONE;
      struct ir_src v = z == NVP4C_SWIZZLE_SAME ? r[c]
                        : z == NVP4C_SWIZZLE_0  ? ir_imm(&b, 0)
                        : z == NVP4C_SWIZZLE_1  ? ir_imm(&b, one)
                                                : r[z - 1];
      if (v.val == i->dst[c])
         continue;
      /* A result that replaces another result of the access is itself replaced, so it is moved first. */
      w->map[i->dst[c]->id] = v.val->def == i ? ir_expr1(&b, IR_mov, v) : v;
      w->any = true;
   }
}

/* True if some texture access is a comparison or a size query, which has known or equal results. */
static bool knows_results(const struct ir_shader *s)
{
   if (!ir_may_have(s, IR_tex))
      return false;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_tex && (i->attr[0] == TEX_SIZE || (exec_tex_info[i->attr[1]].shadow && i->attr[0] != TEX_FETCH)))
            return true;
   return false;
}

/* Replaces the values in all reads of the program. Comparisons and moves that were added here keep the original values. */
static void replace(struct ir_shader *s, const struct rewrite *w)
{
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->ndst && i->dst[0]->id >= w->values)
            continue;
         for (uint32_t n = 0; n < i->nsrc; n++) {
            const uint32_t id = i->src[n].val->id;
            if (id < w->values && w->map[id].val)
               i->src[n].val = w->map[id].val;
         }
      }
}

static void inputs_and_textures(struct ir_shader *s, const struct pass_key *pass)
{
   const struct nvp4c_key *key = &pass->state;
   struct rewrite w = {.map = UTIL_ARRAY(s->ctx, struct ir_src, (size_t)s->num_values + 1), .values = s->num_values};
   const bool per_sample = pass_key_per_sample(s, key);

   ir_foreach_block (s, b)
      ir_foreach_instr_safe (b, i) {
         if (i->ndst && i->dst[0]->id >= w.values)
            continue;
         if (i->op == IR_tex && ir_tex_unit(i->attr[2]) < NVP4C_TEX_UNITS && ir_tex_sampler(i->attr[2]) < NVP4C_TEX_UNITS)
            apply_texture_state(s, i, key, &w);
         uint32_t bits;
         if (i->op == IR_load_input && is_known_input(s, i, key, &bits)) {
            struct ir_builder at = ir_after(s, i);
            w.map[i->dst[0]->id] = ir_imm(&at, bits);
            w.any = true;
         } else if (i->op == IR_load_input && s->stage == IR_STAGE_FRAGMENT && num_samples(key) > 1) {
            replace_sample_input(s, i, key, per_sample, &w);
         }
         if (i->op == IR_load_input && s->stage == IR_STAGE_FRAGMENT && i->attr[0] == SLOT_FACING && !i->attr[1] &&
             key->front_face) {
            struct ir_builder at = ir_after(s, i);
            w.map[i->dst[0]->id] = apply_face_word(&at, &w, ir_use(i->dst[0]));
            w.any = true;
         }
         if (i->op == IR_load_input && is_point_coordinate(s, i->attr[0], key))
            replace_coordinate(s, i, &w);
         if (i->op != IR_load_input || s->stage != IR_STAGE_FRAGMENT || !is_color(i->attr[0]))
            continue;
         if (pass->flat_colors >> (i->attr[0] - SLOT_COLOR) & 1)
            i->attr[2] = INTERP_FLAT;
         if (key->two_side)
            select_back_color(s, i, key, &w);
      }
   if (w.any)
      replace(s, &w);
}

/* ---- fragment outputs */

static void broadcast_color(struct ir_shader *s, uint8_t buffers)
{
   uint8_t to = buffers & (uint8_t)~1u;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_store_output && i->attr[0] > SLOT_FRAG_COLOR && i->attr[0] <= SLOT_FRAG_COLOR_LAST)
            to &= (uint8_t)~(1u << (i->attr[0] - SLOT_FRAG_COLOR));
   ir_foreach_block (s, b)
      ir_foreach_instr_safe (b, i)
         for (unsigned n = 1; n < 8 && i->op == IR_store_output && i->attr[0] == SLOT_FRAG_COLOR; n++)
            if (to >> n & 1) {
               struct ir_builder at = ir_after(s, i);

               store_output(&at, SLOT_FRAG_COLOR + n, i->attr[1], i->src[0]);
            }
}

/* Colours are clamped before the alpha test and coverage read them. */
static void clamp(struct ir_shader *s, struct ir_instr *i)
{
   struct ir_builder b = ir_before(s, i);
   struct ir_src v = ir_expr1(&b, IR_fcanon, i->src[0]);

   v.val->def->sat = IR_SAT_01;
   i->src[0] = v;
}

/* Discards fragments whose bit of the pattern, column x % 32 of row y % 32, is 0. A parameter holds four rows. */
static void kill_stippled(struct ir_builder *b, uint32_t first)
{
   struct ir_src x = ir_expr1(b, IR_f2u, load_input(b, SLOT_POSITION, 0, INTERP_NOPERSPECTIVE)),
                 y = ir_expr1(b, IR_f2u, load_input(b, SLOT_POSITION, 1, INTERP_NOPERSPECTIVE)), entry, row, word, zero;

   x = ir_expr_imm(b, IR_iand, x, 31);
   y = ir_expr_imm(b, IR_iand, y, 31);
   row = ir_expr_imm(b, IR_iand, y, 3);
   entry = ir_expr_imm(b, IR_ushr, y, 2);
   for (unsigned c = 0; c < 4; c++) {
      const struct ir_src v =
          ir_use(ir_emit(b, IR_load_param, 32, 1, &entry, (uint32_t[4]){first, c, first, KEY_STIPPLE_ROWS / 4})->dst[0]);
      if (c) {
         const struct ir_src number = ir_imm(b, c), here = ir_expr2(b, IR_ieq, row, number);
         word = ir_expr3(b, IR_sel, here, v, word);
      } else {
         word = v;
      }
   }
   zero = ir_imm(b, 0);
   word = ir_expr_imm(b, IR_iand, ir_expr2(b, IR_shl, word, x), 0x80000000u);
   kill_where(b, ir_expr2(b, IR_ieq, word, zero));
}

/* Stores a value of the program for its end to an array, which is created if *array is UINT32_MAX. */
static void keep(struct ir_shader *s, struct ir_instr *i, uint32_t *array, const char *name)
{
   struct ir_builder at = ir_before(s, i);

   if (*array == UINT32_MAX)
      *array = ir_array_new(s, 1, 32, name);
   ir_emit(&at, IR_array_store, 32, 1, i->src, (uint32_t[4]){*array, 0});
}

static struct ir_src kept(struct ir_builder *b, uint32_t array)
{
   return ir_use(ir_emit(b, IR_array_load, 32, 0, NULL, (uint32_t[4]){array, 0})->dst[0]);
}

/* Changes the colours that the program writes, and discards fragments as the state demands. */
static void change_colors(struct ir_shader *s, const struct nvp4c_key *key)
{
   const bool tests = key->alpha_test && key->alpha_test != NVP4C_COMPARE_ALWAYS, several = num_samples(key) > 1;
   const bool covers = several && key->coverage & NVP4C_COVERAGE_ALPHA, masks = several && key->coverage & NVP4C_COVERAGE_MASK;
   uint32_t alpha = UINT32_MAX, tested = UINT32_MAX, reference = 0, rows = 0, mask = 0;

   ir_foreach_block (s, b)
      ir_foreach_instr_safe (b, i) {
         if (i->op != IR_store_output || i->attr[0] < SLOT_FRAG_COLOR || i->attr[0] > SLOT_FRAG_COLOR_LAST)
            continue;
         if (key->clamp_colors)
            clamp(s, i);
         if (covers && is_first_alpha(i))
            keep(s, i, &alpha, "key.coverage");
         struct ir_builder at = ir_before(s, i);
         if (key->alpha_to_one && i->attr[1] == 3)
            i->src[0] = ir_imm(&at, NUM_ONE);
         if (tests && is_first_alpha(i))
            keep(s, i, &tested, "key.alpha");
      }
   reference = tested == UINT32_MAX ? 0 : add_param(s, KEY_ALPHA_PARAM);
   mask = masks ? add_param(s, KEY_MASK_PARAM) : 0;
   for (unsigned n = 0; n < KEY_STIPPLE_ROWS / 4 && key->stipple; n++) {
      const uint32_t entry = add_param(s, key_stipple_name(n));
      rows = n ? rows : entry;
   }
   ir_foreach_block (s, b) {
      if (b->term != IR_TERM_RETURN)
         continue;
      struct ir_builder at = ir_at_end(s, b);
      if (key->stipple)
         kill_stippled(&at, rows);
      if (masks)
         kill_outside(&at, load_param(&at, mask, 0));
      if (alpha != UINT32_MAX) {
         const struct ir_src a = kept(&at, alpha);
         kill_uncovered(&at, a, num_samples(key));
      }
      if (tested != UINT32_MAX) {
         const struct ir_src a = kept(&at, tested);
         const struct ir_src passes = compare(&at, (enum nvp4c_compare)key->alpha_test, a, load_param(&at, reference, 0)),
                             zero = ir_imm(&at, 0);
         kill_where(&at, ir_expr2(&at, IR_ieq, passes, zero));
      }
   }
}

/* ---- vertex outputs */

static void clamp_vertex_colors(struct ir_shader *s)
{
   ir_foreach_block (s, b)
      ir_foreach_instr_safe (b, i)
         if (i->op == IR_store_output && (is_color(i->attr[0]) || is_back_color(i->attr[0])))
            clamp(s, i);
}

struct outputs {
   uint8_t mask[SLOT_COUNT];   /* components that the program stores */
   uint32_t array[SLOT_COUNT]; /* 1 + the IR array that holds what the program stored, or 0 if there is none */
   uint32_t plane[8], size;    /* parameter entries of the clip planes and of the point size */
   uint8_t planes;             /* mask of the clip distances to compute */
};

static struct ir_src load_stored(struct ir_builder *b, const struct outputs *o, unsigned slot, unsigned comp)
{
   return ir_use(ir_emit(b, IR_array_load, 32, 0, NULL, (uint32_t[4]){o->array[slot] - 1, comp})->dst[0]);
}

/* Computes and stores the outputs that the key changes, at the cursor. */
static void emit_outputs(struct ir_builder *b, const struct pass_key *pass, const struct outputs *o)
{
   const struct nvp4c_key *key = &pass->state;
   for (unsigned n = 0; n < 8 && pass->clip == IO_CLIP_ZERO; n++)
      if (o->planes >> n & 1)
         store_output(b, SLOT_CLIP + n, 0, ir_imm(b, 0));
   if (o->array[SLOT_POSITION]) {
      const unsigned clipped = o->array[SLOT_CLIP_VERTEX] ? SLOT_CLIP_VERTEX : SLOT_POSITION;
      struct ir_src p[4], v[4];
      for (unsigned c = 0; c < 4; c++)
         p[c] = load_stored(b, o, SLOT_POSITION, c);
      for (unsigned c = 0; c < 4; c++)
         v[c] = clipped == SLOT_POSITION ? p[c] : load_stored(b, o, clipped, c);
      /* the dot product of the position or the clip vertex and the plane, in the order of operations of DP4 */
      for (unsigned n = 0; n < 8; n++) {
         if (!(o->planes >> n & 1) || pass->clip != IO_CLIP_POSITION)
            continue;
         struct ir_src d = {0};
         for (unsigned c = 0; c < 4; c++) {
            struct ir_src q = load_param(b, o->plane[n], c);
            d = c ? ir_expr3(b, IR_fmad, v[c], q, d) : ir_expr2(b, IR_fmul, v[c], q);
         }
         store_output(b, SLOT_CLIP + n, 0, d);
      }
      if (key->clip_z) {
         struct ir_src sum = ir_expr2(b, IR_fadd, p[2], p[3]);
         struct ir_src half = ir_imm(b, 0x3f000000u);
         p[2] = ir_expr2(b, IR_fmul, sum, half);
      }
      for (unsigned c = 0; c < 4; c++)
         if (o->mask[SLOT_POSITION] >> c & 1)
            store_output(b, SLOT_POSITION, c, p[c]);
   }
   if (key->point_size == NVP4C_POINT_SIZE_STATE)
      store_output(b, SLOT_POINT_SIZE, 0, load_param(b, o->size, 0));
}

static void change_outputs(struct ir_shader *s, const struct pass_key *pass)
{
   const struct nvp4c_key *key = &pass->state;
   struct outputs o = {.size = 0};
   bool point = key->point_size != NVP4C_POINT_SIZE_PROGRAM;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_store_output)
            o.mask[i->attr[0]] |= (uint8_t)(1u << i->attr[1]);
   for (unsigned n = 0; n < 8; n++)
      if ((key->clip_planes >> n & 1) && !o.mask[SLOT_CLIP + n] &&
          (pass->clip == IO_CLIP_ZERO || (pass->clip == IO_CLIP_POSITION && o.mask[SLOT_POSITION]))) {
         o.planes |= (uint8_t)(1u << n);
         if (pass->clip == IO_CLIP_POSITION)
            o.plane[n] = add_param(s, key_plane_name(n));
      }
   if (key->point_size == NVP4C_POINT_SIZE_STATE)
      o.size = add_param(s, KEY_POINT_PARAM);
   if (o.mask[SLOT_POSITION] && (key->clip_z || (o.planes && pass->clip == IO_CLIP_POSITION)))
      o.array[SLOT_POSITION] = 1 + ir_array_new(s, 4, 32, "key.position");
   if (o.array[SLOT_POSITION] && o.planes && o.mask[SLOT_CLIP_VERTEX])
      o.array[SLOT_CLIP_VERTEX] = 1 + ir_array_new(s, 4, 32, "key.clipvertex");
   if (!o.array[SLOT_POSITION] && !o.planes && !point)
      return;
   ir_foreach_block (s, b) {
      ir_foreach_instr_safe (b, i) {
         if (i->op == IR_emit) {
            struct ir_builder at = ir_before(s, i);
            emit_outputs(&at, pass, &o);
         }
         if (i->op == IR_store_output && i->attr[0] == SLOT_CLIP_VERTEX && o.array[SLOT_CLIP_VERTEX]) {
            struct ir_builder at = ir_before(s, i);
            ir_emit(&at, IR_array_store, 32, 1, i->src, (uint32_t[4]){o.array[SLOT_CLIP_VERTEX] - 1, i->attr[1]});
         }
         if (i->op != IR_store_output ||
             (i->attr[0] == SLOT_POSITION ? !o.array[SLOT_POSITION] : i->attr[0] != SLOT_POINT_SIZE || !point))
            continue;
         if (i->attr[0] == SLOT_POSITION) {
            struct ir_builder at = ir_before(s, i);
            ir_emit(&at, IR_array_store, 32, 1, i->src, (uint32_t[4]){o.array[SLOT_POSITION] - 1, i->attr[1]});
         }
         ir_remove(i);
      }
      if (b->term == IR_TERM_RETURN && s->stage == IR_STAGE_VERTEX) {
         struct ir_builder at = ir_at_end(s, b);
         emit_outputs(&at, pass, &o);
      }
   }
}

static void drop_outputs(struct ir_shader *s, const uint8_t keep[SLOT_COUNT])
{
   ir_foreach_block (s, b)
      ir_foreach_instr_safe (b, i)
         if (i->op == IR_store_output && !(keep[i->attr[0]] >> (i->attr[1] & 3) & 1))
            ir_remove(i);
}

static void set_image_formats(struct ir_shader *s, const struct nvp4c_key *key)
{
   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i) {
         if (i->op != IR_image_load && i->op != IR_image_store && i->op != IR_image_atomic)
            continue;
         const struct nvp4c_key_image *k = &key->image[i->attr[0]];
         i->attr[2] = (i->attr[2] ? i->attr[2] : k->format) | (k->tiled ? IR_IMAGE_TILED : 0);
      }
}

void pass_key_apply(struct ir_shader *s, const struct pass_key *pass)
{
   const struct nvp4c_key *key = &pass->state;
   static const struct nvp4c_key_tex same[NVP4C_TEX_UNITS];
   static const struct nvp4c_key_image plain[NVP4C_IMAGE_UNITS];

   if (s->stage == IR_STAGE_VERTEX)
      pass_key_attribs(s, key->attrib);
   if (memcmp(key->tex, same, sizeof same) || knows_results(s) ||
       (s->stage == IR_STAGE_FRAGMENT &&
        (pass->flat_colors || key->two_side || key->front_face || key->point_coord || num_samples(key) > 1)) ||
       reads_known_inputs(s, key))
      inputs_and_textures(s, pass);
   if (key->shared_bytes || !s->shared_bytes)
      s->shared_bytes = key->shared_bytes ? key->shared_bytes : MEM_SHARED_BYTES;
   if (memcmp(key->image, plain, sizeof plain))
      set_image_formats(s, key);
   if (s->stage == IR_STAGE_FRAGMENT) {
      apply_sample_mask(s, key);
      if (key->alpha_test || key->clamp_colors || key->alpha_to_one || key->stipple || key->coverage)
         change_colors(s, key);
      if (key->color_buffers)
         broadcast_color(s, key->color_buffers);
      key_replace_fetched(s, key);
      if (key_changes_colors(key))
         key_lower_colors(s, key);
      return;
   }
   if (s->stage == IR_STAGE_COMPUTE)
      return;
   if (key->clamp_colors)
      clamp_vertex_colors(s);
   if (key->clip_z || key->clip_planes || key->point_size)
      change_outputs(s, pass);
   if (key->varying_map)
      drop_outputs(s, pass->keep);
}
