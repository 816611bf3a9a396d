/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: instructions on vectors of four floats that need several IR ops. The tables of docs/semantics-nv.md
 * and docs/semantics-arb.md define what each computes, in which order of operations; the instruction has the same meaning in
 * all languages.
 *
 * The caller fills in the first four members of struct fe_vector. The function sets r[c] for each component c of the mask and
 * may set others. Operands are loaded one component at a time, when the sequence needs them and only for the mask; `load`
 * should return the same value for the same component.
 */
#ifndef FRONTEND_FE_VECTOR_H
#define FRONTEND_FE_VECTOR_H

#include "frontend/common/fe_lower.h"

struct fe_vector {
   struct fe_lower *f;
   struct ir_src (*load)(void *user, unsigned operand, unsigned comp); /* after swizzle and modifiers */
   void *user;
   uint8_t mask;       /* components of the result that are needed: bit 0 = x */
   struct ir_src r[4]; /* the result; val is NULL in components that were not computed */
};

static inline struct ir_src fe_load(struct fe_vector *v, unsigned operand, unsigned comp)
{
   return v->load(v->user, operand, comp);
}
/* Component `comp` of the first n operands, in their order. */
static inline void fe_load_each(struct fe_vector *v, unsigned comp, unsigned n, struct ir_src out[3])
{
   for (unsigned i = 0; i < n; i++)
      out[i] = fe_load(v, i, comp);
}
static inline void fe_replicate(struct fe_vector *v, struct ir_src value)
{
   for (unsigned c = 0; c < 4; c++)
      v->r[c] = value;
}

/* a.x*b.x, then a mad for each further component: the dot product of loaded vectors. */
struct ir_src fe_dot(struct fe_lower *f, const struct ir_src *a, const struct ir_src *b, unsigned n);

/* fe_vector.c */
void fe_dp(struct fe_vector *v, unsigned n); /* DP2 DP3 DP4: n is the number of components */
void fe_dp2a(struct fe_vector *v);           /* DP2 + x of operand 2 */
void fe_dph(struct fe_vector *v);            /* DP3 + w of operand 1 */
void fe_dst(struct fe_vector *v);
void fe_exp(struct fe_vector *v);
void fe_frc(struct fe_vector *v);
void fe_lit(struct fe_vector *v);
void fe_log(struct fe_vector *v);
void fe_lrp(struct fe_vector *v);
void fe_nrm(struct fe_vector *v);
void fe_pow(struct fe_vector *v);
void fe_rcc(struct fe_vector *v);
void fe_rfl(struct fe_vector *v);
void fe_scs(struct fe_vector *v);
void fe_ssg(struct fe_vector *v);
void fe_x2d(struct fe_vector *v);
void fe_xpd(struct fe_vector *v);

/* fe_pack.c: several numbers in the 32 bits of each component of the result, and back */
void fe_pk2h(struct fe_vector *v);
void fe_pk2us(struct fe_vector *v);
void fe_pk4b(struct fe_vector *v);
void fe_pk4ub(struct fe_vector *v);
void fe_up2h(struct fe_vector *v);
void fe_up2us(struct fe_vector *v);
void fe_up4b(struct fe_vector *v);
void fe_up4ub(struct fe_vector *v);

#endif
