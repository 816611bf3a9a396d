/* SPDX-License-Identifier: MIT */
/*
 * Lowering, variables: where components live, operand loads, condition code tests and the update of the destination
 * (2.X.4.2 and 2.X.4.3 of NV_gpu_program4; order and decrees: docs/semantics-nv.md).
 */
#include "frontend/nv/lower/nv_lower.h"

static const char comp_name[] = "xyzw", *const flag_name[NV_FLAGS] = {"sf", "zf", "of", "cf"};

/* Flags that each rule of Table X.16 looks at. */
static const uint8_t rule_flags[NV_CC_COUNT] = {
   [NV_CC_EQ] = 1 << NV_SF | 1 << NV_ZF,
   [NV_CC_GE] = 1 << NV_SF | 1 << NV_OF,
   [NV_CC_GT] = 1 << NV_SF | 1 << NV_OF | 1 << NV_ZF,
   [NV_CC_LE] = 1 << NV_SF | 1 << NV_OF | 1 << NV_ZF,
   [NV_CC_LT] = 1 << NV_SF | 1 << NV_OF | 1 << NV_ZF,
   [NV_CC_NE] = 1 << NV_SF | 1 << NV_ZF,
   [NV_CC_NAN] = 1 << NV_SF | 1 << NV_ZF,
   [NV_CC_LEG] = 1 << NV_SF | 1 << NV_ZF,
   [NV_CC_CF] = 1 << NV_CF,
   [NV_CC_NCF] = 1 << NV_CF,
   [NV_CC_OF] = 1 << NV_OF,
   [NV_CC_NOF] = 1 << NV_OF,
   [NV_CC_AB] = 1 << NV_CF | 1 << NV_ZF,
   [NV_CC_BLE] = 1 << NV_CF | 1 << NV_ZF,
   [NV_CC_SF] = 1 << NV_SF,
   [NV_CC_NSF] = 1 << NV_SF,
};

struct ir_src nv_f(struct nv_lower *l, uint32_t bits)
{
   unsigned h = (bits * 0x9e3779b1u) >> 27;
   struct ir_src v = l->consts[h].value;

   if (l->consts[h].block != l->b.block || v.val->def->attr[0] != bits) {
      v = ir_imm(&l->b, bits);
      l->consts[h].block = l->b.block;
      l->consts[h].value = v;
   }
   return v;
}

struct ir_src nv_op(struct nv_lower *l, enum ir_op op, unsigned nsrc, struct ir_src a, struct ir_src b, struct ir_src c)
{
   if (nsrc == 1)
      return ir_use(ir_op1(&l->b, op, a));
   return ir_use(nsrc == 2 ? ir_op2(&l->b, op, a, b) : ir_op3(&l->b, op, a, b, c));
}

static struct ir_src op1(struct nv_lower *l, enum ir_op op, struct ir_src a) { return ir_use(ir_op1(&l->b, op, a)); }
static struct ir_src op2(struct nv_lower *l, enum ir_op op, struct ir_src a, struct ir_src b)
{
   return ir_use(ir_op2(&l->b, op, a, b));
}
static struct ir_src bit(struct nv_lower *l, unsigned v) { return ir_use(ir_const(&l->b, 1, v)); }

/* A signed index limited to 0 .. n-1. */
static struct ir_src clamp(struct nv_lower *l, struct ir_src v, uint32_t n)
{
   v = op2(l, IR_imax, v, nv_f(l, 0));
   return op2(l, IR_imin, v, nv_f(l, n - 1));
}

/* ---- what the program uses */

uint8_t nv_lower_mask(const struct nv_instr *in) { return in->dst.present ? in->dst.mask & 0xf : 0xf; }

static void read_test(struct nv_lower *l, const struct nv_cc_test *t, uint8_t mask)
{
   if (!t->present)
      return;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned f = 0; f < NV_FLAGS; f++)
         if ((mask >> c & 1) && (rule_flags[t->rule] >> f & 1))
            l->cc_read[t->reg][t->swz[c]][f] = true;
}

static bool is_int_add(const struct nv_instr *in)
{
   return in->type != NV_TYPE_F && (in->op == NV_OP_ADD || in->op == NV_OP_SUB || in->op == NV_OP_MAD || in->op == NV_OP_SAD);
}

