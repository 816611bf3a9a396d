/* SPDX-License-Identifier: MIT */
/*
 * Inside of the code generator: instructions on virtual registers, between selection and layout.
 *
 * A virtual register is one or more consecutive *virtual units*; operands of bank USC_VIRTUAL name a unit, so a component of a
 * block of registers is an ordinary operand. A block of the IR has three lists: `head` (what re-enables lanes), `body`
 * (scheduled freely) and `tail` (test, phi copies, mask and branch, in order).
 */
#ifndef USC_CG_H
#define USC_CG_H

#include "backend-usc/isa/usc_build.h"
#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/usc_compile.h"
#include "codegen/ra.h"

struct cg_copy {
   uint32_t dst; /* virtual unit */
   struct usc_opd src;
};

struct cg_keep {
   struct usc_opd first;
   uint8_t n; /* consecutive units */
};

enum cg_kind {
   CG_GROUP,
   CG_COPIES, /* parallel copies; group.cc is their condition */
   CG_BRANCH, /* group is a branch to the place `label` */
};

struct usc_instr {
   struct usc_group g;
   uint8_t kind;
   bool done; /* peephole: merged away */
   union {
      uint32_t ncopies; /* CG_COPIES */
      uint32_t label;   /* CG_BRANCH: enum cg_place * blocks */
      uint32_t nkeep;   /* CG_GROUP */
   };
   union {
      struct cg_copy *copies;
      struct cg_keep *keep; /* wdf: registers of the requests that it ends stay alive up to here */
   };
   struct util_span span; /* what of the source it comes from */
   const uint16_t *why;   /* with opt->reasons: why units are empty */
};

struct cg_list {
   struct usc_instr **i;
   uint32_t n, cap;
};

struct cg_block {
   struct cg_list head, body, tail;
   uint32_t depth; /* loops around it */
   uint32_t inverted;     /* selection: the sense of P0 in front of an arm that is only a break */
   uint32_t source_bound; /* of the groups of the block, counted from the operations of the IR */
   /* groups of the body with its waits: no fewer, the list schedule's, what was taken */
   uint32_t body_bound, fast, exact;
   bool optimal; /* the selected groups of the body cannot be scheduled in fewer */
   bool pred_skip; /* arm that is only a break: its copies and cndsm are predicated */
};

static inline struct cg_list *cg_list_of(struct cg_block *b, int k)
{
   return k == 0 ? &b->head : k == 1 ? &b->body : &b->tail;
}

struct cg_reg {
   uint32_t unit; /* first virtual unit */
   uint8_t size;
   bool no_spill;
};

/* Branch targets: the head of a block, or behind its head. */
enum cg_place { CG_AT_HEAD, CG_AT_BODY, CG_NUM_PLACES };

struct cg {
   struct util_ctx *ctx;
   struct ir_shader *s;
   const struct usc_options *opt;
   struct usc_program *out;
   struct usc_reflect *r;
   bool failed;
   /* The last attempt, for few registers: nothing merged, a wait behind every request, arrays in memory. */
   bool tight;
   struct util_span span, blame; /* of what is being selected; of what found no registers */
   unsigned blame_need;

   struct cg_block *blocks;
   uint32_t num_blocks;
   uint32_t cur; /* block being filled */

   struct cg_reg *regs;
   uint32_t num_regs, cap_regs;
   uint32_t *unit_reg; /* register of a virtual unit */
   uint32_t num_units, cap_units;
   struct ra_hint *hints;
   uint32_t num_hints, cap_hints;

