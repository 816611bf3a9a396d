/* SPDX-License-Identifier: MIT */
/*
 * The decoded instruction group of the Rogue USC, its operands, facts about it, and its legality.
 *
 * The functions of usc_build.h build groups; usc_check() checks them, and usc_codec.h and usc_text.h convert them to bytes and
 * text. Registers are virtual (bank USC_VIRTUAL, which counts as a temporary) before register allocation and physical after it;
 * only the encoder requires physical ones. The struct has no pointers and every group starts from a zeroed one, so groups are
 * copied by assignment and compared with usc_group_equal().
 *
 * Data flow in a main group: P0 reads S0 S1 S2 and drives FT0 (64-bit integer operations put the high word on FTE). P1 reads S3
 * S4 S5 and drives FT1. is0 selects the one source that the group sees as FTE. pck reads is3 and drives FT2. tst reads is1 (FT0
 * or FTE) and is2 (FT1 or FTE) and drives FTT, and P0 with tst_pwen. W0 is is4 and W1 is is5 unless mov or movc select other
 * values; a complex operation (rcp, rsq, ...) drives W0 itself. W0 is written to dst[0] and W1 to dst[1].
 */
#ifndef USC_GROUP_H
#define USC_GROUP_H

#include "backend-usc/isa/usc_op.h"
#include "util/ctx.h"

#include <stddef.h>
#include <string.h>

#define USC_NUM_TEMPS 248
#define USC_MAX_BURST 16 /* words of ld and st, results of an iteration */
#define USC_NUM_SHARED 1024 /* of a vertex or pixel wave (observed: the public driver, rogue_hw_defs.h) */

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

enum usc_bank {
   USC_NONE,    /* an unused operand */
   USC_SPECIAL, /* constants, special registers, iN, oN: docs/usc-encoding.md, "special bank", has their index */
   USC_TEMP,
   USC_VTX,
   USC_COEFF,
   USC_SHARED,
   USC_COEFFA,
   USC_IDX,     /* index register 0 or 1 */
   USC_PIXOUT,  /* indexed pixel outputs, o[idxN+off]; direct ones are in USC_SPECIAL */
   USC_DC,      /* dynamic constants, which are always indexed */
   USC_VIRTUAL, /* a temporary before register allocation, with any index */
   USC_NUM_BANKS,
};

enum { USC_MOD_NEG = 1, USC_MOD_ABS = 2, USC_MOD_FLR = 4, USC_MOD_F16 = 8 }; /* applied in the order f16, flr, abs, neg */

struct usc_opd {
   uint32_t index;
   uint8_t bank; /* enum usc_bank */
   uint8_t idx;  /* 0 direct, 1 [idx0 + index], 2 [idx1 + index]; plus log2 of the dimension << 2 (no public encoding) */
   uint8_t mod;  /* USC_MOD_*, for the operation that owns the source slot; FTE (is0) never has modifiers */
   uint8_t elem; /* .e0 to .e3 of unpck and of 8-bit and 16-bit integers; in a destination with .f16 a mask of its halves */
};
/* The number of the index register of an indexed operand, and the factor of its value. */
static inline unsigned usc_opd_idx(struct usc_opd o) { return (o.idx & 3u) - 1u; }
static inline unsigned usc_opd_dim(struct usc_opd o) { return 1u << (o.idx >> 2 & 7); }

#define USC_SR_CLUSTER_NUM 45
#define USC_SR_SLOT_NUM 48 /* slot of the cluster in which a wave runs */
#define USC_SR_INST_NUM 51
#define USC_SR_BACK_FACE 44
#define USC_SR_SAMPLE 53 /* number of the sample of the invocation */
#define USC_SR_TIMER 160 /* a counter in units of 80 ns */
#define USC_SR_LOCAL_ADDR_INST_NUM 112 /* a number for each of the invocations that can run at the same time, on all cores */
#define USC_SR_TILED_LD_COMP0 54 /* byte offsets of words 0..3 and 4..7 of the pixel in a tile buffer */
#define USC_SR_TILED_LD_COMP4 119
#define USC_SR_TILED_ST_COMP0 58
#define USC_SR_TILED_ST_COMP4 123
#define USC_TILE_WORDS 8
#define USC_SR_X_P 97
#define USC_SR_X_S 98
#define USC_SR_Y_P 100
#define USC_SR_Y_S 101
#define USC_SR_RENDER_TARGET 118 /* the layer */
#define USC_C_ONE 64   /* c64 = 1.0 */
#define USC_C_HALF 75  /* c75 = 0.5 */
#define USC_C_MZERO 141 /* -0.0 */
#define USC_C_INF 142
#define USC_C_ALL 143  /* 0xffffffff */

