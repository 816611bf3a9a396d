/* SPDX-License-Identifier: MIT */
/* See verify_key.h. */
#include <string.h>

#include "nvp4c/verify/verify_key.h"

#define OUT_BYTES (sizeof(uint32_t) * SLOT_COUNT * 4 * EXEC_LANES)

/* Does the key add the distance to plane n? */
static bool adds_distance(const struct verify_key *k, unsigned n)
{
   if (!(k->state->clip_planes >> n & 1) || k->program[SLOT_CLIP + n])
      return false;
   switch (k->key->clip) {
   case IO_CLIP_ZERO: return true;
   case IO_CLIP_NONE: return false;
   default: return k->program[SLOT_POSITION];
   }
}

/* Does draw buffer n receive a copy of the first colour? */
static bool is_copy(const struct verify_key *k, unsigned n)
{
   return n && k->state->color_buffers >> n & 1 && !k->program[SLOT_FRAG_COLOR + n];
}

/* Does the key change inputs of fragments? */
static bool changes_inputs(const struct nvp4c_key *state)
{
   return state->two_side || state->front_face || state->point_coord || state->samples > 1;
}

void verify_key_init(struct verify_key *k, const struct pass_key *key, const struct ir_shader *s, uint8_t mask[SLOT_COUNT])
{
   const struct nvp4c_key *state = &key->state;

   *k = (struct verify_key){.key = key, .state = state, .shader = s};
   memcpy(k->program, mask, sizeof k->program);
   for (unsigned u = 0; u < NVP4C_TEX_UNITS; u++)
      for (unsigned c = 0; c < 4; c++)
         k->active |= state->tex[u].compare || state->tex[u].swizzle[c];
   if (s->stage == IR_STAGE_FRAGMENT) {
      k->active |= changes_inputs(state) || state->color_buffers || state->alpha_test || state->clamp_colors ||
                   state->alpha_to_one || state->stipple;
      for (unsigned n = 0; n < 8 && (state->clamp_colors || state->alpha_to_one); n++)
         mask[SLOT_FRAG_COLOR + n] &= state->clamp_colors ? 15 : 0x7f; /* floats now, even if the program wrote integers */
      mask[SLOT_SAMPLE_MASK] = 0; /* it only decides which invocations live */
      for (unsigned n = 1; n < 8; n++)
         if (is_copy(k, n))
            mask[SLOT_FRAG_COLOR + n] = mask[SLOT_FRAG_COLOR];
      for (unsigned n = 0; n < NVP4C_COLORS; n++) {
         k->colors[n] = mask[SLOT_FRAG_COLOR + n] & 15;
         k->draws |= k->colors[n] && verify_changes_color(k, n);
         mask[SLOT_FRAG_COLOR + n] = verify_color_mask(k, n, mask[SLOT_FRAG_COLOR + n]);
      }
      for (unsigned n = 0; n < NVP4C_COLORS; n++)
         k->fetches |= ir_may_use_slot(s, SLOT_TARGET + n) || ir_may_use_slot(s, SLOT_FETCHED + n);
      k->active |= k->draws || k->fetches;
      return;
   }
   if (s->stage == IR_STAGE_COMPUTE)
      return;
   for (unsigned n = 0; n < 8; n++)
      if (adds_distance(k, n))
         mask[SLOT_CLIP + n] = 1;
   if (state->point_size == NVP4C_POINT_SIZE_STATE)
      mask[SLOT_POINT_SIZE] = 1;
   else if (state->point_size == NVP4C_POINT_SIZE_NONE)
      mask[SLOT_POINT_SIZE] = 0;
   if (state->clip_z && mask[SLOT_POSITION] >> 2 & 1)
      mask[SLOT_POSITION] = (uint8_t)(mask[SLOT_POSITION] & ~(1u << 6)); /* z is a float now, even if the program wrote an
                                                                            integer */
   for (unsigned slot = 0; slot < SLOT_COUNT && state->varying_map; slot++)
      mask[slot] &= (uint8_t)(key->keep[slot] | key->keep[slot] << 4);
   for (unsigned n = 0; n < 2 && state->clamp_colors; n++) {
      mask[SLOT_COLOR + n] &= 15;
      mask[SLOT_BACK_COLOR + n] &= 15;
   }
   for (unsigned n = 0; n < NVP4C_MAX_ATTRIBS && s->stage == IR_STAGE_VERTEX; n++)
      k->unpacks |= state->attrib[n].format != 0;
   k->active |= k->unpacks || state->clip_z || state->clip_planes || state->point_size || state->varying_map ||
                state->clamp_colors;
}

