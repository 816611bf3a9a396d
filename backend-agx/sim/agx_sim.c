/* SPDX-License-Identifier: MIT */
/* The simulator: see agx_sim.h. The sources of what it does are in docs/agx-encoding.md, "Arithmetic" and "Control flow". */
#include "backend-agx/sim/agx_sim.h"

#include <string.h>

#define SIGN 0x80000000u

static uint32_t reg32(const struct agx_task *t, uint32_t half, unsigned lane)
{
   return t->reg[half][lane] | (uint32_t)t->reg[half + 1][lane] << 16;
}

static void set_reg32(struct agx_task *t, uint32_t half, unsigned lane, uint32_t v)
{
   t->reg[half][lane] = (uint16_t)v;
   t->reg[half + 1][lane] = (uint16_t)(v >> 16);
}

/* Bits of an operand, zero-extended; *size gets its width in bits. */
static uint64_t fetch_raw(const struct agx_task *t, const struct agx_ref *r, unsigned lane, unsigned *size)
{
   *size = 16;
   switch (r->kind) {
   case AGX_REG16: return t->reg[r->value][lane];
   case AGX_UNIFORM16: return t->uniform[r->value];
   case AGX_IMM: return r->value; /* 8 bits, counts as a 16-bit operand: never negative */
   case AGX_REG32: *size = 32; return reg32(t, r->value, lane);
   case AGX_UNIFORM32: *size = 32; return t->uniform[r->value] | (uint32_t)t->uniform[r->value + 1] << 16;
   case AGX_REG64: *size = 64; return reg32(t, r->value, lane) | (uint64_t)reg32(t, r->value + 2, lane) << 32;
   default: return 0;
   }
}

/* An integer operand, sign-extended if it has that modifier. */
static uint64_t fetch_int(const struct agx_task *t, const struct agx_ref *r, unsigned lane)
{
   unsigned size;
   uint64_t v = fetch_raw(t, r, lane, &size);

   if (r->mods & AGX_SX && size < 64 && v >> (size - 1) & 1)
      v |= UINT64_MAX << size;
   return v;
}

/* An operand of a signed comparison: it is always sign-extended from its own width. */
static int64_t fetch_signed(const struct agx_task *t, const struct agx_ref *r, unsigned lane)
{
   struct agx_ref s = *r;

   s.mods = AGX_SX;
   uint64_t v = fetch_int(t, &s, lane);
   return v >> 63 ? -(int64_t)~v - 1 : (int64_t)v;
}

/* A float operand as f32 bits: an f16 is widened, then absolute value and negation apply. */
static uint32_t fetch_float(const struct agx_task *t, const struct agx_ref *r, unsigned lane)
{
   unsigned size;
   uint32_t v;

   if (r->kind == AGX_MINIFLOAT) {
      v = agx_minifloat_to_f32((uint8_t)r->value);
   } else {
      v = (uint32_t)fetch_raw(t, r, lane, &size);
      if (size == 16)
         v = num_h2f(t->num, (uint16_t)v);
   }
   if (r->mods & AGX_ABS)
      v &= ~SIGN;
   return r->mods & AGX_NEG ? v ^ SIGN : v;
}

static void store(struct agx_task *t, const struct agx_ref *d, unsigned lane, uint64_t v)
{
   if (d->kind == AGX_REG16) {
      t->reg[d->value][lane] = (uint16_t)v;
      return;
   }
   set_reg32(t, d->value, lane, (uint32_t)v);
   if (d->kind == AGX_REG64)
      set_reg32(t, d->value + 2, lane, (uint32_t)(v >> 32));
}

/* A float result: it is saturated in f32, then rounded a second time to the size of D. */
static uint64_t float_result(const struct agx_task *t, const struct agx_instr *in, uint32_t v)
{
   if (in->f[AGX_F_SAT])
      v = num_fsat(t->num, v);
   return in->ref[AGX_D].kind == AGX_REG16 ? num_f2h(t->num, v) : v;
}