static inline struct usc_opd usc_opd(enum usc_bank bank, uint32_t index)
{
   return (struct usc_opd){.bank = (uint8_t)bank, .index = index};
}
static inline struct usc_opd usc_none(void) { return usc_opd(USC_NONE, 0); }
static inline struct usc_opd usc_v(uint32_t n) { return usc_opd(USC_VIRTUAL, n); }
static inline struct usc_opd usc_r(uint32_t n) { return usc_opd(USC_TEMP, n); }
static inline struct usc_opd usc_vi(uint32_t n) { return usc_opd(USC_VTX, n); }
static inline struct usc_opd usc_cf(uint32_t n) { return usc_opd(USC_COEFF, n); }
static inline struct usc_opd usc_sh(uint32_t n) { return usc_opd(USC_SHARED, n); }
static inline struct usc_opd usc_c(uint32_t n) { return usc_opd(USC_SPECIAL, n); }  /* special constant by its number */
static inline struct usc_opd usc_sr(uint32_t n) { return usc_opd(USC_SPECIAL, n); } /* special register by its number */
static inline struct usc_opd usc_i(uint32_t n) { return usc_opd(USC_SPECIAL, 36 + n); }
static inline struct usc_opd usc_o(uint32_t n) { return usc_opd(USC_SPECIAL, n < 4 ? 32 + n : 160 + n); }
static inline struct usc_opd usc_idx(uint32_t n) { return usc_opd(USC_IDX, n); }
/* bank[idxN + off] */
static inline struct usc_opd usc_at(enum usc_bank bank, unsigned n, uint32_t off)
{
   return (struct usc_opd){.bank = (uint8_t)bank, .index = off, .idx = (uint8_t)(n + 1)};
}
static inline struct usc_opd usc_neg(struct usc_opd o) { return o.mod ^= USC_MOD_NEG, o; }
static inline struct usc_opd usc_abs(struct usc_opd o) { return o.mod = (uint8_t)((o.mod | USC_MOD_ABS) & ~USC_MOD_NEG), o; }
/* All of an operand except its number, for comparisons in one step. usc_bare() is that of an operand with a bank only. */
static inline uint32_t usc_opd_rest(const struct usc_opd *o)
{
   uint32_t rest;
   memcpy(&rest, (const uint8_t *)o + offsetof(struct usc_opd, bank), sizeof rest);
   return rest;
}
static inline uint32_t usc_bare(enum usc_bank bank)
{
   const struct usc_opd o = {.bank = (uint8_t)bank};
   return usc_opd_rest(&o);
}
/* True for a virtual register or a temporary without index and modifiers. */
static inline bool usc_opd_is_plain(const struct usc_opd *o)
{
   const uint32_t rest = usc_opd_rest(o);
   return rest == usc_bare(USC_VIRTUAL) || (rest == usc_bare(USC_TEMP) && o->index < USC_NUM_TEMPS);
}
/* True if both name the same register, whatever their modifiers. */
static inline bool usc_same_reg(struct usc_opd a, struct usc_opd b)
{
   return a.bank == b.bank && a.idx == b.idx && a.index == b.index;
}

/* True for an output register, o0 to o7, direct or indexed. */
static inline bool usc_opd_is_pixel(struct usc_opd o)
{
   return o.bank == USC_PIXOUT ||
          (o.bank == USC_SPECIAL && !o.idx && ((o.index >= 32 && o.index < 36) || (o.index >= 164 && o.index < 168)));
}

/* The number of the word of a pixel, if the operand is a fixed output register or the offset of a word in a tile buffer,
   else 0. */
