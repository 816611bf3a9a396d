/* SPDX-License-Identifier: MIT */
/*
 * One operation as a group: the recipes of docs/usc-encoding.md. Each function writes the members of a canonical group; the
 * caller may add a condition, repetition and the end of the program, or merge two groups.
 */
#include "backend-usc/isa/usc_build.h"

#include <string.h>

struct usc_group usc_g(enum usc_kind kind)
{
   struct usc_group g;
   memset(&g, 0, sizeof g);
   g.kind = (uint8_t)kind;
   g.rpt = 1;
   g.mov_mask = 0xf;
   return g;
}

static struct usc_opd plain(struct usc_opd o)
{
   o.mod = o.elem = 0;
   return o;
}

struct usc_group usc_g_alu(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd c)
{
   struct usc_group g = usc_g(USC_MAIN);
   g.op[USC_P0] = (uint8_t)op;
   g.src[0] = a;
   g.src[1] = b;
   g.src[2] = c;
   g.dst[0] = dst;
   return g;
}

struct usc_group usc_g_mov(struct usc_opd dst, struct usc_opd a)
{
   struct usc_group g = usc_g(USC_MAIN);
   g.dst[0] = dst;
   if (usc_opd_class(a) == USC_CLASS_SYSTEM) {
      g.op[USC_MOV] = USC_OP_MOV;
      g.mov_w0 = USC_FTE;
      g.src[1] = plain(a);
      g.is0 = 1;
   } else {
      g.op[USC_P0] = USC_OP_MBYP;
      g.src[0] = a;
   }
   return g;
}

struct usc_group usc_g_umadd64(struct usc_opd lo, struct usc_opd hi, struct usc_opd a, struct usc_opd b, struct usc_opd clo,
                               struct usc_opd chi)
{
   struct usc_group g = usc_g_alu(USC_OP_UMADD64, lo, a, b, clo);
   g.src[3] = plain(chi);
   g.is0 = 3;
   g.dst[1] = hi;
   g.is5 = hi.bank ? USC_FTE : USC_FT0;
   return g;
}

struct usc_group usc_g_smadd64(struct usc_opd lo, struct usc_opd hi, struct usc_opd a, struct usc_opd b, struct usc_opd clo,
                               struct usc_opd chi)
{
   struct usc_group g = usc_g_umadd64(lo, hi, a, b, clo, chi);
   g.op[USC_P0] = USC_OP_SMADD64;
   return g;
}

struct usc_group usc_g_iadd(struct usc_opd dst, struct usc_opd a, struct usc_opd b)
{
   return usc_g_alu(a.mod | b.mod ? USC_OP_SMADD32 : USC_OP_UMADD32, dst, a, usc_c(1), b);
}

struct usc_group usc_g_imul(struct usc_opd dst, struct usc_opd a, struct usc_opd b)
{
   return usc_g_alu(a.mod | b.mod ? USC_OP_SMADD32 : USC_OP_UMADD32, dst, a, b, usc_c(0));
}

/* The register on FTE: in S0 where its bank allows that, else in S1 (special registers). */
static void external(struct usc_group *g, struct usc_opd a)
{
   g->is0 = usc_opd_class(a) == USC_CLASS_SYSTEM ? 1 : 0;
   g->src[g->is0] = plain(a);
}

struct usc_group usc_g_pck(enum usc_fmt fmt, bool scale, bool rtz, struct usc_opd dst, struct usc_opd a)
{
   struct usc_group g = usc_g(USC_MAIN);
   g.op[USC_PCK] = USC_OP_PCK;
   g.pck_fmt = (uint8_t)fmt;
   g.pck_scale = scale;
   g.pck_rtz = rtz;
   if (a.bank) {
      external(&g, a);
      g.is3 = USC_FTE;
   }
   g.is4 = USC_FT2;
   g.dst[0] = dst;
   return g;
}

struct usc_group usc_g_unpck(enum usc_fmt fmt, bool scale, unsigned elem, struct usc_opd dst, struct usc_opd a)
{
   struct usc_group g = usc_g_alu(USC_OP_UNPCK, dst, a, usc_none(), usc_none());
   g.src[0].elem = (uint8_t)elem;
   g.upk_fmt = (uint8_t)fmt;
   g.upk_scale = scale;
   return g;
}

/* mbyp a ; mbyp b ; tst ft0, ft1 */
static struct usc_group compare(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd a, struct usc_opd b)
{
   struct usc_group g = usc_g(USC_MAIN);
   g.op[USC_P0] = USC_OP_MBYP;
   g.src[0] = a;
   if (b.bank) {
      g.op[USC_P1] = USC_OP_MBYP;
      g.src[3] = b;
   }
   g.op[USC_TST] = USC_OP_TST;
   g.tst_op = (uint8_t)op;
   g.tst_type = (uint8_t)type;
   return g;
}

