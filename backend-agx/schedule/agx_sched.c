/* SPDX-License-Identifier: MIT */
/*
 * Orders of the selected instructions, on virtual registers: the frame of codegen/sched.h with the latencies of the cost table
 * (docs/agx-encoding.md, "Cost"). What an order is worth the caller finds out (agx_compile.c): nothing here is final.
 *
 * Dependences: registers as a whole; words of the vertex output buffer; and one resource for the order of what acts on the
 * outside, which the final store of a vertex program ends and which derivatives and special registers keep their place in.
 */
#include "backend-agx/select/agx_priv.h"
#include "codegen/sched.h"

struct order {
   struct util_ctx *ctx;
   const struct agx_code *code;
   struct sched g;
   uint32_t *half; /* by virtual register: index of its first half in the arrays below */
   uint32_t *left; /* by half: reads not yet placed, exports included */
   uint8_t *live;  /* by half: holds something that is read later */
   int32_t now;    /* halves alive where the schedule stands */
};

/* The register of a reference with where its halves start; false: no register, or an operand that repeats an earlier one. */
static bool halves_of(const struct order *o, const struct agx_ref *ref, unsigned k, uint32_t *first, uint32_t *n)
{
   const struct agx_ref *r = &ref[k];

   if (!agx_is_virt(r->kind))
      return false;
   for (unsigned q = AGX_A; q < k; q++)
      if (ref[q].kind == r->kind && ref[q].value == r->value && ref[q].count == r->count)
         return false;
   *first = o->half[r->value & AGX_VIRT_MASK] + (r->value >> AGX_VIRT_BITS);
   *n = agx_virt_halves(r);
   return true;
}

/* Halves that the instruction opens less those it ends, next in this direction. */
static int32_t pressure(struct order *o, const struct agx_instr *in, bool commit)
{
   const bool back = o->g.back;
   int32_t d = 0;
   uint32_t h, n;

   for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++) {
      if (!halves_of(o, in->ref, k, &h, &n))
         continue;
      for (n += h; h < n; h++) {
         d += back ? !o->live[h] : -(o->live[h] && o->left[h] == 1);
         if (!commit)
            continue;
         o->left[h] -= !back;
         o->live[h] = back || (o->live[h] && o->left[h]);
      }
   }
   if (halves_of(o, in->ref, AGX_D, &h, &n)) {
      for (n += h; h < n; h++) {
         d += back ? -o->live[h] : o->left[h] && !o->live[h];
         if (commit)
            o->live[h] = !back && o->left[h];
      }
   }
   return d;
}

static void reset(struct order *o, bool back)
{
   const struct agx_code *c = o->code;
   uint32_t h = 0, n;

   o->now = 0;
   for (uint32_t i = 0; i < c->num_vregs; i++)
      for (unsigned k = 0; k < c->vreg[i].size; k++, h++)
         o->left[h] = o->live[h] = 0;
   for (uint32_t i = 0; i < c->num; i++)
      for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
         if (halves_of(o, c->instr[i].ref, k, &h, &n))
            for (n += h; h < n; h++)
               o->left[h]++;
   for (uint32_t i = 0; i < c->num_exports; i++)
      if (halves_of(o, &c->export[i].src, 0, &h, &n))
         for (n += h; h < n; h++) {
            o->now += back && !o->live[h];
            o->left[h]++;
            o->live[h] = back;
         }
   for (uint32_t i = 0; i < c->num_entry && !back; i++)
      for (h = o->half[c->entry[i]], n = h + c->vreg[c->entry[i]].size; h < n; h++) {
         o->live[h] = o->left[h] != 0;
         o->now += o->live[h];
      }
}

