/* SPDX-License-Identifier: MIT */
/*
 * Colour targets of the key: blending, logic operations, colour masks, and formats that the program packs itself.
 *
 * The machines that we know have no unit for these: the fragment program reads the words of the pixel (SLOT_TARGET), computes
 * the new ones and stores them. A pixel lies in registers or in memory of the tile in a *stored* format, which the unit that
 * writes tiles to memory converts to the format of the target (observed: the public driver of the USC, pco_nir_pvfio.c,
 * to_pbe_format). Blending and packing use the stored format; clamping and logic operations that of the target.
 *
 *    store_output %1 slot=color0 comp=0          array_store %1 array=7 index=0
 *    return                                =>    ... %9 = fmad %6, (1 - %4), (fmul %3, %4)
 *                                                store_output %9 slot=color0 comp=0
 *                                                return
 *
 * The result is four floats for the formats that backends pack themselves (key_color_format()), otherwise words. A target whose
 * drawing changes nothing is not stored.
 *
 * Exact: docs/semantics.md, "Colour targets", fixes the order of the operations. Linear in the size of the program.
 */
#include "passes/lower/format.h"
#include "passes/lower/key.h"

typedef struct ir_src src;

/* ---- facts about targets */

/* The format of the target n. */
static enum mem_format format_of(const struct nvp4c_key *key, unsigned n)
{
   static const uint8_t plain[] = {[NVP4C_FRT_F32] = MEM_R32G32B32A32_FLOAT,
                                   [NVP4C_FRT_F16] = MEM_R16G16B16A16_FLOAT,
                                   [NVP4C_FRT_RGBA8] = MEM_R8G8B8A8_UNORM};

   return (enum mem_format)(key->color[n].format ? key->color[n].format : plain[key->frt[n]]);
}

/* The stored format for the format of a target. */
static enum mem_format stored_format(enum mem_format format, bool srgb)
{
   if (srgb)
      return MEM_R16G16B16A16_FLOAT;
   switch (format) {
   case MEM_B8G8R8A8_UNORM:
   case MEM_A8R8G8B8_UNORM:
   case MEM_B5G5R5A1_UNORM:
   case MEM_B4G4R4A4_UNORM: return MEM_R8G8B8A8_UNORM;
   case MEM_B8G8R8X8_UNORM:
   case MEM_B5G5R5X1_UNORM:
   case MEM_B5G6R5_UNORM: return MEM_R8G8B8X8_UNORM;
   case MEM_R10G10B10A2_UNORM:
   case MEM_B10G10R10A2_UNORM: return MEM_R16G16B16A16_FLOAT;
   case MEM_B10G10R10A2_UINT: return MEM_R10G10B10A2_UINT;
   case MEM_R11G11B10_FLOAT: return MEM_R16G16B16X16_FLOAT;
   default: return format;
   }
}

static bool is_normalised(enum mem_format f)
{
   return mem_format_info[f].kind == MEM_UNORM || mem_format_info[f].kind == MEM_SNORM;
}

static bool is_integer(enum mem_format f) { return mem_format_info[f].kind == MEM_UINT || mem_format_info[f].kind == MEM_SINT; }

/* The logic operation that applies to target n; COPY is none. While any is on, blending is off (17.3.9). */
static enum nvp4c_logic_op logic_of(const struct nvp4c_key *key, unsigned n)
{
   const enum mem_format f = format_of(key, n);
   const bool applies = (is_normalised(f) || is_integer(f)) && !key->color[n].srgb;

   return applies && key->logic_op != NVP4C_LOGIC_COPY ? (enum nvp4c_logic_op)key->logic_op : NVP4C_LOGIC_OFF;
}

static bool blends(const struct nvp4c_key *key, unsigned n)
{
   return key->color[n].blends && !key->logic_op && !is_integer(format_of(key, n));
}

/* The components that the format of target n has. */
static unsigned components_of(const struct nvp4c_key *key, unsigned n)
{
   static const char letters[] = "xyzw";
   const struct mem_format_info *f = &mem_format_info[format_of(key, n)];
   unsigned mask = 0;

   for (unsigned k = 0; k < 4; k++)
      for (unsigned c = 0; c < 4; c++)
         mask |= (unsigned)(f->store[k] == letters[c]) << c;
   return mask;
}

/* The components of target n that drawing does not change. */
static unsigned kept_of(const struct nvp4c_key *key, unsigned n)
{
   const unsigned all = components_of(key, n);

   return logic_of(key, n) == NVP4C_LOGIC_NOOP ? all : key->color[n].keep & all;
}

