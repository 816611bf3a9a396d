/* SPDX-License-Identifier: MIT */
/* Declarations, immediates and properties from the grammar. */
#include "frontend/tgsi/parse/tgsi_parser.h"

#include <string.h>

static void add_item(struct tgsi_parser *p, uint8_t what, uint32_t index)
{
   UTIL_PUSH(p->ctx, p->prog->items, p->prog->num_items, p->prog->cap_items, (struct tgsi_item){what, index});
}

void tgsi_decl_begin(struct tgsi_parser *p, enum tgsi_file file, struct tgsi_raw_range range, struct util_span suffix,
                     struct util_span span)
{
   struct tgsi_decl *d = &p->decl;
   uint32_t n = 0;

   *d = (struct tgsi_decl){.file = (uint8_t)file,
                           .mask = 15,
                           .first = range.first,
                           .last = range.last,
                           .semantic = TGSI_SEMANTIC_COUNT,
                           .format = TGSI_NONE,
                           .target = TGSI_TARGET_UNKNOWN,
                           .span = span};
   p->decl_returns = 0;
   p->decl_target = false;
   p->refused = 0;
   if (file == TGSI_FILE_COUNT || file == TGSI_FILE_NULL) {
      while (n < span.len && p->text[span.off + n] > ' ' && p->text[span.off + n] != '[')
         n++;
      const struct util_span word = {span.off, n};
      tgsi_error(p, DIAG_ID_unknown_file, word, "unknown register file \"%.*s\"%s", TGSI_STR(p, word), tgsi_hint_file(p, word));
   } else if (range.empty) {
      tgsi_error(p, DIAG_ID_syntax_error, span, "expected the numbers of the registers in the last brackets");
   }
   if (suffix.len)
      tgsi_mask(p, suffix, &d->mask);
}

void tgsi_decl_dimension(struct tgsi_parser *p, struct tgsi_raw_range dimension)
{
   struct tgsi_decl *d = &p->decl;
   const enum tgsi_stage stage = p->prog->stage;
   const bool tess = stage == TGSI_STAGE_TESS_CTRL || stage == TGSI_STAGE_TESS_EVAL;

   if ((d->file == TGSI_FILE_IN && (stage == TGSI_STAGE_GEOM || tess)) ||
       (d->file == TGSI_FILE_OUT && stage == TGSI_STAGE_TESS_CTRL)) {
      d->per_vertex = true; /* the primitive gives the number of vertices */
      return;
   }
   d->has_dimension = true;
   d->dimension = dimension.first;
   if (dimension.empty || dimension.first != dimension.last)
      tgsi_error(p, DIAG_ID_syntax_error, d->span, "expected one number in the first brackets");
}

static bool memory_word(struct tgsi_parser *p, struct util_span s)
{
   static const char *const kinds[] = {"GLOBAL", "SHARED", "PRIVATE", "INPUT"};
   const unsigned n = tgsi_find(p, s, kinds, 4);

   if (p->decl.file != TGSI_FILE_MEMORY || n == 4)
      return false;
   p->decl.memory = (uint8_t)n;
   return true;
}

