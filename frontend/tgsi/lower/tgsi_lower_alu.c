/* SPDX-License-Identifier: MIT */
/* Lowering of arithmetic: the table, and instructions on whole vectors (docs/semantics-tgsi.md, "Instructions"). */
#include "frontend/tgsi/lower/tgsi_lower.h"
#include "semantics/memory/memory.h"

typedef struct ir_src src; /* shorter signatures below */

static bool is_wanted(const struct fe_vector *v, unsigned c) { return v->mask >> c & 1; }

static void dp2(struct fe_vector *v) { fe_dp(v, 2); }
static void dp3(struct fe_vector *v) { fe_dp(v, 3); }
static void dp4(struct fe_vector *v) { fe_dp(v, 4); }

/* In TGSI w is 1.0 where the other languages leave it undefined. */
static void w_is_one(struct fe_vector *v, void (*compute)(struct fe_vector *v))
{
   const bool w = is_wanted(v, 3);

   v->mask &= 7;
   compute(v);
   if (w)
      v->r[3] = fe_imm(v->f, FE_ONE);
   v->mask |= (uint8_t)(w << 3);
}

static void xpd(struct fe_vector *v) { w_is_one(v, fe_xpd); }
static void nrm(struct fe_vector *v) { w_is_one(v, fe_nrm); }
static void rfl(struct fe_vector *v) { w_is_one(v, fe_rfl); }
static void scs(struct fe_vector *v) { w_is_one(v, fe_scs); }

static void nrm4(struct fe_vector *v)
{
   src a[4], r;

   for (unsigned c = 0; c < 4; c++)
      a[c] = fe_load(v, 0, c);
   r = fe_op1(v->f, IR_frsq, fe_dot(v->f, a, a, 4));
   for (unsigned c = 0; c < 4; c++)
      if (is_wanted(v, c))
         v->r[c] = fe_mul(v->f, a[c], r);
}

static void lit(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src zero = fe_imm(f, 0), one = fe_imm(f, FE_ONE);

   v->r[0] = v->r[3] = one;
   if (is_wanted(v, 1))
      v->r[1] = fe_max_number(f, fe_load(v, 0, 0), zero);
   if (is_wanted(v, 2)) {
      src x = fe_load(v, 0, 0), y = fe_max_number(f, fe_load(v, 0, 1), zero), e = fe_load(v, 0, 3), is_one, p;

      e = fe_min_number(f, e, fe_imm(f, 0x43000000u /* 128 */));
      e = fe_max_number(f, e, fe_imm(f, 0xc3000000u /* -128 */));
      is_one = fe_op2(f, IR_feq, e, zero);
      p = fe_mul(f, e, fe_op1(f, IR_flog2, y));
      p = fe_sel(f, is_one, one, fe_op1(f, IR_fexp2, p));
      v->r[2] = fe_sel(f, fe_op2(f, IR_flt, zero, x), p, zero);
   }
}

/* Lane i of the result is the dot product of the vector and row i of the matrix. Each row is a register. */
static void matrix(struct fe_vector *v, unsigned rows, unsigned n)
{
   src a[4], b[4];

   for (unsigned c = 0; c < n; c++)
      a[c] = fe_load(v, 0, c);
   for (unsigned row = 0; row < 4; row++) {
      if (!is_wanted(v, row))
         continue;
      for (unsigned c = 0; row < rows && c < n; c++)
         b[c] = tgsi_load_row(v->user, 1, row, c);
      v->r[row] = row < rows ? fe_dot(v->f, a, b, n) : fe_imm(v->f, 0);
   }
}

static void m4x4(struct fe_vector *v) { matrix(v, 4, 4); }
static void m4x3(struct fe_vector *v) { matrix(v, 3, 4); }
static void m3x4(struct fe_vector *v) { matrix(v, 4, 3); }
static void m3x3(struct fe_vector *v) { matrix(v, 3, 3); }
static void m3x2(struct fe_vector *v) { matrix(v, 2, 3); }

/* The value that GLSL 4.40 and later define for the noise functions: docs/semantics-tgsi.md. */
static void noise(struct fe_vector *v) { fe_replicate(v, fe_imm(v->f, 0)); }

/* Adds the lanes of two address registers, xy and zw. */
static void ara(struct fe_vector *v)
{
   for (unsigned k = 0; k < 2; k++) {
      src a;

      if (!(v->mask & 5u << k))
         continue;
      a = fe_load(v, 0, k);
      v->r[k] = v->r[k + 2] = fe_op2(v->f, IR_iadd, a, fe_load(v, 0, k + 2));
   }
}

/* ---- packing */

