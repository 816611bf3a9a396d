/* SPDX-License-Identifier: MIT */
/*
 * The simulator: one group at a time on all lanes.
 *
 * What the documents leave open and is defined here. "documented" = PowerVR Instruction Set Reference (ISR), "observed" = code
 * of the vendor's compiler or the public one, "assumed" = ours.
 *
 *  - A group runs for the lanes of its condition: Pe; Pe and P0; all valid; Pe and not P0 (documented). All sources are read
 *    before anything is written, and everything is visible to the next group but the results of requests (documented).
 *  - Modifiers apply in the order flr, abs, neg (documented). On integers neg is two's complement and abs signed, in 32 bits,
 *    before the operand is widened (assumed).
 *  - FTE is the source picked by IS0 without modifiers; with a 64-bit op in P0 it is the high word of its result (observed).
 *    tstc looks at the carry out of the last 64-bit op of the lane, the one of its own group included (assumed).
 *  - cndst cndef cndlt cndend cndsetl cndlpc: the pseudo-code of ISR 13, with one correction: in CNDLT the second case is meant
 *    for lanes whose test *fails* (its comment says so, and with the printed condition every endless loop would stop all lanes
 *    at once). The condition of the first case is that no valid lane has both the tested predicate and Pe.
 *  - br: a branch is taken by the whole task. Without a modifier it is taken if at least one valid lane satisfies the group's
 *    condition; that lanes with Pe disagree about P0 is a fault, because the machine has no way to run both (assumed).
 *    .allinst: taken iff no valid lane satisfies the condition (observed: follows cndst/cndef to jump over what nobody runs; in
 *    that use, taken when no lane has Pe). .anyinst: taken iff some valid lane does not satisfy it (assumed).
 *  - repeat: iterations one after the other, each with its registers stepped; pck fills the next component of its result, unpck
 *    takes the next component of its source (documented for pck and unpck).
 *  - atomic groups (.atom) run lane by lane in ascending order (assumed).
 *  - fdsx fdsy: one difference a quad, pixel 1 - pixel 0 and pixel 2 - pixel 0; fdsxf, fdsyf: every row and column its own
 *    (documented). They read the registers of the other lanes of the quad whether those run or not (assumed).
 *  - atst without .ifb is the kill: valid lanes that do not execute it or do not pass become helpers and go on without outputs
 *    (observed use). The comparison is data OP reference (assumed).
 *  - mutex, wop and emitpix do nothing: one task runs alone. movmsk sets the sample mask of an instance, no sample left makes it a
 *    helper; a phase change goes on at its address (assumed).
 *  - What has no public encoding runs from decoded groups; rarer arithmetic and what is assumed of it: usc_sim_math.c.
 *  - The program stops at a group with .end, at nop.end and at an endtask; running past the code is a fault.
 */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

void usc_task_init(struct usc_task *t, num_m num, uint32_t valid, uint64_t budget)
{
   memset(t, 0, sizeof *t);
   t->num = num;
   t->valid = t->pe = valid;
   t->budget = budget;
}

static uint32_t condition(const struct usc_task *t, unsigned cc)
{
   switch (cc) {
   case USC_CC_PE: return t->valid & t->pe;
   case USC_CC_P0: return t->valid & t->pe & t->p0;
   case USC_CC_IGNOREPE: return t->valid;
   default: return t->valid & t->pe & ~t->p0;
   }
}

/* ---- main ALU ------------------------------------------------------------------------------------------------------------ */

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

