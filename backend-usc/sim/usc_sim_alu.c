/* SPDX-License-Identifier: MIT */
/* Main groups of the simulator: ALU phases, tests, packs, moves, and repetition. The rules are at the head of usc_sim.c. */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

static uint32_t float_mods(num_m m, struct usc_opd o, uint32_t v)
{
   if (o.mod & USC_MOD_F16)
      v = num_h2f(m, (uint16_t)(v >> 16 * (o.elem & 1)));
   if (o.mod & USC_MOD_FLR)
      v = num_ffloor(m, v);
   if (o.mod & USC_MOD_ABS)
      v &= ~SIM_SIGN;
   if (o.mod & USC_MOD_NEG)
      v ^= SIM_SIGN;
   return v;
}

static uint32_t int_mods(unsigned mod, uint32_t v)
{
   if (mod & USC_MOD_ABS && v & SIM_SIGN)
      v = 0u - v;
   if (mod & USC_MOD_NEG)
      v = 0u - v;
   return v;
}

static const exec_lanes zeros;

/* Inputs and outputs of the units of a main group, by lane; undefined in lanes that do not execute. */
struct units {
   const uint32_t *s[6];
   const uint32_t *ft[4]; /* by enum usc_ft */
   const uint32_t *w[2];
   uint32_t ftt;
   exec_lanes source[6], modified[3], driven[4], out[2], unsaturated;
};

/* An operand of a float operation after its modifiers, which is in buf if it has any. */
static const uint32_t *float_operand(num_m m, struct usc_opd o, const uint32_t *v, uint32_t *buf)
{
   if (!o.mod)
      return v;
   if (!(o.mod & (USC_MOD_F16 | USC_MOD_FLR))) {
      lanes_sign(o.mod & USC_MOD_ABS ? ~SIM_SIGN : UINT32_MAX, o.mod & USC_MOD_NEG ? SIM_SIGN : 0, v, buf);
      return buf;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      buf[l] = float_mods(m, o, v[l]);
   return buf;
}

/* Differences in quads of an operand after its modifiers. */
static void gradient(const struct usc_wave *t, enum usc_op op, const uint32_t *v, uint32_t *d)
{
   exec_lanes from, to;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const unsigned q = l & ~3u;
      unsigned a, b; /* lanes of b - a */
      switch (op) {
      case USC_OP_FDSX: a = q, b = q + 1; break;
      case USC_OP_FDSY: a = q, b = q + 2; break;
      case USC_OP_FDSXF: a = exec_quad_left(l), b = exec_quad_right(l); break;
      default: a = exec_quad_top(l), b = exec_quad_bottom(l); break;
      }
      from[l] = v[a] ^ SIM_SIGN;
      to[l] = v[b];
   }
   t->ops->fadd(t->num, to, from, NULL, d);
}

static uint64_t extend(bool is_signed, uint32_t v)
{
   return is_signed && v & SIM_SIGN ? v | UINT64_C(0xffffffff00000000) : v;
}

/* One lane of a 64-bit operation: returns the low word. *hi holds the high word of the addend, then of the result; *carry the
   carry in, then out. */
static uint32_t add_int64(enum usc_op op, uint32_t a, uint32_t b, uint32_t c, uint32_t *hi, bool *carry)
{
   const bool sg = op == USC_OP_SADD6432 || op == USC_OP_SMADD64;
   const bool mad = op == USC_OP_UMADD64 || op == USC_OP_SMADD64;
   const uint64_t x = mad ? extend(sg, a) * extend(sg, b) : (uint64_t)b << 32 | a;
   const uint64_t y = op == USC_OP_UADD6432 || op == USC_OP_SADD6432 ? extend(sg, c) : (uint64_t)*hi << 32 | c;
   const uint64_t sum = x + y, total = sum + *carry;
   *hi = (uint32_t)(total >> 32);
   *carry = sum < x || total < sum;
   return (uint32_t)total;
}

