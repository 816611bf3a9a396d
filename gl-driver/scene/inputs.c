/* SPDX-License-Identifier: MIT */
/*
 * Inputs by name (scene.h). The library reads each line for both programs, at its place in a text of blanks, so that the
 * positions in its messages are those of the caller's text.
 */
#include "gl-driver/scene/private.h"
#include "gl-driver/pipe/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BUFFER_WORDS (1u << 24)

struct line {
   const char *text;          /* of the caller */
   size_t length, first, end; /* of the text; of the statement in it */
   bool applies[SCENE_STAGES];
};

void scene_free_inputs(struct scene_inputs *in)
{
   for (unsigned i = 0; i < MAX_CONSTANT_BUFFERS; i++)
      free(in->buffer[i]);
   free(in->given);
   *in = (struct scene_inputs){0};
}

/* ---- parameters of a draw */

static bool is_same(const struct nvp4c_input *i, const struct nvp4c_reflection *e)
{
   return i->binding == e->binding && i->index == e->index && i->component == e->component &&
          !memcmp(&i->state, &e->state, sizeof e->state);
}

bool scene_parameter(void *user, unsigned stage, const struct nvp4c_reflection *e, uint32_t *word)
{
   const struct scene *s = user;
   const bool state = e->binding == NVP4C_BIND_STATE;

   if ((!state && e->binding != NVP4C_BIND_ENV && e->binding != NVP4C_BIND_LOCAL) || stage >= SCENE_STAGES)
      return false;
   for (size_t i = s->inputs[stage].num; i-- > 0;)
      if (is_same(&s->inputs[stage].given[i], e)) {
         *word = s->inputs[stage].given[i].value;
         return true;
      }
   if (state && e->state.item >= NVP4C_STATE_KEY_CLIP)
      return false;
   *word = state ? bits_of(scene_state(s, &e->state, e->index, e->component)) : bits_of(e->component == 3);
   return true;
}

/* ---- reading */

struct receiver {
   struct scene *s;
   struct scene_inputs *in;
   unsigned stage;
   size_t received;
};

/* Notes an input that cannot be set; `why` is NULL without memory. */
static void refuse(struct scene_inputs *in, const char *why)
{
   in->refused = why;
   in->failed = true;
}

static void put_word(struct scene_inputs *in, unsigned buffer, size_t word, uint32_t value)
{
   if (buffer >= MAX_CONSTANT_BUFFERS || word >= MAX_BUFFER_WORDS) {
      refuse(in, "the index is too large");
      return;
   }
   if (word >= in->words[buffer]) {
      const size_t words = (2 * word + 4) & ~(size_t)3;
      uint32_t *p = realloc(in->buffer[buffer], words * sizeof *p);
      if (!p) {
         refuse(in, NULL);
         return;
      }
      memset(p + in->words[buffer], 0, (words - in->words[buffer]) * sizeof *p);
      in->buffer[buffer] = p;
      in->words[buffer] = words;
   }
   in->buffer[buffer][word] = value;
}

static void receive(void *user, const struct nvp4c_input *i)
{
   struct receiver *r = user;
   struct scene_inputs *in = r->in;

   r->received++;
   switch (i->binding) {
   case NVP4C_BIND_UNIFORM: put_word(in, 0, 4 * (size_t)i->index + i->component, i->value); return;
   case NVP4C_BIND_BUFFER: put_word(in, i->index, i->component, i->value); return;
   case NVP4C_BIND_ATTRIB:
      if (i->index < MAX_VERTEX_ELEMENTS) {
         memcpy(&r->s->attribute[i->index][i->component & 3], &i->value, 4);
         r->s->given_attributes |= 1u << i->index;
      }
      return;
   case NVP4C_BIND_ENV:
   case NVP4C_BIND_LOCAL:
   case NVP4C_BIND_STATE: break;
   default:
      refuse(in, r->stage == STAGE_VERTEX ? "the draw sets this input"
                                          : "the vertex program sets the inputs of the fragment program");
      return;
   }
   if (in->num == in->cap) {
      const size_t cap = in->cap ? 2 * in->cap : 64;
      struct nvp4c_input *p = realloc(in->given, cap * sizeof *p);
      if (!p) {
         refuse(in, NULL);
         return;
      }
      in->given = p;
      in->cap = cap;
   }
   in->given[in->num++] = *i;
}

