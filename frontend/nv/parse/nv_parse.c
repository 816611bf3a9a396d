/* SPDX-License-Identifier: MIT */
/* Entry of the NV parser: header, limits, helpers of the other files, and the rules that need the whole program. */
#include "frontend/nv/parse/nv_parse.h"

#include <string.h>

int nv_yyparse(struct nv_parser *p);
void nv_scan_begin(struct nv_parser *p, char *buf, size_t size);

/* More than that nobody reads; it also bounds the time that finding lines takes. */
#define MAX_ERRORS 1000
/* What the search for similar words may take: some 100 misspelt names among 1000. */
#define HINT_BUDGET 1000000

void nv_verror(struct nv_parser *p, enum diag_id id, struct util_span span, const char *fmt, va_list ap)
{
   if (p->ctx->num_errors - p->errors_before >= MAX_ERRORS) {
      util_diag(p->ctx, DIAG_ID_too_many_errors, span, "more than %d errors", MAX_ERRORS);
      util_fail(p->ctx, p->ctx->status);
   }
   util_vdiag(p->ctx, id, span, fmt, ap);
}

void nv_error(struct nv_parser *p, enum diag_id id, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   nv_verror(p, id, span, fmt, ap);
   va_end(ap);
}

struct util_span nv_span_join(struct util_span a, struct util_span b)
{
   return (struct util_span){a.off, b.off + b.len - a.off};
}

uint32_t nv_uint(const struct nv_parser *p, struct util_span s)
{
   bool overflow;
   uint64_t v = fe_integer(p->text + s.off, s.len, &overflow);

   return v > UINT32_MAX ? UINT32_MAX : (uint32_t)v;
}

/* 2.X.2, behind the grammar. */
bool nv_reserved_word(const struct nv_parser *p, const char *word, size_t len)
{
   static const struct {
      const char *word;
      uint8_t stages, arb; /* bit per enum nv_stage, in NV_gpu_program4 and in the older languages */
   } words[] = {
       {"vertex", 1u << NV_VERTEX | 1u << NV_GEOMETRY, 1u << NV_VERTEX},
       {"fragment", 1u << NV_FRAGMENT, 1u << NV_FRAGMENT},
       {"primitive", 1u << NV_FRAGMENT | 1u << NV_GEOMETRY, 0},
       {"texture", 7, 1u << NV_FRAGMENT},
       {"program", 7, 7},
       {"result", 7, 7},
       {"state", 7, 7},
   };

   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (len == strlen(words[i].word) && memcmp(word, words[i].word, len) == 0)
         return (nv_arb(p) ? words[i].arb : words[i].stages) >> p->prog->stage & 1;
   return false;
}

bool nv_reserved(const struct nv_parser *p, struct util_span name)
{
   return nv_reserved_word(p, p->text + name.off, name.len);
}

bool nv_reserved_name(const struct nv_parser *p, struct util_span name)
{
   return nv_reserved(p, name) || (nv_arb(p) && nv_arb_keyword(p, name));
}

bool nv_has_fog(const struct nv_parser *p)
{
   return p->prog->opt_fog_exp || p->prog->opt_fog_exp2 || p->prog->opt_fog_linear;
}

void nv_statement_end(struct nv_parser *p)
{
   p->num_segs = p->num_nums = p->num_items = p->num_mods = p->num_idents = 0;
   p->in_naming = p->in_option = p->has_op = p->op_done = p->recovering = p->commas = p->rest_said = false;
   p->swz_set = 0;
   p->size_ignored = p->integer = (struct util_span){0, 0};
}

/*
 * What a statement with a syntax error would have done must not lead to more messages: names that it may have declared are not
 * reported as undeclared, an option is taken as given, and if it may have begun or ended a block no error of nesting is.
 */
void nv_statement_recover(struct nv_parser *p)
{
   bool block = !p->has_op && !p->in_naming && !p->in_option && !p->commas, option = !p->in_option;

   for (uint32_t i = 0; i < p->num_idents; i++) {
      if (nv_option_apply(p, p->idents[i]))
         block = !(option = true);
      else
         nv_establish_broken(p, p->idents[i]);
   }
   if (!option)
      nv_option_any(p);
   if (p->has_op && !p->op_done)
      nv_flow_lost(p);
   p->flow_said |= block;
   nv_statement_end(p);
}

static uint32_t min_u32(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

/* No limit may exceed what the slots and masks of the tree can hold. */
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
   l->call_depth = l->call_depth ? min_u32(l->call_depth, 256) : 1; /* a stack has an entry */
   l->min_texel_offset = min_u32(l->min_texel_offset, 128);
   l->max_texel_offset = min_u32(l->max_texel_offset, 127);
   l->vertex_units = min_u32(l->vertex_units, 4);
   l->address_offset = min_u32(l->address_offset, 1u << 20);
}

