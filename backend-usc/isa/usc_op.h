/* SPDX-License-Identifier: MIT */
/*
 * Operations of the Rogue USC: kinds of instruction groups, their units, operations, codes of fields, and the rows of
 * usc_isa.def as data.
 */
#ifndef USC_OP_H
#define USC_OP_H

#include <stdbool.h>
#include <stdint.h>

/* Kinds of groups. All operations of a group are of one kind. */
enum usc_kind { USC_MAIN, USC_BITWISE, USC_CONTROL };

/* Units of a group, the indices of op[] of struct usc_group. */
enum usc_group_unit {
   USC_P0 = 0, USC_P1, USC_PCK, USC_TST, USC_MOV, USC_BE,            /* main */
   USC_MASK = 0, USC_SHIFT1, USC_COUNT, USC_LOGIC, USC_SHIFT2, USC_TEST, /* bitwise */
   USC_CTRL = 0,                                                       /* control */
   USC_GROUP_UNITS = 6,
};

enum usc_flag {
   USC_F_P1 = 1 << 0,      /* a P0 operation that may sit in P1 as well */
   USC_F_FLOAT = 1 << 1,
   USC_F_COMPLEX = 1 << 2, /* uses the whole main ALU and drives W0 itself, red also W1 */
   USC_F_INT = 1 << 3,
   USC_F_HI = 1 << 4,      /* the high word leaves on FTE */
   USC_F_DRC = 1 << 5,     /* an asynchronous request, which the wdf of its counter completes */
   USC_F_MEM = 1 << 6,     /* affects memory or outputs */
   USC_F_W = 1 << 7,       /* backend: consumes W0 (or W1 with w1) */
   USC_F_P0OUT = 1 << 8,   /* always writes the predicate P0 */
   USC_F_EXT4 = 1 << 9,    /* reads IS0 as a fourth operand (64-bit addend, high word) */
   USC_F_QUAD = 1 << 10,   /* reads other invocations of the quad */
   USC_F_COND = 1 << 11,   /* control: cnd*, which change the execution mask, have sources and write W0 */
   USC_F_BRANCH = 1 << 12,
   USC_F_NOPRED = 1 << 13, /* cannot be predicated */
   USC_F_WOUT = 1 << 14,   /* drives W0 and W1 itself */
   USC_F_NOENC = 1 << 15,  /* documented without a public encoding: only the text and the simulator have it */
   USC_F_TEXT = 1 << 16,   /* some of its modifiers have no public encoding (X rows) */
   USC_F_SOP = 1 << 17,    /* sum of products, with its operands in the member `sop` of the group */
   USC_F_SHORT = 1 << 18,  /* 8-bit or 16-bit integers */
};

/* Source of the bits of an operation; usc_isa.def explains the letters. */
enum usc_bits_provenance {
   USC_PROVENANCE_D, /* documented, and two public compilers agree */
   USC_PROVENANCE_V, /* the same, and observed in code of the vendor's compiler */
   USC_PROVENANCE_1, /* one public description */
   USC_PROVENANCE_A, /* "assumed" */
   USC_PROVENANCE_N, /* no public encoding */
};

enum usc_op {
   USC_OP_NONE,
#define OP(id, ...) USC_OP_##id,
#include "backend-usc/isa/usc_isa.def"
#undef OP
   USC_NUM_OPS
};

/* Feed-through lines that is3 (except FT2), is4, is5, mov_w0 and mov_w1 select. */
enum usc_ft { USC_FT0, USC_FT1, USC_FT2, USC_FTE };
enum { USC_IS1_FT0 = 0, USC_IS1_FTE = 1, USC_IS2_FT1 = 0, USC_IS2_FTE = 1 };
enum usc_cc { USC_CC_PE, USC_CC_P0, USC_CC_IGNOREPE, USC_CC_NOTP0 };
enum usc_tst_op { USC_TST_Z, USC_TST_GZ, USC_TST_GEZ, USC_TST_C, USC_TST_E, USC_TST_G, USC_TST_GE, USC_TST_NE, USC_TST_L,
                  USC_TST_LE, USC_TST_MIN, USC_TST_MAX, USC_NUM_TST_OPS }; /* min, max: no public encoding */
