/* SPDX-License-Identifier: MIT */
/*
 * A program's bytes: sizes, then branch offsets (relative to the first byte of the branch group; observed in vendor code), then
 * the alignment of the end: the last group starts at a multiple of 8 bytes and its size is one (documented by two public
 * compilers, observed in vendor code). The move is made by padding the group before the last; if that would outgrow 32 bytes,
 * an earlier one. One pass over the groups for each step.
 */
#include "backend-usc/usc_priv.h"

#include <string.h>

static const struct usc_found no_found;

enum usc_reason usc_layout(struct util_ctx *ctx, struct usc_prog *p, struct util_buf *out, uint32_t **offsets, uint32_t *bad)
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
   uint32_t *off = UTIL_ARRAY(ctx, uint32_t, (size_t)n + 1);
   uint8_t *pad = UTIL_ARRAY(ctx, uint8_t, n), *size = UTIL_ARRAY(ctx, uint8_t, n);
   uint64_t at = 0;
   for (uint32_t i = 0; i < n; i++) {
      struct usc_found f = p->found ? p->found[i] : no_found;
      const struct usc_group *g = &p->g[i];
      unsigned bytes = 0;
      enum usc_reason why = usc_check_size(g, &bytes);
      if (i + 2 >= n)
         f.pad = 0;
      if (!why && p->found)
         why = usc_measure(g, &f, true, &bytes);
      if (why) {
         *bad = i;
         return why;
      }
      size[i] = (uint8_t)bytes;
      pad[i] = f.pad;
      off[i] = (uint32_t)at;
      at += size[i];
      if (at > INT32_MAX)
         util_fail(ctx, UTIL_LIMIT);
   }
   off[n] = (uint32_t)at;
   const unsigned move = (8 - off[n - 1] % 8) % 8;
   if (move) {
      uint32_t i = n - 1;
      while (i > 0 && size[i - 1] + move > USC_MAX_GROUP_BYTES)
         i--;
      if (i == 0) { /* every group is full: a nop takes up the slack */
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
         return usc_layout(ctx, p, out, offsets, bad); /* the nop has room: this happens once */
      }
      pad[i - 1] = (uint8_t)(pad[i - 1] + move / 2);
      size[i - 1] = (uint8_t)(size[i - 1] + move);
      for (; i <= n; i++)
         off[i] += move;
   }
   const unsigned grow = (8 - size[n - 1] % 8) % 8;
   pad[n - 1] = (uint8_t)(grow / 2);
   size[n - 1] = (uint8_t)(size[n - 1] + grow);
   off[n] = off[n - 1] + size[n - 1];

   for (uint32_t i = 0; i < n; i++) {
      struct usc_group *g = &p->g[i];
      struct usc_found f = p->found ? p->found[i] : no_found;
      uint8_t bytes[USC_MAX_GROUP_BYTES];
      enum usc_reason why;
      if (g->has_label) {
         if (g->label >= n) {
            *bad = i;
            return USC_R_BRANCH;
         }
         g->target = g->abs ? (int32_t)off[g->label] : (int32_t)(off[g->label] - off[i]);
      }
      f.pad = pad[i];
      if (usc_encode_checked(g, &f, bytes, &why) != size[i]) {
         *bad = i;
         return why ? why : USC_R_SIZE;
      }
      util_buf_add(out, bytes, size[i]);
   }
   if (offsets)
      *offsets = off;
   return USC_R_OK;
}
