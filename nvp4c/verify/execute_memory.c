/* SPDX-License-Identifier: MIT */
/* Read-write memory of nvp4c_execute(): see execute.h. */
#include <string.h>

#include "semantics/memory/group.h"
#include "semantics/memory/race.h"
#include "nvp4c/verify/execute.h"
#include "util/rng.h"

/* Default sizes of objects. */
enum { DEFAULT_BYTES = 4096, DEFAULT_TEXELS = 16, DEFAULT_LAYERS = 4 };

const struct execute_space execute_space[MEM_SPACE_COUNT] = {
    [MEM_BUFFER] = {"BUFFER", true},  [MEM_COUNTER] = {"HWATOMIC", true}, [MEM_IMAGE] = {"IMAGE", true},
    [MEM_GLOBAL] = {"GLOBAL", false}, [MEM_SHARED] = {"SHARED", false},
};

/* ---- accesses */

struct execute_memory *execute_accesses(struct util_ctx *ctx, const struct pass_key *key, const struct ir_shader *lowered)
{
   struct execute_memory *m = UTIL_NEW(ctx, struct execute_memory);

   verify_note_formats(&m->reads, key);
   verify_note_reads(&m->reads, lowered);
   ir_foreach_block (lowered, b)
      ir_foreach_instr (b, i) {
         if (i->op == IR_mem_store || i->op == IR_mem_store_low || i->op == IR_mem_atomic)
            m->changed[i->attr[0]] |= 1u << i->attr[1];
         else if (i->op == IR_image_store || i->op == IR_image_atomic)
            m->changed[MEM_IMAGE] |= 1u << i->attr[0];
      }
   return m;
}

enum mem_format execute_format(const struct execute_memory *m, unsigned image)
{
   return m->reads.image_format[image] ? (enum mem_format)m->reads.image_format[image] : MEM_R32G32B32A32_FLOAT;
}

unsigned execute_components(enum mem_format format)
{
   unsigned mask = 0;

   for (const char *p = mem_format_info[format].store; *p; p++)
      for (unsigned c = 0; c < 4; c++)
         mask |= (unsigned)(*p == "xyzw"[c]) << c;
   return mask;
}

/* ---- images */

static uint32_t size_along(const struct mem_object *o, unsigned c)
{
   return o->size[o->target == TEX_ARRAY1D && c == 1 ? 2 : c];
}

/* Coordinates of texel n, in the order sample, x, y, layer. */
static bool texel_at(const struct mem_object *o, uint64_t n, uint32_t at[4])
{
   const enum exec_tex_target target = (enum exec_tex_target)o->target;
   const unsigned coords = mem_coordinates(target);

   memset(at, 0, 4 * sizeof *at);
   if (exec_tex_info[target].samples)
      at[coords] = (uint32_t)(n % o->samples);
   n /= o->samples;
   for (unsigned c = 0; c < coords; c++) {
      at[c] = (uint32_t)(n % size_along(o, c));
      n /= size_along(o, c);
   }
   return !n;
}

static void make_image(struct mem_object *o, const struct execute_memory *m, unsigned unit)
{
   const struct execute_object *given = &m->object[MEM_IMAGE][unit];
   const enum exec_tex_target target = (enum exec_tex_target)m->reads.image_target[unit];
   const struct exec_tex_info *info = &exec_tex_info[target];
   const bool cube = exec_tex_is_cube(target), layers = info->array || info->coords > 2;

   o->target = (uint8_t)target;
   o->format = (uint8_t)execute_format(m, unit);
   o->samples = !info->samples ? 1 : given->sized ? given->size[3] : 4;
   o->size[0] = given->sized ? given->size[0] : DEFAULT_TEXELS;
   o->size[1] = cube ? o->size[0] : info->coords < 2 ? 1 : given->sized ? given->size[1] : DEFAULT_TEXELS;
   o->size[2] = given->sized && (layers || cube) ? given->size[2] : cube ? 6 : layers ? DEFAULT_LAYERS : 1;
   if (target == TEX_ARRAY1D && given->sized)
      o->size[2] = given->size[1];
   if (cube) /* a multiple of six faces */
      o->size[2] = (o->size[2] + 5) / 6 * 6;
   mem_image_lay_out(o, m->reads.tiled >> unit & 1);
}

static void fill_image(num_m num, struct mem_object *o, const struct execute_object *given)
{
   const unsigned mask = execute_components((enum mem_format)o->format);
   uint32_t at[4];

   for (uint32_t k = 0, n = 0; k < given->num && texel_at(o, n, at); n++) {
      uint32_t value[4] = {0};
      for (unsigned c = 0; c < 4; c++)
         if (mask >> c & 1 && k < given->num)
            value[c] = given->value[k++];
      mem_image_store(num, &(struct mem_image){o, MEM_NONE, (enum exec_tex_target)o->target}, at, value);
   }
}