struct usc_group usc_g_pick(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a, struct usc_opd b)
{
   struct usc_group g = compare(op, type, a, b);
   g.op[USC_MOV] = USC_OP_MOVC;
   g.mov_w0 = USC_FT0;
   g.is4 = USC_FT1;
   g.dst[0] = dst;
   return g;
}

/* What a pack makes goes to one arm of a move and the external source `other`, in slot is0, to the other arm. */
static void select_pack(struct usc_group *g, struct usc_opd dst, enum usc_fmt pack, struct usc_opd other, unsigned is0)
{
   g->op[USC_PCK] = USC_OP_PCK;
   g->pck_fmt = (uint8_t)pack;
   g->op[USC_MOV] = USC_OP_MOVC;
   g->mov_w0 = USC_FT2;
   g->src[is0] = other;
   g->is0 = (uint8_t)is0;
   g->is4 = USC_FTE;
   g->dst[0] = dst;
}

static void exchange_arms(struct usc_group *g)
{
   const uint8_t t = g->mov_w0;
   g->mov_w0 = g->is4;
   g->is4 = t;
}

struct usc_group usc_g_pack_or(enum usc_tst_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd c)
{
   struct usc_group g = compare(op, USC_T_F32, a, b);
   select_pack(&g, dst, USC_FMT_S32, c, 2);
   if (op == USC_TST_GE)
      exchange_arms(&g);
   if (a.mod & USC_MOD_FLR) {
      g.op[USC_P0] = USC_OP_FADD;
      g.src[1] = usc_c(USC_C_MZERO);
   }
   g.pck_rtz = true;
   g.is3 = USC_FT0;
   return g;
}

struct usc_group usc_g_cmp_float(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a,
                                 struct usc_opd b)
{
   struct usc_group g = compare(op, type, a, b);
   select_pack(&g, dst, USC_FMT_CONST1, usc_c(0), 1);
   return g;
}

struct usc_group usc_g_cmp_bool(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a,
                                struct usc_opd b)
{
   struct usc_group g = compare(op, type, a, b);
   select_pack(&g, dst, USC_FMT_CONST0, usc_c(USC_C_ALL), 1);
   exchange_arms(&g);
   return g;
}

struct usc_group usc_g_tst(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd a, struct usc_opd b)
{
   struct usc_group g = compare(op, type, a, b);
   g.tst_pwen = 1;
   return g;
}

struct usc_group usc_g_sel(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a, struct usc_opd b,
                           struct usc_opd c)
{
   struct usc_group g = compare(op, type, b, c);
   g.op[USC_MOV] = USC_OP_MOVC;
   g.src[1] = plain(a);
   g.is0 = 1;
   g.is1 = USC_IS1_FTE;
   g.mov_w0 = USC_FT0;
   g.is4 = USC_FT1;
   g.dst[0] = dst;
   return g;
}

struct usc_group usc_g_sel_p0(struct usc_opd dst, struct usc_opd b, struct usc_opd c)
{
   /* FT0 = 0 + P0, and FTE = c: the high word of the sum, whose fourth operand is c (observed: pco_map.py, O_PSEL) */
   struct usc_group g = usc_g_alu(USC_OP_UMADD64, dst, usc_c(0), usc_c(0), usc_c(0));
   g.cin = 1;
   g.op[USC_P1] = USC_OP_MBYP;
   g.src[3] = b;
   g.op[USC_TST] = USC_OP_TST;
   g.tst_op = USC_TST_Z;
   g.tst_type = USC_T_U32;
   g.op[USC_MOV] = USC_OP_MOVC;
   g.mov_w0 = USC_FTE;
   g.src[4] = plain(c);
   g.is0 = 4;
   g.is4 = USC_FT1;
   return g;
}

struct usc_group usc_g_red(bool is_cos, bool part_b, struct usc_opd dst, struct usc_opd x, struct usc_opd part_a)
{
   struct usc_group g = usc_g(USC_MAIN);
   g.op[USC_P0] = USC_OP_FRED;
   g.red_cos = is_cos;
   g.red_part = part_b;
   g.src[0] = x;
   if (part_b)
      g.src[3] = part_a;
   g.dst[part_b ? 0 : 1] = dst;
   return g;
}

