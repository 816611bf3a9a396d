/* SPDX-License-Identifier: MIT */
/* Tests the data that the checks fill in: slots, blocks, subroutines, results that hold integers; and the names of inputs. */
#include <stdio.h>
#include <string.h>

#include "frontend/tgsi/tgsi_names.h"
#include "tests/unit/common/suite.h"
#include "tests/unit/common/parse_check.h"

#define NUM(a) (sizeof(a) / sizeof *(a))

static struct util_ctx ctx;

/* Ends the test if the text is wrong. */
static struct tgsi_program *parse(const char *text)
{
   struct tgsi_program *volatile p = NULL;

   util_ctx_init(&ctx, NULL, 0);
   ctx.text = text;
   ctx.text_len = strlen(text);
   if (!setjmp(ctx.unwind)) {
      ctx.unwind_set = true;
      p = tgsi_parse(&ctx, text, strlen(text), NULL);
   }
   ck_assert_msg(p, "%s: %s", text, ctx.diags ? ctx.diags->message : "no message");
   return p;
}

/* ---- slots of declarations */

static const struct {
   const char *text;
   unsigned decl;
   uint32_t slot;
} slots[] = {
   {"VERT DCL IN[3] END", 0, SLOT_VATTR + 3},
   {"VERT DCL IN[2], POSITION END", 0, SLOT_VATTR + 2},
   {"VERT DCL OUT[0], POSITION DCL OUT[1], COLOR[1] DCL OUT[2], GENERIC[9] END", 1, SLOT_COLOR + 1},
   {"VERT DCL OUT[0], POSITION DCL OUT[1], COLOR[1] DCL OUT[2], GENERIC[9] END", 2, SLOT_ATTR + 9},
   {"VERT DCL OUT[0..3], GENERIC[4] END", 0, SLOT_ATTR + 4},
   {"VERT DCL OUT[0], CLIPDIST END", 0, SLOT_CLIP},
   {"VERT DCL OUT[0], CLIPDIST[1] END", 0, SLOT_CLIP + 4},
   {"VERT DCL OUT[0], CLIPDIST DCL OUT[1], CULLDIST END", 1, SLOT_CLIP + 4},
   {"VERT PROPERTY NUM_CLIPDIST_ENABLED 2 DCL OUT[0], CLIPDIST DCL OUT[1], CULLDIST END", 1, SLOT_CLIP + 2},
   {"VERT DCL SV[0], VERTEXID END", 0, SLOT_VERTEX_ID},
   {"FRAG DCL IN[0] END", 0, SLOT_ATTR},
   {"FRAG DCL IN[5] END", 0, SLOT_ATTR + 5},
   {"FRAG DCL IN[0], POSITION, LINEAR END", 0, SLOT_POSITION},
   {"FRAG DCL IN[0], FACE, CONSTANT END", 0, SLOT_FACING},
   {"FRAG DCL OUT[0], COLOR[3] END", 0, SLOT_FRAG_COLOR + 3},
   {"FRAG DCL OUT[0], POSITION END", 0, SLOT_FRAG_DEPTH},
   {"FRAG DCL OUT[0], STENCIL END", 0, SLOT_FRAG_STENCIL},
};

START_TEST(bound)
{
   for (size_t i = 0; i < NUM(slots); i++) {
      const struct tgsi_program *p = parse(slots[i].text);

      ck_assert_msg(p->decls[slots[i].decl].slot == slots[i].slot, "%s: slot %u, not %u", slots[i].text,
                    p->decls[slots[i].decl].slot, slots[i].slot);
      util_ctx_finish(&ctx);
   }
}
END_TEST

/* ---- results */

#define HEAD                                                                                                                   \
   "FRAG DCL IN[0], GENERIC[0], LINEAR DCL OUT[0], COLOR DCL OUT[1], COLOR[1] DCL TEMP[0..3] DCL CONST[0] DCL ADDR[0] IMM "    \
   "UINT32 {1, 2, 3, 4} IMM FLT32 {1, 2, 3, 4} "