static inline unsigned usc_opd_pixel_word(struct usc_opd o)
{
   if (o.idx || (o.bank != USC_SPECIAL && o.bank != USC_PIXOUT))
      return 0;
   if (o.bank == USC_PIXOUT)
      return o.index;
   if (o.index >= 32 && o.index < 36)
      return o.index - 32;
   if (o.index >= 164 && o.index < 168)
      return o.index - 160;
   if (o.index >= USC_SR_TILED_LD_COMP0 && o.index < USC_SR_TILED_ST_COMP0 + 4)
      return (o.index - USC_SR_TILED_LD_COMP0) % 4;
   const bool high = o.index >= USC_SR_TILED_LD_COMP4 && o.index < USC_SR_TILED_ST_COMP4 + 4;
   return high ? 4 + (o.index - USC_SR_TILED_LD_COMP4) % 4 : 0;
}

/* A far register is a shared register or coefficient with a number above 255, which has to be indexed (observed: the public
   driver, pco_legalize.c, try_legalize_large_hwreg_offsets). */
#define USC_MAX_DIRECT 255
static inline bool usc_opd_is_far(struct usc_opd o)
{
   return o.index > USC_MAX_DIRECT && !o.idx && (o.bank == USC_SHARED || o.bank == USC_COEFF || o.bank == USC_COEFFA);
}

enum usc_opd_class {
   USC_CLASS_NONE,
   USC_CLASS_ANY,     /* r, vi, i, constants, virtual registers: in every source slot */
   USC_CLASS_UNIFORM, /* sh, cf, cfa, o, idx and indexed operands: in S0 S2 S3 */
   USC_CLASS_SYSTEM,  /* special registers: in S1 S2 S4 */
};
enum usc_opd_class usc_opd_class(struct usc_opd o);
static inline void usc_exchange(struct usc_opd *a, struct usc_opd *b)
{
   const struct usc_opd t = *a;
   *a = *b;
   *b = t;
}

/* Mask of the source slots S0 to S5 that can read the operand. The first function is for operands that are not plain registers.
   */
unsigned usc_special_slots(struct usc_opd o);
static inline unsigned usc_opd_slots(struct usc_opd o)
{
   return (o.bank == USC_VIRTUAL || o.bank == USC_TEMP) && !o.idx ? 0x3f : usc_special_slots(o);
}
/* The special constant with these bits (f32 or integer), or -1. */
int usc_find_constant(uint32_t bits);
/* Gets the bits of special constant n. Returns false if n is not a constant. */
bool usc_constant_bits(uint32_t n, uint32_t *bits);
/* ---- groups -------------------------------------------------------------------------------------------------------------- */

/*
 * Members of a group that hold one small number. M(name) declares the member and its id USC_M_name, which the rows of
 * usc_isa.def use. Unused members are 0, except mov_mask, which is 0xf.
 */
#define USC_MEMBERS_ALU(M)                                                                                                     \
   /* P0 has sat0 and lp0, P1 has sat1 and lp1; the rows say LP and SAT */                                                     \
   M(sat0) M(sat1) M(lp0) M(lp1)                                                                                               \
   M(upk_fmt) M(upk_scale)  /* unpck: bit 5 is scale or roundzero, by format */                                                \
   M(red_part) M(red_iter) M(red_cos) M(red_pwen) /* part A or B; iteration 0 to 7; cosine; also write P0 */                   \
   M(cin)                   /* integer: carry in from P0 */                                                                    \
   /* P2 */                                                                                                                    \
   M(pck_fmt) M(pck_scale) M(pck_rtz) M(pck_prog)                                                                              \
   M(tst_op) M(tst_type) M(tst_elem) M(tst_pwen)                                                                               \
   M(mov_w0) M(mov_w1) M(mov_mask)                                                                                             \
   M(is0)                   /* number of the source that is FTE */                                                             \
   M(is1) M(is2) M(is3) M(is4) M(is5)                                                                                          \
   /* without a public encoding */                                                                                             \
   M(tst_f16)               /* bit 0: IS1 is an f16 half; bit 1: IS2 is one */                                                 \
   M(tst_rhs)               /* element of IS2 plus 1 if it differs from that of IS1 */                                         \
   M(sat2) M(is3_mod) M(fte_mod) /* P2 fadd, fmul; fte_mod also of the fourth operand of 64-bit integers */                    \
   M(f64_fmt)               /* conversions from and to f64: 0 f32, 1 s32, 2 u32 */
