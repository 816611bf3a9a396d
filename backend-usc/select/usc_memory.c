/* SPDX-License-Identifier: MIT */
/* Selection of parameters, scalar buffers, IR arrays, and the index registers that reach them (docs/abi-usc.md). */
#include "backend-usc/select/usc_memory.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/usc_cond.h"
#include "backend-usc/select/usc_storage.h"
#include "ir/cfg.h"

/* ---- indices ------------------------------------------------------------------------------------------------------------- */

static bool is_access(const struct ir_instr *i)
{
   return i->op == IR_array_load || i->op == IR_array_store;
}

bool usc_within(const struct usc_selection *c, const struct ir_instr *i)
{
   const bool array = is_access(i);
   const unsigned n = i->op == IR_array_store;
   const uint32_t entry = array ? i->attr[1] : i->op == IR_load_buffer ? i->attr[1] : i->attr[0];
   const uint32_t first = array ? 0 : i->attr[2], count = array ? c->s->arrays[i->attr[0]].length : i->attr[3];
   if (i->nsrc <= n || entry < first || entry - first >= count)
      return false;
   return ir_upper_bound(i->src[n].val, 6) < count - (entry - first);
}

/* ---- index registers ----------------------------------------------------------------------------------------------------- */

static bool is_same_index(const struct usc_index *a, const struct usc_index *b)
{
   return a->block == b->block && a->value == b->value && a->entry == b->entry && a->first == b->first &&
          a->count == b->count && a->array == b->array;
}

/*
 * The index register that holds k, or that the caller must load with it (*load). Registers are loaded in turns, so that
 * can_read_in_place() can predict which. An index of block 0 is never found again. If `far`, register 1 has another use.
 */
static unsigned use_index(struct usc_index_registers *x, const struct usc_index *k, bool far, bool *load)
{
   for (unsigned r = 0; r < (far ? 1u : 2u); r++)
      if (k->block && is_same_index(&x->held[r], k)) {
         *load = false;
         return r;
      }
   unsigned r = x->next;
   x->next = !r && !far;
   x->held[r] = *k;
   *load = true;
   return r;
}

unsigned usc_use_index(struct usc_selection *c, const struct usc_index *k, bool *load)
{
   return use_index(&c->index, k, c->m->far, load);
}

/*
 * An indexed operand has a constant offset of 8 bits. Does that reach the entry of a parameter if the index register holds 4
 * times the index?
 */
static bool is_near(const struct usc_selection *c, const struct ir_instr *i, uint32_t entry)
{
   return c->in->params.sh[4 * (size_t)i->attr[2]] - 1 + 4 * (entry - i->attr[2]) + 3 <= 255;
}

/* ---- indices that are converted ------------------------------------------------------------------------------------------ */

#define MAX_OFFSET (1 << 20) /* of an entry from the first one; floats represent all of them exactly */
#define MAX_GUARDS 8         /* entries on each side of an array */

/* Adds a read by an index to the span of that index. */
static void note_span(struct usc_span *s, const struct ir_instr *i)
{
   const int32_t offset = (int32_t)(i->attr[0] - i->attr[2]);
   if (!s->reads++)
      *s = (struct usc_span){i->attr[2], i->attr[3], offset, offset, 1};
   else if (s->first != i->attr[2] || s->count != i->attr[3] || offset < s->hi - MAX_GUARDS || offset > s->lo + MAX_GUARDS)
      s->count = 0;
   s->lo = offset < s->lo ? offset : s->lo;
   s->hi = offset > s->hi ? offset : s->hi;
}

/* Is it a read of a parameter by an index that is not known to be in range? */
static bool is_clamped_param(const struct usc_selection *c, const struct ir_instr *i)
{
   return i->op == IR_load_param && i->nsrc && i->attr[3] && c->uses[i->dst[0]->id] && !usc_within(c, i);
}

/* Are there enough shared registers for guards of any array? */
static bool has_guards(const struct usc_selection *c)
{
   return 4 * c->s->num_params + 8 * MAX_GUARDS <= usc_core_shareds(c->opt->core, c->s->stage == IR_STAGE_FRAGMENT) / 2;
}

