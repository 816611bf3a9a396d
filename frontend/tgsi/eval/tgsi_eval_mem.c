/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of TGSI: registers, operands with their modifiers, results (docs/semantics-tgsi.md, "Operands and
 * results").
 */
#include "frontend/tgsi/eval/tgsi_eval.h"
#include "frontend/tgsi/eval/tgsi_eval_double.h"

void tgsi_eval_fault(struct tgsi_eval *e, const char *what)
{
   e->wave->fault = what;
   e->status = EXEC_FAULT;
}

/* ---------------------------------------------------------------------------------------------------------------- registers */

static bool is_stored(unsigned file)
{
   return file == TGSI_FILE_TEMP || file == TGSI_FILE_OUT || file == TGSI_FILE_ADDR || file == TGSI_FILE_PRED ||
          file == TGSI_FILE_LOOP;
}

static bool is_input(unsigned file) { return file == TGSI_FILE_IN || file == TGSI_FILE_SV; }

void tgsi_eval_registers(struct util_ctx *ctx, struct tgsi_eval *e)
{
   const struct tgsi_program *p = e->p;
   uint32_t n = 0;

   for (unsigned f = 0; f < TGSI_FILE_COUNT; f++) {
      UTIL_CHECK(ctx, p->num_regs[f] < UINT32_MAX >> 12);
      e->base[f] = n;
      n += is_stored(f) ? p->num_regs[f] : 0;
      UTIL_CHECK(ctx, n < UINT32_MAX >> 12);
      if (!is_input(f) && f != TGSI_FILE_OUT)
         continue;
      e->decl_of[f] = util_alloc(ctx, sizeof *e->decl_of[f] * (p->num_regs[f] + 1));
      memset(e->decl_of[f], 0xff, sizeof *e->decl_of[f] * (p->num_regs[f] + 1));
   }
   e->regs = UTIL_ARRAY(ctx, struct tgsi_reg, n + 1); /* registers start as zeros */
   e->num_constants = tgsi_num_constants(p);
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];
      for (uint32_t r = d->first; e->decl_of[d->file] && r <= d->last && r < p->num_regs[d->file]; r++)
         for (unsigned c = 0; c < 4; c++)
            if (d->mask >> c & 1)
               e->decl_of[d->file][r][c] = i;
   }
}

static struct tgsi_reg *reg_of(const struct tgsi_eval *e, unsigned file, uint32_t reg)
{
   return is_stored(file) && reg < e->p->num_regs[file] ? &e->regs[e->base[file] + reg] : NULL;
}

struct tgsi_reg *tgsi_eval_loop_register(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   return in->num_dst ? reg_of(e, tgsi_dst(e->p, in, 0)->file, (uint32_t)tgsi_dst(e->p, in, 0)->index) : NULL;
}

/* One word for one invocation; `dim` is the first of two indices. Registers that do not exist hold 0. */
static uint32_t read_word(const struct tgsi_eval *e, unsigned file, uint32_t dim, uint32_t reg, unsigned comp, unsigned lane)
{
   const struct exec_wave *t = e->wave;

   switch (file) {
   case TGSI_FILE_CONST:
      if (!dim)
         return reg < e->num_constants && reg < t->num_params ? t->param[reg][comp] : 0;
      if (dim < sizeof t->buffer / sizeof t->buffer[0]) {
         const struct exec_buffer *b = &t->buffer[dim];
         const uint64_t w = (uint64_t)reg * 4 + comp;
         return w < b->words ? b->data[w] : 0;
      }
      return 0;
   case TGSI_FILE_IMM: return reg < e->p->num_imms ? e->p->imms[reg].value[comp] : 0;
   case TGSI_FILE_IN:
   case TGSI_FILE_SV: return tgsi_eval_input(e, (enum tgsi_file)file, reg, file == TGSI_FILE_IN ? dim : 0, comp, lane);
   default: {
      const struct tgsi_reg *r = reg_of(e, file, reg);
      return r ? r->v[comp][lane] : 0;
   }
   }
}

/* ------------------------------------------------------------------------------------------------------------------ indices */

