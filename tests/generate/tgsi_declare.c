/* SPDX-License-Identifier: MIT */
/* Chooses the stage, properties, registers, objects and immediates of a TGSI program, and writes its declarations. */
#include "tests/generate/tgsi.h"

#include <stdlib.h>
#include <string.h>

#define G(t) (&(t)->g)

static const char *const stage_word[GEN_STAGES] = {"VERT", "FRAG", "GEOM", "COMP"};

/* ---- the instructions of the program */

static bool wide(const struct tgsi_op_info *i, const char *letters) { return strpbrk(i->types, letters) != NULL; }

/* Does the program have the feature that the instruction belongs to? */
static bool is_on(const struct gen *g, const struct tgsi_op_info *i, enum tgsi_op op)
{
   if ((i->flags & TGSI_LATER) || !(i->stages >> g->stage & 1) || i->kind == TGSI_FLOW)
      return false;
   if ((i->documents == 1 || i->documents == 2 || i->documents == 3) && !has(g, OLD))
      return false;
   if ((wide(i, "D") && !has(g, DOUBLE)) || (wide(i, "LM") && !has(g, INT64)))
      return false;
   if (i->flags & TGSI_DERIVATIVE && !has(g, DERIVATIVE))
      return false;
   if (op == TGSI_OP_CLOCK || ((i->kind == TGSI_TEX || i->kind == TGSI_VIEW) && !has(g, TEXTURE)) ||
       (i->kind == TGSI_VOTE && !has(g, GROUP)))
      return op == TGSI_OP_CLOCK && has(g, GROUP) && !has(g, FOLD);
   if (strpbrk(i->types, "IU") && i->kind <= TGSI_VECTOR && !(i->flags & TGSI_ADDRESS) && !has(g, INTEGER))
      return false;
   if (i->kind == TGSI_MEMORY)
      return op == TGSI_OP_BARRIER         ? has(g, BARRIER)
             : strncmp(i->name, "ATOM", 4) ? has(g, BUFFER)
                                           : has(g, ATOMIC) && has(g, BUFFER);
   if (i->kind == TGSI_EFFECT)
      return g->stage == GEN_GEOMETRY ? has(g, EMIT) : has(g, KILL);
   return true;
}

static void choose_ops(struct tgsi_gen *t)
{
   struct gen *g = G(t);
   const unsigned keep = has(g, DENSE) ? 10 : 100;

   for (unsigned k = 0; k < TGSI_OP_COUNT; k++) {
      const struct tgsi_op_info *i = &tgsi_op_info[k];

      if (!is_on(g, i, (enum tgsi_op)k))
         continue;
      if (i->kind == TGSI_MEMORY)
         t->memory.op[t->memory.count++] = (uint16_t)k;
      else if (i->kind == TGSI_TEX || i->kind == TGSI_VIEW)
         t->texture.op[t->texture.count++] = (uint16_t)k;
      else if (chance(g, keep))
         t->alu.op[t->alu.count++] = (uint16_t)k;
   }
   if (t->alu.count < 3) {
      t->alu.op[t->alu.count++] = TGSI_OP_MOV;
      t->alu.op[t->alu.count++] = TGSI_OP_ADD;
      t->alu.op[t->alu.count++] = TGSI_OP_UARL;
   }
}

/* ---- inputs and outputs */

/* Does the stage have the semantic for IN (0), OUT (1) or SV (2), with a slot? */
static bool has_semantic(const struct tgsi_gen *t, unsigned s, unsigned file)
{
   const struct tgsi_semantic_info *i = &tgsi_semantic_info[s];
   const unsigned stages = file == 0 ? i->in : file == 1 ? i->out : i->sv;

   return (stages >> t->g.stage & 1) && (i->slot != SLOT_COUNT || s == TGSI_SEMANTIC_CULLDIST);
}

static bool is_used(const struct tgsi_range *r, unsigned n, unsigned semantic, unsigned first, unsigned last)
{
   for (unsigned i = 0; i < n; i++)
      if (r[i].semantic == semantic && first <= r[i].index + r[i].last - r[i].first && last >= r[i].index)
         return true;
   return false;
}

