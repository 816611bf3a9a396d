/* SPDX-License-Identifier: MIT */
/* Selection of what comes in: inputs, parameters, memory; and arrays. The ABI of docs/abi-usc.md in code. */
#include "backend-usc/schedule/usc_merge.h"
#include "backend-usc/select/usc_isel.h"

#include "ir/cfg.h"
#include "ir/match.h"

#include <string.h>

/* ---- inputs, parameters, memory ------------------------------------------------------------------------------------------ */

enum io_interp usc_interp(const struct usc_selection *c, const struct ir_instr *i)
{
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return INTERP_SMOOTH;
   uint32_t slot = i->attr[0];
   if (slot == SLOT_PRIM_ID || slot == SLOT_LAYER)
      return INTERP_FLAT;
   if (slot == SLOT_POSITION)
      return INTERP_NOPERSPECTIVE;
   return i->attr[2] < INTERP_COUNT ? (enum io_interp)i->attr[2] : INTERP_SMOOTH;
}

/* May one itrsmp do the access: plain coordinates that are consecutive components of an input, as the machine iterates them? */
bool usc_is_iterated(const struct usc_selection *c, const struct ir_instr *i)
{
   struct ir_tex_srcs at = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]);
   const struct ir_instr *first = NULL;
   if (i->attr[0] != TEX_SAMPLE || i->attr[3] || i->attr[1] == TEX_CUBE || exec_tex_info[i->attr[1]].shadow || exec_tex_info[i->attr[1]].array)
      return false;
   for (unsigned k = 0; k < at.num_coords; k++) {
      const struct ir_instr *d = i->src[at.coord + (int)k].val->def;
      if (!d || d->op != IR_load_input || d->attr[0] >= SLOT_COUNT || d->attr[0] == SLOT_FACING || usc_interp(c, d) == INTERP_FLAT)
         return false;
      if (!k)
         first = d;
      else if (d->attr[0] != first->attr[0] || d->attr[1] != first->attr[1] + k || usc_interp(c, d) != usc_interp(c, first))
         return false;
   }
   return first != NULL;
}

/* Texture accesses that iterate their own coordinates do not read them; what nobody else reads is not iterated by itself. */
static void find_iterated(struct usc_selection *c, struct usc_inputs *in)
{
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return;
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_tex && (c->opt->features & USC_HAS_ITRSMP) && usc_is_iterated(c, i))
            for (uint32_t k = 0; k < i->nsrc; k++)
               c->uses[i->src[k].val->id]--;
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_load_input && i->attr[0] < SLOT_COUNT && c->uses[i->dst[0]->id])
            in->in[i->attr[0]][usc_interp(c, i)].alone = false;
}

