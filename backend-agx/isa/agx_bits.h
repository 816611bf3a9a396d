/* SPDX-License-Identifier: MIT */
/* Pieces of an instruction word, for encoder and decoder. No piece of the table crosses bit 64. */
#ifndef AGX_BITS_H
#define AGX_BITS_H

#include "backend-agx/isa/agx.h"

struct agx_word {
   uint64_t w[2];
};

/* Piece i of the row; no piece is 0. */
static inline uint32_t agx_get(const struct agx_word *w, const struct agx_row *row, unsigned i)
{
   const unsigned pos = row->p[i].pos;
   return (uint32_t)(w->w[pos >> 6] >> (pos & 63) & ((1ull << row->p[i].width) - 1));
}

static inline void agx_put(struct agx_word *w, const struct agx_row *row, unsigned i, uint32_t v)
{
   const unsigned pos = row->p[i].pos;
   w->w[pos >> 6] |= (v & ((1ull << row->p[i].width) - 1)) << (pos & 63);
}

/* Encodes the long form of an instruction without the L bit. Returns NULL, or static text with the reason for a failure;
   *fault (may be NULL) gets the row that it refers to, if any. */
const char *agx_encode_word(const struct agx_instr *in, struct agx_word *w, const struct agx_row **fault);
/* True if any bit after the first n bytes is set. */
bool agx_has_tail(const struct agx_word *w, unsigned n);

#endif
