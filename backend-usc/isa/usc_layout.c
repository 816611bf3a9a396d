/* SPDX-License-Identifier: MIT */
/*
 * Layout of a program. A branch offset counts from the first byte of the group of the branch (observed in vendor code). Start
 * and size of the last group are multiples of 8 bytes (documented by two public compilers, observed in vendor code). Padding in
 * the group before the last one moves the last one; if that group would have more than 32 bytes, an earlier group is padded. A
 * first pass over the groups writes all bytes; a second one writes those that depend on the place of other groups.
 */
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_codec.h"

#include <string.h>

static const struct usc_found no_found;

void usc_prog_add(struct util_ctx *ctx, struct usc_prog *p, const struct usc_group *g)
{
   UTIL_PUSH(ctx, p->g, p->n, p->cap, *g);
}

/* The notes on a group, without the padding of the last two groups, which is computed again. */
static struct usc_found found_of(const struct usc_prog *p, uint32_t i)
{
   struct usc_found f = p->found ? p->found[i] : no_found;
   if (i + 2 >= p->n)
      f.pad = 0;
   return f;
}

/* Inserts a nop before the last group or at the end, as group number `at`. Branches to a group that moves follow it. */
static void insert_nop(struct util_ctx *ctx, struct usc_prog *p, uint32_t at, bool end)
{
   const uint32_t n = p->n;
   uint32_t count = n;
   const struct usc_group nop = usc_g_nop(end);
   UTIL_PUSH(ctx, p->g, p->n, p->cap, nop);
   if (p->found)
      UTIL_PUSH(ctx, p->found, count, p->found_cap, no_found);
   if (at == n)
      return;
   p->g[n] = p->g[at];
   p->g[at] = nop;
   if (p->found) {
      p->found[n] = p->found[at];
      p->found[at] = no_found;
   }
   for (uint32_t k = 0; k < p->n; k++)
      if (p->g[k].has_label && p->g[k].label >= n)
         p->g[k].label++;
}

/* Sets .end in the last group, or adds a nop if that is impossible or a branch goes to the end of the program. An open program
   ends in the same way without .end. */
static void add_end(struct util_ctx *ctx, struct usc_prog *p)
{
   const uint32_t n = p->n;
   bool to_end = false;
   for (uint32_t i = 0; i < n; i++)
      to_end |= p->g[i].has_label && p->g[i].label >= n;
   if (!n || to_end || (p->g[n - 1].kind == USC_CONTROL && !p->g[n - 1].end && !p->open)) {
      insert_nop(ctx, p, n, !p->open);
      for (uint32_t i = 0; i < n; i++)
         if (p->g[i].has_label && p->g[i].label > n)
            p->g[i].label = n;
   }
   p->g[p->n - 1].end = !p->open;
}

/* Encodes all groups without branch targets and alignment, and records their offsets. */
static enum usc_violation encode_all(struct util_ctx *ctx, struct usc_prog *p, struct util_buf *out, uint32_t *off,
                                     uint32_t *bad)
{
   const size_t start = out->len;
   for (uint32_t i = 0; i < p->n; i++) {
      const struct usc_group *g = &p->g[i];
      const struct usc_found f = found_of(p, i);
      uint8_t bytes[USC_MAX_GROUP_BYTES];
      /* notes may lengthen an encoding; the group has to be legal without them too */
      enum usc_violation v = p->found ? usc_check(g) : usc_check_rules(g);
      const unsigned size = v ? 0 : usc_encode_checked(g, &f, bytes, &v);
      if (v) {
         *bad = i;
         p->text_only = v == USC_V_NO_ENCODING;
         return v;
      }
      off[i] = (uint32_t)(out->len - start);
      util_buf_add(out, bytes, size);
      if (out->len - start > INT32_MAX)
         util_fail(ctx, UTIL_LIMIT);
   }
   off[p->n] = (uint32_t)(out->len - start);
   return USC_V_OK;
}

/* Bytes of padding: `move` before the last group, in the group before number `padded`, and `grow` after it. */
struct padding {
   unsigned move, grow;
   uint32_t padded;
};

/* Encodes again the groups that moved or changed their size, and branches. */
static enum usc_violation encode_moved(struct usc_prog *p, struct util_buf *out, size_t start, const uint32_t *off,
                                       const struct padding *pad, uint32_t *bad)
{
   const uint32_t n = p->n;
   for (uint32_t i = 0; i < n; i++) {
      struct usc_group *g = &p->g[i];
      struct usc_found f = found_of(p, i);
      uint8_t bytes[USC_MAX_GROUP_BYTES];
      enum usc_violation v;
      if (!g->has_label && i + 1 < pad->padded)
         continue;
      *bad = i;
      if (g->has_label && g->label >= n)
         return USC_V_BRANCH;
      if (g->has_label)
         g->target = g->abs ? (int32_t)off[g->label] : (int32_t)(off[g->label] - off[i]);
      if (pad->move && i + 1 == pad->padded)
         f.pad = (uint8_t)(f.pad + pad->move / 2);
      if (i + 1 == n)
         f.pad = (uint8_t)(pad->grow / 2);
      if (usc_encode_checked(g, &f, bytes, &v) != off[i + 1] - off[i])
         return v ? v : USC_V_SIZE;
      if (i + 1 < pad->padded) {
         memcpy(out->data + start + off[i], bytes, off[i + 1] - off[i]);
      } else { /* all following bytes are new */
         out->len = start + off[i];
         util_buf_add(out, bytes, off[i + 1] - off[i]);
      }
   }
   return USC_V_OK;
}

enum usc_violation usc_layout(struct util_ctx *ctx, struct usc_prog *p, struct util_buf *out, uint32_t **offsets, uint32_t *bad)
{
   const size_t start = out->len;
   uint32_t first_bad = 0;
   add_end(ctx, p);
   const uint32_t n = p->n;
   uint32_t *off = UTIL_ARRAY(ctx, uint32_t, (size_t)n + 1);
   enum usc_violation v = encode_all(ctx, p, out, off, bad);
   if (v)
      return v;

   struct padding pad = {.move = (8 - off[n - 1] % 8) % 8, .padded = n - 1};
   while (pad.move && pad.padded > 0 && off[pad.padded] - off[pad.padded - 1] + pad.move > USC_MAX_GROUP_BYTES)
      pad.padded--;
   if (pad.move && pad.padded == 0) { /* no group has room, so a nop before the last group takes the padding */
      insert_nop(ctx, p, n - 1, false);
      out->len = start;
      return usc_layout(ctx, p, out, offsets, bad); /* the nop has room, so this recursion ends */
   }
   for (uint32_t i = pad.padded; pad.move && i <= n; i++)
      off[i] += pad.move;
   pad.grow = (8 - (off[n] - off[n - 1]) % 8) % 8;
   off[n] += pad.grow;
   v = encode_moved(p, out, start, off, &pad, &first_bad);
   if (v)
      *bad = first_bad;
   else if (offsets)
      *offsets = off;
   return v;
}