/* Each clamp converts the index again, so a conversion is folded only if one clamp serves all reads of a block. */
void usc_fold_indices(struct usc_selection *c)
{
   const struct ir_shader *s = c->s;
   if (!c->in->params.indexes || c->opt->no_clamp || c->m->far || !ir_may_have(s, IR_f2i))
      return; /* with two far constants nothing else fits such a group */
   struct usc_span *span = UTIL_ARRAY(c->ctx, struct usc_span, c->num_values);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (is_clamped_param(c, i))
            note_span(&span[i->src[0].val->id], i);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         const struct usc_span *k = i->ndst ? &span[i->dst[0]->id] : NULL;
         if (i->op == IR_f2i && !i->sat && !i->src[0].neg && !i->src[0].abs && k->count && k->reads == c->uses[i->dst[0]->id] &&
             k->lo > -MAX_OFFSET && k->hi < MAX_OFFSET && (k->lo == k->hi || has_guards(c)))
            c->folded[i->dst[0]->id] = true;
      }
   util_discard(c->ctx, span, sizeof *span * c->num_values);
}

/* Is the parameter in parameter memory? */
static bool is_in_memory(const struct usc_selection *c, uint32_t entry)
{
   return c->in->params.mem && entry < c->s->num_params && c->in->params.mem[entry];
}

/* Is it a read of a parameter in shared registers by an index that is not known to be in range? */
static bool is_clamped_read(const struct usc_selection *c, const struct ir_instr *i)
{
   return is_clamped_param(c, i) && !is_in_memory(c, i->attr[2]);
}

/*
 * The span of the index by which the instruction reads a parameter, if it has several offsets, for which the array has guards.
 * A read that is known to be in range has no span, though its index may have one for another array.
 */
static const struct usc_span *span_of(const struct usc_selection *c, const struct ir_instr *i)
{
   const struct usc_span *s = c->in->params.span ? &c->in->params.span[i->src[0].val->id] : NULL;
   return s && s->count && s->hi > s->lo && is_clamped_read(c, i) ? s : NULL;
}

/*
 * Does the instruction use an index register? Sets k to what the register must hold: for an index that is in range, 4 times the
 * index (parameters) or the index (arrays).
 */
static bool needs_index(const struct usc_selection *c, const struct ir_instr *i, struct usc_index *k)
{
   const struct ir_value *v;
   *k = (struct usc_index){.block = c->cur + 1};
   if (i->op == IR_load_param && i->nsrc && i->attr[3] && !is_in_memory(c, i->attr[2])) {
      v = i->src[0].val;
      const struct usc_span *s = span_of(c, i);
      if (s)
         k->entry = s->first + (uint32_t)s->hi, k->first = s->first, k->count = s->count + (uint32_t)(s->hi - s->lo);
      else if (!usc_within(c, i) || !is_near(c, i, i->attr[0]))
         k->entry = i->attr[0], k->first = i->attr[2], k->count = i->attr[3];
   } else if (is_access(i) && usc_array_index(i) && !c->arrays.in_memory[i->attr[0]] && !c->arrays.fixed[i->attr[0]]) {
      v = usc_array_index(i)->val;
      if (!usc_within(c, i))
         k->entry = i->attr[1], k->count = c->s->arrays[i->attr[0]].length;
      k->array = true;
   } else {
      return false;
   }
   k->value = v->id;
   return true;
}

/* Can all readers of the value that i loads read it through index register r, because they come before r changes? */
static bool can_read_in_place(const struct usc_selection *c, const struct ir_instr *i, unsigned r)
{
   struct usc_index_registers x = c->index;
   struct usc_index k;
   unsigned seen = 0;
   uint32_t remaining = c->uses[i->dst[0]->id];
   if (c->opt->sched == USC_SCHED_NONE || c->s->stage == IR_STAGE_GEOMETRY) /* vertices go through index registers too */
      return false;
   for (const struct ir_instr *q = i->next; q && remaining && ++seen < 256; q = q->next) {
      bool dead = q->ndst && !c->uses[q->dst[0]->id] && q->op != IR_tex, load = false;
      uint32_t reads = 0;
      for (uint32_t n = 0; n < q->nsrc; n++)
         reads += q->src[n].val == i->dst[0];
      /* A comparison that is folded into its readers, a move or a kill reads its sources later. */
      if (reads && (dead || q->op == IR_mov || q->op == IR_kill ||
                    (q->ndst && (c->folded[q->dst[0]->id] || usc_choices_of(c, q->dst[0])))))
         return false;
      /* A store loads its own index before it reads its value. */
      if (!dead && needs_index(c, q, &k) && use_index(&x, &k, c->m->far, &load) == r && load)
         return false;
      if (usc_storage_uses_index(c, q))
         return false;
      remaining -= reads;
   }
   return !remaining;
}

