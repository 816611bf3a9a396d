/* SPDX-License-Identifier: MIT */
/*
 * Rogue USC: the decoded instruction group and everything that works on it (legality, encoder, decoder, text, layout).
 *
 * A group is built by hand (usc_g_*() below, or member by member starting from a zeroed struct), checked with usc_check(),
 * and turned into bytes or text. The same struct holds virtual registers before allocation (bank USC_VIRTUAL counts as a
 * temporary everywhere) and physical ones after it; only the encoder insists on numbers. The struct has no pointers and no
 * padding that matters: groups are copied by assignment and compared with usc_group_equal().
 *
 * Wiring of a main group: P0 reads S0 S1 S2 and drives FT0 (64-bit integer ops: the high word on FTE); P1 reads S3 S4 S5 and
 * drives FT1; is0 chooses the one source that is visible inside as FTE; pck reads is3 and drives FT2; tst reads is1 (FT0 or
 * FTE) and is2 (FT1 or FTE) and drives FTT (and P0 if tst_pwen); W0 = is4 and W1 = is5 unless mov/movc say otherwise; a complex
 * op (rcp, rsq, ...) drives W0 itself. dst[0] takes W0, dst[1] takes W1; USC_NONE = not written.
 */
#ifndef USC_H
#define USC_H

#include "util/buf.h"
#include "util/ctx.h"

#define USC_MAX_GROUP_BYTES 32
#define USC_MAX_DA 15
#define USC_NUM_TEMPS 248

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
   USC_PIXOUT,  /* only indexed: o[idxN+off] (direct pixel outputs are in USC_SPECIAL) */
   USC_DC,      /* only indexed */
   USC_VIRTUAL, /* a temporary before register allocation; index is any number */
   USC_NUM_BANKS,
};

enum { USC_MOD_NEG = 1, USC_MOD_ABS = 2, USC_MOD_FLR = 4, USC_MOD_F16 = 8 }; /* applied in the order f16, flr, abs, neg */

struct usc_opd {
   uint32_t index;
   uint8_t bank; /* enum usc_bank */
   uint8_t idx;  /* 0 = direct, 1 = [idx0 + index], 2 = [idx1 + index]; | log2 of the dimension << 2 (no public encoding) */
   uint8_t mod;  /* USC_MOD_*: read by the op that owns the slot; FTE (is0) never has modifiers */
   uint8_t elem; /* .e0 .. .e3 of unpck, of 8 and 16-bit integers; a destination with .f16: mask of its halves */
};
/* Number of the index register of an indexed operand, and what its value is multiplied with. */
static inline unsigned usc_opd_idx(struct usc_opd o) { return (o.idx & 3u) - 1u; }
static inline unsigned usc_opd_dim(struct usc_opd o) { return 1u << (o.idx >> 2 & 7); }

#define USC_SR_INST_NUM 51
#define USC_SR_BACK_FACE 44
#define USC_SR_TILED_LD_COMP0 54 /* place of the instance's pixel in a tile buffer, by word: 0..3 and 4..7 */
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
/* Same register (modifiers aside). */
static inline bool usc_same_reg(struct usc_opd a, struct usc_opd b)
{
   return a.bank == b.bank && a.idx == b.idx && a.index == b.index;
}

enum usc_opd_class {
   USC_CLASS_NONE,
   USC_CLASS_ANY,     /* r, vi, i, constants, virtual: every slot */
   USC_CLASS_UNIFORM, /* sh, cf, cfa, o, idx and everything indexed: S0 S2 S3 only */
   USC_CLASS_SYSTEM,  /* special registers: S1 S2 S4 only */
};
enum usc_opd_class usc_opd_class(struct usc_opd o);
/* Bit mask of the slots S0..S5 that may read the operand. */
unsigned usc_opd_slots(struct usc_opd o);
/* The special constant with these bits (f32 or integer), or -1. */
int usc_find_constant(uint32_t bits);
/* Bits of special constant n; false if n is not a constant. */
bool usc_constant_bits(uint32_t n, uint32_t *bits);

/* ---- operations ---------------------------------------------------------------------------------------------------------- */

enum usc_kind { USC_MAIN, USC_BITWISE, USC_CONTROL };