enum usc_tst_type { USC_T_F32, USC_T_U16, USC_T_S16, USC_T_U8, USC_T_S8, USC_T_U32, USC_T_S32, USC_NUM_TST_TYPES };
enum usc_ld_mode { USC_LD_NORMAL, USC_LD_BYPASS }; /* mcu of ld (observed: pco_isa.py, cachemode_ld) */
enum usc_fmt { USC_FMT_U8888, USC_FMT_S8888, USC_FMT_O8888, USC_FMT_U1616, USC_FMT_S1616, USC_FMT_O1616, USC_FMT_U32,
               USC_FMT_S32, USC_FMT_U1010102, USC_FMT_S1010102, USC_FMT_U111110, USC_FMT_S111110, USC_FMT_F111110,
               USC_FMT_SE9995, USC_FMT_F16F16, USC_FMT_F32, USC_FMT_COV, USC_FMT_U565U565, USC_FMT_D24S8, USC_FMT_S8D24,
               USC_FMT_F32MASK, USC_FMT_2F10F10F10, USC_FMT_S8888OGL, USC_FMT_S1616OGL, USC_FMT_CONST0 = 30,
               USC_FMT_CONST1 = 31 };
enum usc_pcnd { USC_PCND_ALWAYS, USC_PCND_P0, USC_PCND_NEVER, USC_PCND_NOTP0 };
enum { USC_IT_SCHEDNONE, USC_IT_SCHEDSWAP, USC_IT_SCHEDWDF }; /* it_sched */
enum usc_bpred { USC_BPRED_CC, USC_BPRED_ALLINST, USC_BPRED_ANYINST };
enum usc_msk { USC_MSK_VM, USC_MSK_ICM, USC_MSK_ICMOC, USC_MSK_ICMI, USC_MSK_CAXY }; /* the masks of savmsk */
enum usc_lodm { USC_LODM_NORMAL, USC_LODM_BIAS, USC_LODM_REPLACE, USC_LODM_GRADIENT };
enum usc_iteration_place { USC_AT_PIXEL, USC_AT_SAMPLE, USC_AT_CENTROID }; /* modes of iterations */
enum usc_sbmode { USC_SB_NONE, USC_SB_DATA, USC_SB_INFO, USC_SB_BOTH };
/* Number of words of .info, in two sets, and words of the first set (observed: rogue_hw_defs.h, ROGUE_SMP_COEFF;
   pco_trans_nir.c, lower_smp). */
#define USC_SMP_INFO 14
enum { USC_INFO_LEVEL_USED = 3, USC_INFO_LEVEL_COMPUTED, USC_INFO_FRACTION_USED, USC_INFO_FRACTION_COMPUTED };
#define USC_LOOKUP_SAMPLE 16 /* first bit of the number of the sample in the lookup word, after the offsets */

/* A row of usc_isa.def: bits of an operation or an operand form. */
enum usc_row_kind { USC_ROW_END, USC_ROW_CONST, USC_ROW_FIELD, USC_ROW_PART, USC_ROW_CTRLOP, USC_ROW_TEXT };
enum usc_field_kind { USC_U, USC_M1, USC_M16, USC_N };
struct usc_row {
   uint8_t row;    /* enum usc_row_kind */
   uint8_t pos;    /* bit position from the first byte of the operation; PART: of its flag */
   uint8_t width;  /* bits; PART: bytes */
   uint8_t member; /* enum usc_member */
   uint8_t shift;
   uint8_t kind;   /* enum usc_field_kind */
   uint16_t value; /* CONST, CTRLOP */
};
/* The static facts of an operation. */
struct usc_op_info {
   const char *name;     /* the mnemonic without modifiers */
   const char *operands; /* words of its operands in the text, see usc_isa.def */
   uint8_t kind, unit, sources, bytes, provenance; /* columns of the OP row; provenance: enum usc_bits_provenance */
   uint32_t flags;
   const struct usc_row *rows; /* ends with USC_ROW_END */
};
extern const struct usc_op_info usc_op_info[USC_NUM_OPS];

extern const char *const usc_fmt_name[32]; /* NULL = no such format */

#endif