#define USC_MEMBERS_BACK(M)                                                                                                    \
   /* backend and some control operations */                                                                                   \
   M(drc) M(mode) M(bsat) M(count)     /* mode 0 pixel, 1 sample, 2 centroid; count of iterations or words, 1 to 16 */         \
   M(dim) M(chan) M(lodm) M(fcnorm) M(proj) M(pplod) M(sbmode) M(nncoords) M(sno) M(soo) M(tao) M(f16) M(schedswap) M(wrt)     \
   M(direct) M(f16in) M(comparison) M(integer) M(array)
/* A group uses the members of at most one of the following lists, which share memory. */
#define USC_MEMBERS_MAIN(M)                                                                                                    \
   M(w1)                    /* uvsw, setl: consumes W0 or W1 */                                                                \
   M(addr)                  /* uvsw: output address */                                                                         \
   M(stream)                /* uvsw.emit/cut: stream id */                                                                     \
   M(sel_a) M(sel_b) M(sel_c) M(sel_d) /* source slots of the address, burst length, mask, and data or destination */          \
   M(mcu) M(slc) M(tiled) M(dsize)     /* dsize 0 8-bit, 1 16-bit, 2 32-bit */                                                 \
   M(msk_mode) M(ifb) M(vis_pwen) M(freep)                                                                                     \
   M(phas_rate) M(phas_temps) M(phas_end)
#define USC_MEMBERS_CONTROL(M)                                                                                                 \
   M(bpred) M(link) M(abs)                                                                                                     \
   M(adjust) M(pcnd) M(mutex_op) M(mutex_id) M(sbo_shared)
#define USC_MEMBERS_ITERATE(M)                                                                                                 \
   M(it_dest) M(it_coeff) M(it_wcoeff) M(it_persp) M(it_cidx) M(it_widx) M(it_sched) /* ditr: coefficients in units of 4 */    \
   M(it_tex) M(it_smp) M(it_raster) M(it_forced) /* itrsmp: shareds in units of 4, the last two plus 1 and without encoding */
#define USC_MEMBERS_BITWISE(M)                                                                                                 \
   M(csrc)                  /* source of the count unit: S2 or FT2 */                                                          \
   M(mska) M(mskb)          /* logic: FT1 masks FT2; ~FT1 masks S3 */                                                          \
   M(tsrc)                  /* tz, tnz: source FT5 or FT3 */
#define USC_MEMBERS(M)                                                                                                         \
   USC_MEMBERS_ALU(M)                                                                                                          \
   USC_MEMBERS_BACK(M) USC_MEMBERS_MAIN(M) USC_MEMBERS_CONTROL(M) USC_MEMBERS_ITERATE(M) USC_MEMBERS_BITWISE(M)

/* Ids of members. usc_member_computed() derives those from USC_M_PLAIN on from other members. */
enum usc_member {
#define M(name) USC_M_##name,
   USC_MEMBERS(M)
#undef M
   USC_M_PLAIN, /* the ids above are bytes of the struct */
   USC_M_LP = USC_M_PLAIN, USC_M_SAT,
   USC_M_A_NEG, USC_M_A_ABS, USC_M_A_FLR, USC_M_A_F16, USC_M_B_NEG, USC_M_B_ABS, USC_M_C_NEG, USC_M_C_ABS, USC_M_C_FLR,
   USC_M_A_ELEM, USC_M_B_ELEM, USC_M_C_ELEM, USC_M_D_F16, USC_M_P2END, USC_M_IMM, USC_M_TARGET, USC_M_SBO,
   USC_M_NONE
};

/*
 * Operands of a sum of products (no public encoding). SOP: j = a*e jop b*f, k = c*g kop d*h with arg[] = a e b f c g d h. MAD:
 * result n is arg[3n] * arg[3n + 1] + arg[3n + 2]. A group with a sum of products has no backend and no control operation, so
 * the operands share memory with their members.
 */