static bool compare_int(const struct agx_task *t, const struct agx_instr *in, unsigned lane)
{
   const struct agx_ref *ra = &in->ref[AGX_A], *rb = &in->ref[AGX_B];
   uint32_t cc = in->f[AGX_F_COND];
   uint64_t a = fetch_int(t, ra, lane), b = fetch_int(t, rb, lane);
   int64_t sa = fetch_signed(t, ra, lane), sb = fetch_signed(t, rb, lane);
   bool r = false;

   switch (cc & 7) {
   case AGX_ICC_UEQ: r = a == b; break;
   case AGX_ICC_ULT: r = a < b; break;
   case AGX_ICC_UGT: r = a > b; break;
   case AGX_ICC_SEQ: r = sa == sb; break;
   case AGX_ICC_SLT: r = sa < sb; break;
   case AGX_ICC_SGT: r = sa > sb; break;
   default: break;
   }
   return r != ((cc & 8) != 0);
}

/* ltn and gtn are made for min and max: they are also true if the second operand is NaN. */
static bool compare_float(const struct agx_task *t, const struct agx_instr *in, unsigned lane)
{
   uint32_t a = fetch_float(t, &in->ref[AGX_A], lane), b = fetch_float(t, &in->ref[AGX_B], lane);
   uint32_t cc = in->f[AGX_F_COND];
   bool r = false;

   switch (cc & 7) {
   case AGX_FCC_EQ: r = num_feq(t->num, a, b); break;
   case AGX_FCC_LT: r = num_flt(t->num, a, b); break;
   case AGX_FCC_GT: r = num_flt(t->num, b, a); break;
   case AGX_FCC_GE: r = num_fge(t->num, a, b); break;
   case AGX_FCC_LE: r = num_fge(t->num, b, a); break;
   case AGX_FCC_LTN: r = num_isnan(b) || num_flt(t->num, a, b); break;
   case AGX_FCC_GTN: r = num_isnan(b) || num_flt(t->num, b, a); break;
   default: break;
   }
   return r != ((cc & 8) != 0);
}

/* Saturation of integer sums: signed if an operand is sign-extended, else unsigned; only without a shift and 64-bit
   operands. */
static uint64_t int_result(const struct agx_instr *in, uint64_t r)
{
   bool sx = false, wide = false;
   unsigned bits = in->ref[AGX_D].kind == AGX_REG16 ? 16 : 32;

   if (!in->f[AGX_F_SAT])
      return r;
   for (unsigned i = AGX_D; i <= AGX_C; i++) {
      wide |= in->ref[i].kind == AGX_REG64;
      sx |= i != AGX_D && (in->ref[i].mods & AGX_SX);
   }
   if (wide || in->f[AGX_F_SHIFT])
      return r;
   uint64_t max = sx ? (1ull << (bits - 1)) - 1 : (1ull << bits) - 1;
   if (r >> 63)
      return sx && r >= 0 - max - 1 ? r : sx ? 0 - max - 1 : 0;
   return r > max ? max : r;
}

