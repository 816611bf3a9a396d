/* SPDX-License-Identifier: MIT */
/*
 * The frame of execution that the reference evaluator, the IR interpreter and both simulators share.
 *
 * A wave (struct exec_wave) is up to 32 invocations of one program that run together, one in each lane. In fragment programs
 * lanes 4q..4q+3 are a 2x2 quad in the order (0,0) (1,0) (0,1) (1,1). The abstract executors (evaluator, interpreter) read
 * inputs by slot and parameters by entry from the wave. A simulator reads the registers of its own wave structure, which
 * verification fills with the same values as the reflection describes. An executor does not allocate memory for the wave and
 * has no state outside of its own structure.
 */
#ifndef SEMANTICS_EXEC_H
#define SEMANTICS_EXEC_H

#include "semantics/num.h"
#include "semantics/slots.h"

#define EXEC_LANES 32
#define EXEC_MAX_VERTICES 6 /* vertices of an input primitive of a geometry program */
#define EXEC_STREAMS 4 /* vertex streams that a geometry program may emit to */

/* The number of vertices of an input primitive: points, lines, lines adjacency, triangles, triangles adjacency. */
static inline unsigned exec_primitive_vertices(unsigned kind)
{
   static const uint8_t n[] = {1, 2, 4, 3, 6};
   return kind < sizeof n ? n[kind] : EXEC_MAX_VERTICES;
}

typedef uint32_t exec_lanes[EXEC_LANES];

enum exec_status {
   EXEC_RUNNING,
   EXEC_DONE,
   EXEC_BARRIER, /* the wave waits for the others of its workgroup; calling the executor again resumes it */
   EXEC_BUDGET, /* the step budget is used up: not a mismatch */
   EXEC_FAULT,  /* the program did something illegal; `fault` says what */
};

enum exec_tex_op {
   TEX_SAMPLE, TEX_BIAS, TEX_LOD, TEX_GRAD, TEX_FETCH, TEX_SIZE,
   TEX_GATHER,  /* one channel of the four texels that a linear filter of level 0 would read: (x0,y1) (x1,y1) (x1,y0) (x0,y0) */
   TEX_LEVEL,   /* the level of detail of TEX_SAMPLE (f32): x clamped as it is used, y as computed */
   TEX_LEVELS,  /* x: the number of levels */
   TEX_SAMPLES, /* x: the number of samples of a texel */
   TEX_OP_COUNT
};
enum exec_tex_target {
   TEX_1D, TEX_2D, TEX_3D, TEX_CUBE, TEX_RECT, TEX_SHADOW1D, TEX_SHADOW2D, TEX_SHADOWRECT, TEX_ARRAY1D, TEX_ARRAY2D,
   TEX_SHADOWCUBE, TEX_SHADOWARRAY1D, TEX_SHADOWARRAY2D, TEX_BUFFER,
   TEX_ARRAYCUBE, TEX_SHADOWARRAYCUBE, TEX_2DMS, TEX_ARRAY2DMS, TEX_TARGET_COUNT
};
#define TEX_NV_TARGETS (TEX_BUFFER + 1) /* the targets of NV_gpu_program4 come first */
extern const char *const exec_tex_op_name[TEX_OP_COUNT], *const exec_tex_target_name[TEX_TARGET_COUNT];
/* The number of spatial coordinates (1..3), whether the target has layers, a reference value and several samples, and the
   same target without a reference value. */
struct exec_tex_info {
   uint8_t coords;
   bool array, shadow, samples;
   enum exec_tex_target plain;
};
extern const struct exec_tex_info exec_tex_info[TEX_TARGET_COUNT];
static inline bool exec_tex_is_cube(enum exec_tex_target t)
{
   return t == TEX_CUBE || t == TEX_SHADOWCUBE || t == TEX_ARRAYCUBE || t == TEX_SHADOWARRAYCUBE;
}
/* The number of dimensions of a level of the texture. */
static inline unsigned exec_tex_dims(enum exec_tex_target t) { return exec_tex_is_cube(t) ? 2 : exec_tex_info[t].coords; }
/* True if the operation returns properties of the texture instead of texels. */
static inline bool exec_tex_is_query(enum exec_tex_op op)
{
   return op == TEX_SIZE || op == TEX_LEVEL || op == TEX_LEVELS || op == TEX_SAMPLES;
}

/* True if the level of detail is computed from the coordinates of neighbouring lanes. */
static inline bool exec_tex_is_implicit(enum exec_tex_op op) { return op == TEX_SAMPLE || op == TEX_BIAS || op == TEX_LEVEL; }

