/* SPDX-License-Identifier: MIT */
/* An instruction as a whole: the number of operands, the stage, modifiers. */
#include "frontend/tgsi/check/tgsi_checker.h"
#include "util/format.h"

/* "TEX takes result, source, sampler, target" */
static const char *form(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const struct tgsi_op_info *info = &tgsi_op_info[in->op];
   char text[160] = "";
   size_t len = 0;
   bool optional = false;
   const unsigned dst = tgsi_num_dst((enum tgsi_op)in->op), src = tgsi_num_src((enum tgsi_op)in->op, &optional);

   for (unsigned i = 0; i < dst + src; i++) {
      const char t = i < dst ? 'F' : tgsi_src_type((enum tgsi_op)in->op, i - dst);
      const char *name = i < dst    ? "result"
                         : t == 'S' ? "sampler"
                         : t == 'V' ? "sampler view"
                         : t == 'R' ? "resource"
                                    : "source";

      len += (size_t)util_format(text + len, sizeof text - len, "%s%s", i ? ", " : "", name);
   }
   return util_printf(c->ctx, "%s%s%s%s%s", info->name, *text ? " " : "", text, info->kind == TGSI_TEX ? ", target" : "",
                      optional ? " (the last one may be left out)" : "");
}

static bool counts(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const enum tgsi_op op = (enum tgsi_op)in->op;
   const unsigned dst = tgsi_num_dst(op), have = (unsigned)in->num_dst + in->num_src;
   bool optional;
   const unsigned src = tgsi_num_src(op, &optional);
   const bool takes_offsets = tgsi_op_info[op].kind == TGSI_TEX || tgsi_op_info[op].kind == TGSI_VIEW;

   if (in->num_dst == dst && (in->num_src == src || (optional && in->num_src + 1u == src)) &&
       (takes_offsets || !in->num_offsets))
      return true;
   tgsi_check_error(c, DIAG_ID_operand_count, in->span, "%s takes %u operand%s, not %u", tgsi_op_info[op].name, dst + src,
                    dst + src == 1 ? "" : "s", have + in->num_offsets);
   util_note(c->ctx, in->op_span, "the form is \"%s\"", form(c, in));
   return false;
}

static void stage(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const struct tgsi_op_info *info = &tgsi_op_info[in->op];

   if (!(info->stages >> c->p->stage & 1))
      tgsi_check_error(c, DIAG_ID_wrong_stage_opcode, in->op_span, "%s is no instruction of %s programs", info->name,
                       tgsi_stage_name[c->p->stage]);
}

static void saturation(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const enum tgsi_op op = (enum tgsi_op)in->op;

   if (!in->sat && !in->sat_signed)
      return;
   if (!in->num_dst)
      tgsi_check_error(c, DIAG_ID_bad_modifier, in->op_span, "%s has no result to clamp", tgsi_op_info[op].name);
   else if (tgsi_dst_type(op, 0) != 'F' && tgsi_dst_type(op, 0) != 'D')
      tgsi_check_error(c, DIAG_ID_saturate_integer, in->op_span, "the result of %s is no float, so it cannot be clamped",
                       tgsi_op_info[op].name);
}

/* 64-bit results are written as a whole: what half a pair of the mask stores differs from driver to driver. */
static void whole_pairs(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const uint8_t kind = tgsi_op_info[in->op].kind;

   if ((kind != TGSI_PAIR && kind != TGSI_PAIR_COUNT && kind != TGSI_WIDEN && kind != TGSI_FRACEXP) || !in->num_dst)
      return;
   const struct tgsi_operand *o = tgsi_dst(c->p, in, 0);
   if (o->mask == 3 || o->mask == 12 || o->mask == 15)
      return;
   util_diag(c->ctx, DIAG_ID_half_pair, o->span, "%s writes 64 bits at a time, to xy or zw: half of a pair is undefined",
             tgsi_op_info[in->op].name);
}

/* --- objects --- */

/* Formats and words about memory. */
static void memory_words(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   if (tgsi_op_info[in->op].kind != TGSI_MEMORY && (in->memory || in->format != TGSI_NONE))
      tgsi_check_error(c, DIAG_ID_operand_count, in->span, "%s accesses no memory, so it takes no %s",
                       tgsi_op_info[in->op].name, in->memory ? "word about memory" : "format");
}

/* --- textures --- */

