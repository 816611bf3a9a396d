/* SPDX-License-Identifier: MIT */
/*
 * The assembler: the inverse of usc_print.c, driven by the same rows of usc_isa.def. A statement is a mnemonic with suffixes
 * and operands; it ends at a newline or ';', and '#' starts a comment. Operands without a source slot get one at the end of the
 * group, in a fixed order (docs/usc-encoding.md, "slot inference"). Every group is checked for legality.
 */
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/text/usc_asm.h"
#include "backend-usc/text/usc_text.h"

#include <stdlib.h>

/* ---- statements ---------------------------------------------------------------------------------------------------------- */

/* Skips a line break after a comma, and the " : " before a continued line in some listings. */
static void skip_continuation(struct cg_lex *lx)
{
   const char *s = lx->p;
   while (s < lx->end && (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n'))
      s++;
   if (s < lx->end && *s == ':')
      lx->p = s + 1;
   cg_lex_blanks(lx);
}

/* The mnemonic with its suffixes, in lower case. */
static bool read_mnemonic(struct usc_as *a, struct usc_stmt *s)
{
   struct cg_lex *lx = &a->lx;
   size_t n = 0;
   while (cg_lex_kind(lx) & CG_LEX_NAME || cg_lex_at(lx, 0, '.')) {
      if (n + 1 >= sizeof s->mnemonic)
         return usc_as_bad_stmt(a, "unknown mnemonic");
      s->mnemonic[n++] = cg_lex_lower(*lx->p++);
   }
   s->mnemonic[n] = 0;
   return n || usc_as_bad_stmt(a, "statement expected");
}

static bool read_operands(struct usc_as *a, struct usc_stmt *s)
{
   struct cg_lex *lx = &a->lx;
   s->n = 0;
   while (!cg_lex_at_end(lx)) {
      if (s->n == USC_MAX_OPERANDS)
         return cg_lex_error(lx, lx->p, "too many operands");
      if (!usc_lex_operand(lx, &s->t[s->n++]))
         return false;
      if (cg_lex_eat(lx, ','))
         skip_continuation(lx);
      else if (!cg_lex_at_end(lx))
         return cg_lex_error(lx, lx->p, "',' expected");
   }
   return true;
}

static bool read_statement(struct usc_as *a)
{
   struct usc_stmt s;
   cg_lex_blanks(&a->lx);
   a->stmt = a->lx.p;
   if (!read_mnemonic(a, &s) || !read_operands(a, &s))
      return false;
   usc_as_normalise(&s);
   if (strcspn(s.mnemonic, ".") == 3 && strncmp(s.mnemonic, "mov", 3) == 0)
      return usc_as_mov(a, &s);
   return strcmp(s.mnemonic, "sop") == 0 ? usc_as_sop(a, &s) : usc_as_op(a, &s);
}

/* ---- groups -------------------------------------------------------------------------------------------------------------- */

/* Finds the form with the size in .form(...). */
static void find_form(struct usc_as *a, unsigned which, bool is_dst, unsigned operands, uint8_t *out)
{
   for (unsigned f = 0; a->form[which] && f < USC_NUM_FORMS; f++)
      if (usc_form[f].is_dst == is_dst && usc_form[f].operands == operands && usc_form[f].bytes == a->form[which])
         *out = (uint8_t)(f + 1);
}

/*
 * The place of a violation: the first operand whose removal, or replacement by a plain register, cures it; otherwise the first
 * operation whose removal cures it; otherwise the group.
 */
static const char *find_culprit(const struct usc_as *a, enum usc_violation v, const char *at)
{
   for (unsigned i = 0; i < 8 + USC_GROUP_UNITS; i++) {
      struct usc_group g = a->g;
      const char *here = i < 6 ? a->src_at[i] : i < 8 ? a->dst_at[i - 6] : a->op_at[i - 8];
      if (!here)
         continue;
      if (i < 6)
         g.src[i] = usc_r(0);
      else if (i < 8)
         g.dst[i - 6] = usc_none();
      else
         g.op[i - 8] = USC_OP_NONE;
      if (usc_check(&g) != v)
         return here;
   }
   return at;
}

/* Places the external source in a slot, which becomes is0. */
static bool place_external(struct usc_as *a, const char *at)
{
   struct usc_group *g = &a->g;
   const struct usc_tok t = {.kind = TOK_REG, .o = a->ext, .pin = a->ext_pin, .at = at};
   unsigned slot = 0;
   if (a->src_given)
      return usc_same_reg(g->src[g->is0], a->ext) || usc_as_bad(a, at, "is0 does not name the external source");
   if (!usc_as_place_free(a, &t, usc_is0_free, usc_is0_same, &slot))
      return false;
   g->is0 = (uint8_t)slot;
   return true;
}

/* Completes the group after its last statement, and checks it. */
static bool finish_group(struct usc_as *a, const char *at)
{
   struct usc_group *g = &a->g;
   if (a->has_ext && !place_external(a, at))
      return false;
   if (a->movc5 && !a->declared) { /* "last phase present", "second to last phase present" (ISR 3) */
      const uint8_t last = g->op[USC_PCK] ? USC_FT2 : g->op[USC_P1] ? USC_FT1 : USC_FT0;
      g->is4 = last;
      g->is5 = last == USC_FT2 && g->op[USC_P1] ? USC_FT1 : USC_FT0;
   }
   usc_drop_fillers(g);
   if (a->iss >= 0)
      for (unsigned i = 0; i < USC_NUM_ISS; i++)
         usc_member_set(g, (enum usc_member)usc_iss_field[i].member, USC_P0,
                        (unsigned)a->iss >> usc_iss_field[i].pos & ((1u << usc_iss_field[i].width) - 1), 0);
   find_form(a, 0, false, a->src_count[0], &a->f.form_lo);
   find_form(a, 1, false, a->src_count[1], &a->f.form_hi);
   find_form(a, 2, true, (g->dst[0].bank != 0) + (g->dst[1].bank != 0), &a->f.form_dst);
   const enum usc_violation v = usc_check(g);
   return v && v != USC_V_NO_ENCODING ? usc_as_bad(a, find_culprit(a, v, at), usc_violation_text(v)) : true;
}

/* .byte: a group given as bytes. */
static bool read_bytes(struct usc_as *a)
{
   struct cg_lex *lx = &a->lx;
   uint8_t bytes[USC_MAX_GROUP_BYTES];
   unsigned n = 0;
   const char *at = lx->p, *err;
   lx->p += 5;
   do {
      uint32_t v;
      cg_lex_blanks(lx);
      if (!usc_lex_number(lx, &v) || v > 255 || n == sizeof bytes)
         return cg_lex_error(lx, lx->p, "byte expected");
      bytes[n++] = (uint8_t)v;
   } while (cg_lex_eat(lx, ','));
   if (usc_decode(bytes, n, &a->g, &a->f, &err) != n)
      return cg_lex_error(lx, at, err ? err : "more than one group");
   return true;
}

/* True if a group number "N :" or a label "name:" starts here. */
static bool at_group_start(const struct cg_lex *lx)
{
   struct cg_lex s = *lx;
   if (!cg_lex_name(&s))
      return false;
   while (cg_lex_at(&s, 0, ' ') || cg_lex_at(&s, 0, '\t'))
      s.p++;
   return cg_lex_at(&s, 0, ':');
}

/* Resets everything except the place in the text. */
static void begin_group(struct usc_as *a)
{
   *a = (struct usc_as){.ctx = a->ctx, .lx = a->lx, .g = usc_g(USC_MAIN), .ext_pin = -1, .iss = -1};
}

/* Reads a group, from its attributes to the next group or the end. */
static bool read_group(struct usc_as *a)
{
   struct cg_lex *lx = &a->lx;
   const char *at = lx->p;
   bool any = false;
   begin_group(a);
   if (!usc_as_head(a))
      return false;
   while (cg_lex_next_statement(lx)) {
      if (*lx->p == ':') { /* " : " before a line, from a listing */
         lx->p++;
         continue;
      }
      if (at_group_start(lx))
         break;
      if (!any && lx->end - lx->p > 5 && strncmp(lx->p, ".byte", 5) == 0)
         return read_bytes(a);
      if (!any && *lx->p == '.') { /* attributes on a line of their own */
         if (!usc_as_head(a))
            return false;
         continue;
      }
      if (!any)
         at = lx->p;
      if (!read_statement(a))
         return false;
      any = true;
   }
   return finish_group(a, at);
}

const char *usc_assemble_group(struct util_ctx *ctx, const char *text, size_t len, struct usc_group *g, struct usc_found *found,
                               size_t *where)
{
   struct usc_as a = {.ctx = ctx, .lx = cg_lex_start(&usc_language, text, len)};
   struct cg_lex *lx = &a.lx;
   cg_lex_blanks(lx);
   while (cg_lex_at(lx, 0, '\n')) {
      lx->p++;
      cg_lex_blanks(lx);
   }
   if (read_group(&a) && a.label)
      cg_lex_error(lx, a.label, "a single group has no labels");
   if (!lx->err && lx->p < lx->end)
      cg_lex_error(lx, lx->p, "more than one group");
   *g = a.g;
   if (found)
      *found = a.f;
   if (where)
      *where = lx->err ? (size_t)(lx->err_at - text) : 0;
   return lx->err;
}

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

/* A label, or a branch to one. */
struct name {
   const char *s;
   size_t len;
   uint32_t group;
};
struct names {
   struct name *n;
   uint32_t num, cap;
};

/* The groups of a program while it is read. */
struct program {
   struct usc_prog *p;
   uint32_t *numbers, num_numbers, cap_numbers; /* the number before each group, ascending */
   struct names labels, uses;
   uint32_t cap_at, cap_found;
};

static int by_name(const void *x, const void *y)
{
   const struct name *a = x, *b = y;
   return cg_lex_compare(a->s, a->len, b->s, b->len);
}

/* Reads the label or the number before a group. A label stands by itself. */
static bool read_group_name(struct usc_as *a, struct program *q, uint32_t *num, bool *is_label)
{
   struct cg_lex *lx = &a->lx;
   const char *s = lx->p;
   *is_label = !cg_lex_is_digit(*s);
   if (*is_label) {
      const size_t len = cg_lex_name(lx);
      UTIL_PUSH(a->ctx, q->labels.n, q->labels.num, q->labels.cap, (struct name){s, len, q->p->n});
      cg_lex_eat(lx, ':');
      return true;
   }
   if (!usc_lex_number(lx, num))
      return false;
   if (!cg_lex_eat(lx, ':') || (q->num_numbers && *num <= q->numbers[q->num_numbers - 1]))
      return cg_lex_error(lx, s, "group numbers must increase");
   return true;
}

static bool add_group(struct usc_as *a, struct program *q, uint32_t num)
{
   struct usc_prog *p = q->p;
   cg_lex_blanks(&a->lx);
   const uint32_t at = (uint32_t)(a->lx.p - a->lx.text);
   if (!read_group(a))
      return false;
   uint32_t num_at = p->n, num_found = p->n;
   UTIL_PUSH(a->ctx, p->at, num_at, q->cap_at, at);
   UTIL_PUSH(a->ctx, q->numbers, q->num_numbers, q->cap_numbers, num);
   if (a->label)
      UTIL_PUSH(a->ctx, q->uses.n, q->uses.num, q->uses.cap, (struct name){a->label, a->label_len, p->n});
   UTIL_PUSH(a->ctx, p->found, num_found, q->cap_found, a->f);
   p->found_cap = q->cap_found;
   UTIL_PUSH(a->ctx, p->g, p->n, p->cap, a->g);
   return true;
}

/* Replaces numbers in branches by the groups that have them. */
static bool resolve_numbers(struct usc_as *a, struct program *q)
{
   for (uint32_t i = 0; i < q->p->n; i++) {
      struct usc_group *g = &q->p->g[i];
      uint32_t lo = 0, hi = q->num_numbers;
      if (!g->has_label)
         continue;
      while (lo < hi) {
         const uint32_t mid = lo + (hi - lo) / 2;
         if (q->numbers[mid] < g->label)
            lo = mid + 1;
         else
            hi = mid;
      }
      if (lo < q->num_numbers && q->numbers[lo] == g->label)
         g->label = lo;
      else if (q->num_numbers && g->label == q->numbers[q->num_numbers - 1] + 1)
         g->label = q->num_numbers;
      else if (g->label)
         return usc_as_bad(a, a->lx.text, "branch to a group that does not exist");
   }
   return true;
}

static bool resolve_names(struct usc_as *a, struct program *q)
{
   if (q->labels.num)
      qsort(q->labels.n, q->labels.num, sizeof *q->labels.n, by_name);
   for (uint32_t u = 0; u < q->uses.num; u++) {
      const struct name *use = &q->uses.n[u];
      const struct name *l = q->labels.num ? bsearch(use, q->labels.n, q->labels.num, sizeof *use, by_name) : NULL;
      if (!l)
         return usc_as_bad(a, use->s, "unknown label");
      q->p->g[use->group].label = l->group;
   }
   return true;
}

bool usc_assemble(struct util_ctx *ctx, const char *text, size_t len, struct usc_prog *p)
{
   struct usc_as a = {.ctx = ctx, .lx = cg_lex_start(&usc_language, text, len)};
   struct program q = {.p = p, .cap_found = p->found ? p->found_cap : 0};
   bool ok = true;
   while (ok && cg_lex_next_statement(&a.lx)) {
      uint32_t num = p->n;
      bool is_label = false;
      ok = !at_group_start(&a.lx) || read_group_name(&a, &q, &num, &is_label);
      if (ok && !is_label)
         ok = add_group(&a, &q, num);
   }
   if (ok && resolve_numbers(&a, &q) && resolve_names(&a, &q))
      return true;
   cg_lex_report(ctx, &a.lx, DIAG_ID_asm_syntax);
   return false;
}