void usc_scan(struct usc_selection *c, struct usc_inputs *in)
{
   struct ir_shader *s = c->s;
   in->param_sh = UTIL_ARRAY(c->ctx, uint32_t, 4 * (size_t)s->num_params + 4);
   in->relative = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_params + 1);
   uint32_t loop_end = 0;
   ir_foreach_block (s, b) {
      /* What a loop reads in each iteration is iterated once, in front of it, as what several blocks read is. */
      const bool again = b->index < loop_end && !c->m->tight;
      if (b->term == IR_TERM_LOOP && ir_is_header(b->succ[0]) && b->merge->index > loop_end)
         loop_end = b->merge->index;
      ir_foreach_instr (b, i) {
         for (uint32_t k = 0; k < i->nsrc; k++)
            c->uses[i->src[k].val->id]++;
         if (i->op == IR_load_input && i->attr[0] < SLOT_COUNT && s->stage != IR_STAGE_GEOMETRY &&
             (i->attr[0] != SLOT_FACING || c->s->stage != IR_STAGE_FRAGMENT)) {
            struct usc_slot_use *u = &in->in[i->attr[0]][usc_interp(c, i)];
            u->alone = true;
            if (again || (u->mask && u->block != b->index))
               u->block = USC_NO_REG;
            else
               u->block = b->index;
            u->mask |= (uint8_t)(1u << (i->attr[1] & 3));
         } else if (i->op == IR_load_param && i->nsrc) {
            for (uint32_t e = i->attr[2]; e < s->num_params && e - i->attr[2] < i->attr[3]; e++)
               in->relative[e] = 1;
         } else if (i->op == IR_kill) {
            in->kills++;
            in->kill = i;
         } else if (i->op == IR_store_output && i->attr[0] < SLOT_COUNT) {
            in->out_mask[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
            if (b->index != s->num_blocks - 1)
               in->out_late[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
         }
      }
      if (b->term == IR_TERM_IF)
         c->uses[b->cond.val->id]++;
   }
   find_iterated(c, in);
   if (s->stage == IR_STAGE_GEOMETRY) {
      memset(in->out_late, 0, sizeof in->out_late);
      usc_scan_geometry(c, in);
   }
}

void usc_assign_inputs(struct usc_selection *c, struct usc_inputs *in)
{
   bool fs = c->s->stage == IR_STAGE_FRAGMENT;
   struct usc_reflect *r = c->r;
   r->w_coeff = USC_NO_REG;
   if (fs) {
      bool persp = false;
      for (unsigned s = 0; s < SLOT_COUNT; s++)
         persp |= in->in[s][INTERP_SMOOTH].mask || in->in[s][INTERP_CENTROID].mask;
      if (persp) {
         r->w_coeff = 0;
         r->num_cf = 4;
      }
   }
   for (unsigned k = 0; k < INTERP_COUNT; k++) {
      struct usc_slot_use *run = NULL; /* what the last request covers */
      unsigned run_n = 0;
      for (unsigned s = 0; s < SLOT_COUNT; s++) {
         struct usc_slot_use *u = &in->in[s][k];
         if (!u->mask)
            continue;
         u->unit = USC_NO_REG;
         struct usc_reflect_input ri = {(uint8_t)s, (uint8_t)k, u->mask, {USC_NO_REG, USC_NO_REG, USC_NO_REG, USC_NO_REG}, 0};
         u->min = (uint32_t)__builtin_ctz(u->mask);
         unsigned max = 31u - (unsigned)__builtin_clz(u->mask);
         for (unsigned m = u->min; m <= max; m++) {
            /* An iteration covers the components between the first and the last used one. */
            if (!fs && !(u->mask >> m & 1))
               continue;
            u->comp_reg[m] = ri.reg[m] = fs ? r->num_cf : r->num_vi;
            if (fs)
               r->num_cf += 4;
            else
               r->num_vi++;
         }
         /* Up to 16 consecutive planes are one request, if the same block reads them. */
         unsigned n = max - u->min + 1;
         if (run && !u->alone && run->block == u->block && run_n + n <= 16 && !c->opt->max_temps && c->opt->sched != USC_SCHED_NONE) {
            u->run = run->run;
            run_n += n;
         } else {
            run = u->alone ? NULL : u;
            u->run = s * INTERP_COUNT + k;
            run_n = n;
         }
         if (fs)
            ri.mask = (uint8_t)((2u << max) - (1u << u->min));
         UTIL_PUSH(c->ctx, r->inputs, r->num_inputs, r->cap_inputs, ri);
      }
   }
   if (c->s->stage == IR_STAGE_GEOMETRY)
      usc_assign_vertices(c, in);
   if (r->num_vi > 248 || r->num_cf > 2048)
      usc_unsupported(c->m, UTIL_NO_SPAN, "more inputs than the USC has registers for");
}

void usc_iterate(struct usc_selection *c, struct usc_inputs *in, unsigned slot, unsigned k)
{
   uint32_t run = in->in[slot][k].run, first = run / INTERP_COUNT;
   unsigned n = 0, start = in->in[first][k].min;
   for (unsigned s = first; s < SLOT_COUNT; s++)
      if (in->in[s][k].mask && in->in[s][k].run == run)
         n += 32u - (unsigned)__builtin_clz(in->in[s][k].mask) - in->in[s][k].min;
   uint32_t unit = cg_reg_new(&c->m->p, n), at = 0;
   for (unsigned s = first; s < SLOT_COUNT; s++)
      if (in->in[s][k].mask && in->in[s][k].run == run) {
         in->in[s][k].unit = unit + at;
         at += 32u - (unsigned)__builtin_clz(in->in[s][k].mask) - in->in[s][k].min;
      }
   struct usc_opd coeff = usc_cf(in->in[first][k].comp_reg[start]);
   unsigned mode = c->opt->sample_shading ? 1 : k == INTERP_CENTROID || k == INTERP_NOPERSPECTIVE_CENTROID ? 2 : 0;
   if (k == INTERP_NOPERSPECTIVE || k == INTERP_NOPERSPECTIVE_CENTROID)
      usc_emit(c, usc_g_fitr(0, usc_v(unit), coeff, n, mode));
   else
      usc_emit(c, usc_g_fitrp(0, usc_v(unit), coeff, usc_cf(c->r->w_coeff), n, mode));
}

void usc_load_input(struct usc_selection *c, struct usc_inputs *in, const struct ir_instr *i)
{
   unsigned slot = i->attr[0], comp = i->attr[1] & 3;
   struct usc_opd *v = &c->val[i->dst[0]->id];
   if (c->s->stage == IR_STAGE_GEOMETRY) {
      usc_load_vertex(c, in, i);
      return;
   }
   if (slot >= SLOT_COUNT) {
      *v = usc_c(0);
      return;
   }
   if (slot == SLOT_FACING &&
       c->s->stage == IR_STAGE_FRAGMENT) { /* documented: special register face_orient; front is 0 (assumed) */
      struct usc_opd m1 = usc_neg(usc_c(USC_C_ONE));
      if (comp) {
         *v = usc_c(comp == 3 ? USC_C_ONE : 0);
         return;
      }
      *v = usc_temp(c);
      usc_emit_select(c, *v, false, USC_TST_Z, USC_T_U32, usc_sr(USC_SR_BACK_FACE), usc_none(), usc_c(USC_C_ONE), m1);
      c->r->reads_facing = true;
      return;
   }
   enum io_interp k = usc_interp(c, i);
   struct usc_slot_use *u = &in->in[slot][k];
   if (c->s->stage != IR_STAGE_FRAGMENT) {
      *v = usc_vi(u->comp_reg[comp]);
      return;
   }
   if (k == INTERP_FLAT) {
      *v = usc_cf(u->comp_reg[comp] + 2); /* C of the plane */
      return;
   }
   if (u->unit == USC_NO_REG)
      usc_iterate(c, in, slot, k);
   *v = usc_v(u->unit + comp - u->min);
}

/*
 * clamp(index + entry) to first .. first+count-1 in dst; the sum wraps, as it must for arrays. Where it must not (parameters and
 * buffers) the caller clamps the index to first-entry .. and adds the entry afterwards.
 */
static void clamp_to(struct usc_selection *c, struct usc_opd dst, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count)
{
   struct usc_opd t = index;
   if (entry) {
      t = c->opt->no_clamp ? dst : usc_temp(c);
      usc_emit(c, usc_g_iadd(t, index, usc_const(c->m, entry)));
   }
   if (c->opt->no_clamp) {
      if (!entry)
         usc_emit(c, usc_g_mov(dst, index));
      return;
   }
   struct usc_opd lo = usc_temp(c), f = usc_const(c->m, first), l = usc_const(c->m, first + count - 1);
   usc_emit_select(c, lo, false, USC_TST_L, USC_T_S32, t, l, t, l);
   usc_emit_select(c, dst, false, USC_TST_G, USC_T_S32, lo, f, lo, f);
}

bool usc_within(const struct usc_selection *c, const struct ir_instr *i)
{
   const bool array = i->op == IR_array_load || i->op == IR_array_store;
   const unsigned n = i->op == IR_array_store;
   const uint32_t entry = array ? i->attr[1] : i->op == IR_load_buffer ? i->attr[1] : i->attr[0];
   const uint32_t first = array ? 0 : i->attr[2], count = array ? c->s->arrays[i->attr[0]].length : i->attr[3];
   if (i->nsrc <= n || entry < first || entry - first >= count)
      return false;
   return ir_maybe_ones(i->src[n].val, 6) < count - (entry - first);
}

struct usc_opd usc_clamped(struct usc_selection *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count)
{
   if (c->opt->no_clamp && !entry)
      return index;
   struct usc_opd t = usc_temp(c);
   clamp_to(c, t, index, entry, first, count);
   return t;
}

/* ---- index registers ----------------------------------------------------------------------------------------------------- */

static bool same_index(const struct usc_index *a, const struct usc_index *b)
{
   return a->block == b->block && a->value == b->value && a->entry == b->entry && a->first == b->first &&
          a->count == b->count && a->array == b->array;
}

/*
 * The index register that holds k, or the one that is to be loaded with it (*load): in turns, so that it can be foreseen. With
 * block 0 nothing is kept.
 */
static unsigned use_index(struct usc_index held[2], unsigned *next, const struct usc_index *k, bool *load)
{
   for (unsigned r = 0; r < 2; r++)
      if (k->block && same_index(&held[r], k)) {
         *load = false;
         return r;
      }
   unsigned r = *next;
   *next = !r;
   held[r] = *k;
   *load = true;
   return r;
}

unsigned usc_use_index(struct usc_selection *c, const struct usc_index *k, bool *load)
{
   return use_index(c->index, &c->next_index, k, load);
}

/* An offset that fits beside an index register reaches the entry of a parameter from what 4 times the index is counted from. */
static bool is_near(const struct usc_inputs *in, const struct ir_instr *i, uint32_t entry)
{
   return in->param_sh[4 * (size_t)i->attr[2]] - 1 + 4 * (entry - i->attr[2]) + 3 <= 255;
}

/* Does the instruction go through an index register? Then what it must hold: for indexes that are within, 4 times them, or them. */
static bool wants_index(const struct usc_selection *c, const struct usc_inputs *in, const struct ir_instr *i, struct usc_index *k)
{
   const struct ir_value *v;
   *k = (struct usc_index){.block = c->cur + 1};
   if (i->op == IR_load_param && i->nsrc && i->attr[3]) {
      v = i->src[0].val;
      if (!usc_within(c, i) || !is_near(in, i, i->attr[0]))
         k->entry = i->attr[0], k->first = i->attr[2], k->count = i->attr[3];
   } else if ((i->op == IR_array_load || i->op == IR_array_store) && i->nsrc > (i->op == IR_array_store) &&
              !c->arrays.in_memory[i->attr[0]]) {
      v = i->src[i->op == IR_array_store].val;
      if (!usc_within(c, i))
         k->entry = i->attr[1], k->count = c->s->arrays[i->attr[0]].length;
      k->array = true;
   } else {
      return false;
   }
   k->value = v->id;
   return true;
}

/* May every reader of the parameter that i loads read it through index register r itself? They all come before r changes. */
static bool read_in_place(const struct usc_selection *c, const struct usc_inputs *in, const struct ir_instr *i, unsigned r)
{
   struct usc_index held[2] = {c->index[0], c->index[1]}, k;
   unsigned next = c->next_index, seen = 0;
   uint32_t left = c->uses[i->dst[0]->id];
   if (c->opt->sched == USC_SCHED_NONE || c->s->stage == IR_STAGE_GEOMETRY) /* vertices go through index registers too */
      return false;
   for (const struct ir_instr *q = i->next; q && left && ++seen < 256; q = q->next) {
      bool dead = q->ndst && !c->uses[q->dst[0]->id] && q->op != IR_tex, load = false;
      uint32_t reads = 0;
      for (uint32_t n = 0; n < q->nsrc; n++)
         reads += q->src[n].val == i->dst[0];
      /* what is computed at a reader of its own, or is another name, reads later */
      if (reads && (dead || q->op == IR_mov || q->op == IR_kill || (q->ndst && c->folded[q->dst[0]->id])))
         return false;
      /* a store loads its own index before it reads its value */
      if (!dead && wants_index(c, in, q, &k) && use_index(held, &next, &k, &load) == r && load)
         return false;
      left -= reads;
   }
   return !left;
}

void usc_load_param(struct usc_selection *c, struct usc_inputs *in, const struct ir_instr *i)
{
   uint32_t entry = i->attr[0], comp = i->attr[1] & 3, first = i->attr[2], count = i->attr[3];
   struct usc_opd *v = &c->val[i->dst[0]->id];
   struct ir_shader *s = c->s;
   if (!i->nsrc) {
      if (entry >= s->num_params) {
         *v = usc_c(0);
         return;
      }
      if (s->params[entry].cls == PARAM_CONST && !in->relative[entry]) {
         *v = usc_const(c->m, s->params[entry].value[comp]);
         return;
      }
      uint32_t *p = &in->param_sh[4 * (size_t)entry + comp];
      if (!*p)
         *p = usc_shared(c->m, USC_SH_PARAM, entry, comp) + 1;
      *v = usc_sh(*p - 1);
      return;
   }
   if (!count) {
      *v = usc_c(0);
      return;
   }
   uint32_t base = in->param_sh[4 * (size_t)first] - 1; /* component 0 of the first entry */
   bool near = is_near(in, i, first), load;             /* as the constant offset of the operand */
   struct usc_opd idx = usc_int_src(c, &i->src[0]);
   struct usc_index k;
   wants_index(c, in, i, &k);
   unsigned r = usc_use_index(c, &k, &load);
   if (!k.count) { /* within: the entry, too, is in the constant offset */
      near = true;
      base += 4 * (entry - first);
      if (load)
         usc_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(r), usc_in_slot(c, idx, 0), usc_c(4), usc_c(0)));
   } else if (load && near && c->opt->no_clamp) {
      /* the index register counts from the operand's constant offset: that of the first entry, which may lie above ours */
      const struct usc_opd a = usc_in_slot(c, idx, 0), off = usc_const(c->m, 4 * (entry - first));
      usc_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(r), a, usc_c(4), off));
   } else if (load && near) {
      /* min(index, last) without wrapping; then 4 * (that + entry - first) in 64 bits, 0 if it is negative */
      struct usc_opd t = usc_temp(c), l = usc_const(c->m, first - entry + count - 1);
      uint32_t off = 4 * (entry - first);
      usc_emit_select(c, t, false, USC_TST_L, USC_T_S32, idx, l, idx, l);
      struct usc_group g =
          usc_g_madd64(true, usc_idx(r), usc_none(), t, usc_c(4), usc_const(c->m, off), usc_c(off >> 31 ? USC_C_ALL : 0));
      g.op[USC_PCK] = USC_OP_PCK;
      g.pck_fmt = USC_FMT_CONST0;
      g.op[USC_TST] = USC_OP_TST;
      g.tst_op = USC_TST_GEZ;
      g.tst_type = USC_T_S32;
      g.is1 = USC_IS1_FTE; /* the high word */
      g.op[USC_MOV] = USC_OP_MOVC;
      g.mov_w0 = USC_FT0;
      g.is4 = USC_FT2;
      usc_emit(c, g);
   } else if (load) {
      struct usc_opd t = usc_clamped(c, idx, 0, first - entry, count);
      usc_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(r), t, usc_c(4), usc_const(c->m, base + 4 * (entry - first))));
   }
   struct usc_opd at = usc_at(USC_SHARED, r, near ? base + comp : comp);
   if (read_in_place(c, in, i, r)) {
      *v = at;
      return;
   }
   *v = usc_temp(c);
   usc_emit(c, usc_g_mov(*v, at));
}