static uint64_t convert(const struct agx_task *t, const struct agx_instr *in, unsigned lane, const char **fault)
{
   const struct agx_ref *a = &in->ref[AGX_A];
   bool rte = in->f[AGX_F_ROUND] == AGX_RTE;
   unsigned size;
   uint32_t raw = (uint32_t)fetch_raw(t, a, lane, &size), v = 0;

   if (in->f[AGX_F_IMM] >= AGX_CONV_F_U16 && in->f[AGX_F_IMM] != AGX_CONV_U16_F && in->f[AGX_F_IMM] != AGX_CONV_S16_F &&
       in->f[AGX_F_IMM] <= AGX_CONV_F_S32) {
      uint32_t f = size == 16 ? num_h2f(t->num, (uint16_t)raw) : raw;
      if (rte)
         f = num_fround(t->num, f);
      switch (in->f[AGX_F_IMM]) {
      case AGX_CONV_F_U32: return num_f2u(t->num, f);
      case AGX_CONV_F_S32: return num_f2i(t->num, f);
      case AGX_CONV_F_U16: v = num_f2u(t->num, f); return v > 0xffff ? 0xffff : v;
      default:
         v = num_f2i(t->num, f);
         return v >> 31 ? (v < 0xffff8000u ? 0xffff8000u : v) : v > 0x7fff ? 0x7fff : v;
      }
   }
   if (!rte) {
      *fault = "integer to float other than to nearest";
      return 0;
   }
   switch (in->f[AGX_F_IMM]) {
   case AGX_CONV_U8_F: v = num_u2f(t->num, raw & 0xff); break;
   case AGX_CONV_S8_F: v = num_i2f(t->num, (raw & 0xff) | (raw & 0x80 ? 0xffffff00u : 0)); break;
   case AGX_CONV_U16_F: v = num_u2f(t->num, raw & 0xffff); break;
   case AGX_CONV_S16_F: v = num_i2f(t->num, (raw & 0xffff) | (raw & 0x8000 ? 0xffff0000u : 0)); break;
   case AGX_CONV_U32_F: v = num_u2f(t->num, raw); break;
   case AGX_CONV_S32_F: v = num_i2f(t->num, raw); break;
   default: *fault = "unknown conversion"; break;
   }
   return float_result(t, in, v);
}

static uint64_t special(const struct agx_task *t, uint32_t sr, unsigned lane, const char **fault)
{
   switch (sr) {
   case AGX_SR_BACKFACING: return t->backfacing >> lane & 1;
   case AGX_SR_ACTIVE: return !(t->helper >> lane & 1);
   case AGX_SR_PIXEL_X:
   case AGX_SR_PIXEL_Y: return t->pixel[sr - AGX_SR_PIXEL_X][lane];
   default: *fault = "special register that the simulator does not have"; return 0;
   }
}

#define I(r) fetch_int(t, r, lane)
#define F(r) fetch_float(t, r, lane)

/* result bit = table[a + 2b] */
static uint64_t truth_table(uint32_t table, uint64_t a, uint64_t b)
{
   return (table & 1 ? ~a & ~b : 0) | (table & 2 ? a & ~b : 0) | (table & 4 ? ~a & b : 0) | (table & 8 ? a & b : 0);
}

static uint32_t reverse(uint32_t a)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 32; i++)
      r |= (a >> i & 1) << (31 - i);
   return r;
}

static uint32_t interleave(uint32_t a, uint32_t b)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 16; i++)
      r |= (a >> i & 1) << (2 * i) | (b >> i & 1) << (2 * i + 1);
   return r;
}

/* bfi, bfeil, extr: a bit field of A or B; C is the position of its lowest bit. */
static uint32_t bit_field(const struct agx_instr *in, uint32_t a, uint32_t b, uint32_t c)
{
   const uint32_t s = c & 127, n = in->f[AGX_F_MASK], mask = n ? (1u << n) - 1 : UINT32_MAX;
   if (in->op == AGX_OP_extr)
      return (s < 64 ? (uint32_t)((((uint64_t)b << 32) | a) >> s) : 0) & mask;
   if (in->op == AGX_OP_bfeil)
      return (a & ~mask) | ((s < 32 ? b >> s : 0) & mask);
   return s < 32 ? (a & ~(mask << s)) | (b & mask) << s : a;
}

/* asr: the low 7 bits of B are the count; the sign bit is the top bit of A in its own width. */
static uint64_t shift_right(const struct agx_task *t, const struct agx_instr *in, unsigned lane)
{
   unsigned size;
   uint64_t a = fetch_raw(t, &in->ref[AGX_A], lane, &size), s = I(&in->ref[AGX_B]) & 127;
   const uint64_t fill = a >> (size - 1) & 1 ? UINT64_MAX : 0;
   a |= fill << size;
   return s < 64 ? a >> s | (s ? fill << (64 - s) : 0) : fill;
}