/* P0 or P1: reads s[base..], drives ft[phase]; integer ops may drive FTE, complex ops W0, W1 and P0. */
static bool run_phase(struct usc_task *t, const struct usc_group *g, struct units *u, unsigned phase, uint32_t lanes)
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
      uint32_t v = 0;
      if (usc_op_info[op].flags & USC_F_INT) {
         const bool sg = op == USC_OP_SADD6432 || op == USC_OP_SMADD32 || op == USC_OP_SMADD64;
         const uint32_t a = int_mods(o[0].mod, ra), b = int_mods(o[1].mod, rb), c = int_mods(o[2].mod, rc),
                        hi = int_mods(g->fte_mod, u->ft[USC_FTE][l]);
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
         v = (uint32_t)total;
         if (usc_op_info[op].flags & USC_F_HI) {
            u->ft[USC_FTE][l] = (uint32_t)(total >> 32);
            t->carry = (t->carry & ~(1u << l)) | (uint32_t)(sum < x || total < sum) << l;
         }
         u->ft[phase][l] = v;
         continue;
      }
      if (usc_op_info[op].flags & USC_F_SHORT) {
         u->ft[phase][l] = usc_sim_short(op, o, sat, ra, rb, rc);
         continue;
      }
      if (usc_op_info[op].flags & USC_F_SOP) {
         uint32_t s[6];
         for (unsigned i = 0; i < 6; i++)
            s[i] = u->s[i][l];
         usc_sim_sop(m, g, s, &u->w[0][l], &u->w[1][l]);
         continue;
      }
      const uint32_t a = float_mods(m, o[0], ra), b = float_mods(m, o[1], rb), c = float_mods(m, o[2], rc);
      bool mul;
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
      case USC_OP_FRCP: u->w[0][l] = num_frcp(m, a); break;
      case USC_OP_FRSQ: u->w[0][l] = num_frsq(m, a); break;
      case USC_OP_FLOG:
      case USC_OP_FLOGCN: u->w[0][l] = num_flog2(m, a); break; /* what CN stands for is not public: as flog (assumed) */
      case USC_OP_GCMP: u->w[0][l] = usc_sim_gcmp(m, a); break;
      case USC_OP_GEXP: u->w[0][l] = usc_sim_gexp(m, a); break;
      case USC_OP_FARCTANC: u->w[0][l] = usc_sim_arctanc(a); break;
      case USC_OP_FSQRT: u->w[0][l] = usc_sim_sqrt(m, a); break;
      case USC_OP_FROMF64: v = usc_sim_from_f64(m, g->f64_fmt, (uint64_t)rc << 32 | ra); break;
      case USC_OP_SOPMOV_U8: /* W1 moves; W0 is the Z term of the sums, as a byte (assumed) */
         u->w[0][l] = 0;
         u->w[1][l] = u->s[3][l];
         break;
      case USC_OP_FEXP: u->w[0][l] = num_fexp2(m, a); break;
      case USC_OP_FSINC:
         u->w[0][l] = num_fsinc(m, a, &mul);
         t->p0 = (t->p0 & ~(1u << l)) | (uint32_t)mul << l;
         break;
      case USC_OP_FRED:
         if (g->red_part)
            u->w[0][l] = num_fred_b(m, g->red_cos, g->red_iter, a, u->s[3][l]);
         else
            u->w[0][l] = 0, u->w[1][l] = num_fred_a(m, g->red_cos, g->red_iter, a);
         if (g->red_pwen) /* one iteration is enough for our reduction */
            t->p0 &= ~(1u << l);
         break;
      default: return usc_sim_fault(t, "an ALU op that is not simulated");
      }
      u->ft[phase][l] = sat ? num_fsat(m, v) : v;
   }
   return true;
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

