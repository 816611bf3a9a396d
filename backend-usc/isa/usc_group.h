/* SPDX-License-Identifier: MIT */
/*
 * The decoded instruction group of the Rogue USC, its operands, the facts that follow from it, and its legality.
 *
 * A group is built with the functions of usc_build.h (or member by member, starting from a zeroed struct), checked with
 * usc_check(), and turned into bytes (usc_codec.h) or text (usc_text.h). The same struct holds virtual registers before
 * register allocation (bank USC_VIRTUAL, which counts as a temporary everywhere) and physical registers after it; only the
 * encoder requires physical ones. The struct has no pointers and every group starts from a zeroed one: groups are copied by
 * assignment and compared with usc_group_equal().
 *
 * Wiring of a main group: P0 reads S0 S1 S2 and drives FT0 (64-bit integer operations put the high word on FTE); P1 reads S3 S4
 * S5 and drives FT1; is0 chooses the one source that is visible inside the group as FTE; pck reads is3 and drives FT2; tst
 * reads is1 (FT0 or FTE) and is2 (FT1 or FTE) and drives FTT (and P0 if tst_pwen); W0 = is4 and W1 = is5 unless mov or movc say
 * otherwise; a complex operation (rcp, rsq, ...) drives W0 itself. dst[0] takes W0, dst[1] takes W1; USC_NONE = not written.
 */
#ifndef USC_GROUP_H
#define USC_GROUP_H

#include "backend-usc/isa/usc_op.h"
#include "util/ctx.h"

#include <stddef.h>
#include <string.h>

#define USC_NUM_TEMPS 248
#define USC_MAX_BURST 16 /* words of an ld or st, results of an iteration */
#define USC_NUM_SHARED 1024 /* of a vertex or pixel wave (observed: the public driver, rogue_hw_defs.h) */

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

enum usc_bank {
   USC_NONE,    /* no operand */
   USC_SPECIAL, /* constants, special registers, iN, oN: index as in docs/usc-encoding.md "special bank" */
   USC_TEMP,
   USC_VTX,
   USC_COEFF,
   USC_SHARED,
   USC_COEFFA,
   USC_IDX,     /* the index register itself, index 0 or 1 */
   USC_PIXOUT,  /* pixel outputs through an index register: o[idxN+off] (direct ones are in USC_SPECIAL) */
   USC_DC,      /* dynamic constants, through an index register only */
   USC_VIRTUAL, /* a temporary before register allocation; index is any number */
   USC_NUM_BANKS,
};

enum { USC_MOD_NEG = 1, USC_MOD_ABS = 2, USC_MOD_FLR = 4, USC_MOD_F16 = 8 }; /* applied in the order f16, flr, abs, neg */

struct usc_opd {
   uint32_t index;
   uint8_t bank; /* enum usc_bank */
   uint8_t idx;  /* 0 = direct, 1 = [idx0 + index], 2 = [idx1 + index]; plus log2 of the dimension << 2 (no public encoding) */
   uint8_t mod;  /* USC_MOD_*: applied by the operation that owns the source slot; FTE (is0) never has modifiers */
   uint8_t elem; /* .e0 .. .e3 of unpck and of 8-bit and 16-bit integers; of a destination with .f16: mask of its halves */
};
/* Of an indexed operand: the number of its index register, and the factor that the value of the register is multiplied with. */
static inline unsigned usc_opd_idx(struct usc_opd o) { return (o.idx & 3u) - 1u; }
static inline unsigned usc_opd_dim(struct usc_opd o) { return 1u << (o.idx >> 2 & 7); }