static const struct {
   const char *text;
   uint32_t slot;
   uint8_t written, integer;
} results[] = {
    {HEAD "MOV OUT[0].xy, IN[0] END", SLOT_FRAG_COLOR, 3, 0},
    {HEAD "USEQ OUT[0].xy, IN[0], IN[0] END", SLOT_FRAG_COLOR, 3, 3},
    {HEAD "USEQ OUT[0].xy, IN[0], IN[0] MOV OUT[0].yz, IN[0] END", SLOT_FRAG_COLOR, 7, 1},
    {HEAD "F2I TEMP[0].x, IN[0] MOV TEMP[1].y, TEMP[0].xxxx MOV OUT[0], TEMP[1].yyyx END", SLOT_FRAG_COLOR, 15, 15},
    {HEAD "F2I TEMP[0], IN[0] MOV TEMP[0].x, IN[0] MOV OUT[0], TEMP[0].xyzw END", SLOT_FRAG_COLOR, 15, 14},
    {HEAD "MOV TEMP[1], TEMP[0] MOV OUT[0], TEMP[1] MOV TEMP[0], IN[0] END", SLOT_FRAG_COLOR, 15, 0},
    {HEAD "F2I TEMP[0], IN[0] MOV OUT[0], -TEMP[0] END", SLOT_FRAG_COLOR, 15, 0},
    {HEAD "F2I TEMP[0], IN[0] MOV_SAT OUT[0], TEMP[0] END", SLOT_FRAG_COLOR, 15, 0},
    {HEAD "MOV OUT[0], IMM[0] END", SLOT_FRAG_COLOR, 15, 15},
    {HEAD "MOV OUT[0], IMM[1] END", SLOT_FRAG_COLOR, 15, 0},
    {HEAD "UCMP OUT[0], IN[0], IMM[0], IMM[0] END", SLOT_FRAG_COLOR, 15, 15},
    {HEAD "UCMP OUT[0], IMM[0], IN[0], IMM[0] END", SLOT_FRAG_COLOR, 15, 0},
    {HEAD "F2I TEMP[0], IN[0] UARL ADDR[0].x, IMM[0].xxxx MOV TEMP[ADDR[0].x], IN[0] MOV OUT[0], TEMP[0] END", SLOT_FRAG_COLOR,
     15, 0},
    {HEAD "USEQ OUT[0], IN[0], IN[0] UARL ADDR[0].x, IMM[0].xxxx MOV OUT[ADDR[0].x].x, IN[0] END", SLOT_FRAG_COLOR, 15, 14},
    {HEAD "UARL ADDR[0].x, IMM[0].xxxx MOV OUT[ADDR[0].x].x, IN[0] END", SLOT_FRAG_COLOR + 1, 1, 0},
    {"FRAG DCL IN[0] DCL OUT[0], POSITION MOV OUT[0], IN[0] END", SLOT_FRAG_DEPTH, 4, 0},
    {"FRAG DCL IN[0] DCL OUT[0], STENCIL MOV OUT[0], IN[0] END", SLOT_FRAG_STENCIL, 2, 0},
    {"VERT DCL IN[0] DCL OUT[0], CLIPDIST MOV OUT[0].yz, IN[0] END", SLOT_CLIP + 2, 1, 0},
    {"VERT DCL IN[0] DCL OUT[0], CLIPDIST MOV OUT[0].yz, IN[0] END", SLOT_CLIP + 3, 0, 0},
};

START_TEST(written)
{
   for (size_t i = 0; i < NUM(results); i++) {
      const struct tgsi_program *p = parse(results[i].text);
      const uint32_t s = results[i].slot;

      ck_assert_msg(p->out_written[s] == results[i].written && p->out_integer[s] == results[i].integer, "%s: %u and %u",
                    results[i].text, p->out_written[s], p->out_integer[s]);
      util_ctx_finish(&ctx);
   }
}
END_TEST

/* ---- blocks: `other` of each instruction, - for none */

static const struct {
   const char *text, *other;
} blocks[] = {
   {"IF IN[0].x NOP ELSE NOP ENDIF END", "2 - 4 - 0 -"},
   {"UIF IN[0].x NOP ENDIF END", "2 - 0 -"},
   {"BGNLOOP IF IN[0].x BRK ENDIF CONT ENDLOOP END", "5 3 0 1 0 0 -"},
   {"SWITCH IN[0].x CASE IN[0].x BRK DEFAULT NOP ENDSWITCH END", "1 3 0 5 - 0 -"},
   {"BGNLOOP SWITCH IN[0].x CASE IN[0].x BRK CONT ENDSWITCH ENDLOOP END", "6 2 5 1 0 1 0 -"},
   {"CAL :3 CAL :4 END BGNSUB NOP ENDSUB", "3 3 - - - -"},
   {"REP IN[0] ENDREP END", "1 0 -"},
};