static bool run_main(struct usc_task *t, const struct usc_group *g, uint32_t lanes, unsigned rep, uint32_t packed[EXEC_LANES],
                     bool *done)
{
   struct units u;
   /* blocks and addresses of a backend op are read by it; the rest of the sources here */
   const unsigned reads = usc_alu_slots(g), driven = usc_driven(g);
   memset(&u, 0, sizeof u);
   for (unsigned s = 0; s < 6; s++) {
      if (reads >> s & 1 && !usc_sim_read(t, g->src[s], lanes, u.s[s]))
         return false;
   }
   memcpy(u.ft[USC_FTE], u.s[g->is0 % 6], sizeof u.ft[USC_FTE]);
   if (g->op[USC_P0] == USC_OP_GTA ? !run_gta(t, g, &u, lanes) : g->op[USC_P0] && !run_phase(t, g, &u, 0, lanes))
      return false;
   if (g->op[USC_P1] && !run_phase(t, g, &u, 1, lanes))
      return false;
   for (unsigned l = 0; l < EXEC_LANES && g->op[USC_PCK]; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t in = u.ft[g->is3 & 3][l];
      if (g->op[USC_PCK] == USC_OP_TOF64) {
         const uint64_t d = usc_sim_to_f64(t->num, g->f64_fmt, in);
         u.ft[USC_FT0][l] = (uint32_t)d;
         u.ft[USC_FT2][l] = (uint32_t)(d >> 32);
         continue;
      }
      if (g->op[USC_PCK] != USC_OP_PCK) {
         const uint32_t a = float_mods(t->num, (struct usc_opd){.mod = g->is3_mod}, in),
                        b = float_mods(t->num, (struct usc_opd){.mod = g->fte_mod}, u.ft[USC_FTE][l]),
                        v = g->op[USC_PCK] == USC_OP_FADD2 ? num_fadd(t->num, a, b) : num_fmul(t->num, a, b);
         u.ft[USC_FT2][l] = g->sat2 ? num_fsat(t->num, v) : v;
         continue;
      }
      const unsigned fmt = g->pck_prog ? u.ft[USC_FTE][l] & 31 : g->pck_fmt;
      if (!usc_sim_pack(t->num, fmt, g->pck_scale, g->pck_rtz, rep, t->samples ? t->samples : 1, in, &packed[l]))
         return usc_sim_fault(t, "a pack format or component that is not simulated");
      u.ft[USC_FT2][l] = packed[l];
   }
   uint32_t p0 = t->p0;
   for (unsigned l = 0; l < EXEC_LANES && g->op[USC_TST]; l++) {
      if (!(lanes >> l & 1))
         continue;
      const unsigned ea = g->tst_elem, eb = g->tst_rhs ? g->tst_rhs - 1u : ea;
      uint32_t a = u.ft[g->is1 ? USC_FTE : USC_FT0][l], b = u.ft[g->is2 ? USC_FTE : USC_FT1][l];
      if (g->tst_f16 & 1)
         a = num_h2f(t->num, (uint16_t)(a >> 16 * (ea & 1)));
      if (g->tst_f16 & 2)
         b = num_h2f(t->num, (uint16_t)(b >> 16 * (eb & 1)));
      if (usc_sim_test(t->num, g->tst_op, g->tst_type, ea, eb, a, b, t->carry >> l & 1))
         u.ftt |= 1u << l;
   }
   if (g->op[USC_TST] && g->tst_pwen)
      p0 = (p0 & ~lanes) | u.ftt;
   if (driven != 3) {
      uint32_t bytes = 0;
      for (unsigned i = 0; i < 4; i++)
         if (g->mov_mask >> i & 1)
            bytes |= 0xffu << 8 * i;
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         const bool take = g->op[USC_MOV] == USC_OP_MOV || (g->op[USC_MOV] == USC_OP_MOVC && u.ftt >> l & 1);
         if (!(driven & 1))
            u.w[0][l] = take ? (u.ft[g->is4 & 3][l] & ~bytes) | (u.ft[g->mov_w0 & 3][l] & bytes) : u.ft[g->is4 & 3][l];
         if (!(driven & 2))
            u.w[1][l] = u.ft[take ? g->mov_w1 & 3 : g->is5 & 3][l];
      }
   }
   if (g->op[USC_MOV] == USC_OP_SOPMOV || g->op[USC_MOV] == USC_OP_SOPU8MADMOV)
      memcpy(u.w[1], u.s[g->op[USC_MOV] == USC_OP_SOPMOV ? 3 : 0], sizeof u.w[1]);
   t->p0 = g->op[USC_TST] && g->tst_pwen ? p0 : t->p0;
   if (g->dst[0].mod & USC_MOD_F16) { /* halves that are not named keep their value */
      exec_lanes old;
      if (!usc_sim_read(t, g->dst[0], lanes, old))
         return false;
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         const uint32_t h = lanes >> l & 1 ? num_f2h(t->num, u.w[0][l]) : 0;
         const uint32_t mask = (g->dst[0].elem & 1 ? 0xffffu : 0) | (g->dst[0].elem & 2 ? 0xffff0000u : 0);
         u.w[0][l] = (old[l] & ~mask) | ((h | h << 16) & mask);
      }
   }
   if (g->op[USC_BE] && !usc_sim_backend(t, g, lanes, u.w, done))
      return false;
   return usc_sim_write(t, g->dst[0], lanes, u.w[0]) && usc_sim_write(t, g->dst[1], lanes, u.w[1]);
}