#define USC_SR_CLUSTER_NUM 45
#define USC_SR_SLOT_NUM 48 /* of the cluster: where a wave runs */
#define USC_SR_INST_NUM 51
#define USC_SR_BACK_FACE 44
#define USC_SR_SAMPLE 53 /* number of the sample that the invocation is of */
#define USC_SR_TIMER 160 /* a counter in units of 80 ns */
#define USC_SR_LOCAL_ADDR_INST_NUM 112 /* numbers the invocations that may run at one time, on all cores */
#define USC_SR_TILED_LD_COMP0 54 /* byte offset of a word of the invocation's pixel in a tile buffer: words 0..3 and 4..7 */
#define USC_SR_TILED_LD_COMP4 119
#define USC_SR_TILED_ST_COMP0 58
#define USC_SR_TILED_ST_COMP4 123
#define USC_TILE_WORDS 8
#define USC_SR_X_P 97
#define USC_SR_X_S 98
#define USC_SR_Y_P 100
#define USC_SR_Y_S 101
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
/* All of an operand but its number, for comparisons in one step; and that of an operand which has nothing but a bank. */
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
/* A virtual register or a temporary, as it is. */
static inline bool usc_opd_is_plain(const struct usc_opd *o)
{
   const uint32_t rest = usc_opd_rest(o);
   return rest == usc_bare(USC_VIRTUAL) || (rest == usc_bare(USC_TEMP) && o->index < USC_NUM_TEMPS);
}
/* Do both name the same register? Modifiers do not count. */
static inline bool usc_same_reg(struct usc_opd a, struct usc_opd b)
{
   return a.bank == b.bank && a.idx == b.idx && a.index == b.index;
}

/* An output register, o0..o7, directly or through an index register? */
static inline bool usc_opd_is_pixel(struct usc_opd o)
{
   return o.bank == USC_PIXOUT ||
          (o.bank == USC_SPECIAL && !o.idx && ((o.index >= 32 && o.index < 36) || (o.index >= 164 && o.index < 168)));
}

/* A shared register or coefficient that only an index register reaches: no operand names a number above 255 (observed: the
   public driver, pco_legalize.c, try_legalize_large_hwreg_offsets). */
#define USC_MAX_DIRECT 255
static inline bool usc_opd_is_far(struct usc_opd o)
{
   return o.index > USC_MAX_DIRECT && !o.idx && (o.bank == USC_SHARED || o.bank == USC_COEFF || o.bank == USC_COEFFA);
}

enum usc_opd_class {
   USC_CLASS_NONE,
   USC_CLASS_ANY,     /* r, vi, i, constants, virtual registers: every source slot */
   USC_CLASS_UNIFORM, /* sh, cf, cfa, o, idx and everything indexed: S0 S2 S3 only */
   USC_CLASS_SYSTEM,  /* special registers: S1 S2 S4 only */
};
enum usc_opd_class usc_opd_class(struct usc_opd o);
static inline void usc_exchange(struct usc_opd *a, struct usc_opd *b)
{
   const struct usc_opd t = *a;
   *a = *b;
   *b = t;
}

/* Bit mask of the source slots S0..S5 that may read the operand; the first is for those that are no plain registers. */
unsigned usc_special_slots(struct usc_opd o);
static inline unsigned usc_opd_slots(struct usc_opd o)
{
   return (o.bank == USC_VIRTUAL || o.bank == USC_TEMP) && !o.idx ? 0x3f /* most */ : usc_special_slots(o);
}
/* The special constant with these bits (f32 or integer), or -1. */
int usc_find_constant(uint32_t bits);
/* Bits of special constant n; false if n is not a constant. */
bool usc_constant_bits(uint32_t n, uint32_t *bits);
/* ---- groups -------------------------------------------------------------------------------------------------------------- */

/*
 * Members of a group that hold one small number: M(name) declares the member and its id USC_M_name, by which the layout rows of
 * usc_isa.def name it. All are 0 when unused, except rpt (1..4) and mov_mask (0xf = all bytes).
 */