static bool is_second(const struct nvp4c_key *key, unsigned n) { return key->dual_source && n == 1; }

/* Does drawing leave the target as it is? */
static bool is_kept(const struct nvp4c_key *key, unsigned n) { return kept_of(key, n) == components_of(key, n); }

/* Does the pass compute what the program stores to the target? */
static bool is_changed(const struct nvp4c_key *key, unsigned n)
{
   return key->color[n].format || kept_of(key, n) || logic_of(key, n) || blends(key, n) || is_second(key, n);
}

/* True if the program may make words for the target in the stored format `f`; otherwise the backend packs floats. */
static bool makes_words(const struct nvp4c_key *key, unsigned n, enum mem_format f)
{
   switch (f) {
   case MEM_R32G32B32A32_FLOAT: return false; /* the same */
   case MEM_R8G8B8A8_UNORM: return logic_of(key, n) != NVP4C_LOGIC_OFF;
   case MEM_R16G16B16A16_FLOAT: return kept_of(key, n) != 0; /* a float may be another NaN afterwards */
   default: return true;
   }
}

struct key_color key_color_format(const struct nvp4c_key *key, unsigned n)
{
   const enum mem_format f = stored_format(format_of(key, n), key->color[n].srgb);
   const struct key_color c = {(uint8_t)f, is_changed(key, n) && makes_words(key, n, f), key->color[n].format != 0};

   return c;
}

static bool is_of_target(unsigned f) { return f >= NVP4C_FACTOR_TARGET_COLOR && f <= NVP4C_FACTOR_ONE_MINUS_TARGET_ALPHA; }

/* Does the blending of some components read the target? */
static bool reads_target(const struct nvp4c_blend *b)
{
   return b->equation >= NVP4C_BLEND_MIN || b->target != NVP4C_FACTOR_ZERO || is_of_target(b->source) ||
          b->source == NVP4C_FACTOR_ALPHA_SATURATE;
}

bool key_reads_color(const struct nvp4c_key *key, unsigned n)
{
   const enum nvp4c_logic_op op = logic_of(key, n);

   if (is_kept(key, n) || is_second(key, n))
      return false;
   if (kept_of(key, n))
      return true;
   if (op)
      return op != NVP4C_LOGIC_CLEAR && op != NVP4C_LOGIC_SET && op != NVP4C_LOGIC_COPY_INVERTED;
   return blends(key, n) && (reads_target(&key->color[n].color) || reads_target(&key->color[n].alpha));
}

/* ---- blending */

/* A target that is being computed. */
struct target {
   struct ir_builder *b;
   const struct nvp4c_key *key;
   unsigned n;
   enum mem_format format, stored;
   src color[4], second[4]; /* of the program */
   src word[4], old[4];     /* the pixel before: words, components */
   uint32_t constant;       /* 1 + the parameter entry of key.blend, or 0 if nothing reads it */
};

/* Clamps a value to the range of the format. */
static src clamp(const struct target *t, src v)
{
   switch (mem_format_info[t->format].kind) {
   case MEM_UNORM: return format_saturate(t->b, v, IR_SAT_01);
   case MEM_SNORM: return format_saturate(t->b, v, IR_SAT_11);
   default: return v;
   }
}

static src load_constant(const struct target *t, unsigned c)
{
   const uint32_t attr[4] = {t->constant - 1, c, t->constant - 1, 1};

   return clamp(t, ir_use(ir_emit(t->b, IR_load_param, 32, 0, NULL, attr)->dst[0]));
}

static src one_minus(const struct target *t, src v)
{
   const src one = ir_imm(t->b, NUM_ONE);

   v.neg = !v.neg;
   v = ir_expr2(t->b, IR_fadd, one, v);
   return mem_format_info[t->format].kind == MEM_SNORM ? clamp(t, v) : v;
}

