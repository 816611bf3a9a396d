/* SPDX-License-Identifier: MIT */
/*
 * Tests nvp4c_link as a driver uses it. Programs are compiled and linked through the public interface, and their machine code
 * runs in the simulator. The words that a producer wrote reach the coefficients or registers of its consumer only through the
 * table of the link. The outputs must equal those of the reference evaluator, run on one program after the other with the same
 * inputs.
 */
#include <stdio.h>
#include <string.h>

#include "backend-usc/sim/usc_sim.h"
#include "nvp4c.h"
#include "tests/unit/common/nv_machine.h"
#include "tests/unit/common/suite.h"

static struct nvp4c_result *compile(const char *text, const struct nvp4c_key *key)
{
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = 1;
   if (key)
      o.key = *key;
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   ck_assert_ptr_nonnull(r);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s\n%s",
                 nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "?", text);
   return r;
}

static struct nvp4c_result *link_with(const struct nvp4c_result *a, const struct nvp4c_result *b, const struct nvp4c_key *key)
{
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   if (key)
      o.key = *key;
   struct nvp4c_result *l = nvp4c_link(a, b, &o);
   ck_assert_ptr_nonnull(l);
   return l;
}

/* The table as text: "name.c address location", '-' where there is none. */
static void table_text(const struct nvp4c_result *l, char *out, size_t n)
{
   const struct nvp4c_link_entry *e;
   size_t at = 0;
   out[0] = 0;
   for (unsigned i = 0; (e = nvp4c_get_link_entry(l, i)) && at < n; i++) {
      char location[40];
      nvp4c_location_text(&e->location, location, sizeof location);
      at += (size_t)snprintf(out + at, n - at, "%s.%c %d %s%s\n", e->name, "xyzw"[e->component], e->address,
                             location[0] ? location : "-",
                             e->source == NVP4C_LINK_NOBODY       ? " nobody"
                             : e->source == NVP4C_LINK_RASTERISER ? " fixed"
                             : !e->read                           ? " unread"
                                                                  : "");
   }
}

static void expect_table(const char *vs, const char *fs, const struct nvp4c_key *key, const char *want)
{
   struct nvp4c_result *v = compile(vs, key), *f = compile(fs, key), *l = link_with(v, f, key);
   char got[4096];
   table_text(l, got, sizeof got);
   ck_assert_str_eq(got, want);
   nvp4c_result_free(l);
   nvp4c_result_free(f);
   nvp4c_result_free(v);
}

/* ---- the table ----------------------------------------------------------------------------------------------------------- */

/* The table is in the order of the public driver: position, smooth, flat, noperspective, then the words that only the machine
   reads. The coefficient sets are those of the compiled program. */
START_TEST(order)
{
   expect_table("!!NVvp4.0\n"
                "MOV result.attrib[0], vertex.attrib[1];\n" /* flat in the fragment program */
                "MOV result.attrib[1], vertex.attrib[2];\n" /* noperspective */
                "MOV result.attrib[2].xz, vertex.attrib[3];\n"
                "MOV result.attrib[3], vertex.attrib[3];\n" /* without a reader */
                "MOV result.clip[2].x, vertex.attrib[4];\n"
                "MOV result.pointsize.x, vertex.attrib[4];\n"
                "MOV result.position, vertex.position;\n"
                "END\n",
                "!!NVfp4.0\n"
                "FLAT ATTRIB a = fragment.attrib[0];\n"
                "NOPERSPECTIVE ATTRIB b = fragment.attrib[1];\n"
                "TEMP t;\n"
                "MOV t, fragment.attrib[2].xzxz;\n"
                "ADD t.x, t, a;\n"
                "ADD t.x, t, b.w;\n"
                "MOV result.color, t;\n"
                "END\n",
                NULL,
                /* smooth: W at cf0, attr2.x..z at cf4 cf8 cf12; flat attr0.x, noperspective attr1.w */
                "position.x 0 -\nposition.y 1 -\nposition.z 2 -\nposition.w 3 -\n"
                "psize.x 8 -\n"
                "clip2.x 9 -\n"
                "attr0.x 6 cf16\nattr0.y -1 - unread\nattr0.z -1 - unread\nattr0.w -1 - unread\n"
                "attr1.x -1 - unread\nattr1.y -1 - unread\nattr1.z -1 - unread\nattr1.w 7 cf20\n"
                "attr2.x 4 cf4\nattr2.z 5 cf12\n"
                "attr3.x -1 - unread\nattr3.y -1 - unread\nattr3.z -1 - unread\nattr3.w -1 - unread\n");
}
END_TEST

/* Tests what only TGSI has: a normal, generic varyings above 31 and separate point coordinates, and the order of the words that
   the machine reads. */