static uint32_t num_vertices(const struct nv_program *p)
{
   static const uint8_t n[] = {
      [NV_PRIM_POINTS] = 1, [NV_PRIM_LINES] = 2, [NV_PRIM_LINES_ADJACENCY] = 4,
      [NV_PRIM_TRIANGLES] = 3, [NV_PRIM_TRIANGLES_ADJACENCY] = 6,
   };
   return p->stage == NV_GEOMETRY && p->prim_in < sizeof n && n[p->prim_in] ? n[p->prim_in] : 1;
}

/* Does the attribute belong to a vertex of the input primitive, by its binding or by the operand? */
static bool has_vertex(const struct nv_lower *l, const struct nv_var *v)
{
   return l->p->stage == NV_GEOMETRY && v->cls == NV_ATTRIB && (v->per_vertex || v->vertex != NV_NONE);
}

/* A component of an attribute; what does not come from outside is 0, 0, 1. */
static struct ir_src attrib_input(struct nv_lower *l, const struct nv_var *v, uint32_t element, unsigned c, struct ir_src vertex)
{
   if (v->supplied && c >= v->supplied)
      return nv_f(l, c == 3 ? v->default_w : 0);
   return nv_input(l, v->slot + element, c, v->interp, vertex);
}

/* Attributes that are addressed with a register are copied to IR arrays at the start: element * vertices + vertex. */
static void copy_attrib(struct nv_lower *l, uint32_t var, uint8_t comps)
{
   const struct nv_var *v = &l->p->vars[var];
   uint32_t vertices = v->per_vertex ? num_vertices(l->p) : 1;

   for (unsigned c = 0; c < 4; c++) {
      struct nv_place *pl = &l->attrib[var][c];

      if (!(comps >> c & 1) || pl->array != NV_NONE)
         continue;
      *pl = (struct nv_place){0, 0, v->length * vertices};
      pl->array = ir_array_new(l->s, pl->length, 32, util_printf(l->ctx, "%s.%c", v->name ? v->name : "attrib", comp_name[c]));
      for (uint32_t i = 0; i < pl->length; i++) {
         struct ir_src vertex = {0}, val;

         if (v->per_vertex)
            vertex = nv_f(l, i % vertices);
         else if (has_vertex(l, v))
            vertex = nv_f(l, v->vertex);
         val = attrib_input(l, v, i / vertices, c, vertex);
         ir_emit(&l->b, IR_array_store, 32, 1, &val, (uint32_t[4]){pl->array, i});
      }
   }
}

void nv_lower_prescan(struct nv_lower *l)
{
   const struct nv_program *p = l->p;
   bool join[SLOT_COUNT + 1] = {false};

   l->temp = util_alloc_array(l->ctx, (size_t)p->num_vars + 1, sizeof *l->temp);
   l->attrib = util_alloc_array(l->ctx, (size_t)p->num_vars + 1, sizeof *l->attrib);
   for (uint32_t v = 0; v < p->num_vars; v++)
      for (unsigned c = 0; c < 4; c++)
         l->temp[v][c].array = l->attrib[v][c].array = NV_NONE;
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         l->result[s][c].array = NV_NONE;
   for (unsigned i = 0; i < 2 * 4 * NV_FLAGS; i++)
      l->cc[i / (4 * NV_FLAGS)][i / NV_FLAGS % 4][i % NV_FLAGS].array = NV_NONE;

   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct nv_instr *in = &p->instrs[i];
      uint8_t mask = nv_lower_mask(in);

      l->in = in;
      l->b.span = in->span;
      read_test(l, &in->cond, 0xf);
      if (in->dst.present) {
         read_test(l, &in->dst.cc, mask);
         if (in->dst.var != NV_NONE && in->dst.index.relative && p->vars[in->dst.var].cls == NV_RESULT)
            for (uint32_t k = 1; k < p->vars[in->dst.var].length; k++)
               join[p->vars[in->dst.var].slot + k] = true; /* with the slot in front of it */
      }
      for (unsigned s = 0; s < in->num_src; s++) {
         const struct nv_operand *o = &in->src[s];

         if (o->kind == NV_OPND_CC)
            read_test(l, &o->cc, 0xf);
         else if (o->kind == NV_OPND_VAR && o->index.relative && p->vars[o->var].cls == NV_ATTRIB)
            copy_attrib(l, o->var, (uint8_t)(1 << o->swz[0] | 1 << o->swz[1] | 1 << o->swz[2] | 1 << o->swz[3]));
      }
      if (in->cc_update >= 0)
         for (unsigned c = 0; c < 4; c++)
            for (unsigned f = 0; f < NV_FLAGS; f++)
               if ((mask >> c & 1) && (f == NV_SF || f == NV_ZF || is_int_add(in)))
                  l->cc_written[in->cc_update][c][f] = true;
   }
   for (uint32_t s = 0, n; s < SLOT_COUNT; s += n) {
      for (n = 1; join[s + n]; n++)
         ;
      for (uint32_t k = s; k < s + n; k++)
         l->result_range[k] = (struct io_place_range){s, n};
   }
}

