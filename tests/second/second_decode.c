/* SPDX-License-Identifier: MIT */
/*
 * Reads the bytes of a group: header, operations with the last phase first, sources, internal selects, destinations, padding
 * (ENC 1 and 2). It checks everything that the document fixes: decode assist, length, reserved bits, padding.
 */
#include <string.h>

#include "second.h"

/* The reading position. Bytes past the end read as zeros and set `bad`. */
struct reader {
   const uint8_t *code;
   unsigned at, end;
   bool bad;
};
static uint8_t next(struct reader *r)
{
   if (r->at >= r->end) {
      r->bad = true;
      return 0;
   }
   return r->code[r->at++];
}
static void take(struct reader *r, struct second_op *op, unsigned n)
{
   while (op->n < n)
      op->b[op->n++] = next(r);
}

/* ENC 2.2: sources S0 S1 S2, or S3 S4 S5. */
static void read_sources(struct reader *r, bool upper, struct second_reg *s, unsigned *mux)
{
   const uint8_t b0 = next(r);
   s[0].bank = b0 >> 6 & 1;
   s[0].index = b0 & 63;
   if (!(b0 >> 7))
      return;
   const uint8_t b1 = next(r);
   const bool sel = b1 >> 7, ext1 = b1 >> 6 & 1;
   if (!sel && !ext1) {
      const uint8_t b2 = next(r);
      *mux = b1 >> 4 & 3;
      s[0].bank |= (uint8_t)((b1 >> 2 & 3) << 1);
      s[0].index |= (uint16_t)((b1 & 3) << 6 | (b2 & 7) << 8);
      r->bad |= b2 >> 3 != 0;
      return;
   }
   s[1].bank = b1 >> 5 & 1;
   s[1].index = b1 & 31;
   if (sel && !ext1)
      return;
   const uint8_t b2 = next(r);
   const bool ext2 = b2 >> 7;
   *mux = b2 >> 5 & 3;
   s[0].bank |= (uint8_t)((b2 >> 4 & 1) << 1);
   s[1].bank |= (uint8_t)((b2 >> 3 & 1) << 1);
   s[0].index |= (uint16_t)((b2 >> 2 & 1) << 6);
   s[1].index |= (uint16_t)((b2 & 3) << 5);
   if (sel) {
      if (ext2) {
         const uint8_t b3 = next(r);
         s[0].index |= (uint16_t)((b3 >> 5) << 8 | (b3 >> 1 & 1) << 7);
         s[0].bank |= (uint8_t)((b3 >> 3 & 1) << 2);
         s[1].index |= (uint16_t)((b3 & 1) << 7);
         *mux |= (b3 >> 4 & 1u) << 2;
         r->bad |= b3 >> 2 & 1;
      }
      return;
   }
   const uint8_t b3 = next(r);
   s[2].bank = b3 >> 6;
   s[2].index = b3 & 63;
   if (!ext2)
      return;
   const uint8_t b4 = next(r);
   s[2].bank |= (uint8_t)((b4 >> 7) << 2);
   s[2].index |= (uint16_t)((b4 >> 5 & 3) << 6);
   *mux |= (b4 >> 4 & 1u) << 2;
   s[0].bank |= (uint8_t)((b4 >> 3 & 1) << 2);
   s[0].index |= (uint16_t)((b4 >> 1 & 1) << 7);
   s[1].index |= (uint16_t)((b4 & 1) << 7);
   r->bad |= upper && b4 >> 7;
   if (b4 >> 2 & 1) {
      const uint8_t b5 = next(r);
      s[2].index |= (uint16_t)((b5 >> 3 & 7) << 8);
      s[0].index |= (uint16_t)((b5 & 7) << 8);
      r->bad |= b5 >> 6 || (upper && b5 >> 3 & 7);
   }
}

static void read_all_sources(struct reader *r, struct second_group *g)
{
   static const uint8_t pick[8] = {0, 3, 4, 5, 1, 2, 0, 0}; /* ENC 2.3 */
   unsigned mux = 0, none = 0;

   g->has_sources = true;
   read_sources(r, false, g->s, &mux);
   read_sources(r, true, g->s + 3, &none);
   r->bad |= none != 0 || mux > 5;
   g->is0 = pick[mux];
}