struct usc_group usc_g_sinc_mul(struct usc_opd dst, struct usc_opd a, struct usc_opd b)
{
   struct usc_group g = usc_g_sel_p0(dst, usc_none(), usc_none());
   g.op[USC_P1] = USC_OP_FMUL;
   g.src[3] = a;
   g.src[4] = b;
   g.is0 = 3;
   return g;
}

struct usc_group usc_g_movi32(struct usc_opd dst, uint32_t imm)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_MASK] = imm <= 0xffff ? USC_OP_BM_IMM16 : USC_OP_BM_IMM32;
   g.imm = imm;
   g.dst[0] = dst;
   return usc_normal(&g);
}

struct usc_group usc_g_logic(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_LOGIC] = (uint8_t)op;
   g.src[2] = a;
   g.src[3] = b;
   g.dst[0] = dst;
   return usc_normal(&g);
}

struct usc_group usc_g_shift(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd n)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_SHIFT2] = (uint8_t)op;
   g.src[4] = n;
   g.dst[0] = dst;
   if (usc_opd_slots(a) & 2) { /* a reaches shift2 through FT1 */
      g.src[1] = a;
   } else { /* uniforms cannot be in S1: a goes through shift1 and an or with zero */
      g.src[2] = a;
      g.op[USC_LOGIC] = USC_OP_OR;
      g.src[3] = usc_c(0);
   }
   return usc_normal(&g);
}

struct usc_group usc_g_count(enum usc_op op, struct usc_opd dst, struct usc_opd a)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_COUNT] = (uint8_t)op;
   g.src[2] = a;
   g.dst[1] = dst;
   return usc_normal(&g);
}

struct usc_group usc_g_rev(struct usc_opd dst, struct usc_opd a)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_SHIFT1] = USC_OP_REV;
   g.src[2] = a;
   g.csrc = 1;
   g.dst[1] = dst;
   return usc_normal(&g);
}

struct usc_group usc_g_bfe(bool is_signed, struct usc_opd dst, struct usc_opd a, struct usc_opd off, struct usc_opd bits)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_MASK] = USC_OP_BM_MSK;
   g.op[USC_LOGIC] = USC_OP_OR;
   g.mska = g.mskb = 1;
   g.op[USC_SHIFT2] = is_signed ? USC_OP_ASR_MTB : USC_OP_SHR;
   g.src[0] = bits;
   g.src[1] = off;
   g.src[2] = a;
   g.src[3] = usc_c(0);
   g.src[4] = off;
   g.dst[0] = dst;
   return usc_normal(&g);
}

struct usc_group usc_g_bfi(struct usc_opd dst, struct usc_opd base, struct usc_opd ins, struct usc_opd off, struct usc_opd bits)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_MASK] = USC_OP_BM_MSK;
   g.op[USC_SHIFT1] = USC_OP_LSL1;
   g.op[USC_LOGIC] = USC_OP_OR;
   g.mska = g.mskb = 1;
   g.src[0] = bits;
   g.src[1] = off;
   g.src[2] = ins;
   g.src[3] = base;
   g.dst[0] = dst;
   return usc_normal(&g);
}

static struct usc_group backend(enum usc_op op)
{
   struct usc_group g = usc_g(USC_MAIN);
   g.op[USC_BE] = (uint8_t)op;
   return g;
}

struct usc_group usc_g_uvsw(unsigned addr, struct usc_opd a)
{
   struct usc_group g = backend(USC_OP_UVSW_WRITE);
   g.addr = (uint8_t)addr;
   external(&g, a);
   g.is4 = USC_FTE;
   return g;
}

struct usc_group usc_g_uvsw_op(enum usc_op op)
{
   return backend(op);
}

struct usc_group usc_g_fitr(unsigned drc, struct usc_opd dst, struct usc_opd coeff, unsigned count, unsigned mode)
{
   struct usc_group g = backend(USC_OP_FITR);
   g.drc = (uint8_t)drc;
   g.count = (uint8_t)count;
   g.mode = (uint8_t)mode;
   g.src[0] = coeff;
   g.src[3] = dst;
   return g;
}

struct usc_group usc_g_fitrp(unsigned drc, struct usc_opd dst, struct usc_opd coeff, struct usc_opd w, unsigned count,
                             unsigned mode)
{
   struct usc_group g = usc_g_fitr(drc, dst, coeff, count, mode);
   g.op[USC_BE] = USC_OP_FITRP;
   g.src[2] = w;
   return g;
}