/* ---- parameters ---------------------------------------------------------------------------------------------------------- */

/* Assigns words of parameter memory to the entries without shared registers, and two shared registers to its address. */
static void assign_memory(struct usc_selection *c)
{
   const struct ir_shader *s = c->s;
   struct usc_params *p = &c->in->params;
   struct usc_reflect *r = c->r;
   for (uint32_t e = 0; e < s->num_params; e++) {
      if (!p->mem[e])
         continue;
      p->mem[e] = r->num_mem + 1;
      for (unsigned k = 0; k < 4; k++) {
         const bool constant = s->params[e].cls == PARAM_CONST;
         const uint32_t a = constant ? s->params[e].value[k] : e;
         UTIL_PUSH(c->ctx, r->mem, r->num_mem, r->cap_mem,
                   (struct usc_reflect_sh){constant ? USC_SH_CONST : USC_SH_PARAM, (uint8_t)(constant ? 0 : k), a});
      }
   }
   p->address = usc_add_shareds(c->m, USC_SH_MEMORY, 0, 2, 2);
   p->unit = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_params + 1);
   p->block = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_params + 1);
}

/* Finds the arrays that are indexed. */
static void find_indexed(struct usc_selection *c)
{
   const struct ir_shader *s = c->s;
   struct usc_indexed *a = c->in->params.indexed;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op != IR_load_param || !i->nsrc || !i->attr[3] || i->attr[2] >= s->num_params)
            continue;
         a[i->attr[2]].mixed |= a[i->attr[2]].count && a[i->attr[2]].count != i->attr[3];
         a[i->attr[2]].count = i->attr[3];
      }
   for (uint32_t e = 0, end = 0, at = 0; e < s->num_params; e++) {
      if (!a[e].count)
         continue;
      if (e < end)
         a[e].mixed = a[at].mixed = true;
      if (e + a[e].count > end)
         end = e + a[e].count, at = e;
   }
}

/* Finds indices that are used with several offsets, and how many guards their arrays need. */
static void find_spans(struct usc_selection *c)
{
   const struct ir_shader *s = c->s;
   struct usc_params *p = &c->in->params;
   p->indexed = UTIL_ARRAY(c->ctx, struct usc_indexed, (size_t)s->num_params + 1);
   if (!p->indexes)
      return;
   find_indexed(c);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (is_clamped_read(c, i)) {
            if (!p->span)
               p->span = UTIL_ARRAY(c->ctx, struct usc_span, c->num_values);
            note_span(&p->span[i->src[0].val->id], i);
         }
   for (uint32_t v = 0; p->span && v < s->num_values; v++) {
      struct usc_span *k = &p->span[v];
      const uint32_t n = k->count ? (uint32_t)(k->hi - k->lo) : 0;
      if (n && (p->indexed[k->first].mixed || !has_guards(c)))
         k->count = 0;
      else if (n > (k->count ? p->indexed[k->first].guards : n))
         p->indexed[k->first].guards = (uint8_t)n;
   }
}

/* Appends four shared registers for an entry; returns the first. */
static uint32_t share_entry(struct usc_selection *c, uint32_t e)
{
   const struct io_param *q = &c->s->params[e];
   struct usc_params *p = &c->in->params;
   uint32_t first = USC_NO_REG;
   if (c->m->indexed_at) {
      UTIL_PUSH(c->ctx, p->late, p->num_late, p->cap_late, e);
      return c->m->indexed_at + 4 * (p->num_late - 1);
   }
   for (unsigned k = 0; k < 4; k++) {
      const bool constant = q->cls == PARAM_CONST;
      const uint32_t r =
          constant ? usc_add_shared(c->m, USC_SH_CONST, q->value[k], 0) : usc_add_shared(c->m, USC_SH_PARAM, e, k);
      first = k ? first : r;
      c->m->out->stats.const_uploads += constant;
   }
   return first;
}

