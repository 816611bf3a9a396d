/* SPDX-License-Identifier: MIT */
/* Groups and programs in binary: sizes, encoder, decoder, layout of a program. */
#ifndef USC_CODEC_H
#define USC_CODEC_H

#include "backend-usc/isa/usc_group.h"
#include "util/buf.h"

#define USC_MAX_GROUP_BYTES 32
#define USC_MAX_DA 15

/*
 * Notes on how a group was found in binary or text: where its encoding is longer than the canonical one, so that decoding and
 * encoding again gives the same bytes. All zero = canonical.
 */
struct usc_found {
   uint8_t long_header;          /* three header bytes where two would do */
   uint8_t form_lo, form_hi;     /* source form + 1 where a shorter one would do; 0 = shortest */
   uint8_t form_dst;             /* destination form + 1, likewise */
   uint8_t ph0clr;               /* bitwise: bit 7 of the P0 byte is 0 */
   uint8_t pad;                  /* words of alignment padding */
   uint8_t ext[USC_GROUP_UNITS]; /* number of optional parts of the operation that are there although they are all zero */
};

/* ---- sizes --------------------------------------------------------------------------------------------------------------- */

/* A source or destination item: its form (-1: there is none) and its raw numbers, packed as usc_tables.h says. */
struct usc_item {
   int form;
   uint64_t raw;
};
/* What a group looks like in binary, before any bit of it is written. */
struct usc_shape {
   unsigned da, size; /* decode-assist offset; bytes without padding words */
   bool is_long, has_sources;
   uint8_t parts[USC_GROUP_UNITS], bytes[USC_GROUP_UNITS]; /* of the operations: how many optional parts, and all bytes */
   struct usc_item lower, upper, dest;
};
/* No field of an operation has a value that its bits cannot hold. */
bool usc_fields_fit(const struct usc_group *g);
/*
 * The shape of a group, or its violation if it has none. g is as usc_normal() makes it; virtual registers count as the
 * temporary with the widest form. checked: it passed usc_check_rules().
 */
enum usc_violation usc_measure(const struct usc_group *g, const struct usc_found *f, bool checked, struct usc_shape *sh);

/* ---- encoder and decoder ------------------------------------------------------------------------------------------------- */

/* Number of bytes written (even, 2..32), or 0 with the violation (may be NULL). found may be NULL. */
unsigned usc_encode(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                    enum usc_violation *violation);
/* The same for a group that passed usc_check_rules(). */
unsigned usc_encode_checked(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                            enum usc_violation *violation);
/*
 * Number of bytes read, or 0 with *err set to a static text (err may be NULL). found may be NULL. Never reads past len.
 * Whatever it accepts encodes to the same bytes with the same `found`; it does not ask usc_check().
 */
unsigned usc_decode(const uint8_t *code, size_t len, struct usc_group *g, struct usc_found *found, const char **err);

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

struct usc_prog {
   struct usc_group *g;
   struct usc_found *found; /* parallel to g, or NULL */
   uint32_t *at;            /* of assembled text: byte offset of each group in it, else NULL */
   uint32_t n, cap, found_cap;
   bool text_only;          /* usc_layout() found something without encoding: branches name groups, not byte offsets */
};
void usc_prog_add(struct util_ctx *ctx, struct usc_prog *p, const struct usc_group *g);
/*
 * Lay the program out and append its bytes to out: branch labels become offsets (stored in the groups as well), the last two
 * groups are padded so that the last one starts at a multiple of 8 bytes and its size is one, and a nop.end is added if the
 * last group cannot carry .end. offsets (may be NULL) gets n + 1 entries. Returns USC_V_OK, or the violation of the first
 * illegal group, whose number is in *bad.
 */
enum usc_violation usc_layout(struct util_ctx *ctx, struct usc_prog *p, struct util_buf *out, uint32_t **offsets,
                              uint32_t *bad);

/* Decode a whole program; groups and notes are in the arena. false with the message and the byte offset of what could not be
   decoded. */
bool usc_decode_prog(struct util_ctx *ctx, const uint8_t *code, size_t len, struct usc_prog *p, const char **err,
                     size_t *where);

#endif
