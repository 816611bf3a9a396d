/* SPDX-License-Identifier: MIT */
/*
 * IR that decodes and encodes texels by the rows of semantics/memory/format.def. It has the steps of mem_decode and mem_encode
 * (docs/semantics.md, "Memory"), so that the results have the same bits.
 */
#ifndef PASSES_LOWER_FORMAT_H
#define PASSES_LOWER_FORMAT_H

#include "ir/build.h"
#include "semantics/memory/format.h"

/* Extracts `bits` bits of a word from bit `at` on, with their sign or as an unsigned number. */
struct ir_src format_field(struct ir_builder *b, struct ir_src word, unsigned at, unsigned bits, bool is_signed);
/* Clamps a float to 0..1 or -1..1. */
struct ir_src format_saturate(struct ir_builder *b, struct ir_src value, enum ir_sat sat);
/* Computes channel k of a texel from the word that has the channel; its lowest bit is bit `at` of the word. The bits of the
   word outside the channel may have any value. */
struct ir_src format_decode_channel(struct ir_builder *b, const struct mem_format_info *f, unsigned k, struct ir_src word,
                                    unsigned at);
/* Computes the bits of channel k of a texel from its value. The bits above the channel are 0. */
struct ir_src format_encode_channel(struct ir_builder *b, const struct mem_format_info *f, unsigned k, struct ir_src value);

/* Computes the components of a texel from its mem_format_words() words, lowest first. Only the low bits of a word count for a
   texel of fewer than 32 bits. */
void format_decode(struct ir_builder *b, const struct mem_format_info *f, const struct ir_src *word, struct ir_src value[4]);
/* Computes the mem_format_words() words of a texel from its components. The bits above a texel of fewer than 32 bits are 0. */
void format_encode(struct ir_builder *b, const struct mem_format_info *f, const struct ir_src value[4], struct ir_src *word);

#endif
