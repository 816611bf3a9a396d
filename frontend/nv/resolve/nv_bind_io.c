/* SPDX-License-Identifier: MIT */
/*
 * Bindings of attributes and results, which begin with "vertex.", "fragment.", "primitive." or "result." (the tables of 2.X.3.2
 * and 2.X.3.5, nv_io.def), and the rules about binding a vertex attribute twice.
 */
#include "frontend/nv/resolve/nv_resolve.h"

enum { IDX_NONE, IDX_OPT, IDX_REQ };
enum { IO_ATTRIB, IO_RESULT };
/*
 * The kinds of programs that have a binding. A program in an older language is of several kinds if options extend its language.
 */
enum { STAGE_V = 1, STAGE_F = 2, STAGE_G = 4, STAGE_AV = 8, STAGE_AV2 = 16, STAGE_AF = 32, STAGE_AF2 = 64 };
enum { FLAG_A = 1, FLAG_C = 2, FLAG_I = 4, FLAG_L = 8, FLAG_S = 16, FLAG_R = 32, FLAG_X = 64, FLAG_W = 128 };

struct nv_io_row {
   uint8_t stages, kind, index, flags;
   const char *head, *names;
   enum io_slot slot;
   uint16_t limit; /* offset of the field in struct nv_limits */
};

