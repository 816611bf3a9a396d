/* SPDX-License-Identifier: MIT */
/*
 * Lowering of variables and operands: the IR arrays that hold them, and loads of a component of an element (2.X.4.2 of
 * NV_gpu_program4; docs/semantics-nv.md defines what that section leaves open).
 */
#include "frontend/nv/lower/nv_lower.h"

/* ---- variables that the program uses */

static uint32_t num_vertices(const struct nv_program *p)
{
   uint32_t n = p->stage == NV_GEOMETRY ? exec_primitive_vertices(p->prim_in) : 1;

   return n ? n : 1;
}

/* Returns true if the attribute belongs to a vertex of the input primitive, which its binding or the operand selects. */
static bool has_vertex(const struct nv_lower *l, const struct nv_var *v)
{
   return l->p->stage == NV_GEOMETRY && v->cls == NV_ATTRIB && (v->per_vertex || v->vertex != NV_NONE);
}

/* A component of an attribute. Components that are not supplied are 0, 0, 1. */
static struct ir_src attrib_input(struct nv_lower *l, const struct nv_var *v, uint32_t element, unsigned c,
                                  struct ir_src vertex)
{
   if (v->supplied && c >= v->supplied)
      return fe_imm(&l->fe, c == 3 ? v->default_w : 0);
   const struct ir_src in = fe_input(&l->fe, v->slot + element, c, v->interp, vertex);
   const bool integer = l->p->opt_pixel_center_integer && v->slot == SLOT_POSITION && c < 2; /* inputs are pixel centres */
   return integer ? fe_op2(&l->fe, IR_fadd, in, fe_imm(&l->fe, 0xbf000000u)) : in;
}

/* Copies an attribute that is indexed with a register to IR arrays at the start: element * vertices + vertex. */
static void copy_attrib(struct nv_lower *l, uint32_t var, uint8_t comps)
{
   struct fe_lower *f = &l->fe;
   const struct nv_var *v = &l->p->vars[var];
   uint32_t vertices = v->per_vertex ? num_vertices(l->p) : 1, length = v->length * vertices;

   for (unsigned c = 0; c < 4; c++) {
      uint32_t *array = &l->var.attrib[var][c];

      if (!(comps >> c & 1) || *array != FE_NONE)
         continue;
      *array = ir_array_component(f->s, length, v->name ? v->name : "attrib", c);
      for (uint32_t i = 0; i < length; i++) {
         struct ir_src vertex = {0}, val;

         if (v->per_vertex)
            vertex = fe_imm(f, i % vertices);
         else if (has_vertex(l, v))
            vertex = fe_imm(f, v->vertex);
         val = attrib_input(l, v, i / vertices, c, vertex);
         ir_emit(&f->b, IR_array_store, 32, 1, &val, (uint32_t[4]){*array, i});
      }
   }
}

void nv_lower_prepare(struct nv_lower *l)
{
   const struct nv_program *p = l->p;
   bool join[SLOT_COUNT + 1] = {false};

   l->var.temp = util_alloc_array(l->fe.ctx, (size_t)p->num_vars + 1, sizeof *l->var.temp);
   l->var.attrib = util_alloc_array(l->fe.ctx, (size_t)p->num_vars + 1, sizeof *l->var.attrib);
   for (uint32_t v = 0; v < p->num_vars; v++)
      for (unsigned c = 0; c < 4; c++)
         l->var.temp[v][c] = l->var.attrib[v][c] = FE_NONE;

   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct nv_instr *in = &p->instrs[i];

      l->fe.b.span = in->span;
      if (in->dst.present && in->dst.var != NV_NONE && in->dst.index.relative && p->vars[in->dst.var].cls == NV_RESULT)
         for (uint32_t k = 1; k < p->vars[in->dst.var].length; k++)
            join[p->vars[in->dst.var].slot + k] = true;
      for (unsigned s = 0; s < in->num_src; s++) {
         const struct nv_operand *o = &in->src[s];

         if (o->kind == NV_OPND_VAR && o->index.relative && p->vars[o->var].cls == NV_ATTRIB)
            copy_attrib(l, o->var, (uint8_t)(1 << o->swz[0] | 1 << o->swz[1] | 1 << o->swz[2] | 1 << o->swz[3]));
      }
   }
   fe_outputs_join(&l->fe, join);
}

void nv_lower_release(struct nv_lower *l)
{
   const size_t n = (size_t)l->p->num_vars + 1;

   util_discard(l->fe.ctx, l->var.attrib, n * sizeof *l->var.attrib);
   util_discard(l->fe.ctx, l->var.temp, n * sizeof *l->var.temp);
}

/* ---- variables */

uint32_t nv_temp_array_new(struct nv_lower *l, uint32_t var, unsigned comp)
{
   const struct nv_var *v = &l->p->vars[var];

   return l->var.temp[var][comp] = ir_array_component(l->fe.s, v->length, v->name ? v->name : "temp", comp);
}

struct ir_src nv_temp_load(struct nv_lower *l, uint32_t var, unsigned comp)
{
   return fe_array_load(&l->fe, nv_temp_array(l, var, comp), (struct fe_index){0});
}