#define USC_MEMBERS_ALU(M)                                                                                                     \
   /* P0 and P1: fields named *0 belong to P0, *1 to P1 (the layout rows say LP, SAT) */                                       \
   M(sat0) M(sat1) M(lp0) M(lp1)                                                                                               \
   M(upk_fmt) M(upk_scale)  /* unpck: bit 5 is scale or roundzero, by format */                                                \
   M(red_part) M(red_iter) M(red_cos) M(red_pwen) /* part 0 = A, 1 = B; iteration 0..7; 1 = cosine; also write P0 */           \
   M(cin)                   /* integer: carry in from P0 */                                                                    \
   /* P2 */                                                                                                                    \
   M(pck_fmt) M(pck_scale) M(pck_rtz) M(pck_prog)                                                                              \
   M(tst_op) M(tst_type) M(tst_elem) M(tst_pwen)                                                                               \
   M(mov_w0) M(mov_w1) M(mov_mask)                                                                                             \
   M(is0)                   /* 0..5: the source seen as FTE */                                                                 \
   M(is1) M(is2) M(is3) M(is4) M(is5)                                                                                          \
   /* without a public encoding */                                                                                             \
   M(tst_f16)               /* 1: IS1 is an f16 half, 2: IS2 */                                                                \
   M(tst_rhs)               /* element of IS2 plus 1 if it is not that of IS1 */                                               \
   M(sat2) M(is3_mod) M(fte_mod) /* P2 fadd, fmul; fte_mod also the fourth operand of 64-bit integers */                       \
   M(f64_fmt)               /* conversions from and to f64: 0 f32, 1 s32, 2 u32 */
#define USC_MEMBERS_BACK(M)                                                                                                    \
   /* backend, some of them also control */                                                                                    \
   M(drc) M(mode) M(bsat) M(count)     /* mode 0 pixel 1 sample 2 centroid; count: iterations 1..16 or words 1..16 */          \
   M(dim) M(chan) M(lodm) M(fcnorm) M(proj) M(pplod) M(sbmode) M(nncoords) M(sno) M(soo) M(tao) M(f16) M(schedswap) M(wrt)     \
   M(direct) M(f16in) M(comparison) M(integer) M(array)
/* Members of which a group has those of one list at most: they share memory. */
#define USC_MEMBERS_MAIN(M)                                                                                                    \
   M(w1)                    /* uvsw, setl: 0 consumes W0, 1 consumes W1 */                                                     \
   M(addr)                  /* uvsw: output address */                                                                         \
   M(stream)                /* uvsw.emit/cut: stream id */                                                                     \
   M(sel_a) M(sel_b) M(sel_c) M(sel_d) /* source slots: address, burst length, mask, data/destination */                       \
   M(mcu) M(slc) M(tiled) M(dsize)     /* dsize 0 8-bit, 1 16-bit, 2 32-bit */                                                 \
   M(msk_mode) M(ifb) M(vis_pwen) M(freep)                                                                                     \
   M(phas_rate) M(phas_temps) M(phas_end)
#define USC_MEMBERS_CONTROL(M)                                                                                                 \
   M(bpred) M(link) M(abs)                                                                                                     \
   M(adjust) M(pcnd) M(mutex_op) M(mutex_id) M(sbo_shared)
#define USC_MEMBERS_ITERATE(M)                                                                                                 \
   M(it_dest) M(it_coeff) M(it_wcoeff) M(it_persp) M(it_cidx) M(it_widx) M(it_sched) /* ditr: coefficients in units of 4 */    \
   M(it_tex) M(it_smp) M(it_raster) M(it_forced) /* itrsmp: shareds in units of 4; the last two plus 1, no public encoding */
#define USC_MEMBERS_BITWISE(M)                                                                                                 \
   M(csrc)                  /* count source: 0 = S2, 1 = FT2 */                                                                \
   M(mska) M(mskb)          /* logic: FT1 masks FT2; ~FT1 masks S3 */                                                          \
   M(tsrc)                  /* tz/tnz source: 0 = FT5, 1 = FT3 */
#define USC_MEMBERS(M)                                                                                                         \
   USC_MEMBERS_ALU(M)                                                                                                          \
   USC_MEMBERS_BACK(M) USC_MEMBERS_MAIN(M) USC_MEMBERS_CONTROL(M) USC_MEMBERS_ITERATE(M) USC_MEMBERS_BITWISE(M)

