/* SPDX-License-Identifier: MIT */
/* Parts of the comparison of TGSI with a GL (tgsi.c): draws in the GL (tgsi_draw.c), and runs of the TGSI (tgsi_run.c). */
#ifndef TESTS_ORACLE_TGSI_PRIV_H
#define TESTS_ORACLE_TGSI_PRIV_H

#include "backend-usc/sim/usc_harness.h"
#include "frontend/tgsi/ast/tgsi_ast.h"
#include "tests/oracle/glsl.h"
#include "tests/oracle/tgsi.h"
#include "util/rng.h"

#define POINTS 512 /* the first half has ordinary operands, the second half special ones */
#define WAVES (POINTS / EXEC_LANES)

enum { STAGE_V, STAGE_F, STAGE_G, NUM_STAGES };
enum { V = 1, F = 2, VF = 3, G = 4, VFG = 7 };

/* A row of tgsi_rows.def. */
struct row {
   const char *statement, *operands;
   unsigned stages;
   char result, of_what; /* 'F' 'X' 'D'; 'R' 'S' */
   double bound;
};
bool has(const struct row *row, const char *word);
bool is_pixels(const struct row *row);
/* Geometry programs read points, or lines if they use a second vertex. */
bool takes_lines(const struct row *row);

/* One row in one stage. */
struct work {
   const struct row *row;
   unsigned stage;
   uint32_t in[POINTS][4][4]; /* position and operands a b c */
   uint32_t (*gl)[4];         /* by pixel; point n has pixel n */
   struct oracle_glsl glsl;
   char *text; /* the TGSI */
   struct oracle_error e[ORACLE_LEVELS];
   unsigned differ, special; /* results with special operands */
   char example[160];
};

/* tgsi_draw.c */
void choose_operand(char kind, struct util_rng *r, bool special, uint32_t v[4]);
/* The texture of a row, which is bound to two units, one with nearest and one with linear filtering. */
struct texture {
   const char *name, *type;
   enum exec_tex_target target;
};
const struct texture *texture_of(const struct row *row);
/* Draws the row. Returns false after an error, which is in o->gl.error or w->glsl.error. */
bool draw_row(struct oracle *o, struct work *w);

/* tgsi_run.c */
struct program {
   struct util_ctx ctx;
   struct tgsi_program *p;
   struct usc_program code;
};

/* An oracle_wave with inputs for one more vertex. */
struct wave {
   uint32_t in[2][SLOT_COUNT][4][EXEC_LANES];
   struct oracle_wave o;
};

bool load_program(struct program *g, const char *text);
bool execute_wave(struct program *g, enum oracle_level level, struct oracle_wave *t);
unsigned point_of(const struct work *w, unsigned wave, unsigned lane);
void init_wave(struct wave *wave, const struct work *w, unsigned number, uint32_t invocation);

/* The pixels that a geometry program covers with points and triangles. */
struct frame {
   bool strips;
   struct pixel {
      bool drawn;
      uint32_t order, value[4];
   } pixel[ORACLE_MAX_POINTS];
   struct corner {
      double x, y;
      uint32_t value[4];
   } strip[EXEC_LANES][3];
   unsigned corners[EXEC_LANES];
   uint32_t first; /* the primitive of lane 0, in the order of the draw */
};

/* Callbacks for waves whose user is a struct frame. */
void emit_vertex(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream);
void end_primitive(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream);

#endif