struct range {
   int64_t low, high; /* empty if low is above high */
};

static bool is_buffer(unsigned file) { return file == TGSI_FILE_CONST || file == TGSI_FILE_HWATOMIC; }

/* The registers that an index is limited to: those of the array, or all declared ones. For buffers these are the registers of
   buffer `dim`, or of all buffers if it is TGSI_NONE. */
static struct range index_limits(const struct tgsi_eval *e, unsigned file, uint32_t array, uint32_t dim)
{
   struct range r = {INT64_MAX, INT64_MIN};

   if (file == TGSI_FILE_IMM)
      return (struct range){0, (int64_t)e->p->num_imms - 1};
   for (uint32_t i = 0; i < e->p->num_decls; i++) {
      const struct tgsi_decl *d = &e->p->decls[i];
      if (d->file != file || (array && d->array_id != array) ||
          (is_buffer(file) && dim != TGSI_NONE && (d->has_dimension ? d->dimension : 0) != dim))
         continue;
      r.low = d->first < r.low ? d->first : r.low;
      r.high = d->last > r.high ? d->last : r.high;
   }
   return r;
}

/* The declared buffers of constants or counters, or the vertices of the input primitive. */
static struct range dimension_limits(const struct tgsi_eval *e, unsigned file)
{
   struct range r = {INT64_MAX, INT64_MIN};

   if (!is_buffer(file))
      return (struct range){0, exec_primitive_vertices(e->p->prim_in) - 1};
   for (uint32_t i = 0; i < e->p->num_decls; i++) {
      const struct tgsi_decl *d = &e->p->decls[i];
      const int64_t n = d->has_dimension ? d->dimension : 0;
      if (d->file != file)
         continue;
      r.low = n < r.low ? n : r.low;
      r.high = n > r.high ? n : r.high;
   }
   return r;
}

/* The distance from the first register wraps, and is limited as a signed integer. */
static uint32_t limit_index(struct range r, uint32_t index)
{
   const uint32_t k = index - (uint32_t)r.low;

   if (r.low > r.high)
      return UINT32_MAX; /* there are no registers */
   return (uint32_t)(k & TGSI_SIGN ? r.low : k > r.high - r.low ? r.high : r.low + k);
}

/* Returns true if the numbers may differ between invocations; otherwise number[0] is for all. */
static bool evaluate_index(const struct tgsi_eval *e, uint32_t rel, int32_t index, struct range range, exec_lanes number,
                           uint32_t *taint)
{
   if (rel == TGSI_NONE) {
      number[0] = (uint32_t)index;
      return false;
   }
   const struct tgsi_relative *x = &e->p->relatives[rel];
   const struct tgsi_reg *r = reg_of(e, x->file, (uint32_t)x->index);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t w = read_word(e, x->file, 0, (uint32_t)x->index, x->comp, l);
      if (x->file == TGSI_FILE_LOOP)
         w = num_f2i(e->num, w);
      number[l] = limit_index(range, w + (uint32_t)index);
   }
   if (e->tainting && r)
      *taint |= r->taint[x->comp];
   return true;
}

bool tgsi_eval_index(struct tgsi_eval *e, const struct tgsi_operand *o, exec_lanes number, uint32_t *taint)
{
   struct range range = {0, 0};

   if (o->rel != TGSI_NONE && o->file == TGSI_FILE_CONSTBUF)
      range = dimension_limits(e, TGSI_FILE_CONST);
   else if (o->rel != TGSI_NONE)
      range = index_limits(e, o->file, e->p->relatives[o->rel].array_id,
                           o->dim_rel == TGSI_NONE ? (uint32_t)o->dimension : TGSI_NONE);
   return evaluate_index(e, o->rel, o->index, range, number, taint);
}

bool tgsi_eval_dimension(struct tgsi_eval *e, const struct tgsi_operand *o, exec_lanes number, uint32_t *taint)
{
   return evaluate_index(e, o->dim_rel, o->dimension,
                         o->dim_rel == TGSI_NONE ? (struct range){0, 0} : dimension_limits(e, o->file), number, taint);
}