enum { USC_SOP_ZERO = 6, USC_SOP_Z = 7 }; /* instead of a source slot: 0.0, and min(S1, 1 - S0) */
enum { USC_SOP_F32, USC_SOP_F16, USC_SOP_U8 };
enum { USC_SOP_ADD, USC_SOP_SUB, USC_SOP_MIN, USC_SOP_MAX, USC_SOP_RSUB, USC_NUM_SOP_OPS };
struct usc_sop_arg {
   uint8_t slot : 3, elem : 2, type : 2;
   uint8_t neg : 1, abs : 1, flr : 1, clamp : 1, oneminus : 1; /* applied in the order flr, abs, clamp, oneminus, neg */
};
struct usc_sop {
   struct usc_sop_arg arg[12];
   uint8_t jop, kop, jout, kout; /* jout 0 j, 1 a, 2 b; kout 0 k, 1 c, 2 d */
   uint8_t jelem, kelem;         /* half of W0, or its byte in the u8 form */
   uint8_t wide;                 /* the results are f32: W0 is j and W1 is k */
   uint8_t u8;                   /* results are bytes */
   uint8_t clamp;                /* mask of clamped results (SOP: j, k) */
   uint8_t zabs, zclamp;
};

struct usc_group {
   uint8_t kind; /* enum usc_kind */
   uint8_t cc;   /* enum usc_cc: the condition of the whole group */
   uint8_t end;  /* last group of the program; a nop becomes nop.end */
   uint8_t rpt;  /* 1 to 4; 0 means 1 */
   uint8_t olchk; /* 0 by the rule (set if an o register appears), 1 set, 2 clear */
   uint8_t atom;
   uint8_t op[USC_GROUP_UNITS]; /* enum usc_op by enum usc_group_unit, USC_OP_NONE in unused units */
#define M(name) uint8_t name;
   USC_MEMBERS_ALU(M)
   union {
      struct {
         USC_MEMBERS_BACK(M)
         union {
            struct {
               USC_MEMBERS_MAIN(M)
            };
            struct {
               USC_MEMBERS_CONTROL(M)
            };
            struct {
               USC_MEMBERS_ITERATE(M)
            };
            struct {
               USC_MEMBERS_BITWISE(M)
            };
         };
      };
      struct usc_sop sop;
   };
#undef M
   uint8_t has_label; /* branch: usc_layout() sets `target` from `label` */
   struct usc_opd src[6]; /* S0..S5 */
   struct usc_opd dst[2]; /* destinations of W0 and W1, USC_NONE if they are not written */
   uint32_t imm;          /* byp.imm16, byp.imm32; sbo offset */
   int32_t target;        /* branch: byte offset from the first byte of this group, or an address with abs */
   uint32_t label;        /* branch: index of the target group; the number of groups means the end of the program */
};
/* ---- legality ------------------------------------------------------------------------------------------------------------ */

