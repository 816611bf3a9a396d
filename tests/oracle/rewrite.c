/* SPDX-License-Identifier: MIT */
/* Replaces the inputs and outputs of a program: see rewrite.h. */
#include "tests/oracle/rewrite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { END, IDENT, NUMBER, OTHER };
struct token {
   enum kind kind;
   const char *s;
   size_t n;
};

/* Returns the token at or after s. */
static struct token next(const char *s, const char *end)
{
   struct token t = {END, end, 0};

   for (; s < end; s++) {
      if (*s == '#')
         while (s + 1 < end && s[1] != '\n')
            s++;
      else if (!isspace((unsigned char)*s))
         break;
   }
   if (s >= end)
      return t;
   t.s = s;
   if (isalpha((unsigned char)*s) || *s == '_' || *s == '$') {
      t.kind = IDENT;
      while (s < end && (isalnum((unsigned char)*s) || *s == '_' || *s == '$' || *s == '!'))
         s++;
   } else if (isdigit((unsigned char)*s) || (*s == '.' && s + 1 < end && isdigit((unsigned char)s[1]))) {
      /* the "0..3" of a range is a number, two dots and a number */
      t.kind = NUMBER;
      for (s++; s < end && (isalnum((unsigned char)*s) || (*s == '.' && !(s + 1 < end && s[1] == '.') && s[-1] != '.') ||
                            ((*s == '-' || *s == '+') && (s[-1] == 'e' || s[-1] == 'E')));)
         s++;
   } else {
      t.kind = OTHER;
      s++;
   }
   t.n = (size_t)(s - t.s);
   return t;
}

static bool is(struct token t, const char *text)
{
   return t.n == strlen(text) && !memcmp(t.s, text, t.n);
}

struct scan {
   const char *s, *end;
};

/* Skips ".name" if that comes next. */
static bool take(struct scan *c, const char *name)
{
   struct token dot = next(c->s, c->end), t;

   if (!is(dot, "."))
      return false;
   t = next(dot.s + 1, c->end);
   if (!is(t, name))
      return false;
   c->s = t.s + t.n;
   return true;
}

/* Skips "[n]" if that comes next. Returns n, -1 if nothing was skipped, or -2 if n is not a plain number. */
static int take_index(struct scan *c)
{
   struct token a = next(c->s, c->end), n, b;

   if (!is(a, "["))
      return -1;
   n = next(a.s + 1, c->end);
   b = next(n.s + n.n, c->end);
   if (n.kind != NUMBER || !is(b, "]"))
      return -2;
   c->s = b.s + 1;
   return atoi(n.s);
}

/* After "result": returns the slot that it names, or SLOT_COUNT for a result that cannot be shown. */
static enum io_slot result_slot(struct scan *c, bool vertex)
{
   int i;

   if (!vertex) {
      if (take(c, "depth"))
         return SLOT_FRAG_DEPTH;
      if (!take(c, "color"))
         return SLOT_COUNT;
      i = take_index(c);
      return i == -2 || i > 7 ? SLOT_COUNT : (enum io_slot)(SLOT_FRAG_COLOR + (i < 0 ? 0 : i));
   }
   if (take(c, "position"))
      return SLOT_POSITION;
   if (take(c, "fogcoord"))
      return SLOT_FOG;
   if (take(c, "pointsize"))
      return SLOT_POINT_SIZE;
   if (take(c, "texcoord")) {
      i = take_index(c);
      return i == -2 || i > 7 ? SLOT_COUNT : (enum io_slot)(SLOT_TEXCOORD + (i < 0 ? 0 : i));
   }
   if (take(c, "color")) {
      bool back = take(c, "back");
      if (!back)
         take(c, "front");
      bool second = take(c, "secondary");
      if (!second)
         take(c, "primary");
      return (enum io_slot)((back ? SLOT_BACK_COLOR : SLOT_COLOR) + second);
   }
   return SLOT_COUNT;
}

/* After "vertex": returns the number of the generic attribute that a conventional one aliases, or -1. */
static int attrib_number(struct scan *c)
{
   int i;

   if (take(c, "position"))
      return 0;
   if (take(c, "weight")) {
      take_index(c);
      return 1;
   }
   if (take(c, "normal"))
      return 2;
   if (take(c, "color")) {
      if (take(c, "secondary"))
         return 4;
      take(c, "primary");
      return 3;
   }
   if (take(c, "fogcoord"))
      return 5;
   if (take(c, "texcoord")) {
      i = take_index(c);
      return i == -2 ? -1 : 8 + (i < 0 ? 0 : i);
   }
   return -1;
}