/* ----------------------------------------------------------------------------------------------------------------- operands */

/* Applies the modifiers to a pair of lanes as one 64-bit number. */
static void modify_pair(const struct tgsi_operand *o, char type, uint32_t *low, uint32_t *high)
{
   uint64_t x = (uint64_t)*high << 32 | *low;

   if (o->abs)
      x = type == 'D' ? x & ~TGSI_SIGN64 : x >> 63 ? 0 - x : x;
   if (o->neg)
      x = type == 'D' ? x ^ TGSI_SIGN64 : 0 - x;
   *low = (uint32_t)x;
   *high = (uint32_t)(x >> 32);
}

static void modify(const struct tgsi_operand *o, char type, unsigned mask, struct tgsi_reg *r)
{
   if (!o->abs && !o->neg)
      return;
   if (type == 'D' || type == 'L' || type == 'M') {
      for (unsigned c = 0; c < 4; c += 2)
         for (unsigned l = 0; mask >> c & 1 && l < EXEC_LANES; l++)
            modify_pair(o, type, &r->v[c][l], &r->v[c + 1][l]);
      return;
   }
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; mask >> c & 1 && l < EXEC_LANES; l++) {
         uint32_t x = r->v[c][l];
         if (o->abs)
            x = type == 'F' ? x & ~TGSI_SIGN : x & TGSI_SIGN ? 0 - x : x;
         if (o->neg)
            x = type == 'F' ? x ^ TGSI_SIGN : 0 - x;
         r->v[c][l] = x;
      }
}

void tgsi_eval_load(struct tgsi_eval *e, const struct tgsi_operand *o, char type, unsigned mask, struct tgsi_reg *out)
{
   exec_lanes number, dim;
   uint32_t taint = 0;
   const bool vary = tgsi_eval_index(e, o, number, &taint);
   const bool vary_dim = tgsi_eval_dimension(e, o, dim, &taint);

   if (type == 'D' || type == 'L' || type == 'M') /* whole pairs */
      mask |= (mask & 5) << 1 | (mask & 10) >> 1;
   /* A vertex number is limited even if it is constant. */
   if (o->file == TGSI_FILE_IN && !vary_dim)
      dim[0] = limit_index(dimension_limits(e, o->file), dim[0]);
   for (unsigned c = 0; c < 4; c++) {
      if (!(mask >> c & 1))
         continue;
      const unsigned comp = o->swz[c];
      out->taint[c] = taint;
      if (vary || vary_dim) {
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const struct tgsi_reg *r = e->tainting ? reg_of(e, o->file, number[vary ? l : 0]) : NULL;
            out->v[c][l] = read_word(e, o->file, dim[vary_dim ? l : 0], number[vary ? l : 0], comp, l);
            out->taint[c] |= r ? r->taint[comp] & 1u << l : 0;
         }
      } else if (reg_of(e, o->file, number[0])) {
         const struct tgsi_reg *r = reg_of(e, o->file, number[0]);
         memcpy(out->v[c], r->v[comp], sizeof(exec_lanes));
         out->taint[c] |= r->taint[comp];
      } else {
         for (unsigned l = 0; l < EXEC_LANES; l++)
            out->v[c][l] = l && !is_input(o->file) ? out->v[c][0] : read_word(e, o->file, dim[0], number[0], comp, l);
      }
      out->taint[c] |= e->lane_taint;
   }
   modify(o, type, mask, out);
}

void tgsi_eval_source(struct tgsi_eval *e, const struct tgsi_instr *in, unsigned n, unsigned mask)
{
   tgsi_eval_load(e, tgsi_src(e->p, in, n), tgsi_src_type((enum tgsi_op)in->op, n), mask, &e->src[n]);
}