/* Units of a group; op[] of struct usc_group is indexed by these. */
enum usc_group_unit {
   USC_P0 = 0, USC_P1, USC_PCK, USC_TST, USC_MOV, USC_BE,            /* main */
   USC_MASK = 0, USC_SHIFT1, USC_COUNT, USC_LOGIC, USC_SHIFT2, USC_TEST, /* bitwise */
   USC_CTRL = 0,                                                       /* control */
   USC_GROUP_UNITS = 6,
};

enum usc_flag {
   USC_F_P1 = 1 << 0,      /* a P0 op that may sit in P1 */
   USC_F_FLOAT = 1 << 1,
   USC_F_COMPLEX = 1 << 2, /* takes the main ALU and drives W0 (red also W1) itself */
   USC_F_INT = 1 << 3,
   USC_F_HI = 1 << 4,      /* the high word leaves on FTE */
   USC_F_DRC = 1 << 5,     /* asynchronous: result after wdf */
   USC_F_MEM = 1 << 6,     /* memory or output effect */
   USC_F_W = 1 << 7,       /* backend: consumes W0 (or W1 with w1) */
   USC_F_P0OUT = 1 << 8,   /* writes the predicate P0 always */
   USC_F_EXT4 = 1 << 9,    /* reads IS0 as a fourth operand (64-bit addend, high word) */
   USC_F_QUAD = 1 << 10,   /* reads other instances of the quad */
   USC_F_COND = 1 << 11,   /* control: cnd*, has sources and W0 */
   USC_F_BRANCH = 1 << 12,
   USC_F_NOPRED = 1 << 13, /* cannot be predicated */
   USC_F_WOUT = 1 << 14,   /* drives W0 and W1 itself */
   USC_F_NOENC = 1 << 15,  /* in the document, but no public source shows its bits: text and simulator only */
   USC_F_TEXT = 1 << 16,   /* some of its modifiers are (X rows) */
   USC_F_SOP = 1 << 17,    /* sum of products: its operands are in `sop` */
   USC_F_SHORT = 1 << 18,  /* 8 and 16-bit integers */
};

enum usc_bits_provenance { USC_PROVENANCE_D, USC_PROVENANCE_V, USC_PROVENANCE_1, USC_PROVENANCE_A, USC_PROVENANCE_N };

enum usc_op {
   USC_OP_NONE,
#define OP(id, text, kind, unit, sources, flags, bytes, provenance, ...) USC_OP_##id,
#include "backend-usc/isa/usc_isa.def"
#undef OP
   USC_NUM_OPS
};

enum usc_ft { USC_FT0, USC_FT1, USC_FT2, USC_FTE };                          /* is3 (not FT2), is4, is5, mov_w0, mov_w1 */
enum { USC_IS1_FT0 = 0, USC_IS1_FTE = 1, USC_IS2_FT1 = 0, USC_IS2_FTE = 1 };
enum usc_cc { USC_CC_PE, USC_CC_P0, USC_CC_IGNOREPE, USC_CC_NOTP0 };
enum usc_tst_op { USC_TST_Z, USC_TST_GZ, USC_TST_GEZ, USC_TST_C, USC_TST_E, USC_TST_G, USC_TST_GE, USC_TST_NE, USC_TST_L,
                  USC_TST_LE, USC_TST_MIN, USC_TST_MAX, USC_NUM_TST_OPS }; /* min, max: no public encoding */
enum usc_tst_type { USC_T_F32, USC_T_U16, USC_T_S16, USC_T_U8, USC_T_S8, USC_T_U32, USC_T_S32, USC_NUM_TST_TYPES };
enum usc_fmt { USC_FMT_U8888, USC_FMT_S8888, USC_FMT_O8888, USC_FMT_U1616, USC_FMT_S1616, USC_FMT_O1616, USC_FMT_U32,
               USC_FMT_S32, USC_FMT_U1010102, USC_FMT_S1010102, USC_FMT_U111110, USC_FMT_S111110, USC_FMT_F111110,
               USC_FMT_SE9995, USC_FMT_F16F16, USC_FMT_F32, USC_FMT_COV, USC_FMT_U565U565, USC_FMT_D24S8, USC_FMT_S8D24,
               USC_FMT_F32MASK, USC_FMT_2F10F10F10, USC_FMT_S8888OGL, USC_FMT_S1616OGL, USC_FMT_CONST0 = 30,
               USC_FMT_CONST1 = 31 };
