/* SPDX-License-Identifier: MIT */
/* What inputs, parameters, memory, textures and outputs need, for the lower bound (usc_need.c). */
#include "backend-usc/schedule/usc_demand.h"

/* ---- operations of the IR with code of their own ------------------------------------------------------------------------- */

/* Clamping an index that the program computes: two tests. Returns the last node. */
static uint32_t clamp(struct usc_demand *s, const struct ir_src *index)
{
   struct usc_demand_operand o = {index, true, false};
   uint32_t a = usc_demand_new_node(s, DEMAND_TST), b = usc_demand_new_node(s, DEMAND_TST);
   usc_demand_read_all(s, a, DEMAND_TST, &o, 1);
   s->b.nodes[a].demand[USC_ISSUE_W] = s->b.nodes[b].demand[USC_ISSUE_W] = 1;
   usc_demand_depends(s, a, DEMAND_TST, b, DEMAND_TST, true);
   return b;
}

static void request(struct usc_demand *s, const struct ir_instr *i, uint32_t v)
{
   for (unsigned k = 0; k < i->ndst; k++)
      if (s->c->uses[i->dst[k]->id])
         usc_demand_define(s, i->dst[k], v, DEMAND_REQUEST);
}

void usc_demand_load_input(struct usc_demand *s, const struct ir_instr *i)
{
   struct usc_selection *c = s->c;
   unsigned slot = i->attr[0];
   if (c->s->stage != IR_STAGE_FRAGMENT || slot >= SLOT_COUNT)
      return;
   if (slot == SLOT_FACING) {
      if (!(i->attr[1] & 3)) {
         uint32_t v = usc_demand_new_node(s, DEMAND_TST);
         s->b.nodes[v].demand[USC_ISSUE_P] = 1; /* -1.0 */
         usc_demand_define(s, i->dst[0], v, DEMAND_TST);
      }
      return;
   }
   enum io_interp k = usc_interp(c, i);
   const struct usc_slot_use *u = &s->in->in[slot][k];
   if (k == INTERP_FLAT || u->block != s->block)
      return;
   if (!s->request[u->run])
      s->request[u->run] = usc_demand_new_node(s, DEMAND_REQUEST) + 1;
   usc_demand_define(s, i->dst[0], s->request[u->run] - 1, DEMAND_REQUEST);
}

/* An index register made of a value: two tests, the second behind a multiplication if `scaled`; within, no test. Once a block and
   value. */
static uint32_t index_of(struct usc_demand *s, const struct ir_src *index, bool scaled, bool within)
{
   struct usc_demand_fact *f = &s->f[usc_demand_alias(index->val)->id];
   struct usc_demand_operand o = {index, !within, false};
   if (f->indexed == s->block + 1)
      return f->index_node;
   if (within) {
      const enum usc_demand_unit unit = scaled ? DEMAND_P0 : DEMAND_P;
      uint32_t v = usc_demand_new_node(s, unit);
      usc_demand_read_all(s, v, unit, &o, 1);
      s->b.nodes[v].demand[USC_ISSUE_W] = 1;
      f->indexed = s->block + 1;
      return f->index_node = v;
   }
   uint32_t a = usc_demand_new_node(s, DEMAND_TST), b = usc_demand_new_node(s, scaled ? DEMAND_P0 : DEMAND_TST);
   usc_demand_read_all(s, a, DEMAND_TST, &o, 1);
   s->b.nodes[b].demand[USC_ISSUE_TST] = 1;
   s->b.nodes[a].demand[USC_ISSUE_W] = s->b.nodes[b].demand[USC_ISSUE_W] = 1;
   usc_demand_depends(s, a, DEMAND_TST, b, DEMAND_TST, true);
   f->indexed = s->block + 1;
   f->index_node = b;
   return b;
}

void usc_demand_load_param(struct usc_demand *s, const struct ir_instr *i)
{
   if (!i->nsrc || !i->attr[3])
      return;
   uint32_t v = index_of(s, &i->src[0], true, usc_within(s->c, i));
   struct usc_demand_fact *f = &s->f[i->dst[0]->id];
   f->node = v + 1; /* read through the index register, as a uniform */
   f->kind = DEMAND_ALONE;
   f->reg = true;
}

/* Memory: address and request. */
static uint32_t memory_access(struct usc_demand *s, const struct ir_src *index, bool sum, bool within)
{
   uint32_t address = 0, v = 0;
   if (index && within) {
      struct usc_demand_operand o = {index, false, false};
      address = usc_demand_new_node(s, DEMAND_P0);
      usc_demand_read_all(s, address, DEMAND_P0, &o, 1);
   } else if (index) {
      uint32_t a = clamp(s, index);
      if (sum) {
         uint32_t q = usc_demand_new_node(s, DEMAND_P0);
         s->b.nodes[q].demand[USC_ISSUE_W] = 1;
         usc_demand_depends(s, a, DEMAND_TST, q, DEMAND_P0, false);
         a = q;
      }
      address = usc_demand_new_node(s, DEMAND_P0);
      usc_demand_depends(s, a, DEMAND_TST, address, DEMAND_P0, false);
   } else {
      address = usc_demand_new_node(s, DEMAND_P0);
   }
   s->b.nodes[address].demand[USC_ISSUE_W] = 2;
   v = usc_demand_new_node(s, DEMAND_REQUEST);
   usc_demand_depends(s, address, DEMAND_P0, v, DEMAND_REQUEST, false);
   return v;
}