/* ---- places */

/* "out.color.x" */
static const char *place_name(struct nv_lower *l, const char *prefix, const char *name, unsigned c)
{
   size_t a = strlen(prefix), b = strlen(name);
   char *s = util_alloc(l->ctx, a + b + 3);

   memcpy(s, prefix, a);
   memcpy(s + a, name, b);
   s[a + b] = '.';
   s[a + b + 1] = comp_name[c];
   return s;
}

static struct nv_place temp_place(struct nv_lower *l, uint32_t var, unsigned c)
{
   struct nv_place *pl = &l->temp[var][c];
   const struct nv_var *v = &l->p->vars[var];

   if (pl->array == NV_NONE)
      *pl = (struct nv_place){ir_array_new(l->s, v->length, 32, place_name(l, "", v->name ? v->name : "temp", c)), 0, v->length};
   return *pl;
}

static struct nv_place result_place(struct nv_lower *l, unsigned slot, unsigned c)
{
   struct io_place_range r = l->result_range[slot];
   struct nv_place *pl = &l->result[r.first][c];

   if (pl->array == NV_NONE) {
      char name[32];

      io_slot_name((enum io_slot)r.first, name, sizeof name);
      *pl = (struct nv_place){ir_array_new(l->s, r.length, 32, place_name(l, "out.", name, c)), 0, r.length};
   }
   return (struct nv_place){pl->array, slot - r.first, r.length};
}

/* NULL for arrays of several elements. */
static struct nv_known *known(struct nv_lower *l, uint32_t array)
{
   if (l->s->arrays[array].length != 1)
      return NULL;
   while (l->num_known <= array)
      UTIL_PUSH(l->ctx, l->known, l->num_known, l->cap_known, (struct nv_known){0});
   return &l->known[array];
}

static struct ir_src array_load(struct nv_lower *l, uint32_t array, unsigned width, struct nv_where w)
{
   struct nv_known *k = known(l, array);

   if (k && k->block == l->b.block)
      return ir_use(k->value);
   struct ir_value *v = ir_emit(&l->b, IR_array_load, width, w.reg.val ? 1 : 0, &w.reg, (uint32_t[4]){array, w.index})->dst[0];
   if (k)
      *k = (struct nv_known){l->b.block, v, NULL};
   return ir_use(v);
}

static void array_store(struct nv_lower *l, uint32_t array, unsigned width, struct nv_where w, struct ir_src v)
{
   struct nv_known *k = known(l, array);
   struct ir_src src[2] = {v, w.reg};
   struct ir_instr *i;

   if (k && k->block == l->b.block && k->store) {
      i = k->store;
      if (l->b.after == i)
         l->b.after = i->prev;
      ir_remove(i);
      i->src[0] = v;
      i->span = l->b.span;
      ir_insert(&l->b, i);
   } else {
      i = ir_emit(&l->b, IR_array_store, width, w.reg.val ? 2 : 1, src, (uint32_t[4]){array, w.index});
   }
   if (k)
      *k = (struct nv_known){l->b.block, v.val, i};
}

struct ir_src nv_array_get(struct nv_lower *l, uint32_t array, const struct ir_src *index)
{
   return ir_use(ir_emit(&l->b, IR_array_load, 32, index ? 1 : 0, index, (uint32_t[4]){array, 0})->dst[0]);
}

void nv_array_set(struct nv_lower *l, uint32_t array, const struct ir_src *index, struct ir_src v)
{
   struct ir_src src[2] = {v, index ? *index : v};

   ir_emit(&l->b, IR_array_store, 32, index ? 2 : 1, src, (uint32_t[4]){array, 0});
}

struct ir_src nv_temp_load(struct nv_lower *l, uint32_t var, unsigned comp)
{
   return array_load(l, temp_place(l, var, comp).array, 32, (struct nv_where){0});
}