/* Keeps the messages about a statement. If neither program has the name, those of the program with a similar one say more. */
static void keep_messages(struct scene *s, struct nvp4c_result *r)
{
   struct nvp4c_result **kept = &s->result[SCENE_INPUTS], *other = r;

   if (r && (!*kept || nvp4c_result_num_diagnostics(r) > nvp4c_result_num_diagnostics(*kept))) {
      other = *kept;
      *kept = r;
   }
   nvp4c_result_free(other);
}

/* Reads a text of one statement for a program. Returns the number of components that it sets, or -1 after an error. */
static long read_statement(struct scene *s, unsigned stage, const char *text, size_t length, bool skip_unknown)
{
   struct receiver r = {.s = s, .in = &s->inputs[stage], .stage = stage};
   const struct nvp4c_run run = {.size = sizeof run,
                                 .on = NVP4C_RUN_NOTHING,
                                 .inputs = text,
                                 .inputs_length = length,
                                 .input = receive,
                                 .skip_unknown = skip_unknown,
                                 .user = &r};
   struct nvp4c_options o = s->options;

   o.opt_level = 0;
   o.diagnostics.no_warnings = 1;
   const struct scene_text *p = &s->setup.program[s->number[stage]];
   struct nvp4c_result *result = nvp4c_execute(p->text, p->length, &run, &o);
   const enum nvp4c_status status = result ? nvp4c_result_status(result) : NVP4C_LIMIT;
   const struct scene_inputs *in = &s->inputs[stage];
   if (status == NVP4C_OK && !in->failed) {
      nvp4c_result_free(result);
      return (long)r.received;
   }
   const char *name = text + strspn(text, " \n");
   if (status == NVP4C_OK && in->refused)
      scene_fail(s, NVP4C_REJECTED, "%.*s: %s", (int)strcspn(name, " \t="), name, in->refused);
   else
      scene_fail(s, status == NVP4C_OK ? NVP4C_LIMIT : status, "%s", result && !in->failed ? "" : "out of memory");
   keep_messages(s, result);
   return -1;
}

/* ---- values that are matrices */

static bool skip_word(const char **p, const char *end, const char *word)
{
   const size_t n = strlen(word);

   if ((size_t)(end - *p) < n || memcmp(*p, word, n))
      return false;
   *p += n;
   return true;
}

/* Reads "state.matrix.mvp.inverse.row[2]"; *row is -1 without a row. */
static bool read_matrix(const char *p, const char *end, struct nvp4c_state *state, int *row)
{
   *state = (struct nvp4c_state){0};
   *row = -1;
   if (!skip_word(&p, end, "state.matrix."))
      return false;
   if (skip_word(&p, end, "mvp"))
      state->item = NVP4C_STATE_MVP;
   else if (skip_word(&p, end, "modelview"))
      state->item = NVP4C_STATE_MODELVIEW;
   else if (skip_word(&p, end, "projection"))
      state->item = NVP4C_STATE_PROJECTION;
   else
      return false;
   if (skip_word(&p, end, ".inverse"))
      state->matrix = NVP4C_MATRIX_INVERSE;
   else if (skip_word(&p, end, ".transpose"))
      state->matrix = NVP4C_MATRIX_TRANSPOSE;
   else if (skip_word(&p, end, ".invtrans"))
      state->matrix = NVP4C_MATRIX_INVTRANS;
   if (skip_word(&p, end, ".row[")) {
      if (end - p != 2 || p[0] < '0' || p[0] > '3' || p[1] != ']')
         return false;
      *row = p[0] - '0';
      p += 2;
   }
   return p == end;
}

/* Writes "NAME[index + k] = row" for up to four rows, after the blanks that put the name at its place. */
static bool write_matrix(const struct scene *s, FILE *to, const struct line *l, const char *equals, const char *value)
{
   const char *name = l->text + l->first, *end = equals;
   struct nvp4c_state state;
   int row;

   if (!read_matrix(value, l->text + l->end, &state, &row))
      return false;
   while (end > name && (end[-1] == ' ' || end[-1] == '\t'))
      end--;
   const char *bracket = end > name && end[-1] == ']' ? end - 1 : NULL;
   while (bracket && bracket > name && *bracket != '[')
      bracket--;
   const unsigned long first = bracket ? strtoul(bracket + 1, NULL, 10) : 0;
   for (unsigned k = 0; k < 4; k++) {
      double v[4];
      if (row >= 0 && k)
         break;
      state.row = (uint8_t)(row >= 0 ? row : (int)k);
      scene_matrix_row(s, &state, 0, v);
      if (bracket && row < 0)
         fprintf(to, "%s%.*s[%lu] =", k ? "\n" : "", (int)(bracket - name), name, first + k);
      else if (!k)
         fprintf(to, "%.*s =", (int)(end - name), name);
      for (unsigned c = 0; c < 4; c++)
         fprintf(to, " 0x%08x", (unsigned)bits_of((float)v[c]));
   }
   return true;
}