static void add_range(struct tgsi_gen *t, struct tgsi_range *r, unsigned *n, unsigned semantic, unsigned index, unsigned len,
                      bool array)
{
   const unsigned first = *n ? r[*n - 1].last + 1 : 0;

   if (*n == TGSI_IO || is_used(r, *n, semantic, index, index + len - 1))
      return;
   r[(*n)++] = (struct tgsi_range){first, first + len - 1, array ? ++t->num_ids : 0, semantic, index};
}

static void any_semantic(struct tgsi_gen *t, struct tgsi_range *r, unsigned *n, unsigned file)
{
   struct gen *g = G(t);
   const unsigned s = below(g, TGSI_SEMANTIC_COUNT);
   const bool fragment_colour =
       file == 1 && g->stage == GEN_FRAGMENT && (s == TGSI_SEMANTIC_COLOR || s == TGSI_SEMANTIC_GENERIC);

   if (!has_semantic(t, s, file) || fragment_colour)
      return;
   const unsigned count = s == TGSI_SEMANTIC_CULLDIST ? 1 : tgsi_semantic_info[s].count > 8 ? 8 : tgsi_semantic_info[s].count;
   add_range(t, r, n, s, below(g, count), 1, false);
}

static void inputs(struct tgsi_gen *t)
{
   struct gen *g = G(t);

   if (g->stage == GEN_COMPUTE)
      return;
   for (unsigned i = 1 + below(g, 4); i > 0; i--)
      add_range(t, t->in, &t->num_in, TGSI_SEMANTIC_GENERIC, 9 + 3 * i, 1, false);
   if (has(g, IO_ARRAY))
      add_range(t, t->in, &t->num_in, TGSI_SEMANTIC_GENERIC, 0, 2 + below(g, 4), true);
   for (unsigned k = below(g, 4); g->stage != GEN_VERTEX && k > 0; k--)
      any_semantic(t, t->in, &t->num_in, 0);
}

static void outputs(struct tgsi_gen *t)
{
   struct gen *g = G(t);
   const bool fragment = g->stage == GEN_FRAGMENT;

   if (g->stage == GEN_COMPUTE)
      return;
   if (fragment)
      for (unsigned i = 0, n = chance(g, 60) ? 1 : 1 + below(g, 4); i < n; i++)
         add_range(t, t->out, &t->num_out, TGSI_SEMANTIC_COLOR, i, 1, false);
   else
      add_range(t, t->out, &t->num_out, TGSI_SEMANTIC_POSITION, 0, 1, false);
   for (unsigned k = 1 + below(g, 3); !fragment && k > 0; k--)
      add_range(t, t->out, &t->num_out, TGSI_SEMANTIC_GENERIC, 9 + 2 * k, 1, false);
   if (has(g, IO_ARRAY) && !fragment)
      add_range(t, t->out, &t->num_out, TGSI_SEMANTIC_GENERIC, 0, 2 + below(g, 4), true);
   for (unsigned k = has(g, OUTPUT) ? below(g, 5) : 0; k > 0; k--)
      any_semantic(t, t->out, &t->num_out, 1);
}

static void system_values(struct tgsi_gen *t)
{
   struct gen *g = G(t);

   if (g->stage == GEN_COMPUTE) {
      t->svs[t->num_svs++] = TGSI_SEMANTIC_THREAD_ID;
      t->svs[t->num_svs++] = TGSI_SEMANTIC_BLOCK_ID;
   }
   for (unsigned k = below(g, 14); k > 0 && t->num_svs < TGSI_SVS; k--) {
      const unsigned s = below(g, TGSI_SEMANTIC_COUNT);
      bool have = !has_semantic(t, s, 2);

      for (unsigned i = 0; i < t->num_svs; i++)
         have |= t->svs[i] == s;
      if (!have)
         t->svs[t->num_svs++] = s;
   }
}

/* ---- registers */