/* 32-bit and 64-bit integers; those with a high word drive FTE as well. */
static void run_int(struct usc_wave *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const enum usc_op op = (enum usc_op)g->op[phase ? USC_P1 : USC_P0];
   const unsigned base = phase ? 3 : 0;
   const struct usc_opd *o = &g->src[base];
   const uint32_t *v[3] = {u->s[base], u->s[base + 1], u->s[base + 2]};
   uint32_t *d = u->driven[phase];
   for (unsigned k = 0; k < 3; k++)
      if (o[k].mod) {
         for (unsigned l = 0; l < EXEC_LANES; l++)
            u->modified[k][l] = int_mods(o[k].mod, v[k][l]);
         v[k] = u->modified[k];
      }
   u->ft[phase] = d;
   if (!(usc_op_info[op].flags & USC_F_HI)) {
      const uint32_t *a = v[0], *b = v[1], *c = v[2], cin = g->cin ? t->p0 : 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         d[l] = a[l] * b[l] + c[l] + ((cin & lanes_bit[l]) != 0);
      return;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t hi = int_mods(g->fte_mod, u->ft[USC_FTE][l]);
      bool carry = g->cin && t->p0 >> l & 1;
      d[l] = add_int64(op, v[0][l], v[1][l], v[2][l], &hi, &carry);
      u->driven[USC_FTE][l] = hi;
      if (lanes >> l & 1)
         t->reg.carry = (t->reg.carry & ~(1u << l)) | (uint32_t)carry << l;
   }
   u->ft[USC_FTE] = u->driven[USC_FTE];
}

/* 8-bit and 16-bit integers. */
static void run_short(const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const enum usc_op op = (enum usc_op)g->op[phase ? USC_P1 : USC_P0];
   const unsigned base = phase ? 3 : 0;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         u->driven[phase][l] =
             usc_sim_short(op, &g->src[base], phase ? g->sat1 : g->sat0, u->s[base][l], u->s[base + 1][l], u->s[base + 2][l]);
   u->ft[phase] = u->driven[phase];
}

/* Sums of products drive W0 and W1. */
static void run_sop(num_m m, const struct usc_group *g, struct units *u, uint32_t lanes)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t s[6];
      if (!(lanes >> l & 1))
         continue;
      for (unsigned i = 0; i < 6; i++)
         s[i] = u->s[i][l];
      usc_sim_sop(m, g, s, &u->out[0][l], &u->out[1][l]);
   }
}

/* Part A of a range reduction drives W1 and sets W0 to zero, part B drives W0. Our reduction needs one iteration. */
static void reduce(struct usc_wave *t, const struct usc_group *g, struct units *u, unsigned l, uint32_t a)
{
   if (g->red_part) {
      u->out[0][l] = num_fred_b(t->num, g->red_cos, g->red_iter, a, u->s[3][l]);
   } else {
      u->out[0][l] = 0;
      u->out[1][l] = num_fred_a(t->num, g->red_cos, g->red_iter, a);
   }
   if (g->red_pwen)
      t->p0 &= ~(1u << l);
}

/* Complex operations drive W0, some also W1 and P0. */
static bool run_complex(struct usc_wave *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const num_m m = t->num;
   const enum usc_op op = (enum usc_op)g->op[phase ? USC_P1 : USC_P0];
   const unsigned base = phase ? 3 : 0;
   const uint32_t *in = float_operand(m, g->src[base], u->s[base], u->modified[0]);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      bool mul;
      if (!(lanes >> l & 1))
         continue;
      const uint32_t a = in[l];
      uint32_t *w0 = &u->out[0][l];
      switch (op) {
      case USC_OP_FRCP: *w0 = num_frcp(m, a); break;
      case USC_OP_FRSQ: *w0 = num_frsq(m, a); break;
      case USC_OP_FLOG:
      case USC_OP_FLOGCN: *w0 = num_flog2(m, a); break; /* the meaning of CN is not public: as flog (assumed[flogcn]) */
      case USC_OP_FEXP: *w0 = num_fexp2(m, a); break;
      case USC_OP_GCMP: *w0 = usc_sim_gcmp(&t->unit, a); break;
      case USC_OP_GEXP: *w0 = usc_sim_gexp(&t->unit, a); break;
      case USC_OP_FARCTANC: *w0 = usc_sim_arctanc(a); break;
      case USC_OP_FSQRT: *w0 = usc_sim_sqrt(m, a); break;
      case USC_OP_SOPMOV_U8: /* W1 moves; W0 is the Z term of the sums, as a byte (assumed[sums-of-products]) */
         *w0 = 0;
         u->out[1][l] = u->s[3][l];
         break;
      case USC_OP_FSINC:
         *w0 = num_fsinc(m, a, &mul);
         t->p0 = (t->p0 & ~(1u << l)) | (uint32_t)mul << l;
         break;
      case USC_OP_FRED: reduce(t, g, u, l, a); break;
      default: return usc_sim_fault(t, "an ALU op that is not simulated");
      }
   }
   return true;
}