enum usc_pcnd { USC_PCND_ALWAYS, USC_PCND_P0, USC_PCND_NEVER, USC_PCND_NOTP0 };
enum usc_bpred { USC_BPRED_CC, USC_BPRED_ALLINST, USC_BPRED_ANYINST };
enum usc_lodm { USC_LODM_NORMAL, USC_LODM_BIAS, USC_LODM_REPLACE, USC_LODM_GRADIENT };

/*
 * Members of a group that hold one small number: M(name) declares the member, its id USC_M_name, and lets the layout rows of
 * usc_isa.def name it. All are 0 when unused, but rpt (1..4) and mov_mask (0xf = all bytes).
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
   /* backend and control */                                                                                                   \
   M(w1)                    /* uvsw, setl: 0 consumes W0, 1 consumes W1 */                                                     \
   M(addr)                  /* uvsw: output address; */                                                                        \
   M(stream)                /* uvsw.emit/cut: stream id */                                                                       \
   M(sel_a) M(sel_b) M(sel_c) M(sel_d) /* source slots: address, burst length, mask, data/destination */                       \
   M(drc) M(mode) M(bsat) M(count)     /* mode 0 pixel 1 sample 2 centroid; count: iterations 1..16 or words 1..16 */          \
   M(mcu) M(slc) M(tiled) M(dsize)     /* dsize 0 8-bit, 1 16-bit, 2 32-bit */                                                 \
   M(msk_mode) M(ifb) M(vis_pwen) M(freep)                                                                                             \
   M(dim) M(chan) M(lodm) M(fcnorm) M(proj) M(pplod) M(sbmode) M(nncoords) M(sno) M(soo) M(tao) M(f16) M(schedswap) M(wrt)     \
   M(direct) M(f16in) M(comparison) M(integer) M(array)                                                                        \
   M(phas_rate) M(phas_temps) M(phas_end)                                                                          \
   M(bpred) M(link) M(abs)                                                                                                     \
   M(adjust) M(pcnd) M(mutex_op) M(mutex_id) M(sbo_shared)                                                                     \
   M(it_dest) M(it_coeff) M(it_wcoeff) M(it_persp) M(it_cidx) M(it_widx) M(it_sched) /* ditr: coefficients in units of 4 */    \
   M(it_tex) M(it_smp) M(it_raster) M(it_forced) /* itrsmp: shareds in units of 4; the last two + 1, no public encoding */     \
   /* bitwise */                                                                                                               \
   M(csrc)                  /* count source: 0 = S2, 1 = FT2 */                                                                \
   M(mska) M(mskb)          /* logic: FT1 masks FT2; ~FT1 masks S3 */                                                          \
   M(tsrc)                  /* tz/tnz source: 0 = FT5, 1 = FT3 */
#define USC_MEMBERS(M) USC_MEMBERS_ALU(M) USC_MEMBERS_BACK(M)

enum usc_member {
#define M(name) USC_M_##name,
   USC_MEMBERS(M)
#undef M
   USC_M_PLAIN, /* the members above are bytes at an offset; those below are computed */
   USC_M_LP = USC_M_PLAIN, USC_M_SAT,
   USC_M_A_NEG, USC_M_A_ABS, USC_M_A_FLR, USC_M_A_F16, USC_M_B_NEG, USC_M_B_ABS, USC_M_C_NEG, USC_M_C_ABS, USC_M_C_FLR,
   USC_M_A_ELEM, USC_M_B_ELEM, USC_M_C_ELEM, USC_M_D_F16, USC_M_P2END, USC_M_IMM, USC_M_TARGET, USC_M_SBO
};

/*
 * Operands of a sum of products (no public encoding). SOP: j = a*e jop b*f, k = c*g kop d*h with arg[] = a e b f c g d h. MAD:
 * four results arg[3n] * arg[3n + 1] + arg[3n + 2]. It goes without backend and control ops and takes the place of their members.
 */
enum { USC_SOP_ZERO = 6, USC_SOP_Z = 7 }; /* instead of a slot: 0.0, and min(S1, 1 - S0) */
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
   uint8_t clamp;                /* of result n: bit n; SOP: j, k */
   uint8_t zabs, zclamp;
};