/* Words of sampler views, images and buffers. */
static bool resource_word(struct tgsi_parser *p, struct util_span s)
{
   struct tgsi_decl *d = &p->decl;
   const bool view = d->file == TGSI_FILE_SVIEW, image = d->file == TGSI_FILE_IMAGE || d->file == TGSI_FILE_RES;

   if ((view || image) && !p->decl_target) {
      const enum tgsi_target target = tgsi_find_target(p, s);

      p->decl_target = true;
      d->target = (uint8_t)(target < TGSI_TARGET_COUNT ? target : TGSI_TARGET_UNKNOWN);
      if (target == TGSI_TARGET_COUNT)
         tgsi_error(p, DIAG_ID_unknown_target, s, "unknown texture target \"%.*s\"%s", TGSI_STR(p, s), tgsi_hint_target(p, s));
      return true;
   }
   if (view) {
      const unsigned type = tgsi_find(p, s, tgsi_return_name, TGSI_RETURN_COUNT);

      if (type == TGSI_RETURN_COUNT || p->decl_returns == 4)
         return false;
      d->type[p->decl_returns++] = (uint8_t)type;
      return true;
   }
   if (d->file == TGSI_FILE_BUFFER && tgsi_is(p, s, "ATOMIC"))
      return d->atomic = true;
   if (d->file == TGSI_FILE_BUFFER && tgsi_is(p, s, "SHARED")) /* in compute programs of 2016 */
      return true;
   if (!image)
      return memory_word(p, s);
   if (tgsi_is(p, s, "WR"))
      return d->writable = true;
   if (tgsi_is(p, s, "RAW"))
      return d->raw = true;
   const uint32_t format = tgsi_find_format(p, s);
   d->format = format == TGSI_NONE ? d->format : format; /* words that any declaration may have can follow */
   return format != TGSI_NONE;
}

/* CYLWRAP_XY */
static bool wrap_word(struct tgsi_parser *p, struct util_span s)
{
   struct util_span head = {s.off, 8};

   if (s.len < 9 || !tgsi_is(p, head, "CYLWRAP_"))
      return false;
   return tgsi_mask(p, (struct util_span){s.off + 8, s.len - 8}, &p->decl.wrap);
}

/* Interpolation, its location, and other words that any declaration may have. */
static bool common_word(struct tgsi_parser *p, struct util_span s)
{
   struct tgsi_decl *d = &p->decl;
   unsigned n;

   if (tgsi_is(p, s, "LOCAL"))
      return d->local = true;
   if (tgsi_is(p, s, "INVARIANT"))
      return d->invariant = true;
   if ((n = tgsi_find(p, s, tgsi_interp_name, TGSI_INTERP_COUNT)) < TGSI_INTERP_COUNT && !d->has_interp) {
      d->has_interp = true;
      d->interp = (uint8_t)n;
      return true;
   }
   if ((n = tgsi_find(p, s, tgsi_location_name, TGSI_LOCATION_COUNT)) < TGSI_LOCATION_COUNT) {
      d->location = (uint8_t)n;
      return true;
   }
   return wrap_word(p, s);
}

static const char *hint_item(struct tgsi_parser *p, struct util_span word)
{
   static const char *const words[] = {"LOCAL", "INVARIANT", "ARRAY",  "STREAM",  "ATOMIC", "WR",
                                       "RAW",   "GLOBAL",    "SHARED", "PRIVATE", "INPUT"};
   const enum tgsi_file file = (enum tgsi_file)p->decl.file;
   struct util_similar s;

   fe_similar(&p->hints, &s, p->text + word.off, word.len);
   for (unsigned i = 0; i < TGSI_SEMANTIC_COUNT && (file == TGSI_FILE_IN || file == TGSI_FILE_OUT || file == TGSI_FILE_SV); i++)
      util_similar_try(&s, tgsi_semantic_info[i].name, strlen(tgsi_semantic_info[i].name));
   for (unsigned i = 0; i < TGSI_INTERP_COUNT && file == TGSI_FILE_IN; i++)
      util_similar_try(&s, tgsi_interp_name[i], strlen(tgsi_interp_name[i]));
   for (unsigned i = 0; i < TGSI_LOCATION_COUNT && file == TGSI_FILE_IN; i++)
      util_similar_try(&s, tgsi_location_name[i], strlen(tgsi_location_name[i]));
   for (unsigned i = 0; i < TGSI_RETURN_COUNT && file == TGSI_FILE_SVIEW; i++)
      util_similar_try(&s, tgsi_return_name[i], strlen(tgsi_return_name[i]));
   for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
      util_similar_try(&s, words[i], strlen(words[i]));
   return fe_hint(&p->hints, &s);
}