/* Finds the entries of a state binding by parsing a program that contains nothing else. */
static bool state_entries(struct oracle_rewrite *r, struct oracle_program *p, const char *s, size_t n, unsigned *first,
                          unsigned *count)
{
   struct oracle_program q;
   char text[300];

   *count = 0;
   if (n > 200)
      return false;
   int len = snprintf(text, sizeof text, "%s\nPARAM a[] = { %.*s };\nMOV %s, a[0];\nEND\n",
                      p->ast->stage == NV_VERTEX ? "!!ARBvp1.0" : "!!ARBfp1.0", (int)n, s,
                      p->ast->stage == NV_VERTEX ? "result.position" : "result.color");
   bool ok = oracle_load(&q, text, (size_t)len);
   if (ok && r->num_state + q.ast->num_params <= ORACLE_NUM_STATE) {
      *first = r->num_state;
      *count = q.ast->num_params;
      for (unsigned i = 0; i < q.ast->num_params; i++) {
         struct io_param *e = &r->state[r->num_state++];
         *e = q.ast->params[i];
         e->state = util_strndup(&p->ctx, e->state, strlen(e->state));
      }
   }
   oracle_unload(&q);
   return *count != 0;
}

static void env(struct util_buf *b, unsigned first, unsigned count)
{
   if (count == 1)
      util_buf_printf(b, "program.env[%u]", ORACLE_STATE_ENV + first);
   else
      util_buf_printf(b, "program.env[%u..%u]", ORACLE_STATE_ENV + first, ORACLE_STATE_ENV + first + count - 1);
}

/* Replaces the state binding at "state". It is the longest path that the parser accepts, because a swizzle may follow. */
static const char *state(struct oracle_rewrite *r, struct oracle_program *p, const char *s, const char *end)
{
   const char *stop[32];
   unsigned n = 0, first, count;
   struct scan c = {s + 5, end};

   for (; n < 32; n++) {
      struct token t = next(c.s, c.end), u;
      if (is(t, "[")) {
         do
            t = next(t.s + t.n, c.end);
         while (t.kind != END && !is(t, "]"));
         c.s = t.s + t.n;
      } else if (is(t, ".") && (u = next(t.s + 1, c.end)).kind == IDENT) {
         c.s = u.s + u.n;
      } else {
         break;
      }
      stop[n] = c.s;
   }
   for (; n; n--)
      if (state_entries(r, p, s, (size_t)(stop[n - 1] - s), &first, &count)) {
         if (!strncmp(r->state[first].state, "state.fog.", 10)) {
            r->num_state = first;
            util_buf_printf(&r->text, "%.*s", (int)(stop[n - 1] - s), s);
         } else {
            env(&r->text, first, count);
         }
         return stop[n - 1];
      }
   return NULL;
}

static void note_result(struct oracle_rewrite *r, enum io_slot slot)
{
   for (unsigned i = 0; i < r->num_results; i++)
      if (r->result[i] == slot)
         return;
   if (r->num_results < 32)
      r->result[r->num_results++] = slot;
}

/* Lists all results of the program in order of appearance. */
static bool find_results(struct oracle_rewrite *r, bool vertex, const char *text, const char *end)
{
   struct token t = next(text, end), last = {OTHER, text, 0};

   for (; t.kind != END; last = t, t = next(t.s + t.n, end))
      if (is(t, "result") && !is(last, ".")) {
         struct scan c = {t.s + t.n, end};
         enum io_slot slot = result_slot(&c, vertex);
         if (slot == SLOT_COUNT) {
            r->error = "a result that cannot be shown";
            return false;
         }
         note_result(r, slot);
      }
   return true;
}

/*
 * The parts of a program: the header, the options up to `body` (NULL if there are none), then declarations, statements and
 * END.
 */
struct parts {
   const char *options, *body, *stop, *end;
};

