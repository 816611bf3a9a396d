/* SPDX-License-Identifier: MIT */
/* Random USC groups, and what must hold of every one: for the unit test and the soak job of the encodings. */
#ifndef USC_RANDOM_H
#define USC_RANDOM_H

#include "backend-usc/isa/usc_group.h"

uint32_t usc_random(uint32_t *seed); /* xorshift32: the seed is not 0 */
/* Random operations, fields within their width, operands of any bank. Many groups are illegal: usc_check() says which. */
struct usc_group usc_random_group(uint32_t *seed);

/*
 * A legal group (usc_check() said OK or NO_ENCODING): encode, decode, encode give the same bytes, one flipped bit is refused or
 * reproduced, and with `text` print and assemble give them again; a group without bytes goes through its text. NULL, or what is
 * wrong, in the arena. bytes (may be NULL) gets the encoding, *n its length.
 */
const char *usc_random_check(struct util_ctx *ctx, uint32_t *seed, const struct usc_group *g, bool text, uint8_t bytes[32],
                             unsigned *n);
/* Decodes up to 40 random bytes: what is accepted must be reproduced. Results as above; *accepted: it was a group. */
const char *usc_random_bytes_check(struct util_ctx *ctx, uint32_t *seed, bool *accepted);

#endif