void usc_assign_params(struct usc_selection *c)
{
   if (c->in->params.mem)
      assign_memory(c);
   const struct ir_shader *s = c->s;
   const struct usc_params *p = &c->in->params;
   uint32_t indexed = 0, last = USC_NO_REG, guards = 0; /* last: the last entry of the array with guards */
   find_spans(c);
   for (uint32_t e = 0; e < s->num_params; e++)
      indexed += p->relative[e] && !is_in_memory(c, e) ? 4 + 8 * p->indexed[e].guards : 0;
   c->m->indexed = indexed;
   if (!c->m->indexed_at)
      usc_reserve_shared(c->m, indexed);
   for (uint32_t e = 0; e < s->num_params; e++) {
      if (!p->relative[e] || is_in_memory(c, e))
         continue;
      const struct usc_indexed *a = &p->indexed[e];
      if (a->guards)
         last = e + a->count - 1, guards = a->guards;
      for (uint32_t k = 0; k < a->guards; k++)
         share_entry(c, e);
      const uint32_t r = share_entry(c, e);
      for (unsigned k = 0; k < 4; k++)
         p->sh[4 * (size_t)e + k] = r + k + 1;
      for (uint32_t k = 0; e == last && k < guards; k++)
         share_entry(c, e);
   }
}

void usc_finish_params(struct usc_selection *c)
{
   const struct usc_params *p = &c->in->params;
   const uint32_t at = c->m->indexed_at;
   if (!at)
      return;
   c->m->needs_far |= c->r->num_sh > at; /* more than in the attempt that counted them */
   while (c->r->num_sh < at)
      usc_add_shared(c->m, USC_SH_UNUSED, 0, 0);
   c->m->indexed_at = 0;
   for (uint32_t k = 0; k < p->num_late; k++)
      share_entry(c, p->late[k]);
}

/* Computes n * 4 + the 64-bit address in shared registers sh, sh + 1; returns the first of two units. */
static uint32_t emit_address(struct usc_selection *c, struct usc_opd n, uint32_t sh)
{
   uint32_t a = cg_reg_new(&c->m->p, 2);
   struct usc_opd x = usc_in_slot(c, n, 0);
   usc_emit(c, usc_g_umadd64(usc_v(a), usc_v(a + 1), x, usc_c(4), usc_sh(sh), usc_sh(sh + 1)));
   return a;
}

/* Loads the four components at a word of parameter memory; returns the first unit. */
static uint32_t load_entry(struct usc_selection *c, struct usc_opd word)
{
   const uint32_t a = emit_address(c, word, c->in->params.address), d = cg_reg_new(&c->m->p, 4);
   usc_emit(c, usc_g_ld(0, usc_v(d), usc_v(a), 4));
   return d;
}

/* A component of a parameter in memory. A block loads each parameter once. */
static struct usc_opd load_param(struct usc_selection *c, uint32_t entry, unsigned comp)
{
   struct usc_params *p = &c->in->params;
   if (p->block[entry] != c->cur + 1) {
      const struct usc_opd word = usc_temp(c);
      usc_emit(c, usc_g_movi32(word, p->mem[entry] - 1));
      p->unit[entry] = load_entry(c, word);
      p->block[entry] = c->cur + 1;
   }
   return usc_v(p->unit[entry] + comp);
}

/* The same at a variable index. The components of a vector are loaded together. */
static struct usc_opd load_element(struct usc_selection *c, const struct ir_instr *i)
{
   struct usc_params *p = &c->in->params;
   const uint32_t entry = i->attr[0], comp = i->attr[1] & 3, first = i->attr[2], count = i->attr[3];
   const struct usc_index k = {.block = c->cur + 1, .value = i->src[0].val->id, .entry = entry, .first = first, .count = count};
   if (!is_same_index(&p->loaded, &k)) {
      const struct usc_opd word = usc_temp(c);
      const struct usc_opd n =
          usc_within(c, i) ? usc_int_src(c, &i->src[0]) : usc_clamp_index(c, &i->src[0], first - entry, count);
      const struct usc_opd base = usc_const(c->m, p->mem[first] - 1 + 4 * (entry - first));
      usc_emit(c, usc_g_alu(USC_OP_UMADD32, word, usc_in_slot(c, n, 0), usc_c(4), base));
      p->loaded_unit = load_entry(c, word);
      p->loaded = k;
   }
   return usc_v(p->loaded_unit + comp);
}