void tgsi_decl_word(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, struct util_span span)
{
   struct tgsi_decl *d = &p->decl;
   const struct util_span s = {span.off, reg->bare ? span.len : reg->word};
   const bool named = d->file == TGSI_FILE_IN || d->file == TGSI_FILE_OUT || d->file == TGSI_FILE_SV;

   if (d->file >= TGSI_FILE_COUNT)
      return; /* report only one error */
   if (reg->bare && !named && (resource_word(p, s) || common_word(p, s)))
      return;
   /* COLOR is a semantic, and after a semantic it is an interpolation. */
   const enum tgsi_semantic semantic =
       named && !d->has_semantic && !reg->two && !reg->suffix.len ? tgsi_find_semantic(p, s) : TGSI_SEMANTIC_COUNT;
   if (semantic < TGSI_SEMANTIC_COUNT) {
      d->has_semantic = true;
      d->semantic = (uint8_t)semantic;
      d->semantic_index = reg->bare ? 0 : (uint32_t)reg->index;
      return;
   }
   if (reg->bare && named && common_word(p, s))
      return;
   if (p->refused++ < 2)
      tgsi_error(p, DIAG_ID_bad_declaration, s, "\"%.*s\" is not allowed in a declaration of %s%s", TGSI_STR(p, s),
                 tgsi_file_info[d->file].name, hint_item(p, s));
   p->prog->incomplete = true; /* the word may have been meant as a semantic */
}

void tgsi_decl_array(struct tgsi_parser *p, struct util_span word, struct util_span number)
{
   if (!tgsi_is(p, word, "ARRAY")) {
      tgsi_error(p, DIAG_ID_bad_declaration, word, "\"%.*s\" does not take a number%s", TGSI_STR(p, word), hint_item(p, word));
      return;
   }
   while (p->text[number.off] < '0' || p->text[number.off] > '9')
      number.off++, number.len--;
   while (p->text[number.off + number.len - 1] < '0' || p->text[number.off + number.len - 1] > '9')
      number.len--;
   p->decl.array_id = tgsi_uint(p, number);
}

void tgsi_decl_stream(struct tgsi_parser *p, struct util_span word)
{
   const uint32_t *streams = p->list;

   if (!tgsi_is(p, word, "STREAM") || p->list_count != 4) {
      tgsi_error(p, DIAG_ID_bad_declaration, word, "\"%.*s\" does not take a list of numbers; only STREAM does",
                 TGSI_STR(p, word));
      return;
   }
   p->decl.has_stream = true;
   for (unsigned c = 0; c < 4; c++) {
      if (streams[c] > 3)
         tgsi_error(p, DIAG_ID_integer_too_large, word, "stream %u is out of range; the last one is 3", streams[c]);
      p->decl.stream[c] = (uint8_t)(streams[c] & 3);
   }
}

void tgsi_decl_end(struct tgsi_parser *p, struct util_span span)
{
   struct tgsi_decl *d = &p->decl;

   for (unsigned c = p->decl_returns; c < 4; c++)
      d->type[c] = d->type[0];
   d->span = span;
   if (d->file >= TGSI_FILE_COUNT || d->file == TGSI_FILE_NULL) {
      p->prog->incomplete = true;
      return;
   }
   add_item(p, 0, p->prog->num_decls);
   UTIL_PUSH(p->ctx, p->prog->decls, p->prog->num_decls, p->prog->cap_decls, *d);
}

/* --- immediates --- */

