/* SPDX-License-Identifier: MIT */
/* Chooses the dialect, options, variables, arrays and bindings of an NV or ARB program, and writes its declarations. */
#include "tests/generate/nv.h"

#include <stdlib.h>
#include <string.h>

#define G(v) (&(v)->g)

/* ---- dialect and instructions */

static void choose_dialect(struct nv_gen *v)
{
   static const uint8_t vertex[] = {NV_D_VP, NV_D_VP | NV_D_VP2, NV_D_VP | NV_D_VP2 | NV_D_VP3};
   static const uint8_t fragment[] = {NV_D_FP, NV_D_FP | NV_D_FPO, NV_D_FP | NV_D_FPO | NV_D_FP2};
   struct gen *g = G(v);

   v->arb = g->language == GEN_ARB;
   v->dialect = NV_D_NV4;
   if (v->arb)
      v->dialect = (g->stage == GEN_VERTEX ? vertex : fragment)[below(g, 3)];
   v->jumps = v->arb && nv_gen_has(v, NV_D_VP2);
   if (v->arb && !nv_gen_has(v, NV_D_VP2 | NV_D_FP2))
      g->num_subs = 0;
}

static bool is_flow(const struct nv_op_info *i)
{
   switch (i->shape) {
   case NV_SHAPE_BRA:
   case NV_SHAPE_FLOWCC:
   case NV_SHAPE_IF:
   case NV_SHAPE_REP:
   case NV_SHAPE_ENDFLOW:
   case NV_SHAPE_LOOP:
   case NV_SHAPE_PUSHA:
   case NV_SHAPE_POPA: return true;
   default: return false;
   }
}

static bool is_on(const struct nv_gen *v, const struct nv_op_info *i, unsigned op)
{
   const struct gen *g = &v->g;

   if (is_flow(i) || (v->arb ? !(i->dialects & v->dialect) : !(i->stages >> g->stage & 1)))
      return false;
   if (i->shape == NV_SHAPE_TEX || i->shape == NV_SHAPE_TXD)
      return has(g, TEXTURE);
   if (op == NV_OP_DDX || op == NV_OP_DDY)
      return has(g, DERIVATIVE);
   if (i->shape == NV_SHAPE_KIL)
      return has(g, KILL);
   if (i->shape == NV_SHAPE_EMIT)
      return has(g, EMIT);
   return i->types != NV_TYPES_I || has(g, INTEGER) || v->arb;
}

static void choose_ops(struct nv_gen *v)
{
   struct gen *g = G(v);
   const unsigned keep = has(g, DENSE) ? 20 : 100;

   for (unsigned k = 0; k < NV_OP_COUNT; k++) {
      const struct nv_op_info *i = &nv_op_info[k];

      if (!is_on(v, i, k))
         continue;
      if (i->shape == NV_SHAPE_TEX || i->shape == NV_SHAPE_TXD)
         v->texture_ops[v->num_texture_ops++] = (uint16_t)k;
      else if (chance(g, keep))
         v->ops[v->num_ops++] = (uint16_t)k;
   }
   if (v->num_ops < 3) {
      v->ops[v->num_ops++] = NV_OP_MOV;
      v->ops[v->num_ops++] = NV_OP_ADD;
      v->ops[v->num_ops++] = NV_OP_SLT;
   }
}

/* ---- options */

static void options(struct nv_gen *v, bool *draw_buffers)
{
   static const char *const fragment[] = {"ARB_fog_exp",
                                          "ARB_fog_exp2",
                                          "ARB_fog_linear",
                                          "ARB_precision_hint_fastest",
                                          "ARB_precision_hint_nicest",
                                          "ARB_fragment_coord_origin_upper_left",
                                          "ARB_fragment_coord_pixel_center_integer"};
   struct gen *g = G(v);
   struct gen_text s = {0};

   gen_add(&s, "", 0);
   if (v->arb && (nv_gen_has(v, NV_D_VP3) || nv_gen_has(v, NV_D_FP2)))
      gen_write(&s, "OPTION %s;\n", g->stage == GEN_VERTEX ? "NV_vertex_program3" : "NV_fragment_program2");
   else if (v->arb && nv_gen_has(v, NV_D_VP2 | NV_D_FPO))
      gen_write(&s, "OPTION %s;\n", g->stage == GEN_VERTEX ? "NV_vertex_program2" : "NV_fragment_program");
   if (v->arb && has(g, SHADOW) && has(g, TEXTURE) && (g->stage == GEN_FRAGMENT || nv_gen_has(v, NV_D_VP3)))
      gen_write(&s, "OPTION ARB_fragment_program_shadow;\n");
   *draw_buffers = g->stage == GEN_FRAGMENT && chance(g, 50);
   if (*draw_buffers)
      gen_write(&s, "OPTION %s_draw_buffers;\n", chance(g, 70) ? "ARB" : "ATI");
   if (g->stage == GEN_FRAGMENT && has(g, PROPERTY) && chance(g, 50))
      gen_write(&s, "OPTION %s;\n", fragment[below(g, 7)]);
   v->invariant = g->stage == GEN_VERTEX && has(g, PROPERTY) && chance(g, 15);
   if (v->invariant)
      gen_write(&s, "OPTION ARB_position_invariant;\n");
   if (g->stage == GEN_GEOMETRY) {
      static const char *const in[] = {"POINTS", "LINES", "TRIANGLES", "LINES_ADJACENCY", "TRIANGLES_ADJACENCY"},
                               *const to[] = {"POINTS", "LINE_STRIP", "TRIANGLE_STRIP"};
      static const uint8_t vertices[] = {1, 2, 3, 4, 6};
      const unsigned k = below(g, 5), prim = below(g, 3);

      v->vertices = vertices[k];
      gen_write(&s, "PRIMITIVE_IN %s;\nPRIMITIVE_OUT %s;\nVERTICES_OUT 16;\n", in[k], to[prim]);
   }
   v->options = gen_copy(g, s.data, s.len);
   free(s.data);
}