static const struct nv_io_row io_rows[] = {
#define V STAGE_V
#define F STAGE_F
#define G STAGE_G
#define AV STAGE_AV
#define AV2 STAGE_AV2
#define AF STAGE_AF
#define AF2 STAGE_AF2
#define A FLAG_A
#define C FLAG_C
#define I FLAG_I
#define L FLAG_L
#define S FLAG_S
#define R FLAG_R
#define X FLAG_X
#define W FLAG_W
#define NV_IO(st, kind, head, names, slot, index, limit, flags)                                                                \
   {st, IO_##kind, IDX_##index, flags, head, names, (enum io_slot)(SLOT_##slot), offsetof(struct nv_limits, limit)},
#include "frontend/nv/ast/nv_io.def"
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* The kinds of the program. */
static unsigned stages_of(const struct nv_parser *p)
{
   if (!nv_arb(p))
      return 1u << p->prog->stage;
   return (nv_has(p, NV_D_VP) ? STAGE_AV : STAGE_AF) | (nv_has(p, NV_D_VP2) ? STAGE_AV2 : 0) |
          (nv_has(p, NV_D_FP2) ? STAGE_AF2 : 0);
}

bool nv_io_interpolated(const struct nv_io_row *row)
{
   return row->flags & FLAG_I;
}
bool nv_io_arrayed(const struct nv_io_row *row)
{
   return row->flags & FLAG_A;
}
bool nv_io_flat(const struct nv_io_row *row)
{
   return row->flags & FLAG_L;
}

void nv_io_constants(const struct nv_io_row *row, struct nv_var *v)
{
   bool integer = row->slot == SLOT_VERTEX_ID || row->slot == SLOT_INSTANCE || row->slot == SLOT_PRIM_ID;

   v->supplied = row->kind != IO_ATTRIB ? 0 : row->flags & FLAG_X ? 1 : row->flags & FLAG_W ? 3 : 0;
   v->default_w = integer ? 1 : NUM_ONE;
}

/* The number of segments that spell the dotted names from segment `at` on, or 0 if they do not. */
static uint32_t match_names(const struct nv_parser *p, struct nv_list path, uint32_t at, const char *names)
{
   uint32_t n = 0;

   for (const char *s = names; *s; n++) {
      size_t len = strcspn(s, ".");
      const struct nv_seg *seg = nv_seg_at(p, path, at + n);

      if (!seg || seg->kind != NV_SEG_NAME || seg->span.len != len || memcmp(p->text + seg->span.off, s, len) != 0)
         return 0;
      s += len + (s[len] == '.');
   }
   return n;
}

/* A vertex program must not bind both attributes of a row of Table X.X: NV_vertex_program4 2.X.3.2. */
static bool vertex_alias(struct nv_parser *p, const struct nv_bound *b)
{
   for (uint32_t i = 0; i < b->count; i++) {
      if (b->slot + i > SLOT_VATTR_LAST)
         break;
      uint32_t n = b->slot + i - SLOT_VATTR;
      bool conv = b->row->flags & FLAG_C;
      uint8_t *mine = conv ? p->bind.conventional : p->bind.generic;
      const uint8_t *other = conv ? p->bind.generic : p->bind.conventional;

      if (other[n / 8] >> n % 8 & 1) {
         nv_error(p, DIAG_ID_attrib_alias, b->span, "%.*s and the %s attribute of the same number cannot both be bound",
                  NV_STR(p, b->span), conv ? "generic" : "conventional");
         util_note(p->ctx, p->bind.attrib_at[n], "the other binding is here");
         return false;
      }
      if (!(mine[n / 8] >> n % 8 & 1))
         p->bind.attrib_at[n] = b->span;
      mine[n / 8] |= (uint8_t)(1u << n % 8);
   }
   return true;
}

/* A hint from the names that may follow the head of a binding. */
static const char *io_hint(struct nv_parser *p, struct util_span head, struct util_span word)
{
   struct util_similar s;

   nv_similar(p, &s, word);
   for (size_t i = 0; i < COUNT(io_rows); i++)
      if ((io_rows[i].stages & stages_of(p)) && nv_is(p, head, io_rows[i].head))
         util_similar_try(&s, io_rows[i].names, strcspn(io_rows[i].names, "."));
   return fe_hint(&p->hints, &s);
}

/* The vertex number after "vertex" in geometry programs. Advances *at past it. */
static bool vertex_number(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b, uint32_t *at)
{
   const struct nv_seg *s = nv_seg_at(p, path, 1);
   uint32_t count, limit = nv_num_vertices(p);

   if (!s || s->kind == NV_SEG_NAME) {
      if (use == NV_BIND_OPERAND)
         nv_error(p, DIAG_ID_vertex_number_missing, nv_index_place(p, path, 1),
                  "expected a vertex number: vertex[n] in an instruction");
      b->per_vertex = true;
      return use != NV_BIND_OPERAND;
   }
   if (s->kind == NV_SEG_REL) {
      nv_error(p, DIAG_ID_vertex_number_constant, s->reg, "the vertex number of a binding must be a constant");
      return false;
   }
   if (s->kind == NV_SEG_RANGE) {
      nv_error(p, DIAG_ID_vertex_number_constant, s->span, "a vertex number is one number, not a range");
      return false;
   }
   if (nv_uint(p, s->a) >= limit) {
      nv_error(p, DIAG_ID_vertex_number, s->a, "vertex %.*s does not exist: the input primitive has %u", NV_STR(p, s->a),
               limit);
      return false;
   }
   *at = 2;
   return nv_constant_index(p, s, (struct nv_index_limit){limit, "vertex", NULL}, false, &b->vertex, &count);
}

static void unknown_binding(struct nv_parser *p, struct nv_list path, uint32_t at)
{
   const struct nv_seg *head = nv_seg_at(p, path, 0), *s = nv_seg_at(p, path, at);

   if (s && s->kind == NV_SEG_NAME && nv_has(p, NV_D_VP) && nv_is(p, s->span, "weight"))
      nv_error(p, DIAG_ID_binding_unavailable, s->span,
               "vertex.weight does not exist: there are 0 vertex units (%s)", nv_limit_option[NV_LIM_vertex_units]);
   else if (s && s->kind == NV_SEG_NAME && p->prog->stage == NV_VERTEX &&
            (nv_is(p, s->span, "weight") || nv_is(p, s->span, "matrixindex")))
      nv_error(p, DIAG_ID_binding_unavailable, s->span, "vertex.%.*s is not available%s", NV_STR(p, s->span),
               nv_arb(p) ? "" : " in this language");
   else if (s && s->kind == NV_SEG_NAME)
      nv_error(p, DIAG_ID_unknown_binding, s->span, "there is no binding %.*s.%.*s%s", NV_STR(p, head->span),
               NV_STR(p, s->span), io_hint(p, head->span, s->span));
   else
      nv_error(p, DIAG_ID_unknown_binding, nv_seg_place(p, path, at), "expected the name of a binding after %.*s",
               NV_STR(p, head->span));
}

/*
 * Returns true if the next word continues the names in other kinds of programs only, such as result.color.back in a fragment
 * program. Otherwise the word would be taken for components.
 */
static bool foreign_name(struct nv_parser *p, struct nv_list path, uint32_t at, const char *names)
{
   const struct nv_seg *head = nv_seg_at(p, path, 0), *s = nv_seg_at(p, path, at);
   const size_t n = strlen(names);
   bool foreign = false;

   for (size_t i = 0; s && s->kind == NV_SEG_NAME && i < COUNT(io_rows) && !foreign; i++) {
      const char *more = io_rows[i].names + n + 1;

      foreign = strncmp(io_rows[i].names, names, n) == 0 && io_rows[i].names[n] == '.' && strcspn(more, ".") == s->span.len &&
                memcmp(more, p->text + s->span.off, s->span.len) == 0;
   }
   if (foreign)
      nv_error(p, DIAG_ID_unknown_binding, s->span, "there is no binding %.*s.%s.%.*s in this kind of program",
               NV_STR(p, head->span), names, NV_STR(p, s->span));
   return foreign;
}

/* The row with the longest names that the path spells from *at on; advances *at past them. NULL after an error. */
static const struct nv_io_row *find_row(struct nv_parser *p, struct nv_list path, uint32_t *at)
{
   const struct nv_seg *head = nv_seg_at(p, path, 0), *next = nv_seg_at(p, path, *at);
   const char first = next && next->kind == NV_SEG_NAME ? p->text[next->span.off] : 0; /* distinguishes most rows */
   unsigned stage = stages_of(p), optional = nv_arb(p) ? (p->prog->stage == NV_VERTEX ? STAGE_AV2 : STAGE_AF2) : 0;
   const struct nv_io_row *row = NULL;
   uint32_t names = 0;

   for (size_t i = 0; i < COUNT(io_rows); i++) {
      if (!(io_rows[i].stages & (stage | optional)) || *io_rows[i].names != first || !nv_is(p, head->span, io_rows[i].head))
         continue;
      uint32_t n = match_names(p, path, *at, io_rows[i].names);
      if (n > names) {
         names = n;
         row = &io_rows[i];
      }
   }
   if (row && !(row->stages & stage)) {
      nv_needs_option(p, nv_seg_at(p, path, *at)->span, p->prog->stage == NV_VERTEX ? NV_D_VP2 : NV_D_FP2,
                      util_printf(p->ctx, "%s.%s", row->head, row->names));
      return NULL;
   }
   if (!row || (row->slot == SLOT_VATTR + 1 && p->lim.vertex_units == 0)) {
      unknown_binding(p, path, *at);
      return NULL;
   }
   *at += names;
   return foreign_name(p, path, *at, row->names) ? NULL : row;
}

/* The index after the names, or 0. Sets b->slot and b->count, and advances *at past the index. */
static bool slot_index(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b, uint32_t *at)
{
   const struct nv_io_row *row = b->row;
   const struct nv_seg *s = nv_seg_at(p, path, *at);
   uint32_t index = 0, limit;

   b->slot = row->slot;
   if (!s || s->kind == NV_SEG_NAME) {
      if (row->index == IDX_REQ)
         nv_error(p, DIAG_ID_binding_index_missing, nv_index_place(p, path, *at), "%s.%s needs an index", row->head,
                  row->names);
      return row->index != IDX_REQ;
   }
   if (row->index == IDX_NONE) {
      nv_error(p, DIAG_ID_binding_no_index, s->open, "%s.%s takes no index", row->head, row->names);
      return false;
   }
   if (p->prog->stage == NV_FRAGMENT && row->slot == SLOT_FRAG_COLOR && !p->prog->opt_draw_buffers) {
      nv_error(p, DIAG_ID_draw_buffers_option, s->open, "result.color[n] needs the option ARB_draw_buffers");
      p->prog->opt_draw_buffers = p->ctx->explained != NULL; /* do not report it again */
      return false;
   }
   memcpy(&limit, (const char *)&p->lim + row->limit, sizeof limit);
   if (s->kind == NV_SEG_REL && (row->flags & FLAG_R) && nv_has(p, NV_D_VP3 | NV_D_FP2) && use != NV_BIND_ARRAY) {
      b->relative = true;
      b->rel = path.first + *at;
      b->count = limit;
   } else if (row->slot == SLOT_VATTR + 1 && s->kind == NV_SEG_INDEX && nv_uint(p, s->a) % 4) {
      nv_error(p, DIAG_ID_weight_number, s->a, "the number of a vertex weight must be divisible by four");
      return false;
   } else if (!nv_constant_index(p, s, (struct nv_index_limit){limit, row->names, nv_limit_option[row->limit / sizeof limit]},
                                 use == NV_BIND_ARRAY && (row->flags & FLAG_A), &index, &b->count)) {
      return false;
   }
   b->slot = (enum io_slot)(row->slot + index);
   (*at)++;
   return true;
}

bool nv_bind_io(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   const struct nv_seg *head = nv_seg_at(p, path, 0);
   uint32_t at = 1;

   b->vertex = NV_NONE;
   b->count = 1;
   if (p->prog->stage == NV_GEOMETRY && nv_is(p, head->span, "vertex") && !vertex_number(p, path, use, b, &at))
      return false;
   b->row = find_row(p, path, &at);
   if (!b->row || !slot_index(p, path, use, b, &at))
      return false;
   b->cls = b->row->kind == IO_ATTRIB ? NV_ATTRIB : NV_RESULT;
   b->consumed = at;
   b->span = (struct util_span){head->span.off, nv_seg_at(p, path, at - 1)->end - head->span.off};

   if (p->prog->stage == NV_VERTEX && b->cls == NV_ATTRIB && !b->relative && !vertex_alias(p, b))
      return false;
   if (b->cls == NV_RESULT && b->row->slot == SLOT_POSITION && p->prog->opt_position_invariant) {
      nv_error(p, DIAG_ID_position_invariant, head->span, "a program with ARB_position_invariant cannot bind result.position");
      return false;
   }
   return true;
}
