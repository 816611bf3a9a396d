/* SPDX-License-Identifier: MIT */
/* Between the files of selection. */
#ifndef USC_ISEL_H
#define USC_ISEL_H

#include "backend-usc/select/usc_code.h"

/* The last requests and the first units of their data words: one with the same words in the same block takes those. */
#define USC_NUM_REQUESTS 8
struct usc_requests {
   struct usc_data {
      const struct ir_instr *i;
      uint32_t unit; /* USC_NO_REG = none */
   } last[USC_NUM_REQUESTS];
   uint32_t n;
};

/* What the program reads and writes, found before selection. */
struct usc_inputs {
   struct usc_slot_use {
      uint8_t mask;
      bool alone;         /* nothing but texture accesses by itrsmp reads it */
      uint32_t block;     /* the one that reads it, USC_NO_REG = several */
      uint32_t unit, min; /* unit of component min once iterated */
      uint32_t run;       /* first of the inputs that one request iterates together: slot * INTERP_COUNT + k */
      uint32_t comp_reg[4];
   } in[SLOT_COUNT][INTERP_COUNT];
   uint32_t *param_sh; /* by entry * 4 + component: shared register + 1 */
   uint8_t *relative;  /* by entry: part of an array that is indexed */
   uint32_t kills;
   const struct ir_instr *kill;
   uint8_t out_mask[SLOT_COUNT], out_late[SLOT_COUNT]; /* stored at all; stored outside the last block */
   /* geometry: masks of the vertices that are read, bit 7 = variable number; vi registers; registers from vertex to vertex */
   uint8_t vertices[SLOT_COUNT][4];
   uint32_t (*vertex_reg)[SLOT_COUNT][4], vertex_stride; /* vertex_reg: by vertex */
   struct usc_requests requests; /* while selecting */
};

/* What is known while instructions are selected, and given back behind that. */
struct usc_selection {
   struct usc_code *m;
   struct util_ctx *ctx;
   struct ir_shader *s;
   const struct usc_options *opt;
   struct usc_reflect *r;
   struct usc_inputs *in;
   uint32_t cur; /* block being filled */

   struct usc_opd *val; /* by IR value id, bank NONE = not selected yet */
   uint32_t *uses;      /* by IR value id: reads of it */
   uint8_t *folded;     /* by IR value id: a comparison that every reader does itself */
   uint8_t *combined;   /* by IR value id: one group together with definitions of its sources */
   struct usc_moved {
      uint32_t *stamp, *unit, cap;
   } moved; /* by shared register: the temporary that holds it in this block, + 1: block */
   struct usc_arrays {
      uint32_t *at; /* by array: first temporary, or byte offset in scratch */
      bool *in_memory;
   } arrays;
   struct usc_index {
      uint32_t block, value, entry, first, count;
      bool array;
   } index[2];          /* what idx0 and idx1 hold */
   unsigned next_index; /* the one to be loaded next */
   uint32_t alive;      /* virtual unit: 0 where the lane was killed, USC_NO_REG */
   struct usc_colors {
      uint32_t unit[8];         /* targets that are packed or stored at the end: virtual units of the components, then words */
      struct usc_opd val[8][4]; /* uniforms that the last block stores to targets of bytes: moved or packed in place at the end */
      struct usc_bytes *bytes[8]; /* targets of bytes that are put together as integers (usc_bytes.c) */
      uint8_t in_place;         /* targets packed in place */
      uint32_t reg[8];          /* first output word of each target: o0.., then tile buffers */
      uint8_t used[1 + USC_NUM_TILES];
      uint32_t tile_sh[USC_NUM_TILES]; /* shared register of the address, + 1 */
   } color;
   /* control flow */
   struct usc_arm {
      bool inverted;  /* the sense of P0 in front of an arm that is only a break */
      bool pred_skip; /* arm that is only a break: its copies and cndsm are predicated */
   } *arm;            /* by block */
   uint8_t *uniform;  /* by block that ends in an if or a loop: all lanes that run go one way */
   bool mask_started; /* the mask counter was set */
   struct usc_coalesced {
      uint32_t *unit, cap; /* by unit: 1 + the component of a block of registers that it became */
   } coalesced;
   uint32_t block_regs; /* registers from here on belong to the current block, and are written once */
};
/* The unit that stands for u: values that a request reads move into its block of registers. */
static inline uint32_t usc_coalesced_unit(const struct usc_selection *c, uint32_t u)
{
   return u < c->coalesced.cap && c->coalesced.unit[u] ? c->coalesced.unit[u] - 1 : u;
}