static bool run_repeats(struct usc_task *t, const struct usc_group *g, uint32_t lanes, bool *done)
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

/* ---- bitwise ------------------------------------------------------------------------------------------------------------- */

static uint32_t interleave(uint32_t odd, uint32_t even)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 16; i++)
      r |= (even >> i & 1) << 2 * i | (odd >> i & 1) << (2 * i + 1);
   return r;
}

static uint32_t reverse(uint32_t v)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 32; i++)
      r |= (v >> i & 1) << (31 - i);
   return r;
}

static uint32_t top_bit(uint32_t v)
{
   uint32_t n = UINT32_MAX; /* -1 when no bit is set (documented) */
   for (; v; v >>= 1)
      n++;
   return n;
}

static uint32_t bit_count(uint32_t v)
{
   uint32_t n = 0;
   for (; v; v &= v - 1)
      n++;
   return n;
}

static uint32_t asr_from(uint32_t v, unsigned sign_bit, uint32_t count)
{
   /* (signed)(v << (31 - sb)) >> (31 + count - sb), documented; the count modulo 32 as for the other shifts */
   unsigned n = 31 - sign_bit + (count & 31);
   v <<= 31 - sign_bit;
   if (n > 31)
      n = 31;
   return n ? v >> n | (v & SIM_SIGN ? ~(UINT32_MAX >> n) : 0) : v;
}