   /* selection */
   struct usc_opd *val; /* by IR value id, bank NONE = not selected yet */
   uint32_t *uses;      /* by IR value id: reads of it */
   uint8_t *folded;     /* by IR value id: a comparison that every reader does itself */
   uint8_t *fused;      /* by IR value id: one group together with definitions of its sources */
   uint32_t *mov_stamp; /* by shared register: temporaries that hold it in this block */
   uint32_t *mov_unit, mov_cap;
   uint32_t const_buckets[256];
   uint32_t *const_next, cap_const_next;
   uint32_t array_base; /* first pinned temporary of the IR arrays */
   uint32_t *array_at;  /* by array: first temporary, or byte offset in scratch */
   bool *array_in_memory;
   uint32_t array_temps;
   uint8_t array_of[64]; /* by pinned temporary: which array, from 0 */
   struct usc_index {
      uint32_t block, value, entry, first, count;
      bool array;
   } index[2];          /* what idx0 and idx1 hold */
   unsigned next_index; /* the one to be loaded next */
   uint32_t scratch_sh;  /* shared register of the scratch address, USC_NO_REG */
   uint32_t alive;       /* virtual unit: 0 where the lane was killed, USC_NO_REG */
   uint32_t out_unit[8]; /* colour targets that are packed or stored at the end: virtual units of the components, then words */
   struct usc_opd out_val[8][4]; /* uniforms that the last block stores to targets of bytes: moved or packed in place at the end */
   struct usc_bytes *out_bytes[8]; /* targets of bytes that are put together as integers (usc_bytes.c) */
   uint8_t out_in_place;         /* targets packed in place */
   uint32_t out_reg[8];  /* first output word of each colour target: o0.., then tile buffers */
   uint8_t out_used[1 + USC_NUM_TILES];
   uint32_t tile_sh[USC_NUM_TILES]; /* shared register of the address, + 1 */
   uint32_t *label_at;   /* by place: group number */
   bool flow;            /* the mask counter is in use */
   uint8_t *uniform; /* by block that ends in an if or a loop: all lanes that run go one way */
   bool mask_started, copies_hinted;
   uint32_t *home, cap_home; /* by unit: 1 + the component of a block of registers that it became */
   uint32_t block_regs;      /* registers from here on belong to the current block, and are written once */
};

#define USC_EMC usc_i(0)        /* the mask counter (observed: the vendor's compiler keeps it in i0) */
#define USC_SCRATCH_LO usc_i(2) /* address of the scratch memory of the instance (that i2..i5 exist is assumed) */
#define USC_SCRATCH_HI usc_i(3)
#define USC_ADDR_LO usc_i(4) /* address of a spill under way */
#define USC_ADDR_HI usc_i(5)

static inline uint32_t cg_label(const struct cg *c, enum cg_place p, uint32_t block)
{
   (void)c;
   return block * CG_NUM_PLACES + p;
}

/* usc_isel.c */
void usc_select(struct cg *c);
uint32_t cg_reg_new(struct cg *c, unsigned size); /* returns the first virtual unit */
/* The unit that stands for u: values that a request reads move into its block of registers. */
static inline uint32_t usc_coalesced_unit(const struct cg *c, uint32_t u)
{
   return u < c->cap_home && c->home[u] ? c->home[u] - 1 : u;
}
struct usc_instr *usc_instr_new(struct cg *c, const struct usc_group *g);
void cg_push(struct cg *c, struct cg_list *l, struct usc_instr *i);
uint32_t usc_shared(struct cg *c, enum usc_sh_kind kind, uint32_t a, unsigned b); /* appends one */
struct usc_opd usc_const(struct cg *c, uint32_t bits);                            /* special constant or upload */

void usc_scratch(struct cg *c); /* asks for scratch memory */

/* fadd, fmul, fmad, fcanon of the sources of an instruction. */
void usc_emit_float(struct cg *c, enum ir_op op, struct usc_opd dst, const struct ir_instr *i, bool sat);
struct usc_opd usc_int_src(struct cg *c, const struct ir_src *s);

/* usc_fuse.c */
void usc_combine_scan(struct cg *c);
bool usc_combine_emit(struct cg *c, const struct ir_instr *i, struct usc_opd dst);
bool usc_combine_test(struct cg *c, const struct ir_value *cond); /* P0 = cond by one bitwise group; false: it is no such condition */

/* usc_half.c: -mattr=+f16sop */
bool usc_f16_operation(const struct ir_instr *p, bool mad); /* a product or sum, or a fmad, of f16 values */
void usc_f16_emit(struct cg *c, const struct ir_instr *p, struct usc_opd dst);
void usc_f16_pairs(struct cg *c);

