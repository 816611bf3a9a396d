/* SPDX-License-Identifier: MIT */
/*
 * How the files that compute results (nv_eval_alu.c, nv_eval_float.c) write down an instruction: as one expression, which a
 * macro evaluates for every component and lane. The names below are defined in the files that include this header and nowhere
 * else.
 *
 * Within an expression, c is the component of the result and l the lane; A(i), B(i) and D(i) are component i of the first,
 * second and third operand, and X, Y and Z are A(c), B(c) and D(c). NV_ALU_LOCALS declares what the macros use; `active` and
 * `mask` are local copies because the compiler cannot know that storing a result does not change them.
 */
#ifndef FRONTEND_NV_EVAL_LANES_H
#define FRONTEND_NV_EVAL_LANES_H

#include "frontend/nv/eval/nv_eval.h"

#define NV_ALU_LOCALS(e, in)                                                                                                   \
   const num_m m = (e)->num;                                                                                                   \
   const uint32_t active = (e)->flow.active;                                                                                   \
   const unsigned mask = (in)->dst.mask;                                                                                       \
   const enum nv_type type = (enum nv_type)(in)->type;                                                                         \
   struct nv_reg *r = &(e)->res;                                                                                               \
   (void)m, (void)mask, (void)type

/* The expression for each component of the write mask and each lane. */
#define COMPONENTS(expr)                                                                                                       \
   do {                                                                                                                        \
      for (unsigned c = 0; c < 4; c++) {                                                                                       \
         if (!(mask >> c & 1))                                                                                                 \
            continue;                                                                                                          \
         NV_EACH_LANE(l, active)                                                                                               \
         {                                                                                                                     \
            r->v[c][l] = (expr);                                                                                               \
         }                                                                                                                     \
      }                                                                                                                        \
   } while (0)
/* The expression once for each lane; all components get its value. */
#define SCALAR(expr)                                                                                                           \
   do {                                                                                                                        \
      NV_EACH_LANE(l, active)                                                                                                  \
      {                                                                                                                        \
         uint32_t value = (expr);                                                                                              \
         for (unsigned c = 0; c < 4; c++)                                                                                      \
            r->v[c][l] = value;                                                                                                \
      }                                                                                                                        \
   } while (0)
/* COMPONENTS with an expression for each type: float, signed, unsigned. */
#define TYPED(f, s, u)                                                                                                         \
   do {                                                                                                                        \
      if (type == NV_TYPE_F)                                                                                                   \
         COMPONENTS(f);                                                                                                        \
      else if (type == NV_TYPE_S)                                                                                              \
         COMPONENTS(s);                                                                                                        \
      else                                                                                                                     \
         COMPONENTS(u);                                                                                                        \
   } while (0)
#define A(i) (e->src[0].v[i][l])
#define B(i) (e->src[1].v[i][l])
#define D(i) (e->src[2].v[i][l])
#define X A(c)
#define Y B(c)
#define Z D(c)
/* All components of the first or the second operand, in one lane. */
#define VA ((const uint32_t[4]){A(0), A(1), A(2), A(3)})
#define VB ((const uint32_t[4]){B(0), B(1), B(2), B(3)})

/* nv_eval_float.c: instructions that only exist for floats, by the form of their result, and those that pack and unpack. */
void nv_eval_float_scalar(struct nv_eval *e, const struct nv_instr *in);
void nv_eval_float_vector(struct nv_eval *e, const struct nv_instr *in);
void nv_eval_pack(struct nv_eval *e, const struct nv_instr *in);

#endif
