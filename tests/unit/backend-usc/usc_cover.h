/* SPDX-License-Identifier: MIT */
/*
 * Coverage of the ISA tables by a run over random groups: every operation in every unit that supports it, every value of every
 * field of up to five bits and both values of every bit of a wider one, optional parts present and absent, every operand form
 * with every bit of its numbers, every header field and internal select, every bank in every slot. A case that was never
 * generated is a hole, unless usc_check() refuses it.
 */
#ifndef USC_COVER_H
#define USC_COVER_H

#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/text/usc_text.h"

#define USC_COVER_ROWS 40
struct usc_cover {
   struct usc_cover_op {
      uint32_t groups;
      uint32_t one[USC_COVER_ROWS]; /* by row: set of codes of a field, or bits that were 1 in a wider one; 1 for text */
      uint32_t zero[USC_COVER_ROWS]; /* wider fields: the bits that were 0 */
      uint32_t parts;                /* bit n: n optional parts occurred */
      struct usc_group sample;       /* one of the groups with this operation */
   } op[USC_NUM_OPS][2];             /* in its own unit; in P1 */
   struct {
      uint32_t items;
      uint64_t one; /* raw bits that were 1 */
   } form[2][USC_NUM_FORMS];       /* [1]: upper item */
   uint32_t hdr[USC_NUM_HDR][3];   /* by kind: values */
   uint32_t iss[USC_NUM_ISS + 1];  /* the last is IS0 */
   uint32_t bank[8];               /* of S0..S5, W0, W1: bit n = a register of bank n, bit 16 + n = an indexed one */
};

/* Records a legal group, and its bytes if it has any (otherwise len is 0). */
void usc_cover_add(struct usc_cover *c, const struct usc_group *g, const uint8_t *bytes, unsigned len);
/* Prints a line for each hole and returns the number of holes; *points gets the number of cases that must occur. */
unsigned usc_cover_holes(const struct usc_cover *c, struct util_buf *out, unsigned *points);

#endif