START_TEST(nested)
{
   for (size_t i = 0; i < NUM(blocks); i++) {
      char text[400], got[200] = "";
      size_t n = 0;

      snprintf(text, sizeof text, "FRAG DCL IN[0] %s", blocks[i].text);
      const struct tgsi_program *p = parse(text);
      for (uint32_t k = 0; k < p->num_instrs; k++) {
         if (p->instrs[k].other == TGSI_NONE)
            n += (size_t)snprintf(got + n, sizeof got - n, "%s-", k ? " " : "");
         else
            n += (size_t)snprintf(got + n, sizeof got - n, "%s%u", k ? " " : "", p->instrs[k].other);
      }
      ck_assert_msg(!strcmp(got, blocks[i].other), "%s: %s, not %s", blocks[i].text, got, blocks[i].other);
      util_ctx_finish(&ctx);
   }
}
END_TEST

START_TEST(subroutines)
{
   const struct tgsi_program *p = parse(
       "FRAG DCL IN[0] CAL :4 RET NOP END BGNSUB CAL :8 RET ENDSUB BGNSUB IF IN[0].x RET ENDIF CAL :4 ENDSUB BGNSUB ENDSUB");

   ck_assert_uint_eq(p->num_subs, 4);
   ck_assert(p->subs[0].first == 0 && p->subs[0].end == 4 && p->subs[1].first == 4 && p->subs[1].end == 8 &&
             p->subs[2].end == 14);
   ck_assert(!p->subs[0].recursive && p->subs[1].recursive && p->subs[2].recursive && !p->subs[3].recursive);
   ck_assert(p->subs[0].early_return && !p->subs[1].early_return && p->subs[2].early_return && !p->subs[3].early_return);
   ck_assert(p->instrs[5].sub == 1 && p->instrs[12].sub == 2 && p->instrs[15].sub == 3);
   util_ctx_finish(&ctx);
   p = parse("GEOM PROPERTY GS_INPUT_PRIMITIVE LINES_ADJACENCY PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP PROPERTY "
             "GS_MAX_OUTPUT_VERTICES 7 "
             "PROPERTY GS_INVOCATIONS 3 END");
   ck_assert(p->prim_in == 2 && p->prim_out == 6 && p->vertices_out == 7 && p->invocations == 3);
   util_ctx_finish(&ctx);
}
END_TEST

/* ---- names */

struct found {
   const char *name;
   struct frontend_name n;
   unsigned times;
};

static void look(void *user, const struct frontend_name *n)
{
   struct found *f = user;

   if (!strcmp(n->name, f->name) && f->times++ == 0)
      f->n = *n;
}

START_TEST(names)
{
   static const struct {
      const char *name;
      uint8_t kind;
      uint32_t first, length, buffer;
   } rows[] = {
       {"IN[0]", FRONTEND_INPUT, SLOT_ATTR + 2, 1, 0},
       {"IN[12]", FRONTEND_INPUT, SLOT_COLOR, 1, 0},
       {"CONST", FRONTEND_PARAM, 0, 5, 0},
       {"CONST[0]", FRONTEND_PARAM, 0, 5, 0},
       {"CONST[2]", FRONTEND_BUFFER, 0, 8, 2},
       {"GENERIC", FRONTEND_INPUT, SLOT_ATTR, 64, 0},
       {"FACE", FRONTEND_INPUT, SLOT_FACING, 1, 0},
       {"OUT[0]", FRONTEND_OUTPUT, SLOT_FRAG_COLOR + 1, 1, 0},
   };
   const struct tgsi_program *p = parse("FRAG DCL IN[0], GENERIC[2], LINEAR DCL IN[12], COLOR, LINEAR DCL OUT[0], COLOR[1] DCL "
                                        "CONST[0..4] DCL CONST[2][3..7] END");

   for (size_t i = 0; i < NUM(rows); i++) {
      struct found f = {.name = rows[i].name};

      tgsi_names(p, look, &f);
      ck_assert_msg(f.times >= 1 && f.n.kind == rows[i].kind && f.n.first == rows[i].first && f.n.length == rows[i].length &&
                        f.n.buffer == rows[i].buffer,
                    "%s: %u times, kind %u, first %u, length %u", rows[i].name, f.times, f.n.kind, f.n.first, f.n.length);
   }
   util_ctx_finish(&ctx);
}
END_TEST

SUITE_MAIN("tgsi_tree", DEFAULT_TIMEOUT, NULL, NULL, bound, written, nested, subroutines, names)