/* usc_select.c: the general select and test groups */
/* A source slot for the external line: one of `used` that holds the register already, else a free one; false: none. Sets is0. */
bool usc_place_external(struct usc_group *g, unsigned used, struct usc_opd v);
/* dst = op(a, b) ? t : f (b NONE for one-operand tests), dst NONE and p0: the predicate. */
void usc_emit_select(struct cg *c, struct usc_opd dst, bool p0, enum usc_tst_op op, enum usc_tst_type type, struct usc_opd a,
                    struct usc_opd b, struct usc_opd t, struct usc_opd f);
/*
 * Other wirings of a select whose lines only pass operands through, the best first; only those in which P0 or P1 carries something
 * that its unit could compute itself: soft() says so, bit 0 for P0, bit 1 for P1.
 */
#define USC_MAX_WIRINGS 6
typedef unsigned (*usc_soft_fn)(void *user, struct usc_opd v);
unsigned usc_select_wirings(const struct usc_group *g, usc_soft_fn soft, void *user, struct usc_group *out, unsigned max);
bool usc_is_moved(const struct cg *c, struct usc_opd o); /* usc_to_temp would return a temporary of this block */
struct usc_opd usc_to_temp(struct cg *c, struct usc_opd o);
void usc_emit(struct cg *c, struct usc_group g);

/* usc_peep.c */
void usc_peephole(struct cg *c);
/* One operation of P0 that drives W0 and nothing else, and may sit in P1. */
bool usc_is_pairable(const struct usc_group *g);
bool usc_is_open(const struct usc_group *g);  /* a pack or an output and nothing in P0: what exists there only may join, too */
bool usc_has_room(const struct usc_group *g); /* a test or output group that another operation could join on W1 */
bool usc_is_plain_mov(const struct usc_group *g);
/* Two independent groups in one: b joins a on W1, or a joins b. */
enum usc_merge_mode { USC_APART, USC_B_JOINS, USC_A_JOINS };
enum usc_merge_mode usc_merge(const struct usc_group *a, const struct usc_group *b, struct usc_group *out); /* USC_APART = illegal */
/* The same again, of what is known to be legal. */
void usc_merge_as(enum usc_merge_mode way, const struct usc_group *a, const struct usc_group *b, struct usc_group *out);
unsigned usc_closed(const struct usc_group *g); /* enum usc_stall: it takes no other operation at all; 0 = it may */
unsigned usc_merge_stall(const struct usc_group *a, const struct usc_group *b); /* enum usc_stall, 0 = they merge */
/* A copy of the list in which uvsw.write of consecutive vertex inputs to consecutive addresses are repeated groups; empty
   if there are none. */
void usc_repeat_writes(struct cg *c, const struct cg_list *l, struct cg_list *out);
/* A copy of the list in which some multiply-adds of two uniforms read a temporary instead of one of them, so that they fit P1;
   empty if their number, and that of others, promises nothing. */
void usc_split_uniforms(struct cg *c, const struct cg_list *l, struct cg_list *out);
/* usc_sched.c, usc_wait.c */
void usc_schedule(struct cg *c);
void usc_insert_waits(struct cg *c);
/* What a group reads and writes, as virtual units and machine resources numbered from num_units up. */
enum usc_resource {
   USC_RES_P0,
   USC_RES_IDX0,
   USC_RES_IDX1,
   USC_RES_TEMPS, /* up to 64 arrays */
   USC_RES_MEMORY = USC_RES_TEMPS + 64,
   USC_RES_VIS,
   USC_RES_INTERNAL,
   USC_RES_VERTEX, /* the outputs as a whole: emit and cut stay in order with the writes, which may change places */
   USC_RES_OUT,
   /* 8 pixel output registers, then 256 vertex outputs */ USC_NUM_RES = USC_RES_OUT + 8 + 256
};
typedef void (*cg_ref_fn)(void *user, uint32_t unit, unsigned count, bool write);
void usc_refs(const struct cg *c, const struct usc_instr *i, cg_ref_fn fn, void *user);

/* usc_violation.c: the last groups of the program came from i */
void usc_note_stalls(struct cg *c, const struct usc_instr *i);
/* usc_ra.c: assigns temporaries, spilling as needed, and turns blocks into the final groups; false: see blame */
bool usc_allocate(struct cg *c);
/* usc_spill.c: one round; spilled: by register. words: of scratch memory, taken so far. */
void usc_spill_round(struct cg *c, const uint8_t *spilled, uint32_t *words);

#endif