/* Operations on integers and bits. *found: the operation is one of them. */
static uint64_t int_op(const struct agx_task *t, const struct agx_instr *in, unsigned lane, const char **fault, bool *found)
{
   const struct agx_ref *ra = &in->ref[AGX_A], *rb = &in->ref[AGX_B], *rc = &in->ref[AGX_C];
   const uint32_t imm = in->f[AGX_F_IMM], shift = in->f[AGX_F_SHIFT];
   *found = true;
   switch (in->op) {
   case AGX_OP_mov_imm16:
   case AGX_OP_mov_imm32: return imm;
   case AGX_OP_get_sr: return special(t, imm, lane, fault);
   case AGX_OP_mov: return I(ra);
   case AGX_OP_not: return ~I(ra);
   case AGX_OP_and: return I(ra) & I(rb);
   case AGX_OP_or: return I(ra) | I(rb);
   case AGX_OP_xor: return I(ra) ^ I(rb);
   case AGX_OP_bitop:
      if (imm == 12 || imm == 3)
         *fault = "bit operation that depends on B alone";
      return truth_table(imm, I(ra), I(rb));
   case AGX_OP_bitrev: return reverse((uint32_t)I(ra));
   case AGX_OP_popcount: return (unsigned)__builtin_popcount((uint32_t)I(ra));
   case AGX_OP_ffs: return (uint32_t)I(ra) ? 31u - (unsigned)__builtin_clz((uint32_t)I(ra)) : UINT32_MAX;
   case AGX_OP_intl: return interleave((uint32_t)I(ra), (uint32_t)I(rb));
   case AGX_OP_iadd: return int_result(in, I(ra) + (I(rb) << shift));
   case AGX_OP_isub: return int_result(in, I(ra) + ((0 - I(rb)) << shift));
   case AGX_OP_imadd: return int_result(in, I(ra) * I(rb) + (I(rc) << shift));
   case AGX_OP_imsub: return int_result(in, I(ra) * I(rb) + ((0 - I(rc)) << shift));
   case AGX_OP_bfi:
   case AGX_OP_bfeil:
   case AGX_OP_extr: return bit_field(in, (uint32_t)I(ra), (uint32_t)I(rb), (uint32_t)I(rc));
   case AGX_OP_asr: return shift_right(t, in, lane);
   case AGX_OP_icmpsel: return compare_int(t, in, lane) ? I(rc) : I(&in->ref[AGX_Y]);
   case AGX_OP_fcmpsel: return compare_float(t, in, lane) ? I(rc) : I(&in->ref[AGX_Y]);
   default: *found = false; return 0;
   }
}

/* The difference between two lanes of the quad. */
static uint32_t gradient(const struct agx_task *t, const struct agx_ref *r, unsigned from, unsigned to)
{
   return num_fadd(t->num, fetch_float(t, r, to), fetch_float(t, r, from) ^ SIGN);
}

/* Float operations as f32 bits, before saturation and the size of D. */
static uint32_t float_op(const struct agx_task *t, const struct agx_instr *in, unsigned lane, const char **fault)
{
   const struct agx_ref *ra = &in->ref[AGX_A], *rb = &in->ref[AGX_B], *rc = &in->ref[AGX_C];
   const num_m m = t->num;
   switch (in->op) {
   case AGX_OP_fadd32: return num_fadd(m, F(ra), F(rb));
   case AGX_OP_fmul32: return num_fmul(m, F(ra), F(rb));
   case AGX_OP_fmadd32: return num_fmad(m, F(ra), F(rb), F(rc));
   /* The sum or product of two f16 values may be rounded to f32 first: 24 >= 2 * 11 + 2. That does not hold for the fused
      form. */
   case AGX_OP_fadd16: return num_fadd(m, F(ra), F(rb));
   case AGX_OP_fmul16: return num_fmul(m, F(ra), F(rb));
   case AGX_OP_floor: return num_ffloor(m, F(ra));
   case AGX_OP_ceil: return num_fceil(m, F(ra));
   case AGX_OP_trunc: return num_ftrunc(m, F(ra));
   case AGX_OP_rint: return num_fround(m, F(ra));
   case AGX_OP_rcp: return num_frcp(m, F(ra));
   case AGX_OP_rsqrt: return num_frsq(m, F(ra));
   case AGX_OP_log2: return num_flog2(m, F(ra));
   case AGX_OP_exp2: return num_fexp2(m, F(ra));
   case AGX_OP_dfdx: return gradient(t, ra, exec_quad_left(lane), exec_quad_right(lane));
   case AGX_OP_dfdy: return gradient(t, ra, exec_quad_top(lane), exec_quad_bottom(lane));
   default: *fault = "instruction that the simulator does not have"; return 0;
   }
}
#undef I
#undef F

