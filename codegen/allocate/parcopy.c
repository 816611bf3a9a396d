/* SPDX-License-Identifier: MIT */
/* Sequencing of parallel copies: see parcopy.h. */
#include "codegen/allocate/parcopy.h"

#include <string.h>

struct seq {
   struct util_ctx *ctx;
   struct cg_parcopy *c;
   uint32_t n;
   uint32_t max;      /* one more than the highest unit in use */
   uint32_t *readers; /* by unit: pending copies that read it */
   uint32_t *blocked; /* by copy: units of its destination that other pending copies read */
   uint32_t *dst_of;  /* by unit: the copy that writes it, or UINT32_MAX */
   uint8_t *done;
   uint32_t *ready, nready;
   struct cg_parcopy_step *out;
   uint32_t nout, cap_out;
};

static bool is_reg(uint32_t src)
{
   return src < CG_PARCOPY_EXTERNAL;
}

static void prepare(struct seq *s)
{
   s->max = 0;
   for (uint32_t i = 0; i < s->n; i++) {
      if (s->c[i].dst + s->c[i].size > s->max)
         s->max = s->c[i].dst + s->c[i].size;
      if (is_reg(s->c[i].src) && s->c[i].src + s->c[i].size > s->max)
         s->max = s->c[i].src + s->c[i].size;
   }
   s->readers = UTIL_ARRAY(s->ctx, uint32_t, s->max + 1);
   s->dst_of = UTIL_ARRAY(s->ctx, uint32_t, s->max + 1);
   s->blocked = UTIL_ARRAY(s->ctx, uint32_t, s->n + 1);
   s->done = UTIL_ARRAY(s->ctx, uint8_t, s->n + 1);
   s->ready = UTIL_ARRAY(s->ctx, uint32_t, s->n + 1);
   s->nready = 0;
   memset(s->dst_of, 0xff, sizeof(uint32_t) * (s->max + 1));
   for (uint32_t i = 0; i < s->n; i++) {
      if (s->c[i].src == s->c[i].dst) {
         s->done[i] = 1;
         continue;
      }
      for (unsigned k = 0; k < s->c[i].size; k++) {
         UTIL_CHECK(s->ctx, s->dst_of[s->c[i].dst + k] == UINT32_MAX);
         s->dst_of[s->c[i].dst + k] = i;
         if (is_reg(s->c[i].src))
            s->readers[s->c[i].src + k]++;
      }
   }
   for (uint32_t i = 0; i < s->n; i++) {
      if (s->done[i])
         continue;
      for (unsigned k = 0; k < s->c[i].size; k++)
         if (s->readers[s->c[i].dst + k])
            s->blocked[i]++;
      if (!s->blocked[i])
         s->ready[s->nready++] = i;
   }
}

/* Marks the copy as done: it does not read its source any more, so copies into those units may become ready. */
static void release(struct seq *s, const struct cg_parcopy *c)
{
   if (!is_reg(c->src))
      return;
   for (unsigned k = 0; k < c->size; k++) {
      uint32_t u = c->src + k;
      if (--s->readers[u])
         continue;
      uint32_t w = s->dst_of[u];
      if (w != UINT32_MAX && !s->done[w] && !--s->blocked[w])
         s->ready[s->nready++] = w;
   }
}

static void step(struct seq *s, enum cg_parcopy_kind kind, uint32_t dst, uint32_t src, unsigned size)
{
   UTIL_PUSH(s->ctx, s->out, s->nout, s->cap_out, (struct cg_parcopy_step){(uint8_t)kind, (uint8_t)size, dst, src});
}

static void drain(struct seq *s)
{
   while (s->nready) {
      uint32_t i = s->ready[--s->nready];
      s->done[i] = 1;
      step(s, CG_PARCOPY_MOVE, s->c[i].dst, s->c[i].src, s->c[i].size);
      release(s, &s->c[i]);
   }
}

/* Swaps along cycles of whole copies: a -> b -> ... -> a of one size, with exactly matching units. */
static void swap_cycles(struct seq *s)
{
   for (uint32_t i = 0; i < s->n; i++) {
      if (s->done[i])
         continue;
      uint32_t at = i, len = 0;
      bool whole = true;
      do {
         const struct cg_parcopy *c = &s->c[at];
         uint32_t w = is_reg(c->src) ? s->dst_of[c->src] : UINT32_MAX;
         if (w == UINT32_MAX || s->done[w] || s->c[w].dst != c->src || s->c[w].size != c->size) {
            whole = false;
            break;
         }
         for (unsigned k = 0; k < c->size; k++)
            whole &= s->readers[c->src + k] == 1;
         at = w;
      } while (whole && at != i && ++len <= s->n);
      if (!whole || at != i)
         continue;
      /* Each swap along the cycle completes one copy: the register that i writes gets the value of its source, whose own new
         value is then one step further along the cycle. */
      uint32_t cur = i;
      for (;;) {
         uint32_t nxt = s->dst_of[s->c[cur].src];
         s->done[cur] = 1;
         for (unsigned k = 0; k < s->c[cur].size; k++)
            s->readers[s->c[cur].src + k]--;
         if (nxt == i)
            break;
         step(s, CG_PARCOPY_SWAP, s->c[cur].dst, s->c[cur].src, s->c[cur].size);
         cur = nxt;
      }
   }
}

uint32_t cg_parcopy_sequence(struct util_ctx *ctx, const struct cg_parcopy *c, uint32_t n, struct cg_parcopy_step **out)
{
   struct seq s = {.ctx = ctx, .n = n};
   s.c = UTIL_ARRAY(ctx, struct cg_parcopy, n + 1);
   uint32_t next = 0;
   for (int pass = 0; pass < 2; pass++) /* copies of external sources come first on the stack, so last in the sequence */
      for (uint32_t i = 0; i < n; i++)
         if (is_reg(c[i].src) == (pass == 1))
            s.c[next++] = c[i];
   prepare(&s);
   drain(&s);
   swap_cycles(&s);
   drain(&s);
   uint32_t remaining = 0, total = 0;
   for (uint32_t i = 0; i < n; i++)
      if (!s.done[i])
         remaining++, total += s.c[i].size;
   if (remaining) {
      /* Overlapping cycles of copies of several units are split into copies of one unit; only true permutations of these
         remain. */
      struct cg_parcopy *one = UTIL_ARRAY(ctx, struct cg_parcopy, total + 1);
      uint32_t m = 0;
      for (uint32_t i = 0; i < n; i++)
         for (unsigned k = 0; !s.done[i] && k < s.c[i].size; k++)
            one[m++] = (struct cg_parcopy){s.c[i].dst + k, is_reg(s.c[i].src) ? s.c[i].src + k : s.c[i].src, 1};
      s.c = one;
      s.n = m;
      prepare(&s);
      drain(&s);
      swap_cycles(&s);
      drain(&s);
   }
   *out = s.out;
   return s.nout;
}
