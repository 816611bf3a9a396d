/* SPDX-License-Identifier: MIT */
/*
 * Fields of a word that unpck converts to a float:
 *
 *   u2f((x >> 8k) & 255)                   u8888
 *   u2f((x >> 16k) & 65535)                u1616
 *   i2f((x << n) >> 24), signed            s8888; the same with 16, s1616
 *   h2f(a half of x)                       f16f16
 *
 * All these formats of unpck are observed (pco_trans_nir.c: unpack_pco, nir_op_unpack_*, nir_op_f2f32).
 */
#ifndef USC_FIELD_H
#define USC_FIELD_H

#include "backend-usc/isa/usc_op.h"
#include "ir/ir.h"

struct usc_field {
   const struct ir_src *word;
   const struct ir_instr *outer, *inner; /* the instructions between the word and the conversion; `inner` may be NULL */
   enum usc_fmt format;
   unsigned element;
};

/* Finds the field that a conversion reads; false if it is none that unpck has. */
bool usc_find_field(const struct ir_instr *conversion, struct usc_field *p);
/* Counts a reader of the word in place of one of the field. Instructions without readers read nothing, so their sources lose
   readers too. `uses` is by value. */
void usc_read_word_instead(uint32_t *uses, const struct usc_field *p);

#endif