static void pack(struct fe_vector *v, unsigned width, enum ir_sat sat, uint32_t scale)
{
   struct fe_lower *f = v->f;
   src all = {0};

   for (unsigned c = 0; c < 32 / width; c++) {
      src x = fe_op1(f, IR_fcanon, fe_load(v, 0, c));

      x.val->def->sat = (uint8_t)sat;
      x = fe_op2(f, IR_fmul, x, fe_imm(f, scale));
      x = fe_op1(f, IR_fround, x);
      x = fe_op1(f, sat == IR_SAT_01 ? IR_f2u : IR_f2i, x);
      if (sat != IR_SAT_01 && (c + 1) * width < 32)
         x = fe_op2(f, IR_iand, x, fe_imm(f, (1u << width) - 1));
      if (c)
         x = fe_op2(f, IR_shl, x, fe_imm(f, c * width));
      all = c ? fe_op2(f, IR_ior, all, x) : x;
   }
   fe_replicate(v, all);
}

static void pk2us(struct fe_vector *v) { pack(v, 16, IR_SAT_01, 0x477fff00u /* 65535 */); }
static void pk4ub(struct fe_vector *v) { pack(v, 8, IR_SAT_01, 0x437f0000u /* 255 */); }
static void pk4b(struct fe_vector *v) { pack(v, 8, IR_SAT_11, 0x42fe0000u /* 127 */); }

static void up4b(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src a = fe_load(v, 0, 0), x;

   for (unsigned c = 0; c < 4; c++) {
      if (!is_wanted(v, c))
         continue;
      x = c < 3 ? fe_op2(f, IR_shl, a, fe_imm(f, 24 - 8 * c)) : a;
      x = fe_op2(f, IR_ishr, x, fe_imm(f, 24));
      x = fe_op1(f, IR_i2f, x);
      x = fe_op2(f, IR_fmul, x, fe_imm(f, num_fpart(f->s->num, 127)));
      v->r[c] = fe_max_number(f, x, fe_imm(f, FE_MINUS_ONE));
   }
}

/* ---- the table */

static struct fe_int64 int64_copy(struct fe_lower *f, struct fe_int64 a)
{
   (void)f;
   return a;
}

#define OP(ir) {.how = TGSI_HOW_OP, .op = IR_##ir}
#define SET(ir) {.how = TGSI_HOW_SET, .op = IR_##ir}
#define SET_SWAP(ir) {.how = TGSI_HOW_SET_SWAP, .op = IR_##ir}
#define TEST(ir) {.how = TGSI_HOW_TEST, .op = IR_##ir}
#define LANE(f) {.how = TGSI_HOW_LANE, .lane = tgsi_lane_##f}
#define VECTOR(f) {.how = TGSI_HOW_VECTOR, .vector = f}
#define PAIR1(f) {.pair1 = f}
#define PAIR2(f) {.pair2 = f}
#define PAIR3(f) {.pair3 = f}
#define COUNT(f) {.count = f}
#define PAIR_TEST(f) {.test = f}
#define WIDEN(f) {.widen = f}
#define NARROW(f) {.narrow = f}
#define TEXTURE(access) {.how = TGSI_HOW_TEXTURE, .op = TEX_##access}
#define ATOMIC(operation) {.how = TGSI_HOW_ATOMIC, .op = MEM_##operation}
#define OWN {.how = TGSI_HOW_OWN}
#define TGSI_OP(name, kind, types, documents, stages, flags, number, lowering, ...) [TGSI_OP_##name] = lowering,
const struct tgsi_lowering tgsi_lowering[TGSI_OP_COUNT] = {
#include "frontend/tgsi/ast/tgsi_ops.def"
};

/* A lane, from lane c of each source. */
static src lane(struct tgsi_lower *l, const struct tgsi_lowering *row, unsigned c)
{
   struct fe_lower *f = &l->fe;
   const unsigned n = l->cur.in->num_src;
   src s[4], r;

   UTIL_CHECK(f->ctx, n <= 4);
   for (unsigned k = 0; k < n; k++)
      s[k] = tgsi_load(l, k, c);
   if (row->how == TGSI_HOW_LANE)
      return row->lane(f, s);
   if (row->how == TGSI_HOW_SET_SWAP) {
      r = s[0];
      s[0] = s[1];
      s[1] = r;
   }
   r = ir_use(ir_emit(&f->b, (enum ir_op)row->op, 32, n, s, NULL)->dst[0]);
   if (row->how == TGSI_HOW_OP)
      return r;
   s[0] = fe_imm(f, row->how == TGSI_HOW_TEST ? UINT32_MAX : FE_ONE);
   return fe_sel(f, r, s[0], fe_imm(f, 0));
}

static src load_operand(void *user, unsigned operand, unsigned comp) { return tgsi_load(user, operand, comp); }

void tgsi_lower_alu(struct tgsi_lower *l)
{
   const struct tgsi_instr *in = l->cur.in;
   const struct tgsi_lowering *row = &tgsi_lowering[in->op];
   struct fe_vector v = {.f = &l->fe, .load = load_operand, .user = l, .mask = tgsi_lower_mask(l)};

   if (row->how == TGSI_HOW_VECTOR)
      row->vector(&v);
   else if (tgsi_op_info[in->op].kind == TGSI_SCALAR)
      fe_replicate(&v, lane(l, row, 0));
   else
      for (unsigned c = 0; c < 4; c++)
         if (is_wanted(&v, c))
            v.r[c] = lane(l, row, c);
   tgsi_store(l, v.r);
}