/*
 * ---- textures: GL's comparison without filtering (section 3.8.14 as changed by NV_gpu_program4: the reference value is
 * clamped to [0,1]), and the texture swizzle
 */

static bool holds(num_m m, unsigned how, uint32_t ref, uint32_t texel)
{
   bool less = num_flt(m, ref, texel), equal = num_feq(m, ref, texel), greater = num_flt(m, texel, ref), pass;

   switch (how) {
   case NVP4C_COMPARE_LESS: pass = less; break;
   case NVP4C_COMPARE_EQUAL: pass = equal; break;
   case NVP4C_COMPARE_LEQUAL: pass = less || equal; break;
   case NVP4C_COMPARE_GREATER: pass = greater; break;
   case NVP4C_COMPARE_NOTEQUAL: pass = !equal; break;
   case NVP4C_COMPARE_GEQUAL: pass = greater || equal; break;
   default: pass = how == NVP4C_COMPARE_ALWAYS; break;
   }
   return pass;
}

static uint32_t compared(num_m m, unsigned how, uint32_t ref, uint32_t texel)
{
   return holds(m, how, num_fsat(m, ref), texel) ? NUM_ONE : 0;
}

/* Executes an access without comparison, for the component that the swizzle selects, and then the comparison. */
static void access_plain(const struct verify_key *k, const struct nvp4c_key_tex *key, unsigned compare, num_m m,
                         const struct exec_tex *t, exec_lanes r[4])
{
   const bool compares = compare && exec_tex_info[t->target].shadow && t->op != TEX_FETCH, gather = t->op == TEX_GATHER;
   const unsigned z = key->swizzle[t->component & 3];
   struct exec_tex plain = *t;

   if (compares)
      plain.target = exec_tex_info[t->target].plain;
   if (gather && z >= NVP4C_SWIZZLE_X && z <= NVP4C_SWIZZLE_W)
      plain.component = exec_tex_info[t->target].shadow ? 0 : (uint8_t)(z - NVP4C_SWIZZLE_X);
   exec_sampler_fn(&k->vt->sampler, m, &plain, r);
   for (unsigned l = 0; l < EXEC_LANES && compares; l++) {
      for (unsigned c = 0; c < (gather ? 4 : 1); c++)
         r[c][l] = compared(m, compare, t->ref[l], r[c][l]);
      if (gather)
         continue;
      r[1][l] = r[2][l] = r[0][l];
      r[3][l] = NUM_ONE;
   }
}

/* Swizzle of result c. */
static unsigned swizzle_of(const struct nvp4c_key_tex *key, const struct exec_tex *t, unsigned c)
{
   const unsigned z = key->swizzle[t->op == TEX_GATHER ? t->component & 3u : c];

   if (t->op != TEX_GATHER || z == NVP4C_SWIZZLE_0 || z == NVP4C_SWIZZLE_1)
      return z;
   /* the access has the component that the swizzle selects */
   return z == NVP4C_SWIZZLE_W && exec_tex_info[t->target].shadow ? NVP4C_SWIZZLE_1 : NVP4C_SWIZZLE_SAME;
}

static void access_texture(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4])
{
   const struct verify_key *k = user;
   const struct nvp4c_key_tex *key = t->unit < NVP4C_TEX_UNITS ? &k->state->tex[t->unit] : NULL;
   exec_lanes r[4];

   if (!key || exec_tex_is_query(t->op)) {
      exec_sampler_fn(&k->vt->sampler, m, t, out);
      return;
   }
   memset(r, 0, sizeof r);
   access_plain(k, key, k->state->tex[t->sampler ? t->sampler - 1 : t->unit].compare, m, t, r);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         if (!(t->active >> l & 1))
            continue;
         switch (swizzle_of(key, t, c)) {
         case NVP4C_SWIZZLE_SAME: out[c][l] = r[c][l]; break;
         case NVP4C_SWIZZLE_0: out[c][l] = 0; break;
         case NVP4C_SWIZZLE_1: out[c][l] = t->integer && !exec_tex_info[t->target].shadow ? 1 : NUM_ONE; break;
         default: out[c][l] = r[swizzle_of(key, t, c) - NVP4C_SWIZZLE_X][l]; break;
         }
      }
}