/* A component of a parameter at a constant index. */
static struct usc_opd constant_param(struct usc_selection *c, uint32_t entry, unsigned comp)
{
   const struct ir_shader *s = c->s;
   if (entry >= s->num_params)
      return usc_c(0);
   if (s->params[entry].cls == PARAM_CONST && !c->in->params.relative[entry])
      return usc_const(c->m, s->params[entry].value[comp]);
   if (is_in_memory(c, entry))
      return load_param(c, entry, comp);
   uint32_t *p = &c->in->params.sh[4 * (size_t)entry + comp];
   if (!*p)
      *p = usc_add_shared(c->m, USC_SH_PARAM, entry, comp) + 1;
   return usc_sh(*p - 1);
}

/*
 * idx = max(4 * (min(index, last) + entry - first), 0), the clamped index counted from the first entry. The minimum does not
 * wrap. The product and the sum have 64 bits; the test reads the sign from the high word.
 */
static void load_near_index(struct usc_selection *c, unsigned r, const struct ir_src *index, uint32_t entry, uint32_t first,
                            uint32_t count)
{
   const struct usc_opd t = usc_temp(c);
   const uint32_t off = 4 * (entry - first);
   usc_emit_index_min(c, t, index, first - entry + count - 1);
   struct usc_group g =
       usc_g_smadd64(usc_idx(r), usc_none(), t, usc_c(4), usc_const(c->m, off), usc_c(off >> 31 ? USC_C_ALL : 0));
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
}

/* A component of a parameter at a variable index: an operand that reads it through *index_reg. */
static struct usc_opd emit_indexed_param(struct usc_selection *c, const struct ir_instr *i, unsigned *index_reg)
{
   const struct usc_span *span = span_of(c, i);
   const uint32_t comp = i->attr[1] & 3, first = i->attr[2];
   uint32_t base = c->in->params.sh[4 * (size_t)first] - 1; /* component 0 of the first entry */
   uint32_t offset = comp;
   /* If near, the constant offset of the operand includes base. */
   bool near = is_near(c, i, first + (span ? (uint32_t)(span->hi - span->lo) : 0)), load;
   struct usc_index k;
   needs_index(c, i, &k);
   const uint32_t entry = k.entry, count = k.count;
   if (span) { /* the index register counts from the guards before the array */
      base -= 4 * (uint32_t)(span->hi - span->lo);
      offset += 4 * (i->attr[0] - first - (uint32_t)span->lo);
   }
   const unsigned r = *index_reg = usc_use_index(c, &k, &load);
   if (!k.count) { /* in range: the constant offset includes the entry too */
      near = true;
      base += 4 * (i->attr[0] - first);
      if (load)
         usc_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(r), usc_in_slot(c, usc_int_src(c, &i->src[0]), 0), usc_c(4), usc_c(0)));
   } else if (load && near && c->opt->no_clamp) {
      /* The operand's constant offset is that of the first entry, which may be above `entry`. */
      const struct usc_opd a = usc_in_slot(c, usc_int_src(c, &i->src[0]), 0), off = usc_const(c->m, 4 * (entry - first));
      usc_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(r), a, usc_c(4), off));
   } else if (load && near) {
      load_near_index(c, r, &i->src[0], entry, first, count);
   } else if (load) {
      const struct usc_opd t = usc_clamp_index(c, &i->src[0], first - entry, count);
      usc_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(r), t, usc_c(4), usc_const(c->m, base + 4 * (entry - first))));
   }
   return usc_at(USC_SHARED, r, near ? base + offset : offset);
}

void usc_load_param(struct usc_selection *c, const struct ir_instr *i)
{
   struct usc_opd *v = &c->val[i->dst[0]->id];
   if (!i->nsrc) {
      *v = constant_param(c, i->attr[0], i->attr[1] & 3);
   } else if (!i->attr[3]) {
      *v = usc_c(0);
   } else if (is_in_memory(c, i->attr[2])) {
      *v = load_element(c, i);
   } else {
      unsigned r;
      const struct usc_opd at = emit_indexed_param(c, i, &r);
      *v = can_read_in_place(c, i, r) ? at : usc_to_temp(c, at);
   }
}

/* ---- buffers ------------------------------------------------------------------------------------------------------------- */

static uint32_t buffer_sh(struct usc_selection *c, uint32_t buffer)
{
   for (uint32_t k = 0; k < c->r->num_sh; k++)
      if (c->r->sh[k].kind == USC_SH_BUFFER && c->r->sh[k].a == buffer && !c->r->sh[k].b)
         return k;
   c->r->buffers |= 1u << (buffer & 31);
   return usc_add_shareds(c->m, USC_SH_BUFFER, buffer, 2, 2);
}