/* lo:hi in two consecutive registers = n * 4 + the 64-bit address in shared registers. */
static uint32_t address(struct usc_selection *c, struct usc_opd n, uint32_t sh)
{
   uint32_t a = cg_reg_new(&c->m->p, 2);
   struct usc_opd x = usc_in_slot(c, n, 0);
   struct usc_group g = usc_g_madd64(false, usc_v(a), usc_v(a + 1), x, usc_c(4), usc_sh(sh), usc_sh(sh + 1));
   usc_emit(c, g);
   return a;
}

static uint32_t buffer_sh(struct usc_selection *c, uint32_t buffer)
{
   for (uint32_t k = 0; k < c->r->num_sh; k++)
      if (c->r->sh[k].kind == USC_SH_BUFFER && c->r->sh[k].a == buffer && !c->r->sh[k].b)
         return k;
   c->r->buffers |= 1u << (buffer & 31);
   return usc_shared_block(c->m, USC_SH_BUFFER, buffer, 2, 2);
}

void usc_load_buffer(struct usc_selection *c, struct ir_instr *i)
{
   struct usc_opd *v = &c->val[i->dst[0]->id];
   if (v->bank)
      return; /* part of an earlier burst */
   uint32_t sh = buffer_sh(c, i->attr[0]);
   if (i->nsrc) {
      if (!i->attr[3]) {
         *v = usc_c(0);
         return;
      }
      struct usc_opd n = usc_int_src(c, &i->src[0]);
      if (!usc_within(c, i))
         n = usc_clamped(c, n, 0, i->attr[2] - i->attr[1], i->attr[3]);
      if (i->attr[1]) {
         struct usc_opd word = usc_temp(c);
         usc_emit(c, usc_g_iadd(word, n, usc_const(c->m, i->attr[1])));
         n = word;
      }
      uint32_t a = address(c, n, sh);
      uint32_t d = cg_reg_new(&c->m->p, 1);
      usc_emit(c, usc_g_ld(0, usc_v(d), usc_v(a), 1));
      *v = usc_v(d);
      return;
   }
   /* Consecutive words that follow at once are one burst. */
   unsigned n = 1;
   struct ir_instr *last = i;
   while (n < 4 && last->next && last->next->op == IR_load_buffer && !last->next->nsrc && last->next->attr[0] == i->attr[0] &&
          last->next->attr[1] == i->attr[1] + n) {
      last = last->next;
      n++;
   }
   uint32_t a = address(c, usc_const(c->m, i->attr[1]), sh), d = cg_reg_new(&c->m->p, n);
   usc_emit(c, usc_g_ld(0, usc_v(d), usc_v(a), n));
   for (unsigned k = 0; k < n; k++, i = i->next)
      c->val[i->dst[0]->id] = usc_v(d + k);
}

