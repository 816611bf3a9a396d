/* SPDX-License-Identifier: MIT */
/*
 * Names of variables. A wrong declaration still establishes its name, as a "broken" variable about which no more errors are
 * reported: one mistake gives one message.
 */
#include "frontend/nv/resolve/nv_resolve.h"

void nv_cite_alias(struct nv_parser *p)
{
   nv_cite(p, "NV_gpu_program4 2.X.3.8", "ARB_vertex_program 2.14.3.6", "ARB_fragment_program 3.11.3.5");
}

uint32_t nv_new_var(struct nv_parser *p, const struct nv_var *v)
{
   UTIL_PUSH(p->ctx, p->prog->vars, p->prog->num_vars, p->prog->cap_vars, *v);
   const struct nv_var_note note = {.plain = v->cls == NV_TEMP && !v->is_array};

   UTIL_PUSH(p->ctx, p->names.notes, p->names.num_notes, p->names.cap_notes, note);
   return p->prog->num_vars - 1;
}

uint32_t nv_new_broken_var(struct nv_parser *p, const struct nv_var *v)
{
   const uint32_t var = nv_new_var(p, v);

   p->names.notes[var].broken = true;
   p->names.notes[var].plain = false;
   return var;
}

/* The entry stays valid, because a name keeps its variable. */
static void remember(struct nv_parser *p, struct util_span name, uint32_t var)
{
   const uint64_t key = nv_word_key(p, name);

   if (key)
      p->names.recent[nv_word_place(key)] = (struct nv_recent_name){key, var};
}

uint32_t nv_lookup(struct nv_parser *p, struct util_span name)
{
   uint32_t var = nv_recent(p, name);

   if (var != NV_NONE)
      return var;
   var = (uint32_t)(uintptr_t)util_table_get(&p->names.symbols, p->text + name.off, name.len) - 1;
   if (var != NV_NONE)
      remember(p, name, var);
   return var;
}

static void report_redeclared(struct nv_parser *p, struct util_span name, uint32_t old, bool alias)
{
   if (p->names.notes[old].broken)
      return;
   nv_error(p, DIAG_ID_redeclared, name, "redeclaration of \"%.*s\"", NV_STR(p, name));
   if (alias)
      nv_cite_alias(p);
   nv_note_declared(p, old);
   /* A later use may mean either variable, and the name that was intended for the second is unknown. */
   if (p->ctx->explained) {
      p->names.notes[old].broken = true;
      p->names.notes[old].plain = false;
      p->names.missing++;
   }
}

void nv_establish(struct nv_parser *p, struct util_span name, const struct nv_var *v, bool broken)
{
   if (nv_reserved_name(p, name)) {
      nv_reserved_error(p, name);
      p->names.missing += p->ctx->explained != NULL; /* the intended name is unknown */
      return;
   }
   if (nv_has(p, NV_D_FP2) && nv_is(p, name, "A0")) {
      nv_error(p, DIAG_ID_redeclared, name, "\"A0\" is reserved for the index of LOOP blocks");
      return;
   }
   const uint32_t before = p->names.symbols.count;
   struct util_table_node *symbol = util_table_insert(&p->names.symbols, p->text + name.off, name.len);
   if (p->names.symbols.count == before) {
      report_redeclared(p, name, (uint32_t)(uintptr_t)symbol->value - 1, false);
      return;
   }
   struct nv_var var = *v;
   var.name = symbol->key;
   var.span = name;
   uint32_t index = broken ? nv_new_broken_var(p, &var) : nv_new_var(p, &var);
   symbol->value = (void *)(uintptr_t)(index + 1);
   remember(p, name, index);
   p->names.notes[index].ignored_size = p->stmt.ignored_size;
   p->names.notes[index].integer = p->stmt.integer;
   p->noted.integer |= p->stmt.integer.len != 0;
}

void nv_establish_broken(struct nv_parser *p, struct util_span name)
{
   struct nv_var v = {.cls = NV_TEMP, .length = 1, .vertex = NV_NONE};

   if (!nv_reserved_name(p, name) && nv_lookup(p, name) == NV_NONE && !(nv_has(p, NV_D_FP2) && nv_is(p, name, "A0")))
      nv_establish(p, name, &v, true);
}

uint32_t nv_lookup_or_error(struct nv_parser *p, struct util_span name)
{
   uint32_t var = nv_lookup(p, name);

   if (var != NV_NONE)
      return var;
   const char *hint = nv_hint_variable(p, name);

   if (p->names.missing && !*hint)
      p->names.missing--; /* the declaration of this name may have had an error */
   else
      nv_error(p, DIAG_ID_undeclared, name, "\"%.*s\" is not declared%s", NV_STR(p, name), hint);
   /* Make the name a broken variable, even if it is a word that cannot be declared, such as a keyword. */
   var = nv_new_broken_var(p, &(struct nv_var){.cls = NV_TEMP, .length = 1, .vertex = NV_NONE, .span = name});
   util_table_set(&p->names.symbols, p->text + name.off, name.len, (void *)(uintptr_t)(var + 1));
   return var;
}

void nv_establish_alias(struct nv_parser *p, struct util_span name, uint32_t var)
{
   if (nv_reserved_name(p, name))
      nv_reserved_error(p, name);
   else if (nv_lookup(p, name) != NV_NONE)
      report_redeclared(p, name, nv_lookup(p, name), true);
   else
      util_table_set(&p->names.symbols, p->text + name.off, name.len, (void *)(uintptr_t)(var + 1));
}