struct usc_group usc_g_smp(unsigned drc, struct usc_opd dst, struct usc_opd image, struct usc_opd data, struct usc_opd sampler,
                           unsigned dim)
{
   struct usc_group g = backend(USC_OP_SMP);
   g.drc = (uint8_t)drc;
   g.dim = (uint8_t)dim;
   g.chan = 4;
   g.fcnorm = 1; /* results are normalised floats (all public compilers set it for float textures) */
   g.src[0] = image;
   g.src[1] = data;
   g.src[2] = sampler;
   g.src[4] = dst;
   return g;
}

struct usc_group usc_g_ld(unsigned drc, struct usc_opd dst, struct usc_opd addr, unsigned words)
{
   struct usc_group g = backend(USC_OP_LD);
   g.drc = (uint8_t)drc;
   g.count = (uint8_t)words;
   g.slc = 1; /* as the compiler of the vendor sets it (observed) */
   if (usc_opd_slots(addr) & 16) {
      g.src[4] = addr;
      g.sel_a = 4;
   } else {
      g.src[0] = addr;
      g.sel_a = 0;
   }
   g.src[3] = dst;
   return g;
}

struct usc_group usc_g_st(unsigned drc, struct usc_opd data, struct usc_opd addr, unsigned words)
{
   struct usc_group g = backend(USC_OP_ST);
   g.drc = (uint8_t)drc;
   g.count = (uint8_t)words;
   g.dsize = 2;
   g.slc = 1;
   g.src[3] = data;
   g.sel_d = 3;
   if (usc_opd_slots(addr) & 16) {
      g.src[4] = addr;
      g.sel_a = 4;
   } else {
      g.src[0] = addr;
      g.sel_a = 0;
   }
   return g;
}

struct usc_group usc_g_atomic(enum usc_op op, unsigned drc, struct usc_opd dst, struct usc_opd block)
{
   struct usc_group g = backend(op);
   g.drc = (uint8_t)drc;
   g.src[0] = block;
   g.sel_a = 0;
   g.src[3] = dst;
   g.sel_d = 3;
   return g;
}

struct usc_group usc_g_atomic_coeff(enum usc_op op, struct usc_opd old, struct usc_opd at, struct usc_opd operand)
{
   struct usc_group g;
   switch (op) {
   case USC_OP_ATOM_AND:
   case USC_OP_ATOM_OR:
   case USC_OP_ATOM_XOR:
      g = usc_g_logic(op == USC_OP_ATOM_AND ? USC_OP_AND : op == USC_OP_ATOM_OR ? USC_OP_OR : USC_OP_XOR, at, at, operand);
      g.dst[1] = old; /* the count unit passes its source on */
      break;
   case USC_OP_ATOM_ADD:
   case USC_OP_ATOM_XCHG:
      g = op == USC_OP_ATOM_ADD ? usc_g_alu(USC_OP_UMADD32, old, at, usc_c(1), operand) : usc_g_mov(old, operand);
      g.op[USC_P1] = USC_OP_MBYP;
      g.src[3] = at;
      g.is4 = USC_FT1;
      g.is5 = USC_FT0;
      g.dst[1] = at;
      break;
   default: /* the smaller or larger one of the operand on FT0 and the coefficient on FT1 */
      g = usc_g_pick(op == USC_OP_ATOM_UMIN || op == USC_OP_ATOM_IMIN ? USC_TST_L : USC_TST_G,
                     op == USC_OP_ATOM_UMIN || op == USC_OP_ATOM_UMAX ? USC_T_U32 : USC_T_S32, old, operand, at);
      g.mov_w0 = g.is4 = USC_FT1;
      g.mov_w1 = USC_FT0;
      g.is5 = USC_FT1;
      g.dst[1] = at;
      break;
   }
   g.atom = 1;
   return g;
}

struct usc_group usc_g_exchange_coeff(struct usc_opd old, struct usc_opd at, struct usc_opd expected, struct usc_opd value)
{
   struct usc_group g = usc_g_pick(USC_TST_E, USC_T_U32, at, expected, at);
   g.src[1] = value;
   g.is0 = 1;
   g.mov_w0 = USC_FTE;
   g.mov_w1 = g.is5 = USC_FT1;
   g.dst[1] = old;
   g.atom = 1;
   return g;
}

struct usc_group usc_g_idf(unsigned drc, struct usc_opd addr)
{
   struct usc_group g = backend(USC_OP_IDF);
   g.drc = (uint8_t)drc;
   g.src[0] = addr;
   g.sel_a = 0;
   return g;
}

struct usc_group usc_g_st_tiled(unsigned drc, struct usc_opd data, struct usc_opd addr, struct usc_opd mask, unsigned words)
{
   struct usc_group g = backend(USC_OP_ST);
   g.drc = (uint8_t)drc;
   g.count = (uint8_t)words;
   g.dsize = 2;
   g.tiled = 1;
   g.olchk = 1; /* no other wave may own the pixel (observed) */
   g.src[0] = data;
   g.sel_d = 0;
   g.src[3] = addr;
   g.sel_a = 3;
   g.src[4] = mask;
   g.sel_c = 4;
   return g;
}