/* IR arrays that kept a variable index: pinned temporaries, or the scratch memory of the instance (docs/abi-usc.md). */
void usc_array_access(struct usc_selection *c, const struct usc_inputs *in, const struct ir_instr *i)
{
   bool store = i->op == IR_array_store;
   uint32_t array = i->attr[0], length = c->s->arrays[array].length;
   const struct ir_src *rel = i->nsrc > store ? &i->src[store] : NULL;
   uint32_t direct = (int32_t)i->attr[1] < 0 ? 0 : i->attr[1] < length ? i->attr[1] : length - 1;
   struct usc_opd *v = store ? NULL : &c->val[i->dst[0]->id];

   if (c->arrays.in_memory[array]) {
      struct usc_opd n = rel ? usc_clamped(c, usc_int_src(c, rel), i->attr[1], 0, length) : usc_const(c->m, direct), w = n;
      if (c->arrays.at[array]) {
         w = usc_temp(c);
         usc_emit(c, usc_g_iadd(w, n, usc_const(c->m, c->arrays.at[array] / 4)));
      }
      uint32_t a = cg_reg_new(&c->m->p, 2);
      usc_scratch(c->m);
      usc_emit(c, usc_g_madd64(false, usc_v(a), usc_v(a + 1), usc_in_slot(c, w, 0), usc_c(4), USC_SCRATCH_LO, USC_SCRATCH_HI));
      if (store) {
         struct usc_opd val = usc_int_src(c, &i->src[0]);
         if (val.bank != USC_VIRTUAL)
            val = usc_to_temp(c, val);
         usc_emit(c, usc_g_st(0, val, usc_v(a), 1));
      } else {
         *v = usc_temp(c);
         usc_emit(c, usc_g_ld(0, *v, usc_v(a), 1));
      }
      return;
   }
   uint32_t base = c->m->pinned.base + c->arrays.at[array];
   struct usc_opd at = usc_r(base + direct);
   if (rel) {
      struct usc_index k;
      bool load;
      wants_index(c, in, i, &k);
      unsigned r = usc_use_index(c, &k, &load);
      if (load && !k.count)
         usc_emit(c, usc_g_mov(usc_idx(r), usc_int_src(c, rel)));
      else if (load)
         clamp_to(c, usc_idx(r), usc_int_src(c, rel), i->attr[1], 0, length);
      at = usc_at(USC_TEMP, r, k.count ? base : base + i->attr[1]);
   }
   if (store) {
      usc_emit(c, usc_g_mov(at, usc_int_src(c, &i->src[0])));
   } else {
      *v = usc_temp(c);
      usc_emit(c, usc_g_mov(*v, at));
   }
}

