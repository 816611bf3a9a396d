/* SPDX-License-Identifier: MIT */
/* Builds groups with one operation: the recipes of docs/usc-encoding.md. */
#ifndef USC_BUILD_H
#define USC_BUILD_H

#include "backend-usc/isa/usc_group.h"

struct usc_group usc_g(enum usc_kind kind); /* zero, except rpt 1 and mov_mask 0xf */
/* An operation of P0 or of the whole main ALU; of 64-bit integers the low word. Unused operands are usc_none(). */
struct usc_group usc_g_alu(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd c);
/* Copies a register without modifiers: mbyp, or mov for special registers. */
struct usc_group usc_g_mov(struct usc_opd dst, struct usc_opd a);
/* hi:lo = a*b + (chi:clo), unsigned and signed; either destination may be usc_none(). */
struct usc_group usc_g_umadd64(struct usc_opd lo, struct usc_opd hi, struct usc_opd a, struct usc_opd b, struct usc_opd clo,
                               struct usc_opd chi);
struct usc_group usc_g_smadd64(struct usc_opd lo, struct usc_opd hi, struct usc_opd a, struct usc_opd b, struct usc_opd clo,
                               struct usc_opd chi);
struct usc_group usc_g_iadd(struct usc_opd dst, struct usc_opd a, struct usc_opd b); /* a*1 + b; either may have .neg */
struct usc_group usc_g_imul(struct usc_opd dst, struct usc_opd a, struct usc_opd b);
struct usc_group usc_g_pck(enum usc_fmt fmt, bool scale, bool rtz, struct usc_opd dst, struct usc_opd a);
struct usc_group usc_g_unpck(enum usc_fmt fmt, bool scale, unsigned elem, struct usc_opd dst, struct usc_opd a);
/* dst = test(a, b) ? a : b. min: USC_TST_L, max: USC_TST_G. */
struct usc_group usc_g_pick(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a, struct usc_opd b);
/* The smaller of a number that becomes an s32, rounded towards zero, and of c. USC_TST_L: dst = a < b ? s32(a) : c,
   USC_TST_GE: dst = a >= b ? c : s32(a), which differ for NaN; a may have .flr. */
struct usc_group usc_g_pack_or(enum usc_tst_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd c);
/* dst = test(a, b) ? 1.0 : 0.0, and test(a, b) ? ~0 : 0. */
struct usc_group usc_g_cmp_float(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a,
                                 struct usc_opd b);
struct usc_group usc_g_cmp_bool(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a,
                                struct usc_opd b);
/* P0 = test(a, b); b is usc_none() for tests of one operand. */
struct usc_group usc_g_tst(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd a, struct usc_opd b);
/* dst = test(a) ? b : c with a test of one operand; a is on FTE. */
struct usc_group usc_g_sel(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a, struct usc_opd b,
                           struct usc_opd c);
/* dst = P0 ? b : c. */
struct usc_group usc_g_sel_p0(struct usc_opd dst, struct usc_opd b, struct usc_opd c);
/* fred part A: dst (W1) = reduce(x); part B: dst (W0). */
struct usc_group usc_g_red(bool is_cos, bool part_b, struct usc_opd dst, struct usc_opd x, struct usc_opd part_a);
/* dst = P0 ? a * b : a: the last step of sine and cosine. */
struct usc_group usc_g_sinc_mul(struct usc_opd dst, struct usc_opd a, struct usc_opd b);

/* Bitwise groups. Operations are those of the logic unit, of shift 2, and CBS or FTB, whose result is on W1. */
struct usc_group usc_g_movi32(struct usc_opd dst, uint32_t imm);
struct usc_group usc_g_logic(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b);
struct usc_group usc_g_shift(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd n);
struct usc_group usc_g_count(enum usc_op op, struct usc_opd dst, struct usc_opd a);
struct usc_group usc_g_rev(struct usc_opd dst, struct usc_opd a);
struct usc_group usc_g_bfe(bool is_signed, struct usc_opd dst, struct usc_opd a, struct usc_opd off, struct usc_opd bits);
struct usc_group usc_g_bfi(struct usc_opd dst, struct usc_opd base, struct usc_opd ins, struct usc_opd off,
                           struct usc_opd bits);

