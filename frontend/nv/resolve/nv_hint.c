/* SPDX-License-Identifier: MIT */
/* Additions to messages: the word that was probably meant, and the syntax of a statement. The rules are checked elsewhere. */
#include "frontend/nv/resolve/nv_resolve.h"

void nv_similar(struct nv_parser *p, struct util_similar *s, struct util_span word)
{
   fe_similar(&p->hints, s, p->text + word.off, word.len);
}

const char *nv_hint_words(struct nv_parser *p, struct util_span word, const char *const *words, size_t n)
{
   return fe_hint_words(&p->hints, p->text + word.off, word.len, words, n);
}

static void try_variables(struct nv_parser *p, struct util_similar *s)
{
   for (const struct util_table_node *n = p->names.symbols.first; n && p->hints.budget; n = n->next)
      if (n->value && !p->names.notes[(uintptr_t)n->value - 1].broken)
         util_similar_try(s, n->key, n->len);
}

const char *nv_hint_variable(struct nv_parser *p, struct util_span word)
{
   static const char *const heads[] = {"vertex", "fragment", "primitive", "program", "result", "state", "texture"};
   const char *stage = nv_hint_stage(p, word);
   struct util_similar s;

   if (*stage)
      return stage;
   nv_similar(p, &s, word);
   for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
      /* Suggest only words that begin a binding in this kind of program. */
      if (nv_reserved_word(p, heads[i], strlen(heads[i])))
         util_similar_try(&s, heads[i], strlen(heads[i]));
   }
   try_variables(p, &s);
   return fe_hint(&p->hints, &s);
}

const char *nv_hint_label(struct nv_parser *p, struct util_span word)
{
   struct util_similar s;

   nv_similar(p, &s, word);
   for (const struct util_table_node *n = p->names.labels.first; n && p->hints.budget; n = n->next)
      if (n->value)
         util_similar_try(&s, n->key, n->len);
   return fe_hint(&p->hints, &s);
}

/* Replacements for words of the older languages that NV_gpu_program4 does not have (its issue 2). */
static const char *hint_for_removed(const struct nv_parser *p, struct util_span word)
{
   static const struct {
      const char *name, *hint;
   } words[] = {
       {"ADDRESS", "; use a component of an INT TEMP as the index"},
       {"ARL", "; use FLR.S to compute an index"},
       {"ARR", "; use ROUND.S to compute an index"},
       {"ARA", "; use ADD.S to compute an index"},
       {"EXP", "; use EX2"},
       {"LOG", "; use LG2"},
       {"BRA", "; use IF, REP and CAL"},
       {"LOOP", "; use REP, and an INT TEMP as the index"},
       {"ENDLOOP", "; use ENDREP"},
       {"PUSHA", "; use an array of temporaries as a stack"},
       {"POPA", "; use an array of temporaries as a stack"},
   };

   for (size_t i = 0; !nv_arb(p) && i < sizeof words / sizeof words[0]; i++) {
      size_t n = strlen(words[i].name);

      if (n > word.len || memcmp(p->text + word.off, words[i].name, n) != 0)
         continue;
      while (n < word.len && memchr("RHXC01_SAT", p->text[word.off + n], 10))
         n++;
      if (n == word.len)
         return words[i].hint;
   }
   return NULL;
}

/* A keyword, or the name of an instruction followed by the same _SAT or _SSAT. */
const char *nv_hint_statement(struct nv_parser *p, struct util_span word)
{
   const char *text = p->text + word.off, *tail = memchr(text, '_', word.len);
   struct util_span name = {word.off, tail ? (uint32_t)(tail - text) : word.len};
   struct util_similar s;
   const char *keyword, *gone = hint_for_removed(p, word);

   if (gone)
      return gone;
   nv_similar(p, &s, name);
   for (unsigned op = 0; op < NV_OP_COUNT; op++) {
      const struct nv_op_info *info = &nv_op_info[op];

      if (nv_arb(p) ? nv_has(p, info->dialects) : info->stages >> p->prog->stage & 1)
         util_similar_try(&s, info->name, strlen(info->name));
   }
   for (size_t i = 0; !tail && (keyword = nv_keyword(p, i)); i++)
      util_similar_try(&s, keyword, strlen(keyword));
   return fe_hint_with(&p->hints, &s, text + name.len, word.len - name.len);
}

void nv_note_declared(struct nv_parser *p, uint32_t var)
{
   const struct nv_var *v = &p->prog->vars[var];

   if (v->name)
      util_note(p->ctx, v->span, "\"%s\" is declared here", v->name);
}

void nv_note_form(struct nv_parser *p, const struct nv_raw_op *op)
{
   static const struct {
      const char *form, *other;
   } forms[] = {
      [NV_SHAPE_VECTOR] = {" result, operand", NULL},
      [NV_SHAPE_SCALAR] = {" result, scalar", NULL},
      [NV_SHAPE_BINSC] = {" result, scalar, scalar", NULL},
      [NV_SHAPE_BIN] = {" result, operand, operand", NULL},
      [NV_SHAPE_VECSCA] = {" result, operand, scalar", NULL},
      [NV_SHAPE_TRI] = {" result, operand, operand, operand", NULL},
      [NV_SHAPE_SWZ] = {" result, operand, component, component, component, component", NULL},
      [NV_SHAPE_TEX] = {" result, coordinates, texture[n], target", NULL},
      [NV_SHAPE_TXD] = {" result, coordinates, x derivatives, y derivatives, texture[n], target", NULL},
      [NV_SHAPE_BRA] = {" label", " label (condition)"},
      [NV_SHAPE_FLOWCC] = {"", " (condition)"},
      [NV_SHAPE_IF] = {" condition", NULL},
      [NV_SHAPE_REP] = {" count", ""},
      [NV_SHAPE_ENDFLOW] = {"", NULL},
      [NV_SHAPE_KIL] = {" operand", " condition"},
      [NV_SHAPE_EMIT] = {"", NULL},
      [NV_SHAPE_LOOP] = {" parameter", NULL},
      [NV_SHAPE_PUSHA] = {" address register", NULL},
      [NV_SHAPE_POPA] = {" address register", NULL},
   };
   const struct nv_op_info *info = &nv_op_info[op->op];
   const char *other = forms[info->shape].other;

   util_note(p->ctx, op->span, "the syntax is \"%s%s;\"%s%s%s%s", info->name, forms[info->shape].form, other ? " or \"" : "",
             other ? info->name : "", other ? other : "", other ? ";\"" : "");
}
