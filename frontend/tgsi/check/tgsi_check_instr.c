/* SPDX-License-Identifier: MIT */
/* An instruction as a whole: the number of its operands, the stage, modifiers. */
#include "frontend/tgsi/check/tgsi_checker.h"
#include "util/format.h"

/* The syntax of an instruction, such as "TEX result, source, sampler, target". */
static const char *syntax_of(struct tgsi_checker *c, const struct tgsi_instr *in)
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
                      optional ? " (the last one is optional)" : "");
}

static bool check_counts(struct tgsi_checker *c, const struct tgsi_instr *in)
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
   util_note(c->ctx, in->op_span, "the syntax is \"%s\"", syntax_of(c, in));
   return false;
}

static void check_stage(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const struct tgsi_op_info *info = &tgsi_op_info[in->op];

   if (!(info->stages >> c->p->stage & 1))
      tgsi_check_error(c, DIAG_ID_wrong_stage_opcode, in->op_span, "%s is not available in %s programs", info->name,
                       tgsi_stage_name[c->p->stage]);
}

static void check_saturation(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const enum tgsi_op op = (enum tgsi_op)in->op;

   if (!in->sat && !in->sat_signed)
      return;
   if (!in->num_dst)
      tgsi_check_error(c, DIAG_ID_bad_modifier, in->op_span, "%s has no result to clamp", tgsi_op_info[op].name);
   else if (tgsi_dst_type(op, 0) != 'F' && tgsi_dst_type(op, 0) != 'D')
      tgsi_check_error(c, DIAG_ID_saturate_integer, in->op_span, "the result of %s is not a float, so it cannot be clamped",
                       tgsi_op_info[op].name);
}

/* 64-bit results are written in pairs: drivers differ in what a mask with half a pair stores. */
static void whole_pairs(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const uint8_t kind = tgsi_op_info[in->op].kind;

   if ((kind != TGSI_PAIR && kind != TGSI_PAIR_COUNT && kind != TGSI_WIDEN && kind != TGSI_FRACEXP) || !in->num_dst)
      return;
   const struct tgsi_operand *o = tgsi_dst(c->p, in, 0);
   if (o->mask == 3 || o->mask == 12 || o->mask == 15)
      return;
   util_diag(c->ctx, DIAG_ID_half_pair, o->span, "%s writes pairs of lanes, xy or zw; half a pair is undefined",
             tgsi_op_info[in->op].name);
}

/* --- objects --- */

/* Formats and memory qualifiers. */
static void memory_words(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   if (tgsi_op_info[in->op].kind != TGSI_MEMORY && (in->memory || in->format != TGSI_NONE))
      tgsi_check_error(c, DIAG_ID_operand_count, in->span, "%s does not access memory, so it cannot have a %s",
                       tgsi_op_info[in->op].name, in->memory ? "memory qualifier" : "format");
}

/* --- textures --- */

/* The reason why the instruction does not allow the target, or NULL. */
static const char *bad_target(enum tgsi_op op, enum tgsi_target target)
{
   const struct tgsi_target_info *t = &tgsi_target_info[target];
   const bool fetch = op == TGSI_OP_TXF || op == TGSI_OP_TXF_LZ,
              query = op == TGSI_OP_TXQ || op == TGSI_OP_TXQ_LZ || op == TGSI_OP_TXQS;

   if (query)
      return NULL;
   if (t->samples && op != TGSI_OP_TXF)
      return "only TXF reads multisample textures";
   if (target == TGSI_TARGET_BUFFER && !fetch)
      return "only TXF reads buffers";
   switch (op) {
   case TGSI_OP_TEX:
   case TGSI_OP_TEX_LZ:
   case TGSI_OP_TXD:
      return target == TGSI_TARGET_SHADOWCUBE_ARRAY ? "it has no operand for the reference value; use TEX2" : NULL;
   case TGSI_OP_TXP:
      return t->array || target == TGSI_TARGET_SHADOWCUBE ? "the coordinates leave no component for the divisor" : NULL;
   case TGSI_OP_TXB:
   case TGSI_OP_TXL:
      return target == TGSI_TARGET_CUBE_ARRAY || target == TGSI_TARGET_SHADOW2D_ARRAY || target == TGSI_TARGET_SHADOWCUBE ||
                   target == TGSI_TARGET_SHADOWCUBE_ARRAY
                ? "the coordinates use all four components; use TXB2 or TXL2"
                : NULL;
   case TGSI_OP_TG4:
      return t->coords == 1 || target == TGSI_TARGET_3D ? "only two-dimensional textures can be gathered from" : NULL;
   default: return NULL;
   }
}

static void check_target(struct tgsi_checker *c, struct tgsi_instr *in)
{
   const struct tgsi_op_info *info = &tgsi_op_info[in->op];
   const char *why;

   if (info->kind != TGSI_TEX) {
      if (in->has_target && info->kind != TGSI_MEMORY)
         tgsi_check_error(c, DIAG_ID_target_instruction, in->span, "%s does not take a texture target", info->name);
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
      util_diag(c->ctx, DIAG_ID_undefined_lanes, in->span, "%s does not support %s; the result is 0", info->name,
                tgsi_target_info[in->target].name);
}

/* Instructions take one texel offset, TG4 also four. */
static void check_offsets(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const struct tgsi_target_info *t = &tgsi_target_info[in->target];
   const bool query = in->op == TGSI_OP_TXQ || in->op == TGSI_OP_TXQ_LZ || in->op == TGSI_OP_TXQS || in->op == TGSI_OP_LODQ;

   if (!in->num_offsets)
      return;
   const struct util_span span = tgsi_offset(c->p, in, 0)->span;
   if (query || (in->num_offsets != 1 && !(in->op == TGSI_OP_TG4 && in->num_offsets == 4)))
      tgsi_check_error(c, DIAG_ID_too_many_offsets, span, "%s takes %s, not %u", tgsi_op_info[in->op].name,
                       query                      ? "no texel offsets"
                       : in->op == TGSI_OP_TG4 ? "one or four texel offsets"
                                                  : "one texel offset",
                       in->num_offsets);
   else if (t->coords == 3 && in->target != TGSI_TARGET_3D && in->has_target)
      tgsi_check_error(c, DIAG_ID_offset_cube, span, "texel offsets are not allowed for cube maps");
   else if ((in->target == TGSI_TARGET_BUFFER && in->has_target) || (t->samples && in->op != TGSI_OP_TXF))
      tgsi_check_error(c, DIAG_ID_offset_buffer, span, "texel offsets are not allowed for %s", t->name);
}

bool tgsi_check_instruction(struct tgsi_checker *c, struct tgsi_instr *in)
{
   if (!check_counts(c, in))
      return false;
   check_stage(c, in);
   check_saturation(c, in);
   whole_pairs(c, in);
   memory_words(c, in);
   if (tgsi_op_info[in->op].kind == TGSI_TEX || in->has_target)
      check_target(c, in);
   check_offsets(c, in);
   if (in->has_label && in->op == TGSI_OP_BRA && in->label >= c->p->num_instrs)
      tgsi_check_error(c, DIAG_ID_undefined_label, in->span, "the label %u is not the number of an instruction", in->label);
   return true;
}
