/* SPDX-License-Identifier: MIT */
/* See agx_same.h. */
#include "tests/agx_same.h"

#include <string.h>

static bool has_target(unsigned op)
{
   return op == AGX_OP_jmp_exec_any || op == AGX_OP_jmp_exec_none;
}

/* ---- code ---------------------------------------------------------------------------------------------------------------- */

static void reserve(struct util_ctx *ctx, struct mutable_code *c, size_t n)
{
   *c = (struct mutable_code){.in = UTIL_ARRAY(ctx, struct agx_instr, n + 1),
                              .at = UTIL_ARRAY(ctx, uint32_t, n + 1),
                              .target = UTIL_ARRAY(ctx, uint32_t, n + 1),
                              .dropped = UTIL_ARRAY(ctx, bool, n + 1)};
}

bool mutable_read(struct util_ctx *ctx, const uint8_t *code, size_t len, struct mutable_code *c)
{
   reserve(ctx, c, len / 2);
   for (size_t at = 0; at < len; at += c->in[c->n++].len) {
      c->at[c->n] = (uint32_t)at;
      if (agx_decode(code + at, len - at, &c->in[c->n]))
         return false;
   }
   c->at[c->n] = (uint32_t)len;
   for (uint32_t k = 0; k < c->n; k++)
      for (uint32_t t = 0; t <= c->n && has_target(c->in[k].op); t++)
         if (c->at[t] == c->at[k] + c->in[k].f[AGX_F_IMM])
            c->target[k] = t;
   return true;
}

void mutable_copy(struct util_ctx *ctx, const struct mutable_code *from, struct mutable_code *to)
{
   reserve(ctx, to, from->n);
   to->n = from->n;
   to->halves = from->halves;
   memcpy(to->in, from->in, from->n * sizeof *to->in);
   memcpy(to->at, from->at, (from->n + 1) * sizeof *to->at);
   memcpy(to->target, from->target, from->n * sizeof *to->target);
}

const uint8_t *mutable_write(struct util_ctx *ctx, const struct mutable_code *c, size_t *len)
{
   uint8_t *code = UTIL_ARRAY(ctx, uint8_t, (size_t)c->n * AGX_MAX_LEN + 1);
   uint32_t *at = UTIL_ARRAY(ctx, uint32_t, (size_t)c->n + 1);

   for (unsigned round = 0; round < 2; round++) { /* the places of all instructions, then jumps to them */
      uint32_t pc = 0;
      for (uint32_t k = 0; k < c->n; k++) {
         struct agx_instr in = c->in[k];
         unsigned n = 0;
         at[k] = pc;
         if (has_target(in.op))
            in.f[AGX_F_IMM] = round ? at[c->target[k]] - pc : 0;
         in.form = AGX_FORM_USUAL;
         if (!c->dropped[k] && agx_encode(&in, code + pc, &n))
            return NULL;
         pc += n;
      }
      at[c->n] = pc;
   }
   *len = at[c->n];
   return code;
}

/* ---- the same ------------------------------------------------------------------------------------------------------------ */

bool is_same(struct util_ctx *ctx, const struct agx_program *p, const struct mutable_code *good, const struct agx_program *q,
             const struct mutable_code *c, uint32_t pc)
{
   (void)ctx;
   (void)p;
   (void)good;
   (void)q;
   (void)c;
   (void)pc;
   return false;
}