static bool run_bitwise(struct usc_task *t, const struct usc_group *g0, uint32_t lanes)
{
   const struct usc_group norm = usc_normal(g0), *g = &norm;
   const num_m m = t->num;
   const unsigned reads = usc_group_reads(g);
   exec_lanes s[5], w0 = {0}, w1 = {0};
   uint32_t p0 = t->p0;
   for (unsigned k = 0; k < 5; k++)
      if (!usc_sim_read(t, reads >> k & 1 ? g->src[k] : usc_none(), lanes, s[k]))
         return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t a = s[0][l], b = s[1][l], c = s[2][l], d = s[3][l], e = s[4][l];
      uint32_t ft0 = a, ft1 = b, ft2, ft3, ft4, ft5;
      if (g->op[USC_MASK] == USC_OP_BM_MSK) { /* both operands have 6 bits (documented) */
         const unsigned width = a & 63, pos = b & 63;
         ft0 = (width + pos - 1) & 63;
         ft1 = (uint32_t)(((UINT64_C(1) << width) - 1) << pos);
      } else if (g->op[USC_MASK] != USC_OP_BM_BYP) {
         ft1 = g->imm;
      }
      switch (g->op[USC_SHIFT1]) {
      case USC_OP_SHFL: ft2 = interleave(b, c); break;
      case USC_OP_REV: ft2 = reverse(c); break;
      case USC_OP_LSL1: ft2 = num_shl(m, c, b); break;
      default: ft2 = c; break;
      }
      ft3 = g->csrc ? ft2 : c;
      if (g->op[USC_COUNT] == USC_OP_CBS)
         ft3 = bit_count(ft3);
      else if (g->op[USC_COUNT] == USC_OP_FTB)
         ft3 = top_bit(ft3);
      else if (g->op[USC_COUNT] == USC_OP_FTB_SHI) /* documented: the first bit that differs from the sign */
         ft3 = top_bit(ft3 & SIM_SIGN ? ~ft3 : ft3);
      else if (g->op[USC_COUNT] == USC_OP_FTB_MSB) /* documented: counted from the top, -1 if there is none */
         ft3 = ft3 ? 31 - top_bit(ft3) : UINT32_MAX;
      const uint32_t x = g->mska ? ft1 & ft2 : ft2, y = g->mskb ? ~ft1 & d : d;
      switch (g->op[USC_LOGIC]) {
      case USC_OP_OR: ft4 = x | y; break;
      case USC_OP_AND: ft4 = x & y; break;
      case USC_OP_XOR: ft4 = x ^ y; break;
      case USC_OP_NOR: ft4 = ~(x | y); break;
      case USC_OP_NAND: ft4 = ~(x & y); break;
      case USC_OP_XNOR: ft4 = ~(x ^ y); break;
      default: ft4 = ft1; break;
      }
      switch (g->op[USC_SHIFT2]) {
      case USC_OP_LSL2: ft5 = num_shl(m, ft4, e); break;
      case USC_OP_SHR: ft5 = num_ushr(m, ft4, e); break;
      case USC_OP_ROL: ft5 = e & 31 ? ft4 << (e & 31) | ft4 >> (32 - (e & 31)) : ft4; break;
      case USC_OP_CPS: ft5 = (e & ~ft4) | (t->p0 >> l & 1 ? ft4 : 0); break;
      case USC_OP_ASR_TWB: ft5 = num_ishr(m, ft4, e); break;
      case USC_OP_ASR_PWB: ft5 = asr_from(ft4, 15, e); break;
      case USC_OP_ASR_MTB: ft5 = asr_from(ft4, ft0 & 31, e); break;
      case USC_OP_ASR_FTB: ft5 = asr_from(ft4, ft3 & 31, e); break;
      default: ft5 = ft4; break;
      }
      w0[l] = ft5;
      w1[l] = ft3;
      if (g->op[USC_TEST]) {
         const bool zero = (g->tsrc ? ft3 : ft5) == 0;
         p0 = (p0 & ~(1u << l)) | (uint32_t)(zero == (g->op[USC_TEST] == USC_OP_TZ)) << l;
      }
   }
   t->p0 = p0;
   return usc_sim_write(t, g->dst[0], lanes, w0) && usc_sim_write(t, g->dst[1], lanes, w1);
}

/* ---- control ------------------------------------------------------------------------------------------------------------- */

static bool run_cnd(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
{
   exec_lanes s0, s2, w0;
   const enum usc_op op = (enum usc_op)g->op[USC_CTRL];
   const uint32_t cond = g->pcnd == USC_PCND_ALWAYS  ? t->valid
                         : g->pcnd == USC_PCND_P0    ? t->p0 & t->valid
                         : g->pcnd == USC_PCND_NOTP0 ? ~t->p0 & t->valid
                                                     : 0;
   const uint32_t adj = g->adjust;
   if (!usc_sim_read(t, g->src[0], lanes, s0) ||
       !usc_sim_read(t, usc_op_info[op].sources & 4 ? g->src[2] : usc_none(), lanes, s2))
      return false;
   const bool leave = !(cond & t->pe & t->valid);
   unsigned lead = 0;
   while (lead < EXEC_LANES && !((t->pe & t->valid) >> lead & 1))
      lead++;
   if (op == USC_OP_CNDSETL_A)
      return true; /* only prepares part B */
   if (op == USC_OP_CNDSETL_B && lead < EXEC_LANES)
      t->link = s2[lead] << t->link_shift;
   uint32_t pe = t->pe, p0 = t->p0;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t bit = 1u << l;
      if (!(lanes & bit))
         continue;
      const bool c = cond & bit;
      const uint32_t s = s0[l];
      bool run;
      switch (op) {
      case USC_OP_CNDST:
         run = c && s == 0;
         w0[l] = run ? 0 : s + adj;
         break;
      case USC_OP_CNDEF:
         if (s == 0) {
            w0[l] = adj;
            run = adj == 0;
         } else {
            run = c && s == 1;
            w0[l] = run ? 0 : s;
         }
         break;
      case USC_OP_CNDSM:
         w0[l] = c && s == 0 ? s2[l] : s;
         run = w0[l] == 0;
         break;
      case USC_OP_CNDLT:
         p0 = leave ? p0 & ~bit : p0 | bit;
         if (leave) {
            run = s <= adj;
            w0[l] = run ? 0 : s - adj;
         } else if (!c && s == 0) {
            w0[l] = adj;
            run = false;
         } else {
            w0[l] = s;
            run = s == 0;
         }
         break;
      case USC_OP_CNDEND:
         run = s <= adj;
         w0[l] = run ? 0 : s - adj;
         break;
      case USC_OP_CNDSETL_B:
         w0[l] = s == 0 && lead < EXEC_LANES && s2[l] != s2[lead] ? 1 : s;
         run = w0[l] == 0;
         break;
      default: /* cndlpc */
         w0[l] = s == 0 ? 2 : s == 1 ? 0 : s;
         run = s == 1;
         break;
      }
      pe = run ? pe | bit : pe & ~bit;
   }
   if (!usc_sim_write(t, g->dst[0], lanes, w0))
      return false;
   t->pe = pe;
   t->p0 = p0;
   return true;
}