void nv_temp_store(struct nv_lower *l, uint32_t var, unsigned comp, struct ir_src v)
{
   array_store(l, temp_place(l, var, comp).array, 32, (struct nv_where){0}, v);
}

struct ir_src nv_result_load(struct nv_lower *l, unsigned slot, unsigned comp)
{
   struct nv_place pl = result_place(l, slot, comp);

   return array_load(l, pl.array, 32, (struct nv_where){pl.first, {0}});
}

struct ir_src nv_input(struct nv_lower *l, unsigned slot, unsigned comp, unsigned interp, struct ir_src vertex)
{
   return ir_use(ir_emit(&l->b, IR_load_input, 32, vertex.val ? 1 : 0, &vertex, (uint32_t[4]){slot, comp, interp})->dst[0]);
}

struct ir_src nv_param_load(struct nv_lower *l, uint32_t entry, unsigned comp)
{
   if (l->s->params[entry].cls == PARAM_CONST)
      return nv_f(l, l->s->params[entry].value[comp]);

   struct nv_kept *k = &l->params[(entry * 4 + comp) % (sizeof l->params / sizeof *l->params)];

   if (k->block != l->b.block || k->value.val->def->attr[0] != entry || k->value.val->def->attr[1] != comp) {
      k->value = ir_use(ir_emit(&l->b, IR_load_param, 32, 0, NULL, (uint32_t[4]){entry, comp, entry, 1})->dst[0]);
      k->block = l->b.block;
   }
   k->value.val->def->invariant |= l->b.invariant;
   return k->value;
}

/* Register and constant part in one: register + offset as a 32-bit sum. */
static struct nv_where sum(struct nv_lower *l, struct nv_where w)
{
   if (w.reg.val && w.index)
      w = (struct nv_where){0, op2(l, IR_iadd, w.reg, nv_f(l, w.index))};
   return w;
}

/* One component of an element, bits as they are. `vertex` only for geometry attributes. */
static struct ir_src var_load(struct nv_lower *l, uint32_t var, struct nv_where w, struct ir_src vertex, unsigned c)
{
   const struct nv_var *v = &l->p->vars[var];
   struct nv_place pl;

   if (v->cls != NV_TEMP)
      w = sum(l, w); /* an IR array adds the two itself, and limits the sum */
   switch (v->cls) {
   case NV_TEMP:
      pl = temp_place(l, var, c);
      return array_load(l, pl.array, 32, w);
   case NV_PARAM:
      if (!w.reg.val)
         return nv_param_load(l, v->first + w.index, c);
      return ir_use(ir_emit(&l->b, IR_load_param, 32, 1, &w.reg, (uint32_t[4]){v->first, c, v->first, v->length})->dst[0]);
   case NV_BUFFER: {
      /* attr: words; a vec4 index is limited before it is multiplied, so that the product cannot wrap into the range */
      uint32_t size = v->buffer4 ? 4 : 1, word = v->buffer4 ? c : 0;

      if (w.reg.val && v->buffer4) {
         w.reg = clamp(l, w.reg, v->length);
         w.reg = op2(l, IR_shl, w.reg, nv_f(l, 2));
      }
      return ir_use(ir_emit(&l->b, IR_load_buffer, 32, w.reg.val ? 1 : 0, &w.reg,
                            (uint32_t[4]){v->buffer, (v->first + w.index) * size + word, v->first * size, v->length * size})
                       ->dst[0]);
   }
   case NV_ATTRIB:
      if (!w.reg.val)
         return attrib_input(l, v, w.index, c, vertex);
      pl = l->attrib[var][c];
      if (v->per_vertex) {
         w.reg = clamp(l, w.reg, v->length);
         w.reg = op2(l, IR_imul, w.reg, nv_f(l, num_vertices(l->p)));
         w.reg = op2(l, IR_iadd, w.reg, vertex);
      }
      return array_load(l, pl.array, 32, w);
   case NV_RESULT:
      break;
   }
   util_bug(l->ctx, "a result variable is read");
}

/* The element that an index names: register + offset, as the document adds them (wrapping). */
static struct nv_where where(struct nv_lower *l, const struct nv_index *ix)
{
   struct nv_where w = {0};

   if (!ix->present)
      return w;
   w.index = (uint32_t)ix->offset;
   if (ix->relative)
      w.reg = var_load(l, ix->reg, (struct nv_where){ix->reg_element, {0}}, (struct ir_src){0}, ix->comp);
   return w;
}