static void temporaries(struct tgsi_gen *t)
{
   struct gen *g = G(t);
   unsigned next;

   t->temps = has(g, PRESSURE) ? 15 + below(g, 60) : 3 + below(g, 10);
   t->counter = t->temps;
   t->dead = t->counter + TGSI_COUNTERS;
   next = t->dead + 2;
   for (unsigned i = has(g, TEMP_ARRAY) ? 1 + below(g, TGSI_ARRAYS) : 0; i > 0; i--) {
      const unsigned len = gen_length(g);

      t->arrays[t->num_arrays++] = (struct tgsi_range){next, next + len - 1, ++t->num_ids, 0, 0};
      next += len;
   }
   for (unsigned i = 0; i < t->temps; i++)
      t->types[i] = (uint8_t)"FFFFFUUIDL"[below(g, 10)];
   t->addresses = 1 + below(g, 3);
   t->predicates = has(g, CONDITION) && has(g, OLD) ? 1 + below(g, 2) : 0;
   t->loops = has(g, OLD) ? 2 : 0;
   t->consts[0] = 1 + below(g, 20);
   t->consts[1] = chance(g, 50) ? 1 + below(g, 8) : 0;
   t->consts[2] = t->consts[1] && chance(g, 40) ? 1 + below(g, 8) : 0;
}

static void immediates(struct tgsi_gen *t)
{
   struct gen *g = G(t);

   t->num_imms = 3 + below(g, 6);
   for (unsigned i = 0; i < t->num_imms; i++) {
      t->imm_type[i] = (uint8_t)(chance(g, 70) ? TGSI_UINT32 : TGSI_FLT32);
      for (unsigned c = 0; c < 4; c++)
         t->imm[i][c] = i == 0 ? c : gen_word(g);
   }
}

/* ---- objects */

static unsigned any_target(struct tgsi_gen *t, bool image)
{
   struct gen *g = G(t);

   for (;;) {
      const unsigned n = chance(g, 40) ? TGSI_TARGET_2D : below(g, TGSI_TARGET_COUNT);

      if (n == TGSI_TARGET_UNKNOWN || (tgsi_target_info[n].shadow && (image || !has(g, SHADOW))))
         continue;
      return n;
   }
}

static void objects(struct tgsi_gen *t)
{
   struct gen *g = G(t);

   if (has(g, TEXTURE)) {
      t->num_samplers = 1 + below(g, TGSI_SAMPLERS);
      t->num_views = 1 + below(g, TGSI_VIEWS);
      for (unsigned i = 0; i < t->num_samplers; i++)
         t->target[i] = any_target(t, false);
      for (unsigned i = 0; i < t->num_views && i < t->num_samplers; i++)
         t->view_target[i] = t->target[i];
      if (t->num_views > t->num_samplers)
         t->num_views = t->num_samplers;
   }
   if (has(g, BUFFER) || g->stage == GEN_COMPUTE)
      t->num_buffers = 1 + below(g, TGSI_BUFS - 1);
   if (has(g, BUFFER)) {
      t->atomic_counters = chance(g, 15);
      t->constbuf = t->consts[1] && chance(g, 25);
      t->memories[TGSI_PRIVATE] = chance(g, 30);
      t->memories[TGSI_GLOBAL] = chance(g, 20);
      t->memories[TGSI_INPUT] = g->stage == GEN_COMPUTE && t->memories[TGSI_PRIVATE] && chance(g, 20);
      t->memories[TGSI_SHARED] = g->stage == GEN_COMPUTE && has(g, SHARED);
   }
   for (unsigned i = has(g, BUFFER) && has(g, IMAGE) ? 1 + below(g, TGSI_IMAGES) : 0; i > 0; i--) {
      t->image_target[t->num_images] = any_target(t, true);
      t->image_format[t->num_images++] = chance(g, 30) ? 0 : below(g, MEM_FORMAT_COUNT);
   }
}

/* ---- properties */

static const char *value_of(struct tgsi_gen *t, enum tgsi_property p)
{
   struct gen *g = G(t);

   switch (p) {
   case TGSI_PROPERTY_GS_INVOCATIONS: return gen_format(g, "%u", 1 + below(g, 4));
   case TGSI_PROPERTY_FS_DEPTH_LAYOUT: return gen_format(g, "%u", below(g, 5));
   case TGSI_PROPERTY_NUM_CLIPDIST_ENABLED:
   case TGSI_PROPERTY_NUM_CULLDIST_ENABLED: return gen_format(g, "%u", below(g, 4));
   default: break;
   }
   const char *const values = tgsi_property_info[p].values;
   if (!*values)
      return gen_format(g, "%u", below(g, 2));
   unsigned words = 1;
   for (const char *s = values; *s; s++)
      words += *s == ' ';
   const char *s = values;
   for (unsigned k = below(g, words); k > 0; k--)
      s = strchr(s, ' ') + 1;
   return gen_copy(g, s, strcspn(s, " "));
}