/* Ids of members. Those from USC_M_PLAIN on are computed from other members (usc_member_computed()). */
enum usc_member {
#define M(name) USC_M_##name,
   USC_MEMBERS(M)
#undef M
   USC_M_PLAIN, /* the members above are bytes of the struct */
   USC_M_LP = USC_M_PLAIN, USC_M_SAT,
   USC_M_A_NEG, USC_M_A_ABS, USC_M_A_FLR, USC_M_A_F16, USC_M_B_NEG, USC_M_B_ABS, USC_M_C_NEG, USC_M_C_ABS, USC_M_C_FLR,
   USC_M_A_ELEM, USC_M_B_ELEM, USC_M_C_ELEM, USC_M_D_F16, USC_M_P2END, USC_M_IMM, USC_M_TARGET, USC_M_SBO,
   USC_M_NONE
};

/*
 * Operands of a sum of products (no public encoding). SOP: j = a*e jop b*f, k = c*g kop d*h with arg[] = a e b f c g d h. MAD:
 * four results arg[3n] * arg[3n + 1] + arg[3n + 2]. A group with a sum of products has no backend and no control operation, so
 * the operands share the memory of their members.
 */
enum { USC_SOP_ZERO = 6, USC_SOP_Z = 7 }; /* in the place of a source slot: 0.0, and min(S1, 1 - S0) */
enum { USC_SOP_F32, USC_SOP_F16, USC_SOP_U8 };
enum { USC_SOP_ADD, USC_SOP_SUB, USC_SOP_MIN, USC_SOP_MAX, USC_SOP_RSUB, USC_NUM_SOP_OPS };
struct usc_sop_arg {
   uint8_t slot : 3, elem : 2, type : 2;
   uint8_t neg : 1, abs : 1, flr : 1, clamp : 1, oneminus : 1; /* applied in the order flr, abs, clamp, oneminus, neg */
};
struct usc_sop {
   struct usc_sop_arg arg[12];
   uint8_t jop, kop, jout, kout; /* jout 0 j, 1 a, 2 b; kout 0 k, 1 c, 2 d */
   uint8_t jelem, kelem;         /* half, or byte of the u8 form, of W0 */
   uint8_t wide;                 /* W0 = j and W1 = k as f32 */
   uint8_t u8;                   /* results are bytes */
   uint8_t clamp;                /* bit n: result n is clamped (SOP: j, k) */
   uint8_t zabs, zclamp;
};

struct usc_group {
   uint8_t kind; /* enum usc_kind */
   uint8_t cc;   /* enum usc_cc: one condition for the whole group */
   uint8_t end;  /* last group of the program; nop: nop.end */
   uint8_t rpt;  /* 1..4 (0 is taken as 1) */
   uint8_t olchk; /* 0 = by the rule (set if an o register appears), 1 = set, 2 = clear */
   uint8_t atom;
   uint8_t op[USC_GROUP_UNITS]; /* enum usc_op by enum usc_group_unit; USC_OP_NONE = unit unused */
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
   uint8_t has_label; /* branch: `label` says where to, and usc_layout() sets `target` */
   struct usc_opd src[6]; /* S0..S5 */
   struct usc_opd dst[2]; /* where W0 and W1 go */
   uint32_t imm;          /* byp.imm16, byp.imm32; sbo offset */
   int32_t target;        /* branch: byte offset from the first byte of this group (abs: address) */
   uint32_t label;        /* branch: index of the target group; the number of groups = the end of the program */
};
/* ---- legality ------------------------------------------------------------------------------------------------------------ */

