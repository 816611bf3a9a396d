/* SPDX-License-Identifier: MIT */
/* Between the files of selection. */
#ifndef USC_ISEL_H
#define USC_ISEL_H

#include "backend-usc/select/usc_cg.h"

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

/* The index register that holds k, or (*load) is to be loaded with it. */
unsigned usc_use_index(struct cg *c, const struct usc_index *k, bool *load);
#define USC_IDX_VERTEX USC_NO_REG /* usc_index.entry: the offset of a vertex of the input primitive */

static inline bool usc_fits(struct usc_opd o, unsigned slot)
{
   return usc_opd_slots(o) >> slot & 1;
}
static inline struct usc_opd usc_temp(struct cg *c)
{
   return usc_v(cg_reg_new(c, 1));
}

/* Is the colour target kept in temporaries up to the end: to be packed, or to be stored? */
static inline bool usc_color_is_kept(const struct cg *c, unsigned t)
{
   return c->opt->frt[t] != USC_FRT_F32 || c->out_reg[t] >= USC_TILE_WORDS;
}

/* usc_bytes.c: before usc_combine_scan(); the groups that make the word of target t */
void usc_bytes_scan(struct cg *c, const struct usc_inputs *in);
void usc_bytes_emit(struct cg *c, unsigned t, struct usc_opd dst);
unsigned usc_bytes_groups(const struct cg *c, unsigned t);
const struct ir_src *usc_bytes_splat(const struct cg *c, unsigned t); /* packed once and multiplied; else NULL */

/* usc_tile.c */
uint32_t usc_place_color(struct cg *c, unsigned words); /* output word, as in struct usc_reflect_output */
void usc_store_tiles(struct cg *c, const struct usc_inputs *in);

/* usc_isel.c: operands, arithmetic */
bool usc_emit_cond(struct cg *c, const struct ir_src *cond, struct usc_opd dst, struct usc_opd t, struct usc_opd f);
struct usc_opd usc_value(struct cg *c, const struct ir_value *v);
void usc_fold_comparisons(struct cg *c);
struct usc_opd usc_float_src(struct cg *c, const struct ir_src *s);
uint32_t usc_scratch_shared(struct cg *c); /* first of the shared registers of the scratch memory */
void usc_shared_room(struct cg *c, uint32_t n); /* the next n shared registers are consecutive */
uint32_t usc_shared_block(struct cg *c, enum usc_sh_kind kind, uint32_t a, unsigned n, unsigned align);
void usc_unsupported(struct cg *c, struct util_span span, const char *what);
bool usc_cond_to_tail(struct cg *c, const struct ir_src *cond);
void usc_select_instr(struct cg *c, struct usc_inputs *in, struct ir_instr *i);
struct usc_opd usc_in_slot(struct cg *c, struct usc_opd o, unsigned slot);
void usc_tail(struct cg *c, struct usc_group g);
/* usc_isel_geom.c */
void usc_scan_geometry(struct cg *c, struct usc_inputs *in);
void usc_assign_vertices(struct cg *c, struct usc_inputs *in);
void usc_load_vertex(struct cg *c, struct usc_inputs *in, const struct ir_instr *i);
void usc_emit_vertex(struct cg *c, const struct ir_instr *i);
/* usc_isel_io.c: inputs, parameters, memory, outputs */
enum io_interp usc_interp(const struct cg *c, const struct ir_instr *i);
unsigned usc_varying_address(const struct cg *c, unsigned slot, unsigned comp); /* USC_NO_REG = not kept */
void usc_init_outputs(struct cg *c, const struct usc_inputs *in);
void usc_assign_inputs(struct cg *c, struct usc_inputs *in);
void usc_assign_outputs(struct cg *c, const struct usc_inputs *in);
void usc_assign_arrays(struct cg *c);
struct usc_opd usc_clamped(struct cg *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count);
bool usc_within(const struct cg *c, const struct ir_instr *i); /* is the index of the access known to be in range, and not negative? */
void usc_load_buffer(struct cg *c, struct ir_instr *i);
void usc_load_input(struct cg *c, struct usc_inputs *in, const struct ir_instr *i);
void usc_scan(struct cg *c, struct usc_inputs *in);
void usc_finish(struct cg *c, const struct usc_inputs *in);
void usc_store_output(struct cg *c, const struct ir_instr *i);
void usc_load_param(struct cg *c, struct usc_inputs *in, const struct ir_instr *i);
void usc_array_access(struct cg *c, const struct usc_inputs *in, const struct ir_instr *i);
void usc_init_arrays(struct cg *c);
bool usc_is_iterated(const struct cg *c, const struct ir_instr *i);
/* usc_isel_tex.c; the entry of a request that has a used result, in the place of the oldest one */
struct usc_data *usc_find_data(struct usc_requests *r, const struct ir_instr *i, bool *found);
void usc_emit_tex(struct cg *c, struct usc_inputs *in, const struct ir_instr *i);
/* usc_isel_io.c */
void usc_iterate(struct cg *c, struct usc_inputs *in, unsigned slot, unsigned k);

#endif