/* ENC 2.7. */
static void read_destinations(struct reader *r, struct second_group *g)
{
   if (g->w0p != g->w1p) {
      struct second_reg *w = &g->w[g->w0p ? 0 : 1];
      const uint8_t b0 = next(r);
      w->bank = b0 >> 6 & 1;
      w->index = b0 & 63;
      if (b0 >> 7) {
         const uint8_t b1 = next(r);
         w->bank |= (uint8_t)((b1 >> 2 & 3) << 1);
         w->index |= (uint16_t)((b1 & 3) << 6 | (b1 >> 4 & 7) << 8);
         r->bad |= b1 >> 7;
      }
   } else if (g->w0p) {
      const uint8_t b0 = next(r), b1 = next(r);
      g->w[0].bank = b0 >> 7;
      g->w[0].index = b0 & 127;
      g->w[1].bank = b1 >> 6 & 1;
      g->w[1].index = b1 & 63;
      if (!(b1 >> 7))
         return;
      const uint8_t b2 = next(r);
      g->w[1].bank |= (uint8_t)((b2 >> 5 & 3) << 1);
      g->w[1].index |= (uint16_t)((b2 >> 3 & 3) << 6);
      g->w[0].bank |= (uint8_t)((b2 >> 1 & 3) << 1);
      g->w[0].index |= (uint16_t)((b2 & 1) << 7);
      if (b2 >> 7) {
         const uint8_t b3 = next(r);
         g->w[1].index |= (uint16_t)((b3 >> 3 & 7) << 8);
         g->w[0].index |= (uint16_t)((b3 & 7) << 8);
         r->bad |= b3 >> 6 != 0;
      }
   }
}

/* ENC 3.9. */
static void read_backend(struct reader *r, struct second_op *op)
{
   take(r, op, 1);
   const uint8_t b = op->b[0];
   switch (b >> 5) {
   case 0: /* uvsw: write operations have an address; emit and cut have a stream if IMM is set */
      if ((b & 7) == 0 || (b & 7) == 6 || ((b & 7) < 4 && b >> 3 & 1))
         take(r, op, 2);
      r->bad |= (b & 7) == 7;
      break;
   case 1: /* msk */
      if (b >> 4 & 1 && b >> 3 & 1)
         take(r, op, 2);
      break;
   case 2: /* phas */
   case 5: /* fitr */ take(r, op, 2); break;
   case 7: /* dma */
      switch (b & 7) {
      case 0: take(r, op, 2); break;
      case 1: take(r, op, b >> 4 & 1 ? 3 : 2); break;
      case 2:
         take(r, op, 3);
         if (op->b[2] >> 7)
            take(r, op, 4);
         break;
      case 4:
         take(r, op, 2);
         if (op->b[1] >> 4 & 1)
            take(r, op, 3);
         if (op->b[1] >> 7) {
            take(r, op, op->n + 1u);
            if (op->b[op->n - 1] >> 7)
               take(r, op, op->n + 1u);
         }
         break;
      case 5: take(r, op, 3); break;
      default: r->bad = true;
      }
      break;
   default: break;
   }
}

/* ENC 3.1: mov, tst, pck in this order; END is in the second byte of mov and tst. */
static void read_p2(struct reader *r, struct second_group *g)
{
   unsigned stage = 0;

   for (bool more = true; more && !r->bad;) {
      const uint8_t b = r->at < r->end ? r->code[r->at] : 0;
      const unsigned op = b >> 5;
      if (op == 6 && stage < 1) {
         take(r, &g->mov, b >> 4 & 1 ? 2 : 1);
         more = !(g->mov.n == 2 && g->mov.b[1] & 1);
         stage = 1;
      } else if (op == 7 && stage < 2) {
         take(r, &g->tst, b >> 4 & 1 ? 2 : 1);
         more = !(g->tst.n == 2 && g->tst.b[1] >> 4 & 1);
         stage = 2;
      } else if (op == 4 && (b & 31) == 28) {
         take(r, &g->pck, 2);
         more = false;
      } else {
         r->bad = true;
      }
   }
}

/* ENC 3.2 to 3.6. An 8 or 16-bit integer operation has two bytes of extension, or one if `brief` (ENC 3.5, UE "Operations"). */
static void read_p01(struct reader *r, struct second_op *op, bool brief)
{
   take(r, op, 1);
   const uint8_t b = op->b[0];
   const unsigned code = b >> 5;
   if ((code == 4 || code == 6 || code == 7) && b >> 4 & 1)
      take(r, op, 2);
   else if (code == 5 && b >> 4 & 1)
      take(r, op, brief ? 2 : 3);
}

