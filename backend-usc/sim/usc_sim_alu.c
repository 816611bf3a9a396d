/* SPDX-License-Identifier: MIT */
/* Main groups of the simulator: the ALU phases, tests, packs and moves, and repetition. Rules: the head of usc_sim.c. */
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

/* What the units of a main group read and drive, by lane. */
struct units {
   uint32_t s[6][EXEC_LANES];
   uint32_t ft[4][EXEC_LANES]; /* by enum usc_ft */
   uint32_t ftt;
   uint32_t w[2][EXEC_LANES];
};

static uint32_t gradient(num_m m, enum usc_op op, const uint32_t *s, struct usc_opd o, unsigned lane)
{
   const unsigned q = lane & ~3u;
   unsigned a, b; /* b - a */
   switch (op) {
   case USC_OP_FDSX: a = q, b = q + 1; break;
   case USC_OP_FDSY: a = q, b = q + 2; break;
   case USC_OP_FDSXF: a = exec_quad_left(lane), b = exec_quad_right(lane); break;
   default: a = exec_quad_top(lane), b = exec_quad_bottom(lane); break;
   }
   return num_fadd(m, float_mods(m, o, s[b]), float_mods(m, o, s[a]) ^ SIM_SIGN);
}

static uint64_t extend(bool is_signed, uint32_t v)
{
   return is_signed && v & SIM_SIGN ? v | UINT64_C(0xffffffff00000000) : v;
}

/* 32-bit and 64-bit integers; those with a high word drive FTE as well. */
static void run_int(struct usc_task *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const enum usc_op op = (enum usc_op)g->op[phase ? USC_P1 : USC_P0];
   const unsigned base = phase ? 3 : 0;
   const struct usc_opd *o = &g->src[base];
   const bool sg = op == USC_OP_SADD6432 || op == USC_OP_SMADD32 || op == USC_OP_SMADD64;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t a = int_mods(o[0].mod, u->s[base][l]), b = int_mods(o[1].mod, u->s[base + 1][l]),
                     c = int_mods(o[2].mod, u->s[base + 2][l]), hi = int_mods(g->fte_mod, u->ft[USC_FTE][l]);
      const uint64_t cin = g->cin && (t->p0 >> l & 1);
      uint64_t x, y;
      switch (op) {
      case USC_OP_UADD6432:
      case USC_OP_SADD6432:
         x = (uint64_t)b << 32 | a;
         y = extend(sg, c);
         break;
      case USC_OP_ADD64:
         x = (uint64_t)b << 32 | a;
         y = (uint64_t)hi << 32 | c;
         break;
      case USC_OP_UMADD32:
      case USC_OP_SMADD32:
         x = (uint32_t)(a * b);
         y = c;
         break;
      default:
         x = extend(sg, a) * extend(sg, b);
         y = (uint64_t)hi << 32 | c;
         break;
      }
      const uint64_t sum = x + y, total = sum + cin;
      if (usc_op_info[op].flags & USC_F_HI) {
         u->ft[USC_FTE][l] = (uint32_t)(total >> 32);
         t->reg.carry = (t->reg.carry & ~(1u << l)) | (uint32_t)(sum < x || total < sum) << l;
      }
      u->ft[phase][l] = (uint32_t)total;
   }
}

/* 8-bit and 16-bit integers. */
static void run_short(const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const enum usc_op op = (enum usc_op)g->op[phase ? USC_P1 : USC_P0];
   const unsigned base = phase ? 3 : 0;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         u->ft[phase][l] = usc_sim_short(op, &g->src[base], phase ? g->sat1 : g->sat0, u->s[base][l], u->s[base + 1][l],
                                         u->s[base + 2][l]);
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
      usc_sim_sop(m, g, s, &u->w[0][l], &u->w[1][l]);
   }
}