void tgsi_imm_begin(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, struct util_span at, struct util_span type)
{
   const unsigned n = tgsi_find(p, type, tgsi_imm_name, TGSI_IMM_TYPES);

   p->imm.count = 0;
   p->imm.type = type;
   p->imm.imm = (struct tgsi_imm){.type = (uint8_t)(n < TGSI_IMM_TYPES ? n : TGSI_FLT32)};
   p->imm.broken = n == TGSI_IMM_TYPES;
   if (n == TGSI_IMM_TYPES)
      tgsi_error(p, DIAG_ID_unknown_type, type, "unknown type \"%.*s\"%s", TGSI_STR(p, type),
                 fe_hint_words(&p->hints, p->text + type.off, type.len, tgsi_imm_name, TGSI_IMM_TYPES));
   if (!reg->bare && (uint32_t)reg->index != p->prog->num_imms && !p->prog->incomplete)
      tgsi_error(p, DIAG_ID_immediate_order, at, "this is immediate %u, not %d", p->prog->num_imms, reg->index);
}

static unsigned words_of(enum tgsi_imm_type type) { return type >= TGSI_FLT64 ? 2 : 1; }

void tgsi_imm_number(struct tgsi_parser *p, struct tgsi_raw_num num, bool is_word)
{
   struct tgsi_imm *imm = &p->imm.imm;
   const unsigned words = words_of((enum tgsi_imm_type)imm->type);
   uint32_t value[2];

   if (p->imm.broken)
      return;
   tgsi_immediate_value(p, (enum tgsi_imm_type)imm->type, num, is_word, value);
   for (unsigned w = 0; w < words && p->imm.count + w < 4; w++)
      imm->value[p->imm.count + w] = value[w];
   p->imm.count += p->imm.count <= 4 ? words : 0;
}

void tgsi_imm_end(struct tgsi_parser *p, struct util_span span)
{
   const enum tgsi_imm_type type = (enum tgsi_imm_type)p->imm.imm.type;

   if (p->imm.count != 4 && !p->imm.broken)
      tgsi_error(p, DIAG_ID_immediate_count, span, "%s takes %u numbers", tgsi_imm_name[type], 4 / words_of(type));
   p->imm.imm.span = span;
   add_item(p, 1, p->prog->num_imms);
   UTIL_PUSH(p->ctx, p->prog->imms, p->prog->num_imms, p->prog->cap_imms, p->imm.imm);
}

/* --- properties --- */

void tgsi_prop_begin(struct tgsi_parser *p, struct util_span name)
{
   p->prop.property = (uint8_t)tgsi_find_property(p, name);
   p->prop.values = 0;
   p->prop.value = 0;
   if (p->prop.property == TGSI_PROPERTY_COUNT)
      tgsi_error(p, DIAG_ID_unknown_property, name, "unknown property \"%.*s\"%s", TGSI_STR(p, name),
                 tgsi_hint_property(p, name));
}

void tgsi_prop_value(struct tgsi_parser *p, struct util_span value, bool is_word)
{
   const enum tgsi_property property = (enum tgsi_property)p->prop.property;

   if (p->prop.values++ || property == TGSI_PROPERTY_COUNT)
      return;
   const struct tgsi_property_info *info = &tgsi_property_info[property];
   p->prop.value = is_word ? tgsi_find_value(p, property, value) : tgsi_uint(p, value);
   if (!is_word || p->prop.value != UINT32_MAX) /* some dumps have numbers instead of named values: tgsi_check */
      return;
   p->prop.value = 0;
   if (*info->values)
      tgsi_error(p, DIAG_ID_property_value, value, "invalid value \"%.*s\" of %s%s", TGSI_STR(p, value), info->name,
                 tgsi_hint_value(p, property, value));
   else
      tgsi_error(p, DIAG_ID_property_value, value, "the value of %s must be a number", info->name);
}

void tgsi_prop_end(struct tgsi_parser *p, struct util_span span)
{
   const uint8_t property = p->prop.property;

   if (property == TGSI_PROPERTY_COUNT) {
      p->prog->incomplete = true;
      return;
   }
   if (p->prop.values > 1)
      tgsi_error(p, DIAG_ID_property_value, span, "%s takes one value", tgsi_property_info[property].name);
   tgsi_set_property(p->ctx, p->errors_before, p->prog, (enum tgsi_property)property, p->prop.value, span);
}