/* ---- outputs of vertex and geometry programs */

static const uint32_t *param_of(const struct verify_key *k, const char *name)
{
   static const uint32_t zero[4];

   for (uint32_t i = 0; i < k->shader->num_params; i++)
      if (k->shader->params[i].cls == PARAM_STATE && !strcmp(k->shader->params[i].state, name))
         return k->vt->t.param[i];
   return zero;
}

static void clamp(const struct verify_key *k, num_m m, exec_lanes (*out)[4], unsigned slot)
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES && k->program[slot] >> c & 1; l++)
         out[slot][c][l] = num_fsat(m, out[slot][c][l]);
}

/* Applies the key to vertex colours, clip distances, the clip range of z and the point size, and drops outputs that are not in
   the varying map. `taint` may be NULL. */
static void change_outputs(const struct verify_key *k, num_m m, exec_lanes (*out)[4], uint32_t (*taint)[4])
{
   exec_lanes *p = out[SLOT_POSITION];
   const unsigned clipped = k->program[SLOT_CLIP_VERTEX] ? SLOT_CLIP_VERTEX : SLOT_POSITION;

   for (unsigned n = 0; n < 2 && k->state->clamp_colors; n++) {
      clamp(k, m, out, SLOT_COLOR + n);
      clamp(k, m, out, SLOT_BACK_COLOR + n);
   }
   for (unsigned n = 0; n < 8; n++) {
      const uint32_t *plane = param_of(k, key_plane_name(n));
      if (!adds_distance(k, n))
         continue;
      if (k->key->clip == IO_CLIP_ZERO) {
         memset(out[SLOT_CLIP + n][0], 0, sizeof out[SLOT_CLIP + n][0]);
         if (taint)
            taint[SLOT_CLIP + n][0] = 0;
         continue;
      }
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t d = num_fmul(m, out[clipped][0][l], plane[0]);
         for (unsigned c = 1; c < 4; c++)
            d = num_fmad(m, out[clipped][c][l], plane[c], d);
         out[SLOT_CLIP + n][0][l] = d;
      }
      if (taint)
         taint[SLOT_CLIP + n][0] =
             taint[clipped][0] | taint[clipped][1] | taint[clipped][2] | taint[clipped][3];
   }
   if (k->state->clip_z && (k->program[SLOT_POSITION] >> 2 & 1)) {
      for (unsigned l = 0; l < EXEC_LANES; l++)
         p[2][l] = num_fmul(m, num_fadd(m, p[2][l], p[3][l]), 0x3f000000u);
      if (taint)
         taint[SLOT_POSITION][2] |= taint[SLOT_POSITION][3];
   }
   if (k->state->point_size) {
      const bool state = k->state->point_size == NVP4C_POINT_SIZE_STATE;
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            out[SLOT_POINT_SIZE][c][l] = state && !c ? param_of(k, KEY_POINT_PARAM)[0] : 0;
      if (taint)
         memset(taint[SLOT_POINT_SIZE], 0, sizeof taint[SLOT_POINT_SIZE]);
   }
   for (unsigned slot = 0; slot < SLOT_COUNT && k->state->varying_map; slot++)
      for (unsigned c = 0; c < 4; c++)
         if (!(k->key->keep[slot] >> c & 1))
            memset(out[slot][c], 0, sizeof out[slot][c]);
}

static void emit(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   struct verify_key *k = user;
   struct verify_wave *vt = k->vt;
   struct exec_wave vertex = *wave;
   exec_lanes out[SLOT_COUNT][4];

   memcpy(out, wave->out, sizeof out);
   change_outputs(k, wave->num, out, NULL);
   vertex.out = out;
   verify_record_emit(vt, &vertex, lanes, stream);
   for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            if (lanes >> l & 1)
               k->last[slot][c][l] = out[slot][c][l];
}

static void end_primitive(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   struct verify_key *k = user;

   (void)wave;
   verify_record_end(k->vt, lanes, stream);
}

/* ---- vertex attributes */