/* ---- arrays -------------------------------------------------------------------------------------------------------------- */

void usc_assign_arrays(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   uint8_t *used = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_arrays + 1);
   uint32_t temps = 0, bytes = 0, arrays = 0;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_array_load || i->op == IR_array_store)
            used[i->attr[0]] = 1;
   c->arrays.at = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_arrays + 1);
   c->arrays.in_memory = UTIL_ARRAY(c->ctx, bool, (size_t)s->num_arrays + 1);
   /* At most 64 temporaries stay out of the allocator's hands; the rest lives in scratch memory. */
   unsigned room = c->opt->max_temps || c->m->tight ? 0 : 64;
   for (uint32_t k = 0; k < s->num_arrays; k++) {
      if (!used[k])
         continue;
      if (temps + s->arrays[k].length <= room) {
         c->arrays.at[k] = temps;
         for (uint32_t e = 0; e < s->arrays[k].length; e++)
            c->m->pinned.array[temps + e] = (uint8_t)arrays;
         arrays++;
         temps += s->arrays[k].length;
      } else {
         c->arrays.in_memory[k] = true;
         c->arrays.at[k] = bytes;
         bytes += 4 * s->arrays[k].length;
      }
   }
   c->m->pinned.num = temps;
   c->m->pinned.base = USC_NUM_TEMPS - temps;
   c->r->scratch_bytes = bytes;
}