static bool starts_with(const char *text, size_t len, const char *word)
{
   return len >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

/* Length of the header; 0 after a diagnostic. It is a prefix: text may follow without a blank. */
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
   return 0;
}

/*
 * Rules on the whole geometry program: NV_geometry_program4 2.X.7 and 2.14.6.4. What is known when the text was read only is an
 * error at its end: ARB_vertex_program 2.14.1.
 */
static void finish_geometry(struct nv_parser *p)
{
   static const char *const names[] = {"PRIMITIVE_IN", "PRIMITIVE_OUT", "VERTICES_OUT"};
   static const enum diag_id ids[] = {DIAG_ID_missing_primitive_in, DIAG_ID_missing_primitive_out,
                                      DIAG_ID_missing_vertices_out};
   uint32_t components = 0;
   /* A declaration with an error in it is not missing. */
   bool clean = p->ctx->num_errors == p->errors_before;

   for (unsigned i = 0; i < NV_DECL_COUNT; i++)
      if (clean && !p->have_decl[i])
         nv_error(p, ids[i], (struct util_span){p->len, 0}, "the geometry program has no %s declaration", names[i]);
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         components += p->result_mask[s] >> c & 1;
   if (p->have_decl[NV_DECL_VERTICES_OUT] && p->prog->vertices_out <= p->lim.geometry_vertices &&
       (uint64_t)p->prog->vertices_out * components > p->lim.total_output_components)
      nv_error(p, DIAG_ID_too_many_output_components, p->vertices_out_span,
               "%u vertices of %u components each are more than the %u components that a geometry program may write",
               p->prog->vertices_out, components, p->lim.total_output_components);
}

/*
 * Bindings in instructions inherit the modifiers of explicit declarations; without one they have none, and are variables like others
 * where both colours need the same: NV_fragment_program4 2.X.3.1.
 */
static void finish_interpolation(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;

   for (uint32_t i = 0; i < prog->num_vars; i++) {
      struct nv_var *v = &prog->vars[i];
      uint32_t other = SLOT_COLOR + SLOT_COLOR_LAST - v->slot;

      if (v->name || v->cls != NV_ATTRIB)
         continue;
      if (p->slot_interp[v->slot].declared) {
         v->interp = (enum io_interp)p->slot_interp[v->slot].interp;
      } else if (v->slot >= SLOT_COLOR && v->slot <= SLOT_COLOR_LAST && p->slot_interp[other].declared &&
                 p->slot_interp[other].interp != v->interp) {
         nv_error(p, DIAG_ID_interp_color_mismatch, v->span, "primary and secondary colour need the same interpolation modifiers");
         util_note(p->ctx, p->slot_interp[other].span, "the other colour is declared here");
      }
   }
}

void nv_finish(struct nv_parser *p, struct util_span end)
{
   nv_flow_finish(p, end);
   if (p->prog->stage == NV_GEOMETRY)
      finish_geometry(p);
   if (nv_arb(p))
      nv_arb_finish(p);
   if (p->prog->stage == NV_FRAGMENT)
      finish_interpolation(p);
   /* A tree that a test has taken checks from may not be whole. */
   if (p->ctx->num_errors == p->errors_before && p->ctx->muted == DIAG_COUNT)
      nv_warn(p, end);
}

struct nv_program *nv_parse(struct util_ctx *ctx, const char *text, size_t len, const struct nv_limits *limits)
{
   enum nv_stage stage = NV_VERTEX;
   uint8_t dialect = 0;

   if (len > INT32_MAX - 16) {
      util_diag(ctx, DIAG_ID_input_too_big, UTIL_NO_SPAN, "a program of %zu bytes", len);
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
   p->prog = UTIL_NEW(ctx, struct nv_program);
   p->prog->stage = stage;
   p->prog->call_depth = p->lim.call_depth;
   p->prog->dialect = p->asked = dialect;
   p->prog->loop_count = dialect & NV_D_NV4 ? UINT32_MAX : p->lim.loop_count;
   for (unsigned i = 0; i < 32; i++)
      p->prog->unit_target[i] = TEX_TARGET_COUNT;
   util_table_init(&p->symbols, ctx);
   util_table_init(&p->labels, ctx);
   util_table_init(&p->params, ctx);
   util_table_init(&p->param_zeros, ctx);
   util_map_init(&p->implicit, ctx);
   util_map_init(&p->param_relative, ctx);
   nv_op_index_init(&p->ops);
   nv_flow_init(p);
   p->hint_budget = HINT_BUDGET;
   p->stmt_start = true;
   p->scan_at = (struct util_span){0, header};

   /* flex wants a buffer of its own with two NULs behind the text. */
   char *buf = util_alloc(ctx, len - header + 2);
   memcpy(buf, text + header, len - header);
   nv_scan_begin(p, buf, len - header + 2);
   nv_yyparse(p);
   return ctx->num_errors == p->errors_before ? p->prog : NULL;
}