struct usc_group {
   uint8_t kind; /* enum usc_kind */
   uint8_t cc;   /* enum usc_cc: one condition for the whole group */
   uint8_t end;  /* last group of the program; nop: nop.end */
   uint8_t rpt;  /* 1..4 (0 is taken as 1) */
   uint8_t olchk; /* 0 = by rule (1 iff an o register appears), 1 = set, 2 = clear */
   uint8_t atom;
   uint8_t op[USC_GROUP_UNITS]; /* enum usc_op by enum usc_group_unit; USC_OP_NONE = unit unused */
#define M(name) uint8_t name;
   USC_MEMBERS_ALU(M)
   union {
      struct {
         USC_MEMBERS_BACK(M)
      };
      struct usc_sop sop;
   };
#undef M
   uint8_t has_label; /* branch: `label` counts, `target` is set by usc_layout */
   struct usc_opd src[6]; /* S0..S5 */
   struct usc_opd dst[2]; /* where W0 and W1 go */
   uint32_t imm;          /* byp.imm16, byp.imm32; sbo offset */
   int32_t target;        /* branch: byte offset from the first byte of this group (abs: address) */
   uint32_t label;        /* branch: index of the target group; the number of groups = behind the last */
};

/* Static facts of an operation. */
enum usc_row_kind { USC_ROW_END, USC_ROW_CONST, USC_ROW_FIELD, USC_ROW_PART, USC_ROW_CTRLOP, USC_ROW_TEXT };
enum usc_field_kind { USC_U, USC_M1, USC_M16, USC_N };
struct usc_row {
   uint8_t row;    /* enum usc_row_kind */
   uint8_t pos;    /* bit position from the first byte of the op; PART: of the flag */
   uint8_t width;  /* bits; PART: bytes */
   uint8_t member; /* enum usc_member */
   uint8_t shift;
   uint8_t kind;   /* enum usc_field_kind */
   uint16_t value; /* CONST, CTRLOP */
};
struct usc_op_info {
   const char *name; /* the mnemonic without modifiers */
   uint8_t kind, unit, sources, bytes, provenance;
   uint32_t flags;
   const struct usc_row *rows; /* ends with USC_ROW_END */
};
extern const struct usc_op_info usc_op_info[USC_NUM_OPS];

extern const char *const usc_tst_op_name[USC_NUM_TST_OPS], *const usc_tst_type_name[USC_NUM_TST_TYPES];
extern const char *const usc_fmt_name[32]; /* NULL = no such format */

/* ---- legality ------------------------------------------------------------------------------------------------------------ */

#define USC_VIOLATIONS(R)                                                                                                         \
   R(OK, "legal")                                                                                                              \
   R(EMPTY, "the group has no operation")                                                                                      \
   R(UNIT, "an op sits in a unit or kind of group it does not belong to")                                                      \
   R(PHASES, "not one of the eight phase sets of a main group")                                                                \
   R(SLOT_BANK, "operand bank not readable in its source slot")                                                                \
   R(SLOT_WIDTH, "operand number not encodable in its source slot")                                                            \
   R(MISSING, "a source operand that the op reads is missing")                                                                 \
   R(MODIFIER, "modifier not available on this operand of the op")                                                             \
   R(FIELD, "a field is out of its range")                                                                                     \
   R(COMPLEX, "a complex op shares its group")                                                                                 \
   R(MOVC_TEST, "movc without a test")                                                                                         \
   R(IS_SELECT, "a P2 unit or an output selects a feed-through that nothing drives")                                           \
   R(DEST, "destination not writable, or nothing drives it")                                                                   \
   R(DEST_WIDTH, "destination number not encodable")                                                                           \
   R(BACKEND_DEST, "a backend group writes a register that its backend op does not produce")                                   \
   R(BACKEND_ALONE, "a backend op that drives W0/W1 itself sits alone")                                                        \
   R(DMA_REGISTER, "internal registers take no part in a DMA or iteration")                                            \
   R(CONTROL_END, "control groups end a program only as nop.end")                                                              \
   R(PREDICATE, "the op cannot be predicated")                                                                                 \
   R(REPEAT, "repeat on an op or operand that does not step")                                                                  \
   R(DA, "header, backend and P2 take more than 15 bytes")                                                                     \
   R(SIZE, "the group is larger than 32 bytes")                                                                                \
   R(BRANCH, "branch offset odd or out of range")                                                                              \
   R(SAME_DEST, "both outputs go to one register")                                                                             \
   R(INDEX_DEST, "one output goes through an index register that the other writes")                                           \
   R(VIRTUAL, "virtual register in the encoder")                                                                               \
   R(NO_ENCODING, "documented, but no public source shows how it is encoded")