static bool unpack(struct usc_wave *t, const struct usc_group *g, const uint32_t *in, uint32_t lanes, uint32_t *d)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && !(g->upk_scale && usc_sim_unpack_rtz(t->num, g->upk_fmt, in[l], &d[l])) &&
          !usc_sim_unpack(t->num, g->upk_fmt, g->upk_scale, g->src[0].elem, in[l], &d[l]))
         return usc_sim_fault(t, "a pack format or element that is not simulated");
   return true;
}

/* Operations that drive the feed-through line of their phase. */
static bool run_float(struct usc_wave *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const num_m m = t->num;
   const enum usc_op op = (enum usc_op)g->op[phase ? USC_P1 : USC_P0];
   const unsigned base = phase ? 3 : 0, sources = usc_op_info[op].sources;
   const bool sat = phase ? g->sat1 : g->sat0;
   const uint32_t *v[3] = {zeros, zeros, zeros};
   uint32_t *d = sat ? u->unsaturated : u->driven[phase];
   for (unsigned k = 0; k < 3; k++)
      if (sources >> k & 1)
         v[k] = op == USC_OP_UNPCK || op == USC_OP_FROMF64 ? u->s[base + k]
                                                           : float_operand(m, g->src[base + k], u->s[base + k], u->modified[k]);
   switch (op) {
   case USC_OP_FADD: t->ops->fadd(m, v[0], v[1], NULL, d); break;
   case USC_OP_FMUL: t->ops->fmul(m, v[0], v[1], NULL, d); break;
   case USC_OP_FMAD: t->ops->fmad(m, v[0], v[1], v[2], d); break;
   case USC_OP_MBYP: memcpy(d, v[0], sizeof(exec_lanes)); break;
   case USC_OP_FDSX:
   case USC_OP_FDSY:
   case USC_OP_FDSXF:
   case USC_OP_FDSYF: gradient(t, op, v[0], d); break;
   case USC_OP_UNPCK:
      if (!unpack(t, g, v[0], lanes, d))
         return false;
      break;
   case USC_OP_FROMF64:
      for (unsigned l = 0; l < EXEC_LANES; l++)
         d[l] = usc_sim_from_f64(m, g->f64_fmt, (uint64_t)v[2][l] << 32 | v[0][l]);
      break;
   default: return !lanes || usc_sim_fault(t, "an ALU op that is not simulated");
   }
   if (sat)
      t->ops->fsat(m, d, NULL, NULL, u->driven[phase]);
   u->ft[phase] = u->driven[phase];
   return true;
}

/* P0 or P1, which read s[0..2] or s[3..5]. */
static bool run_phase(struct usc_wave *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const unsigned flags = usc_op_info[g->op[phase ? USC_P1 : USC_P0]].flags;
   if (flags & USC_F_INT)
      return run_int(t, g, u, phase, lanes), true;
   if (flags & USC_F_SHORT)
      return run_short(g, u, phase, lanes), true;
   if (flags & USC_F_SOP)
      return run_sop(t->num, g, u, lanes), true;
   return flags & USC_F_COMPLEX ? run_complex(t, g, u, phase, lanes) : run_float(t, g, u, phase, lanes);
}

static bool run_gta(struct usc_wave *t, const struct usc_group *g, struct units *u, uint32_t lanes)
{
   exec_lanes state[4];
   for (unsigned k = 0; k < 4; k++)
      if (!usc_sim_read(t, usc_sim_step_reg(g->src[0], k), lanes, state[k]))
         return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t s[4] = {state[0][l], state[1][l], state[2][l], state[3][l]};
      uint32_t w[2];
      const bool out = usc_sim_gta(g->array, s, u->s[1][l], u->s[4][l], u->s[5][l], w);
      u->out[0][l] = w[0];
      u->out[1][l] = w[1];
      if (g->red_pwen)
         t->p0 = (t->p0 & ~(1u << l)) | (uint32_t)out << l;
   }
   return true;
}

/* P2 operations other than packs: on IS3 and FTE, or a conversion to f64, which also drives FT0. */
static void run_second(struct usc_wave *t, const struct usc_group *g, struct units *u, const uint32_t *in)
{
   exec_lanes sum;
   uint32_t *d = g->sat2 ? sum : u->driven[USC_FT2];
   if (g->op[USC_PCK] == USC_OP_TOF64) {
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         const uint64_t f = usc_sim_to_f64(t->num, g->f64_fmt, in[l]);
         u->driven[USC_FT0][l] = (uint32_t)f;
         u->driven[USC_FT2][l] = (uint32_t)(f >> 32);
      }
      u->ft[USC_FT0] = u->driven[USC_FT0];
      return;
   }
   const uint32_t *a = float_operand(t->num, (struct usc_opd){.mod = g->is3_mod}, in, u->modified[0]);
   const uint32_t *b = float_operand(t->num, (struct usc_opd){.mod = g->fte_mod}, u->ft[USC_FTE], u->modified[1]);
   (g->op[USC_PCK] == USC_OP_FADD2 ? t->ops->fadd : t->ops->fmul)(t->num, a, b, NULL, d);
   if (g->sat2)
      t->ops->fsat(t->num, sum, NULL, NULL, u->driven[USC_FT2]);
}