static void properties(struct tgsi_gen *t)
{
   static const char *const in[] = {"POINTS", "LINES", "TRIANGLES", "LINES_ADJACENCY", "TRIANGLES_ADJACENCY"},
                            *const to[] = {"POINTS", "LINE_STRIP", "TRIANGLE_STRIP"};
   static const uint8_t vertices[] = {1, 2, 3, 4, 6};
   struct gen *g = G(t);
   struct gen_text s = {0};

   if (g->stage == GEN_GEOMETRY) {
      const unsigned k = below(g, 5), out = below(g, 3);

      t->vertices = vertices[k];
      gen_write(&s, "PROPERTY GS_INPUT_PRIMITIVE %s\nPROPERTY GS_OUTPUT_PRIMITIVE %s\nPROPERTY GS_MAX_OUTPUT_VERTICES %u\n",
                in[k], to[out], 4 + below(g, 30));
   }
   if (g->stage == GEN_COMPUTE) {
      static const uint8_t sizes[][3] = {{32, 1, 1}, {64, 1, 1}, {8, 8, 1}, {33, 1, 1},
                                         {4, 4, 4},  {1, 1, 1},  {2, 3, 5}, {16, 1, 1}};
      const uint8_t *size = sizes[below(g, 8)];

      t->width = size[0];
      gen_write(&s, "PROPERTY CS_FIXED_BLOCK_WIDTH %u\nPROPERTY CS_FIXED_BLOCK_HEIGHT %u\nPROPERTY CS_FIXED_BLOCK_DEPTH %u\n",
                size[0], size[1], size[2]);
   }
   for (unsigned p = 0; p < TGSI_PROPERTY_COUNT && has(g, PROPERTY); p++) {
      const bool mine = p <= TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES ||
                        (p >= TGSI_PROPERTY_CS_FIXED_BLOCK_WIDTH && p <= TGSI_PROPERTY_CS_FIXED_BLOCK_DEPTH);

      if (!mine && (tgsi_property_info[p].stages >> g->stage & 1) && chance(g, 15))
         gen_write(&s, "PROPERTY %s %s\n", tgsi_property_info[p].name, value_of(t, (enum tgsi_property)p));
   }
   t->properties = s.data ? gen_copy(g, s.data, s.len) : "";
   gen_add(&g->line, "", 0);
   free(s.data);
}

void tgsi_gen_setup(struct gen *g)
{
   struct tgsi_gen *t = (struct tgsi_gen *)g;

   t->stage = (enum tgsi_stage)g->stage;
   properties(t);
   choose_ops(t);
   inputs(t);
   outputs(t);
   system_values(t);
   temporaries(t);
   immediates(t);
   objects(t);
}

/* ---- as text */

static void range(struct gen_text *out, const char *file, const struct tgsi_range *r, const char *before)
{
   gen_write(out, "DCL %s%s[%u", file, before, r->first);
   if (r->last > r->first)
      gen_write(out, "..%u", r->last);
   gen_write(out, "]");
   if (r->id)
      gen_write(out, ", ARRAY(%u)", r->id);
}

static void semantic(struct gen_text *out, unsigned s, unsigned index)
{
   gen_write(out, ", %s", tgsi_semantic_info[s].name);
   if (index || s == TGSI_SEMANTIC_GENERIC)
      gen_write(out, "[%u]", index);
}