/* Returns false if there is no END. */
static bool find_parts(struct parts *p, const char *text, const char *end)
{
   *p = (struct parts){.options = text + 10, .end = end};
   struct token t = next(p->options, end);
   while (is(t, "OPTION")) {
      struct token name = next(t.s + t.n, end), semi = next(name.s + name.n, end);
      p->body = semi.s + semi.n;
      t = next(p->body, end);
   }
   for (t = next(p->body ? p->body : p->options, end); t.kind != END; t = next(t.s + t.n, end))
      if (is(t, "END")) {
         p->stop = t.s;
         return true;
      }
   return false;
}

static void copy_options(struct oracle_rewrite *r, const struct parts *p)
{
   for (const char *from = p->options; p->body && from < p->body;) {
      struct token t = next(from, p->body);
      if (t.kind == END)
         break;
      struct token name = next(t.s + t.n, p->body), semi = next(name.s + name.n, p->body);
      if (!is(name, "ARB_position_invariant"))
         util_buf_printf(&r->text, "OPTION %.*s;\n", (int)name.n, name.s);
      from = semi.s + semi.n;
   }
}

/* Copies declarations and statements with the replacements that rewrite.h lists. */
static bool copy_body(struct oracle_rewrite *r, struct oracle_program *p, const struct parts *part, bool vertex)
{
   const char *from = part->body ? part->body : part->options;
   struct token last = {OTHER, from, 0}, t;

   for (t = next(from, part->stop); t.kind != END; last = t, t = next(from, part->stop)) {
      struct scan c = {t.s + t.n, part->stop};
      util_buf_printf(&r->text, "%.*s", (int)(t.s - from), from);
      from = t.s + t.n;
      if (is(last, ".")) {
         util_buf_printf(&r->text, "%.*s", (int)t.n, t.s);
      } else if (is(t, "OUTPUT") && !r->direct) {
         util_buf_printf(&r->text, "ALIAS");
      } else if (is(t, "result") && !r->direct) {
         util_buf_printf(&r->text, "oracle_r%u", (unsigned)result_slot(&c, vertex));
         from = c.s;
      } else if (is(t, "vertex") && vertex) {
         int n = attrib_number(&c);
         if (n < 0) {
            util_buf_printf(&r->text, "vertex");
         } else {
            util_buf_printf(&r->text, "vertex.attrib[%d]", n);
            from = c.s;
         }
      } else if (is(t, "state")) {
         from = state(r, p, t.s, part->stop);
         if (!from) {
            r->error = "a state binding that was not understood";
            return false;
         }
      } else {
         util_buf_printf(&r->text, "%.*s", (int)t.n, t.s);
      }
   }
   return true;
}

bool oracle_rewrite(struct oracle_rewrite *r, struct oracle_program *p, const char *text, size_t len, unsigned first,
                    unsigned place)
{
   const bool vertex = p->ast->stage == NV_VERTEX;
   struct parts part;

   memset(r, 0, sizeof *r);
   util_buf_init(&r->text, &p->ctx);
   if (len < 10 || p->ast->stage == NV_GEOMETRY) {
      r->error = "not a vertex or fragment program";
      return false;
   }
   if (!find_results(r, vertex, text + 10, text + len))
      return false;
   r->direct = !vertex && r->num_results == 1 && r->result[0] == SLOT_FRAG_COLOR;
   if (!find_parts(&part, text, text + len)) {
      r->error = "no END";
      return false;
   }

   util_buf_printf(&r->text, "%.10s\n", text);
   copy_options(r, &part);
   if (!r->direct)
      for (unsigned i = 0; i < r->num_results; i++)
         util_buf_printf(&r->text, "TEMP oracle_r%u;\n", (unsigned)r->result[i]);
   if (!copy_body(r, p, &part, vertex))
      return false;
   if (vertex) {
      util_buf_printf(&r->text, "\nMOV result.position, vertex.attrib[%u];\n", place);
      for (unsigned i = first; i < r->num_results && i < first + 8; i++)
         util_buf_printf(&r->text, "MOV result.texcoord[%u], oracle_r%u;\n", i - first, (unsigned)r->result[i]);
   } else if (!r->direct && first < r->num_results) {
      util_buf_printf(&r->text, "\nMOV result.color, oracle_r%u;\n", (unsigned)r->result[first]);
   }
   util_buf_printf(&r->text, "\nEND\n");
   return true;
}
