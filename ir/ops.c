/* SPDX-License-Identifier: MIT */
/*
 * The table of ops, generated from ops.def, and the source order of texture instructions.
 *
 * Counts are derived from the strings of a row at compile time: gcc and clang accept an element of a string literal as a
 * constant.
 */
#include "ir/ir.h"

#include "semantics/memory/memory.h"

#define LEN(s) (sizeof(s) - 1)
#define AT(s, n) ((n) < LEN(s) ? (s)[(n) < LEN(s) ? (n) : 0] : 0)
#define LAST(s) (LEN(s) ? (s)[LEN(s) ? LEN(s) - 1 : 0] : 0)
#define IS(s, c) (LAST(s) == (c))
#define MIN_SRC(s) (LEN(s) - 2 * (IS(s, '?') || IS(s, '*')))
#define MAX_SRC(s) (IS(s, '*') ? IR_ANY_SRC : LEN(s) - IS(s, '?'))
#define SP1(s, n) (AT(s, n) == ' ')
#define SP4(s, n) (SP1(s, n) + SP1(s, (n) + 1) + SP1(s, (n) + 2) + SP1(s, (n) + 3))
#define SP16(s, n) (SP4(s, n) + SP4(s, (n) + 4) + SP4(s, (n) + 8) + SP4(s, (n) + 12))
#define WORDS(s) (LEN(s) ? 1 + SP16(s, 0) + SP16(s, 16) : 0)

#define PURE IR_F_PURE
#define COMM IR_F_COMM
#define CONVERGENT IR_F_CONVERGENT
#define READ IR_F_READ
#define WRITE IR_F_WRITE
#define LOAD IR_F_LOAD
#define OUTPUT IR_F_OUTPUT
#define FRES IR_F_FRES
#define APPROX IR_F_APPROX
#define MEMORY IR_F_MEMORY
#define EXACT_ALL IR_EXACT_ALL
#define EXACT_MODEL IR_EXACT_MODEL

#define OP(name, dst, src, mods, attrs, flags, exact, expr)                                                                    \
   _Static_assert(LEN(dst) <= IR_MAX_DST && LEN(attrs) <= 32, "row of " #name);                                                \
   _Static_assert(LEN(mods) == 0 || LEN(mods) == LEN(src), "modifiers of " #name);
#include "ir/ops.def"
#undef OP

const struct ir_op_info ir_op_info[IR_OP_COUNT] = {
#define OP(name, dst, src, mods, attrs, flags, exact, expr)                                                                    \
   {#name, dst, src, mods, attrs, flags, exact, WORDS(attrs), LEN(dst), MIN_SRC(src), MAX_SRC(src), AT(#expr, 0) != 'N'},
#include "ir/ops.def"
#undef OP
};

const char *const ir_stage_name[5] = {"vertex", "fragment", "geometry", "compute", "preshader"};

const char *const *ir_attr_words(const char *name, size_t len, unsigned *count)
{
   static const struct {
      const char *name;
      const char *const *words;
      unsigned count;
   } rows[] = {
      {"interp", io_interp_name, INTERP_COUNT},      {"texop", exec_tex_op_name, TEX_OP_COUNT},
      {"target", exec_tex_target_name, TEX_TARGET_COUNT}, {"space", mem_space_name, MEM_SPACE_COUNT},
      {"atomic", mem_atomic_name, MEM_ATOMIC_COUNT}, {"format", mem_format_name, MEM_FORMAT_COUNT},
      {"mutex", mem_mutex_name, MEM_MUTEX_COUNT},    {"cache", mem_cache_name, MEM_CACHE_COUNT},
   };

   for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++)
      if (strlen(rows[k].name) == len && !memcmp(rows[k].name, name, len)) {
         *count = rows[k].count;
         return rows[k].words;
      }
   return NULL;
}

unsigned ir_image_coordinates(enum exec_tex_target target)
{
   return mem_coordinates(target) + exec_tex_info[target].samples;
}

struct ir_tex_srcs ir_tex_srcs(enum exec_tex_op op, enum exec_tex_target target)
{
   const struct exec_tex_info *info = &exec_tex_info[target];
   struct ir_tex_srcs r = {-1, -1, -1, -1, -1, -1, 0, 0};
   int n = 0;

   if (!exec_tex_is_query(op) || op == TEX_LEVEL) {
      r.coord = 0;
      r.num_coords = info->coords;
      n = info->coords;
      if (info->array)
         r.layer = (int8_t)n++;
      if (info->shadow && op != TEX_FETCH && op != TEX_LEVEL)
         r.ref = (int8_t)n++;
   }
   if (op == TEX_BIAS || op == TEX_LOD || (op == TEX_FETCH && target != TEX_BUFFER) ||
       (op == TEX_SIZE && target != TEX_BUFFER && !info->samples))
      r.lod = (int8_t)n++;
   if (op == TEX_GRAD) {
      r.ddx = (int8_t)n;
      r.ddy = (int8_t)(n + info->coords);
      n += 2 * info->coords;
   }
   r.total = (uint8_t)n;
   return r;
}