/* ---- operands */

static struct ir_src load_raw(struct nv_lower *l, unsigned i, unsigned comp)
{
   const struct nv_operand *o = &l->in->src[i];
   struct nv_operand_cache *k = &l->cache[i];
   const struct nv_var *v = &l->p->vars[o->var];

   if (k->raw[comp].val)
      return k->raw[comp];
   if (!k->where_known) {
      k->where_known = true;
      k->where = where(l, &o->index);
      if (has_vertex(l, v)) {
         uint32_t n = num_vertices(l->p);
         struct nv_where w = {v->vertex, {0}};

         if (v->vertex == UINT32_MAX)
            w = sum(l, where(l, &o->vertex));
         k->vertex = w.reg.val ? clamp(l, w.reg, n) : nv_f(l, w.index < n ? w.index : n - 1);
      }
   }
   return k->raw[comp] = var_load(l, o->var, k->where, k->vertex, comp);
}

/* In bars the inner minus matters to unsigned operands only, where bars do nothing. */
static struct ir_src modified(struct nv_lower *l, const struct nv_operand *o, struct ir_src v, bool skip_outer)
{
   bool outer = (o->abs ? o->abs_neg : o->neg) && !skip_outer, inner = o->abs && o->neg;

   if (o->type == NV_TYPE_F || o->type == NV_TYPE_NONE)
      return (struct ir_src){v.val, outer, o->abs};
   if (o->type == NV_TYPE_U) {
      if (outer != inner)
         v = op1(l, IR_ineg, v);
      return v;
   }
   if (o->abs)
      v = op1(l, IR_iabs, v);
   return outer ? op1(l, IR_ineg, v) : v;
}

struct ir_src nv_load(struct nv_lower *l, unsigned i, unsigned c)
{
   const struct nv_operand *o = &l->in->src[i];

   return modified(l, o, load_raw(l, i, o->swz[c]), false);
}

struct ir_src nv_load_below_neg(struct nv_lower *l, unsigned i, unsigned c, bool *neg)
{
   const struct nv_operand *o = &l->in->src[i];

   *neg = o->abs ? o->abs_neg : o->neg;
   return modified(l, o, load_raw(l, i, o->swz[c]), true);
}

/* ---- condition codes */

static struct nv_place cc_place(struct nv_lower *l, unsigned reg, unsigned c, unsigned f)
{
   struct nv_place *pl = &l->cc[reg][c][f];

   if (pl->array == NV_NONE)
      *pl = (struct nv_place){
         ir_array_new(l->s, 1, 1, util_printf(l->ctx, "cc%u.%c.%s", reg, comp_name[c], flag_name[f])), 0, 1};
   return *pl;
}

/* What a flag is at the start: clear; in the older languages the condition codes are EQ. */
static unsigned initial_flag(const struct nv_lower *l, unsigned flag) { return flag == NV_ZF && (l->p->dialect & NV_D_ARB); }

void nv_cc_start(struct nv_lower *l)
{
   for (unsigned i = 0; i < 2 * 4 * NV_FLAGS; i++) {
      unsigned reg = i / (4 * NV_FLAGS), c = i / NV_FLAGS % 4, f = i % NV_FLAGS;

      if (initial_flag(l, f) && l->cc_read[reg][c][f] && l->cc_written[reg][c][f]) {
         const uint32_t array = cc_place(l, reg, c, f).array;
         array_store(l, array, 1, (struct nv_where){0}, bit(l, 1));
      }
   }
}

/* A flag that nothing sets stays as it was at the start. */
static struct ir_src cc_load(struct nv_lower *l, unsigned reg, unsigned comp, unsigned flag)
{
   if (!l->cc_written[reg][comp][flag])
      return bit(l, initial_flag(l, flag));
   return array_load(l, cc_place(l, reg, comp, flag).array, 1, (struct nv_where){0});
}

/* Width 1: a component of a test before the swizzle. */
static struct ir_src test_component(struct nv_lower *l, unsigned rule, unsigned reg, unsigned comp)
{
   uint8_t need = rule_flags[rule];
   bool of = l->cc_written[reg][comp][NV_OF];
   struct ir_src s = {0}, z = {0}, o = {0}, c = {0};