void usc_demand_load_buffer(struct usc_demand *s, const struct ir_instr *i)
{
   if (s->f[i->dst[0]->id].node || (i->nsrc && !i->attr[3]))
      return; /* part of an earlier burst */
   uint32_t v = memory_access(s, i->nsrc ? &i->src[0] : NULL, i->attr[1] != 0, usc_within(s->c, i));
   const struct ir_instr *q = i;
   for (unsigned k = 0; k < (i->nsrc ? 1 : 4); k++, q = q->next) {
      if (k && (!q || q->op != IR_load_buffer || q->nsrc || q->attr[0] != i->attr[0] || q->attr[1] != i->attr[1] + k))
         break;
      usc_demand_define(s, q->dst[0], v, DEMAND_REQUEST);
   }
}

void usc_demand_array(struct usc_demand *s, const struct ir_instr *i)
{
   bool store = i->op == IR_array_store;
   const struct ir_src *rel = i->nsrc > store ? &i->src[store] : NULL;
   if (!s->c->arrays.in_memory[i->attr[0]]) {
      if (rel)
         index_of(s, rel, false, usc_within(s->c, i));
      return;
   }
   uint32_t v = memory_access(s, rel, rel && s->c->arrays.at[i->attr[0]], false);
   struct usc_demand_operand o = {&i->src[0], false, false};
   s->stores |= store;
   if (store)
      usc_demand_read_all(s, v, DEMAND_REQUEST, &o, 1);
   else
      usc_demand_define(s, i->dst[0], v, DEMAND_REQUEST);
}

void usc_demand_texture(struct usc_demand *s, const struct ir_instr *i)
{
   struct usc_demand_operand o[MAX_OPERANDS];
   unsigned n = usc_demand_operands(s, i, o);
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   if (i->attr[0] == TEX_SIZE) {
      unsigned dims = i->attr[1] == TEX_CUBE || i->attr[1] == TEX_SHADOWCUBE ? 2 : info->coords;
      for (unsigned k = 0; k < i->ndst && k < dims + info->array; k++) {
         if (!s->c->uses[i->dst[k]->id])
            continue;
         uint32_t last = 0, v;
         if (k < dims) { /* max(1, size >> level) */
            uint32_t a = usc_demand_new_node(s, DEMAND_LOGIC);
            last = usc_demand_new_node(s, DEMAND_TST);
            usc_demand_read_all(s, a, DEMAND_LOGIC, o, n);
            usc_demand_depends(s, a, DEMAND_LOGIC, last, DEMAND_TST, true);
            s->b.nodes[last].demand[USC_ISSUE_W] = 1;
         }
         v = usc_demand_new_node(s, DEMAND_TST);
         usc_demand_read_all(s, v, DEMAND_TST, o, n);
         if (k < dims)
            usc_demand_depends(s, last, DEMAND_TST, v, DEMAND_TST, true);
         usc_demand_define(s, i->dst[k], v, DEMAND_TST);
      }
      return;
   }
   /* The data words are temporaries, perhaps those of another request. */
   uint32_t moves[MAX_OPERANDS], num = 0;
   bool used = false, known = false;
   for (unsigned k = 0; k < i->ndst && !used; k++)
      used = s->c->uses[i->dst[k]->id] != 0;
   if (used)
      usc_find_data(&s->requests, i, &known);
   for (unsigned k = 0; k < n && !known; k++) {
      const struct ir_instr *d = usc_demand_alias(o[k].src->val)->def;
      if (d && (d->op == IR_const || (d->op == IR_load_param && !d->nsrc)))
         moves[num++] = usc_demand_move(s);
   }
   if (i->attr[3] & 0xffffffu && !known)
      moves[num++ % MAX_OPERANDS] = usc_demand_move(s);
   uint32_t v = usc_demand_new_node(s, DEMAND_REQUEST);
   usc_demand_read_all(s, v, DEMAND_REQUEST, o, n);
   for (unsigned k = 0; k < num && k < MAX_OPERANDS; k++)
      usc_demand_depends(s, moves[k], DEMAND_P, v, DEMAND_REQUEST, false);
   request(s, i, v);
}