/* The text for the library: blanks before the statement, and the statement with its matrix as numbers. The caller frees it. */
static char *text_of(const struct scene *s, const struct line *l, size_t *length)
{
   const char *const end = l->text + l->end, *equals = memchr(l->text + l->first, '=', l->end - l->first);
   const char *value = equals ? equals + 1 : end;
   char *text = NULL;
   FILE *f = open_memstream(&text, length);

   if (!f)
      return NULL;
   for (size_t i = 0; i < l->first; i++)
      fputc(l->text[i] == '\n' ? '\n' : ' ', f);
   while (value < end && (*value == ' ' || *value == '\t'))
      value++;
   if (!equals || !write_matrix(s, f, l, equals, value))
      fwrite(l->text + l->first, 1, l->end - l->first, f);
   if (fclose(f)) {
      free(text);
      return NULL;
   }
   return text;
}

/* ---- lines */

static bool set_line(struct scene *s, const struct line *l)
{
   size_t length, received = 0;
   char *text = text_of(s, l, &length);

   if (!text)
      return scene_fail(s, NVP4C_LIMIT, "out of memory");
   bool ok = true, known = false;
   for (unsigned stage = 0; stage < SCENE_STAGES && ok; stage++) {
      const long n = l->applies[stage] ? read_statement(s, stage, text, length, true) : 0;
      ok = n >= 0;
      received += n > 0 ? (size_t)n : 0;
   }
   /* No program reads it: one must at least have a parameter of that name. */
   for (unsigned stage = SCENE_STAGES; stage-- > 0 && ok && !received && !known;)
      known = l->applies[stage] && read_statement(s, stage, text, length, false) >= 0;
   free(text);
   if (!ok || (!received && !known))
      return false;
   nvp4c_result_free(s->result[SCENE_INPUTS]); /* that of the program without the name */
   s->result[SCENE_INPUTS] = NULL;
   return scene_begin(s);
}

/* Removes blanks and the word for a stage from the beginning of a statement. */
static void find_stage(struct line *l)
{
   static const char *const word[SCENE_STAGES] = {[STAGE_VERTEX] = "vertex:", [STAGE_FRAGMENT] = "fragment:"};

   while (l->first < l->end && strchr(" \t\r", l->text[l->first]))
      l->first++;
   while (l->first < l->end && strchr(" \t\r", l->text[l->end - 1]))
      l->end--;
   for (unsigned stage = 0; stage < SCENE_STAGES; stage++)
      l->applies[stage] = true;
   for (unsigned stage = 0; stage < SCENE_STAGES; stage++) {
      const size_t n = strlen(word[stage]);
      if (l->end - l->first >= n && !memcmp(l->text + l->first, word[stage], n)) {
         l->first += n;
         l->applies[!stage] = false;
         return;
      }
   }
}

bool scene_set_inputs(struct scene *s, const char *text, size_t length)
{
   if (!scene_begin(s))
      return false;
   s->has_inputs = false;
   nvp4c_result_free(s->result[SCENE_INPUTS]);
   s->result[SCENE_INPUTS] = NULL;
   scene_place_camera(s);
   for (unsigned stage = 0; stage < SCENE_STAGES; stage++)
      scene_free_inputs(&s->inputs[stage]);
   s->given_attributes = 0;
   for (unsigned i = 0; i < MAX_VERTEX_ELEMENTS; i++)
      memcpy(s->attribute[i], (const float[]){0, 0, 0, 1}, sizeof s->attribute[i]);
   for (size_t first = 0, end; first < length; first = end + 1) {
      end = first;
      while (end < length && text[end] != '\n' && text[end] != ';')
         end++;
      struct line l = {text, length, first, end, {false}};
      find_stage(&l);
      if (l.first < l.end && text[l.first] != '#' && !set_line(s, &l))
         return false;
   }
   s->has_inputs = true;
   return true;
}