/* Loads a word at a variable index. */
static void load_indexed_word(struct usc_selection *c, const struct ir_instr *i, uint32_t sh)
{
   struct usc_opd *v = &c->val[i->dst[0]->id], n = usc_int_src(c, &i->src[0]);
   if (!usc_within(c, i))
      n = usc_clamp(c, n, 0, i->attr[2] - i->attr[1], i->attr[3]);
   if (i->attr[1]) {
      struct usc_opd word = usc_temp(c);
      usc_emit(c, usc_g_iadd(word, n, usc_const(c->m, i->attr[1])));
      n = word;
   }
   uint32_t a = emit_address(c, n, sh);
   *v = usc_temp(c);
   usc_emit(c, usc_g_ld(0, *v, usc_v(a), 1));
}

unsigned usc_burst_words(const struct ir_instr *i)
{
   const struct ir_instr *next = i->next;
   unsigned n = 1;
   for (; !i->nsrc && n < 4 && next; next = next->next, n++)
      if (next->op != IR_load_buffer || next->nsrc || next->attr[0] != i->attr[0] || next->attr[1] != i->attr[1] + n)
         break;
   return n;
}

void usc_load_buffer(struct usc_selection *c, const struct ir_instr *i)
{
   struct usc_opd *v = &c->val[i->dst[0]->id];
   if (v->bank)
      return; /* part of an earlier burst */
   uint32_t sh = buffer_sh(c, i->attr[0]);
   if (i->nsrc && !i->attr[3]) {
      *v = usc_c(0);
      return;
   }
   if (i->nsrc) {
      load_indexed_word(c, i, sh);
      return;
   }
   const unsigned n = usc_burst_words(i);
   uint32_t a = emit_address(c, usc_const(c->m, i->attr[1]), sh), d = cg_reg_new(&c->m->p, n);
   usc_emit(c, usc_g_ld(0, usc_v(d), usc_v(a), n));
   for (unsigned k = 0; k < n; k++, i = i->next)
      c->val[i->dst[0]->id] = usc_v(d + k);
}

/* ---- arrays whose indices are constant: a virtual register for each element ---------------------------------------------- */

/* The element that an access with this index touches. */
static uint32_t element_at(const struct usc_selection *c, const struct ir_instr *i, uint32_t index)
{
   const uint32_t length = c->s->arrays[i->attr[0]].length, at = i->attr[1] + index;
   return (int32_t)at < 0 ? 0 : at < length ? at : length - 1;
}

uint32_t usc_direct_element(const struct usc_selection *c, const struct ir_instr *i)
{
   return element_at(c, i, 0);
}

/* Sets *e to the element that an access touches; false if its index is variable. */
static bool constant_element(const struct usc_selection *c, const struct ir_instr *i, uint32_t *e)
{
   const struct ir_src *rel = usc_array_index(i);
   uint32_t index = 0;
   if (rel && !ir_src_plain_const(rel, &index))
      return false;
   *e = element_at(c, i, index);
   return true;
}

struct usc_variable *usc_variable_of(const struct usc_selection *c, const struct ir_instr *i)
{
   uint32_t e = 0;
   if (!is_access(i) || !c->arrays.fixed[i->attr[0]])
      return NULL;
   constant_element(c, i, &e);
   return &c->arrays.variable[c->arrays.at[i->attr[0]] + e];
}

/* Assigns registers to the elements. An element starts as 0 unless its first access is a store in a block that dominates all
   other accesses. */
static void make_variables(struct usc_selection *c)
{
   struct usc_arrays *a = &c->arrays;
   if (!a->num_variables)
      return;
   struct ir_dom dom = ir_dom_tree(c->s);
   a->variable = UTIL_ARRAY(c->ctx, struct usc_variable, (size_t)a->num_variables);
   for (uint32_t k = 0; k < a->num_variables; k++)
      a->variable[k].unit = USC_NO_REG;
   for (uint32_t n = 0; n < c->lists.num_ops; n++) {
      const struct ir_instr *i = c->lists.ops[n];
      struct usc_variable *v = usc_variable_of(c, i);
      if (v && v->unit == USC_NO_REG)
         *v = (struct usc_variable){cg_reg_new(&c->m->p, 1), i->block->index, i->op == IR_array_load};
      else if (v)
         v->zero |= !ir_dominates(&dom, v->block, i->block->index);
   }
   ir_dom_free(c->s, &dom);
}

