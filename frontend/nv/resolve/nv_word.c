/* SPDX-License-Identifier: MIT */
/* Keywords, and words that cannot be names: NV_gpu_program4 2.X.2, ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2. */
#include "frontend/nv/resolve/nv_resolve.h"

static const struct {
   const char *word;
   enum nv_word kind;
   unsigned dialects;
} keywords[] = {
#define ALL (NV_D_NV4 | NV_D_ARB)
   {"END", NV_WORD_END, ALL},
   {"OPTION", NV_WORD_OPTION, ALL},
   {"TEMP", NV_WORD_TEMP, ALL},
   {"ALIAS", NV_WORD_ALIAS, ALL},
   {"ATTRIB", NV_WORD_VAR, ALL},
   {"PARAM", NV_WORD_VAR, ALL},
   {"OUTPUT", NV_WORD_VAR, ALL},
   {"BUFFER", NV_WORD_VAR, NV_D_NV4},
   {"BUFFER4", NV_WORD_VAR, NV_D_NV4},
   {"SHORT", NV_WORD_MODIFIER, NV_D_NV4 | NV_D_FPO},
   {"LONG", NV_WORD_MODIFIER, NV_D_NV4 | NV_D_FPO},
   {"INT", NV_WORD_MODIFIER, NV_D_NV4},
   {"UINT", NV_WORD_MODIFIER, NV_D_NV4},
   {"FLOAT", NV_WORD_MODIFIER, NV_D_NV4},
   {"FLAT", NV_WORD_MODIFIER, NV_D_NV4},
   {"CENTROID", NV_WORD_MODIFIER, NV_D_NV4},
   {"NOPERSPECTIVE", NV_WORD_MODIFIER, NV_D_NV4},
   {"PRIMITIVE_IN", NV_WORD_DECL_WORD, NV_D_NV4},
   {"PRIMITIVE_OUT", NV_WORD_DECL_WORD, NV_D_NV4},
   {"VERTICES_OUT", NV_WORD_DECL_INT, NV_D_NV4},
   {"ADDRESS", NV_WORD_ADDRESS, NV_D_VP},
#undef ALL
};

enum nv_word nv_word(const struct nv_parser *p, struct util_span s)
{
   const char first = s.len ? p->text[s.off] : 0;

   for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) /* most rows differ in the first character */
      if (keywords[i].word[0] == first && nv_has(p, keywords[i].dialects) && nv_is(p, s, keywords[i].word))
         return keywords[i].kind;
   return NV_WORD_NONE;
}

const char *nv_keyword(const struct nv_parser *p, size_t i)
{
   for (size_t k = 0; k < sizeof keywords / sizeof keywords[0]; k++)
      if (nv_has(p, keywords[k].dialects) && i-- == 0)
         return keywords[k].word;
   return NULL;
}

/* The kinds of programs in which the word begins a binding, a bit for each enum nv_stage (NV_gpu_program4 2.X.2, the text after
   the grammar). */
static unsigned binding_stages(const struct nv_parser *p, const char *word, size_t len)
{
   static const struct {
      const char *word;
      uint8_t len, stages, arb; /* a bit for each enum nv_stage: in NV_gpu_program4, and in the older languages */
   } words[] = {
#define WORD(text, ...) {text, sizeof text - 1, __VA_ARGS__}
      WORD("vertex", 1u << NV_VERTEX | 1u << NV_GEOMETRY, 1u << NV_VERTEX),
      WORD("fragment", 1u << NV_FRAGMENT, 1u << NV_FRAGMENT),
      WORD("primitive", 1u << NV_FRAGMENT | 1u << NV_GEOMETRY, 0),
      WORD("texture", 7, 1u << NV_FRAGMENT),
      WORD("program", 7, 7),
      WORD("result", 7, 7),
      WORD("state", 7, 7),
#undef WORD
   };

   for (size_t i = 0; len > 4 && i < sizeof words / sizeof words[0]; i++) /* all have at least five letters */
      if (len == words[i].len && word[0] == words[i].word[0] && memcmp(word, words[i].word, len) == 0)
         return nv_arb(p) ? words[i].arb : words[i].stages;
   return 0;
}

bool nv_reserved_word(const struct nv_parser *p, const char *word, size_t len)
{
   return binding_stages(p, word, len) >> p->prog->stage & 1;
}

const char *nv_hint_stage(const struct nv_parser *p, struct util_span word)
{
   static const char *const hint[8] = {
      [1u << NV_VERTEX] = "; it begins bindings of vertex programs",
      [1u << NV_FRAGMENT] = "; it begins bindings of fragment programs",
      [1u << NV_VERTEX | 1u << NV_GEOMETRY] = "; it begins bindings of vertex and geometry programs",
      [1u << NV_FRAGMENT | 1u << NV_GEOMETRY] = "; it begins bindings of fragment and geometry programs",
   };
   const unsigned stages = binding_stages(p, p->text + word.off, word.len);

   return stages >> p->prog->stage & 1 || !hint[stages] ? "" : hint[stages];
}

/*
 * Keywords of the older languages, which cannot be names: ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2, and the words
 * that the program's options add.
 */
static bool arb_keyword(const struct nv_parser *p, struct util_span name)
{
   static const char *const words[] = {"END", "OPTION", "TEMP", "ALIAS", "ATTRIB", "PARAM", "OUTPUT"};
   struct nv_raw_op op;
   bool wrong_order = false;

   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (nv_is(p, name, words[i]))
         return true;
   if (p->prog->stage == NV_VERTEX && nv_is(p, name, "ADDRESS"))
      return true;
   if (!nv_classify_op(p, p->text + name.off, name.len, &op, &wrong_order) || !nv_arb_op_allowed(p->decl.requested, &op))
      return false;
   /* Vertex programs reserve the names of instructions only without suffixes. */
   return p->prog->stage == NV_FRAGMENT || nv_arb_op_plain(&op);
}

bool nv_reserved_name(const struct nv_parser *p, struct util_span name)
{
   return nv_reserved(p, name) || (nv_arb(p) && arb_keyword(p, name));
}

void nv_reserved_error(struct nv_parser *p, struct util_span name)
{
   /* The options, earlier ones first, with the documents that reserve the words that they add. */
   static const struct {
      unsigned dialects;
      const char *section;
   } by[] = {
      {NV_D_VP2, "NV_vertex_program2_option 2.14.2"},
      {NV_D_VP2 | NV_D_VP3, "NV_vertex_program3 2.14.2"},
      {NV_D_FPO, "NV_fragment_program_option 3.11.2"},
      {NV_D_FPO | NV_D_FP2, "NV_fragment_program2 3.11.2"},
   };
   struct nv_raw_op op;
   bool wrong_order = false;

   nv_error(p, DIAG_ID_reserved_name, name, "\"%.*s\" is a reserved word", NV_STR(p, name));
   if (!nv_arb(p) || !nv_classify_op(p, p->text + name.off, name.len, &op, &wrong_order) ||
       nv_arb_op_allowed(p->prog->dialect & NV_D_ARB, &op))
      return;
   for (size_t i = 0; i < sizeof by / sizeof by[0]; i++)
      if (nv_arb_op_allowed((p->prog->dialect & NV_D_ARB) | by[i].dialects, &op)) {
         nv_cite(p, NULL, by[i].section, by[i].section);
         return;
      }
}
