/* SPDX-License-Identifier: MIT */
/*
 * Lowering of accesses to cube maps with gradients, for machines that support gradients only for plain coordinates: computes
 * the level of detail and turns the access into one with a level.
 *
 * Let m be the component of the direction p with the largest magnitude (the first of equal ones), which selects the face, and
 * r = 1/p[m]. The coordinates of the face are (p[i] r + 1) / 2 for the other components i, up to the sign, so their derivatives
 * for a derivative d of the direction are (d[i] - p[i] r d[m]) r / 2. For i = m this is 0 up to the error of r, so the sum runs
 * over all three components and need not leave out m:
 *
 *    e[i] = d[i] - (p[i] r) d[m]        level = log2(size^2 r^2 max(|e of ddx|^2, |e of ddy|^2)) / 2 - 1
 *
 * The machines' own levels are approximations as well, so this is not exact. Linear.
 */
#include "passes/pass.h"

#include "semantics/num.h"

#define HALF 0x3f000000u

/* The component of v at the largest component of the direction. It is 0 if first[0] holds, else 1 if first[1] holds, else 2. */
static struct ir_src select_axis(struct ir_builder *b, const struct ir_src first[2], const struct ir_src v[3])
{
   const struct ir_src other = ir_expr3(b, IR_sel, first[1], v[1], v[2]);

   return ir_expr3(b, IR_sel, first[0], v[0], other);
}

/* The squared length of e for the derivative d of the direction; t is the direction divided by its largest component. */
static struct ir_src square_change(struct ir_builder *b, const struct ir_src first[2], const struct ir_src t[3],
                                    const struct ir_src d[3])
{
   struct ir_src along = ir_neg(select_axis(b, first, d)), sum = {0};

   for (unsigned i = 0; i < 3; i++) {
      struct ir_src e = ir_expr3(b, IR_fmad, t[i], along, d[i]);
      sum = i ? ir_expr3(b, IR_fmad, e, e, sum) : ir_expr2(b, IR_fmul, e, e);
   }
   return sum;
}

/* The sizes of maps that the block has computed, which later accesses reuse. */
#define UNITS 32
struct edges {
   const struct ir_block *block;
   struct ir_src of[UNITS]; /* by unit; val is NULL if the size is not known yet */
};

/* The length of an edge of level 0, in texels. */
static struct ir_src edge_length(struct ir_builder *b, const struct ir_instr *tex, struct edges *known)
{
   const uint32_t unit = ir_tex_unit(tex->attr[2]);
   struct ir_src level;

   if (known->block != b->block)
      *known = (struct edges){.block = b->block};
   if (unit < UNITS && known->of[unit].val)
      return known->of[unit];
   level = ir_imm(b, 0);
   struct ir_instr *size = ir_emit(b, IR_tex, 32, 1, &level, (uint32_t[4]){TEX_SIZE, tex->attr[1], unit, 0});
   const struct ir_src e = ir_expr1(b, IR_u2f, ir_use(size->dst[0]));
   if (unit < UNITS)
      known->of[unit] = e;
   return e;
}

static struct ir_src level_of(struct ir_builder *b, const struct ir_instr *i, struct ir_tex_srcs at, struct edges *known)
{
   const struct ir_src *p = &i->src[at.coord], *ddx = &i->src[at.ddx], *ddy = &i->src[at.ddy];
   const struct ir_src x = ir_abs(p[0]), y = ir_abs(p[1]), z = ir_abs(p[2]);
   const struct ir_src xy = ir_expr2(b, IR_fge, x, y), xz = ir_expr2(b, IR_fge, x, z), yz = ir_expr2(b, IR_fge, y, z);
   const struct ir_src first[2] = {ir_expr2(b, IR_iand, xy, xz), yz};
   const struct ir_src axis = select_axis(b, first, p), r = ir_expr1(b, IR_frcp, axis);
   struct ir_src t[3];

   for (unsigned k = 0; k < 3; k++)
      t[k] = ir_expr2(b, IR_fmul, p[k], r);
   const struct ir_src along_x = square_change(b, first, t, ddx), along_y = square_change(b, first, t, ddy);
   const struct ir_src size = edge_length(b, i, known), scale = ir_expr2(b, IR_fmul, size, r);
   struct ir_src most = ir_expr2(b, IR_fmax, along_x, along_y);

   most = ir_expr2(b, IR_fmul, most, scale);
   most = ir_expr2(b, IR_fmul, most, scale);
   const struct ir_src log = ir_expr1(b, IR_flog2, most), half = ir_imm(b, HALF), one = ir_imm(b, NUM_ONE);
   return ir_expr3(b, IR_fmad, log, half, ir_neg(one));
}

bool pass_lower_cube_grad(struct ir_shader *s)
{
   struct edges known = {.block = NULL};
   bool progress = false;

   if (!ir_may_have(s, IR_tex))
      return false;
   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i) {
         if (i->op != IR_tex || i->attr[0] != TEX_GRAD || !exec_tex_is_cube((enum exec_tex_target)i->attr[1]))
            continue;
         const struct ir_tex_srcs at = ir_tex_srcs(TEX_GRAD, (enum exec_tex_target)i->attr[1]);
         struct ir_builder b = ir_before(s, i);
         const struct ir_src level = level_of(&b, i, at, &known);

         i->attr[0] = TEX_LOD;
         i->nsrc = ir_tex_srcs(TEX_LOD, (enum exec_tex_target)i->attr[1]).total;
         i->src[i->nsrc - 1] = level;
         progress = true;
      }
   return progress;
}