/* Arrays read 0 before they are written. */
void usc_init_arrays(struct usc_selection *c)
{
   for (uint32_t k = 0; k < c->m->pinned.num; k++) {
      struct usc_group g = usc_g_mov(usc_r(c->m->pinned.base + k), usc_c(0));
      if (k + 1 < c->m->pinned.num && c->opt->sched != USC_SCHED_NONE) { /* by twos */
         struct usc_group next = usc_g_mov(usc_r(c->m->pinned.base + ++k), usc_c(0)), two;
         if (usc_merge(&g, &next, &two))
            g = two;
         else
            k--;
      }
      usc_emit(c, g);
   }
   for (uint32_t k = 0; k < c->s->num_arrays; k++) {
      if (!c->arrays.in_memory[k])
         continue;
      uint32_t zero = cg_reg_new(&c->m->p, 4), length = c->s->arrays[k].length, a = cg_reg_new(&c->m->p, 2), next;
      usc_scratch(c->m);
      for (unsigned e = 0; e < 4; e++)
         usc_emit(c, usc_g_mov(usc_v(zero + e), usc_c(0)));
      usc_emit(c, usc_g_madd64(false, usc_v(a), usc_v(a + 1), usc_const(c->m, c->arrays.at[k] / 4), usc_c(4), USC_SCRATCH_LO,
                              USC_SCRATCH_HI));
      for (uint32_t e = 0; e < length; e += 4, a = next) { /* the next address is the last one plus 16 */
         usc_emit(c, usc_g_st(0, usc_v(zero), usc_v(a), length - e < 4 ? length - e : 4));
         if (e + 4 >= length)
            break;
         next = cg_reg_new(&c->m->p, 2);
         struct usc_group g = usc_g_alu(USC_OP_UADD6432, usc_v(next), usc_v(a), usc_v(a + 1), usc_c(16));
         g.dst[1] = usc_v(next + 1);
         g.is5 = USC_FTE;
         usc_emit(c, g);
      }
   }
}