/* Is the branch taken? One to the next group goes there in any case (the public compiler has such around ditr, on any P0). */
static bool branch_taken(struct usc_task *t, const struct usc_group *g, bool nowhere, bool *taken)
{
   const uint32_t sat = condition(t, g->cc), all = g->cc == USC_CC_IGNOREPE ? t->valid : t->valid & t->pe;
   switch (g->bpred) {
   case USC_BPRED_ALLINST: *taken = !sat; return true;
   case USC_BPRED_ANYINST: *taken = sat != t->valid; return true;
   default:
      *taken = sat != 0;
      if (sat && sat != all && !nowhere)
         return usc_sim_fault(t, "instances disagree about a branch");
      return true;
   }
}

/* ---- groups -------------------------------------------------------------------------------------------------------------- */

/* next: the place behind the group; sets t->pc. */
static bool run_group(struct usc_task *t, const struct usc_group *g, uint32_t next, uint32_t target, bool *done)
{
   const uint32_t lanes = condition(t, g->cc);
   bool ok = true;
   t->groups++;
   t->issue_slots += usc_rpt(g);
   if (g->kind == USC_MAIN) {
      if (g->atom) {
         for (unsigned l = 0; l < EXEC_LANES && ok; l++)
            if (lanes >> l & 1)
               ok = run_repeats(t, g, 1u << l, done);
      } else {
         ok = run_repeats(t, g, lanes, done);
      }
      *done |= g->end;
      if (t->jump)
         next = t->jump_to;
      t->jump = false;
   } else if (g->kind == USC_BITWISE) {
      for (unsigned l = 0; l < EXEC_LANES && ok && g->atom; l++)
         if (lanes >> l & 1)
            ok = run_bitwise(t, g, 1u << l);
      if (!g->atom)
         ok = run_bitwise(t, g, lanes);
      *done |= g->end;
   } else {
      const enum usc_op op = (enum usc_op)g->op[USC_CTRL];
      bool taken;
      switch (op) {
      case USC_OP_BR:
         ok = branch_taken(t, g, target == next, &taken);
         if (ok && taken) {
            if (g->link)
               t->link = next;
            next = target;
         }
         break;
      case USC_OP_LAPC: next = t->link; break;
      case USC_OP_SAVL: {
         exec_lanes v;
         for (unsigned l = 0; l < EXEC_LANES; l++)
            v[l] = t->link >> t->link_shift;
         ok = usc_sim_write(t, g->dst[0], lanes, v);
         break;
      }
      case USC_OP_WDF: usc_sim_wait(t, g->drc); break;
      case USC_OP_NOP: *done |= g->end; break;
      case USC_OP_WOP:
      case USC_OP_MUTEX: break;
      case USC_OP_DITR: {
         struct usc_iteration it = {usc_cf(4u * g->it_coeff), usc_cf(4u * g->it_wcoeff), g->it_persp, g->count, g->bsat};
         it.coeff.idx = g->it_cidx;
         it.w_coeff.idx = g->it_widx;
         ok = usc_sim_iterate_to(t, g->drc, usc_r(g->it_dest), &it, g->f16, lanes);
         break;
      }
      case USC_OP_ITRSMP: ok = usc_sim_itrsmp(t, g, lanes); break;
      case USC_OP_SBO: t->base_offset[g->sbo_shared & 1] = g->imm & 255; break; /* in registers (assumed) */
      case USC_OP_BPRET:
         if (t->has_bp)
            next = t->bp_return;
         else
            ok = usc_sim_fault(t, "no breakpoint to return from");
         t->has_bp = false;
         break;
      default:
         if (usc_op_info[op].flags & USC_F_COND)
            ok = run_cnd(t, g, lanes);
         else
            ok = usc_sim_fault(t, "a control op that is not simulated");
         break;
      }
   }
   if (ok)
      t->pc = next;
   return ok;
}