/* A word of an attribute: random bits, or one in which channels of any size have numbers at the ends of their ranges. */
static uint32_t random_word(struct util_rng *g)
{
   static const uint32_t special[] = {0,          UINT32_MAX, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff7fffu, 0x81818181u,
                                      0x80018001u, 0x7c00fc00u, 0x7c01fe00u, 0x000183ffu, 0x04000001u, 0x80000000u, 0x7fffffffu,
                                      0xa0080200u, 0x5ff7fdffu, 0xe0180601u, 0x3f800000u, 0x00000001u};

   return util_rng_chance(g, 1, 3) ? special[util_rng_below(g, sizeof special / sizeof *special)] : util_rng_u32(g);
}

void verify_key_share_words(const struct nvp4c_key *key, const struct ir_shader *s, struct verify_wave *vt)
{
   const uint32_t(*of[UINT8_MAX + 4])[EXEC_LANES] = {NULL};

   for (unsigned n = 0; n < NVP4C_MAX_ATTRIBS && s->stage == IR_STAGE_VERTEX; n++)
      for (unsigned k = 0; k < 4 && key->attrib[n].placed; k++) {
         uint32_t(*word)[EXEC_LANES] = &vt->t.in[0][SLOT_VATTR + n][k];
         const unsigned at = key->attrib[n].word + k;
         if (of[at])
            memcpy(*word, *of[at], sizeof *word);
         else
            of[at] = (const uint32_t(*)[EXEC_LANES])word;
      }
}

void verify_key_inputs(const struct nvp4c_key *key, const struct ir_shader *s, struct verify_wave *vt, uint64_t seed)
{
   struct util_rng g;

   util_rng_init(&g, seed ^ 0x61747472u);
   for (unsigned n = 0; n < NVP4C_MAX_ATTRIBS && s->stage == IR_STAGE_VERTEX; n++)
      for (unsigned k = 0; k < 4 && key->attrib[n].format; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            vt->t.in[0][SLOT_VATTR + n][k][l] = random_word(&g);
   verify_key_share_words(key, s, vt);
}

/* Turns the words of attributes into the values that a GL fetches: GL 4.6, 10.3.8. */
static void decode_attributes(const struct nvp4c_key *key, num_m m, uint32_t (*in)[4][EXEC_LANES])
{
   for (unsigned n = 0; n < NVP4C_MAX_ATTRIBS; n++)
      for (unsigned l = 0; l < EXEC_LANES && key->attrib[n].format; l++) {
         uint32_t texel[5] = {0}, value[4];

         for (unsigned k = 0; k < 4; k++)
            texel[k] = in[SLOT_VATTR + n][k][l];
         for (unsigned k = 0; k < 4 && key->attrib[n].byte; k++)
            texel[k] = (uint32_t)((texel[k] | (uint64_t)texel[k + 1] << 32) >> 8 * key->attrib[n].byte);
         mem_decode(m, (enum mem_format)key->attrib[n].format, texel, value);
         for (unsigned c = 0; c < 4; c++)
            in[SLOT_VATTR + n][c][l] = value[c];
      }
}

/* ---- fragments */

/* Applies the driver's word: 0 leaves the face, 1 turns it, 2 is the front. Of other words the low two bits count. */
static void turn_faces(const struct verify_key *k, uint32_t (*in)[4][EXEC_LANES])
{
   const uint32_t word = param_of(k, KEY_FACE_PARAM)[0] & 3;

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const float facing = num_f(in[SLOT_FACING][0][l]);
      in[SLOT_FACING][0][l] = num_u(word >= NVP4C_FRONT_FACE_TRUE ? 1 : word == NVP4C_FRONT_FACE_SWAP ? -facing : facing);
   }
}