enum usc_violation {
#define R(id, text) USC_V_##id,
   USC_VIOLATIONS(R)
#undef R
   USC_NUM_VIOLATIONS
};
const char *usc_violation_text(enum usc_violation r);
const char *usc_violation_name(enum usc_violation r); /* the id, for tests and reports */

/*
 * The one legality predicate, from the ISA tables alone; virtual registers count as temporaries r0..r247. USC_V_NO_ENCODING comes
 * last: the group breaks no rule, it assembles, prints and runs (usc_sim_run_groups), but it has no bytes.
 */
enum usc_violation usc_check(const struct usc_group *g);

/* Facts that follow from the group. Source masks: bit n = Sn. */
unsigned usc_group_reads(const struct usc_group *g);     /* slots whose value matters */
bool usc_group_reads_fte(const struct usc_group *g);     /* is0 matters */
bool usc_group_reads_w(const struct usc_group *g, unsigned n);  /* Wn reaches a register or a backend op */
bool usc_group_reads_p0(const struct usc_group *g);
bool usc_group_writes_p0(const struct usc_group *g);
bool usc_group_writes_pe(const struct usc_group *g);
bool usc_group_is_drc(const struct usc_group *g, unsigned *drc); /* issues a request (not wdf) */
/* The block of consecutive registers an asynchronous op writes (fitr, smp, ld, atom): false if none. */
bool usc_group_async_dest(const struct usc_group *g, struct usc_opd *first, unsigned *count);
/* The block of registers a slot reads (uvsw 1; st, smp, fitr: more), in registers. 0 if the slot is not read. */
unsigned usc_group_src_count(const struct usc_group *g, unsigned slot);
unsigned usc_group_src_words(const struct usc_group *g, unsigned slot); /* the same for a slot that is read */
bool usc_group_has_effect(const struct usc_group *g); /* memory, output, kill, control: not removable */
bool usc_group_equal(const struct usc_group *a, const struct usc_group *b);

/* ---- construction: one operation as a group (recipes of docs/usc-encoding.md) -------------------------------------------- */

struct usc_group usc_g(enum usc_kind kind); /* zero but rpt 1, mov_mask 0xf */
/* fadd fmul fmad mbyp fdsx.. (P0), frcp.. (whole main ALU), umadd32 and friends (low word); unused operands usc_none(). */
struct usc_group usc_g_alu(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd c);
/* Register copy without modifiers: mbyp, or the P2 form for special registers. */
struct usc_group usc_g_mov(struct usc_opd dst, struct usc_opd a);
/* hi:lo = a*b + (chi:clo), either destination may be usc_none(). */
struct usc_group usc_g_madd64(bool is_signed, struct usc_opd lo, struct usc_opd hi, struct usc_opd a, struct usc_opd b,
                              struct usc_opd clo, struct usc_opd chi);
struct usc_group usc_g_iadd(struct usc_opd dst, struct usc_opd a, struct usc_opd b); /* a*1 + b; neg on both sides works */
struct usc_group usc_g_imul(struct usc_opd dst, struct usc_opd a, struct usc_opd b);
struct usc_group usc_g_pck(enum usc_fmt fmt, bool scale, bool rtz, struct usc_opd dst, struct usc_opd a);
struct usc_group usc_g_unpck(enum usc_fmt fmt, bool scale, unsigned elem, struct usc_opd dst, struct usc_opd a);
/* dst = test(a, b) ? a : b. min: USC_TST_L, max: USC_TST_G. */
struct usc_group usc_g_pick(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a, struct usc_opd b);
/* dst = test(a, b) ? 1.0 : 0.0, and test(a, b) ? ~0 : 0. */
struct usc_group usc_g_cmp_float(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a,
                                 struct usc_opd b);
struct usc_group usc_g_cmp_bool(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a,
                                struct usc_opd b);
/* P0 = test(a, b); one-operand tests take b = usc_none(). */
struct usc_group usc_g_tst(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd a, struct usc_opd b);
/* dst = test(a) ? b : c with a one-operand test; a goes through FTE. */
struct usc_group usc_g_sel(enum usc_tst_op op, enum usc_tst_type type, struct usc_opd dst, struct usc_opd a, struct usc_opd b,
                           struct usc_opd c);