/* A P2 operation, which drives FT2. Repetitions of a pack fill the word `packed`; rep is their number. */
static bool run_pack(struct usc_wave *t, const struct usc_group *g, struct units *u, uint32_t lanes, unsigned rep,
                     uint32_t packed[EXEC_LANES])
{
   const uint32_t *in = u->ft[g->is3 & 3];
   if (g->op[USC_PCK] != USC_OP_PCK) {
      run_second(t, g, u, in);
      u->ft[USC_FT2] = u->driven[USC_FT2];
      return true;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const unsigned fmt = g->pck_prog ? u->ft[USC_FTE][l] & 31 : g->pck_fmt;
      const unsigned pack = fmt | (g->pck_scale ? USC_PACK_SCALE : 0u) | (g->pck_rtz ? USC_PACK_RTZ : 0u);
      if (!usc_sim_pack(&t->unit, pack, rep, t->samples ? t->samples : 1, in[l], &packed[l]))
         return usc_sim_fault(t, "a pack format or component that is not simulated");
   }
   u->ft[USC_FT2] = packed;
   return true;
}

/* The lanes in which a test of whole f32 values holds. */
static uint32_t test_floats(const struct usc_wave *t, unsigned op, const uint32_t *a, const uint32_t *b)
{
   exec_lanes r;
   uint32_t equal = 0;
   if (op <= USC_TST_GEZ)
      b = zeros;
   if (op != USC_TST_GZ && op != USC_TST_G && op != USC_TST_L && op != USC_TST_MIN) {
      t->ops->feq(t->num, a, b, NULL, r);
      equal = lanes_mask(r);
   }
   switch (op) {
   case USC_TST_Z:
   case USC_TST_E: return equal;
   case USC_TST_NE: return ~equal; /* true for NaN */
   case USC_TST_L:
   case USC_TST_MIN:
   case USC_TST_LE: t->ops->flt(t->num, a, b, NULL, r); break;
   default: t->ops->flt(t->num, b, a, NULL, r); break; /* documented for max: LHS >= RHS */
   }
   return lanes_mask(r) | equal;
}

/* A test, which drives FTT, and also P0 if it writes that. */
static void run_test(struct usc_wave *t, const struct usc_group *g, struct units *u, uint32_t lanes)
{
   const unsigned ea = g->tst_elem, eb = g->tst_rhs ? g->tst_rhs - 1u : ea;
   const uint32_t *in_a = u->ft[g->is1 ? USC_FTE : USC_FT0], *in_b = u->ft[g->is2 ? USC_FTE : USC_FT1];
   if (g->tst_op == USC_TST_C) {
      u->ftt = t->reg.carry & lanes;
   } else if (g->tst_type == USC_T_F32 && !g->tst_f16) {
      u->ftt = test_floats(t, g->tst_op, in_a, in_b) & lanes;
   } else {
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         if (!(lanes >> l & 1))
            continue;
         uint32_t a = usc_sim_element(g->tst_type, ea, in_a[l]), b = usc_sim_element(g->tst_type, eb, in_b[l]);
         if (g->tst_f16 & 1)
            a = num_h2f(t->num, (uint16_t)(a >> 16 * (ea & 1)));
         if (g->tst_f16 & 2)
            b = num_h2f(t->num, (uint16_t)(b >> 16 * (eb & 1)));
         if (usc_sim_test(t->num, g->tst_op, g->tst_type, a, b))
            u->ftt |= 1u << l;
      }
   }
   if (g->tst_pwen)
      t->p0 = (t->p0 & ~lanes) | u->ftt;
}