static void dependences(struct order *o)
{
   const struct agx_code *c = o->code;
   const uint32_t outside = c->num_vregs, word = outside + 1;

   sched_begin(&o->g, c->num);
   for (uint32_t i = 0; i < c->num; i++) {
      const struct agx_instr *in = &c->instr[i];
      const struct agx_ref *d = &in->ref[AGX_D], *b = &in->ref[AGX_B];
      const bool store = in->op == AGX_OP_st_var && b->kind == AGX_IMM && b->value < AGX_UVS_WORDS;

      o->g.n[i].raw = (uint8_t)agx_latency(in->op);
      o->g.n[i].waw = 1;
      for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
         if (agx_is_virt(in->ref[k].kind))
            sched_read(&o->g, i, in->ref[k].value & AGX_VIRT_MASK, 1);
      if (store || in->op == AGX_OP_dfdx || in->op == AGX_OP_dfdy || in->op == AGX_OP_get_sr)
         sched_read(&o->g, i, outside, 1);
      else if (!agx_is_virt(d->kind))
         sched_write(&o->g, i, outside, 1);
      if (store)
         sched_write(&o->g, i, word + b->value, 1);
      if (agx_is_virt(d->kind))
         sched_write(&o->g, i, d->value & AGX_VIRT_MASK, 1);
   }
}

void agx_schedule(struct util_ctx *ctx, const struct agx_code *code, enum agx_order how, uint32_t limit, struct agx_code *out)
{
   struct order o = {.ctx = ctx, .code = code};
   const bool back = how == AGX_ORDER_FEW;
   uint32_t halves = 0;

   *out = *code;
   out->instr = UTIL_ARRAY(ctx, struct agx_instr, (size_t)code->num + 1);
   o.half = UTIL_ARRAY(ctx, uint32_t, (size_t)code->num_vregs + 1);
   for (uint32_t i = 0; i < code->num_vregs; i++) {
      o.half[i] = halves;
      halves += code->vreg[i].size;
   }
   o.left = UTIL_ARRAY(ctx, uint32_t, (size_t)halves + 1);
   o.live = UTIL_ARRAY(ctx, uint8_t, (size_t)halves + 1);
   sched_init(&o.g, ctx, code->num_vregs + 1 + AGX_UVS_WORDS);
   dependences(&o);
   sched_start(&o.g, back);
   reset(&o, back);
   for (uint32_t i = 0; i < code->num && back; i++)
      o.g.n[i].key = i;
   sched_seed(&o.g);
   for (uint32_t k = 0; k < code->num; k++) {
      sched_wake(&o.g);
      /* The first in order that fits; if none does, what takes least. From the end, always what takes least. */
      uint32_t best = 0;
      int32_t least = INT32_MAX;
      for (uint32_t q = 0; q < o.g.nwin; q++) {
         int32_t d = pressure(&o, &code->instr[o.g.win[q]], false);
         if (d < least) {
            least = d;
            best = q;
         }
         if (!back && o.now + d <= (int32_t)limit) {
            best = q;
            break;
         }
      }
      const uint32_t v = o.g.win[best];
      o.now += pressure(&o, &code->instr[v], true);
      out->instr[back ? code->num - 1 - k : k] = code->instr[v];
      sched_issue(&o.g, v);
      if (!back)
         sched_retire(&o.g, v);
      o.g.time++;
      sched_release(&o.g, v);
   }
}

uint32_t agx_span(struct util_ctx *ctx, const struct agx_code *code)
{
   uint32_t *ready = UTIL_ARRAY(ctx, uint32_t, (size_t)code->num_vregs + 1), t = 0, end = 0;

   for (uint32_t i = 0; i < code->num; i++, t++) {
      const struct agx_instr *in = &code->instr[i];
      for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
         if (agx_is_virt(in->ref[k].kind) && ready[in->ref[k].value & AGX_VIRT_MASK] > t)
            t = ready[in->ref[k].value & AGX_VIRT_MASK];
      const uint32_t done = t + agx_latency(in->op);
      if (agx_is_virt(in->ref[AGX_D].kind))
         ready[in->ref[AGX_D].value & AGX_VIRT_MASK] = done;
      if (done > end)
         end = done;
   }
   return end;
}