/* Rules of groups. A violation is the rule that a group breaks. */
#define USC_VIOLATIONS(V)                                                                                                      \
   V(OK, "legal")                                                                                                              \
   V(EMPTY, "the group has no operation")                                                                                      \
   V(UNIT, "an op in a wrong unit or kind of group")                                                                           \
   V(PHASES, "not one of the eight phase sets of a main group")                                                                \
   V(SLOT_BANK, "the source slot cannot read this bank")                                                                       \
   V(SLOT_WIDTH, "the source slot cannot encode this register number")                                                         \
   V(MISSING, "a source operand that the op reads is missing")                                                                 \
   V(MODIFIER, "this operand of the op has no such modifier")                                                                  \
   V(FIELD, "a field is out of its range")                                                                                     \
   V(COMPLEX, "a complex op shares its group")                                                                                 \
   V(MOVC_TEST, "movc without a test")                                                                                         \
   V(IS_SELECT, "a P2 unit or an output selects a feed-through that nothing drives")                                           \
   V(DEST, "the destination cannot be written, or nothing drives it")                                                          \
   V(DEST_WIDTH, "the register number of the destination cannot be encoded")                                                   \
   V(BACKEND_DEST, "a backend group writes a register that its backend op does not produce")                                   \
   V(BACKEND_ALONE, "a backend op that drives W0 or W1 itself has to be alone")                                                \
   V(DMA_REGISTER, "internal registers cannot be used in a DMA or iteration")                                                  \
   V(TEXTURE, "incompatible modes of a texture access")                                                                        \
   V(CONTROL_END, "control groups end a program only as nop.end")                                                              \
   V(PREDICATE, "the op cannot be predicated")                                                                                 \
   V(REPEAT, "repetition of an op or operand that does not step")                                                              \
   V(DA, "header, backend and P2 have more than 15 bytes")                                                                     \
   V(SIZE, "the group is larger than 32 bytes")                                                                                \
   V(BRANCH, "branch offset odd or out of range")                                                                              \
   V(SAME_DEST, "both outputs go to one register")                                                                             \
   V(DIRECT, "a direct register number above 255")                                                                             \
   V(INDEX_DEST, "one output goes through an index register that the other writes")                                            \
   V(EARLY_OUTPUT, "a pixel output before the feedback to the ISP, which discards later ones only")                            \
   V(SECOND_FEEDBACK, "a second feedback to the ISP")                                                                          \
   V(FEEDBACK_WAIT, "a pixel output or the end of the program before the wdf of the feedback to the ISP")                      \
   V(REQUEST_WAIT, "a register of a request in flight is used before the wdf of its counter")                                  \
   V(COVERAGE, "the coverage mask of a store to a tile buffer does not come from savmsk")                                      \
   V(OUTPUT_ADDRESS, "an output address above those of a vertex of the core")                                                  \
   V(PIXEL_WORD, "a word of a pixel above those of the core")                                                                  \
   V(VIRTUAL, "virtual register in the encoder")                                                                               \
   V(NO_ENCODING, "documented, but no public source shows how it is encoded")

enum usc_violation {
#define V(id, text) USC_V_##id,
   USC_VIOLATIONS(V)
#undef V
   USC_NUM_VIOLATIONS
};
const char *usc_violation_text(enum usc_violation v);
const char *usc_violation_name(enum usc_violation v); /* the id as text, for tests and reports */

/*
 * The legality predicate. It uses the tables of the ISA alone; virtual registers count as temporaries r0 to r247.
 * USC_V_NO_ENCODING is tested last: such a group breaks no other rule, so it assembles, prints and runs
 * (usc_sim_decode_groups()), but it has no bytes.
 */
enum usc_violation usc_check(const struct usc_group *g);
/* Checks all rules except those of usc_measure(): operand forms, decode assist, size. */
enum usc_violation usc_check_rules(const struct usc_group *g);

/* ---- facts about groups; in masks of source slots bit n is Sn ------------------------------------------------------------ */

unsigned usc_group_reads(const struct usc_group *g);           /* source slots whose value is used */
/* Source slots whose registers a DMA request reads until its wait: address, data, and the mask of a store to a tile buffer. */
unsigned usc_group_dma_slots(const struct usc_group *g);
bool usc_group_reads_fte(const struct usc_group *g);           /* true if is0 is used */
bool usc_group_reads_w(const struct usc_group *g, unsigned n); /* true if a register or a backend operation receives Wn */
bool usc_group_reads_p0(const struct usc_group *g);
bool usc_is_single(const struct usc_group *g);    /* true if the group is one operation in P0 that writes W0 */
/* True if the group is one operation in P0 that writes a virtual register in every lane and reads only its sources. */
static inline bool usc_is_simple(const struct usc_group *g)
{
   return g->kind == USC_MAIN && !(g->op[USC_P1] | g->op[USC_PCK] | g->op[USC_TST] | g->op[USC_MOV] | g->op[USC_BE]) &&
          g->rpt <= 1 && g->cc == USC_CC_PE && !g->cin && g->is4 != USC_FTE && g->is5 != USC_FTE &&
          g->dst[0].bank == USC_VIRTUAL && !g->dst[1].bank && g->op[USC_P0] != USC_OP_GTA &&
          !(usc_op_info[g->op[USC_P0]].flags & (USC_F_HI | USC_F_EXT4 | USC_F_WOUT | USC_F_P0OUT | USC_F_QUAD | USC_F_SOP));
}
bool usc_is_plain_mov(const struct usc_group *g); /* a move without modifier or condition */
bool usc_group_writes_p0(const struct usc_group *g);
bool usc_group_writes_pe(const struct usc_group *g);
/* True if it issues a request, which wdf does not; *drc is the counter. */
bool usc_group_is_drc(const struct usc_group *g, unsigned *drc);
/* True if no request of counter *drc is in flight after the group. */
bool usc_group_waits(const struct usc_group *g, unsigned *drc);
bool usc_group_stores(const struct usc_group *g); /* true for st and atomic operations on memory */
/* Checks the modes of a texture access. Integer coordinates are never normalised, so .integer excludes .nncoords; the override
   of the address follows a level, a bias or gradients (observed: pco_nir_tex.c, lower_tex, pco_emit_nir_smp). */