/* Value of D for one lane, for all operations that write D and nothing else. */
static uint64_t alu(const struct agx_task *t, const struct agx_instr *in, unsigned lane, const char **fault)
{
   bool found;
   const uint64_t v = int_op(t, in, lane, fault, &found);
   if (found)
      return v;
   return in->op == AGX_OP_convert ? convert(t, in, lane, fault) : float_result(t, in, float_op(t, in, lane, fault));
}

/* A value from immediate or 16-bit register. */
static uint32_t small(const struct agx_task *t, const struct agx_ref *r, unsigned lane)
{
   return r->kind == AGX_REG16 ? t->reg[r->value][lane] : r->value;
}

static const char *interpolate(struct agx_task *t, const struct agx_instr *in, uint32_t exec)
{
   const struct agx_ref *d = &in->ref[AGX_D];
   unsigned step = d->kind == AGX_REG16 ? 1 : 2, per = in->op == AGX_OP_ldcf ? 3 : 1;

   for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
      if (!(exec >> lane & 1))
         continue;
      uint32_t cf = small(t, &in->ref[AGX_A], lane);
      for (unsigned i = 0; i < d->count; i++) {
         if (cf + i / per >= AGX_CF_COUNT)
            return "coefficient out of range";
         /* ldcf loads the plane A, B, C; a flat value is C. The slopes are not modelled: a program that reads them has an
            error, which a value shows that no test has. */
         uint32_t v = per == 3 && i % 3 != 2 ? 0x7fdead00u : t->cf[cf + i / per][lane];
         struct agx_ref one = {.kind = d->kind, .value = d->value + i * step};
         store(t, &one, lane, d->kind == AGX_REG16 ? num_f2h(t->num, v) : v);
      }
   }
   return NULL;
}

static const char *io(struct agx_task *t, const struct agx_instr *in, uint32_t exec)
{
   const struct agx_ref *a = &in->ref[AGX_A], *b = &in->ref[AGX_B];

   if (in->op == AGX_OP_no_var) {
      t->uvs_final = true;
      return NULL;
   }
   for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
      if (!(exec >> lane & 1))
         continue;
      if (in->op == AGX_OP_sample_mask) { /* one sample a pixel: sample 0 */
         if (small(t, a, lane) & ~small(t, b, lane) & 1) {
            t->killed |= 1u << lane;
            t->helper |= 1u << lane;
         }
      } else if (in->op == AGX_OP_st_tile) {
         uint32_t word = in->f[AGX_F_IMM] / 4;
         if (in->f[AGX_F_FORMAT] != 2 || a->kind != AGX_REG32 || in->f[AGX_F_IMM] & 3)
            return "tile store of a format that the simulator does not have";
         for (unsigned c = 0, r = 0; c < 4; c++) {
            if (!(in->f[AGX_F_MASK] >> c & 1))
               continue;
            if (word + c >= 16)
               return "tile store out of range";
            if (!(t->helper >> lane & 1) && small(t, b, lane) & 1)
               t->tile[word + c][lane] = reg32(t, a->value + 2 * r, lane);
            r++;
         }
      } else {
         uint32_t index = small(t, b, lane);
         if (index >= AGX_UVS_WORDS)
            return "vertex output out of range";
         if (t->uvs_final)
            return "vertex output after the last";
         t->uvs[index][lane] = reg32(t, a->value, lane);
         t->uvs_written[index / 32] |= 1u << (index % 32);
      }
   }
   if (in->op == AGX_OP_st_var_final)
      t->uvs_final = true;
   return NULL;
}