/* Texture coordinates that are the point coordinate: x and y of it, 0 and 1. */
static void set_coordinates(const struct verify_key *k, uint32_t (*in)[4][EXEC_LANES])
{
   for (unsigned n = 0; n < 8; n++)
      for (unsigned c = 0; c < 4 && k->state->point_coord >> n & 1; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            in[SLOT_TEXCOORD + n][c][l] = c < 2 ? in[SLOT_POINT_COORD][c][l] : c == 2 ? 0 : NUM_ONE;
}

static void select_back_colors(uint32_t (*in)[4][EXEC_LANES])
{
   for (unsigned n = 0; n < 2; n++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            if (in[SLOT_FACING][0][l] >> 31)
               in[SLOT_COLOR + n][c][l] = in[SLOT_BACK_COLOR + n][c][l];
}

/* Sets the places of the samples, from the parameter of the key, and the samples that an invocation covers: its own if it has
   one. */
static void several_samples(const struct verify_key *k, uint32_t (*in)[4][EXEC_LANES])
{
   const uint32_t *words = param_of(k, KEY_SAMPLES_PARAM);

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      for (unsigned n = 0; n < 4; n++)
         in[SLOT_SAMPLE_PLACES][n][l] = words[n];
      in[SLOT_SAMPLE_ID][1][l] = k->state->samples;
      in[SLOT_SAMPLE_ID][2][l] = k->state->sample_shading ? k->state->samples : 1;
      const unsigned id = in[SLOT_SAMPLE_ID][0][l] & 7u, place = words[(k->state->samples + id) / 4 & 3] >> 8 * (id % 4) & 255;
      in[SLOT_SAMPLE_POS][0][l] = num_u((float)(place % 16) / 16.0f);
      in[SLOT_SAMPLE_POS][1][l] = num_u((float)(place / 16) / 16.0f);
      if (k->state->sample_shading)
         in[SLOT_SAMPLE_MASK][0][l] &= 1u << id;
      if (k->state->coverage & NVP4C_COVERAGE_MASK)
         in[SLOT_SAMPLE_MASK][0][l] &= param_of(k, KEY_MASK_PARAM)[0];
   }
}

static void kill_lanes(struct verify_wave *vt, uint32_t lanes)
{
   lanes &= vt->t.valid & ~vt->t.helper;
   vt->t.killed |= lanes;
   vt->t.helper |= lanes;
}

/* Taints lanes for which it is undefined whether they live. */
static void taint_all(struct verify_wave *vt, uint32_t lanes)
{
   vt->t.undefined |= lanes;
   for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
      for (unsigned c = 0; c < 4; c++)
         vt->t.out_taint[slot][c] |= lanes;
}

/* Discards invocations whose sample is not in the mask that the program wrote. */
static void kill_samples(struct verify_wave *vt)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t id = vt->t.in[0][SLOT_SAMPLE_ID][0][l];
      if (!(vt->t.out[SLOT_SAMPLE_MASK][0][l] >> (id & 31) & 1))
         kill_lanes(vt, 1u << l);
   }
   if (vt->t.out_taint)
      taint_all(vt, vt->t.out_taint[SLOT_SAMPLE_MASK][0]);
}

/* Is the sample in the API's mask and covered by alpha? Alpha covers the first floor(alpha * n) of n samples. */
static bool is_covered(const struct verify_key *k, const struct verify_wave *vt, unsigned lane)
{
   const unsigned id = vt->t.in[0][SLOT_SAMPLE_ID][0][lane] & 31, n = k->state->samples;
   const float alpha = num_f(vt->t.out[SLOT_FRAG_COLOR][3][lane]);

   if (k->state->coverage & NVP4C_COVERAGE_MASK && !(param_of(k, KEY_MASK_PARAM)[0] >> id & 1))
      return false;
   return !(k->state->coverage & NVP4C_COVERAGE_ALPHA) || !(k->program[SLOT_FRAG_COLOR] >> 3 & 1) ||
          alpha >= (float)(id + 1) / (float)n;
}

/* Clamping, then alpha to coverage, then the tests that read alpha: GL 3.3 compatibility, 4.1.3 and 4.1.4. */
static void change_colors(const struct verify_key *k, struct verify_wave *vt)
{
   uint32_t out = 0, undefined = 0; /* lanes that are killed, and lanes for which that is undefined */

   for (unsigned n = 0; n < 8; n++) {
      const unsigned slot = SLOT_FRAG_COLOR + n;
      if (k->state->clamp_colors)
         clamp(k, vt->t.num, vt->t.out, slot);
      for (unsigned l = 0; l < EXEC_LANES && !n && k->state->coverage && k->state->samples > 1; l++)
         out |= (uint32_t)!is_covered(k, vt, l) << l;
      if (vt->t.out_taint && !n && k->state->coverage & NVP4C_COVERAGE_ALPHA && k->state->samples > 1)
         undefined |= vt->t.out_taint[slot][3];
      for (unsigned l = 0; l < EXEC_LANES && k->state->alpha_to_one && k->program[slot] >> 3 & 1; l++)
         vt->t.out[slot][3][l] = NUM_ONE;
      if (vt->t.out_taint && k->state->alpha_to_one)
         vt->t.out_taint[slot][3] = 0;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t x = (uint32_t)num_f(vt->t.in[0][SLOT_POSITION][0][l]) % 32,
                     y = (uint32_t)num_f(vt->t.in[0][SLOT_POSITION][1][l]) % 32;
      if (k->state->stipple && !(param_of(k, key_stipple_name(y / 4))[y % 4] << x >> 31))
         out |= 1u << l;
      if (k->state->alpha_test && k->program[SLOT_FRAG_COLOR] >> 3 & 1 &&
          !holds(vt->t.num, k->state->alpha_test, vt->t.out[SLOT_FRAG_COLOR][3][l], param_of(k, KEY_ALPHA_PARAM)[0]))
         out |= 1u << l;
   }
   if (vt->t.out_taint && k->state->alpha_test)
      undefined |= vt->t.out_taint[SLOT_FRAG_COLOR][3];
   if (vt->t.out_taint)
      taint_all(vt, undefined); /* an alpha that becomes 1 is defined, but its earlier effects are not */
   kill_lanes(vt, out);
}

