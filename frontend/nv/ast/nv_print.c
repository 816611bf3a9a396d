/* SPDX-License-Identifier: MIT */
/*
 * The tree as text, for reading and for tests: a line for each variable, subroutine and instruction, with names resolved and
 * defaults written out.
 */
#include "frontend/nv/ast/nv_print.h"

static const char *const type_name[] = {"", "F", "S", "U"};

static void put_var(struct util_buf *b, const struct nv_program *p, uint32_t var)
{
   if (p->vars[var].name)
      util_buf_printf(b, "%s", p->vars[var].name);
   else
      util_buf_printf(b, "$%u", var);
}

static void put_swz(struct util_buf *b, const uint8_t swz[4])
{
   util_buf_byte(b, '.');
   for (unsigned i = 0; i < 4; i++)
      util_buf_byte(b, (uint8_t) "xyzw"[swz[i]]);
}

static void put_index(struct util_buf *b, const struct nv_program *p, const struct nv_index *x)
{
   if (!x->present)
      return;
   if (!x->relative) {
      util_buf_printf(b, "[%d]", x->offset);
      return;
   }
   util_buf_byte(b, '[');
   put_var(b, p, x->reg);
   if (p->vars[x->reg].is_array)
      util_buf_printf(b, "[%u]", x->reg_element);
   util_buf_printf(b, ".%c", "xyzw"[x->comp]);
   if (x->offset)
      util_buf_printf(b, " + %d", x->offset);
   util_buf_byte(b, ']');
}

static void put_cc(struct util_buf *b, const struct nv_cc_test *cc)
{
   if (!cc->present)
      return;
   util_buf_printf(b, " (%s%u", nv_cc_name[cc->rule], cc->reg);
   put_swz(b, cc->swz);
   util_buf_byte(b, ')');
}

static void put_operand(struct util_buf *b, const struct nv_program *p, const struct nv_operand *o)
{
   if (o->kind == NV_OPND_CC) {
      put_cc(b, &o->cc);
      return;
   }
   util_buf_printf(b, " %s%s%s", o->abs_neg ? "-" : "", o->abs ? "|" : "", o->neg ? "-" : "");
   put_var(b, p, o->var);
   put_index(b, p, &o->vertex);
   put_index(b, p, &o->index);
   put_swz(b, o->swz);
   util_buf_printf(b, "%s:%s", o->abs ? "|" : "", type_name[o->type]);
}

static void put_instr(struct util_buf *b, const struct nv_program *p, uint32_t i)
{
   const struct nv_instr *ins = &p->instrs[i];
   const struct nv_op_info *info = &nv_op_info[ins->op];

   util_buf_printf(b, "%u: %s%s%s", i, info->name, ins->type ? "." : "", type_name[ins->type]);
   util_buf_printf(b, "%s%s%s%s%s", ins->half ? ".H" : "", ins->fixed ? ".X" : "", ins->hi ? ".HI" : "",
                   ins->mul24 ? ".24" : "", ins->ntc ? ".NTC" : "");
   util_buf_printf(b, "%s", ins->sat == NV_SAT_01 ? ".SAT" : ins->sat == NV_SAT_11 ? ".SSAT" : "");
   if (ins->cc_update >= 0)
      util_buf_printf(b, ".CC%d", ins->cc_update);
   if (ins->dst.present) {
      util_buf_byte(b, ' ');
      put_var(b, p, ins->dst.var);
      put_index(b, p, &ins->dst.index);
      util_buf_byte(b, '.');
      for (unsigned c = 0; c < 4; c++)
         if (ins->dst.mask >> c & 1)
            util_buf_byte(b, (uint8_t) "xyzw"[c]);
      put_cc(b, &ins->dst.cc);
   }
   put_cc(b, &ins->cond);
   for (unsigned s = 0; s < ins->num_src; s++) {
      util_buf_printf(b, "%s", s || ins->dst.present ? "," : "");
      put_operand(b, p, &ins->src[s]);
   }
   if (ins->op == NV_OP_SWZ) {
      for (unsigned c = 0; c < 4; c++)
         util_buf_printf(b, ", %s%c", ins->swz.neg[c] ? "-" : "", "xyzw01"[ins->swz.sel[c]]);
   }
   if (info->shape == NV_SHAPE_TEX || info->shape == NV_SHAPE_TXD)
      util_buf_printf(b, ", texture[%u], %s, (%d, %d, %d)", ins->tex.unit, exec_tex_target_name[ins->tex.target],
                      ins->tex.offset[0], ins->tex.offset[1], ins->tex.offset[2]);
   if (ins->index_var != NV_NONE) {
      util_buf_printf(b, " index ");
      put_var(b, p, ins->index_var);
   }
   if (ins->callee != NV_NONE)
      util_buf_printf(b, " sub %u", ins->callee);
   if (ins->other != NV_NONE)
      util_buf_printf(b, " -> %u", ins->other);
   util_buf_byte(b, '\n');
}