/* Operations on the nesting counter r0l: every lane executes them; lanes whose counter is 0 are active afterwards. */
static void nest(struct agx_task *t, const struct agx_instr *in)
{
   uint32_t n = in->f[AGX_F_NEST];

   for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
      uint32_t v = t->reg[0][lane];
      bool fl = in->op == AGX_OP_if_fcmp || in->op == AGX_OP_else_fcmp || in->op == AGX_OP_while_fcmp;

      switch (in->op) {
      case AGX_OP_push_exec:
         if (v)
            v += n;
         break;
      case AGX_OP_pop_exec: v = v > n ? v - n : 0; break;
      case AGX_OP_update_exec: break;
      default: {
         bool cond = fl ? compare_float(t, in, lane) : compare_int(t, in, lane);
         if (in->op == AGX_OP_if_icmp || in->op == AGX_OP_if_fcmp)
            v = v ? v + n : !cond;
         else if (in->op == AGX_OP_else_icmp || in->op == AGX_OP_else_fcmp)
            v = v == 0 ? n : v == 1 ? !cond : v;
         else if (v < n)
            v = cond ? 0 : n;
         break;
      }
      }
      t->reg[0][lane] = (uint16_t)v;
   }
}

static uint32_t active(const struct agx_task *t)
{
   uint32_t exec = 0;

   for (unsigned lane = 0; lane < EXEC_LANES; lane++)
      exec |= (uint32_t)(t->reg[0][lane] == 0) << lane;
   return exec & t->valid;
}

enum exec_status agx_sim_run(const uint8_t *code, size_t len, struct agx_task *t)
{
   uint32_t exec = t->valid;
   const char *fault = NULL;
   struct agx_instr in;
   size_t pc = 0;

   t->issued = 0;
   t->fault = NULL;
   while (pc < len) {
      if (!t->budget)
         return EXEC_BUDGET;
      t->budget--;
      t->issued++;
      size_t next;
      if ((fault = agx_decode(code + pc, len - pc, &in)))
         break;
      next = pc + in.len;
      switch (in.op) {
      case AGX_OP_stop: return EXEC_DONE;
      case AGX_OP_trap: fault = "trap"; break;
      case AGX_OP_wait:
      case AGX_OP_wait_pix: break;
      case AGX_OP_jmp_exec_any:
      case AGX_OP_jmp_exec_none: {
         uint32_t off = in.f[AGX_F_IMM], back = 0 - off;
         if ((exec != 0) != (in.op == AGX_OP_jmp_exec_any))
            break;
         if (off >> 31 ? back > pc : off > len - pc)
            fault = "jump out of the program";
         else
            next = off >> 31 ? pc - back : pc + off;
         break;
      }
      case AGX_OP_update_exec:
      case AGX_OP_push_exec:
      case AGX_OP_pop_exec:
      case AGX_OP_if_icmp:
      case AGX_OP_else_icmp:
      case AGX_OP_while_icmp:
      case AGX_OP_if_fcmp:
      case AGX_OP_else_fcmp:
      case AGX_OP_while_fcmp:
         nest(t, &in);
         exec = active(t);
         break;
      case AGX_OP_iter:
      case AGX_OP_iterproj:
      case AGX_OP_ldcf: fault = interpolate(t, &in, exec); break;
      case AGX_OP_st_var:
      case AGX_OP_st_var_final:
      case AGX_OP_no_var:
      case AGX_OP_sample_mask:
      case AGX_OP_st_tile: fault = io(t, &in, exec); break;
      default: {
         uint64_t r[EXEC_LANES];
         for (unsigned lane = 0; lane < EXEC_LANES; lane++)
            r[lane] = exec >> lane & 1 ? alu(t, &in, lane, &fault) : 0;
         for (unsigned lane = 0; lane < EXEC_LANES && !fault; lane++) {
            if (exec >> lane & 1)
               store(t, &in.ref[AGX_D], lane, r[lane]);
         }
         break;
      }
      }
      if (fault)
         break;
      pc = next;
   }
   if (!fault)
      return EXEC_DONE;
   t->fault = fault;
   t->fault_pc = pc;
   return EXEC_FAULT;
}