static enum exec_status after(const struct usc_task *t, bool ok, bool done)
{
   return !ok || t->fault ? EXEC_FAULT : done ? EXEC_DONE : EXEC_RUNNING;
}

enum exec_status usc_sim_step(const uint8_t *code, size_t len, struct usc_task *t)
{
   const uint32_t slot = t->pc / 2 % USC_SIM_CACHE;
   bool done = false;
   if (t->fault)
      return EXEC_FAULT;
   if (!t->budget)
      return EXEC_BUDGET;
   t->budget--;
   t->link_shift = 1;
   if (t->cache_code != code) {
      for (unsigned i = 0; i < USC_SIM_CACHE; i++)
         t->cache[i].pc1 = 0;
      t->cache_code = code;
   }
   if (t->cache[slot].pc1 != t->pc + 1) {
      const char *err;
      if (t->pc >= len || t->pc & 1)
         return usc_sim_fault(t, "running outside of the program"), EXEC_FAULT;
      t->cache[slot].pc1 = 0;
      t->cache[slot].bytes = usc_decode(code + t->pc, len - t->pc, &t->cache[slot].g, NULL, &err);
      if (!t->cache[slot].bytes)
         return usc_sim_fault(t, err), EXEC_FAULT;
      if (usc_check(&t->cache[slot].g))
         return usc_sim_fault(t, usc_violation_text(usc_check(&t->cache[slot].g))), EXEC_FAULT;
      t->cache[slot].pc1 = t->pc + 1;
   }
   const struct usc_group *g = &t->cache[slot].g;
   const uint32_t target = g->abs ? (uint32_t)g->target : t->pc + (uint32_t)g->target;
   const bool ok = run_group(t, g, t->pc + t->cache[slot].bytes, target, &done);
   return after(t, ok, done);
}

enum exec_status usc_sim_run(const uint8_t *code, size_t len, struct usc_task *t)
{
   enum exec_status s;
   do
      s = usc_sim_step(code, len, t);
   while (s == EXEC_RUNNING);
   return s;
}

enum exec_status usc_sim_step_groups(const struct usc_prog *p, struct usc_task *t)
{
   bool done = false;
   if (t->fault)
      return EXEC_FAULT;
   if (!t->budget)
      return EXEC_BUDGET;
   t->budget--;
   if (t->pc >= p->n)
      return usc_sim_fault(t, "running outside of the program"), EXEC_FAULT;
   const struct usc_group *g = &p->g[t->pc];
   const enum usc_violation r = usc_check(g);
   if (r && r != USC_V_NO_ENCODING)
      return usc_sim_fault(t, usc_violation_text(r)), EXEC_FAULT;
   if (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_BR && !g->has_label)
      return usc_sim_fault(t, "a branch by byte offset among decoded groups"), EXEC_FAULT;
   const bool ok = run_group(t, g, t->pc + 1, g->label, &done);
   return after(t, ok, done);
}

enum exec_status usc_sim_run_groups(const struct usc_prog *p, struct usc_task *t)
{
   enum exec_status s;
   do
      s = usc_sim_step_groups(p, t);
   while (s == EXEC_RUNNING);
   return s;
}