/* Rules: the one that a group breaks is its violation. */
#define USC_VIOLATIONS(V)                                                                                                      \
   V(OK, "legal")                                                                                                              \
   V(EMPTY, "the group has no operation")                                                                                      \
   V(UNIT, "an op sits in a unit or kind of group it does not belong to")                                                      \
   V(PHASES, "not one of the eight phase sets of a main group")                                                                \
   V(SLOT_BANK, "operand bank not readable in its source slot")                                                                \
   V(SLOT_WIDTH, "operand number not encodable in its source slot")                                                            \
   V(MISSING, "a source operand that the op reads is missing")                                                                 \
   V(MODIFIER, "modifier not available on this operand of the op")                                                             \
   V(FIELD, "a field is out of its range")                                                                                     \
   V(COMPLEX, "a complex op shares its group")                                                                                 \
   V(MOVC_TEST, "movc without a test")                                                                                         \
   V(IS_SELECT, "a P2 unit or an output selects a feed-through that nothing drives")                                           \
   V(DEST, "destination not writable, or nothing drives it")                                                                   \
   V(DEST_WIDTH, "destination number not encodable")                                                                           \
   V(BACKEND_DEST, "a backend group writes a register that its backend op does not produce")                                   \
   V(BACKEND_ALONE, "a backend op that drives W0/W1 itself sits alone")                                                        \
   V(DMA_REGISTER, "internal registers take no part in a DMA or iteration")                                                    \
   V(TEXTURE, "modes of a texture access that exclude each other")                                                             \
   V(CONTROL_END, "control groups end a program only as nop.end")                                                              \
   V(PREDICATE, "the op cannot be predicated")                                                                                 \
   V(REPEAT, "repeat on an op or operand that does not step")                                                                  \
   V(DA, "header, backend and P2 take more than 15 bytes")                                                                     \
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
   V(VIRTUAL, "virtual register in the encoder")                                                                               \
   V(NO_ENCODING, "documented, but no public source shows how it is encoded")

enum usc_violation {
#define V(id, text) USC_V_##id,
   USC_VIOLATIONS(V)
#undef V
   USC_NUM_VIOLATIONS
};
const char *usc_violation_text(enum usc_violation v);
const char *usc_violation_name(enum usc_violation v); /* the id, for tests and reports */

/*
 * The one legality predicate: it uses the tables of the ISA alone; virtual registers count as temporaries r0..r247.
 * USC_V_NO_ENCODING is tested last: such a group breaks no rule, it assembles, prints and runs (usc_sim_decode_groups()), but
 * it has no bytes.
 */
enum usc_violation usc_check(const struct usc_group *g);
/* All rules but those that usc_measure() checks: operand forms, decode assist, size. */
enum usc_violation usc_check_rules(const struct usc_group *g);

/* ---- facts that follow from a group; in masks of source slots bit n is Sn ------------------------------------------------ */

unsigned usc_group_reads(const struct usc_group *g);           /* source slots whose value matters */
/* Source slots whose registers a DMA request reads up to its wait: its address, its data, and the mask of a store to a tile
   buffer. */
unsigned usc_group_dma_slots(const struct usc_group *g);
bool usc_group_reads_fte(const struct usc_group *g);           /* does is0 matter? */
bool usc_group_reads_w(const struct usc_group *g, unsigned n); /* does Wn reach a register or a backend operation? */
bool usc_group_reads_p0(const struct usc_group *g);
bool usc_is_single(const struct usc_group *g);    /* one operation in P0 that writes W0, and nothing else */
/* One operation in P0 of its sources into a virtual register, in every lane. */
static inline bool usc_is_simple(const struct usc_group *g)
{
   return g->kind == USC_MAIN && !(g->op[USC_P1] | g->op[USC_PCK] | g->op[USC_TST] | g->op[USC_MOV] | g->op[USC_BE]) &&
          g->rpt <= 1 && g->cc == USC_CC_PE && !g->cin && g->is4 != USC_FTE && g->is5 != USC_FTE &&
          g->dst[0].bank == USC_VIRTUAL && !g->dst[1].bank && g->op[USC_P0] != USC_OP_GTA &&
          !(usc_op_info[g->op[USC_P0]].flags & (USC_F_HI | USC_F_EXT4 | USC_F_WOUT | USC_F_P0OUT | USC_F_QUAD | USC_F_SOP));
}
bool usc_is_plain_mov(const struct usc_group *g); /* a move of one operand without a modifier or condition */
bool usc_group_writes_p0(const struct usc_group *g);
bool usc_group_writes_pe(const struct usc_group *g);
bool usc_group_is_drc(const struct usc_group *g, unsigned *drc); /* does it issue a request (wdf does not)? Its counter. */
bool usc_group_waits(const struct usc_group *g,
                     unsigned *drc);              /* is no request of a counter in flight behind it? That counter. */