static void io(struct tgsi_gen *t, struct gen_text *out)
{
   static const char *const interp[] = {", CONSTANT",       ", LINEAR", ", PERSPECTIVE", ", COLOR", ", PERSPECTIVE, CENTROID",
                                        ", LINEAR, SAMPLE", ""};
   struct gen *g = G(t);

   for (unsigned i = 0; i < t->num_in; i++) {
      range(out, "IN", &t->in[i], t->vertices && t->in[i].semantic != TGSI_SEMANTIC_PRIM_ID ? "[]" : "");
      if (g->stage != GEN_VERTEX)
         semantic(out, t->in[i].semantic, t->in[i].index);
      const bool system = t->in[i].semantic == TGSI_SEMANTIC_FACE || t->in[i].semantic == TGSI_SEMANTIC_POSITION ||
                          t->in[i].semantic == TGSI_SEMANTIC_PRIM_ID;
      gen_write(out, "%s\n", g->stage == GEN_FRAGMENT && !system ? interp[t->in[i].index % 5 + t->in[i].first % 3] : "");
   }
   for (unsigned i = 0; i < t->num_out; i++) {
      range(out, "OUT", &t->out[i], "");
      semantic(out, t->out[i].semantic, t->out[i].index);
      gen_write(out, "\n");
   }
   for (unsigned i = 0; i < t->num_svs; i++)
      gen_write(out, "DCL SV[%u], %s\n", i, tgsi_semantic_info[t->svs[i]].name);
}

static void object_text(const struct tgsi_gen *t, struct gen_text *out)
{
   static const char *const kinds[] = {"GLOBAL", "SHARED", "PRIVATE", "INPUT"};

   for (unsigned i = 0; i < t->num_samplers; i++)
      gen_write(out, "DCL SAMP[%u]\n", i);
   for (unsigned i = 0; i < t->num_samplers; i++)
      gen_write(out, "DCL SVIEW[%u], %s, %s\n", i, tgsi_target_info[t->target[i]].name,
                tgsi_return_name[t->target[i] % 3 ? TGSI_RETURN_FLOAT : (t->target[i] + i) % TGSI_RETURN_COUNT]);
   if (t->num_buffers)
      gen_write(out, "DCL BUFFER[0..%u]\n", t->num_buffers - 1);
   for (unsigned i = 0; i < t->num_images; i++)
      gen_write(out, "DCL IMAGE[%u], %s, %s, WR\n", i, tgsi_target_info[t->image_target[i]].name,
                tgsi_format_name[t->image_format[i]]);
   for (unsigned i = 0; i < TGSI_MEMORY_COUNT; i++)
      if (t->memories[i])
         gen_write(out, "DCL MEMORY[%u], %s\n", i, kinds[i]);
   if (t->atomic_counters)
      gen_write(out, "DCL HWATOMIC[0][0..3]\n");
}

static void immediate_text(const struct tgsi_gen *t, struct gen_text *out)
{
   for (unsigned i = 0; i < t->num_imms; i++) {
      gen_write(out, "IMM[%u] %s {", i, tgsi_imm_name[t->imm_type[i]]);
      for (unsigned c = 0; c < 4; c++)
         gen_write(out, "%s0x%08x", c ? ", " : "", t->imm[i][c]);
      gen_write(out, "}\n");
   }
}

void tgsi_gen_declarations(struct tgsi_gen *t, struct gen_text *out)
{
   gen_write(out, "%s\n# seed %llu\n%s", stage_word[t->g.stage], (unsigned long long)t->g.request->seed, t->properties);
   io(t, out);
   object_text(t, out);
   gen_write(out, "DCL CONST[0][0..%u]\n", t->consts[0] - 1);
   for (unsigned b = 1; b < 3 && t->consts[b]; b++)
      gen_write(out, "DCL CONST[%u][0..%u]\n", b, t->consts[b] - 1);
   gen_write(out, "DCL TEMP[0..%u]\n", t->dead + 1);
   for (unsigned i = 0; i < t->num_arrays; i++) {
      range(out, "TEMP", &t->arrays[i], "");
      gen_write(out, "\n");
   }
   gen_write(out, "DCL ADDR[0..%u]\n", t->addresses - 1);
   if (t->predicates)
      gen_write(out, "DCL PRED[0..%u]\n", t->predicates - 1);
   if (t->loops)
      gen_write(out, "DCL LOOP[0..%u]\n", t->loops - 1);
   immediate_text(t, out);
}