START_TEST(order_of_tgsi)
{
   expect_table("VERT\nDCL IN[0]\nDCL IN[31]\nDCL OUT[0], POSITION\nDCL OUT[1].xyz, NORMAL\nDCL OUT[2].x, PSIZE\nDCL OUT[3].x, "
                "VIEWPORT_INDEX\n"
                "DCL OUT[4].x, LAYER\nDCL OUT[5].x, CLIPDIST\nDCL OUT[6].xy, GENERIC[40]\nMOV OUT[0], IN[0]\nMOV OUT[1].xyz, "
                "IN[31]\nMOV OUT[2].x, IN[31]\n"
                "MOV OUT[3].x, IN[31]\nMOV OUT[4].x, IN[31]\nMOV OUT[5].x, IN[31]\nMOV OUT[6].xy, IN[31]\nEND\n",
                "FRAG\nDCL IN[0].xyz, NORMAL, PERSPECTIVE\nDCL IN[1].xy, PCOORD, LINEAR\nDCL IN[2].x, GENERIC[40], "
                "PERSPECTIVE\nDCL OUT[0], COLOR\n"
                "DCL TEMP[0]\nMOV TEMP[0].xyz, IN[0]\nMOV TEMP[0].w, IN[2].xxxx\nADD TEMP[0].xy, TEMP[0], IN[1]\nMOV OUT[0], "
                "TEMP[0]\nEND\n",
                NULL,
                /* smooth: W at cf0, attr40 at cf4, the normal from cf8 on */
                "position.x 0 -\nposition.y 1 -\nposition.z 2 -\nposition.w 3 -\n"
                "psize.x 8 -\n"
                "clip0.x 11 -\n"
                "attr40.x 4 cf4\nattr40.y -1 - unread\n"
                "layer.x 10 -\n"
                "normal.x 5 cf8\nnormal.y 6 cf12\nnormal.z 7 cf16\n"
                "viewport.x 9 -\n"
                "pointcoord.x -1 cf20 fixed\npointcoord.y -1 cf24 fixed\n");
}
END_TEST

/* Disabled clip planes need no distances. The point coordinate, which comes from the rasteriser without perspective, replaces
   texture coordinates; W is at cf0, the smooth tex1 at cf4. */
START_TEST(by_key)
{
   static const char vs[] = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[0].xy, vertex.attrib[1];\n"
                            "MOV result.texcoord[1].xy, vertex.attrib[1];\nMOV result.clip[0].x, vertex.attrib[2];\n"
                            "MOV result.clip[1].x, vertex.attrib[2];\nEND\n";
   static const char fs[] =
       "!!NVfp4.0\nMOV result.color.xy, fragment.texcoord[0];\nMOV result.color.zw, fragment.texcoord[1].xyxy;\nEND\n";
   struct nvp4c_key key = {.clip_planes = 2, .point_coord = 1};
   expect_table(vs, fs, &key,
                "position.x 0 -\nposition.y 1 -\nposition.z 2 -\nposition.w 3 -\n"
                "clip0.x -1 - unread\nclip1.x 6 -\n"
                "tex0.x -1 - unread\ntex0.y -1 - unread\n"
                "tex1.x 4 cf4\ntex1.y 5 cf8\n"
                "pointcoord.x -1 cf12 fixed\npointcoord.y -1 cf16 fixed\n");
}
END_TEST

START_TEST(mismatches)
{
   struct nvp4c_result *
       v =
          compile("!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[3].x, vertex.attrib[1];\nEND\n", NULL),
      *f = compile("!!NVfp4.0\nMOV result.color, fragment.texcoord[3];\nEND\n", NULL), *l = link_with(v, f, NULL), *bad;
   /* one warning for the three components */
   ck_assert_uint_eq(nvp4c_result_num_diagnostics(l), 1);
   ck_assert_str_eq(nvp4c_result_diagnostic(l, 0)->id, "link-unwritten");
   ck_assert_int_eq(nvp4c_result_diagnostic(l, 0)->severity, NVP4C_WARNING);
   ck_assert_str_eq(nvp4c_result_diagnostic(l, 0)->message,
                    "the fragment program reads tex3.yzw, which the vertex program does not write");
   ck_assert_int_eq(nvp4c_result_status(l), NVP4C_OK);
   /* With the map the program writes the four words of the position and the one component. */
   struct nvp4c_key key = {0};
   ck_assert_int_eq(nvp4c_link_key(l, &key), 1);
   ck_assert_uint_eq(key.varying[18].mask, 1);
   ck_assert_uint_eq(key.varying[18].address, 4);
   struct nvp4c_result *mapped =
       compile("!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[3].x, vertex.attrib[1];\nEND\n", &key);
   const struct nvp4c_result *pairs[][2] = {{f, v}, {v, v}, {f, f}, {mapped, f}, {l, f}, {NULL, f}, {v, NULL}};
   for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
      bad = link_with(pairs[i][0], pairs[i][1], NULL);
      ck_assert_int_eq(nvp4c_result_status(bad), NVP4C_REJECTED);
      ck_assert_str_eq(nvp4c_result_diagnostic(bad, 0)->id, "link-programs");
      ck_assert_uint_eq(nvp4c_link_num_entries(bad), 0);
      struct nvp4c_key same = key;
      ck_assert_int_eq(nvp4c_link_key(bad, &same), 0);
      ck_assert_mem_eq(&same, &key, sizeof key);
      nvp4c_result_free(bad);
   }
   /* -Werror=link-unwritten */
   static const char *const werror[] = {"error=link-unwritten"};
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.diagnostics.warnings = werror;
   o.diagnostics.num_warnings = 1;
   bad = nvp4c_link(v, f, &o);
   ck_assert_int_eq(nvp4c_result_status(bad), NVP4C_REJECTED);
   nvp4c_result_free(bad);
   nvp4c_result_free(mapped);
   nvp4c_result_free(l);
   nvp4c_result_free(f);
   nvp4c_result_free(v);
}
END_TEST