/* ---- arrays with variable indices: pinned temporaries, or scratch memory ------------------------------------------------- */

/* Finds the arrays that are used, and assigns entries of variable[] to those without variable indices. */
static uint8_t *find_arrays(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   enum { USED = 1, INDEXED = 2 };
   uint8_t *used = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_arrays + 1);
   uint32_t e;
   for (uint32_t n = 0; n < c->lists.num_ops; n++) {
      const struct ir_instr *i = c->lists.ops[n];
      if (is_access(i))
         used[i->attr[0]] |= USED | (constant_element(c, i, &e) ? 0 : INDEXED);
   }
   c->arrays.fixed = UTIL_ARRAY(c->ctx, bool, (size_t)s->num_arrays + 1);
   for (uint32_t k = 0; k < s->num_arrays; k++) {
      c->arrays.fixed[k] = used[k] == USED && s->arrays[k].width == 32;
      if (c->arrays.fixed[k]) {
         c->arrays.at[k] = c->arrays.num_variables;
         c->arrays.num_variables += s->arrays[k].length;
      }
   }
   return used;
}

void usc_assign_arrays(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   uint32_t temps = 0, bytes = 4 * c->in->vertices.words, arrays = 0;
   c->arrays.at = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_arrays + 1);
   c->arrays.in_memory = UTIL_ARRAY(c->ctx, bool, (size_t)s->num_arrays + 1);
   const uint8_t *used = find_arrays(c);
   make_variables(c);
   /* Arrays may occupy about a quarter of the temporaries; the others are in scratch memory. */
   unsigned room = c->opt->max_temps || c->m->tight ? 0 : c->m->num_temps / 4 + 2;
   for (uint32_t k = 0; k < s->num_arrays; k++) {
      if (!used[k] || c->arrays.fixed[k])
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
   c->arrays.kept = UTIL_ARRAY(c->ctx, bool, bytes / 4 + 1);
   c->m->pinned.num = temps;
   c->m->pinned.base = c->m->num_temps - temps;
   c->r->scratch_bytes = bytes;
}

#define MAX_KEPT 32 /* half of what plan_params() reserves for constants that selection adds */

/* The number of a word of scratch memory. Only a few numbers get shared registers, because there may be as many as accesses;
   the others are loaded by an immediate. */
static struct usc_opd word_number(struct usc_selection *c, uint32_t word)
{
   bool *kept = &c->arrays.kept[word];
   if (usc_find_constant(word) >= 0)
      return usc_const(c->m, word);
   if (!*kept && c->arrays.num_kept < MAX_KEPT) {
      *kept = true;
      c->arrays.num_kept++;
   }
   if (*kept)
      return usc_const(c->m, word);
   const struct usc_opd o = usc_temp(c);
   usc_emit(c, usc_g_movi32(o, word));
   return o;
}