   if (need >> NV_SF & 1)
      s = cc_load(l, reg, comp, NV_SF);
   if (need >> NV_ZF & 1)
      z = cc_load(l, reg, comp, NV_ZF);
   if ((need >> NV_OF & 1) && (of || rule == NV_CC_OF || rule == NV_CC_NOF))
      o = cc_load(l, reg, comp, NV_OF);
   if (need >> NV_CF & 1)
      c = cc_load(l, reg, comp, NV_CF);

   switch ((enum nv_cc_rule)rule) { /* the right column of Table X.16, with OF = 0 put in where nothing sets it */
   case NV_CC_EQ: return op2(l, IR_iand, op1(l, IR_inot, s), z);
   case NV_CC_GE: return op1(l, IR_inot, of ? op2(l, IR_ixor, s, o) : s);
   case NV_CC_GT:
      s = op1(l, IR_inot, s);
      s = of ? op2(l, IR_ixor, s, o) : s;
      return op2(l, IR_iand, s, op1(l, IR_inot, z));
   case NV_CC_LE: return op2(l, IR_ixor, s, of ? op2(l, IR_ior, z, o) : z);
   case NV_CC_LT:
      s = op2(l, IR_iand, s, op1(l, IR_inot, z));
      return of ? op2(l, IR_ixor, s, o) : s;
   case NV_CC_NE: return op2(l, IR_ior, s, op1(l, IR_inot, z));
   case NV_CC_FL: return bit(l, 0);
   case NV_CC_TR: return bit(l, 1);
   case NV_CC_NAN: return op2(l, IR_iand, s, z);
   case NV_CC_LEG:
      s = op1(l, IR_inot, s);
      return op2(l, IR_ior, s, op1(l, IR_inot, z));
   case NV_CC_CF: return c;
   case NV_CC_NCF: return op1(l, IR_inot, c);
   case NV_CC_OF: return o;
   case NV_CC_NOF: return op1(l, IR_inot, o);
   case NV_CC_AB: return op2(l, IR_iand, c, op1(l, IR_inot, z));
   case NV_CC_BLE: return op2(l, IR_ior, op1(l, IR_inot, c), z);
   case NV_CC_SF: return s;
   case NV_CC_NSF: return op1(l, IR_inot, s);
   case NV_CC_COUNT: break;
   }
   util_bug(l->ctx, "condition code rule %u", rule);
}

struct ir_src nv_test_any(struct nv_lower *l, const struct nv_cc_test *t)
{
   struct ir_src any = {0};
   unsigned done = 0;

   if (t->rule == NV_CC_TR || t->rule == NV_CC_FL)
      return bit(l, t->rule == NV_CC_TR);
   for (unsigned c = 0; c < 4; c++) {
      struct ir_src v;

      if (done >> t->swz[c] & 1)
         continue;
      done |= 1u << t->swz[c];
      v = test_component(l, t->rule, t->reg, t->swz[c]);
      any = any.val ? op2(l, IR_ior, any, v) : v;
   }
   return any;
}

/* ---- destination update */

/* Sign (or NaN) and zero (or NaN) of a float, sign and zero of an integer. */
static struct ir_src flag_of(struct nv_lower *l, unsigned flag, enum nv_type type, struct ir_src v)
{
   struct ir_src zero;

   if (type == NV_TYPE_F && flag == NV_SF)
      return op1(l, IR_inot, op2(l, IR_fge, v, nv_f(l, 0)));
   if (type == NV_TYPE_F) {
      zero = op2(l, IR_feq, v, nv_f(l, 0));
      return op2(l, IR_ior, zero, op2(l, IR_fne, v, v));
   }
   return op2(l, flag == NV_SF ? IR_ilt : IR_ieq, v, nv_f(l, 0));
}

/* What a destination of 16 bits keeps at -fshort=16. */
static struct ir_src shorten(struct nv_lower *l, struct ir_src v, enum nv_type type)
{
   if (type == NV_TYPE_F)
      return op1(l, IR_h2f, op1(l, IR_f2h, v));
   if (type == NV_TYPE_S) {
      v = op2(l, IR_shl, v, nv_f(l, 16));
      return op2(l, IR_ishr, v, nv_f(l, 16));
   }
   return op2(l, IR_iand, v, nv_f(l, 0xffff));
}

/* What an X instruction keeps at -fshort=16: 12 bits of fixed point, 10 of them behind the point. */
static struct ir_src fix(struct nv_lower *l, struct ir_src v)
{
   struct ir_src low = nv_f(l, 0xc0000000u /* -2 */), high = nv_f(l, 0x3fffe000u /* 2047/1024 */);