START_TEST(other_target)
{
   static const char vs[] = "!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n",
                     fs[] = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n";
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_AGX;
   o.output.reflection = 1;
   struct nvp4c_result *v = nvp4c_compile(vs, sizeof vs - 1, &o), *f = nvp4c_compile(fs, sizeof fs - 1, &o),
                       *u = compile(fs, NULL);
   struct nvp4c_result *l = nvp4c_link(v, f, &o), *m = nvp4c_link(v, u, &o);
   ck_assert_int_eq(nvp4c_result_status(l), NVP4C_OK);
   ck_assert_int_eq(nvp4c_link_key(l, &o.key), 1);
   ck_assert_uint_eq(o.key.varying[0].mask, 15); /* the position, in words 0 to 3 */
   ck_assert_uint_eq(o.key.varying[0].address, 0);
   ck_assert_int_eq(nvp4c_result_status(m), NVP4C_REJECTED);
   nvp4c_result_free(m);
   nvp4c_result_free(l);
   nvp4c_result_free(u);
   nvp4c_result_free(f);
   nvp4c_result_free(v);
}
END_TEST

/* 65 words are too many for that core. A fragment program that reads fewer of them can be linked. */
START_TEST(too_many_words)
{
   char vs[1024] = "!!NVvp4.0\nMOV result.fogcoord.x, vertex.attrib[1];\n",
        fs[1024] = "!!NVfp4.0\nTEMP t;\nMOV t, fragment.fogcoord;\n";
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = 1;
   o.cpu = "bxs-4-64";
   for (unsigned k = 0; k < 15; k++) {
      sprintf(vs + strlen(vs), "MOV result.attrib[%u], vertex.attrib[%u];\n", k, k);
      sprintf(fs + strlen(fs), "ADD t, t, fragment.attrib[%u];\n", k);
   }
   strcat(vs, "MOV result.position, vertex.attrib[0];\nEND\n");
   strcat(fs, "MOV result.color, t;\nEND\n");
   struct nvp4c_result *v = nvp4c_compile(vs, strlen(vs), &o), *all = nvp4c_compile(fs, strlen(fs), &o),
                       *bad = nvp4c_link(v, all, &o),
                       *few = compile("!!NVfp4.0\nMOV result.color, fragment.attrib[3];\nEND\n", NULL),
                       *good = nvp4c_link(v, few, &o);
   ck_assert(nvp4c_result_status(v) == NVP4C_UNSUPPORTED && nvp4c_result_status(bad) == NVP4C_UNSUPPORTED);
   ck_assert_str_eq(nvp4c_result_diagnostic(bad, 0)->message,
                    "the varyings between the programs take 65 words, but a vertex of bxs-4-64 has at most 64");
   struct nvp4c_result *const r[] = {v, all, bad, few, good, nvp4c_link_key(good, &o.key) ? compile(vs, &o.key) : NULL};
   for (unsigned k = 0; k < 6; k++)
      nvp4c_result_free(r[k]);
}
END_TEST

/* ---- languages ----------------------------------------------------------------------------------------------------------- */

/*
 * The varyings that both languages can express: the registers of NV assembly and the semantics of TGSI, with x alone or x and
 * y. The fragment program does not read back colours and the point size.
 */
static const struct common {
   const char *nv_out, *nv_in, *tgsi;
   unsigned count, components;
} commons[] = {
   {"result.color.front.primary", "fragment.color.primary", "COLOR", 1, 2},
   {"result.color.front.secondary", "fragment.color.secondary", "COLOR[1]", 1, 2},
   {"result.color.back.primary", NULL, "BCOLOR", 1, 2},
   {"result.color.back.secondary", NULL, "BCOLOR[1]", 1, 2},
   {"result.fogcoord", "fragment.fogcoord", "FOG", 1, 1},
   {"result.pointsize", NULL, "PSIZE", 1, 1},
   {"result.texcoord[%u]", "fragment.texcoord[%u]", "TEXCOORD[%u]", 8, 2},
   {"result.attrib[%u]", "fragment.attrib[%u]", "GENERIC[%u]", 16, 2},
};
#define NUM_COMMONS (sizeof commons / sizeof commons[0])