uint32_t tgsi_eval_test(struct tgsi_eval *e, const struct tgsi_instr *in, unsigned n)
{
   const bool is_float = tgsi_src_type((enum tgsi_op)in->op, n) == 'F';
   uint32_t pass = 0;

   tgsi_eval_source(e, in, n, 1);
   e->lane_taint |= e->src[n].taint[0] & e->flow.active;
   TGSI_EACH_LANE(l, e->flow.active)
   {
      const uint32_t x = e->src[n].v[0][l];
      pass |= (uint32_t)((is_float ? x & ~TGSI_SIGN : x) != 0) << l; /* denormals are not flushed */
   }
   return pass;
}

/* ------------------------------------------------------------------------------------------------------------------ results */

static void saturate(struct tgsi_eval *e, const struct tgsi_instr *in, char type, unsigned mask)
{
   struct tgsi_reg *r = &e->res;

   for (unsigned c = 0; c < 4; c++) {
      if (!(mask >> c & 1) || (type == 'D' && c & 1))
         continue;
      TGSI_EACH_LANE(l, e->flow.active)
      {
         if (type == 'D') {
            const uint64_t x = tgsi_d_saturate((uint64_t)r->v[c + 1][l] << 32 | r->v[c][l], in->sat_signed);
            r->v[c][l] = (uint32_t)x;
            r->v[c + 1][l] = (uint32_t)(x >> 32);
         } else {
            r->v[c][l] = in->sat_signed ? num_fssat(e->num, r->v[c][l]) : num_fsat(e->num, r->v[c][l]);
         }
      }
   }
}

uint32_t tgsi_eval_predicate(const struct tgsi_eval *e, const struct tgsi_instr *in, unsigned c, uint32_t *taint)
{
   const struct tgsi_reg *r = in->predicated ? reg_of(e, TGSI_FILE_PRED, in->pred) : NULL;
   uint32_t pass = 0;

   *taint = r ? r->taint[in->pred_swz[c]] : 0;
   if (!in->predicated)
      return UINT32_MAX;
   for (unsigned l = 0; r && l < EXEC_LANES; l++)
      pass |= (uint32_t)(r->v[in->pred_swz[c]][l] != 0) << l;
   return in->pred_neg ? ~pass : pass;
}

void tgsi_eval_write(struct tgsi_eval *e, const struct tgsi_instr *in, unsigned dst, unsigned mask)
{
   const struct tgsi_operand *o = tgsi_dst(e->p, in, dst);
   const char type = tgsi_dst_type((enum tgsi_op)in->op, dst);
   exec_lanes number;
   uint32_t index_taint = 0, pass[4], maybe[4];
   const bool vary = tgsi_eval_index(e, o, number, &index_taint);

   for (unsigned c = 0; c < 4; c++) /* before any write, because the result may be the predicate's register */
      pass[c] = tgsi_eval_predicate(e, in, c, &maybe[c]);
   if ((in->sat || in->sat_signed) && (type == 'F' || type == 'D'))
      saturate(e, in, type, mask);
   /* A tainted index may overwrite any register. Tainting the invocation is simpler than tainting the whole array. */
   e->lane_taint |= index_taint & e->flow.active;
   for (unsigned c = 0; c < 4; c++) {
      if (!(mask & o->mask & 1u << c))
         continue;
      const uint32_t lanes = e->flow.active & pass[c];
      /* If a tainted test decides about a write, its target is tainted in either case. */
      const uint32_t taint = ((e->res.taint[c] | e->lane_taint) & lanes) | (maybe[c] & e->flow.active);
      if (vary) {
         TGSI_EACH_LANE(l, lanes | taint)
         {
            struct tgsi_reg *r = reg_of(e, o->file, number[l]);
            if (!r)
               continue;
            r->v[c][l] = lanes >> l & 1 ? e->res.v[c][l] : r->v[c][l];
            r->taint[c] = (r->taint[c] & ~(1u << l)) | (taint & 1u << l);
         }
      } else if (reg_of(e, o->file, number[0])) {
         struct tgsi_reg *r = reg_of(e, o->file, number[0]);
         for (unsigned l = 0; l < EXEC_LANES; l++)
            r->v[c][l] = lanes >> l & 1 ? e->res.v[c][l] : r->v[c][l];
         r->taint[c] = (r->taint[c] & ~lanes) | taint;
      }
   }
}