/* Part A of a range reduction drives W1 and leaves W0 zero, part B drives W0. One iteration is enough for our reduction. */
static void reduce(struct usc_task *t, const struct usc_group *g, struct units *u, unsigned l, uint32_t a)
{
   if (g->red_part) {
      u->w[0][l] = num_fred_b(t->num, g->red_cos, g->red_iter, a, u->s[3][l]);
   } else {
      u->w[0][l] = 0;
      u->w[1][l] = num_fred_a(t->num, g->red_cos, g->red_iter, a);
   }
   if (g->red_pwen)
      t->p0 &= ~(1u << l);
}

/* Complex operations drive W0, some also W1 and P0. */
static bool run_complex(struct usc_task *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const num_m m = t->num;
   const enum usc_op op = (enum usc_op)g->op[phase ? USC_P1 : USC_P0];
   const unsigned base = phase ? 3 : 0;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      bool mul;
      if (!(lanes >> l & 1))
         continue;
      const uint32_t a = float_mods(m, g->src[base], u->s[base][l]);
      uint32_t *w0 = &u->w[0][l];
      switch (op) {
      case USC_OP_FRCP: *w0 = num_frcp(m, a); break;
      case USC_OP_FRSQ: *w0 = num_frsq(m, a); break;
      case USC_OP_FLOG:
      case USC_OP_FLOGCN: *w0 = num_flog2(m, a); break; /* what CN stands for is not public: as flog (assumed[flogcn]) */
      case USC_OP_FEXP: *w0 = num_fexp2(m, a); break;
      case USC_OP_GCMP: *w0 = usc_sim_gcmp(m, a); break;
      case USC_OP_GEXP: *w0 = usc_sim_gexp(m, a); break;
      case USC_OP_FARCTANC: *w0 = usc_sim_arctanc(a); break;
      case USC_OP_FSQRT: *w0 = usc_sim_sqrt(m, a); break;
      case USC_OP_SOPMOV_U8: /* W1 moves; W0 is the Z term of the sums, as a byte (assumed[sums-of-products]) */
         *w0 = 0;
         u->w[1][l] = u->s[3][l];
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

/* Operations that drive the feed-through line of their phase. */
static bool run_float(struct usc_task *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
{
   const num_m m = t->num;
   const enum usc_op op = (enum usc_op)g->op[phase ? USC_P1 : USC_P0];
   const unsigned base = phase ? 3 : 0;
   const struct usc_opd *o = &g->src[base];
   const bool sat = phase ? g->sat1 : g->sat0;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t ra = u->s[base][l], rb = u->s[base + 1][l], rc = u->s[base + 2][l];
      const uint32_t a = float_mods(m, o[0], ra), b = float_mods(m, o[1], rb), c = float_mods(m, o[2], rc);
      uint32_t v = 0;
      switch (op) {
      case USC_OP_FADD: v = num_fadd(m, a, b); break;
      case USC_OP_FMUL: v = num_fmul(m, a, b); break;
      case USC_OP_FMAD: v = num_fmad(m, a, b, c); break;
      case USC_OP_MBYP: v = a; break;
      case USC_OP_FDSX:
      case USC_OP_FDSY:
      case USC_OP_FDSXF:
      case USC_OP_FDSYF: v = gradient(m, op, u->s[base], o[0], l); break;
      case USC_OP_UNPCK:
         if (!(g->upk_scale && usc_sim_unpack_rtz(m, g->upk_fmt, ra, &v)) &&
             !usc_sim_unpack(m, g->upk_fmt, g->upk_scale, o[0].elem, ra, &v))
            return usc_sim_fault(t, "a pack format or element that is not simulated");
         break;
      case USC_OP_FROMF64: v = usc_sim_from_f64(m, g->f64_fmt, (uint64_t)rc << 32 | ra); break;
      default: return usc_sim_fault(t, "an ALU op that is not simulated");
      }
      u->ft[phase][l] = sat ? num_fsat(m, v) : v;
   }
   return true;
}

/* P0 or P1: reads s[0..2] or s[3..5]. */
static bool run_phase(struct usc_task *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
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

static bool run_gta(struct usc_task *t, const struct usc_group *g, struct units *u, uint32_t lanes)
{
   exec_lanes state[4];
   for (unsigned k = 0; k < 4; k++)
      if (!usc_sim_read(t, usc_sim_step_reg(g->src[0], k), lanes, state[k]))
         return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t s[4] = {state[0][l], state[1][l], state[2][l], state[3][l]};
      const bool out = usc_sim_gta(g->array, s, u->s[1][l], u->s[4][l], u->s[5][l], &u->w[0][l], &u->w[1][l]);
      if (g->red_pwen)
         t->p0 = (t->p0 & ~(1u << l)) | (uint32_t)out << l;
   }
   return true;
}

/* P2: drives FT2 (conversions to f64 also FT0). packed: the word that repetitions of a pack fill, rep: the number of the
   repetition. */
static bool run_pack(struct usc_task *t, const struct usc_group *g, struct units *u, uint32_t lanes, unsigned rep,
                     uint32_t packed[EXEC_LANES])
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t in = u->ft[g->is3 & 3][l];
      if (g->op[USC_PCK] == USC_OP_TOF64) {
         const uint64_t d = usc_sim_to_f64(t->num, g->f64_fmt, in);
         u->ft[USC_FT0][l] = (uint32_t)d;
         u->ft[USC_FT2][l] = (uint32_t)(d >> 32);
         continue;
      }
      if (g->op[USC_PCK] != USC_OP_PCK) {
         const uint32_t a = float_mods(t->num, (struct usc_opd){.mod = g->is3_mod}, in),
                        b = float_mods(t->num, (struct usc_opd){.mod = g->fte_mod}, u->ft[USC_FTE][l]),
                        v = g->op[USC_PCK] == USC_OP_FADD2 ? num_fadd(t->num, a, b) : num_fmul(t->num, a, b);
         u->ft[USC_FT2][l] = g->sat2 ? num_fsat(t->num, v) : v;
         continue;
      }
      const unsigned fmt = g->pck_prog ? u->ft[USC_FTE][l] & 31 : g->pck_fmt;
      if (!usc_sim_pack(t->num, fmt, g->pck_scale, g->pck_rtz, rep, t->samples ? t->samples : 1, in, &packed[l]))
         return usc_sim_fault(t, "a pack format or component that is not simulated");
      u->ft[USC_FT2][l] = packed[l];
   }
   return true;
}