bool usc_texture_modes_fit(const struct usc_group *g);
/* The consecutive registers that an asynchronous request (fitr, smp, ld, atom) writes. Returns false if there are none. */
bool usc_group_async_dest(const struct usc_group *g, struct usc_opd *first, unsigned *count);
/* Number of consecutive registers that a source slot reads: 0 if it is unused, several in st, smp and fitr, otherwise 1. */
unsigned usc_group_src_count(const struct usc_group *g, unsigned slot);
unsigned usc_group_src_words(const struct usc_group *g, unsigned slot); /* the same for a slot that is in use */
bool usc_group_feeds_back(const struct usc_group *g);      /* true for depthf and atst, the feedback to the ISP */
bool usc_group_is_pixel_output(const struct usc_group *g); /* true if it writes an output register or a tile buffer */
bool usc_group_reads_quad(const struct usc_group *g); /* true if it reads other invocations: derivatives, texture levels */
bool usc_group_has_effect(const struct usc_group *g); /* true if it affects memory, outputs, kill or control flow */
bool usc_group_is_branch(const struct usc_group *g);
bool usc_group_ends_run(const struct usc_group *g); /* true if control never continues with the next group */
bool usc_group_equal(const struct usc_group *a, const struct usc_group *b);

static inline unsigned usc_rpt(const struct usc_group *g) { return g->rpt ? g->rpt : 1; }
bool usc_group_is_far(const struct usc_group *g); /* true if a source is far */
/* Makes the far sources indexed by index register n, which has to hold *base. Returns false if they are too far apart. */
bool usc_group_reach(struct usc_group *g, unsigned n, uint32_t *base);
/* Source slots that the ALU of a main group reads, without those of the backend operation. */
unsigned usc_alu_slots(const struct usc_group *g);
/* Source slots that the backend operation reads, addresses included, and the slot of its destination. */
unsigned usc_backend_slots(const struct usc_group *g);
unsigned usc_backend_dest_slots(const struct usc_group *g);
/* Feed-through lines that a main group selects and uses, as a mask of 1 << USC_FTn. */
unsigned usc_main_selects(const struct usc_group *g);
/* Mask of outputs, W0 1 and W1 2, that an operation drives itself, so that their selects have no effect. */
unsigned usc_driven(const struct usc_group *g);
/* Number of operands of the sum of products in the group: 8 or 12. */
unsigned usc_sop_args(const struct usc_group *g);
/* If the group has no public encoding, returns the reason (" with ..." or "") and in *name the operation; otherwise NULL. It
   ignores indices with a dimension, which operand forms refuse. */
const char *usc_no_encoding(const struct usc_group *g, const char **name);
/* The same as a message in the arena, "fsqrt has no public encoding", for groups with the violation USC_V_NO_ENCODING. */
const char *usc_no_encoding_text(struct util_ctx *ctx, const struct usc_group *g);
/* The group as it is encoded, with all units of its bitwise phases. */
struct usc_group usc_normal(const struct usc_group *g);
/* Empties slots that hold c0 and are not read: they are encoded like unused ones. */
void usc_drop_fillers(struct usc_group *g);
/* True if the header needs its third byte; true if the overlap check bit is set. */
bool usc_long_header(const struct usc_group *g);
bool usc_olchk_rule(const struct usc_group *g);
/* Phase bits of the header: the code of the phase set of a main group, or -1 if it is illegal; the mask of a bitwise group. */
int usc_phases(const struct usc_group *g);
/* Number of lower and upper source slots in the encoding. If lower is 0, there are no source items. */
void usc_source_counts(const struct usc_group *g, unsigned *lower, unsigned *upper);

#endif