bool usc_group_stores(const struct usc_group *g); /* does it store to memory: st, and what is atomic there? */
/* Texture accesses: integer coordinates are never normalised, so .integer excludes .nncoords; the override of the address
   stands behind a level, a bias or gradients (observed: pco_nir_tex.c, lower_tex, pco_emit_nir_smp). */
bool usc_texture_modes_fit(const struct usc_group *g);
/* The block of consecutive registers that an asynchronous request writes (fitr, smp, ld, atom): false if there is none. */
bool usc_group_async_dest(const struct usc_group *g, struct usc_opd *first, unsigned *count);
/* Number of consecutive registers that a source slot reads (most 1; st, smp, fitr: more), 0 if it is not read. */
unsigned usc_group_src_count(const struct usc_group *g, unsigned slot);
unsigned usc_group_src_words(const struct usc_group *g, unsigned slot); /* the same for a slot that is read */
bool usc_group_feeds_back(const struct usc_group *g);      /* does it tell the ISP what becomes of the pixel: depthf, atst? */
bool usc_group_is_pixel_output(const struct usc_group *g); /* does it write an output register or a tile buffer? */
bool usc_group_reads_quad(const struct usc_group *g); /* does it read other invocations: derivatives, levels of textures? */
bool usc_group_has_effect(const struct usc_group *g); /* on memory, outputs, kill or control flow: it cannot be removed */
bool usc_group_equal(const struct usc_group *a, const struct usc_group *b);

static inline unsigned usc_rpt(const struct usc_group *g) { return g->rpt ? g->rpt : 1; }
bool usc_group_is_far(const struct usc_group *g); /* is a source far? */
/* Lets the far sources go through index register n, which is to hold *base then; false: they are too far from each other. */
bool usc_group_reach(struct usc_group *g, unsigned n, uint32_t *base);
/* Source slots that the ALU reads (main groups), without those of the backend operation. */
unsigned usc_alu_slots(const struct usc_group *g);
/* Source slots that the backend operation reads or takes an address from, and the one that names its destination. */
unsigned usc_backend_slots(const struct usc_group *g);
unsigned usc_backend_dest_slots(const struct usc_group *g);
/* Feed-through lines that a main group selects for something that matters: mask of 1 << USC_FTn. */
unsigned usc_main_selects(const struct usc_group *g);
/* W0 (1) and W1 (2) where an operation drives them itself, so that no select of the outputs matters. */
unsigned usc_driven(const struct usc_group *g);
/* Operands of the sum of products in the group: 8 or 12. */
unsigned usc_sop_args(const struct usc_group *g);
/* If something in the group has no public encoding: *name is the operation and the result says what about it (" with ..." or
   ""), else NULL. Indices with a dimension are not looked at: the operand forms refuse them. */
const char *usc_no_encoding(const struct usc_group *g, const char **name);
/* The same as a message in the arena: "fsqrt has no public encoding". For groups whose violation is USC_V_NO_ENCODING. */
const char *usc_no_encoding_text(struct util_ctx *ctx, const struct usc_group *g);
/* The group as it is encoded: the units of a bitwise phase that the group leaves out are filled in. */
struct usc_group usc_normal(const struct usc_group *g);
/* Empty the slots that hold c0 and that nothing reads: in binary they are the same as unused ones. */
void usc_drop_fillers(struct usc_group *g);
/* Does the header need its third byte? Is the overlap check bit set? */
bool usc_long_header(const struct usc_group *g);
bool usc_olchk_rule(const struct usc_group *g);
/* Phase bits of the header. Main groups: the code of their phase set, -1 if it is not a legal one; bitwise groups: the mask. */
int usc_phases(const struct usc_group *g);
/* Number of lower and upper source slots in binary (lower 0: no source items). */
void usc_source_counts(const struct usc_group *g, unsigned *lower, unsigned *upper);

#endif
