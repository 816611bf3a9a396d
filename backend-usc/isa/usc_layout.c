/* SPDX-License-Identifier: MIT */
/*
 * A program's bytes: sizes, then branch offsets (relative to the first byte of the branch group; observed in vendor code), then
 * the alignment of the end: the last group starts at a multiple of 8 bytes and its size is one (documented by two public
 * compilers, observed in vendor code). The move is made by padding the group before the last; if that would outgrow 32 bytes,
 * an earlier one. One pass over the groups writes all bytes, a second one those that depend on where others are.
 */
#include "backend-usc/isa/usc_priv.h"

#include <string.h>

static const struct usc_found no_found;

/* The notes on a group: the padding of the last two is made anew. */
static struct usc_found found_of(const struct usc_prog *p, uint32_t i)
{
   struct usc_found f = p->found ? p->found[i] : no_found;
   if (i + 2 >= p->n)
      f.pad = 0;
   return f;
}

enum usc_violation usc_layout(struct util_ctx *ctx, struct usc_prog *p, struct util_buf *out, uint32_t **offsets, uint32_t *bad)
{
   bool to_end = false;
   for (uint32_t i = 0; i < p->n; i++)
      to_end |= p->g[i].has_label && p->g[i].label >= p->n;
   if (!p->n || to_end || (p->g[p->n - 1].kind == USC_CONTROL && !p->g[p->n - 1].end)) {
      const struct usc_group nop = usc_g_nop(true);
      const uint32_t n = p->n;
      uint32_t count = n;
      UTIL_PUSH(ctx, p->g, p->n, p->cap, nop);
      if (p->found)
         UTIL_PUSH(ctx, p->found, count, p->found_cap, no_found);
      for (uint32_t i = 0; i < n; i++)
         if (p->g[i].has_label && p->g[i].label > n)
            p->g[i].label = n;
   }
   p->g[p->n - 1].end = 1;

   const uint32_t n = p->n;
   const size_t start = out->len;
   uint32_t *off = UTIL_ARRAY(ctx, uint32_t, (size_t)n + 1);
   for (uint32_t i = 0; i < n; i++) {
      const struct usc_group *g = &p->g[i];
      const struct usc_found f = found_of(p, i);
      uint8_t bytes[USC_MAX_GROUP_BYTES];
      /* Notes may ask for more than is needed: then the group is also to be legal without them. */
      enum usc_violation why = p->found ? usc_check(g) : usc_check_rules(g);
      const unsigned size = why ? 0 : usc_encode_checked(g, &f, bytes, &why);
      if (why) {
         *bad = i;
         p->text_only = why == USC_V_NO_ENCODING;
         return why;
      }
      off[i] = (uint32_t)(out->len - start);
      util_buf_add(out, bytes, size);
      if (out->len - start > INT32_MAX)
         util_fail(ctx, UTIL_LIMIT);
   }
   off[n] = (uint32_t)(out->len - start);

   const unsigned move = (8 - off[n - 1] % 8) % 8;
   uint32_t padded = n - 1; /* the group in front of this one takes the padding; none: 0 */
   while (move && padded > 0 && off[padded] - off[padded - 1] + move > USC_MAX_GROUP_BYTES)
      padded--;
   if (move && padded == 0) { /* every group is full: a nop takes up the slack */
      struct usc_group nop = usc_g_nop(false);
      UTIL_PUSH(ctx, p->g, p->n, p->cap, nop);
      if (p->found) {
         uint32_t count = n;
         UTIL_PUSH(ctx, p->found, count, p->found_cap, no_found);
         p->found[n] = p->found[n - 1];
         p->found[n - 1] = no_found;
      }
      p->g[n] = p->g[n - 1];
      p->g[n - 1] = nop;
      for (uint32_t k = 0; k < p->n; k++)
         if (p->g[k].has_label && p->g[k].label >= n)
            p->g[k].label++;
      out->len = start;
      return usc_layout(ctx, p, out, offsets, bad); /* the nop has room: this happens once */
   }
   for (uint32_t i = padded; move && i <= n; i++)
      off[i] += move;
   const unsigned grow = (8 - (off[n] - off[n - 1]) % 8) % 8;
   off[n] += grow;

   /* Once more: what has moved or is of another size, and what jumps. */
   for (uint32_t i = 0; i < n; i++) {
      struct usc_group *g = &p->g[i];
      struct usc_found f = found_of(p, i);
      uint8_t bytes[USC_MAX_GROUP_BYTES];
      enum usc_violation why;
      if (!g->has_label && i + 1 < padded)
         continue;
      if (g->has_label && g->label >= n) {
         *bad = i;
         return USC_V_BRANCH;
      }
      if (g->has_label)
         g->target = g->abs ? (int32_t)off[g->label] : (int32_t)(off[g->label] - off[i]);
      if (move && i + 1 == padded)
         f.pad = (uint8_t)(f.pad + move / 2);
      if (i + 1 == n)
         f.pad = (uint8_t)(grow / 2);
      if (usc_encode_checked(g, &f, bytes, &why) != off[i + 1] - off[i]) {
         *bad = i;
         return why ? why : USC_V_SIZE;
      }
      if (i + 1 < padded) {
         memcpy(out->data + start + off[i], bytes, off[i + 1] - off[i]);
      } else { /* from here on all bytes are new */
         out->len = start + off[i];
         util_buf_add(out, bytes, off[i + 1] - off[i]);
      }
   }
   if (offsets)
      *offsets = off;
   return USC_V_OK;
}