/* Register of a vertex input. */
static uint32_t direct_input(const struct usc_demand *s, const struct ir_instr *i)
{
   return i->attr[0] < SLOT_COUNT ? s->in->in[i->attr[0]][usc_interp(s->c, i)].comp_reg[i->attr[1] & 3] : 0;
}

void usc_demand_store_output(struct usc_demand *s, const struct ir_instr *i)
{
   struct usc_selection *c = s->c;
   unsigned slot = i->attr[0];
   const struct ir_value *val = usc_demand_alias(i->src[0].val);
   const struct usc_demand_fact *f = usc_demand_made_here(s, val);
   struct usc_demand_operand o = {&i->src[0], true, false};
   bool depth = c->s->stage == IR_STAGE_FRAGMENT && slot == SLOT_FRAG_DEPTH;
   if (c->s->stage != IR_STAGE_FRAGMENT || depth) {
      if (depth ? (i->attr[1] & 3) != 2 : usc_varying_address(c, slot, i->attr[1] & 3) == USC_NO_REG)
         return;
      /* Between two vertices of a geometry program up to four inputs go out in a repeated group; a group for four bounds any run. */
      if (c->s->stage == IR_STAGE_GEOMETRY && val->def && val->def->op == IR_load_input && ++s->passed % 4)
         return;
      uint32_t v = usc_demand_new_node(s, DEMAND_NONE);
      s->b.nodes[v].demand[USC_ISSUE_BE] = 1;
      /* The value is on W0: made in this group, or it takes the port. */
      bool rides = f && (f->kind == DEMAND_P || f->kind == DEMAND_P0 || f->kind == DEMAND_TST || f->kind == DEMAND_PCK);
      if (!rides)
         s->b.nodes[v].demand[USC_ISSUE_W] = 1;
      usc_demand_read_all(s, v, DEMAND_NONE, &o, 1);
      if (val->def && val->def->op == IR_load_input && c->s->stage == IR_STAGE_VERTEX)
         UTIL_PUSH(s->b.ctx, s->direct, s->num_direct, s->cap_direct,
                   (struct usc_demand_direct){v, usc_varying_address(c, slot, i->attr[1] & 3), direct_input(s, val->def)});
      return;
   }
   if (slot < SLOT_FRAG_COLOR || slot > SLOT_FRAG_COLOR_LAST)
      return;
   if (c->color.bytes[slot - SLOT_FRAG_COLOR])
      return;
   bool inner = val->def && (val->def->op == IR_const || (val->def->op == IR_load_param && !val->def->nsrc));
   if (c->opt->frt[slot - SLOT_FRAG_COLOR] == USC_FRT_F32) {
      if (!f)
         usc_demand_move(s);
   } else if (inner && !(c->color.in_place >> (slot - SLOT_FRAG_COLOR) & 1)) { /* the pack unit reads a block of temporaries */
      usc_demand_move(s);
   }
}

/* Operations behind the last instruction of a fragment program. */
void usc_demand_finish(struct usc_demand *s, uint32_t *tail)
{
   struct usc_selection *c = s->c;
   struct usc_demand_operand o[MAX_OPERANDS];
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return;
   for (unsigned t = 0; t < 8; t++) {
      const struct ir_src *splat = usc_bytes_splat(c, t);
      if (splat) {
         uint32_t v = usc_demand_new_node(s, DEMAND_PCK), q = usc_demand_new_node(s, DEMAND_P0);
         o[0] = (struct usc_demand_operand){splat, true, false};
         usc_demand_read_all(s, v, DEMAND_PCK, o, 1);
         s->b.nodes[v].demand[USC_ISSUE_W] = s->b.nodes[q].demand[USC_ISSUE_W] = 1;
         usc_demand_depends(s, v, DEMAND_PCK, q, DEMAND_P0, false);
         continue;
      }
      if (s->in->out_mask[SLOT_FRAG_COLOR + t] && c->opt->frt[t] != USC_FRT_F32)
         for (unsigned k = 0; k < (c->color.bytes[t] ? usc_bytes_groups(c, t) : c->opt->frt[t] == USC_FRT_F16 ? 2u : 1u); k++) {
            uint32_t v = usc_demand_new_node(s, DEMAND_ALONE);
            ir_foreach_instr (c->s->blocks[s->block], i)
               if (i->op == IR_store_output && i->attr[0] == SLOT_FRAG_COLOR + t &&
                   (c->opt->frt[t] == USC_FRT_RGBA8 || (i->attr[1] & 3) / 2 == k)) {
                  o[0] = (struct usc_demand_operand){&i->src[0], false, false};
                  usc_demand_read_all(s, v, DEMAND_ALONE, o, 1);
               }
         }
   }
   if (s->in->kills) {
      unsigned n = c->alive == USC_NO_REG ? usc_demand_cond_operands(s, &s->in->kill->src[0], o) : 0;
      usc_demand_test(s, NULL, o, n, false);
      ++*tail; /* atst */
   }
}