/* The offset of dimension n in a word of offsets: -32..31 in bits 5..0 and 11..6, -8..7 in bits 15..12. */
static inline int exec_tex_offset(uint32_t word, unsigned n)
{
   return n < 2 ? (int)((word >> 6 * n & 63) ^ 32) - 32 : (int)((word >> 12 & 15) ^ 8) - 8;
}
static inline uint32_t exec_tex_offset_word(uint32_t u, uint32_t v, uint32_t w)
{
   return (u & 63) | (v & 63) << 6 | (w & 15) << 12;
}

/* One texture access of all lanes. Coordinates are f32 bits, or integers for TEX_FETCH and TEX_SIZE. */
struct exec_tex {
   enum exec_tex_op op;
   enum exec_tex_target target;
   unsigned unit;
   unsigned sampler;       /* 1 + the unit of the sampler, or 0 for the sampler of the texture */
   int8_t offset[3];
   uint8_t component;      /* TEX_GATHER */
   bool integer;           /* the texture has an integer format: results are integers, and nothing is filtered */
   uint32_t active;        /* lanes that need a result */
   uint32_t quad_valid;    /* lanes whose coordinates are defined (implicit derivatives read their neighbours) */
   exec_lanes coord[3];    /* s t r / i j k, after projection; cube: direction */
   exec_lanes layer;       /* array targets: f32, not yet rounded; integer for TEX_FETCH */
   exec_lanes ref;         /* shadow targets */
   exec_lanes lod;         /* bias, level (f32), or integer level of TEX_FETCH / TEX_SIZE; the sample where texels have
                              several */
   exec_lanes ddx[3], ddy[3];
};
/* Computes results for every lane of `active`: f32 bits, or integers for integer textures, TEX_SIZE, TEX_LEVELS and
   TEX_SAMPLES. */
typedef void (*exec_tex_fn)(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4]);

struct exec_wave {
   num_m num;
   uint32_t valid;  /* lanes that exist, including the helpers of partial quads */
   uint32_t helper; /* lanes that run only for derivatives: they write neither outputs nor memory. KIL adds to them. */
   uint64_t budget; /* remaining instructions; one instruction of all lanes counts once */

   /* Inputs: bits by vertex (only vertex 0 except in geometry programs), slot, component and lane. */
   uint32_t (*in)[SLOT_COUNT][4][EXEC_LANES];
   const uint32_t (*param)[4]; /* by entry of the program's parameter list */
   unsigned num_params;
   struct exec_buffer {
      const uint32_t *data;
      uint32_t words; /* reads past the end give 0 */
   } buffer[16];
   struct exec_memory *memory; /* read-write memory that waves which run together share, or NULL */
   exec_tex_fn tex;
   void *tex_user;

   uint32_t (*out)[4][EXEC_LANES];     /* by slot; the caller zeroes it. Geometry: the last vertex that each lane emitted */
   uint32_t killed;                    /* lanes demoted by KIL */
   uint32_t clamped;                   /* lanes in which an index was out of range (set by the interpreter) */
   /* Lane masks by slot and component: the value depends on something undefined (a derivative over an inactive neighbour).
      The evaluators and the interpreter fill them unless this is NULL. */
   uint32_t (*out_taint)[4];
   uint32_t undefined;                 /* lanes whose results are all undefined because they branched on an undefined value */
   /* Geometry programs: called at EMIT with the lanes that emit to one of the EXEC_STREAMS streams; `out` holds the vertex.
      May be NULL. */
   void (*emit)(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream);
   void (*end_primitive)(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream);
   void *emit_user;

   void *state; /* of an executor that waits at a barrier; NULL at the start of the program */
   const char *fault; /* static text, with EXEC_FAULT */
   uint32_t running;  /* EXEC_BUDGET, evaluator and interpreter: lanes that were active when the budget ran out */
};

/* The lanes of a row or column of a quad, for fine derivatives: each row and each column has a difference of its own. */
static inline unsigned exec_quad_left(unsigned lane) { return lane & ~1u; }
static inline unsigned exec_quad_right(unsigned lane) { return lane | 1u; }
static inline unsigned exec_quad_top(unsigned lane) { return lane & ~2u; }
static inline unsigned exec_quad_bottom(unsigned lane) { return lane | 2u; }
/* Lanes whose neighbour in the row (`by` 1) or column (`by` 2) of the quad is in the mask. */
static inline uint32_t exec_quad_swap(uint32_t lanes, unsigned by)
{
   const uint32_t low = by == 1 ? 0x55555555u : 0x33333333u;
   return (lanes & low) << by | (lanes >> by & low);
}

#endif
