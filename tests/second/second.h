/* SPDX-License-Identifier: MIT */
/*
 * A second interpreter of the machine code of the PowerVR Rogue USC, for comparison with the simulator. It is slow and simple:
 * it reads the bytes of a group again each time it executes the group. It uses nothing of the project: no tables, no
 * arithmetic, no headers. It is written from documents alone, which the comments of the code cite as follows:
 *
 *    ISR N      "PowerVR Instruction Set Reference", revision 1.0, chapter N
 *    ENC N.M    "PowerVR Rogue USC: binary encoding reference" (a companion of the ISR with the bits, from public drivers),
 *               section N.M
 *    UE "S"     docs/usc-encoding.md, section S; UE [id] its row of assumptions with that id
 *    ABI "S"    docs/abi-usc.md, section S
 *    SEM "S"    docs/semantics.md, section S
 *
 * If no document defines a value to the bit, the interpreter asks the caller (`open`). The caller may return the value of the
 * other side, judge the distance between the two values, and count, so nothing is skipped in silence. A group that cannot be
 * decoded ends the run with SECOND_NOT_DECODED and a reason.
 */
#ifndef TESTS_SECOND_SECOND_H
#define TESTS_SECOND_SECOND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SECOND_LANES 32
#define SECOND_MAX_BYTES 32

/* ---- a group as its bytes encode it (ENC 1) */

struct second_reg {
   uint8_t bank;
   uint16_t index;
};
/* The bytes of an operation; n is 0 if there is none. */
struct second_op {
   uint8_t b[8];
   uint8_t n;
};
enum second_unit { SECOND_MAIN = 0, SECOND_BITWISE = 2, SECOND_CONTROL = 3 };
struct second_group {
   enum second_unit unit;
   unsigned bytes;            /* length with padding */
   unsigned cc, repeat, ctrl; /* condition code, 1..4, control operation */
   bool end, atom, olchk, w0p, w1p;
   bool misc;                                               /* MISCCTL of a control group */
   struct second_op backend, mov, tst, pck, p2, p1, p0, op; /* p2: bitwise; op: control */
   bool has_sources;
   struct second_reg s[6];
   unsigned is0; /* the source that IS0 selects */
   uint8_t iss;
   struct second_reg w[2];
};
/* NULL, or the reason why the bytes are not a group. */
const char *second_decode(const uint8_t *code, size_t length, struct second_group *g);

/* ---- numbers (second_float.c) */

/* With rne, sums and products round to nearest even, otherwise towards zero. */
uint32_t second_add(bool rne, uint32_t a, uint32_t b);
uint32_t second_mul(bool rne, uint32_t a, uint32_t b);
uint32_t second_mad(bool rne, uint32_t a, uint32_t b, uint32_t c);
uint32_t second_flush(uint32_t a);
uint32_t second_floor(uint32_t a);
uint32_t second_saturate(uint32_t a);
bool second_is_nan(uint32_t a);
/* -1, 0 or 1, or 2 if the numbers are unordered. */
int second_compare(uint32_t a, uint32_t b);
uint32_t second_rcp(uint32_t a);
uint32_t second_rsq(uint32_t a);
uint32_t second_log2(uint32_t a);
uint32_t second_exp2(uint32_t a);
uint32_t second_sinc(uint32_t a);
uint32_t second_arctanc(uint32_t a);
uint32_t second_gamma(uint32_t a, bool expand);
/* The reduced argument, and the value that part A passes to part B. */
uint32_t second_reduce(uint32_t a, bool cosine, uint32_t *data);
uint32_t second_to_integer(uint32_t a, bool is_signed, bool truncate);
uint32_t second_from_integer(uint32_t a, bool is_signed);
uint32_t second_to_half(uint32_t a);
uint32_t second_from_half(uint32_t h);

/* ---- formats (second_pack.c) */

/* Puts component n of a packed word into *word. Returns false if the format is not known. Clears *exact if no document defines
   the bits. */
bool second_pack(unsigned format, bool scale, bool truncate, unsigned n, uint32_t value, unsigned samples, uint32_t *word,
                 bool *exact);
bool second_unpack(unsigned format, bool scale, unsigned n, uint32_t word, uint32_t *value, bool *exact);

/* ---- execution */

/* Questions that the documents leave open, or answer with a bound only. */
enum second_open {
   SECOND_LOG2,
   SECOND_EXP2,
   SECOND_SINC, /* within 0.5001 ulp (SEM "Functions"), so the other side is within one ulp of our value */
   SECOND_ARCTANC,
   SECOND_GAMMA,        /* no stated bound: one ulp, and for the curves intermediate rounding */
   SECOND_FRED_A,       /* the bits between part A and part B (UE [fred]) */
   SECOND_FRED_B,       /* part B of data that part A did not make */
   SECOND_SINC_OUTSIDE, /* arguments outside of [-1,1] (ISR 6) */
   SECOND_PACK,
   SECOND_UNPACK, /* UE [rare-formats], [pack] */
   SECOND_MOV_W1, /* W1 of a mov without a condition: ENC 3.8, "undecided" */

   SECOND_NUM_OPEN
};
extern const char *const second_open_name[SECOND_NUM_OPEN];