void nv_temp_store(struct nv_lower *l, uint32_t var, unsigned comp, struct ir_src v)
{
   fe_array_store(&l->fe, nv_temp_array(l, var, comp), (struct fe_index){0}, v);
}

static struct ir_src attrib_load(struct nv_lower *l, uint32_t var, struct fe_index i, struct ir_src vertex, unsigned c)
{
   struct fe_lower *f = &l->fe;
   const struct nv_var *v = &l->p->vars[var];

   if (!i.reg.val)
      return attrib_input(l, v, i.constant, c, vertex);
   if (v->per_vertex) {
      i.reg = fe_clamp_index(f, i.reg, v->length);
      i.reg = fe_op2(f, IR_imul, i.reg, fe_imm(f, num_vertices(l->p)));
      i.reg = fe_op2(f, IR_iadd, i.reg, vertex);
   }
   return fe_array_load(f, l->var.attrib[var][c], i);
}

/* The bits of one component of an element. Only attributes of geometry programs have a vertex. */
static struct ir_src var_load(struct nv_lower *l, uint32_t var, struct fe_index i, struct ir_src vertex, unsigned c)
{
   struct fe_lower *f = &l->fe;
   const struct nv_var *v = &l->p->vars[var];

   if (v->cls != NV_TEMP &&
       v->cls != NV_PARAM) /* IR arrays and parameters add the parts of an index themselves, and limit the sum */
      i = fe_index_sum(f, i);
   switch (v->cls) {
   case NV_TEMP: return fe_array_load(f, nv_temp_array(l, var, c), i);
   case NV_PARAM:
      return i.reg.val ? fe_param_relative(f, v->first, v->length, i, c) : fe_param(f, v->first + i.constant, c);
   case NV_BUFFER: {
      const struct fe_buffer b = {v->buffer, v->first, v->length, v->buffer4 ? 4 : 1};

      return fe_buffer_load(f, &b, i, v->buffer4 ? c : 0);
   }
   case NV_ATTRIB: return attrib_load(l, var, i, vertex, c);
   case NV_RESULT: break;
   }
   util_bug(f->ctx, "a result variable is read");
}

struct fe_index nv_element(struct nv_lower *l, const struct nv_index *ix)
{
   struct fe_index i = {0};

   if (!ix->present)
      return i;
   i.constant = (uint32_t)ix->offset;
   if (ix->relative)
      i.reg = var_load(l, ix->reg, (struct fe_index){ix->reg_element, {0}}, (struct ir_src){0}, ix->comp);
   return i;
}

/* ---- operands */

static struct ir_src load_bits(struct nv_lower *l, unsigned n, unsigned comp)
{
   const struct nv_operand *o = &l->cur.in->src[n];
   struct nv_loaded *k = &l->cur.src[n];
   const struct nv_var *v = &l->p->vars[o->var];

   if (k->value[comp].val)
      return k->value[comp];
   if (v->cls == NV_TEMP && !o->index.present && l->var.temp[o->var][comp] != FE_NONE) { /* the most frequent case */
      struct ir_value *known = fe_array_known(&l->fe, l->var.temp[o->var][comp]);
      if (known)
         return ir_use(known);
   }
   if (!k->located) {
      k->located = true;
      k->index = nv_element(l, &o->index);
      if (has_vertex(l, v)) {
         uint32_t vertices = num_vertices(l->p);
         struct fe_index i = {v->vertex, {0}};

         if (v->vertex == UINT32_MAX)
            i = fe_index_sum(&l->fe, nv_element(l, &o->vertex));
         k->vertex = i.reg.val ? fe_clamp_index(&l->fe, i.reg, vertices)
                               : fe_imm(&l->fe, i.constant < vertices ? i.constant : vertices - 1);
      }
   }
   return k->value[comp] = var_load(l, o->var, k->index, k->vertex, comp);
}

/*
 * Applies the modifiers. A minus inside the bars only matters to unsigned operands, where the bars have no effect. It does not
 * change the absolute value of a float or signed integer.
 */
static struct ir_src apply_modifiers(struct nv_lower *l, const struct nv_operand *o, struct ir_src v, bool skip_outer)
{
   bool outer = (o->abs ? o->abs_neg : o->neg) && !skip_outer, inner = o->abs && o->neg;

   if (o->type == NV_TYPE_F || o->type == NV_TYPE_NONE)
      return (struct ir_src){v.val, outer, o->abs};
   if (o->type == NV_TYPE_U) {
      if (outer != inner)
         v = fe_op1(&l->fe, IR_ineg, v);
      return v;
   }
   if (o->abs)
      v = fe_op1(&l->fe, IR_iabs, v);
   return outer ? fe_op1(&l->fe, IR_ineg, v) : v;
}

struct ir_src nv_load(struct nv_lower *l, unsigned i, unsigned c)
{
   const struct nv_operand *o = &l->cur.in->src[i];

   return apply_modifiers(l, o, load_bits(l, i, o->swz[c]), false);
}

struct ir_src nv_load_below_neg(struct nv_lower *l, unsigned i, unsigned c, bool *neg)
{
   const struct nv_operand *o = &l->cur.in->src[i];

   *neg = o->abs ? o->abs_neg : o->neg;
   return apply_modifiers(l, o, load_bits(l, i, o->swz[c]), true);
}