/* ENC 1.1 and 1.3. */
static void read_main(struct reader *r, struct second_group *g, unsigned oporg, bool brief, unsigned *assist)
{
   static const uint8_t phases[8] = {1, 4, 8, 3, 5, 7, 13, 15}; /* bits: P0, P1, P2, backend */
   const unsigned p = phases[oporg];

   if (p & 8)
      read_backend(r, &g->backend);
   if (p & 4)
      read_p2(r, g);
   *assist = r->at;
   if (p & 2)
      read_p01(r, &g->p1, brief);
   if (p & 1)
      read_p01(r, &g->p0, brief);
   read_all_sources(r, g);
   g->iss = next(r);
}

/* ENC 3.10. */
static void read_bitwise(struct reader *r, struct second_group *g, unsigned opcnt, unsigned *assist)
{
   r->bad |= !(opcnt & 1);
   if (opcnt & 4)
      take(r, &g->p2, 1);
   if (opcnt & 2)
      take(r, &g->p1, 1);
   take(r, &g->p0, 1);
   if (g->p0.b[0] >> 4 & 1)
      take(r, &g->p0, g->p0.b[0] & 1 ? 5 : 3);
   *assist = r->at;
   read_all_sources(r, g);
}

/* ENC 3.11. */
static void read_control(struct reader *r, struct second_group *g, unsigned *assist)
{
   static const uint8_t bytes[16] = {5, 0, 0, 1, 0, 0, 1, 1, 6, 0, 0, 2, 5, 0, 0, 0};

   r->bad |= g->ctrl == 9 || g->ctrl == 10 || g->ctrl > 12;
   take(r, &g->op, bytes[g->ctrl]);
   if (g->ctrl == 8 && g->op.b[5] >> 7) {
      take(r, &g->op, 7);
      if (g->op.b[6] >> 7)
         take(r, &g->op, 8);
   }
   *assist = r->at;
   if (g->ctrl == 3)
      read_all_sources(r, g);
   else if (!g->w0p && !g->w1p)
      *assist = 0;
}

/* ENC 1.1, 1.5: the group is filled to a word; then words follow, and the first one holds their number. */
static bool padded(const struct reader *r, unsigned bytes)
{
   unsigned at = r->at;

   if (at & 1 && (at >= bytes || r->code[at++] != 0xff))
      return false;
   if (at == bytes)
      return true;
   if (at > bytes || r->code[at] != (0xf0 | (bytes - at) / 2))
      return false;
   while (++at < bytes)
      if (r->code[at] != 0xff)
         return false;
   return true;
}

static const char *decode(const uint8_t *code, size_t length, struct second_group *g, bool brief)
{
   struct reader r = {.code = code, .end = length < SECOND_MAX_BYTES ? (unsigned)length : SECOND_MAX_BYTES};
   unsigned assist = 0;

   memset(g, 0, sizeof *g);
   const uint8_t b0 = next(&r), b1 = next(&r);
   g->bytes = 2u * (b0 & 15 ? b0 & 15 : 16);
   if (r.bad || g->bytes > length)
      return "the code ends within a group";
   r.end = g->bytes;
   const uint8_t b2 = b1 >> 7 ? next(&r) : 0;
   g->unit = (enum second_unit)(b2 >> 5 & 3);
   g->olchk = b1 >> 3 & 1;
   g->w1p = b1 >> 2 & 1;
   g->w0p = b1 >> 1 & 1;
   g->cc = (b1 & 1u) | (b2 & 1u) << 1;
   g->repeat = 1;
   if (g->unit == SECOND_CONTROL) {
      g->misc = b2 >> 7;
      g->ctrl = b2 >> 1 & 15;
      read_control(&r, g, &assist);
      r.bad |= (b1 >> 4 & 7) != 0;
   } else if (g->unit == SECOND_MAIN || g->unit == SECOND_BITWISE) {
      g->end = b2 >> 7;
      g->atom = b2 >> 3 & 1;
      g->repeat = 1 + (b2 >> 1 & 3u);
      r.bad |= b2 >> 4 & 1;
      if (g->unit == SECOND_MAIN)
         read_main(&r, g, b1 >> 4 & 7, brief, &assist);
      else
         read_bitwise(&r, g, b1 >> 4 & 7, &assist);
   } else {
      return "ALUTYPE 01 is no unit";
   }
   read_destinations(&r, g);
   return r.bad                           ? "the bytes of a group are no operation or have a reserved bit"
          : assist != (unsigned)(b0 >> 4) ? "the decode assist is not that of the group"
          : !padded(&r, g->bytes)         ? "the padding of a group is not that of its length"
                                          : NULL;
}

const char *second_decode(const uint8_t *code, size_t length, struct second_group *g)
{
   const char *why = decode(code, length, g, false);

   return why && decode(code, length, g, true) ? why : NULL;
}