/* Sets outputs that no operation drives itself from the selects or a move of P2. */
static void run_outputs(const struct usc_group *g, struct units *u)
{
   const unsigned driven = usc_driven(g);
   const uint32_t take = g->op[USC_MOV] == USC_OP_MOV ? UINT32_MAX : g->op[USC_MOV] == USC_OP_MOVC ? u->ftt : 0;
   const uint32_t *w0 = u->ft[g->is4 & 3], *w1 = u->ft[g->is5 & 3];
   if (driven & 1 || take == 0) {
      u->w[0] = driven & 1 ? u->out[0] : w0;
   } else {
      const uint32_t *from = u->ft[g->mov_w0 & 3];
      uint32_t bytes = 0;
      for (unsigned i = 0; i < 4; i++)
         if (g->mov_mask >> i & 1)
            bytes |= 0xffu << 8 * i;
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         const uint32_t mask = take & lanes_bit[l] ? bytes : 0;
         u->out[0][l] = (w0[l] & ~mask) | (from[l] & mask);
      }
      u->w[0] = u->out[0];
   }
   if (driven & 2 || take == 0) {
      u->w[1] = driven & 2 ? u->out[1] : w1;
   } else {
      lanes_choose(take, u->ft[g->mov_w1 & 3], w1, u->out[1]);
      u->w[1] = u->out[1];
   }
   if (g->op[USC_MOV] == USC_OP_SOPMOV || g->op[USC_MOV] == USC_OP_SOPU8MADMOV)
      u->w[1] = u->s[g->op[USC_MOV] == USC_OP_SOPMOV ? 3 : 0];
}

/* Writes W0 as an f16 to one or both halves of its destination; the other half keeps its value. */
static bool narrow_result(struct usc_wave *t, const struct usc_group *g, struct units *u, uint32_t lanes)
{
   const uint32_t mask = (g->dst[0].elem & 1 ? 0xffffu : 0) | (g->dst[0].elem & 2 ? 0xffff0000u : 0);
   exec_lanes old;
   if (!usc_sim_read(t, g->dst[0], lanes, old))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t h = lanes >> l & 1 ? num_f2h(t->num, u->w[0][l]) : 0;
      u->out[0][l] = (old[l] & ~mask) | ((h | h << 16) & mask);
   }
   u->w[0] = u->out[0];
   return true;
}

/* Runs the backend operation on copies of W0 and W1, which it may change. */
static bool run_backend(struct usc_wave *t, const struct usc_group *g, struct units *u, uint32_t lanes, bool *done)
{
   exec_lanes w[2];
   memcpy(w[0], u->w[0], sizeof w[0]);
   memcpy(w[1], u->w[1], sizeof w[1]);
   if (!usc_sim_backend(t, g, lanes, w, done))
      return false;
   for (unsigned k = 0; k < 2; k++)
      u->w[k] = memcpy(u->out[k], w[k], sizeof w[k]);
   return true;
}

/* One repetition of a main group. */
static bool run_main(struct usc_wave *t, const struct usc_step *s, uint32_t lanes, unsigned rep, uint32_t packed[EXEC_LANES],
                     bool *done)
{
   const struct usc_group *g = &s->g;
   struct units u;
   for (unsigned k = 0; k < 6; k++) { /* a backend operation reads its data and addresses itself */
      u.s[k] = zeros;
      if (s->reads >> k & 1 && !(u.s[k] = usc_sim_source(t, s, k, lanes, u.source[k])))
         return false;
   }
   u.ft[USC_FT0] = u.ft[USC_FT1] = u.ft[USC_FT2] = zeros;
   u.ft[USC_FTE] = u.s[g->is0 % 6];
   u.ftt = 0;
   if (usc_driven(g)) /* in lanes that execute */
      memset(u.out, 0, sizeof u.out);
   if (g->op[USC_P0] == USC_OP_GTA ? !run_gta(t, g, &u, lanes) : g->op[USC_P0] && !run_phase(t, g, &u, 0, lanes))
      return false;
   if ((g->op[USC_P1] && !run_phase(t, g, &u, 1, lanes)) || (g->op[USC_PCK] && !run_pack(t, g, &u, lanes, rep, packed)))
      return false;
   if (g->op[USC_TST])
      run_test(t, g, &u, lanes);
   run_outputs(g, &u);
   if ((g->dst[0].mod & USC_MOD_F16 && !narrow_result(t, g, &u, lanes)) ||
       (g->op[USC_BE] && !run_backend(t, g, &u, lanes, done)))
      return false;
   return usc_sim_write(t, g->dst[0], lanes, u.w[0]) && usc_sim_write(t, g->dst[1], lanes, u.w[1]);
}

bool usc_sim_main(struct usc_wave *t, const struct usc_step *s, uint32_t lanes, bool *done)
{
   exec_lanes packed;
   if (s->g.op[USC_PCK])
      memset(packed, 0, sizeof packed);
   for (unsigned k = 0; k <= s->more; k++)
      if (!run_main(t, &s[k], lanes, k, packed, done))
         return false;
   return true;
}