/* P2: drives FTT, and P0 if the test writes it. */
static void run_test(struct usc_task *t, const struct usc_group *g, struct units *u, uint32_t lanes)
{
   const unsigned ea = g->tst_elem, eb = g->tst_rhs ? g->tst_rhs - 1u : ea;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      uint32_t a = u->ft[g->is1 ? USC_FTE : USC_FT0][l], b = u->ft[g->is2 ? USC_FTE : USC_FT1][l];
      if (g->tst_f16 & 1)
         a = num_h2f(t->num, (uint16_t)(a >> 16 * (ea & 1)));
      if (g->tst_f16 & 2)
         b = num_h2f(t->num, (uint16_t)(b >> 16 * (eb & 1)));
      if (usc_sim_test(t->num, g->tst_op, g->tst_type, ea, eb, a, b, t->reg.carry >> l & 1))
         u->ftt |= 1u << l;
   }
   if (g->tst_pwen)
      t->p0 = (t->p0 & ~lanes) | u->ftt;
}

/* The outputs that no operation drives itself: what the selects or a move of P2 put on them. */
static void run_outputs(const struct usc_group *g, struct units *u)
{
   const unsigned driven = usc_driven(g);
   uint32_t bytes = 0;
   for (unsigned i = 0; i < 4; i++)
      if (g->mov_mask >> i & 1)
         bytes |= 0xffu << 8 * i;
   for (unsigned l = 0; l < EXEC_LANES && driven != 3; l++) {
      const bool take = g->op[USC_MOV] == USC_OP_MOV || (g->op[USC_MOV] == USC_OP_MOVC && u->ftt >> l & 1);
      if (!(driven & 1))
         u->w[0][l] = take ? (u->ft[g->is4 & 3][l] & ~bytes) | (u->ft[g->mov_w0 & 3][l] & bytes) : u->ft[g->is4 & 3][l];
      if (!(driven & 2))
         u->w[1][l] = u->ft[take ? g->mov_w1 & 3 : g->is5 & 3][l];
   }
   if (g->op[USC_MOV] == USC_OP_SOPMOV || g->op[USC_MOV] == USC_OP_SOPU8MADMOV)
      memcpy(u->w[1], u->s[g->op[USC_MOV] == USC_OP_SOPMOV ? 3 : 0], sizeof u->w[1]);
}