void verify_key_before(struct util_ctx *ctx, struct verify_key *k, struct verify_wave *vt)
{
   k->vt = vt;
   if (!k->active)
      return;
   for (struct verify_wave *t = vt; t; t = t->next) { /* all waves of a workgroup */
      t->t.tex = access_texture;
      t->t.tex_user = k;
   }
   if (k->shader->stage == IR_STAGE_FRAGMENT && (changes_inputs(k->state) || k->fetches)) {
      /* The evaluator gets a copy, because the other executions need the original inputs. */
      uint32_t(*in)[SLOT_COUNT][4][EXEC_LANES] =
          (uint32_t(*)[SLOT_COUNT][4][EXEC_LANES])UTIL_ARRAY(ctx, uint32_t, OUT_BYTES / 4);
      memcpy(in, vt->t.in, OUT_BYTES);
      set_coordinates(k, in[0]);
      if (k->state->front_face)
         turn_faces(k, in[0]);
      if (k->state->two_side)
         select_back_colors(in[0]);
      if (k->state->samples > 1)
         several_samples(k, in[0]);
      if (k->fetches)
         verify_fetch_colors(k, vt->t.num, in[0]);
      vt->t.in = in;
   }
   if (k->unpacks) {
      uint32_t(*in)[SLOT_COUNT][4][EXEC_LANES] =
          (uint32_t(*)[SLOT_COUNT][4][EXEC_LANES])UTIL_ARRAY(ctx, uint32_t, OUT_BYTES / 4);
      memcpy(in, vt->t.in, OUT_BYTES);
      decode_attributes(k->state, vt->t.num, in[0]);
      vt->t.in = in;
   }
   if (k->shader->stage == IR_STAGE_GEOMETRY) {
      k->last = (exec_lanes(*)[4])UTIL_ARRAY(ctx, uint32_t, OUT_BYTES / 4);
      vt->t.emit = emit;
      vt->t.end_primitive = end_primitive;
      vt->t.emit_user = k;
   }
}

void verify_key_after(struct verify_key *k, struct verify_wave *vt)
{
   if (!k->active)
      return;
   if (k->shader->stage == IR_STAGE_FRAGMENT)
      change_colors(k, vt);
   for (unsigned n = 1; n < 8 && k->shader->stage == IR_STAGE_FRAGMENT; n++)
      if (is_copy(k, n)) {
         memcpy(vt->t.out[SLOT_FRAG_COLOR + n], vt->t.out[SLOT_FRAG_COLOR], sizeof vt->t.out[0]);
         if (vt->t.out_taint)
            memcpy(vt->t.out_taint[SLOT_FRAG_COLOR + n], vt->t.out_taint[SLOT_FRAG_COLOR], sizeof vt->t.out_taint[0]);
      }
   if (k->shader->stage == IR_STAGE_FRAGMENT && k->state->samples > 1 && k->program[SLOT_SAMPLE_MASK] & 1)
      kill_samples(vt);
   if (k->draws)
      verify_draw_colors(k, vt, k->colors, param_of(k, KEY_BLEND_PARAM));
   if (k->shader->stage == IR_STAGE_FRAGMENT)
      return;
   if (k->shader->stage == IR_STAGE_GEOMETRY)
      memcpy(vt->t.out, k->last, OUT_BYTES);
   else
      change_outputs(k, vt->t.num, vt->t.out, vt->t.out_taint);
}
