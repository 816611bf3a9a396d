/* SPDX-License-Identifier: MIT */
/* Whole programs: see agx_prolog_epilog.h. */
#include "backend-agx/prolog_epilog/agx_prolog_epilog_priv.h"

#include "backend-agx/isa/agx_format.h"
#include "backend-agx/text/agx_text.h"
#include "semantics/slots.h"

/* Assembles our own text. */
static void assemble(struct util_ctx *ctx, const struct util_buf *text, struct util_buf *code)
{
   const char *source = ctx->text;
   const size_t len = ctx->text_len;

   ctx->text = text->data;
   ctx->text_len = text->len;
   agx_assemble_text(ctx, text->data ? text->data : "", text->len, code, NULL);
   ctx->text = source;
   ctx->text_len = len;
   UTIL_CHECK(ctx, ctx->status == UTIL_OK);
}

/* Recomputes the statistics for the combined code, without the traps. */
static void count_code(struct agx_program *p)
{
   uint32_t cycles[2] = {0};
   struct agx_instr in;

   p->stats.instructions = 0;
   for (size_t at = 0; at < p->len; at += in.len) {
      if (agx_decode(p->code + at, p->len - at, &in) || in.op == AGX_OP_trap)
         break;
      const struct agx_unit_info *unit = &agx_unit_info[agx_info[in.op].unit];
      p->stats.instructions++;
      cycles[0] += unit->complex ? 1 : unit->cost;
      cycles[1] += unit->complex ? 2u * unit->cost : 0;
      for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
         const struct agx_ref *r = &in.ref[k];
         if (r->kind >= AGX_REG16 && r->kind <= AGX_REG64 && r->value + agx_ref_halves(r) > p->stats.halves)
            p->stats.halves = r->value + agx_ref_halves(r);
      }
   }
   p->stats.est_cycles = cycles[0] > cycles[1] ? cycles[0] : cycles[1];
   p->stats.bytes = (uint32_t)p->len;
}

void agx_make_whole(struct util_ctx *ctx, const struct agx_surroundings *s, struct agx_program *p)
{
   const bool fragment = p->stage == AGX_STAGE_FRAGMENT;
   struct util_buf text[3], *code = UTIL_NEW(ctx, struct util_buf), behind;

   for (unsigned k = 0; k < 3; k++)
      util_buf_init(&text[k], ctx);
   util_buf_init(code, ctx);
   util_buf_init(&behind, ctx);
   if (fragment) {
      agx_fragment_prolog(s, p, &text[0]);
      agx_fragment_epilog(p, &text[1]);
      assemble(ctx, &text[1], &behind);
      agx_fragment_end(p, p->len + behind.len, &text[2]);
      assemble(ctx, &text[2], &behind);
   } else {
      agx_vertex_prolog(s, p, &text[0]);
   }
   assemble(ctx, &text[0], code);
   for (uint32_t k = 0; k < p->num_from; k++)
      p->from[k].at += (uint32_t)code->len;
   util_buf_add(code, p->code, p->len);
   util_buf_add(code, behind.data, behind.len);
   p->code = (const uint8_t *)code->data;
   p->len = code->len;
   p->whole = true;
   p->samples = (uint8_t)(s->samples ? s->samples : 1);
   count_code(p);
}
