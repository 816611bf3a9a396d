/* SPDX-License-Identifier: MIT */
/* The binary form of groups and programs: sizes, encoder, decoder, layout. */
#ifndef USC_CODEC_H
#define USC_CODEC_H

#include "backend-usc/isa/usc_group.h"
#include "util/buf.h"

#define USC_MAX_GROUP_BYTES 32
#define USC_MAX_DA 15

/*
 * Notes on the encoding of a group that was decoded or assembled: where it is longer than the canonical one. With them encoding
 * gives the same bytes again. All zero means canonical.
 */
struct usc_found {
   uint8_t long_header;          /* three header bytes although two suffice */
   uint8_t form_lo, form_hi;     /* the source form plus 1 if it is not the shortest, or 0 */
   uint8_t form_dst;             /* the same for the destination */
   uint8_t ph0clr;               /* bitwise: bit 7 of the P0 byte is 0 */
   uint8_t pad;                  /* words of alignment padding */
   uint8_t ext[USC_GROUP_UNITS]; /* number of optional parts of the operation that are present although they are zero */
};

/* ---- sizes --------------------------------------------------------------------------------------------------------------- */

/* A source or destination item: its form, or -1 if it is absent, and its raw numbers, packed as in usc_tables.h. */
struct usc_item {
   int form;
   uint64_t raw;
};
/* Sizes and forms of the parts of a group, which are known before it is encoded. */
struct usc_shape {
   unsigned da, size; /* decode-assist offset; bytes without padding */
   bool is_long, has_sources;
   uint8_t parts[USC_GROUP_UNITS], bytes[USC_GROUP_UNITS]; /* of each operation: number of optional parts, size */
   struct usc_item lower, upper, dest;
};
/* True if the bits of every field of the operations can hold its value. */
bool usc_fields_fit(const struct usc_group *g);
/*
 * Finds the shape of a group, or the rule that leaves it without one. g comes from usc_normal(); virtual registers count as
 * the temporary with the widest form. checked: the group passed usc_check_rules().
 */
enum usc_violation usc_measure(const struct usc_group *g, const struct usc_found *f, bool checked, struct usc_shape *sh);

/* ---- encoder and decoder ------------------------------------------------------------------------------------------------- */

/* Returns the number of bytes written, an even number from 2 to 32, or 0 with the violation. found and violation may be NULL.
   */
unsigned usc_encode(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                    enum usc_violation *violation);
/* The same for a group that passed usc_check_rules(). */
unsigned usc_encode_checked(const struct usc_group *g, const struct usc_found *found, uint8_t out[USC_MAX_GROUP_BYTES],
                            enum usc_violation *violation);
/*
 * Returns the number of bytes read, or 0 with a static text in *err. found and err may be NULL. It never reads past len. A
 * decoded group encodes to the same bytes with the same `found`, but need not be legal.
 */
unsigned usc_decode(const uint8_t *code, size_t len, struct usc_group *g, struct usc_found *found, const char **err);

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

struct usc_prog {
   struct usc_group *g;
   struct usc_found *found; /* by group, or NULL */
   uint32_t *at;            /* byte offset of each group in the assembled text, or NULL */
   uint32_t n, cap, found_cap;
   bool open;               /* more code follows, so no group has .end */
   bool text_only;          /* a group has no encoding, so branches name groups instead of byte offsets */
};
void usc_prog_add(struct util_ctx *ctx, struct usc_prog *p, const struct usc_group *g);
/*
 * Lays the program out and appends its bytes to out. Branch labels become offsets, in the groups too. The last two groups are
 * padded: start and size of the last one are multiples of 8 bytes. A nop.end is added if the last group cannot carry .end. An
 * open program gets no .end, and a nop only if it has no group or a branch goes to its end, so that other code can follow it.
 * offsets gets n + 1 entries unless it is NULL. Returns USC_V_OK, or the violation of the first illegal group, whose number is
 * in *bad.
 */
enum usc_violation usc_layout(struct util_ctx *ctx, struct usc_prog *p, struct util_buf *out, uint32_t **offsets,
                              uint32_t *bad);

/* Decodes a whole program; groups and notes are in the arena. Returns false with a message and the byte offset of the group
   that cannot be decoded. */
bool usc_decode_prog(struct util_ctx *ctx, const uint8_t *code, size_t len, struct usc_prog *p, const char **err,
                     size_t *where);

#endif
