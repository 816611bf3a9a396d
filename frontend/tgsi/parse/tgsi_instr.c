/* SPDX-License-Identifier: MIT */
/* Instructions from the grammar. */
#include "frontend/tgsi/parse/tgsi_parser.h"

#include <string.h>

void tgsi_instr_begin(struct tgsi_parser *p, const struct tgsi_raw_op *op, struct util_span span)
{
   bool optional;

   p->stmt.in = (struct tgsi_instr){
      .op = op->op, .sat = op->sat, .sat_signed = op->sat_signed, .precise = op->precise, .format = TGSI_NONE, .label = 0,
      .operand = p->prog->num_operands, .other = TGSI_NONE, .op_span = span};
   p->stmt.op = *op;
   p->stmt.want_dst = tgsi_num_dst((enum tgsi_op)op->op);
   p->stmt.want_src = tgsi_num_src((enum tgsi_op)op->op, &optional);
   p->stmt.words = 0;
}

void tgsi_instr_predicate(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, bool neg, struct util_span span)
{
   struct tgsi_instr *in = &p->stmt.in;

   if (reg->file != TGSI_FILE_PRED || reg->two || reg->bare || reg->rel != TGSI_NONE) {
      tgsi_error(p, DIAG_ID_bad_predicate, span, "a predicate must be a register of the file PRED");
      return;
   }
   in->predicated = true;
   in->pred_neg = neg;
   in->pred = (uint32_t)reg->index;
   for (uint8_t c = 0; c < 4; c++)
      in->pred_swz[c] = c;
   if (reg->suffix.len)
      tgsi_swizzle(p, reg->suffix, 4, in->pred_swz);
}

uint32_t tgsi_relative(struct tgsi_parser *p, const struct tgsi_raw_index *x, uint32_t array_id)
{
   if (x->file >= TGSI_FILE_COUNT)
      return TGSI_NONE;
   UTIL_PUSH(p->ctx, p->prog->relatives, p->prog->num_relatives, p->prog->cap_relatives,
             (struct tgsi_relative){.file = x->file, .comp = x->comp, .index = x->index, .array_id = array_id});
   return p->prog->num_relatives - 1;
}

/* A word as an operand: a texture target, a memory qualifier or a format. */
static void word_operand(struct tgsi_parser *p, struct util_span s)
{
   static const char *const memory[] = {"COHERENT", "RESTRICT", "VOLATILE", "STREAM_CACHE_POLICY"};
   struct tgsi_instr *in = &p->stmt.in;
   const uint8_t kind = tgsi_op_info[in->op].kind;
   const enum tgsi_target target = tgsi_find_target(p, s);
   const unsigned qualifier = kind == TGSI_MEMORY ? tgsi_find(p, s, memory, 4) : 4;

   p->stmt.words++;
   if (target < TGSI_TARGET_COUNT && !in->has_target) {
      in->has_target = true;
      in->target = (uint8_t)target;
   } else if (qualifier < 4) {
      in->memory |= (uint8_t)(1u << qualifier);
   } else if (kind == TGSI_MEMORY && (in->format = tgsi_find_format(p, s)) != TGSI_NONE) {
      return;
   } else if (kind == TGSI_TEX && !in->has_target && in->num_src >= p->stmt.want_src) {
      tgsi_error(p, DIAG_ID_unknown_target, s, "unknown texture target \"%.*s\"%s", TGSI_STR(p, s), tgsi_hint_target(p, s));
      in->has_target = true;
      in->target = TGSI_TARGET_UNKNOWN;
   } else {
      tgsi_error(p, DIAG_ID_unknown_file, s, "unknown register file \"%.*s\"%s", TGSI_STR(p, s), tgsi_hint_file(p, s));
   }
}

/* The meaning of letters depends on the place of the operand. */
static void read_letters(struct tgsi_parser *p, struct tgsi_operand *o, const struct tgsi_raw_reg *reg, bool is_dst,
                         bool is_offset)
{
   for (uint8_t c = 0; c < 4; c++)
      o->swz[c] = c;
   o->mask = 15;
   if (is_dst && reg->suffix.len)
      tgsi_mask(p, reg->suffix, &o->mask);
   else if (reg->suffix.len)
      tgsi_swizzle(p, reg->suffix, is_offset ? 3 : 4, o->swz);
   if (is_offset)
      o->swz[3] = 0;
}

void tgsi_instr_operand(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, unsigned signs, struct util_span span)
{
   struct tgsi_instr *in = &p->stmt.in;
   const bool neg = signs & TGSI_MINUS, abs = signs & TGSI_BARS;
   const struct util_span name = {span.off + (uint32_t)(neg + abs), reg->word};
   struct tgsi_operand o = {.file = reg->file, .abs = abs, .neg = neg, .has_dimension = reg->two, .index = reg->index,
                            .dimension = reg->two ? reg->dimension : 0, .rel = reg->rel, .dim_rel = reg->dim_rel,
                            .decl = TGSI_NONE, .span = span};
   const bool is_dst = in->num_dst < p->stmt.want_dst,
              is_offset = !is_dst && (p->stmt.words || in->num_src >= p->stmt.want_src);

   if (in->num_offsets > 16)
      return; /* tgsi_check reports that there are too many */
   if (reg->bare && !reg->suffix.len && !signs && !is_dst && reg->file != TGSI_FILE_NULL) {
      word_operand(p, span);
      return;
   }
   if (reg->file >= TGSI_FILE_COUNT || (reg->bare && reg->file != TGSI_FILE_NULL)) {
      if (reg->file >= TGSI_FILE_COUNT)
         tgsi_error(p, DIAG_ID_unknown_file, name, "unknown register file \"%.*s\"%s", TGSI_STR(p, name),
                    tgsi_hint_file(p, name));
      else
         tgsi_error(p, DIAG_ID_syntax_error, span, "\"%.*s\" needs an index", TGSI_STR(p, span));
      o.file = TGSI_FILE_NULL; /* replaces the operand, because it needs no index */
      o.index = o.dimension = 0;
      o.has_dimension = false;
      o.rel = o.dim_rel = TGSI_NONE;
   }
   read_letters(p, &o, reg, is_dst, is_offset);
   if (is_dst && signs)
      tgsi_error(p, DIAG_ID_bad_modifier, span, "a result cannot have a sign or an absolute value");
   UTIL_PUSH(p->ctx, p->prog->operands, p->prog->num_operands, p->prog->cap_operands, o);
   if (is_dst)
      in->num_dst++;
   else if (is_offset)
      in->num_offsets++;
   else
      in->num_src++;
}

void tgsi_instr_label(struct tgsi_parser *p, struct util_span number)
{
   while (p->text[number.off] < '0' || p->text[number.off] > '9') {
      number.off++;
      number.len--;
   }
   p->stmt.in.has_label = true;
   p->stmt.in.label = tgsi_uint(p, number);
}

void tgsi_instr_end(struct tgsi_parser *p, struct util_span span)
{
   struct tgsi_instr *in = &p->stmt.in;

   in->span = span;
   if (p->stmt.op.negate && in->num_src)
      p->prog->operands[in->operand + in->num_dst].neg ^= true;
   UTIL_PUSH(p->ctx, p->prog->instrs, p->prog->num_instrs, p->prog->cap_instrs, *in);
}
