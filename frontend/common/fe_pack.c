/* SPDX-License-Identifier: MIT */
/* Lowering of any language: several small numbers in 32 bits, as docs/semantics-nv.md defines it. See fe_vector.h. */
#include "frontend/common/fe_vector.h"

typedef struct ir_src src; /* shorter signatures below */

/* ---- packing */

/*
 * Packs one field: clamps the component to low..1, scales, rounds and converts it, so that it fits the field. The clamp uses
 * comparisons that let a NaN pass. Where the conversion turns a NaN into 0, a saturation has the same effect as the limits 0
 * and 1.
 */
static src pack_field(struct fe_vector *v, unsigned c, uint32_t low, uint32_t scale, uint32_t bias)
{
   struct fe_lower *f = v->f;
   src a = fe_load(v, 0, c), k, x;

   if (!low && f->s->num->f2i_saturate) {
      x = fe_saturate(f, a, IR_SAT_01);
   } else {
      src least = fe_imm(f, low), below = fe_op2(f, IR_flt, a, least), one = fe_imm(f, FE_ONE);

      x = fe_sel(f, fe_op2(f, IR_flt, one, a), one, a);
      x = fe_sel(f, below, least, x);
   }
   k = fe_imm(f, scale);
   x = bias ? fe_op3(f, IR_fmad, k, x, fe_imm(f, bias)) : fe_op2(f, IR_fmul, k, x);
   return fe_op1(f, IR_f2u, fe_op1(f, IR_fround, x));
}

static void pack(struct fe_vector *v, unsigned width, uint32_t low, uint32_t scale, uint32_t bias)
{
   struct fe_lower *f = v->f;
   src all = {0};

   for (unsigned c = 0; c < 32 / width; c++) {
      src x = pack_field(v, c, low, scale, bias);

      if ((c + 1) * width < 32 && !f->s->num->f2i_saturate) /* a NaN may have set bits above the field */
         x = fe_op2(f, IR_iand, x, fe_imm(f, (1u << width) - 1));
      if (c)
         x = fe_op2(f, IR_shl, x, fe_imm(f, c * width));
      all = c ? fe_op2(f, IR_ior, all, x) : x;
   }
   fe_replicate(v, all);
}

void fe_pk4b(struct fe_vector *v) { pack(v, 8, 0xbf810204u /* -128/127 */, 0x42fe0000u /* 127 */, 0x43000000u /* 128 */); }
void fe_pk4ub(struct fe_vector *v) { pack(v, 8, 0, 0x437f0000u /* 255 */, 0); }
void fe_pk2us(struct fe_vector *v) { pack(v, 16, 0, 0x477fff00u /* 65535 */, 0); }

void fe_pk2h(struct fe_vector *v)
{
   src x = fe_op1(v->f, IR_f2h, fe_load(v, 0, 0)), y = fe_op1(v->f, IR_f2h, fe_load(v, 0, 1));

   fe_replicate(v, fe_op2(v->f, IR_pack2h, x, y));
}

/* ---- unpacking */

void fe_up2h(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src a = fe_mov(f, fe_load(v, 0, 0));

   for (unsigned k = 0; k < 2; k++)
      if (v->mask & 5u << k)
         v->r[k] = v->r[k + 2] = fe_op1(f, IR_h2f, ir_use(ir_emit(&f->b, IR_unpack2h, 32, 1, &a, (uint32_t[4]){k})->dst[0]));
}

/* Bits field * width and up as an unsigned number. */
static src field_of(struct fe_lower *f, src a, unsigned field, unsigned width)
{
   if (field)
      a = fe_op2(f, IR_ushr, a, fe_imm(f, field * width));
   if ((field + 1) * width < 32)
      a = fe_op2(f, IR_iand, a, fe_imm(f, (1u << width) - 1));
   return a;
}

void fe_up2us(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src a = fe_mov(f, fe_load(v, 0, 0)), x;

   for (unsigned c = 0; c < 4; c++) {
      if (c >= 2 && v->r[c - 2].val) {
         v->r[c] = v->r[c - 2];
      } else if (v->mask >> c & 1) {
         x = fe_op1(f, IR_u2f, field_of(f, a, c % 2, 16));
         v->r[c] = fe_op2(f, IR_fmul, x, fe_imm(f, num_fpart(f->s->num, 65535)));
      }
   }
}

void fe_up4ub(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src a = fe_mov(f, fe_load(v, 0, 0)), x;

   for (unsigned c = 0; c < 4; c++) {
      if (!(v->mask >> c & 1))
         continue;
      x = fe_op1(f, IR_u2f, field_of(f, a, c, 8));
      v->r[c] = fe_op2(f, IR_fmul, x, fe_imm(f, num_fpart(f->s->num, 255)));
   }
}

void fe_up4b(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src a = fe_mov(f, fe_load(v, 0, 0)), x;

   for (unsigned c = 0; c < 4; c++) {
      if (!(v->mask >> c & 1))
         continue;
      x = field_of(f, a, c, 8);
      x = fe_op1(f, IR_i2f, fe_op2(f, IR_isub, x, fe_imm(f, 128)));
      v->r[c] = fe_op2(f, IR_fmul, x, fe_imm(f, num_fpart(f->s->num, 127)));
   }
}