struct second_texture {
   uint32_t image[4], sampler[4];
   uint32_t lanes;
   unsigned dimensions, components, lod_mode;
   bool texels, integer, raw, taps, info, f16;
   /* NULL if the access has no such word */
   const uint32_t *coordinate[3], *layer, *projector, *level, *ddx[3], *ddy[3], *reference, *address[2], *lookup, *lane_lookup;
   bool offsets, sample_number;
};

struct second_task;
/* Functions return false if there is no memory, or if they do not support the request. */
struct second_env {
   void *user;
   uint32_t (*load)(void *user, uint32_t lanes, const uint64_t *address, uint32_t *value);
   uint32_t (*store)(void *user, uint32_t lanes, const uint64_t *address, unsigned bytes, const uint32_t *value);
   const char *(*sample)(void *user, const struct second_texture *x, uint32_t (*result)[SECOND_LANES]);
   void (*emit)(void *user, struct second_task *t, uint32_t lanes, unsigned stream);
   void (*cut)(void *user, struct second_task *t, uint32_t lanes, unsigned stream);
   void (*fence)(void *user);
   void (*wait)(void *user, unsigned counter);
   /* Returns false if the coefficients of the task apply. */
   bool (*coefficient)(void *user, unsigned n, bool iterate, uint32_t *value);
   /* Gets our value for `operands` and returns the value to use instead. If the function is NULL, ours is used. */
   uint32_t (*open)(void *user, enum second_open what, unsigned detail, const uint32_t *operands, uint32_t ours);
};

enum second_status {
   SECOND_RUNNING,
   SECOND_DONE,
   SECOND_FAULT,
   SECOND_NO_REGISTER,  /* an operand names a register that does not exist, which no document defines */
   SECOND_UNDOCUMENTED, /* the bits are known, but no document says what they do */
   SECOND_NOT_DECODED,
   SECOND_SLEEPS,
};

struct second_task {
   uint32_t r[256][SECOND_LANES], vi[256][SECOND_LANES], o[8][SECOND_LANES], i[8][SECOND_LANES];
   uint32_t special[256][SECOND_LANES]; /* special registers by their number in bank 0 */
   uint32_t idx[2][SECOND_LANES], vo[256][SECOND_LANES];
   uint32_t sh[4096], cf[4096], cfa[4096], dc[16384];
   uint32_t depth[SECOND_LANES], centroid[2][SECOND_LANES], covered[SECOND_LANES], stored_w[SECOND_LANES];
   uint32_t mask_set, mask[SECOND_LANES];                       /* set by movmsk: the lanes that have it, and the samples */
   uint32_t p0, pe, valid, helpers, killed, wrote_depth, carry; /* a bit for each lane */
   uint32_t link;                                               /* in bytes */
   uint32_t base_cf, base_sh;                                   /* sbo */
   unsigned samples;
   unsigned sample_bytes; /* distance between two samples in a tile buffer, which no document states (UE [tile-order]) */
   bool rne;
   uint32_t pc; /* bytes */
   uint64_t steps;
   bool jumps; /* the group has set pc to jump_to */
   uint32_t jump_to;
   bool ended; /* the group ends the program */
   enum second_status status;
   const char *why; /* FAULT, NOT_DECODED */
   struct second_env env;
};
/* Resets to the beginning of the program; registers keep their values. */
void second_start(struct second_task *t, uint32_t valid, uint32_t helpers);
/* Executes one group. */
enum second_status second_step(struct second_task *t, const uint8_t *code, size_t length);

/* ---- parts of a step */

/* The values of one group: sources by lane, feed-through lines, outputs. */
struct second_values {
   uint32_t s[6][SECOND_LANES], ft[6][SECOND_LANES], fte[SECOND_LANES], w[2][SECOND_LANES];
   uint32_t ftt, p0; /* p0: the new value of the predicate */
   uint32_t run;     /* lanes that execute the group */
   bool writes;      /* W0 and W1 are written */
};
/* The register of a lane that is `step` registers after another one. If there is none, reports a fault of the task and returns
   NULL. */
uint32_t *second_register(struct second_task *t, const struct second_reg *reg, unsigned step, unsigned lane);
/* The value of a source, which may be a constant. */
bool second_read(struct second_task *t, const struct second_reg *reg, unsigned step, unsigned lane, uint32_t *value);
void second_fault(struct second_task *t, const char *why);
void second_not_decoded(struct second_task *t, const char *why);
void second_undocumented(struct second_task *t, const char *why);
void second_no_register(struct second_task *t, const char *why);
uint32_t second_ask(struct second_task *t, enum second_open what, unsigned detail, uint32_t a, uint32_t b, uint32_t ours);
void second_main(struct second_task *t, const struct second_group *g, struct second_values *v, unsigned repeat, uint32_t lanes);
void second_bitwise(struct second_task *t, const struct second_group *g, struct second_values *v, uint32_t lanes);
void second_backend(struct second_task *t, const struct second_group *g, struct second_values *v, unsigned repeat);
void second_control(struct second_task *t, const struct second_group *g, struct second_values *v);
void second_sample(struct second_task *t, const struct second_group *g, uint32_t run);
void second_itrsmp(struct second_task *t, const struct second_group *g, uint32_t run);
void second_ditr(struct second_task *t, const struct second_group *g, uint32_t run);
void second_fitr(struct second_task *t, const struct second_group *g, uint32_t run);

#endif
