/* SPDX-License-Identifier: MIT */
/*
 * Operands: see agx_operand.h. Constants and parameters are operands, not instructions: an 8-bit float or integer if the
 * operand slot supports one, else a uniform.
 */
#include "backend-agx/select/operand/agx_operand.h"

void agx_unsupported(struct agx_selection *c, struct util_span span, const char *what)
{
   util_diag(c->ctx, DIAG_ID_unsupported_target, span, "AGX does not support %s", what);
}

/* ---- instructions */

struct agx_instr *agx_emit(struct agx_selection *c, enum agx_op op, struct agx_ref d, struct agx_ref a, struct agx_ref b,
                           struct agx_ref e)
{
   const struct agx_instr in = {.op = (uint16_t)op, .ref = {d, a, b, e, agx_none()}};

   return agx_push(c->mir, &c->mir->p.blocks[c->block].body, &in, c->span);
}

struct agx_ref agx_emit32(struct agx_selection *c, enum agx_op op, struct agx_ref a, struct agx_ref b, struct agx_ref e)
{
   const struct agx_ref d = agx_new32(c);

   agx_emit(c, op, d, a, b, e);
   return d;
}

void agx_emit_select(struct agx_selection *c, struct agx_ref d, struct agx_condition k, struct agx_ref x, struct agx_ref y)
{
   struct agx_instr *in = agx_emit(c, k.is_float ? AGX_OP_fcmpsel : AGX_OP_icmpsel, d, k.a, k.b, k.inverted ? y : x);

   in->f[AGX_F_COND] = k.cc;
   in->ref[AGX_Y] = k.inverted ? x : y;
}

struct agx_ref agx_emit_select32(struct agx_selection *c, struct agx_condition k, struct agx_ref x, struct agx_ref y)
{
   const struct agx_ref d = agx_new32(c);

   agx_emit_select(c, d, k, x, y);
   return d;
}

struct agx_ref agx_new_result(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_ref d = i->dst[0]->width == 32 ? agx_new32(c) : agx_new16(c);

   agx_set_result(c, i, d);
   return d;
}

/* ---- constants */

unsigned agx_take_uniform(struct agx_selection *c, struct agx_uniform u)
{
   u.half = (uint16_t)c->uniforms->next;
   c->uniforms->next += 2;
   UTIL_PUSH(c->ctx, c->uniforms->list, c->uniforms->num, c->uniforms->cap, u);
   return u.half;
}

static const struct agx_uniform *find_uniform(const struct agx_selection *c, enum agx_uniform_kind kind, unsigned comp,
                                              uint32_t value)
{
   for (uint32_t k = 0; k < c->uniforms->num; k++) {
      const struct agx_uniform *u = &c->uniforms->list[k];
      if (u->kind == kind && u->comp == comp && u->value == value)
         return u;
   }
   return NULL;
}

struct agx_ref agx_uniform(struct agx_selection *c, enum agx_uniform_kind kind, unsigned comp, uint32_t value)
{
   const struct agx_uniform *u = find_uniform(c, kind, comp, value);
   unsigned half = u ? u->half : 0;

   if (!u && c->uniforms->next + 2 <= AGX_UNIFORMS)
      half = agx_take_uniform(c, (struct agx_uniform){.kind = (uint8_t)kind, .comp = (uint8_t)comp, .value = value});
   else if (!u)
      agx_unsupported(c, c->span, "more driver words than its uniform registers hold");
   return (struct agx_ref){.kind = agx_uniform_halves((uint8_t)kind, (uint8_t)comp) == 1 ? AGX_UNIFORM16 : AGX_UNIFORM32,
                           .value = half};
}

struct agx_ref agx_fixed_uniform(struct agx_selection *c, enum agx_uniform_kind kind, unsigned half)
{
   const struct agx_uniform u = {.kind = (uint8_t)kind, .half = (uint16_t)half};

   if (!find_uniform(c, kind, 0, 0)) {
      UTIL_PUSH(c->ctx, c->uniforms->list, c->uniforms->num, c->uniforms->cap, u);
      c->uniforms->num_fixed++;
   }
   return (struct agx_ref){.kind = agx_uniform_halves(u.kind, 0) == 1 ? AGX_UNIFORM16 : AGX_UNIFORM32, .value = half};
}

struct agx_ref agx_param(struct agx_selection *c, uint32_t entry, unsigned comp)
{
   uint32_t half = 0;

   util_map_find(&c->uniforms->params, entry * 4 + comp, &half);
   return (struct agx_ref){.kind = AGX_UNIFORM32, .value = half};
}

/* The last halves at which a 64-bit operand can start: the base of a device access, and that of a texture heap. */
#define LAST_ADDRESS 252
#define LAST_HEAP 124

void agx_reserve_address(struct agx_selection *c, enum agx_uniform_kind kind, uint32_t value)
{
   if (find_uniform(c, kind, 0, value))
      return;
   c->uniforms->next = (c->uniforms->next + 3) & ~3u;
   if (c->uniforms->next + 4 > AGX_UNIFORMS)
      agx_unsupported(c, c->span, "more addresses than its uniform registers hold");
   for (unsigned comp = 0; comp < 2; comp++)
      agx_take_uniform(c, (struct agx_uniform){.kind = (uint8_t)kind, .comp = (uint8_t)comp, .value = value});
}

