/* SPDX-License-Identifier: MIT */
/* State and building blocks of instruction selection, shared by its files: ops (agx_isel.c), inputs and outputs (agx_io.c). */
#ifndef AGX_ISEL_H
#define AGX_ISEL_H

#include "backend-agx/select/agx_priv.h"
#include "util/table.h"

#define SIGN 0x80000000u
#define ONE_F AGX_MINI(0x30)
#define IMM(v) ((struct agx_ref){.kind = AGX_IMM, .value = (v)})
#define AGX_MINI(v) ((struct agx_ref){.kind = AGX_MINIFLOAT, .value = (v)})
#define MINUS_ZERO AGX_MINI(0x80)
#define NO_REF ((struct agx_ref){0})

enum { NEEDED = 1, AS_VALUE = 2 }; /* instr->tmp: has an effect on a result; a compare that something wants as 0 or 1 */

enum val_kind { VAL_NONE, VAL_CONST, VAL_REF };
struct val {
   uint8_t kind;
   uint32_t bits;      /* VAL_CONST */
   struct agx_ref ref; /* VAL_REF: uniform or virtual */
};

struct input {
   uint8_t mask;      /* components in use */
   uint16_t where;    /* half (vertex) or cf of the lowest component (fragment) */
   uint32_t vreg[4];  /* + 1, once loaded */
   uint8_t off[4];    /* half within vreg */
};

struct isel {
   struct util_ctx *ctx;
   struct ir_shader *s;
   const struct agx_options *opt;
   struct agx_code *code;
   struct agx_program *out;
   struct val *vals; /* by value id */
   struct input in[SLOT_COUNT][INTERP_COUNT];
   uint8_t written[SLOT_COUNT]; /* components */
   uint16_t uvs[SLOT_COUNT];
   struct agx_ref color[SLOT_COUNT][4]; /* fragment: last value stored */
   uint32_t color_bits[SLOT_COUNT][4];
   struct agx_uniform *uniforms;
   uint32_t num_uniforms, cap_uniforms;
   struct util_map const_map, param_map; /* to half index */
   unsigned next_uniform;
   bool kills;
   uint32_t last_store; /* index of the st_var seen last, UINT32_MAX */
};

void agx_unsupported(struct isel *c, struct util_span span, const char *what);
struct agx_ref agx_vreg(struct isel *c, unsigned kind, unsigned count);
/* The instruction may be changed until the next one is emitted. */
struct agx_instr *agx_emit(struct isel *c, enum agx_op op, struct agx_ref d, struct agx_ref a, struct agx_ref b,
                           struct agx_ref e);
struct agx_ref agx_emit32(struct isel *c, enum agx_op op, struct agx_ref a, struct agx_ref b, struct agx_ref e);
void agx_cmpsel(struct isel *c, enum agx_op op, unsigned cc, struct agx_ref d, struct agx_ref a, struct agx_ref b,
                struct agx_ref x, struct agx_ref y);
unsigned agx_take_uniform(struct isel *c, struct agx_uniform u);
/* 32 bits that no operand slot holds as an immediate. */
struct agx_ref agx_constant(struct isel *c, uint32_t bits);
struct agx_ref agx_raw_src(struct isel *c, const struct ir_src *s);
struct agx_ref agx_reg_src(struct isel *c, const struct ir_src *s);

static inline const struct val *value_of(struct isel *c, const struct ir_src *s) { return &c->vals[s->val->id]; }

static inline void set_ref(struct isel *c, const struct ir_instr *i, struct agx_ref r)
{
   c->vals[i->dst[0]->id] = (struct val){.kind = VAL_REF, .ref = r};
}

/* Collect first, then place, then load and store: agx_io.c. */
void agx_collect_input(struct isel *c, const struct ir_instr *i);
void agx_collect_output(struct isel *c, const struct ir_instr *i);
void agx_place_io(struct isel *c);
void agx_load_input(struct isel *c, const struct ir_instr *i);
void agx_store_output(struct isel *c, const struct ir_instr *i);
void agx_finish_outputs(struct isel *c);

#endif
