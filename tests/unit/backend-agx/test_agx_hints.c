/* SPDX-License-Identifier: MIT */
/*
 * Derives the hints for the register cache again, from the bytes of straight-line code. A source is discarded exactly where its
 * value is read for the last time. A value that arithmetic reads again in the block is kept. Where lanes wait, nothing is
 * discarded.
 */
#include "nvp4c.h"
#include "backend-agx/isa/agx.h"
#include "tests/unit/common/suite.h"

#include <string.h>

#define MOST 256

static struct agx_instr in[MOST];
static unsigned num;

static void compile(const char *text, int level)
{
   struct nvp4c_options o;
   size_t len;

   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_AGX;
   o.opt_level = level;
   o.verify.waves = 4;
   o.verify.seed = 1;
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
   const uint8_t *code = nvp4c_result_code(r, &len);
   num = 0;
   for (size_t at = 0; at < len; at += in[num++].len) {
      ck_assert_uint_lt(num, MOST);
      ck_assert_ptr_null(agx_decode(code + at, len - at, &in[num]));
   }
   nvp4c_result_free(r);
}

static bool is_register(const struct agx_ref *r) { return r->kind >= AGX_REG16 && r->kind <= AGX_REG64; }

static bool touches(unsigned at, unsigned ref, unsigned half)
{
   const struct agx_ref *r = &in[at].ref[ref];
   const unsigned size = r->kind == AGX_REG16 ? 1 : r->kind == AGX_REG32 ? 2 : 4;

   return is_register(r) && half >= r->value && half < r->value + size * agx_operand_count(&in[at], (enum agx_refs)ref);
}

static bool reads(unsigned at, unsigned half)
{
   for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
      if (touches(at, k, half))
         return true;
   return false;
}

/* True if the half is read after that instruction and before it is written. The registers from first_out to last_out are read
   after the code. */
static bool read_later(unsigned at, unsigned half, bool arithmetic, unsigned first_out, unsigned last_out)
{
   if (touches(at, AGX_D, half))
      return false;
   for (unsigned k = at + 1; k < num; k++) {
      if (reads(k, half) && (!arithmetic || agx_info[in[k].op].unit != AGX_U_NONE))
         return true;
      if (touches(k, AGX_D, half))
         return false;
   }
   return !arithmetic && half / 2 >= first_out && half / 2 <= last_out;
}

static bool takes_hints(unsigned at, unsigned ref)
{
   const struct agx_row *row = agx_operand_row(in[at].op, (enum agx_refs)ref);
   return agx_kind_info[row->kind].group == AGX_G_DST || agx_kind_info[row->kind].group == AGX_G_SRC;
}

static void check_operand(unsigned at, unsigned ref, unsigned first_out, unsigned last_out)
{
   const struct agx_ref *r = &in[at].ref[ref];
   bool again = false, live = false;

   for (unsigned h = r->value; touches(at, ref, h); h++) {
      if (ref != AGX_D) {
         again |= read_later(at, h, true, 0, 0);
         live |= read_later(at, h, false, first_out, last_out);
      }
      for (unsigned k = at + 1; ref == AGX_D && k < num; k++) {
         again |= reads(k, h) && agx_info[in[k].op].unit != AGX_U_NONE;
         if (touches(k, AGX_D, h))
            break;
      }
   }
   const unsigned want = again ? AGX_CACHE : ref != AGX_D && !live ? AGX_DISCARD : AGX_PLAIN;
   ck_assert_msg(r->hint == want, "instruction %u, %s: operand %u has hint %u, not %u", at, agx_info[in[at].op].name, ref,
                 r->hint, want);
}

static void straight(const char *text, unsigned first_out, unsigned last_out)
{
   unsigned hints = 0;

   compile(text, 2);
   for (unsigned at = 0; at < num; at++)
      for (unsigned k = 0; k < AGX_NUM_REFS; k++)
         if (is_register(&in[at].ref[k]) && takes_hints(at, k)) {
            check_operand(at, k, first_out, last_out);
            hints += in[at].ref[k].hint > AGX_PLAIN;
         }
   ck_assert_uint_gt(hints, 4);
}

START_TEST(straight_line)
{
   straight(
       "!!NVvp4.0\nTEMP a, b;\nMUL a, vertex.position, vertex.attrib[1].wzyx;\nRSQ b, a.x;\nMAD a, a, b, vertex.attrib[1];\n"
       "DP4 b, a, vertex.position;\nMUL result.texcoord[0], a, b;\nMOV result.position, a;\nEND\n",
       1, 0);
   /* two colours, with one component stored unchanged */
   straight("!!NVfp4.0\nOPTION ARB_draw_buffers;\nTEMP a, b;\nMUL a, fragment.texcoord[0], fragment.texcoord[1].wzyx;\nEX2 b, "
            "a.x;\nADD a.xyz, a, b;\n"
            "TEX b.xy, a, texture[0], 2D;\nMAD result.color, a, b.xyxy, a.w;\nMOV result.color[1], a;\nEND\n",
            4, 11);
   /* halves of words */
   straight(
       "!!NVfp4.0\nTEMP a, b;\nPK2H a.x, fragment.texcoord[0];\nUP2H b.xy, a.x;\nSHR.U b.z, a.x, 16;\nAND.U b.w, a.x, 0xffff;\n"
       "MUL.U b.zw, b, b.wwzz;\nI2F b.zw, b;\nMOV result.color, b;\nEND\n",
       4, 7);
}
END_TEST

static const char branches[] =
    "!!NVfp4.0\nTEMP a, b, c;\nMUL a, fragment.texcoord[0], 3.0;\nADD b, a, fragment.texcoord[1];\nMUL c, b, b.wzyx;\n"
    "SGTC c.x, fragment.texcoord[1].x, a.w;\nIF NE.x;\nREP {40, 0, 0, 0};\nMAD a, a, b, c.wzyx;\nSLTC c.y, a.x, b.x;\nBRK "
    "(NE.y);\n"
    "ADD c, a, b;\nENDREP;\nENDIF;\nMUL a, a, b;\nMUL result.color, a, c;\nEND\n";

START_TEST(where_lanes_wait)
{
   unsigned discards[2] = {0}, keeps = 0, level = 0;

   compile(branches, 2);
   for (unsigned at = 0; at < num; at++) {
      for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
         discards[level != 0] += in[at].ref[k].hint == AGX_DISCARD;
         keeps += level && in[at].ref[k].hint == AGX_CACHE;
      }
      level += in[at].op == AGX_OP_if_icmp || in[at].op == AGX_OP_if_fcmp ? 1
               : in[at].op == AGX_OP_push_exec                            ? in[at].f[AGX_F_NEST]
                                                                          : 0;
      level -= in[at].op == AGX_OP_pop_exec ? in[at].f[AGX_F_NEST] : 0;
   }
   ck_assert_uint_eq(level, 0);
   ck_assert_uint_eq(discards[1], 0);
   ck_assert(discards[0] > 4 && keeps >= 2);
}
END_TEST

START_TEST(not_without_optimisation)
{
   compile(branches, 0);
   for (unsigned at = 0; at < num; at++)
      for (unsigned k = 0; k < AGX_NUM_REFS; k++)
         ck_assert(in[at].ref[k].hint <= AGX_PLAIN);
}
END_TEST

SUITE_MAIN("agx_hints", DEFAULT_TIMEOUT, NULL, NULL, straight_line, where_lanes_wait, not_without_optimisation)