   v = nv_op(l, IR_sel, 3, op2(l, IR_flt, high, v), high, v);
   v = nv_op(l, IR_sel, 3, op2(l, IR_flt, v, low), low, v);
   v = op2(l, IR_fmul, v, nv_f(l, 0x44800000u /* 1024 */));
   v = op1(l, IR_fround, v);
   return op2(l, IR_fmul, v, nv_f(l, 0x3a800000u /* 1/1024 */));
}

static void masked_store(struct nv_lower *l, uint32_t array, unsigned width, struct nv_where w, struct ir_src test, struct ir_src v)
{
   if (test.val)
      v = ir_use(ir_op3(&l->b, IR_sel, test, v, array_load(l, array, width, w)));
   array_store(l, array, width, w, v);
}

void nv_store(struct nv_lower *l, const struct ir_src r[4], enum nv_type type, const struct ir_src *of, const struct ir_src *cf)
{
   const struct nv_instr *in = l->in;
   const struct nv_cc_test *t = in->dst.present && in->dst.cc.present && in->dst.cc.rule != NV_CC_TR ? &in->dst.cc : NULL;
   const struct nv_var *var = in->dst.present && in->dst.var != NV_NONE ? &l->p->vars[in->dst.var] : NULL;
   uint8_t mask = nv_lower_mask(in);
   struct ir_src v[4] = {{0}}, test[4] = {{0}}, flag[4][NV_FLAGS] = {{{0}}};
   struct nv_where w = {0};

   if (t && t->rule == NV_CC_FL)
      return;
   for (unsigned c = 0; c < 4; c++) {
      bool twin = false;

      if (!(mask >> c & 1))
         continue;
      for (unsigned k = 0; k < c && !twin; k++)
         if ((mask >> k & 1) && r[k].val == r[c].val && r[k].neg == r[c].neg && r[k].abs == r[c].abs) {
            v[c] = v[k];
            twin = true;
         }
      if (twin)
         continue;
      v[c] = r[c];
      if (type == NV_TYPE_F && in->sat)
         v[c] = nv_saturate(l, v[c], in->sat);
      if (l->fshort == 16 && in->fixed)
         v[c] = fix(l, v[c]);
      if (l->fshort == 16 && ((type == NV_TYPE_F && in->half) || (var && var->size == NV_SIZE_SHORT)))
         v[c] = shorten(l, v[c], type);
      if (v[c].neg || v[c].abs)
         v[c] = op1(l, IR_mov, v[c]);
   }
   for (unsigned c = 0; c < 4; c++) {
      if (!(mask >> c & 1))
         continue;
      if (t)
         test[c] = test_component(l, t->rule, t->reg, t->swz[c]);
      if (in->cc_update < 0)
         continue;
      for (unsigned f = 0; f < NV_FLAGS; f++) {
         const struct ir_src *given = f == NV_OF ? of : cf;

         if (!l->cc_read[in->cc_update][c][f] || !l->cc_written[in->cc_update][c][f])
            continue;
         if (f == NV_SF || f == NV_ZF)
            flag[c][f] = flag_of(l, f, type, v[c]);
         else
            flag[c][f] = given && given[c].val ? given[c] : bit(l, 0);
      }
   }
   if (var) {
      w = where(l, &in->dst.index);
      if (w.reg.val && var->cls == NV_RESULT && var->length != l->result_range[var->slot].length) {
         w = sum(l, w);
         w.reg = clamp(l, w.reg, var->length);
      }
   }
   for (unsigned c = 0; c < 4; c++) {
      if (!(mask >> c & 1))
         continue;
      if (var && var->cls == NV_TEMP) {
         masked_store(l, temp_place(l, in->dst.var, c).array, 32, w, test[c], v[c]);
      } else if (var && var->cls == NV_RESULT) {
         /* Slots share an array only where something addresses them with a register. */
         struct nv_place pl = result_place(l, var->slot + (w.reg.val ? 0 : w.index), c);

         masked_store(l, pl.array, 32, (struct nv_where){pl.first + (w.reg.val ? w.index : 0), w.reg}, test[c], v[c]);
      }
      for (unsigned f = 0; f < NV_FLAGS; f++)
         if (flag[c][f].val)
            masked_store(l, cc_place(l, (unsigned)in->cc_update, c, f).array, 1, (struct nv_where){0}, test[c], flag[c][f]);
   }
}
