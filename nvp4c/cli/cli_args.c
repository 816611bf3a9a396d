/* SPDX-License-Identifier: MIT */
/* Parses options into struct cli and struct nvp4c_options, from the rows of options.def. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"

enum opt_kind { SET, MODE, UINT, PICK, NAMES, STR, NEXT, CALL, LIST };

static const struct {
   const char *name;
   enum opt_kind kind;
   const char *arg;                     /* for --help; "" if the option has none; NULL for NAMES */
   const char *(*word)(unsigned index); /* NAMES */
   unsigned first;                      /* NAMES: index of the first word */
   unsigned where;
   enum help_group group;
   const char *help;
   const char *member; /* of struct nvp4c_options, or "" */
} options_table[] = {
#define OPT(name, kind, member, value, where, group, arg, help)                                                                \
   {name, kind, arg, NULL, 0, where, HELP_##group, help, #member},
#define OPT_CLI(name, kind, member, value, where, group, arg, help)                                                            \
   {name, kind, arg, NULL, 0, where, HELP_##group, help, ""},
#define OPT_NAMES(name, member, first, function, where, group, help)                                                           \
   {name, NAMES, NULL, function, first, where, HELP_##group, help, #member},
#define MEMBER(member, kind, value, arg, help)
#include "nvp4c/options.def"
};
#define NUM_OPTIONS (sizeof options_table / sizeof options_table[0])

/* Size of the words of NAMES with bars between them. */
#define ARG_SIZE 128

/* Argument of row i for --help, perhaps in buf. */
static const char *arg_text(size_t i, char buf[ARG_SIZE])
{
   const char *word;
   size_t n = 0;

   if (options_table[i].arg)
      return options_table[i].arg;
   buf[0] = 0;
   for (unsigned k = options_table[i].first; n < ARG_SIZE && (word = options_table[i].word(k)); k++)
      n += (size_t)snprintf(buf + n, ARG_SIZE - n, "%s%s", n ? "|" : "", word);
   return buf;
}

const char *option_name(size_t row, unsigned *where)
{
   if (row >= NUM_OPTIONS)
      return NULL;
   *where = options_table[row].where;
   return options_table[row].name;
}

static bool has_argument(size_t i) { return !options_table[i].arg || options_table[i].arg[0]; }

static uint64_t parse_number(const char *option, const char *s, uint64_t max)
{
   char *end;

   errno = 0;
   unsigned long long v = strtoull(s, &end, 0);
   if (*s < '0' || *s > '9' || *end || errno || v > max) /* strtoull() accepts blanks and signs */
      usage_error("-%s: '%s' is not a number from 0 to %llu", option, s, (unsigned long long)max);
   return v;
}

/* Reads a number of bytes, with a suffix K, M or G for units of 1024, 1024 K and 1024 M. */
static uint64_t parse_bytes(const char *option, const char *s, uint64_t max)
{
   char *end;

   errno = 0;
   const unsigned long long v = strtoull(s, &end, 0);
   const char *const suffix = *end ? strchr("KkMmGg", *end) : NULL;
   const unsigned shift = suffix ? 10u * (1u + (unsigned)(suffix - "KkMmGg") / 2u) : 0;

   if (*s < '0' || *s > '9' || errno || end[suffix != NULL] || v > max >> shift)
      usage_error("-%s: '%s' is not a number of bytes up to %llu, which may end in K, M or G", option, s,
                  (unsigned long long)max);
   return v << shift;
}

static bool is_bytes(size_t row);
static bool is_optional(size_t row);

void remove_members(char *message)
{
   for (size_t row = 0; row < NUM_OPTIONS; row++) {
      const char *name = options_table[row].name, *member = options_table[row].member;
      const size_t n = strlen(name), m = strlen(member);
      char *at = m ? strstr(message, name) : NULL;

      if (!at || at == message || at[-1] != '-' || strncmp(at + n, " (", 2) || strncmp(at + n + 2, member, m))
         continue;
      const char *end = strchr(at + n, ')');
      if (end)
         memmove(at + n, end + 1, strlen(end));
   }
}

/* Index of s in the words of `names`, which bars separate. */
static unsigned pick(const char *option, const char *s, size_t len, const char *names)
{
   unsigned k = 0;

   for (const char *n = names; *n; k++) {
      const size_t m = strcspn(n, "|");
      if (m == len && !memcmp(n, s, m))
         return k;
      n += m + (n[m] == '|');
   }
   usage_error("-%s: '%.*s' is not one of %s", option, (int)len, s, names);
}

/* -report=FORM[,passes] */
static void parse_report(const char *name, const char *arg, struct cli *o)
{
   const size_t n = strcspn(arg, ",");

   o->report = (enum report_form)(REPORT_TEXT + pick(name, arg, n, "text|json|html|csv"));
   o->report_passes = arg[n];
   if (arg[n] && strcmp(arg + n, ",passes"))
      usage_error("-report: '%s' is not FORM or FORM,passes", arg);
   if (o->report_passes && o->report != REPORT_JSON && o->report != REPORT_HTML)
      usage_error("-report: only json and html have the passes: '%s'", arg);
}

static void set_special(const char *name, const char *arg, struct cli *o)
{
   if (!strcmp(name, "report")) {
      parse_report(name, arg, o);
   } else if (!strcmp(name, "j")) {
      if (strspn(arg, "0123456789") != strlen(arg) || strlen(arg) > 3 || !atoi(arg) || atoi(arg) > MAX_JOBS)
         usage_error("-j: '%s' is not a number from 1 to %d", arg, MAX_JOBS);
      o->jobs = (unsigned)atoi(arg);
   } else if (!strcmp(name, "in")) {
      add_input(o->run, arg);
   } else { /* tex */
      add_image(o->run, arg);
   }
}

#define VERIFIED_WAVES "4" /* of -verify-sim without a number */

/* Sets an option of the library, that of a row. */
static void set_option(size_t row, struct nvp4c_options *opt, const char *name, const char *arg)
{
   char message[1000], bytes[24];

   if (is_bytes(row)) {
      snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)parse_bytes(name, arg, INT64_MAX));
      arg = bytes;
   } else if (!arg && is_optional(row)) {
      arg = VERIFIED_WAVES;
   }
   const enum nvp4c_status status = nvp4c_options_set(opt, name, arg, message, sizeof message);

   if (status != NVP4C_OK) {
      console_fail((int)status, "bad-option", NULL, "%s", message);
   }
}

/* Applies a row of options.def with its argument. */
static void apply(size_t row, const char *arg, struct cli *cli, struct nvp4c_options *opt)
{
   struct cli o = *cli;
   const char *option = options_table[row].name;
   char buf[ARG_SIZE];
   size_t n = 0;

#define APPLY_SET(member, value) member = value
#define APPLY_MODE(member, value) member = value
#define APPLY_UINT(member, value) member = (unsigned)parse_number(option, arg, (value) ? (uint64_t)(value) : UINT32_MAX)
#define APPLY_PICK(member, value) member = (value) + pick(option, arg, strlen(arg), arg_text(row, buf))
#define APPLY_STR(member, value) member = arg
#define APPLY_NEXT(member, value) member = arg
#define APPLY_CALL(member, value) set_special(option, arg, &o)
#define APPLY_LIST(member, value) set_special(option, arg, &o)
#define OPT(name, kind, member, value, where, group, a, help)                                                                  \
   if (n++ == row)                                                                                                             \
      set_option(row, opt, option, arg);
#define OPT_CLI(name, kind, member, value, where, group, a, help)                                                              \
   if (n++ == row) {                                                                                                           \
      APPLY_##kind(o.member, value);                                                                                           \
   }
#define OPT_NAMES(name, member, first, function, where, group, help)                                                           \
   if (n++ == row)                                                                                                             \
      set_option(row, opt, option, arg);
#define MEMBER(member, kind, value, arg, help)
#include "nvp4c/options.def"
   *cli = o;
}

static bool is_bytes(size_t row) { return options_table[row].arg && !strcmp(options_table[row].arg, "BYTES"); }

static bool is_one_of(size_t i, const char *const *names)
{
   while (*names && strcmp(options_table[i].name, *names))
      names++;
   return *names;
}

/* Is the argument usually the next word? */
static bool is_next_word(size_t i)
{
   static const char *const names[] = {"x", "j", NULL};

   return options_table[i].kind == NEXT || options_table[i].kind == LIST || is_one_of(i, names);
}
/* Is the argument always joined to the name, as in -WID and -limit-NAME=N? */
static bool is_joined(size_t i)
{
   static const char *const names[] = {"W", "limit-", NULL};

   return is_one_of(i, names);
}
/* May the argument be absent? */
static bool is_optional(size_t i) { return options_table[i].arg && options_table[i].arg[0] == '['; }
/* May the argument be joined to the name, as in -oFILE? */
static bool may_be_joined(size_t i)
{
   static const char *const names[] = {"o", "x", "j", "MF", "MT", "MQ", NULL};

   return is_joined(i) || is_one_of(i, names);
}

enum help_group option_group(size_t row) { return options_table[row].group; }

const char *option_form(size_t row, char *form, size_t size)
{
   char buf[ARG_SIZE];
   const char *sep = !has_argument(row) ? "" : is_next_word(row)                 ? " "
                     : is_joined(row) || is_optional(row) ? ""
                                                          : "=";

   const bool mode = options_table[row].kind == MODE || !strcmp(options_table[row].name, "help");
   snprintf(form, size, "%s%s%s%s", mode ? "--" : "-", options_table[row].name, sep, arg_text(row, buf));
   return options_table[row].help;
}

#define MAX_NESTING 16 /* nesting of response files */

static void add_word(struct lists *l, char *word)
{
   l->words = xrealloc(l->words, (l->num_words + 1) * sizeof *l->words);
   l->words[l->num_words++] = word;
}

static void add_file(struct lists *l, const char *name)
{
   char *copy = xrealloc(NULL, strlen(name) + 1);

   strcpy(copy, name);
   l->files = xrealloc(l->files, (l->num_files + 1) * sizeof *l->files);
   l->files[l->num_files++] = copy;
}

static bool is_blank(char c) { return c && strchr(" \t\r\n\f\v", c); }

/* Returns the next word of a response file from *at on, or NULL at the end. The caller frees it. */
static char *next_file_word(const char *file, const char *text, size_t len, size_t *at)
{
   size_t i = *at, n = 0;
   char quote = 0;

   while (i < len && is_blank(text[i]))
      i++;
   *at = i;
   if (i == len)
      return NULL;
   char *out = xrealloc(NULL, len - i + 1);
   for (; i < len && (quote || !is_blank(text[i])); i++) {
      if (text[i] == quote)
         quote = 0;
      else if (!quote && (text[i] == '"' || text[i] == '\''))
         quote = text[i];
      else
         out[n++] = text[i] == '\\' && i + 1 < len ? text[++i] : text[i];
   }
   out[n] = 0;
   if (quote) {
      free(out);
      usage_error("'%s': unterminated quote", file);
   }
   *at = i;
   return out;
}

/*
 * Adds a word. @FILE is replaced by the words in FILE, which may name further files. White space outside of quotes separates
 * words, and a backslash escapes the next character.
 */
static void expand(struct lists *l, const char *word, unsigned depth)
{
   size_t len, at = 0;
   char *inner;

   if (word[0] != '@' || !word[1]) {
      char *copy = xrealloc(NULL, strlen(word) + 1);
      strcpy(copy, word);
      add_word(l, copy);
      return;
   }
   if (depth == MAX_NESTING)
      usage_error("'%s': response files nest too deeply", word);
   char *text = read_all(word + 1, &len);
   skip_byte_order_mark(text, &len);
   add_file(l, word + 1);
   while ((inner = next_file_word(word, text, len, &at))) {
      expand(l, inner, depth + 1);
      free(inner);
   }
   free(text);
}

/* Finds the row of an option without its dashes, and sets *len to the length of its name. The longest name that begins the
   option counts. */
static size_t find_option(const char *option, size_t *len)
{
   size_t best = NUM_OPTIONS;

   *len = 0;
   for (size_t i = 0; i < NUM_OPTIONS; i++) {
      const char *name = options_table[i].name;
      const size_t n = strlen(name);
      if (n <= *len || strncmp(option, name, n))
         continue;
      if (!option[n] || (has_argument(i) && (option[n] == '=' || may_be_joined(i)))) {
         best = i;
         *len = n;
      }
   }
   return best;
}

/* Name of an option that is similar to the misspelt one, or NULL. */
static const char *similar_option(const char *option)
{
   const char *names[NUM_OPTIONS];
   const size_t n = strcspn(option, "=");
   char *name = xrealloc(NULL, n + 1);

   for (size_t i = 0; i < NUM_OPTIONS; i++)
      names[i] = options_table[i].name;
   memcpy(name, option, n);
   name[n] = 0;
   const char *similar = nvp4c_similar(name, names, NUM_OPTIONS);
   free(name);
   return similar;
}

/* Reports an unknown option. `option` is `word` without its dashes. */
static _Noreturn void unknown_option(const char *word, const char *option)
{
   const char *advice = missing_option_advice(option), *similar = similar_option(option);

   if (advice)
      usage_error("unknown option '%s': %s", word, advice);
   if (similar)
      usage_error("unknown option '%s'; did you mean '-%s'?", word, similar);
   usage_error("unknown option '%s'; --help lists them", word);
}

/* Is an argument that is joined to a short name rather a misspelt option, such as -oreport=text? */
static bool is_misspelt(size_t row, const char *option, size_t len)
{
   if (!option[len] || option[len] == '=' || is_joined(row) || !may_be_joined(row))
      return false;
   const char *similar = similar_option(option);
   return similar && strlen(similar) > 3;
}

/* Parses the option in word *a, and increments *a if the argument is the next word. */
static void parse_option(struct cli *o, struct nvp4c_options *opt, struct lists *l, unsigned *a)
{
   const char *word = l->words[*a], *given = word + 1 + (word[1] == '-'), *option = given, *arg = NULL;
   size_t len;

   if (find_same_option(given, &option) && !option)
      return;
   const size_t row = find_option(option, &len);
   if (row == NUM_OPTIONS || (option[0] == 'W' && missing_option_advice(option)) || is_misspelt(row, option, len))
      unknown_option(word, given);
   if (has_argument(row)) {
      arg = option + len;
      if (!*arg && option != given && strchr(given, '='))
         arg = strchr(given, '=');
      if (*arg == '=') {
         arg++;
      } else if (!*arg && is_optional(row)) {
         arg = NULL;
      } else if (!*arg) {
         if (is_joined(row) || ++*a == l->num_words)
            usage_error("option '%s' needs an argument", word);
         arg = l->words[*a];
      }
   }
   l->given[row] = word;
   apply(row, arg, o, opt);
}

/* Errors of the command line have the form that a later option asks for. */
static void find_message_format(char *const *words, unsigned num)
{
   static const char name[] = "fdiagnostics-format";
   const size_t n = sizeof name - 1;

   for (unsigned a = 0; a < num && strcmp(words[a], "--"); a++) {
      const char *option = words[a] + (words[a][0] == '-') + (words[a][0] == '-' && words[a][1] == '-');
      if (option == words[a] || strncmp(option, name, n) || (option[n] && option[n] != '='))
         continue;
      const char *form = option[n] ? option + n + 1 : a + 1 < num ? words[a + 1] : "";
      console_set_format(!strncmp(form, "json", 4)    ? MESSAGES_JSON
                         : !strncmp(form, "sarif", 5) ? MESSAGES_SARIF
                                                      : MESSAGES_TEXT);
   }
}

void parse_args(int argc, char **argv, struct cli *o, struct nvp4c_options *opt, struct lists *l)
{
   bool only_files = false;

   l->given = xrealloc(NULL, NUM_OPTIONS * sizeof *l->given);
   memset(l->given, 0, NUM_OPTIONS * sizeof *l->given);
   find_message_format(argv, (unsigned)argc);
   for (int a = 1; a < argc; a++)
      expand(l, argv[a], 0);
   find_message_format(l->words, l->num_words);
   for (unsigned a = 0; a < l->num_words; a++) {
      const char *word = l->words[a];

      if (only_files || word[0] != '-' || !word[1]) {
         o->inputs = xrealloc(o->inputs, (o->num_inputs + 1) * sizeof *o->inputs);
         o->inputs[o->num_inputs++] = word;
      } else if (!strcmp(word, "--")) {
         only_files = true;
      } else {
         parse_option(o, opt, l, &a);
      }
   }
}

void free_lists(struct lists *l)
{
   for (unsigned i = 0; i < l->num_words; i++)
      free(l->words[i]);
   for (unsigned i = 0; i < l->num_files; i++)
      free(l->files[i]);
   free(l->given);
   free(l->words);
   free(l->files);
}
