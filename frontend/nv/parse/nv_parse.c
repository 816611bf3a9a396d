/* SPDX-License-Identifier: MIT */
/* Entry of the NV parser: header, limits, and the initial state. */
#include "frontend/nv/parse/nv_token.h"

static uint32_t min_u32(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

/* Caps the limits at what the slots and masks of the tree can hold. */
static void clamp_limits(struct nv_limits *l, enum nv_stage stage)
{
   l->attribs = min_u32(l->attribs, stage == NV_VERTEX ? 16 : 64);
   l->texture_coords = min_u32(l->texture_coords, 8);
   l->generic_attribs = min_u32(l->generic_attribs, 32);
   l->generic_results = min_u32(l->generic_results, 32);
   l->clip_planes = min_u32(l->clip_planes, 8);
   l->draw_buffers = min_u32(l->draw_buffers, 8);
   l->texture_units = min_u32(l->texture_units, 32);
   l->parameter_buffers = min_u32(l->parameter_buffers, 16);
   l->parameters = min_u32(l->parameters, 1u << 20);
   l->env_parameters = min_u32(l->env_parameters, 1u << 20);
   l->local_parameters = min_u32(l->local_parameters, 1u << 20);
   l->temporaries = min_u32(l->temporaries, 1u << 20);
   l->buffer_size = min_u32(l->buffer_size, 1u << 28);
   l->lights = min_u32(l->lights, 1u << 20);
   l->program_matrices = min_u32(l->program_matrices, 1u << 20);
   l->modelview_matrices = min_u32(l->modelview_matrices, 1u << 20);
   l->if_depth = min_u32(l->if_depth, 1u << 20);
   l->loop_depth = min_u32(l->loop_depth, 1u << 20);
   l->call_depth = l->call_depth ? min_u32(l->call_depth, 256) : 1; /* at least one entry */
   l->min_texel_offset = min_u32(l->min_texel_offset, 128);
   l->max_texel_offset = min_u32(l->max_texel_offset, 127);
   l->vertex_units = min_u32(l->vertex_units, 4);
   l->address_offset = min_u32(l->address_offset, 1u << 20);
}

static bool starts_with(const char *text, size_t len, const char *word)
{
   return len >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

/* The length of the header, or 0 after a diagnostic. Other text may follow the header without a blank. */
static uint32_t parse_header(struct util_ctx *ctx, const char *text, size_t len, enum nv_stage *stage, uint8_t *dialect)
{
   static const struct {
      const char *text;
      enum nv_stage stage;
      uint8_t dialect;
   } headers[] = {
       {"!!NVvp4.0", NV_VERTEX, NV_D_NV4}, {"!!NVfp4.0", NV_FRAGMENT, NV_D_NV4}, {"!!NVgp4.0", NV_GEOMETRY, NV_D_NV4},
       {"!!ARBvp1.0", NV_VERTEX, NV_D_VP}, {"!!ARBfp1.0", NV_FRAGMENT, NV_D_FP},
   };
   static const char *const others[] = {
       "!!VP1.0",  "!!VP1.1",   "!!VP2.0",   "!!VP3.0",   "!!VSP1.0",   "!!FP1.0",    "!!FP2.0",
       "!!FCP1.0", "!!NVvp5.0", "!!NVfp5.0", "!!NVgp5.0", "!!NVtcp5.0", "!!NVtep5.0", "!!NVcp5.0",
   };
   uint32_t n = 0;

   for (unsigned i = 0; i < sizeof headers / sizeof headers[0]; i++) {
      if (starts_with(text, len, headers[i].text)) {
         *stage = headers[i].stage;
         *dialect = headers[i].dialect;
         return (uint32_t)strlen(headers[i].text);
      }
   }
   for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
      if (starts_with(text, len, others[i])) {
         util_diag(ctx, DIAG_ID_unsupported_language, (struct util_span){0, (uint32_t)strlen(others[i])},
                   "programs that begin with %s are not supported by this version", others[i]);
         return 0;
      }
   }
   while (n < len && n < 10 && text[n] > ' ' && text[n] < 127)
      n++;
   util_diag(ctx, DIAG_ID_bad_header, (struct util_span){0, n},
             "a program must begin with !!NVvp4.0, !!NVfp4.0, !!NVgp4.0, !!ARBvp1.0 or !!ARBfp1.0");
   if (starts_with(text, len, "!!NVfp"))
      util_cite(ctx, "NV_fragment_program4 2.X.2");
   else if (starts_with(text, len, "!!NVgp"))
      util_cite(ctx, "NV_geometry_program4 2.X.2");
   return 0;
}

static struct nv_program *program_new(struct util_ctx *ctx, const struct nv_limits *l, enum nv_stage stage, uint8_t dialect,
                                      size_t len)
{
   struct nv_program *prog = UTIL_NEW(ctx, struct nv_program);

   prog->stage = stage;
   prog->dialect = dialect;
   /* Enough for most texts of this length, so that the array is rarely reallocated. */
   prog->cap_instrs = min_u32((uint32_t)len / 20 + 8, 4096);
   prog->instrs = util_resize(ctx, NULL, 0, prog->cap_instrs * sizeof *prog->instrs);
   prog->call_depth = l->call_depth;
   prog->loop_count = dialect & NV_D_NV4 ? UINT32_MAX : l->loop_count;
   for (unsigned i = 0; i < 32; i++)
      prog->unit_target[i] = TEX_TARGET_COUNT;
   return prog;
}

struct nv_program *nv_parse(struct util_ctx *ctx, const char *text, size_t len, const struct nv_limits *limits)
{
   enum nv_stage stage = NV_VERTEX;
   uint8_t dialect = 0;

   if (len > INT32_MAX - 16) {
      util_diag(ctx, DIAG_ID_input_too_big, UTIL_NO_SPAN, "the program is too large (%zu bytes)", len);
      return NULL;
   }
   uint32_t header = parse_header(ctx, text, len, &stage, &dialect);
   if (header == 0)
      return NULL;

   struct nv_parser *p = UTIL_NEW(ctx, struct nv_parser);
   p->ctx = ctx;
   p->lim = limits ? *limits : nv_default_limits;
   clamp_limits(&p->lim, stage);
   p->text = text;
   p->len = (uint32_t)len;
   p->errors_before = ctx->num_errors;
   p->decl.requested = dialect;
   p->prog = program_new(ctx, &p->lim, stage, dialect, len);
   util_table_init(&p->names.symbols, ctx);
   util_table_init(&p->names.labels, ctx);
   util_table_init(&p->params.entries, ctx);
   util_table_init(&p->params.zeros, ctx);
   util_map_init(&p->names.implicit, ctx);
   util_map_init(&p->params.relative, ctx);
   nv_op_index_init(&p->ops);
   nv_flow_init(p);
   fe_hints_init(&p->hints, ctx);
   p->tok.at_start = true;
   nv_scan(p, header);
   nv_yyparse(p);
   util_discard(ctx, p->tok.list, p->tok.cap * sizeof *p->tok.list);
   util_table_finish(&p->names.symbols);
   util_discard(ctx, p->names.notes, p->names.cap_notes * sizeof *p->names.notes);
   struct nv_program *prog = ctx->num_errors == p->errors_before ? p->prog : NULL;
   util_discard(ctx, p, sizeof *p);
   return prog;
}