/* W0 as an f16 in one half of its destination or in both; a half that is not named keeps its value. */
static bool narrow_result(struct usc_task *t, const struct usc_group *g, struct units *u, uint32_t lanes)
{
   const uint32_t mask = (g->dst[0].elem & 1 ? 0xffffu : 0) | (g->dst[0].elem & 2 ? 0xffff0000u : 0);
   exec_lanes old;
   if (!usc_sim_read(t, g->dst[0], lanes, old))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t h = lanes >> l & 1 ? num_f2h(t->num, u->w[0][l]) : 0;
      u->w[0][l] = (old[l] & ~mask) | ((h | h << 16) & mask);
   }
   return true;
}

/* One repetition of a main group. */
static bool run_main(struct usc_task *t, const struct usc_group *g, uint32_t lanes, unsigned rep, uint32_t packed[EXEC_LANES],
                     bool *done)
{
   struct units u;
   const unsigned reads = usc_alu_slots(g); /* a backend operation reads its blocks and addresses itself */
   memset(&u, 0, sizeof u);
   for (unsigned s = 0; s < 6; s++)
      if (reads >> s & 1 && !usc_sim_read(t, g->src[s], lanes, u.s[s]))
         return false;
   memcpy(u.ft[USC_FTE], u.s[g->is0 % 6], sizeof u.ft[USC_FTE]);
   if (g->op[USC_P0] == USC_OP_GTA ? !run_gta(t, g, &u, lanes) : g->op[USC_P0] && !run_phase(t, g, &u, 0, lanes))
      return false;
   if ((g->op[USC_P1] && !run_phase(t, g, &u, 1, lanes)) || (g->op[USC_PCK] && !run_pack(t, g, &u, lanes, rep, packed)))
      return false;
   if (g->op[USC_TST])
      run_test(t, g, &u, lanes);
   run_outputs(g, &u);
   if ((g->dst[0].mod & USC_MOD_F16 && !narrow_result(t, g, &u, lanes)) ||
       (g->op[USC_BE] && !usc_sim_backend(t, g, lanes, u.w, done)))
      return false;
   return usc_sim_write(t, g->dst[0], lanes, u.w[0]) && usc_sim_write(t, g->dst[1], lanes, u.w[1]);
}

bool usc_sim_main(struct usc_task *t, const struct usc_group *g, uint32_t lanes, bool *done)
{
   exec_lanes packed = {0};
   const unsigned n = usc_rpt(g);
   for (unsigned k = 0; k < n; k++) {
      struct usc_group step;
      const struct usc_group *q = g;
      if (k) {
         step = *g;
         for (unsigned s = 0; s < 6; s++) {
            if (g->op[USC_P0] == USC_OP_UNPCK && s == 0)
               step.src[s].elem = (uint8_t)((g->src[s].elem + k) & 3);
            else
               step.src[s] = usc_sim_step_reg(g->src[s], k);
         }
         if (!g->op[USC_PCK])
            for (unsigned d = 0; d < 2; d++)
               step.dst[d] = usc_sim_step_reg(g->dst[d], k);
         step.addr = (uint8_t)(g->addr + k);
         q = &step;
      }
      if (!run_main(t, q, lanes, k, packed, done))
         return false;
   }
   return true;
}
