/* SPDX-License-Identifier: MIT */
/*
 * The list of parameters of a program (struct io_param): an entry for each binding and constant, with the elements of an array
 * in order. Some of them count against the limit (ARB_vertex_program 2.14.3.7, ARB_fragment_program 3.11.3.6).
 */
#include "frontend/nv/resolve/nv_resolve.h"
#include "util/format.h"

/* Limits all arrays of parameters together; the limit on parameters applies to each of them. */
#define MAX_ENTRIES (1u << 20)

uint32_t nv_num_params(const struct nv_parser *p)
{
   return p->params.entries.count + p->params.num_repeats - p->params.num_equal;
}

static void count_params(struct nv_parser *p, struct util_span span)
{
   uint32_t limit = p->lim.parameters, n = nv_num_params(p);

   if (nv_has_fog(p))
      limit = limit > 2 ? limit - 2 : 0;
   if (!p->reported.params && n > limit) {
      p->reported.params = true;
      nv_error(p, n > p->lim.parameters ? DIAG_ID_too_many_parameters : DIAG_ID_fog_parameters, span,
               "the program binds more than %u parameters (%s)", limit, nv_limit_option[NV_LIM_parameters]);
   }
}

static uint32_t add_entry(struct nv_parser *p, const char *key, size_t len, const struct io_param *e, bool fresh,
                          struct util_span span)
{
   struct nv_program *prog = p->prog;
   struct util_table_node *n = util_table_insert(&p->params.entries, key, len);
   uint32_t index = (uint32_t)(uintptr_t)n->value;

   if (index && !fresh)
      return index - 1;
   if (prog->num_params == MAX_ENTRIES) {
      util_diag(p->ctx, DIAG_ID_parameter_entries, span, "more than %u elements of parameter arrays", MAX_ENTRIES);
      util_fail(p->ctx, p->ctx->status);
   }
   UTIL_PUSH(p->ctx, prog->params, prog->num_params, prog->cap_params, *e);
   if (!index) {
      n->value = (void *)(uintptr_t)prog->num_params;
      count_params(p, span);
   }
   if (prog->params[prog->num_params - 1].cls == PARAM_STATE)
      prog->params[prog->num_params - 1].state = n->key + 1;
   return prog->num_params - 1;
}

uint32_t nv_param_entry(struct nv_parser *p, const struct nv_bound *b, uint32_t k, bool fresh, struct util_span span)
{
   struct io_param e = {.cls = b->pcls};
   char key[96];
   int len;

   if (b->pcls != PARAM_STATE) {
      e.index = b->first + k;
      len = util_format(key, sizeof key, "%c%u", b->pcls == PARAM_ENV ? 'e' : 'l', e.index);
   } else if (b->rows) {
      len = util_format(key, sizeof key, "s%s.row[%u]", b->state, b->first + k);
   } else {
      len = util_format(key, sizeof key, "s%s", b->state);
   }
   return add_entry(p, key, (size_t)len, &e, fresh, span);
}

/*
 * "Two constant vectors are considered identical if the four component values are numerically equivalent" (ARB_vertex_program
 * 2.14.3.7, ARB_fragment_program 3.11.3.6), so 0 and -0 are equal. Returns the node of all constants that are equal to this
 * one; its value is the entry, plus 1, of the one that counts. Returns NULL if no component is 0 or the language has no such
 * rule.
 */
static struct util_table_node *either_zero(struct nv_parser *p, const uint32_t value[4])
{
   uint32_t positive[4];
   bool zero = false;

   for (unsigned c = 0; c < 4; c++) {
      positive[c] = value[c] == 0x80000000u ? 0 : value[c];
      zero |= positive[c] == 0;
   }
   return zero && nv_arb(p) ? util_table_insert(&p->params.zeros, (const char *)positive, sizeof positive) : NULL;
}

uint32_t nv_const_entry(struct nv_parser *p, const uint32_t value[4], bool fresh, struct util_span span)
{
   struct util_table_node *zeros = either_zero(p, value);
   struct io_param e = {.cls = PARAM_CONST};
   char key[17] = "c";

   memcpy(e.value, value, sizeof e.value);
   memcpy(key + 1, value, 16);
   if (zeros && zeros->value && !util_table_get(&p->params.entries, key, sizeof key))
      p->params.num_equal++;
   uint32_t entry = add_entry(p, key, sizeof key, &e, fresh, span);
   if (zeros && !zeros->value)
      zeros->value = (void *)(uintptr_t)(entry + 1);
   return entry;
}

/* Relatively addressed arrays cannot share bindings, and each of their constants counts against the limit, even equal ones. */
void nv_params_relative(struct nv_parser *p, uint32_t var, struct util_span span)
{
   const struct nv_var *v = &p->prog->vars[var];

   for (uint32_t i = v->first; i < v->first + v->length; i++) {
      const struct io_param *e = &p->prog->params[i];
      struct nv_bound b = {.pcls = e->cls, .first = e->index};
      uint32_t first;

      if (e->cls == PARAM_CONST) {
         const struct util_table_node *zeros = either_zero(p, e->value);
         const uint32_t entry = nv_const_entry(p, e->value, false, span);
         p->params.num_repeats += entry != i || (zeros && zeros->value != (void *)(uintptr_t)(entry + 1));
         continue;
      }
      if (e->cls == PARAM_STATE)
         util_format(b.state, sizeof b.state, "%s", e->state);
      first = nv_param_entry(p, &b, 0, false, span);
      uint32_t other = util_map_get(&p->params.relative, first, NV_NONE);
      util_map_set(&p->params.relative, first, var);
      if (other != NV_NONE) {
         nv_error(p, DIAG_ID_relative_shared, span,
                  "a binding of this array occurs twice in relatively addressed arrays");
         nv_note_declared(p, other);
         return;
      }
   }
   count_params(p, span);
}