/* Groups with a backend operation only. */
struct usc_group usc_g_uvsw(unsigned addr, struct usc_opd a);
struct usc_group usc_g_uvsw_op(enum usc_op op); /* an operation without data: USC_OP_UVSW_EMIT and the like */
struct usc_group usc_g_fitr(unsigned drc, struct usc_opd dst, struct usc_opd coeff, unsigned count, unsigned mode);
struct usc_group usc_g_fitrp(unsigned drc, struct usc_opd dst, struct usc_opd coeff, struct usc_opd w, unsigned count,
                             unsigned mode);
/* dst is a temporary; coeff and w_coeff are numbers of coefficient registers, multiples of 4 up to 252; persp as in the
   instruction. */
struct usc_group usc_g_ditr(unsigned drc, struct usc_opd dst, unsigned coeff, unsigned w_coeff, unsigned persp, unsigned count);
/* A texture access at coordinates that a group of usc_g_ditr() iterates. While dst is virtual, it is in src[3]; image and
   sampler are numbers of shared registers, multiples of 4 up to 252. */
struct usc_group usc_g_itrsmp(struct usc_group ditr, struct usc_opd dst, unsigned image, unsigned sampler, unsigned dim,
                              unsigned chan);
/* dim 1..3; four channels. The caller sets chan, lodm, proj, array ... in the group. */
struct usc_group usc_g_smp(unsigned drc, struct usc_opd dst, struct usc_opd image, struct usc_opd data, struct usc_opd sampler,
                           unsigned dim);
struct usc_group usc_g_ld(unsigned drc, struct usc_opd dst, struct usc_opd addr, unsigned words);
struct usc_group usc_g_st(unsigned drc, struct usc_opd data, struct usc_opd addr, unsigned words);
/* USC_OP_ATOM_ADD and the like, of the word at the address in block[0..1] and of block[2]; dst is the old value of the word. */
struct usc_group usc_g_atomic(enum usc_op op, unsigned drc, struct usc_opd dst, struct usc_opd block);
/* The same for the coefficient `at`, which may be indexed, in a group that the invocations execute one after the other
   (observed: pco_map.py, iadd32.atomic and the like). */
struct usc_group usc_g_atomic_coeff(enum usc_op op, struct usc_opd old, struct usc_opd at, struct usc_opd operand);
/* Replaces a coefficient that equals `expected` by `value` (observed: pco_map.py, cmpxchg.atomic). */
struct usc_group usc_g_exchange_coeff(struct usc_opd old, struct usc_opd at, struct usc_opd expected, struct usc_opd value);
/* A fence: the next wdf waits until other waves see the earlier stores of the counter (observed: pco_schedule.c; addr is that
   of a store). */
struct usc_group usc_g_idf(unsigned drc, struct usc_opd addr);
/* Stores a word of a pixel for the samples of the mask (observed). */
struct usc_group usc_g_st_tiled(unsigned drc, struct usc_opd data, struct usc_opd addr, struct usc_opd mask, unsigned words);
struct usc_group usc_g_atst(bool ifb, struct usc_opd ref, struct usc_opd data, struct usc_opd state);
struct usc_group usc_g_depthf(struct usc_opd a);
struct usc_group usc_g_setl(struct usc_opd a);
struct usc_group usc_g_savl(struct usc_opd dst);
struct usc_group usc_g_savmsk(unsigned mode, struct usc_opd dst);

/* Control groups. */
/* op: USC_OP_CNDST, USC_OP_CNDEF, USC_OP_CNDLT or USC_OP_CNDEND; the condition is (ignorepe). */
struct usc_group usc_g_cnd(enum usc_op op, enum usc_pcnd pcnd, struct usc_opd dst, struct usc_opd a, unsigned adjust);
struct usc_group usc_g_cndsm(enum usc_pcnd pcnd, struct usc_opd dst, struct usc_opd a, struct usc_opd value);
struct usc_group usc_g_br(enum usc_cc cc, enum usc_bpred bpred, uint32_t label);
struct usc_group usc_g_wdf(unsigned drc);
/* op: 0 release, 1 release and sleep, 2 release and wake sleeping waves, 3 lock. */
struct usc_group usc_g_mutex(unsigned op, unsigned id);
struct usc_group usc_g_nop(bool end);

#endif