static void add(char *text, const char *format, unsigned n)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
   sprintf(text + strlen(text), format, n);
#pragma GCC diagnostic pop
}

static void nv_program(char *text, bool vertex)
{
   strcpy(text, vertex ? "!!NVvp4.0\nMOV result.position, vertex.attrib[0];\n" : "!!NVfp4.0\nTEMP t;\nMOV t, 0;\n");
   for (const struct common *c = commons; c < commons + NUM_COMMONS; c++)
      for (unsigned n = 0; n < c->count; n++) {
         const char *lanes = c->components == 1 ? "x" : "xy";
         if (vertex) {
            add(text, "MOV ", 0);
            add(text, c->nv_out, n);
            sprintf(text + strlen(text), ".%s, vertex.attrib[1];\n", lanes);
         } else if (c->nv_in) {
            sprintf(text + strlen(text), "ADD t.%s, t, ", lanes);
            add(text, c->nv_in, n);
            add(text, ";\n", 0);
         }
      }
   strcat(text, vertex ? "END\n" : "MOV result.color, t;\nEND\n");
}

static void tgsi_program(char *text, bool vertex)
{
   char code[8192] = "";
   unsigned reg = vertex;
   strcpy(text, vertex ? "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\n" : "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\n");
   for (const struct common *c = commons; c < commons + NUM_COMMONS; c++)
      for (unsigned n = 0; n < c->count && (vertex || c->nv_in); n++, reg++) {
         const char *lanes = c->components == 1 ? "x" : "xy";
         sprintf(text + strlen(text), "DCL %s[%u], ", vertex ? "OUT" : "IN", reg);
         add(text, c->tgsi, n);
         add(text, vertex ? "\n" : ", PERSPECTIVE\n", 0);
         if (vertex)
            sprintf(code + strlen(code), "MOV OUT[%u].%s, IN[1]\n", reg, lanes);
         else
            sprintf(code + strlen(code), "ADD TEMP[0].%s, TEMP[0], IN[%u]\n", lanes, reg);
      }
   strcat(text, vertex ? "MOV OUT[0], IN[0]\n" : "");
   strcat(text, code);
   strcat(text, vertex ? "END\n" : "MOV OUT[0], TEMP[0]\nEND\n");
}

/* All languages share one numbering of slots, so the table is the same and complete for every pair of languages. */
START_TEST(languages)
{
   char text[2][2][16384], want[16384], got[16384];
   for (unsigned k = 0; k < 2; k++) {
      nv_program(text[0][k], k == 0);
      tgsi_program(text[1][k], k == 0);
   }
   for (unsigned pair = 0; pair < 4; pair++) {
      const struct nvp4c_link_entry *e;
      unsigned handed = 0;
      struct nvp4c_result *v = compile(text[pair & 1][0], NULL), *f = compile(text[pair >> 1][1], NULL),
                          *l = link_with(v, f, NULL);
      ck_assert_int_eq(nvp4c_result_status(l), NVP4C_OK);
      ck_assert_uint_eq(nvp4c_result_num_diagnostics(l), 0);
      for (unsigned i = 0; (e = nvp4c_get_link_entry(l, i)); i++) {
         ck_assert(!e->read || e->source != NVP4C_LINK_NOBODY);
         handed += e->read && e->address >= 0 && e->location.reg == NVP4C_REG_COEFFICIENT;
      }
      ck_assert_uint_eq(handed, 2 + 2 + 1 + 8 * 2 + 16 * 2);
      table_text(l, pair ? got : want, sizeof got);
      if (pair)
         ck_assert_str_eq(got, want);
      nvp4c_result_free(l);
      nvp4c_result_free(f);
      nvp4c_result_free(v);
   }
}
END_TEST

/* ---- running both -------------------------------------------------------------------------------------------------------- */

/* Returns a small number that differs from input to input. */
static uint32_t number(unsigned slot, unsigned comp, unsigned vertex, unsigned lane)
{
   return num_u((float)((int)(slot * 7 + comp * 3 + vertex * 5 + lane * 2) % 61 - 30) * 0.25f);
}
static uint32_t local(unsigned index, unsigned comp) { return number(100 + index, comp, 0, 3); }

struct stage {
   const char *text;
   struct machine *ref;
   struct nvp4c_result *code;
   struct usc_wave *t;
   uint32_t vo[USC_NUM_VO][EXEC_LANES]; /* output words of the last vertex of each lane */
   exec_lanes out[SLOT_COUNT][4];       /* those of the reference */
   const struct nvp4c_result *link;     /* with its producer */
   const struct stage *before;
};

