/* SPDX-License-Identifier: MIT */
/* Parts of the task texts that all machines share. */
#include "codegen/sim/task_text.h"

#define MAX_VALUES 4096 /* of a statement */

/* ---- the text ------------------------------------------------------------------------------------------------------------ */

bool cg_task_values(struct cg_task_text *x, struct cg_lex *lx, uint32_t *n)
{
   *n = 0;
   while (!cg_lex_at_end(lx)) {
      if (*n == MAX_VALUES)
         return cg_lex_error(lx, lx->p, "too many values");
      if (!x->value(lx, &x->v[(*n)++]))
         return false;
      cg_lex_eat(lx, ',');
   }
   return *n > 0 || cg_lex_error(lx, lx->p, "value expected");
}

bool cg_task_memory(struct cg_task_text *x, struct cg_lex *lx, const char *name, uint64_t base)
{
   uint32_t addr, n;

   if (!x->value(lx, &addr) || !cg_lex_eat(lx, '=') || !cg_task_values(x, lx, &n))
      return cg_lex_error(lx, lx->p, "ADDRESS = WORDS expected");
   if (addr & 3)
      return cg_lex_error(lx, lx->p, "the address is not a multiple of 4");
   const struct cg_task_segment s = {name, base + addr, n, UTIL_ARRAY(x->ctx, uint32_t, n), UTIL_ARRAY(x->ctx, uint32_t, n)};
   memcpy(s.data, x->v, n * sizeof *x->v);
   memcpy(s.before, x->v, n * sizeof *x->v);
   UTIL_PUSH(x->ctx, x->seg, x->num_seg, x->cap_seg, s);
   return true;
}

bool cg_task_parse(struct cg_task_text *x, const char *text, size_t len)
{
   struct cg_lex lexer = cg_lex_start(x->language, text, len), *lx = &lexer;

   x->v = UTIL_ARRAY(x->ctx, uint32_t, MAX_VALUES);
   while (cg_lex_next_statement(lx)) {
      const bool ok = cg_lex_word(lx, "mem") ? cg_task_memory(x, lx, "mem", 0) : x->statement(x, lx);
      if (ok && !cg_lex_at_end(lx))
         cg_lex_error(lx, lx->p, "end of the line expected");
      if (lx->err) {
         cg_lex_report(x->ctx, lx, DIAG_ID_sim_task);
         return false;
      }
   }
   return true;
}

/* ---- memory -------------------------------------------------------------------------------------------------------------- */

static uint32_t *at_address(struct cg_task_text *x, uint64_t addr)
{
   uint32_t *other = x->word ? x->word(x, addr) : NULL;

   for (uint32_t k = 0; !other && k < x->num_seg; k++) {
      const struct cg_task_segment *s = &x->seg[k];
      if (addr >= s->addr && (addr - s->addr) / 4 < s->words)
         return &s->data[(addr - s->addr) / 4];
   }
   return other;
}

static bool load_word(void *user, uint64_t addr, uint32_t *v)
{
   const uint32_t *w = addr & 3 ? NULL : at_address(user, addr);

   if (w)
      *v = *w;
   return w;
}

static bool store_word(void *user, uint64_t addr, unsigned bytes, uint32_t v)
{
   uint32_t *w = addr & (bytes - 1) ? NULL : at_address(user, addr);

   if (w)
      machine_put_bytes(w, addr, bytes, v);
   return w;
}

uint32_t cg_task_load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t v[EXEC_LANES])
{
   return machine_load_words(load_word, user, lanes, addr, v);
}

uint32_t cg_task_store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes,
                       const uint32_t v[EXEC_LANES])
{
   return machine_store_words(store_word, user, lanes, addr, bytes, v);
}

/* ---- results ------------------------------------------------------------------------------------------------------------- */

void cg_task_show(struct cg_task_text *x, uint32_t mask, const uint32_t *v, unsigned shift, bool half)
{
   const unsigned lead = (unsigned)__builtin_ctz(mask);
   const uint32_t keep = half ? 0xffff : UINT32_MAX;
   bool same = true;

   for (unsigned l = lead; l < EXEC_LANES; l++)
      same &= !(mask >> l & 1) || (v[l] >> shift & keep) == (v[lead] >> shift & keep);
   util_buf_printf(x->out, " =");
   for (unsigned l = lead; l < EXEC_LANES; l++)
      if (l == lead || (!same && mask >> l & 1))
         util_buf_printf(x->out, half ? " 0x%04x" : " 0x%08x", (unsigned)(v[l] >> shift & keep));
   util_buf_byte(x->out, '\n');
}

void cg_task_show_memory(struct cg_task_text *x)
{
   for (uint32_t k = 0; k < x->num_seg; k++) {
      const struct cg_task_segment *s = &x->seg[k];
      for (uint32_t n = 0; n < s->words; n++)
         if (s->data[n] != s->before[n])
            util_buf_printf(x->out, "%s 0x%x = 0x%08x\n", s->name, (unsigned)(s->addr + 4 * n), (unsigned)s->data[n]);
   }
}