/* A reason why the instruction cannot take the target; NULL: it can. */
static const char *bad_target(enum tgsi_op op, enum tgsi_target target)
{
   const struct tgsi_target_info *t = &tgsi_target_info[target];
   const bool fetch = op == TGSI_OP_TXF || op == TGSI_OP_TXF_LZ,
              query = op == TGSI_OP_TXQ || op == TGSI_OP_TXQ_LZ || op == TGSI_OP_TXQS;

   if (query)
      return NULL;
   if (t->samples && op != TGSI_OP_TXF)
      return "only TXF reads samples";
   if (target == TGSI_TARGET_BUFFER && !fetch)
      return "buffers are read by TXF";
   switch (op) {
   case TGSI_OP_TEX:
   case TGSI_OP_TEX_LZ:
   case TGSI_OP_TXD: return target == TGSI_TARGET_SHADOWCUBE_ARRAY ? "the reference value has no place; TEX2 has one" : NULL;
   case TGSI_OP_TXP:
      return t->array || target == TGSI_TARGET_SHADOWCUBE ? "the coordinates leave no place for the divisor" : NULL;
   case TGSI_OP_TXB:
   case TGSI_OP_TXL:
      return target == TGSI_TARGET_CUBE_ARRAY || target == TGSI_TARGET_SHADOW2D_ARRAY || target == TGSI_TARGET_SHADOWCUBE ||
                   target == TGSI_TARGET_SHADOWCUBE_ARRAY
                ? "the coordinates take all of four components; TXB2 and TXL2 have one more operand"
                : NULL;
   case TGSI_OP_TG4: return t->coords == 1 || target == TGSI_TARGET_3D ? "four texels are gathered from planes" : NULL;
   default: return NULL;
   }
}

static void target(struct tgsi_checker *c, struct tgsi_instr *in)
{
   const struct tgsi_op_info *info = &tgsi_op_info[in->op];
   const char *why;

   if (info->kind != TGSI_TEX) {
      if (in->has_target && info->kind != TGSI_MEMORY)
         tgsi_check_error(c, DIAG_ID_target_instruction, in->span, "%s takes no texture target", info->name);
      return;
   }
   if (!in->has_target || in->target == TGSI_TARGET_UNKNOWN) {
      if (!c->p->incomplete)
         tgsi_check_error(c, DIAG_ID_unknown_target, in->span, "%s needs a texture target", info->name);
      return;
   }
   why = bad_target((enum tgsi_op)in->op, (enum tgsi_target)in->target);
   if (why)
      tgsi_check_error(c, DIAG_ID_target_instruction, in->span, "%s does not take %s: %s", info->name,
                       tgsi_target_info[in->target].name, why);
   else if (in->target == TGSI_TARGET_SHADOWCUBE_ARRAY && (in->op == TGSI_OP_TXB2 || in->op == TGSI_OP_TXL2))
      util_diag(c->ctx, DIAG_ID_undefined_lanes, in->span,
                "%s takes the %s from x and the reference value from y of its second operand with SHADOWCUBEARRAY; some "
                "programs mean the opposite",
                info->name, in->op == TGSI_OP_TXB2 ? "bias" : "level");
   else if ((in->op == TGSI_OP_TXF || in->op == TGSI_OP_TXF_LZ) && tgsi_target_info[in->target].coords == 3 &&
            in->target != TGSI_TARGET_3D)
      util_diag(c->ctx, DIAG_ID_undefined_lanes, in->span, "%s does not read %s: the result is 0", info->name,
                tgsi_target_info[in->target].name);
}

/* One texel offset, or four that TG4 takes one by one. */
static void offsets(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const struct tgsi_target_info *t = &tgsi_target_info[in->target];
   const bool query = in->op == TGSI_OP_TXQ || in->op == TGSI_OP_TXQ_LZ || in->op == TGSI_OP_TXQS || in->op == TGSI_OP_LODQ;

   if (!in->num_offsets)
      return;
   const struct util_span span = tgsi_offset(c->p, in, 0)->span;
   if (query || (in->num_offsets != 1 && !(in->op == TGSI_OP_TG4 && in->num_offsets == 4)))
      tgsi_check_error(c, DIAG_ID_too_many_offsets, span, "%s takes %s, not %u", tgsi_op_info[in->op].name,
                       query                      ? "no texel offset"
                       : in->op == TGSI_OP_TG4 ? "one texel offset or four"
                                                  : "one texel offset",
                       in->num_offsets);
   else if (t->coords == 3 && in->target != TGSI_TARGET_3D && in->has_target)
      tgsi_check_error(c, DIAG_ID_offset_cube, span, "there are no texel offsets on a cube");
   else if ((in->target == TGSI_TARGET_BUFFER && in->has_target) || (t->samples && in->op != TGSI_OP_TXF))
      tgsi_check_error(c, DIAG_ID_offset_buffer, span, "%s has no texel offsets", t->name);
}

bool tgsi_check_instruction(struct tgsi_checker *c, struct tgsi_instr *in)
{
   if (!counts(c, in))
      return false;
   stage(c, in);
   saturation(c, in);
   whole_pairs(c, in);
   memory_words(c, in);
   if (tgsi_op_info[in->op].kind == TGSI_TEX || in->has_target)
      target(c, in);
   offsets(c, in);
   if (in->has_label && in->op == TGSI_OP_BRA && in->label >= c->p->num_instrs)
      tgsi_check_error(c, DIAG_ID_undefined_label, in->span, "there is no instruction %u", in->label);
   return true;
}