static void init_array_in_memory(struct usc_selection *c, uint32_t k)
{
   uint32_t zero = cg_reg_new(&c->m->p, 4), length = c->s->arrays[k].length, a = cg_reg_new(&c->m->p, 2), next;
   usc_use_scratch(c->m);
   const struct usc_opd lo = usc_v(c->m->scratch.unit), hi = usc_v(c->m->scratch.unit + 1);
   for (unsigned e = 0; e < 4; e++)
      usc_emit(c, usc_g_mov(usc_v(zero + e), usc_c(0)));
   usc_emit(c, usc_g_umadd64(usc_v(a), usc_v(a + 1), word_number(c, c->arrays.at[k] / 4), usc_c(4), lo, hi));
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

/* Elements of arrays are 0 before they are written. */
void usc_init_arrays(struct usc_selection *c)
{
   for (uint32_t k = 0; k < c->m->pinned.num; k++)
      usc_emit(c, usc_g_mov(usc_r(c->m->pinned.base + k), usc_c(0)));
   for (uint32_t k = 0; k < c->arrays.num_variables; k++)
      if (c->arrays.variable[k].zero)
         usc_emit(c, usc_g_mov(usc_v(c->arrays.variable[k].unit), usc_c(0)));
   for (uint32_t k = 0; k < c->s->num_arrays; k++)
      if (c->arrays.in_memory[k])
         init_array_in_memory(c, k);
}

/* Computes the address of the word first + rel of scratch memory. */
static struct usc_opd scratch_address(struct usc_selection *c, uint32_t first, const struct usc_opd *rel)
{
   struct usc_opd w = rel ? *rel : word_number(c, first);
   if (rel && first) {
      w = usc_temp(c);
      usc_emit(c, usc_g_iadd(w, *rel, word_number(c, first)));
   }
   uint32_t a = cg_reg_new(&c->m->p, 2);
   usc_use_scratch(c->m);
   usc_emit(c, usc_g_umadd64(usc_v(a), usc_v(a + 1), usc_in_slot(c, w, 0), usc_c(4), usc_v(c->m->scratch.unit),
                            usc_v(c->m->scratch.unit + 1)));
   return usc_v(a);
}

struct usc_opd usc_scratch_load(struct usc_selection *c, uint32_t first, const struct usc_opd *rel)
{
   const struct usc_opd a = scratch_address(c, first, rel), v = usc_temp(c);
   usc_emit(c, usc_g_ld(0, v, a, 1));
   return v;
}

struct usc_opd usc_scratch_load_of(struct usc_selection *c, uint32_t first, struct usc_opd n, uint32_t stride)
{
   const struct usc_opd word = usc_temp(c), size = usc_in_slot(c, usc_const(c->m, stride), 1);
   usc_emit(c, usc_g_alu(USC_OP_UMADD32, word, n, size, word_number(c, first)));
   return usc_scratch_load(c, 0, &word);
}

/* An access to an array in scratch memory, to element `direct` if rel is NULL. */
static void access_memory(struct usc_selection *c, const struct ir_instr *i, const struct ir_src *rel, uint32_t direct)
{
   const uint32_t array = i->attr[0], length = c->s->arrays[array].length, first = c->arrays.at[array] / 4;
   struct usc_opd n;
   if (rel)
      n = usc_clamp(c, usc_int_src(c, rel), i->attr[1], 0, length);
   if (i->op == IR_array_load) {
      c->val[i->dst[0]->id] = usc_scratch_load(c, rel ? first : first + direct, rel ? &n : NULL);
      return;
   }
   const struct usc_opd a = scratch_address(c, rel ? first : first + direct, rel ? &n : NULL);
   struct usc_opd val = usc_int_src(c, &i->src[0]);
   if (val.bank != USC_VIRTUAL)
      val = usc_to_temp(c, val);
   usc_emit(c, usc_g_st(0, val, a, 1));
}

/* An access to an element that has a register. */
static void access_register(struct usc_selection *c, const struct ir_instr *i, struct usc_opd at)
{
   if (i->op == IR_array_store)
      usc_emit(c, usc_g_mov(at, usc_int_src(c, &i->src[0])));
   else
      c->val[i->dst[0]->id] = c->arrays.in_place[i->dst[0]->id] ? at : usc_to_temp(c, at);
}

void usc_access_array(struct usc_selection *c, const struct ir_instr *i)
{
   const struct usc_variable *x = usc_variable_of(c, i);
   if (x) {
      access_register(c, i, usc_v(x->unit));
      return;
   }
   const uint32_t array = i->attr[0], length = c->s->arrays[array].length, direct = usc_direct_element(c, i);
   const struct ir_src *rel = usc_array_index(i);
   if (c->arrays.in_memory[array]) {
      access_memory(c, i, rel, direct);
      return;
   }
   const uint32_t base = c->m->pinned.base + c->arrays.at[array];
   struct usc_opd at = usc_r(base + direct);
   unsigned r = 0;
   if (rel) {
      struct usc_index k;
      bool load;
      needs_index(c, i, &k);
      r = usc_use_index(c, &k, &load);
      if (load && !k.count)
         usc_emit(c, usc_g_mov(usc_idx(r), usc_int_src(c, rel)));
      else if (load)
         usc_clamp_to(c, usc_idx(r), usc_int_src(c, rel), i->attr[1], 0, length);
      at = usc_at(USC_TEMP, r, k.count ? base : base + i->attr[1]);
   }
   if (rel && i->op == IR_array_load)
      c->arrays.in_place[i->dst[0]->id] &= can_read_in_place(c, i, r);
   access_register(c, i, at);
}