/* dst = P0 ? b : c. */
struct usc_group usc_g_sel_p0(struct usc_opd dst, struct usc_opd b, struct usc_opd c);
/* fred part A: dst (W1) = reduce(x); part B: dst (W0). */
struct usc_group usc_g_red(bool is_cos, bool part_b, struct usc_opd dst, struct usc_opd x, struct usc_opd part_a);
/* dst = P0 ? a * b : a: the last step of sine and cosine. */
struct usc_group usc_g_sinc_mul(struct usc_opd dst, struct usc_opd a, struct usc_opd b);

/* Bitwise. */
struct usc_group usc_g_movi32(struct usc_opd dst, uint32_t imm);
struct usc_group usc_g_logic(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b); /* USC_OP_AND .. */
struct usc_group usc_g_shift(enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd n); /* USC_OP_LSL2 USC_OP_SHR USC_OP_ASR_TWB .. */
struct usc_group usc_g_count(enum usc_op op, struct usc_opd dst, struct usc_opd a); /* USC_OP_CBS USC_OP_FTB, result on W1 */
struct usc_group usc_g_rev(struct usc_opd dst, struct usc_opd a);
struct usc_group usc_g_bfe(bool is_signed, struct usc_opd dst, struct usc_opd a, struct usc_opd off, struct usc_opd bits);
struct usc_group usc_g_bfi(struct usc_opd dst, struct usc_opd base, struct usc_opd ins, struct usc_opd off, struct usc_opd bits);

/* Backend. */
struct usc_group usc_g_uvsw(unsigned addr, struct usc_opd a);
struct usc_group usc_g_uvsw_op(enum usc_op op); /* USC_OP_UVSW_EMIT .. without data */
struct usc_group usc_g_fitr(unsigned drc, struct usc_opd dst, struct usc_opd coeff, unsigned count, unsigned mode);
struct usc_group usc_g_fitrp(unsigned drc, struct usc_opd dst, struct usc_opd coeff, struct usc_opd w, unsigned count,
                             unsigned mode);
/* dim 1..3, chan 1..4; set lodm, proj, array ... in the returned group. */
/* dst is a temporary; coefficients are numbers of registers, multiples of 4 up to 252; persp as in the instruction */
struct usc_group usc_g_ditr(unsigned drc, struct usc_opd dst, unsigned coeff, unsigned w_coeff, unsigned persp, unsigned count,
                            unsigned mode);
/* the same; dst is virtual (src[3]) until registers are fixed; image, sampler: shared registers, multiples of 4 up to 252 */
struct usc_group usc_g_itrsmp(unsigned drc, struct usc_opd dst, unsigned coeff, unsigned w_coeff, unsigned persp, unsigned image,
                              unsigned sampler, unsigned dim, unsigned chan);
struct usc_group usc_g_smp(unsigned drc, struct usc_opd dst, struct usc_opd image, struct usc_opd data, struct usc_opd sampler,
                           unsigned dim, unsigned chan);
struct usc_group usc_g_ld(unsigned drc, struct usc_opd dst, struct usc_opd addr, unsigned words);
struct usc_group usc_g_st(unsigned drc, struct usc_opd data, struct usc_opd addr, unsigned words);
/* One word (observed): the mask says which samples it covers. */
struct usc_group usc_g_st_tiled(unsigned drc, struct usc_opd data, struct usc_opd addr, struct usc_opd mask, unsigned words);
struct usc_group usc_g_atst(bool ifb, struct usc_opd ref, struct usc_opd data, struct usc_opd state);
struct usc_group usc_g_depthf(struct usc_opd a);
struct usc_group usc_g_savmsk(unsigned mode, struct usc_opd dst);

/* Control. */
/* op: USC_OP_CNDST USC_OP_CNDEF USC_OP_CNDLT USC_OP_CNDEND with an adjustment; header (ignorepe). */
struct usc_group usc_g_cnd(enum usc_op op, enum usc_pcnd pcnd, struct usc_opd dst, struct usc_opd a, unsigned adjust);
struct usc_group usc_g_cndsm(enum usc_pcnd pcnd, struct usc_opd dst, struct usc_opd a, struct usc_opd value);
struct usc_group usc_g_br(enum usc_cc cc, enum usc_bpred bpred, uint32_t label);
struct usc_group usc_g_wdf(unsigned drc);
struct usc_group usc_g_nop(bool end);