/* ---- objects */

static void fill(num_m num, struct mem_object *o, const struct execute_object *given, bool image)
{
   if (image)
      fill_image(num, o, given);
   else if (given->num)
      memcpy(o->data, given->value, (given->num < o->bytes / 4 ? given->num : o->bytes / 4) * sizeof *o->data);
}

struct exec_memory *execute_make_memory(struct util_ctx *ctx, const struct execute_memory *m, const struct ir_shader *s,
                                        uint64_t seed)
{
   struct exec_memory *memory = UTIL_NEW(ctx, struct exec_memory);

   for (unsigned space = 0; space < MEM_SPACE_COUNT; space++)
      for (unsigned unit = 0; unit < MEM_UNITS; unit++) {
         const struct execute_object *given = &m->object[space][unit];
         const bool barrier = s->stage == IR_STAGE_COMPUTE && space == MEM_SHARED && unit == MEM_SHARED_BARRIER;
         struct mem_object *o = &memory->of[space][unit];
         struct util_rng g;

         if (!(m->reads.units[space] >> unit & 1) && !barrier)
            continue;
         if (space == MEM_IMAGE)
            make_image(o, m, unit);
         else
            o->bytes = space == MEM_SHARED ? (barrier ? MEM_BARRIER_BYTES : s->shared_bytes)
                       : given->sized      ? given->size[0]
                       : given->num        ? 4 * given->num
                                           : DEFAULT_BYTES;
         o->data = UTIL_ARRAY(ctx, uint32_t, (o->bytes + 3) / 4);
         util_rng_init(&g, seed ^ util_mix64((uint64_t)space << 32 | (unit + 1)));
         for (uint32_t k = 0; k < o->bytes / 4 && seed && !given->num && space != MEM_SHARED; k++)
            o->data[k] = verify_word(&g);
         if (space != MEM_SHARED)
            fill(s->num, o, given, space == MEM_IMAGE);
      }
   return memory;
}

void execute_begin_block(num_m num, const struct execute_memory *m, struct exec_memory *memory)
{
   for (unsigned unit = 0; unit < MEM_UNITS; unit++) {
      struct mem_object *o = &memory->of[MEM_SHARED][unit];

      if (!o->data)
         continue;
      memset(o->data, 0, o->bytes);
      fill(num, o, &m->object[MEM_SHARED][unit], false);
   }
}

/* ---- results */

/* Integers are printed without a point, as they are given. */
static void print_float(struct util_buf *b, uint32_t v, bool point)
{
   const float f = num_f(v);

   if (num_isnan(v))
      util_buf_printf(b, " nan");
   else
      util_buf_printf(b, point && f > -1e9f && f < 1e9f && f == (float)(int)f ? " %.1f" : " %.9g", (double)f);
}

static void print_word(struct util_buf *b, uint32_t v, unsigned words)
{
   if (words == NVP4C_WORDS_FLOAT)
      print_float(b, v, true);
   else if (words == NVP4C_WORDS_INT)
      util_buf_printf(b, " %d", (int)v);
   else
      util_buf_printf(b, " 0x%08x", (unsigned)v);
}

/* Lines of an object. Lines that are equal to the previous one are printed as one line "*". */
struct lines {
   struct util_buf *out;
   size_t last, last_len; /* values of the last line in `out` */
   bool repeated;
};

static void begin_line(struct lines *l, unsigned space, unsigned unit, uint32_t index)
{
   util_buf_printf(l->out, "%s", execute_space[space].name);
   if (execute_space[space].numbered)
      util_buf_printf(l->out, "[%u]", unit);
   util_buf_printf(l->out, "[%u] =", index);
}

/* Ends a line that started at `start`, with its values at `values`. The last line of an object is always printed. */
static void end_line(struct lines *l, size_t start, size_t values, bool last)
{
   struct util_buf *b = l->out;
   const size_t len = b->len - values;

   if (!last && l->last_len == len && !memcmp(b->data + l->last, b->data + values, len)) {
      b->len = start;
      if (!l->repeated)
         util_buf_printf(b, "*\n");
      l->repeated = true;
      return;
   }
   l->repeated = false;
   l->last = values;
   l->last_len = len;
   util_buf_printf(b, "\n");
}