/* The whole of selection; between the two everything in the structure may be looked at. */
void usc_select(struct usc_selection *c, struct usc_code *m);
void usc_select_finish(struct usc_selection *c);
void usc_tail(struct usc_selection *c, struct usc_group g);
/* fadd, fmul, fmad, fcanon of the sources of an instruction. */
void usc_emit_float(struct usc_selection *c, enum ir_op op, struct usc_opd dst, const struct ir_instr *i, bool sat);
struct usc_opd usc_int_src(struct usc_selection *c, const struct ir_src *s);

/* usc_combine.c */
void usc_combine_scan(struct usc_selection *c);
bool usc_combine_emit(struct usc_selection *c, const struct ir_instr *i, struct usc_opd dst);
bool usc_combine_test(struct usc_selection *c, const struct ir_value *cond); /* P0 = cond by one bitwise group; false: it is no such condition */

/* usc_f16.c: -mattr=+f16sop */
bool usc_f16_operation(const struct ir_instr *p, bool mad); /* a product or sum, or a fmad, of f16 values */
void usc_f16_emit(struct usc_selection *c, const struct ir_instr *p, struct usc_opd dst);
void usc_f16_pairs(struct usc_code *c);

/* usc_select.c: the general select and test groups */
/* A source slot for the external line: one of `used` that holds the register already, else a free one; false: none. Sets is0. */
bool usc_place_external(struct usc_group *g, unsigned used, struct usc_opd v);
/* dst = op(a, b) ? t : f (b NONE for one-operand tests), dst NONE and p0: the predicate. */
void usc_emit_select(struct usc_selection *c, struct usc_opd dst, bool p0, enum usc_tst_op op, enum usc_tst_type type, struct usc_opd a,
                    struct usc_opd b, struct usc_opd t, struct usc_opd f);
/*
 * Other wirings of a select whose lines only pass operands through, the best first; only those in which P0 or P1 carries something
 * that its unit could compute itself: soft() says so, bit 0 for P0, bit 1 for P1.
 */
#define USC_MAX_WIRINGS 6
typedef unsigned (*usc_soft_fn)(void *user, struct usc_opd v);
unsigned usc_select_wirings(const struct usc_group *g, usc_soft_fn soft, void *user, struct usc_group *out, unsigned max);
bool usc_is_moved(const struct usc_selection *c, struct usc_opd o); /* usc_to_temp would return a temporary of this block */
struct usc_opd usc_to_temp(struct usc_selection *c, struct usc_opd o);
void usc_emit(struct usc_selection *c, struct usc_group g);

/* The index register that holds k, or (*load) is to be loaded with it. */
unsigned usc_use_index(struct usc_selection *c, const struct usc_index *k, bool *load);
#define USC_IDX_VERTEX USC_NO_REG /* usc_index.entry: the offset of a vertex of the input primitive */

static inline bool usc_fits(struct usc_opd o, unsigned slot)
{
   return usc_opd_slots(o) >> slot & 1;
}
static inline struct usc_opd usc_temp(struct usc_selection *c)
{
   return usc_v(cg_reg_new(&c->m->p, 1));
}

/* Is the colour target kept in temporaries up to the end: to be packed, or to be stored? */
static inline bool usc_color_is_kept(const struct usc_selection *c, unsigned t)
{
   return c->opt->frt[t] != USC_FRT_F32 || c->color.reg[t] >= USC_TILE_WORDS;
}