/* ---- variables */

static void inputs(struct nv_gen *v)
{
   struct gen *g = G(v);

   for (unsigned tries = 0; tries < 400 && v->num_inputs < 2 + (unsigned)(g->request->seed >> 1) % (NV_INPUTS - 2); tries++) {
      const char *s = nv_gen_binding(v, NV_BIND_INPUT, &v->input_per_vertex[v->num_inputs]);

      if (s)
         v->inputs[v->num_inputs++] = s;
   }
   for (unsigned tries = 0; tries < 60 && v->num_system < 2; tries++) {
      bool per_vertex = false;
      const char *s = nv_gen_binding(v, NV_BIND_SYSTEM, &per_vertex);

      if (s && !per_vertex)
         v->system[v->num_system++] = s;
   }
}

static void outputs(struct nv_gen *v, bool draw_buffers)
{
   struct gen *g = G(v);
   const bool fragment = g->stage == GEN_FRAGMENT;
   const unsigned want = has(g, OUTPUT) ? 2 + below(g, NV_OUTPUTS - 2) : 2;

   if (fragment)
      v->outputs[v->num_outputs++] = "result.color";
   else if (!v->invariant)
      v->outputs[v->num_outputs++] = "result.position";
   if (draw_buffers)
      for (unsigned k = below(g, 4); k > 0; k--)
         v->outputs[v->num_outputs++] = gen_format(g, "result.color[%u]", k);
   for (unsigned tries = 0; tries < 300 && v->num_outputs < want; tries++) {
      bool per_vertex;
      const char *s = nv_gen_binding(v, NV_BIND_OUTPUT, &per_vertex);

      if (s && !(fragment && strstr(s, "color")) && !(v->invariant && strstr(s, "position")))
         v->outputs[v->num_outputs++] = s;
   }
}

static const char *const type_word[] = {
    [NV_TYPE_NONE] = "", [NV_TYPE_F] = "FLOAT ", [NV_TYPE_S] = "INT ", [NV_TYPE_U] = "UINT "};

static void params(struct nv_gen *v)
{
   struct gen *g = G(v);
   unsigned base = below(g, 12);
   bool state = false;

   /* Arrays with relative addressing must not repeat a binding. */
   for (unsigned i = has(g, PARAM_ARRAY) ? 1 + below(g, NV_PARAMS) : 0; i > 0; i--) {
      struct nv_array *a = &v->params[v->num_params];

      a->name = gen_format(g, "p%u", v->num_params);
      a->type = v->arb || !v->num_params ? NV_TYPE_NONE : (enum nv_type)below(g, 4);
      a->len = 0;
      put(g, "{ ");
      for (unsigned k = 1 + below(g, 4); k > 0; k--) {
         const unsigned form = below(g, 10), n = 1 + below(g, 9);

         put(g, "%s", a->len ? ", " : "");
         if (form < 5 && n > 1) {
            put(g, "program.%s[%u..%u]", form < 4 ? "local" : "env", base, base + n - 1);
            a->len += n;
            base += n;
            continue;
         }
         if (form < 7)
            put(g, "program.%s[%u]", form < 6 ? "local" : "env", base++);
         else if (form == 7 && !state)
            put(g, "%s", nv_gen_state(v)), state = true;
         else
            nv_gen_vector(v, a->type == NV_TYPE_NONE ? NV_TYPE_F : a->type);
         a->len++;
      }
      put(g, " }");
      a->text = gen_take(g);
      v->num_params++;
   }
}