/* ---- binary -------------------------------------------------------------------------------------------------------------- */

/*
 * What a group in binary (or text) had beyond what its meaning needs, so that decoding and encoding again gives the same bytes.
 * Zero = canonical.
 */
struct usc_found {
   uint8_t long_header;        /* three header bytes where two would do */
   uint8_t form_lo, form_hi;   /* source form + 1 where a shorter one would do; 0 = shortest */
   uint8_t form_dst;           /* destination form + 1, likewise */
   uint8_t ph0clr;             /* bitwise: bit 7 of the P0 byte is 0 */
   uint8_t pad;                /* words of align padding */
   uint8_t ext[USC_GROUP_UNITS]; /* optional parts of an op that are there though all zero: number of parts */
};

/* Says which instruction of a group (USC_V_NO_ENCODING) has no bytes: "fsqrt has no public encoding". */
const char *usc_no_encoding_text(struct util_ctx *ctx, const struct usc_group *g);

/* Bytes written (even, 2..32), or 0 with *why set (may be NULL). found may be NULL. */
unsigned usc_encode(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                    enum usc_violation *why);
/*
 * Bytes taken, or 0 with *err set to a static text (err may be NULL). found may be NULL. Never reads past len. Whatever it
 * accepts encodes to the same bytes with the same `found`; it does not ask usc_check().
 */
unsigned usc_decode(const uint8_t *code, size_t len, struct usc_group *g, struct usc_found *found, const char **err);

/* A program: groups with their annotations (found may be NULL). */
struct usc_prog {
   struct usc_group *g;
   struct usc_found *found; /* parallel to g, or NULL */
   uint32_t *at;            /* of assembled text: byte offset of each group in it, else NULL */
   uint32_t n, cap, found_cap;
   bool text_only;          /* usc_layout() found something without encoding: branches go to groups, not over bytes */
};
void usc_prog_add(struct util_ctx *ctx, struct usc_prog *p, const struct usc_group *g);
/*
 * Lay the program out and append its bytes to out: branch labels become offsets (stored in the groups as well), the last two groups are
 * padded so that the last starts at and fills multiples of 8 bytes, a nop.end is added if no group can carry .end.
 * offsets (may be NULL) gets n + 1 entries. Returns USC_V_OK, or the reason of the first illegal group, whose number is in *bad.
 */
enum usc_violation usc_layout(struct util_ctx *ctx, struct usc_prog *p, struct util_buf *out, uint32_t **offsets, uint32_t *bad);
/* Decode a whole program; groups and annotations in the arena. false with err and the byte offset of the trouble. */
bool usc_decode_prog(struct util_ctx *ctx, const uint8_t *code, size_t len, struct usc_prog *p, const char **err, size_t *where);

/* ---- text ---------------------------------------------------------------------------------------------------------------- */

enum usc_level {
   USC_PLAIN,    /* no slot pins */
   USC_EXPLICIT, /* every slot pinned, .src .form .iss */
};
/*
 * Canonical text of one group. Without `found` or with a canonical one, what is printed assembles to the same bytes only if the
 * inferred slots are the group's own: usc_print_exact() chooses the level that does. sep stands between statements (" ; " or
 * "\n       "). Virtual registers print as %n.
 */
void usc_print(struct util_buf *b, const struct usc_group *g, const struct usc_found *found, enum usc_level level,
               const char *sep);
void usc_print_exact(struct util_ctx *ctx, struct util_buf *b, const struct usc_group *g, const struct usc_found *found,
                     const char *sep);
/* Group i of a program: "i : attrs", one statement a line; and all of them. */
void usc_print_group(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p, uint32_t i);
void usc_print_prog(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p);
/* One group from text (statements separated by " ; " or newlines, no group number). false with a message in the arena. */
bool usc_assemble_group(struct util_ctx *ctx, const char *text, size_t len, struct usc_group *g, struct usc_found *found,
                        const char **err, size_t *where);
/* A program; errors are filed as diagnostics. The result is not laid out. */
bool usc_assemble(struct util_ctx *ctx, const char *text, size_t len, struct usc_prog *p);

#endif
