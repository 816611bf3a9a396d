/* SPDX-License-Identifier: MIT */
/* Random USC groups and the properties of each, for the unit test and the soak job of the encodings. */
#ifndef USC_RANDOM_H
#define USC_RANDOM_H

#include "backend-usc/isa/usc_group.h"

uint32_t usc_random(uint32_t *seed); /* xorshift32; the seed must not be 0 */
/* Random operations, fields within their width, operands of any bank. Many groups are illegal; usc_check() identifies them. */
struct usc_group usc_random_group(uint32_t *seed);

/*
 * A legal group (usc_check() returned OK or NO_ENCODING). Encoding, decoding and encoding again give the same bytes. A flipped
 * bit is refused or reproduced. With `text`, printing and assembling give the bytes again; a group without bytes goes through
 * its text. Returns NULL, or the error in the arena. bytes (may be NULL) gets the encoding, *n its length.
 */
const char *usc_random_check(struct util_ctx *ctx, uint32_t *seed, const struct usc_group *g, bool text, uint8_t bytes[32],
                             unsigned *n);
/* Decodes up to 40 random bytes; an accepted group must be reproduced. Returns as above; *accepted is true for a group. */
const char *usc_random_bytes_check(struct util_ctx *ctx, uint32_t *seed, bool *accepted);

#endif