struct usc_group usc_g_atst(bool ifb, struct usc_opd ref, struct usc_opd data, struct usc_opd state)
{
   struct usc_group g = backend(USC_OP_ATST);
   g.ifb = ifb;
   g.vis_pwen = ifb; /* the form without feedback only compares, for the predicate */
   g.src[0] = ref;
   g.src[1] = data;
   g.src[2] = state;
   if (!ifb)
      g.olchk = 1; /* the feedback form touches the output partition (observed) */
   return g;
}

struct usc_group usc_g_depthf(struct usc_opd a)
{
   struct usc_group g = backend(USC_OP_DEPTHF);
   external(&g, a);
   g.is4 = USC_FTE;
   return g;
}

struct usc_group usc_g_setl(struct usc_opd a)
{
   struct usc_group g = backend(USC_OP_SETL);
   external(&g, a);
   g.is4 = USC_FTE;
   return g;
}

struct usc_group usc_g_savmsk(unsigned mode, struct usc_opd dst)
{
   struct usc_group g = backend(USC_OP_SAVMSK);
   g.msk_mode = (uint8_t)mode;
   g.dst[0] = dst;
   return g;
}

static struct usc_group control(enum usc_op op)
{
   struct usc_group g = usc_g(USC_CONTROL);
   g.op[USC_CTRL] = (uint8_t)op;
   return g;
}

struct usc_group usc_g_savl(struct usc_opd dst)
{
   struct usc_group g = control(USC_OP_SAVL);
   g.dst[0] = dst;
   return g;
}

struct usc_group usc_g_cnd(enum usc_op op, enum usc_pcnd pcnd, struct usc_opd dst, struct usc_opd a, unsigned adjust)
{
   struct usc_group g = control(op);
   g.cc = USC_CC_IGNOREPE;
   g.pcnd = (uint8_t)pcnd;
   g.adjust = (uint8_t)adjust;
   g.src[0] = a;
   g.dst[0] = dst;
   return g;
}

struct usc_group usc_g_cndsm(enum usc_pcnd pcnd, struct usc_opd dst, struct usc_opd a, struct usc_opd value)
{
   struct usc_group g = usc_g_cnd(USC_OP_CNDSM, pcnd, dst, a, 0);
   g.src[2] = value;
   return g;
}

struct usc_group usc_g_ditr(unsigned drc, struct usc_opd dst, unsigned coeff, unsigned w_coeff, unsigned persp, unsigned count)
{
   struct usc_group g = control(USC_OP_DITR);
   g.drc = (uint8_t)drc;
   g.it_dest = (uint8_t)dst.index;
   g.it_coeff = (uint8_t)(coeff / 4);
   g.it_wcoeff = (uint8_t)(w_coeff / 4);
   g.it_persp = (uint8_t)persp;
   g.count = (uint8_t)count;
   return g;
}

struct usc_group usc_g_itrsmp(struct usc_group ditr, struct usc_opd dst, unsigned image, unsigned sampler, unsigned dim,
                              unsigned chan)
{
   struct usc_group g = ditr;
   g.op[USC_CTRL] = USC_OP_ITRSMP;
   g.src[3] = dst;
   g.it_tex = (uint8_t)(image / 4);
   g.it_smp = (uint8_t)(sampler / 4);
   g.dim = (uint8_t)dim;
   g.chan = (uint8_t)chan;
   g.fcnorm = 1;
   return g;
}

struct usc_group usc_g_br(enum usc_cc cc, enum usc_bpred bpred, uint32_t label)
{
   struct usc_group g = control(USC_OP_BR);
   g.cc = (uint8_t)cc;
   g.bpred = (uint8_t)bpred;
   g.has_label = 1;
   g.label = label;
   return g;
}

struct usc_group usc_g_wdf(unsigned drc)
{
   struct usc_group g = control(USC_OP_WDF);
   g.drc = (uint8_t)drc;
   return g;
}

struct usc_group usc_g_mutex(unsigned op, unsigned id)
{
   struct usc_group g = control(USC_OP_MUTEX);
   g.mutex_op = (uint8_t)op;
   g.mutex_id = (uint8_t)id;
   return g;
}

struct usc_group usc_g_nop(bool end)
{
   struct usc_group g = control(USC_OP_NOP);
   g.end = end;
   return g;
}