struct agx_ref agx_address(struct agx_selection *c, enum agx_uniform_kind kind, uint32_t value)
{
   const struct agx_uniform *u = find_uniform(c, kind, 0, value);

   UTIL_CHECK(c->ctx, u);
   if (kind == AGX_UNI_HEAP && u->half > LAST_HEAP)
      agx_unsupported(c, c->span, "bindless textures in a program with this many uniforms");
   if (u->half <= LAST_ADDRESS)
      return (struct agx_ref){.kind = AGX_UNIFORM64, .value = u->half};
   const struct agx_ref d = agx_reg_new(c->mir, AGX_VIRT64, 1);
   for (unsigned k = 0; k < 2; k++)
      agx_emit(c, AGX_OP_mov, (struct agx_ref){.kind = AGX_VIRT32, .value = d.value + 2 * k},
               agx_address_word(c, kind, value, k), agx_none(), agx_none());
   return d;
}

struct agx_ref agx_address_word(const struct agx_selection *c, enum agx_uniform_kind kind, uint32_t value, unsigned k)
{
   const struct agx_uniform *u = find_uniform(c, kind, k, value);

   UTIL_CHECK(c->ctx, u);
   return (struct agx_ref){.kind = AGX_UNIFORM32, .value = u->half};
}

static struct agx_ref load_constant(struct agx_selection *c, unsigned width, uint32_t bits)
{
   const struct agx_ref d = width == 32 ? agx_new32(c) : agx_new16(c);

   agx_emit(c, width == 32 ? AGX_OP_mov_imm32 : AGX_OP_mov_imm16, d, agx_none(), agx_none(), agx_none())->imm = bits;
   return d;
}

struct agx_ref agx_constant(struct agx_selection *c, uint32_t bits)
{
   uint32_t half;

   if (!util_map_find(&c->uniforms->constants, bits, &half)) {
      if (c->opt->inline_constants || c->uniforms->next + 2 > AGX_UNIFORMS)
         return load_constant(c, 32, bits);
      half = agx_take_uniform(c, (struct agx_uniform){.kind = AGX_UNI_CONST, .value = bits});
      util_map_set(&c->uniforms->constants, bits, half);
   }
   return (struct agx_ref){.kind = AGX_UNIFORM32, .value = half};
}

/* ---- sources */

static uint32_t key_of(enum agx_computed what, const struct ir_src *s)
{
   return 8 * s->val->id + 4 * what + 2 * s->abs + s->neg;
}

bool agx_find_computed(struct agx_selection *c, enum agx_computed what, const struct ir_src *s, uint32_t *unit)
{
   return c->in_block.computed.ctx && util_map_find(&c->in_block.computed, key_of(what, s), unit);
}

void agx_set_computed(struct agx_selection *c, enum agx_computed what, const struct ir_src *s, uint32_t unit)
{
   if (!c->in_block.computed.ctx)
      util_map_init(&c->in_block.computed, c->ctx);
   util_map_set(&c->in_block.computed, key_of(what, s), unit);
}

uint32_t agx_const_bits(const struct agx_selection *c, const struct ir_src *s)
{
   uint32_t bits = agx_value_of(c, s)->bits;

   if (s->abs)
      bits &= ~AGX_SIGN;
   return s->neg ? bits ^ AGX_SIGN : bits;
}

struct agx_ref agx_float_const(struct agx_selection *c, uint32_t bits)
{
   const int mini = agx_minifloat_from_f32(bits);
   return mini >= 0 ? agx_minifloat((uint32_t)mini) : agx_constant(c, bits);
}

struct agx_ref agx_float_src(struct agx_selection *c, const struct ir_src *s)
{
   if (agx_is_const(c, s))
      return agx_float_const(c, agx_const_bits(c, s));
   struct agx_ref r = agx_value_of(c, s)->operand;
   r.mods = (uint8_t)((s->abs ? AGX_ABS : 0) | (s->neg ? AGX_NEG : 0));
   return r;
}

struct agx_ref agx_int_src(struct agx_selection *c, const struct ir_src *s)
{
   if (agx_is_const(c, s)) {
      const uint32_t bits = agx_const_bits(c, s);
      return bits <= 255 || s->val->width == 32 ? agx_int_const(c, bits) : load_constant(c, 16, bits & 0xffff);
   }
   const struct agx_ref r = agx_value_of(c, s)->operand;
   uint32_t unit;
   if (!s->neg && !s->abs)
      return r;
   if (!agx_find_computed(c, AGX_WITH_SIGN, s, &unit)) {
      const struct agx_ref mask = agx_constant(c, s->abs && !s->neg ? ~AGX_SIGN : AGX_SIGN);
      unit = agx_emit32(c, s->abs ? (s->neg ? AGX_OP_or : AGX_OP_and) : AGX_OP_xor, r, mask, agx_none()).value;
      agx_set_computed(c, AGX_WITH_SIGN, s, unit);
   }
   return (struct agx_ref){.kind = AGX_VIRT32, .value = unit};
}

struct agx_ref agx_reg_src(struct agx_selection *c, const struct ir_src *s)
{
   if (agx_is_const(c, s))
      return load_constant(c, s->val->width == 32 ? 32 : 16, agx_const_bits(c, s));
   const struct agx_ref r = agx_int_src(c, s);
   return agx_is_virtual(r.kind) ? r : agx_emit32(c, AGX_OP_mov, r, agx_none(), agx_none());
}