static void arrays(struct nv_gen *v)
{
   struct gen *g = G(v);

   for (unsigned i = has(g, TEMP_ARRAY) && !v->arb ? 1 + below(g, NV_ARRAYS) : 0; i > 0; i--) {
      struct nv_array *a = &v->arrays[v->num_arrays];

      *a = (struct nv_array){
          .name = gen_format(g, "q%u", v->num_arrays), .len = gen_length(g), .set = GEN_SET_ARRAYS + v->num_arrays};
      a->type = v->num_arrays ? (enum nv_type)below(g, 4) : NV_TYPE_NONE;
      v->num_arrays++;
   }
   if (has(g, IO_ARRAY) && !v->arb) {
      const char *const sort = g->stage == GEN_VERTEX && g->request->seed & 1 ? "texcoord" : "attrib";
      const unsigned first = below(g, 4), last = first + 1 + below(g, 3);
      const bool geometry = g->stage == GEN_GEOMETRY;

      v->in_array = (struct nv_array){.name = "ina", .len = last - first + 1, .per_vertex = geometry};
      v->in_array.text = gen_format(g, "ATTRIB ina[] = { %s.%s[%u..%u] };\n", g->stage == GEN_FRAGMENT ? "fragment" : "vertex",
                                    sort, first, last);
      if (g->stage != GEN_FRAGMENT) {
         v->out_array = (struct nv_array){.name = "outa", .len = 4};
         v->out_array.text =
             chance(g, 50) ? "OUTPUT outa[] = { result.attrib[2..5] };\n" : "OUTPUT outa[4] = { result.texcoord[1..4] };\n";
      }
   }
   if (has(g, BUFFER) && !v->arb) {
      const unsigned first = below(g, 5), last = first + 1 + below(g, 12);

      v->buffer = (struct nv_array){.name = "buf", .len = last - first + 1};
      v->buffer.text = gen_format(g, "BUFFER%s buf[] = { program.buffer[%u][%u..%u] };\n", chance(g, 50) ? "4" : "",
                                  below(g, 3), first, last);
   }
}

static void temporaries(struct nv_gen *v)
{
   struct gen *g = G(v);

   v->temps = has(g, PRESSURE) ? 15 + below(g, 60) : 3 + below(g, 10);
   g->temporaries.count = v->temps;
   if (v->arb) {
      v->addresses = g->stage == GEN_VERTEX ? 1 + below(g, 2) : 0;
      v->num_typed = nv_gen_has(v, NV_D_FPO) && has(g, PRECISION) ? 1 + below(g, 3) : 0;
      for (unsigned i = 0; i < v->num_typed; i++)
         v->typed[i] = (uint8_t)(NV_SHORT + below(g, 2));
      return;
   }
   v->num_typed = below(g, NV_TYPED);
   for (unsigned i = 0; i < v->num_typed; i++)
      v->typed[i] = (uint8_t)(i == 0 ? NV_INT : 1 + below(g, has(g, PRECISION) ? NV_DECLARED - 1 : NV_FLOAT));
}

static void targets(struct nv_gen *v)
{
   struct gen *g = G(v);

   for (unsigned i = 0; i < NV_UNITS; i++)
      do
         v->target[i] = (uint8_t)(chance(g, 40) ? TEX_2D : below(g, v->arb ? TEX_SHADOWRECT + 1u : TEX_NV_TARGETS));
      while (exec_tex_info[v->target[i]].shadow &&
             (!has(g, SHADOW) || (v->arb && g->stage == GEN_VERTEX && !nv_gen_has(v, NV_D_VP3))));
}

void nv_gen_setup(struct gen *g)
{
   struct nv_gen *v = (struct nv_gen *)g;
   bool draw_buffers;

   choose_dialect(v);
   choose_ops(v);
   options(v, &draw_buffers);
   inputs(v);
   outputs(v, draw_buffers);
   temporaries(v);
   params(v);
   arrays(v);
   targets(v);
}

/* ---- as text */

void nv_gen_declarations(struct nv_gen *v, struct gen_text *out)
{
   static const char *const header[GEN_STAGES] = {"!!NVvp4.0", "!!NVfp4.0", "!!NVgp4.0", ""}, *const arb[] = {"!!ARBvp1.0",
                                                                                                              "!!ARBfp1.0"};
   static const char *const words[NV_DECLARED] = {"", "INT ", "UINT ", "FLOAT ", "SHORT ", "LONG "};

   gen_write(out, "%s\n# seed %llu\n%s", v->arb ? arb[v->g.stage] : header[v->g.stage], (unsigned long long)v->g.request->seed,
             v->options);
   gen_write(out, "TEMP ");
   for (unsigned i = 0; i < v->temps; i++)
      gen_write(out, "r%u%s", i, i + 1 < v->temps ? ", " : ";\n");
   for (unsigned i = 0; i < v->num_typed; i++)
      gen_write(out, "%sTEMP t%u;\n", words[v->typed[i]], i);
   gen_write(out, "TEMP d0, d1, l0, l1, l2, l3, l4, l5, l6, l7;\n");
   for (unsigned i = 0; i < v->addresses; i++)
      gen_write(out, "ADDRESS a%u;\n", i);
   for (unsigned i = 0; i < v->num_arrays; i++)
      gen_write(out, "%sTEMP %s[%u];\n", type_word[v->arrays[i].type], v->arrays[i].name, v->arrays[i].len);
   for (unsigned i = 0; i < v->num_params; i++)
      gen_write(out, "%sPARAM %s[%u] = %s;\n", type_word[v->params[i].type], v->params[i].name, v->params[i].len,
                v->params[i].text);
   const struct nv_array *const others[] = {&v->in_array, &v->out_array, &v->buffer};
   for (unsigned i = 0; i < 3; i++)
      gen_write(out, "%s", others[i]->text ? others[i]->text : "");
}