/* The factor for component c. The caller leaves out ZERO and ONE. */
static src factor(const struct target *t, unsigned f, unsigned c)
{
   switch (f) {
   case NVP4C_FACTOR_SOURCE_COLOR: return t->color[c];
   case NVP4C_FACTOR_ONE_MINUS_SOURCE_COLOR: return one_minus(t, t->color[c]);
   case NVP4C_FACTOR_SOURCE_ALPHA: return t->color[3];
   case NVP4C_FACTOR_ONE_MINUS_SOURCE_ALPHA: return one_minus(t, t->color[3]);
   case NVP4C_FACTOR_TARGET_COLOR: return t->old[c];
   case NVP4C_FACTOR_ONE_MINUS_TARGET_COLOR: return one_minus(t, t->old[c]);
   case NVP4C_FACTOR_TARGET_ALPHA: return t->old[3];
   case NVP4C_FACTOR_ONE_MINUS_TARGET_ALPHA: return one_minus(t, t->old[3]);
   case NVP4C_FACTOR_CONSTANT_COLOR: return load_constant(t, c);
   case NVP4C_FACTOR_ONE_MINUS_CONSTANT_COLOR: return one_minus(t, load_constant(t, c));
   case NVP4C_FACTOR_CONSTANT_ALPHA: return load_constant(t, 3);
   case NVP4C_FACTOR_ONE_MINUS_CONSTANT_ALPHA: return one_minus(t, load_constant(t, 3));
   case NVP4C_FACTOR_SECOND_COLOR: return t->second[c];
   case NVP4C_FACTOR_ONE_MINUS_SECOND_COLOR: return one_minus(t, t->second[c]);
   case NVP4C_FACTOR_SECOND_ALPHA: return t->second[3];
   case NVP4C_FACTOR_ONE_MINUS_SECOND_ALPHA: return one_minus(t, t->second[3]);
   default: /* ALPHA_SATURATE */
      return c == 3 ? ir_imm(t->b, NUM_ONE) : ir_expr2(t->b, IR_fmin, t->color[3], one_minus(t, t->old[3]));
   }
}

/* source * factor, or just the source. False if the factor is 0. */
static bool scale(const struct target *t, src v, unsigned f, unsigned c, src *product)
{
   *product = v;
   if (f > NVP4C_FACTOR_ONE && !(f == NVP4C_FACTOR_ALPHA_SATURATE && c == 3))
      *product = ir_expr2(t->b, IR_fmul, v, factor(t, f, c));
   return f != NVP4C_FACTOR_ZERO;
}

static src combine(const struct target *t, const struct nvp4c_blend *b, unsigned c)
{
   src s = t->color[c], d = t->old[c];

   if (b->equation >= NVP4C_BLEND_MIN)
      return ir_expr2(t->b, b->equation == NVP4C_BLEND_MIN ? IR_fmin : IR_fmax, s, d);
   const bool source = scale(t, s, b->source, c, &s);
   if (b->equation == NVP4C_BLEND_REVERSE_SUBTRACT)
      s = ir_neg(s);
   if (b->target == NVP4C_FACTOR_ZERO)
      return source ? ir_expr1(t->b, IR_fcanon, s) : ir_imm(t->b, 0);
   if (b->equation == NVP4C_BLEND_SUBTRACT)
      d = ir_neg(d);
   if (b->target == NVP4C_FACTOR_ONE || (b->target == NVP4C_FACTOR_ALPHA_SATURATE && c == 3))
      return source ? ir_expr2(t->b, IR_fadd, d, s) : ir_expr1(t->b, IR_fcanon, d);
   const src f = factor(t, b->target, c);
   return source ? ir_expr3(t->b, IR_fmad, d, f, s) : ir_expr2(t->b, IR_fmul, d, f);
}