static void keep_vertex(void *user, uint32_t lanes, unsigned stream)
{
   struct stage *s = user;
   (void)stream;
   for (unsigned w = 0; w < USC_NUM_VO; w++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (lanes >> l & 1)
            s->vo[w][l] = s->t->out.vo[w][l];
}
static void keep_reference(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream)
{
   struct stage *s = user;
   ck_assert_uint_eq(stream, 0);
   for (unsigned k = 0; k < SLOT_COUNT; k++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            if (lanes >> l & 1)
               s->out[k][c][l] = t->out[k][c][l];
}
static void no_cut(void *user, uint32_t lanes, unsigned stream)
{
   (void)user, (void)lanes, (void)stream;
}
static void no_end(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream)
{
   (void)user, (void)t, (void)lanes, (void)stream;
}

/* Returns the number of a location in a bank, or -1 if it is in another bank. */
static int number_of(struct nvp4c_location location, enum nvp4c_register bank)
{
   return location.reg == bank ? (int)location.number : -1;
}

/* Returns the value that the reference uses for a component that the rasteriser provides. */
static uint32_t provided(const struct stage *s, const struct nvp4c_link_entry *e, unsigned lane)
{
   return s->ref->in[0][SLOT_POSITION + e->varying][e->component][lane];
}

/* Makes an iteration of set n, or a read of coefficient n, give the value: sets the coefficients of a constant plane, where C
   is the value. */
static bool coefficient(void *user, unsigned n, bool iterate, uint32_t value[EXEC_LANES])
{
   const struct stage *s = user;
   const struct nvp4c_link_entry *e;
   for (unsigned i = 0; (e = nvp4c_get_link_entry(s->link, i)); i++) {
      int set = number_of(e->location, NVP4C_REG_COEFFICIENT);
      if (set < 0 || (iterate ? (int)n != set : (int)n != set + 2 || e->interpolation != NVP4C_FLAT))
         continue;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         value[l] = e->source == NVP4C_LINK_RASTERISER ? provided(s, e, l) : e->address >= 0 ? s->before->vo[e->address][l] : 0;
      return true;
   }
   return false;
}

static void set_shareds(struct stage *s)
{
   const struct nvp4c_reflection *f;
   for (unsigned i = 0; (f = nvp4c_result_reflection(s->code, i)); i++) {
      int reg = number_of(f->location, NVP4C_REG_SHARED);
      if (reg < 0)
         continue;
      if (f->kind == NVP4C_CONSTANT)
         s->t->reg.sh[reg] = f->value;
      else if (f->binding == NVP4C_BIND_LOCAL)
         s->t->reg.sh[reg] = local(f->index, f->component);
      else if (f->binding == NVP4C_BIND_STATE && f->state.item == NVP4C_STATE_KEY_CLIP)
         s->t->reg.sh[reg] = local(f->index + 50, f->component);
      else if (f->binding == NVP4C_BIND_STATE && f->state.item == NVP4C_STATE_POINT && f->state.member == NVP4C_MEMBER_SIZE)
         s->t->reg.sh[reg] = local(60, f->component);
   }
}

static void simulate(struct stage *s)
{
   size_t len;
   const uint8_t *code = nvp4c_result_code(s->code, &len);
   set_shareds(s);
   struct util_ctx ctx;
   util_ctx_init(&ctx, NULL, 0);
   enum exec_status st = usc_sim_run(usc_sim_decode(&ctx, code, len), s->t);
   util_ctx_finish(&ctx);
   ck_assert_msg(st == EXEC_DONE, "%s at %u", s->t->fault ? s->t->fault : "budget", s->t->fault_pc);
}

static void evaluate(struct stage *s)
{
   machine_load(s->ref, s->text);
   for (uint32_t i = 0; i < s->ref->p->num_params && i < 64; i++)
      for (unsigned c = 0; c < 4 && s->ref->p->params[i].cls == PARAM_LOCAL; c++)
         s->ref->param[i][c] = local(s->ref->p->params[i].index, c);
   machine_go(s->ref);
}

static void begin(struct stage *s, const char *text, struct nvp4c_result *code)
{
   s->text = text;
   s->code = code;
   s->ref = machine_new();
   s->ref->wave.num = &num_model_usc_rtz;
   s->ref->wave.emit = keep_reference;
   s->ref->wave.end_primitive = no_end;
   s->ref->wave.emit_user = s;
   s->t = calloc(1, sizeof *s->t);
   ck_assert_ptr_nonnull(s->t);
   usc_wave_init(s->t, &num_model_usc_rtz, ~0u, 100000);
   s->t->env.user = s;
   s->t->env.emit = keep_vertex;
   s->t->env.cut = no_cut;
}

static void finish(struct stage *s)
{
   machine_free(s->ref);
   free(s->t);
}

/* Runs the vertex program for one vertex of the input primitive. */
static void run_vertex(struct stage *s, const char *text, struct nvp4c_result *code, unsigned vertex)
{
   const struct nvp4c_reflection *f;
   begin(s, text, code);
   for (unsigned k = SLOT_VATTR; k < SLOT_VATTR + 16; k++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            s->ref->in[0][k][c][l] = number(k, c, vertex, l);
   for (unsigned i = 0; (f = nvp4c_result_reflection(code, i)); i++) {
      if (f->binding == NVP4C_BIND_ATTRIB)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            s->t->reg.vi[number_of(f->location, NVP4C_REG_VERTEX_IN)][l] =
                number(SLOT_VATTR + f->index, f->component, vertex, l);
   }
   evaluate(s);
   simulate(s);
   memcpy(s->out, s->ref->out, sizeof s->out);
   memcpy(s->vo, s->t->out.vo, sizeof s->vo);
}

struct chain {
   const char *name, *vs, *gs, *fs;
   struct nvp4c_key key;
   unsigned max_words; /* between the last two programs */
};

static const struct chain chains[] = {
    {.name = "holes",
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMUL result.texcoord[1].yw, vertex.attrib[1], program.local[0];\n"
           "MOV result.texcoord[6], vertex.attrib[2];\nMOV result.attrib[9].z, vertex.attrib[3];\nEND\n",
     .fs = "!!NVfp4.0\nTEMP t;\nMOV t, fragment.texcoord[1].ywwy;\nADD t, t, fragment.attrib[9].z;\nADD result.color, t, "
           "fragment.texcoord[6].w;\nEND\n",
     .max_words = 4 + 2 + 1 + 1},
    {.name = "flat and noperspective",
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.attrib[1], vertex.attrib[1];\nMOV result.attrib[2], "
           "vertex.attrib[2];\n"
           "MOV result.texcoord[5], vertex.attrib[4];\nMOV result.color, vertex.attrib[3];\nEND\n",
     .fs = "!!NVfp4.0\nFLAT ATTRIB a = fragment.attrib[1];\nNOPERSPECTIVE ATTRIB b = fragment.attrib[2];\nCENTROID ATTRIB d = "
           "fragment.color;\nNOPERSPECTIVE CENTROID ATTRIB e = fragment.texcoord[5];\nTEMP t;\n"
           "ADD t, a, b;\nADD t, t, e;\nADD result.color, t, d;\nEND\n",
     .max_words = 20},
    {.name = "flat shading",
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.attrib[1];\nMOV result.color.secondary, "
           "vertex.attrib[2];\nEND\n",
     .fs = "!!NVfp4.0\nADD result.color, fragment.color, fragment.color.secondary;\nEND\n",
     .key = {.flat_shading = 1},
     .max_words = 12},
    {.name = "two sides",
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.attrib[1];\nMOV result.color.back, "
           "vertex.attrib[2];\nEND\n",
     .fs = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n",
     .key = {.two_side = 1},
     .max_words = 12},
    {.name = "one side", /* without the key this program has no back colours */
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.attrib[1];\nMOV result.color.back, "
           "vertex.attrib[2];\nEND\n",
     .fs = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n",
     .max_words = 8},
    {.name = "clip distances",
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.clip[3].x, vertex.attrib[1];\nMOV result.clip[5].x, "
           "vertex.attrib[2];\nEND\n",
     .fs = "!!NVfp4.0\nMOV result.color, fragment.clip[3].x;\nEND\n",
     .key = {.clip_planes = 1 << 5},
     .max_words = 6},
    {.name = "planes of the key", /* the program does not write them: position . plane */
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[0], vertex.attrib[1];\nEND\n",
     .fs = "!!NVfp4.0\nMOV result.color, fragment.texcoord[0];\nEND\n",
     .key = {.clip_planes = 1 << 2, .clip_z = 1, .point_size = NVP4C_POINT_SIZE_STATE},
     .max_words = 4 + 4 + 1 + 1},
    {.name = "point coordinates",
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[0], vertex.attrib[1];\nMOV "
           "result.texcoord[1], vertex.attrib[2];\nEND\n",
     .fs = "!!NVfp4.0\nADD result.color, fragment.texcoord[0], fragment.texcoord[1];\nEND\n",
     .key = {.point_coord = 1},
     .max_words = 8},
    {.name = "clip distances that are read", /* 4 words of position, 2 varyings, 3 words for the machine */
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.clip[0].x, vertex.attrib[1].x;\n"
           "MOV result.clip[1].x, vertex.attrib[2].x;\nMUL result.clip[2].x, vertex.attrib[1].x, vertex.attrib[2].y;\nEND\n",
     .fs = "!!NVfp4.0\nADD result.color, fragment.clip[0].x, fragment.clip[2].x;\nEND\n",
     .max_words = 4 + 2 + 3},
    {.name = "position and fog",
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.fogcoord.x, vertex.attrib[1];\nEND\n",
     .fs = "!!NVfp4.0\nADD result.color, fragment.position, fragment.fogcoord;\nEND\n",
     .max_words = 5},
    {.name = "geometry",
     .vs = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.attrib[4].yz, vertex.attrib[1];\nMOV "
           "result.texcoord[2], vertex.attrib[2];\nEND\n",
     .gs = "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 2;\nTEMP t;\n"
           "MOV result.position, vertex[0].position;\nMOV result.color, vertex[0].attrib[4].y;\nEMIT;\n"
           "MOV result.position, vertex[1].position;\nADD t, vertex[2].attrib[4].z, vertex[1].position;\nMOV result.color, t;\n"
           "MOV result.texcoord[7].x, vertex[0].attrib[4].y;\nMOV result.layer.x, vertex[0].attrib[4].y;\nEMIT;\nEND\n",
     .fs = "!!NVfp4.0\nADD result.color, fragment.color, fragment.texcoord[7].x;\nEND\n",
     .max_words = 4 + 4 + 1 + 1},
    {.name = "geometry, any vertex", /* the bits of a float are the index, which is clamped to the first or the last vertex */
     .vs = "!!NVvp4.0\nMOV result.attrib[4].yz, vertex.attrib[1];\nMOV result.position, vertex.position;\nEND\n",
     .gs = "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nATTRIB a = vertex.attrib[4];\nINT TEMP "
           "i;\n"
           "MOV.S i.x, vertex[0].attrib[4].z;\nMOV result.position, vertex[1].position;\nMOV result.color, "
           "a[i.x].y;\nEMIT;\nEND\n",
     .fs = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n",
     .key = {.clip_planes = 1, .clip_z = 1},
     .max_words = 9},
};

/* Runs the geometry program on the vertices that the vertex program made. */
static void run_geometry(struct stage *g, const struct chain *c, struct nvp4c_result *code, const struct stage *v,
                         unsigned vertices, const struct nvp4c_result *link)
{
   const struct nvp4c_link_entry *e;
   begin(g, c->gs, code);
   for (unsigned k = 0; k < vertices; k++)
      memcpy(g->ref->in[k], v[k].out, sizeof v[k].out);
   for (unsigned i = 0; (e = nvp4c_get_link_entry(link, i)); i++) {
      int reg = number_of(e->location, NVP4C_REG_VERTEX_IN);
      if (reg >= 0 && e->address >= 0)
         memcpy(g->t->reg.vi[reg], v[e->vertex].vo[e->address], sizeof(exec_lanes));
   }
   evaluate(g);
   simulate(g);
}

/* Sets the inputs of the fragment program that do not come from its producer p. */
static void provide_inputs(struct stage *f, const struct stage *p, const struct chain *c)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      for (unsigned k = 0; k < 4; k++) {
         f->ref->in[0][SLOT_POSITION][k][l] = number(200, k, 0, l);
         f->ref->in[0][SLOT_POINT_COORD][k][l] = number(201, k, 0, l);
         for (unsigned n = 0; n < 8; n++)
            if (c->key.point_coord >> n & 1)
               f->ref->in[0][SLOT_TEXCOORD + n][k][l] = k < 2 ? number(201, k, 0, l) : k == 2 ? 0 : NUM_ONE;
      }
      f->ref->in[0][SLOT_FOG][1][l] = f->ref->in[0][SLOT_FOG][2][l] = 0;
      f->ref->in[0][SLOT_FOG][3][l] = NUM_ONE;
      f->t->reg.back_face[l] = l % 3 == 1;
      f->ref->in[0][SLOT_FACING][0][l] = l % 3 == 1 ? NUM_ONE | 0x80000000u : NUM_ONE;
      for (unsigned k = 0; k < 4 && c->key.two_side && l % 3 == 1; k++)
         f->ref->in[0][SLOT_COLOR][k][l] = p->out[SLOT_BACK_COLOR][k][l];
   }
}

static void run_fragment(struct stage *f, const struct chain *c, struct nvp4c_result *code, const struct stage *p,
                         const struct nvp4c_result *link)
{
   begin(f, c->fs, code);
   f->link = link;
   f->before = p;
   memcpy(f->ref->in[0], p->out, sizeof p->out);
   provide_inputs(f, p, c);
   f->t->env.coefficient = coefficient;
   memcpy(f->t->reg.x, f->ref->in[0][SLOT_POSITION][0], sizeof f->t->reg.x);
   memcpy(f->t->reg.y, f->ref->in[0][SLOT_POSITION][1], sizeof f->t->reg.y);
   evaluate(f);
   simulate(f);
   for (unsigned k = 0; k < 4; k++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         ck_assert_msg(num_equal_float(&num_model_usc_rtz, f->t->reg.o[k][l], f->ref->out[SLOT_FRAG_COLOR][k][l]),
                       "%s: color.%c of %u: %08x, not %08x", c->name, "xyzw"[k], l, f->t->reg.o[k][l],
                       f->ref->out[SLOT_FRAG_COLOR][k][l]);
}

/* The map also has the outputs that the machine reads: the position with the key's z, clip distances, point size, layer. */
static void expect_machine_words(const struct stage *p, const struct chain *c, const struct nvp4c_varying *at)
{
   const bool writes_clip = strstr(c->gs ? c->gs : c->vs, "result.clip");
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t z = p->out[SLOT_POSITION][2][l], w = p->out[SLOT_POSITION][3][l];
      ck_assert_uint_eq(at[0].address, 0);
      ck_assert_uint_eq(at[0].mask, 15);
      ck_assert_uint_eq(p->vo[0][l], p->out[SLOT_POSITION][0][l]);
      ck_assert_uint_eq(p->vo[3][l], w);
      ck_assert_uint_eq(p->vo[2][l], c->key.clip_z ? num_u((num_f(z) + num_f(w)) / 2) : z);
      for (unsigned n = 0; n < 8; n++) {
         float d = 0;
         if (!at[7 + n].mask)
            continue;
         for (unsigned k = 0; k < 4; k++) /* these numbers make it exact */
            d += num_f(p->out[SLOT_POSITION][k][l]) * num_f(local(50 + n, k));
         uint32_t own = p->out[SLOT_CLIP + n][0][l];
         ck_assert(num_equal_float(&num_model_usc_rtz, p->vo[at[7 + n].address][l], writes_clip ? own : num_u(d)));
         if (at[7 + n].tail)
            ck_assert_uint_eq(p->vo[at[7 + n].tail][l], p->vo[at[7 + n].address][l]);
      }
      if (c->key.point_size == NVP4C_POINT_SIZE_STATE)
         ck_assert_uint_eq(p->vo[at[6].address][l], local(60, 0));
      const unsigned layer = SLOT_LAYER - SLOT_POSITION;
      if (at[layer].mask)
         ck_assert_uint_eq(p->vo[at[layer].address][l], p->out[SLOT_LAYER][0][l]);
   }
}

static void link_and_run(const struct chain *c)
{
   struct stage v[EXEC_MAX_VERTICES], g, f;
   struct nvp4c_result *vs = compile(c->vs, c->gs ? NULL : &c->key), *gs = c->gs ? compile(c->gs, &c->key) : NULL,
                       *fs = compile(c->fs, &c->key), *first = gs ? link_with(vs, gs, &c->key) : NULL,
                       *last = link_with(gs ? gs : vs, fs, &c->key);
   struct nvp4c_key vkey = {0}, lkey = c->key;
   const unsigned vertices = gs ? 3 : 1;

   memset(v, 0, sizeof v);
   memset(&g, 0, sizeof g);
   memset(&f, 0, sizeof f);
   ck_assert_uint_eq(nvp4c_result_num_diagnostics(last), 0);
   ck_assert_int_eq(nvp4c_link_key(last, &lkey), 1);
   ck_assert_msg(nvp4c_result_stat(last, 0).value == c->max_words, "%s: %u words", c->name,
                 (unsigned)nvp4c_result_stat(last, 0).value);
   if (gs)
      ck_assert_int_eq(nvp4c_link_key(first, &vkey), 1);
   struct nvp4c_result *vs2 = compile(c->vs, gs ? &vkey : &lkey), *gs2 = gs ? compile(c->gs, &lkey) : NULL;
   for (unsigned k = 0; k < vertices; k++)
      run_vertex(&v[k], c->vs, vs2, k);
   if (gs)
      run_geometry(&g, c, gs2, v, vertices, first);
   run_fragment(&f, c, fs, gs ? &g : &v[0], last);
   expect_machine_words(gs ? &g : &v[0], c, lkey.varying);
   for (unsigned k = 0; k < vertices; k++)
      finish(&v[k]);
   if (gs)
      finish(&g);
   finish(&f);
   nvp4c_result_free(vs);
   nvp4c_result_free(gs);
   nvp4c_result_free(fs);
   nvp4c_result_free(vs2);
   nvp4c_result_free(gs2);
   nvp4c_result_free(first);
   nvp4c_result_free(last);
}

START_TEST(linked_code) { link_and_run(&chains[_i]); }
END_TEST

int main(void)
{
   Suite *s = suite_create("link");
   TCase *t = tcase_create("link");
   tcase_set_timeout(t, 60);
   tcase_add_test(t, order);
   tcase_add_test(t, order_of_tgsi);
   tcase_add_test(t, by_key);
   tcase_add_test(t, languages);
   tcase_add_test(t, mismatches);
   tcase_add_test(t, other_target);
   tcase_add_test(t, too_many_words);
   tcase_add_loop_test(t, linked_code, 0, (int)(sizeof chains / sizeof chains[0]));
   suite_add_tcase(s, t);
   return suite_run(s);
}