static void print_words(struct lines *l, unsigned space, unsigned unit, const struct mem_object *o, unsigned words)
{
   for (uint32_t w = 0; w < o->bytes / 4; w += 8) {
      const size_t start = l->out->len;
      begin_line(l, space, unit, w);
      const size_t values = l->out->len;
      for (uint32_t k = w; k < w + 8 && k < o->bytes / 4; k++)
         print_word(l->out, o->data[k], words);
      end_line(l, start, values, w + 8 >= o->bytes / 4);
   }
}

/* Prints a line for each row. */
static void print_texels(struct lines *l, num_m num, unsigned unit, struct mem_object *o)
{
   const struct mem_format_info *f = &mem_format_info[o->format];
   const unsigned mask = execute_components((enum mem_format)o->format);
   const uint32_t row = o->size[0] * o->samples;
   uint32_t at[4];

   for (uint32_t n = 0; texel_at(o, n, at); n += row) {
      const size_t start = l->out->len;
      begin_line(l, MEM_IMAGE, unit, n);
      const size_t values = l->out->len;
      for (uint32_t k = n; k < n + row; k++) {
         uint32_t value[4];
         texel_at(o, k, at);
         mem_image_load(num, &(struct mem_image){o, MEM_NONE, (enum exec_tex_target)o->target}, at, value);
         util_buf_printf(l->out, "%s", k > n && mask & (mask - 1) ? "," : "");
         for (unsigned c = 0; c < 4; c++)
            if (!(mask >> c & 1))
               continue;
            else if (f->kind == MEM_UINT)
               util_buf_printf(l->out, " %u", (unsigned)value[c]);
            else if (f->kind == MEM_SINT)
               util_buf_printf(l->out, " %d", (int)value[c]);
            else
               print_float(l->out, value[c], false);
      }
      end_line(l, start, values, !texel_at(o, (uint64_t)n + row, at));
   }
}

void execute_print_memory(struct util_buf *out, num_m num, const struct execute_memory *m, struct exec_memory *memory,
                          unsigned spaces, unsigned words)
{
   for (unsigned k = 0; k < MEM_SPACE_COUNT * MEM_UNITS; k++) {
      const unsigned space = k / MEM_UNITS, unit = k % MEM_UNITS;
      struct mem_object *o = &memory->of[space][unit];
      struct lines l = {.out = out};

      if (!(spaces >> space & 1) || !(m->changed[space] >> unit & 1) || !o->data)
         continue;
      if (space == MEM_IMAGE)
         print_texels(&l, num, unit, o);
      else
         print_words(&l, space, unit, o, words);
   }
}

/* ---- races */

static const char *describe_place(struct util_ctx *ctx, const struct mem_race_report *r)
{
   const char *object = execute_space[r->space].numbered ? util_printf(ctx, "%s[%u]", execute_space[r->space].name, r->unit)
                                                         : execute_space[r->space].name;
   const uint32_t *t = r->texel;

   switch (r->coords) {
   case 0: return util_printf(ctx, "%s, byte %u", object, r->byte);
   case 1: return util_printf(ctx, "%s, texel %u", object, t[0]);
   case 2: return util_printf(ctx, "%s, texel %u,%u", object, t[0], t[1]);
   case 3: return util_printf(ctx, "%s, texel %u,%u,%u", object, t[0], t[1], t[2]);
   default: return util_printf(ctx, "%s, texel %u,%u,%u,%u", object, t[0], t[1], t[2], t[3]);
   }
}

static const char *describe_party(struct util_ctx *ctx, const struct mem_party *p, const uint32_t grid[3])
{
   uint32_t place[3];

   exec_group_place(grid, p->block, place);
   return util_printf(ctx, "invocation %u of workgroup %u,%u,%u (wave %u)", p->invocation, place[0], place[1], place[2],
                      p->invocation / EXEC_LANES);
}

void execute_report_races(struct util_ctx *ctx, const struct exec_memory *memory, const uint32_t grid[3])
{
   static const char *const does[MEM_ACCESS_COUNT] = {"loads", "stores", "changes atomically"};
   const struct mem_race *races = memory->race;

   for (uint32_t k = 0; k < races->num_reports; k++) {
      const struct mem_race_report *r = &races->reports[k];
      const bool one_block = r->party[0].block == r->party[1].block;

      util_diag(ctx, DIAG_ID_data_race, r->party[1].at, "data race on %s: %s %s it, %s", describe_place(ctx, r),
                describe_party(ctx, &r->party[1], grid), does[r->how[1]],
                one_block ? "without a barrier after an access of another wave"
                          : "unordered with an access of another workgroup");
      util_note(ctx, r->party[0].at, "%s %s it here", describe_party(ctx, &r->party[0], grid), does[r->how[0]]);
   }
   if (races->num_reports)
      ctx->status = UTIL_MISMATCH;
}