static void blend(struct target *t)
{
   const struct nvp4c_key_color *k = &t->key->color[t->n];
   src out[4];

   for (unsigned c = 0; c < 4; c++) {
      t->color[c] = clamp(t, t->color[c]);
      t->second[c] = t->second[c].val ? clamp(t, t->second[c]) : ir_imm(t->b, 0);
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = combine(t, c < 3 ? &k->color : &k->alpha, c);
   memcpy(t->color, out, sizeof out);
}

/* ---- logic operations and words */

/* The operation on words of the source and the target; d has no value if the operation does not read the target. */
static src logic(struct ir_builder *b, enum nvp4c_logic_op op, src s, src d)
{
   switch (op) {
   case NVP4C_LOGIC_CLEAR: return ir_imm(b, 0);
   case NVP4C_LOGIC_AND: return ir_expr2(b, IR_iand, s, d);
   case NVP4C_LOGIC_AND_REVERSE: return ir_expr2(b, IR_iand, s, ir_expr1(b, IR_inot, d));
   case NVP4C_LOGIC_AND_INVERTED: return ir_expr2(b, IR_iand, ir_expr1(b, IR_inot, s), d);
   case NVP4C_LOGIC_XOR: return ir_expr2(b, IR_ixor, s, d);
   case NVP4C_LOGIC_OR: return ir_expr2(b, IR_ior, s, d);
   case NVP4C_LOGIC_NOR: return ir_expr1(b, IR_inot, ir_expr2(b, IR_ior, s, d));
   case NVP4C_LOGIC_EQUIV: return ir_expr1(b, IR_inot, ir_expr2(b, IR_ixor, s, d));
   case NVP4C_LOGIC_INVERT: return ir_expr1(b, IR_inot, d);
   case NVP4C_LOGIC_OR_REVERSE: return ir_expr2(b, IR_ior, s, ir_expr1(b, IR_inot, d));
   case NVP4C_LOGIC_COPY_INVERTED: return ir_expr1(b, IR_inot, s);
   case NVP4C_LOGIC_OR_INVERTED: return ir_expr2(b, IR_ior, ir_expr1(b, IR_inot, s), d);
   case NVP4C_LOGIC_NAND: return ir_expr1(b, IR_inot, ir_expr2(b, IR_iand, s, d));
   default: return ir_imm(b, UINT32_MAX);
   }
}

/* The bits of word w of a texel that belong to components of the mask. */
static uint32_t bits_of(const struct mem_format_info *f, unsigned mask, unsigned w)
{
   static const char letters[] = "xyzw";
   uint32_t bits = 0;

   for (unsigned k = 0, at = 0; k < 4 && f->bits[k]; at += f->bits[k++])
      for (unsigned c = 0; c < 4; c++)
         if (f->store[k] == letters[c] && mask >> c & 1 && at / 32 == w)
            bits |= (f->bits[k] == 32 ? UINT32_MAX : (1u << f->bits[k]) - 1) << at % 32;
   return bits;
}

/* Applies the logic operation to the bits that the components have in the format of the target. */
static void apply_logic(struct target *t, enum nvp4c_logic_op op)
{
   const struct mem_format_info *f = &mem_format_info[t->format];
   src mine[4], old[4] = {{0}};

   format_encode(t->b, f, t->color, mine);
   if (t->old[0].val)
      format_encode(t->b, f, t->old, old);
   for (unsigned w = 0; w < mem_format_words(f); w++)
      mine[w] = logic(t->b, op, mine[w], old[w]);
   format_decode(t->b, f, mine, t->color);
}

/* ---- the target */

static void store(struct target *t, unsigned c, src v)
{
   ir_emit(t->b, IR_store_output, 32, 1, &v, (uint32_t[4]){SLOT_FRAG_COLOR + t->n, c});
}

/* Stores the words of the pixel. */
static void store_words(struct target *t, enum nvp4c_logic_op op, unsigned keep)
{
   const struct mem_format_info *f = &mem_format_info[t->stored];
   src word[4];

   format_encode(t->b, f, t->color, word);
   for (unsigned w = 0; w < mem_format_words(f); w++) {
      const uint32_t kept = bits_of(f, keep, w);
      if (op)
         word[w] = logic(t->b, op, word[w], t->word[w]);
      if (kept) {
         const src new_bits = ir_expr_imm(t->b, IR_iand, word[w], ~kept);
         word[w] = ir_expr2(t->b, IR_ior, ir_expr_imm(t->b, IR_iand, t->word[w], kept), new_bits);
      }
      store(t, w, word[w]);
   }
}

static void compute(struct target *t)
{
   const unsigned keep = kept_of(t->key, t->n);
   const enum nvp4c_logic_op op = logic_of(t->key, t->n);
   const enum mem_kind kind = (enum mem_kind)mem_format_info[t->format].kind;
   const bool same_bits = t->stored == t->format ||
                          (mem_format_info[t->stored].kind == MEM_UNORM && mem_format_info[t->format].bits[0] == 8);

   if (blends(t->key, t->n))
      blend(t);
   if (op && !same_bits)
      apply_logic(t, op);
   if (t->stored != t->format && mem_format_info[t->stored].kind == MEM_FLOAT)
      for (unsigned c = 0; c < 4; c++) /* the range of the format, which the stored one exceeds */
         t->color[c] = kind == MEM_UNORM ? format_saturate(t->b, t->color[c], IR_SAT_01)
                                         : ir_expr_imm(t->b, IR_fmax, t->color[c], 0);
   if (key_color_format(t->key, t->n).words) {
      store_words(t, same_bits ? op : NVP4C_LOGIC_OFF, keep);
      return;
   }
   for (unsigned c = 0; c < 4; c++)
      store(t, c, keep >> c & 1 ? t->old[c] : t->color[c]);
}

/* ---- the pass */

bool key_changes_colors(const struct nvp4c_key *key)
{
   bool changes = false;

   for (unsigned n = 0; n < NVP4C_COLORS; n++)
      changes |= is_changed(key, n);
   return changes;
}

static src load_array(struct ir_builder *b, uint32_t array, unsigned c)
{
   return ir_use(ir_emit(b, IR_array_load, 32, 0, NULL, (uint32_t[4]){array, c})->dst[0]);
}

/* The words of the pixel before the fragment. */
static void load_target(struct ir_builder *b, unsigned n, enum mem_format stored, src word[4])
{
   for (unsigned w = 0; w < mem_format_words(&mem_format_info[stored]); w++)
      word[w] = ir_use(
         ir_emit(b, IR_load_input, 32, 0, NULL, (uint32_t[4]){SLOT_TARGET + n, w, INTERP_FLAT})->dst[0]);
}

void key_replace_fetched(struct ir_shader *s, const struct nvp4c_key *key)
{
   bool any = false;
   for (unsigned n = 0; n < NVP4C_COLORS; n++)
      any |= ir_may_use_slot(s, SLOT_FETCHED + n);
   if (!any)
      return;
   const uint32_t num = s->num_values;
   src *results = IR_SCRATCH(s, 0, src, num);
   ir_foreach_block (s, blk)
      ir_foreach_instr_safe (blk, i) {
         if (i->op != IR_load_input || i->attr[0] < SLOT_FETCHED || i->attr[0] > SLOT_FETCHED_LAST)
            continue;
         struct ir_builder b = ir_before(s, i);
         const unsigned n = i->attr[0] - SLOT_FETCHED;
         const enum mem_format stored = stored_format(format_of(key, n), key->color[n].srgb);
         src word[4], value[4];
         load_target(&b, n, stored, word);
         format_decode(&b, &mem_format_info[stored], word, value);
         results[i->dst[0]->id] = value[i->attr[1] & 3];
         ir_remove(i);
      }
   src *map = IR_SCRATCH(s, 1, src, s->num_values);
   memcpy(map, results, num * sizeof *map);
   ir_replace_uses(s, map);
}

/* Moves the colours that the program stores to arrays; array[n] is 1 + that of target n, or 0. */
static void collect(struct ir_shader *s, const struct nvp4c_key *key, uint32_t array[NVP4C_COLORS])
{
   ir_foreach_block (s, blk)
      ir_foreach_instr_safe (blk, i) {
         const unsigned n = i->attr[0] - SLOT_FRAG_COLOR;
         if (i->op != IR_store_output || n >= NVP4C_COLORS || !is_changed(key, n))
            continue;
         struct ir_builder at = ir_before(s, i);
         if (!array[n])
            array[n] = 1 + ir_array_new(s, 4, 32, "key.color");
         ir_emit(&at, IR_array_store, 32, 1, i->src, (uint32_t[4]){array[n] - 1, i->attr[1] & 3});
         ir_remove(i);
      }
}

/* Does blending read the parameter key.blend? */
static bool reads_constant(const struct nvp4c_key *key, unsigned n)
{
   const struct nvp4c_blend *b[2] = {&key->color[n].color, &key->color[n].alpha};
   bool reads = false;

   for (unsigned k = 0; k < 2 && blends(key, n); k++)
      for (unsigned side = 0; side < 2; side++) {
         const unsigned f = side ? b[k]->source : b[k]->target;
         reads |= b[k]->equation < NVP4C_BLEND_MIN && f >= NVP4C_FACTOR_CONSTANT_COLOR &&
                  f <= NVP4C_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
      }
   return reads;
}

void key_lower_colors(struct ir_shader *s, const struct nvp4c_key *key)
{
   uint32_t array[NVP4C_COLORS] = {0}, constant = 0;

   collect(s, key, array);
   for (unsigned n = 0; n < NVP4C_COLORS && !constant; n++)
      if (array[n] && reads_constant(key, n))
         constant = 1 + ir_add_param(s, (struct io_param){.cls = PARAM_STATE, .state = KEY_BLEND_PARAM});
   ir_foreach_block (s, blk) {
      if (blk->term != IR_TERM_RETURN)
         continue;
      struct ir_builder b = ir_at_end(s, blk);
      for (unsigned n = 0; n < NVP4C_COLORS; n++) {
         if (!array[n] || is_second(key, n) || is_kept(key, n))
            continue;
         struct target t = {.b = &b, .key = key, .n = n, .format = format_of(key, n), .constant = constant};
         t.stored = stored_format(t.format, key->color[n].srgb);
         for (unsigned c = 0; c < 4; c++) {
            t.color[c] = load_array(&b, array[n] - 1, c);
            if (!n && key->dual_source && array[1])
               t.second[c] = load_array(&b, array[1] - 1, c);
         }
         if (key_reads_color(key, n)) {
            load_target(&b, n, t.stored, t.word);
            format_decode(&b, &mem_format_info[t.stored], t.word, t.old);
         }
         compute(&t);
      }
   }
}