static void put_declaration(struct util_buf *b, const struct nv_program *p, uint32_t i)
{
   static const char *const classes[] = {"TEMP", "ATTRIB", "PARAM", "OUTPUT", "BUFFER"};
   static const char *const types[] = {"", "FLOAT ", "INT ", "UINT "}, *const sizes[] = {"", "SHORT ", "LONG "};
   const struct nv_var *v = &p->vars[i];
   char slot[32];

   util_buf_printf(b, "%s%s%s%s ", sizes[v->size], v->address ? "" : types[v->type], v->address ? "ADDRESS" : classes[v->cls],
                   v->buffer4 ? "4" : "");
   put_var(b, p, i);
   if (v->is_array)
      util_buf_printf(b, "[%u]", v->length);
   switch (v->cls) {
   case NV_TEMP: break;
   case NV_ATTRIB:
   case NV_RESULT:
      util_buf_printf(b, " = %s", io_slot_name(v->slot, slot, sizeof slot));
      if (v->cls == NV_ATTRIB && p->stage == NV_FRAGMENT)
         util_buf_printf(b, " %s", io_interp_name[v->interp]);
      if (v->per_vertex)
         util_buf_printf(b, " per vertex");
      else if (v->vertex != NV_NONE)
         util_buf_printf(b, " of vertex %u", v->vertex);
      break;
   case NV_PARAM: util_buf_printf(b, " = param %u", v->first); break;
   case NV_BUFFER: util_buf_printf(b, " = buffer %u[%u]", v->buffer, v->first); break;
   }
   util_buf_printf(b, "%s%s%s\n", v->read ? " read" : "", v->written ? " written" : "", v->relative ? " relative" : "");
}

void nv_print(struct util_buf *b, const struct nv_program *p)
{
   static const char *const stages[] = {"vertex", "fragment", "geometry"};

   util_buf_printf(b, "%s program\n", stages[p->stage]);
   if (p->stage == NV_GEOMETRY)
      util_buf_printf(b, "primitives %u -> %u, %u vertices\n", p->prim_in, p->prim_out, p->vertices_out);
   for (uint32_t i = 0; i < p->num_params; i++) {
      const struct io_param *e = &p->params[i];

      util_buf_printf(b, "param %u = ", i);
      switch (e->cls) {
      case PARAM_ENV: util_buf_printf(b, "program.env[%u]\n", e->index); break;
      case PARAM_LOCAL: util_buf_printf(b, "program.local[%u]\n", e->index); break;
      case PARAM_STATE: util_buf_printf(b, "%s\n", e->state); break;
      default:
         util_buf_printf(b, "{0x%08x, 0x%08x, 0x%08x, 0x%08x}\n", e->value[0], e->value[1], e->value[2], e->value[3]);
         break;
      }
   }
   for (uint32_t i = 0; i < p->num_vars; i++)
      put_declaration(b, p, i);
   for (uint32_t s = 0; s < p->num_subs; s++) {
      util_buf_printf(b, "sub %u %s%s%s\n", s, p->subs[s].name ? p->subs[s].name : "", p->subs[s].recursive ? " recursive" : "",
                      s == p->entry_sub ? " entry" : "");
      /* Subroutines of the older languages may share instructions: each is printed once. */
      for (uint32_t i = p->subs[s].first; i < (s + 1 < p->num_subs ? p->subs[s + 1].first : p->num_instrs); i++)
         put_instr(b, p, i);
   }
}
