/* SPDX-License-Identifier: MIT */
/* Operands and instructions of a program that is being selected. */
#ifndef AGX_OPERAND_H
#define AGX_OPERAND_H

#include "backend-agx/select/operand/agx_selection.h"

#define AGX_SIGN 0x80000000u

static inline struct agx_ref agx_none(void)
{
   return (struct agx_ref){0};
}
static inline struct agx_ref agx_imm(uint32_t v)
{
   return (struct agx_ref){.kind = AGX_IMM, .value = v};
}
static inline struct agx_ref agx_minifloat(uint32_t bits)
{
   return (struct agx_ref){.kind = AGX_MINIFLOAT, .value = bits};
}
/* x + -0 is x with denormals flushed and NaN quieted. */
static inline struct agx_ref agx_minus_zero(void)
{
   return agx_minifloat(0x80);
}

void agx_unsupported(struct agx_selection *c, struct util_span span, const char *what);

/* Appends an instruction to the current block; the caller may modify it. */
struct agx_instr *agx_emit(struct agx_selection *c, enum agx_op op, struct agx_ref d, struct agx_ref a, struct agx_ref b,
                           struct agx_ref e);
/* The same with a new 32-bit register as the result, which it returns. */
struct agx_ref agx_emit32(struct agx_selection *c, enum agx_op op, struct agx_ref a, struct agx_ref b, struct agx_ref e);

/* A comparison of a and b, or its opposite. */
struct agx_condition {
   bool is_float; /* fcmp, not icmp */
   bool inverted; /* the condition holds where the comparison does not */
   uint8_t cc;
   struct agx_ref a, b;
};
static inline struct agx_condition agx_icmp(unsigned cc, struct agx_ref a, struct agx_ref b)
{
   return (struct agx_condition){.cc = (uint8_t)cc, .a = a, .b = b};
}
static inline struct agx_condition agx_fcmp(unsigned cc, struct agx_ref a, struct agx_ref b)
{
   return (struct agx_condition){.is_float = true, .cc = (uint8_t)cc, .a = a, .b = b};
}
/* d = k ? x : y */
void agx_emit_select(struct agx_selection *c, struct agx_ref d, struct agx_condition k, struct agx_ref x, struct agx_ref y);
/* The same with a new 32-bit register as the result, which it returns. */
struct agx_ref agx_emit_select32(struct agx_selection *c, struct agx_condition k, struct agx_ref x, struct agx_ref y);

/* Adds a 32-bit uniform and returns its first half. */
unsigned agx_take_uniform(struct agx_selection *c, struct agx_uniform u);
/* A word that the ABI puts at this half, before our own uniforms. It joins the list at its first use. */
struct agx_ref agx_fixed_uniform(struct agx_selection *c, enum agx_uniform_kind kind, unsigned half);
/* Returns the 32-bit uniform that the reflection describes this way (enum agx_uniform_kind), and adds it if necessary. */
struct agx_ref agx_uniform(struct agx_selection *c, enum agx_uniform_kind kind, unsigned comp, uint32_t value);
/* A 64-bit address. It has to be reserved before the parameters get their uniforms, because only the first uniforms can be
   64-bit operands. An address at a later uniform is copied to a register for each access. */
void agx_reserve_address(struct agx_selection *c, enum agx_uniform_kind kind, uint32_t value);
struct agx_ref agx_address(struct agx_selection *c, enum agx_uniform_kind kind, uint32_t value);
/* Word k (0 or 1) of the address. */
struct agx_ref agx_address_word(const struct agx_selection *c, enum agx_uniform_kind kind, uint32_t value, unsigned k);
/* The uniform of a component of an entry in the parameter list. It must have one. */
struct agx_ref agx_param(struct agx_selection *c, uint32_t entry, unsigned comp);
/* A 32-bit operand for a constant that does not fit an immediate: a uniform, or a register that is loaded here. */
struct agx_ref agx_constant(struct agx_selection *c, uint32_t bits);

/* A 32-bit constant as an operand of an integer operation. */
static inline struct agx_ref agx_int_const(struct agx_selection *c, uint32_t bits)
{
   return bits <= 255 ? agx_imm(bits) : agx_constant(c, bits);
}

/* 32-bit values computed from a source, which later instructions of the block reuse. */
enum agx_computed { AGX_WITH_SIGN /* as agx_int_src() */, AGX_PART_OF_TURN };
/* Finds the register of such a value. False if it has not been computed in this block. */
bool agx_find_computed(struct agx_selection *c, enum agx_computed what, const struct ir_src *s, uint32_t *unit);
void agx_set_computed(struct agx_selection *c, enum agx_computed what, const struct ir_src *s, uint32_t unit);

/* The bits that the source reads. Its value must be a constant. */
uint32_t agx_const_bits(const struct agx_selection *c, const struct ir_src *s);
/* A source as an operand of a float operation, which applies the modifiers. */
struct agx_ref agx_float_src(struct agx_selection *c, const struct ir_src *s);
struct agx_ref agx_float_const(struct agx_selection *c, uint32_t bits);
/* A source as plain bits: an 8-bit immediate, a uniform or a register. A logic operation applies the modifiers. */
struct agx_ref agx_int_src(struct agx_selection *c, const struct ir_src *s);
/* The same, but always in a register. */
struct agx_ref agx_reg_src(struct agx_selection *c, const struct ir_src *s);

static inline struct agx_ref agx_new16(struct agx_selection *c)
{
   return agx_reg_new(c->mir, AGX_VIRT16, 1);
}
static inline struct agx_ref agx_new32(struct agx_selection *c)
{
   return agx_reg_new(c->mir, AGX_VIRT32, 1);
}

/* The low or high half of a 32-bit register or uniform. */
static inline struct agx_ref agx_half_of(struct agx_ref word, unsigned high)
{
   return (struct agx_ref){.kind = word.kind == AGX_UNIFORM32 ? AGX_UNIFORM16 : AGX_VIRT16, .value = word.value + high};
}
/* Element n of a vector that has only the elements in the mask, packed. */
static inline struct agx_ref agx_packed_element(struct agx_ref vector, unsigned mask, unsigned n)
{
   const unsigned place = (unsigned)__builtin_popcount(mask & ((1u << n) - 1));
   return (struct agx_ref){.kind = AGX_VIRT32, .value = vector.value + 2 * place};
}
/* In the loop over samples: the mask with the current sample. */
static inline struct agx_ref agx_shaded_sample(const struct agx_selection *c)
{
   return (struct agx_ref){.kind = AGX_REG16, .value = c->mir->mask_half};
}
static inline const struct agx_value *agx_value_of(const struct agx_selection *c, const struct ir_src *s)
{
   return &c->val[s->val->id];
}
static inline bool agx_is_const(const struct agx_selection *c, const struct ir_src *s)
{
   return agx_value_of(c, s)->kind == AGX_VALUE_CONST;
}
/* Makes the operand the result of i. */
static inline void agx_set_result(struct agx_selection *c, const struct ir_instr *i, struct agx_ref r)
{
   c->val[i->dst[0]->id] = (struct agx_value){.kind = AGX_VALUE_OPERAND, .operand = r};
}
/* Makes the constant the result of i. */
static inline void agx_set_const(struct agx_selection *c, const struct ir_instr *i, uint32_t bits)
{
   c->val[i->dst[0]->id] = (struct agx_value){.kind = AGX_VALUE_CONST, .bits = bits & ir_width_mask(i->dst[0]->width)};
}
/* Makes a new register the result of i. */
struct agx_ref agx_new_result(struct agx_selection *c, const struct ir_instr *i);

#endif