/* usc_bytes.c: before usc_combine_scan(); the groups that make the word of target t */
void usc_bytes_scan(struct usc_selection *c, const struct usc_inputs *in);
void usc_bytes_emit(struct usc_selection *c, unsigned t, struct usc_opd dst);
unsigned usc_bytes_groups(const struct usc_selection *c, unsigned t);
const struct ir_src *usc_bytes_splat(const struct usc_selection *c, unsigned t); /* packed once and multiplied; else NULL */

/* usc_tile.c */
uint32_t usc_place_color(struct usc_selection *c, unsigned words); /* output word, as in struct usc_reflect_output */
void usc_store_tiles(struct usc_selection *c, const struct usc_inputs *in);

/* usc_isel.c: operands, arithmetic */
bool usc_emit_cond(struct usc_selection *c, const struct ir_src *cond, struct usc_opd dst, struct usc_opd t, struct usc_opd f);
struct usc_opd usc_value(struct usc_selection *c, const struct ir_value *v);
void usc_fold_comparisons(struct usc_selection *c);
struct usc_opd usc_float_src(struct usc_selection *c, const struct ir_src *s);
bool usc_cond_to_tail(struct usc_selection *c, const struct ir_src *cond);
void usc_select_instr(struct usc_selection *c, struct usc_inputs *in, struct ir_instr *i);
struct usc_opd usc_in_slot(struct usc_selection *c, struct usc_opd o, unsigned slot);
/* usc_isel_geom.c */
void usc_scan_geometry(struct usc_selection *c, struct usc_inputs *in);
void usc_assign_vertices(struct usc_selection *c, struct usc_inputs *in);
void usc_load_vertex(struct usc_selection *c, struct usc_inputs *in, const struct ir_instr *i);
void usc_emit_vertex(struct usc_selection *c, const struct ir_instr *i);
/* usc_isel_io.c: inputs, parameters, memory, outputs */
enum io_interp usc_interp(const struct usc_selection *c, const struct ir_instr *i);
unsigned usc_varying_address(const struct usc_selection *c, unsigned slot, unsigned comp); /* USC_NO_REG = not kept */
void usc_init_outputs(struct usc_selection *c, const struct usc_inputs *in);
void usc_assign_inputs(struct usc_selection *c, struct usc_inputs *in);
void usc_assign_outputs(struct usc_selection *c, const struct usc_inputs *in);
void usc_assign_arrays(struct usc_selection *c);
struct usc_opd usc_clamped(struct usc_selection *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count);
bool usc_within(const struct usc_selection *c, const struct ir_instr *i); /* is the index of the access known to be in range, and not negative? */
void usc_load_buffer(struct usc_selection *c, struct ir_instr *i);
void usc_load_input(struct usc_selection *c, struct usc_inputs *in, const struct ir_instr *i);
void usc_scan(struct usc_selection *c, struct usc_inputs *in);
void usc_finish(struct usc_selection *c, const struct usc_inputs *in);
void usc_store_output(struct usc_selection *c, const struct ir_instr *i);
void usc_load_param(struct usc_selection *c, struct usc_inputs *in, const struct ir_instr *i);
void usc_array_access(struct usc_selection *c, const struct usc_inputs *in, const struct ir_instr *i);
void usc_init_arrays(struct usc_selection *c);
bool usc_is_iterated(const struct usc_selection *c, const struct ir_instr *i);
/* usc_isel_tex.c; the entry of a request that has a used result, in the place of the oldest one */
struct usc_data *usc_find_data(struct usc_requests *r, const struct ir_instr *i, bool *found);
void usc_emit_tex(struct usc_selection *c, struct usc_inputs *in, const struct ir_instr *i);
/* usc_isel_io.c */
void usc_iterate(struct usc_selection *c, struct usc_inputs *in, unsigned slot, unsigned k);

#endif
