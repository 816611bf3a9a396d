/* SPDX-License-Identifier: MIT */
/* The command line. It knows nvp4c.h and the C library, nothing else of the project but its table of options. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvp4c.h"

enum mode { MODE_DEFAULT, MODE_TEXT, MODE_CODE };
enum format { FORMAT_ELF, FORMAT_RAW, FORMAT_C, FORMAT_HEX };
enum tool { TOOL_COMPILE, TOOL_AS, TOOL_DIS, TOOL_SIM, TOOL_HELP, TOOL_HELP_DIAGNOSTICS, TOOL_VERSION };
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct cli {
   const char *input, *output, *task;
   enum mode mode;
   enum format format;
   enum tool tool;
   int stats, reflect, timing, report;
   int color, no_caret;
};

struct lists {
   struct nvp4c_limit *limits;
   unsigned num_limits;
   const char **warnings;
   unsigned num_warnings;
};

enum opt_kind { SET, UINT, STR, NEXT, CALL };

static const struct {
   const char *name;
   enum opt_kind kind;
   const char *arg, *help;
} options_table[] = {
#define OPT(name, kind, field, value, arg, help) {name, kind, arg, help},
#include "nvp4c/options.def"
#undef OPT
};
#define NUM_OPTIONS (sizeof options_table / sizeof options_table[0])

static _Noreturn void usage_error(const char *fmt, const char *a)
{
   fprintf(stderr, "nvp4c: error: ");
   fprintf(stderr, fmt, a);
   fprintf(stderr, "\n");
   exit(NVP4C_USAGE);
}

static void *xrealloc(void *p, size_t n)
{
   p = realloc(p, n ? n : 1);
   if (!p) {
      fprintf(stderr, "nvp4c: error: out of memory\n");
      exit(NVP4C_LIMIT);
   }
   return p;
}

static uint64_t number(const char *option, const char *s, uint64_t max)
{
   char *end;

   errno = 0;
   unsigned long long v = strtoull(s, &end, 0);
   if (!*s || *s == '-' || *end || errno || v > max) {
      fprintf(stderr, "nvp4c: error: -%s: '%s' is not a number from 0 to %llu\n", option, s, (unsigned long long)max);
      exit(NVP4C_USAGE);
   }
   return v;
}

static int choice(const char *option, const char *s, const char *const *names)
{
   for (int i = 0; names[i]; i++)
      if (strcmp(s, names[i]) == 0)
         return i;
   fprintf(stderr, "nvp4c: error: -%s: '%s' is not one of", option, s);
   for (int i = 0; names[i]; i++)
      fprintf(stderr, "%s %s", i ? "," : "", names[i]);
   fprintf(stderr, "\n");
   exit(NVP4C_USAGE);
}

static void special(const char *name, const char *arg, struct cli *o, struct nvp4c_options *opt, struct lists *l)
{
   static const char *const formats[] = {"elf", "raw", "c", "hex", NULL}, *const langs[] = {"auto", "nv", "arb", "tgsi", "ir", NULL},
                            *const targets[] = {"usc", "agx", NULL}, *const ffps[] = {"strict", "gl", "fast", NULL},
                            *const frts[] = {"f32", "f16", "rgba8", NULL}, *const shorts[] = {"32", "16", NULL}, *const scheds[] = {"fast", "exact", "both", NULL},
                            *const reports[] = {"text", NULL},
                            *const stages[] = {"any", "vertex", "fragment", "geometry", NULL},
                            *const colors[] = {"auto", "always", "never", NULL};

   if (!strcmp(name, "fmt")) {
      o->format = (enum format)choice(name, arg, formats);
   } else if (!strcmp(name, "x")) {
      opt->language = (enum nvp4c_language)choice(name, arg, langs);
   } else if (!strcmp(name, "fdiagnostics-color")) {
      o->color = choice(name, arg, colors);
   } else if (!strcmp(name, "stage")) {
      opt->stage = (enum nvp4c_stage)choice(name, arg, stages);
   } else if (!strcmp(name, "target")) {
      opt->target = (enum nvp4c_target)choice(name, arg, targets);
   } else if (!strcmp(name, "ffp")) {
      opt->ffp = (enum nvp4c_ffp)choice(name, arg, ffps);
   } else if (!strcmp(name, "frt")) {
      opt->key.frt = (uint8_t)choice(name, arg, frts);
   } else if (!strcmp(name, "fsched")) {
      opt->sched = (enum nvp4c_sched)(choice(name, arg, scheds) + 1);
   } else if (!strcmp(name, "report")) {
      choice(name, arg, reports);
      o->report = 1;
   } else if (!strcmp(name, "fshort")) {
      opt->fshort = choice(name, arg, shorts) ? 16 : 32;
   } else if (!strcmp(name, "opt-bisect-limit")) {
      opt->opt_bisect_limit = (int)number(name, arg, INT32_MAX);
   } else if (!strcmp(name, "verify-sim")) {
      char buf[32];
      const char *comma = strchr(arg, ',');
      size_t n = comma ? (size_t)(comma - arg) : strlen(arg);
      if (n >= sizeof buf || (comma && strncmp(comma, ",seed=", 6)))
         usage_error("-verify-sim: '%s' is not N[,seed=S]", arg);
      memcpy(buf, arg, n);
      buf[n] = 0;
      opt->verify_sim = (unsigned)number(name, buf, 1000000);
      if (comma)
         opt->verify_seed = number(name, comma + 6, UINT64_MAX);
   } else if (!strcmp(name, "limit-")) {
      const char *eq = strchr(arg, '=');
      if (!eq)
         usage_error("-limit-%s: no value", arg);
      char *copy = xrealloc(NULL, strlen(arg) + 1);
      strcpy(copy, arg);
      copy[eq - arg] = 0;
      l->limits = xrealloc(l->limits, (l->num_limits + 1) * sizeof *l->limits);
      l->limits[l->num_limits++] = (struct nvp4c_limit){copy, (uint32_t)number(copy, eq + 1, UINT32_MAX)};
   } else { /* W */
      if (!strcmp(arg, "error")) {
         opt->werror = 1;
         return;
      }
      l->warnings = xrealloc(l->warnings, (l->num_warnings + 1) * sizeof *l->warnings);
      l->warnings[l->num_warnings++] = arg;
   }
}

/* Apply row `i` with its argument. */
static void apply(size_t i, const char *arg, struct cli *op, struct nvp4c_options *optp, struct lists *l)
{
   struct cli o = *op;
   struct nvp4c_options opt = *optp;
   size_t n = 0;

#define APPLY_SET(field, val) field = val
#define APPLY_UINT(field, val) field = (unsigned)number(options_table[i].name, arg, UINT32_MAX)
#define APPLY_STR(field, val) field = arg
#define APPLY_NEXT(field, val) field = arg
#define APPLY_CALL(field, val) special(options_table[i].name, arg, &o, &opt, l)
#define OPT(name, kind, field, value, a, help)                                                                                 \
   if (n++ == i) {                                                                                                             \
      APPLY_##kind(field, value);                                                                                              \
   }
#include "nvp4c/options.def"
#undef OPT
   *op = o;
   *optp = opt;
}

static void parse_args(int argc, char **argv, struct cli *o, struct nvp4c_options *opt, struct lists *l)
{
   bool only_files = false;

   for (int a = 1; a < argc; a++) {
      const char *s = argv[a];

      if (only_files || s[0] != '-' || !s[1]) {
         if (o->input)
            usage_error("more than one input: '%s'", s);
         o->input = s;
         continue;
      }
      if (!strcmp(s, "--")) {
         only_files = true;
         continue;
      }
      const char *name = s + 1 + (s[1] == '-');
      size_t best = NUM_OPTIONS, best_len = 0;
      for (size_t i = 0; i < NUM_OPTIONS; i++) {
         const char *on = options_table[i].name;
         size_t n = strlen(on);
         bool has_arg = options_table[i].arg[0];
         bool prefix = strncmp(name, on, n) == 0;
         /* -WID, -limit-NAME=N join the name; others are NAME, NAME=ARG, or NAME ARG for -o and -x. */
         bool joined = !strcmp(on, "W") || !strcmp(on, "limit-");
         if (prefix && (!name[n] || (has_arg && (name[n] == '=' || joined))) && n > best_len) {
            best = i;
            best_len = n;
         }
      }
      if (best == NUM_OPTIONS)
         usage_error("unknown option '%s'; --help lists them", s);
      const char *arg = NULL;
      if (options_table[best].arg[0]) {
         arg = name + best_len;
         if (*arg == '=' )
            arg++;
         else if (!*arg) {
            if (!strcmp(options_table[best].name, "o") || !strcmp(options_table[best].name, "x")) {
               if (++a == argc)
                  usage_error("option '%s' needs an argument", s);
               arg = argv[a];
            } else {
               usage_error("option '%s' needs an argument", s);
            }
         }
      }
      apply(best, arg, o, opt, l);
   }
   opt->limits = l->limits;
   opt->num_limits = l->num_limits;
   opt->warnings = l->warnings;
   opt->num_warnings = l->num_warnings;
}

static void help(void)
{
   printf("usage: nvp4c [options] FILE\n"
          "Compile GPU assembly (NV_gpu_program4) to machine code. FILE - is standard input.\n\noptions:\n");
   for (size_t i = 0; i < NUM_OPTIONS; i++) {
      char left[64];
      const char *n = options_table[i].name, *arg = options_table[i].arg;
      const char *sep = !arg[0] || !strcmp(n, "W") || !strcmp(n, "limit-") ? "" : !strcmp(n, "o") || !strcmp(n, "x") ? " " : "=";
      snprintf(left, sizeof left, "-%s%s%s", n, sep, arg);
      printf(strlen(left) > 30 ? "  %s\n%34s%s\n" : "  %-30s  %s%s\n", left, strlen(left) > 30 ? "" : options_table[i].help,
             strlen(left) > 30 ? options_table[i].help : "");
   }
   printf("\nlimits (-limit-NAME=N):\n");
   uint32_t value;
   const char *name;
   for (unsigned i = 0; (name = nvp4c_limit_name(i, &value)); i++)
      printf("  %-38s %u\n", name, value);
   printf("\nexit status: 0 ok, 1 program rejected, 2 usage, 3 input or output, 4 internal error, 5 a limit, 6 a comparison failed,\n"
          "7 not supported by this version or target\n");
}

/* docs/diagnostics.md */
static void help_diagnostics(void)
{
   struct nvp4c_diagnostic_info info;
   static const char *const sev[] = {"note", "warning", "error"};
   unsigned num = 0, shown = 0;
   const char *last = "";

   printf("# Diagnostics\n\n"
          "Made by `nvp4c --help=diagnostics`; do not edit. A message is printed as\n\n"
          "    file:line:column: error: text (document section) [id]\n\n"
          "with the source line and a caret below it (`-fno-diagnostics-show-caret` leaves them out), and with notes behind it that say\n"
          "where an earlier declaration is, how an instruction is written, or what may stand at the place. Warnings are on unless\n"
          "`-Wno-ID` or `-w` is given; `-Werror` and `-Werror=ID` make errors of them. The section is that of the rule in the document\n"
          "that makes it; where there is none the rule is ours. The last column is the exit status of a compile that has the error.\n\n"
          "| id | severity | section | meaning | exit |\n| --- | --- | --- | --- | --- |\n");
   while (nvp4c_diagnostic_info(num, &info))
      num++;
   /* By name. */
   for (; shown < num; shown++) {
      struct nvp4c_diagnostic_info next = {.id = NULL};

      for (unsigned i = 0; i < num; i++) {
         nvp4c_diagnostic_info(i, &info);
         if (strcmp(info.id, last) > 0 && (!next.id || strcmp(info.id, next.id) < 0))
            next = info;
      }
      printf("| `%s` | %s | %s | %s | %d |\n", next.id, sev[next.severity], next.section, next.meaning, (int)next.status);
      last = next.id;
   }
}

static char *read_all(const char *file, size_t *len)
{
   FILE *f = strcmp(file, "-") ? fopen(file, "rb") : stdin;
   char *buf = NULL;
   size_t n = 0, cap = 0;

   if (!f)
      goto fail;
   for (;;) {
      if (n == cap) {
         cap = cap ? cap * 2 : 65536;
         buf = xrealloc(buf, cap);
      }
      size_t got = fread(buf + n, 1, cap - n, f);
      n += got;
      if (got == 0)
         break;
   }
   if (ferror(f))
      goto fail;
   if (f != stdin)
      fclose(f);
   *len = n;
   return buf;
fail:
   fprintf(stderr, "nvp4c: error: %s: %s\n", file, strerror(errno));
   exit(NVP4C_IO);
}

struct sink {
   char *data;
   size_t len, cap;
};

static void sink_add(void *user, const char *text, size_t n)
{
   struct sink *s = user;

   if (s->cap - s->len < n) {
      s->cap = (s->len + n) * 2;
      s->data = xrealloc(s->data, s->cap);
   }
   if (n)
      memcpy(s->data + s->len, text, n);
   s->len += n;
}

static void sink_printf(struct sink *s, const char *fmt, unsigned v)
{
   char buf[64];

   int n = snprintf(buf, sizeof buf, fmt, v);
   sink_add(s, buf, (size_t)n);
}

/* Never exit 0 when the output was not written. */
static void write_all(const char *file, const char *data, size_t n)
{
   FILE *f = file && strcmp(file, "-") ? fopen(file, "wb") : stdout;

   if (!f || fwrite(data, 1, n, f) != n || fflush(f) || (f != stdout && fclose(f))) {
      fprintf(stderr, "nvp4c: error: %s: %s\n", file ? file : "standard output", strerror(errno));
      if (f && f != stdout && file)
         remove(file);
      exit(NVP4C_IO);
   }
}

/* ---- diagnostics, as compilers print them */

#define SOURCE_WIDTH 110u /* bytes of a source line that are shown */

struct paint {
   const char *place, *severity[3], *end;
};

/* GCC's colours. */
static struct paint choose_paint(int when)
{
   const char *term = getenv("TERM");
   bool on = when == COLOR_ALWAYS || (when == COLOR_AUTO && isatty(2) && term && strcmp(term, "dumb"));

   return on ? (struct paint){"\033[1m", {"\033[1;36m", "\033[1;35m", "\033[1;31m"}, "\033[0m"}
             : (struct paint){"", {"", "", ""}, ""};
}

/* Bytes of the UTF-8 sequence at s, 0 if it is none; at most `left` bytes are there. Control characters are none. */
static unsigned utf8(const char *s, size_t left)
{
   unsigned char c = (unsigned char)*s;
   unsigned n = c < 0x80 ? c >= ' ' && c != 127 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;

   if (n > left || (c == 0xc2 && n == 2 && (unsigned char)s[1] < 0xa0)) /* C1 controls */
      return 0;
   for (unsigned i = 1; i < n; i++)
      if (((unsigned char)s[i] & 0xc0) != 0x80)
         return 0;
   return n;
}

/*
 * The source line of a diagnostic, and below it a caret under the first byte of the span and tildes under the rest. A tab stands
 * below a tab, so the caret is at its place whatever a tab is worth. A long line is cut around the caret.
 */
static void print_caret(const struct nvp4c_diagnostic *d, const char *text, size_t len, const struct paint *paint)
{
   size_t begin = d->offset - (d->column - 1), end = d->offset, cut = 0;

   if (d->offset > len || d->column - 1 > d->offset)
      return;
   while (end < len && end - d->offset < SOURCE_WIDTH && text[end] != '\n' && text[end] != '\r')
      end++;
   if (end == begin)
      return;
   if (d->offset - begin > SOURCE_WIDTH / 2 && end - begin > SOURCE_WIDTH) {
      cut = end - begin - SOURCE_WIDTH;
      if (cut > d->offset - begin - SOURCE_WIDTH / 2)
         cut = d->offset - begin - SOURCE_WIDTH / 2;
      begin += cut;
      while (begin < d->offset && ((unsigned char)text[begin] & 0xc0) == 0x80)
         begin++;
   }
   bool more = false;
   if (end - begin > SOURCE_WIDTH) {
      end = begin + SOURCE_WIDTH;
      more = true;
   }
   more |= end < len && text[end] != '\n' && text[end] != '\r';
   for (int row = 0; row < 2; row++) {
      if (row == 0)
         fprintf(stderr, "%5u | %s", d->line, cut ? "..." : "");
      else
         fprintf(stderr, "      | %s", cut ? "   " : "");
      size_t last = d->offset + (d->length ? d->length : 1);
      for (size_t i = begin; i <= end && (row == 0 || i < last); i++) {
         unsigned n = i < end ? utf8(text + i, end - i) : 0;

         if (row == 1 && i == d->offset)
            fprintf(stderr, "%s^", paint->severity[d->severity]);
         else if (row == 1 && i > d->offset && i < end)
            fputc('~', stderr);
         else if (i < end && text[i] == '\t')
            fputc('\t', stderr);
         else if (row == 1 && i < end)
            fputc(' ', stderr);
         else if (i < end && n)
            fwrite(text + i, 1, n, stderr);
         else if (i < end)
            fputc('?', stderr);
         i += n > 1 ? n - 1 : 0;
      }
      fprintf(stderr, "%s\n", row == 1 ? paint->end : more ? "..." : "");
   }
}

static void print_diagnostics(const struct nvp4c_result *r, const char *file, const char *text, size_t len, const struct cli *o)
{
   static const char *const sev[] = {"note", "warning", "error"};
   const struct paint paint = choose_paint(o->color);
   const char *explained = ""; /* the id that the notes which follow are about */
   size_t shown = SIZE_MAX;

   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);
      bool note = d->severity == NVP4C_NOTE && !strcmp(d->id, explained);

      fprintf(stderr, "%s%s:", paint.place, file);
      if (d->line)
         fprintf(stderr, "%u:%u:", d->line, d->column);
      fprintf(stderr, "%s %s%s:%s %s", paint.end, paint.severity[d->severity], sev[d->severity], paint.end, d->message);
      if (!note && d->section[0])
         fprintf(stderr, " (%s)", d->section);
      if (!note)
         fprintf(stderr, " [%s]", d->id);
      fputc('\n', stderr);
      /* A note at the same place has nothing more to show. */
      if (!o->no_caret && d->line && !(note && d->offset == shown))
         print_caret(d, text, len, &paint);
      shown = d->offset;
      if (!note)
         explained = d->id;
   }
}

static void format_code(struct sink *s, enum format format, const uint8_t *code, size_t n)
{
   switch (format) {
   case FORMAT_HEX:
      for (size_t i = 0; i < n; i++)
         sink_printf(s, i % 16 == 15 || i + 1 == n ? "%02x\n" : "%02x ", code[i]);
      break;
   case FORMAT_C:
      for (size_t i = 0; i < n; i++)
         sink_printf(s, i % 16 == 15 || i + 1 == n ? "0x%02x,\n" : "0x%02x, ", code[i]);
      break;
   default: sink_add(s, (const char *)code, n); break;
   }
}

static void print_facts(const struct nvp4c_result *r, const struct cli *o, const struct nvp4c_options *opt)
{
   FILE *out = stderr;

   /* Facts go to standard output when the code does not. */
   if (o->output && strcmp(o->output, "-"))
      out = stdout;
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++)
      /* -fsched=both asks for two of them */
      if (o->stats || !strncmp(nvp4c_result_stat(r, i).name, "groups_", 7))
         fprintf(out, "%s: %llu\n", nvp4c_result_stat(r, i).name, (unsigned long long)nvp4c_result_stat(r, i).value);
   if (o->reflect) {
      static const char *const kinds[] = {"input", "output", "param", "constant", "texture", "buffer", "scratch"};
      for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
         const struct nvp4c_reflection *f = nvp4c_result_reflection(r, i);
         fprintf(out, "%s %s.%c %s", kinds[f->kind], f->name, "xyzw"[f->component & 3], f->location);
         if (f->kind == NVP4C_CONSTANT || f->kind == NVP4C_SCRATCH)
            fprintf(out, " 0x%08x", f->value);
         fprintf(out, "\n");
      }
   }
   if (o->timing) {
      struct nvp4c_timing t = nvp4c_result_timing(r);
      fprintf(out, "parse_us: %.1f\nlower_us: %.1f\npasses_us: %.1f\ncodegen_us: %.1f\nverify_us: %.1f\n", t.parse / 1e3,
              t.lower / 1e3, t.passes / 1e3, t.codegen / 1e3, t.verify / 1e3);
   }
   if (opt->verify_sim && nvp4c_result_status(r) == NVP4C_OK) {
      struct nvp4c_verify v = nvp4c_result_verify(r);
      fprintf(out, "verify-sim: %u tasks of 32: source = IR in %u, IR = machine code in %u, no verdict (budget) in %u; ", v.tasks,
              v.source_legs, v.code_legs, v.budget);
      fprintf(out, "%llu components compared, %llu undefined\n", (unsigned long long)v.compared, (unsigned long long)v.tainted);
   }
}

/* Bytes written as text: hex digits, 0x and commas allowed, # to the end of the line a comment. */
static char *read_hex(const char *file, char *text, size_t *len)
{
   char *out = xrealloc(NULL, *len / 2 + 1);
   size_t n = 0;

   for (size_t i = 0; i < *len;) {
      unsigned v = 0, digits = 0;
      if (text[i] == '#') {
         while (i < *len && text[i] != '\n')
            i++;
         continue;
      }
      if (strchr(" \t\r\n,", text[i]) && text[i]) {
         i++;
         continue;
      }
      if (text[i] == '0' && i + 1 < *len && (text[i + 1] == 'x' || text[i + 1] == 'X'))
         i += 2;
      for (; i < *len && digits < 2; i++, digits++) {
         const char *hex = "0123456789abcdef", c = text[i] >= 'A' && text[i] <= 'F' ? (char)(text[i] - 'A' + 'a') : text[i];
         const char *p = c ? strchr(hex, c) : NULL;
         if (!p)
            break;
         v = v * 16 + (unsigned)(p - hex);
      }
      if (!digits) {
         fprintf(stderr, "nvp4c: error: %s: byte %zu is no hex digit\n", file, i);
         exit(NVP4C_REJECTED);
      }
      out[n++] = (char)v;
   }
   free(text);
   *len = n;
   return out;
}

/* Machine code has bytes that no text has. */
static bool looks_like_text(const char *data, size_t len)
{
   for (size_t i = 0; i < len; i++)
      if ((unsigned char)data[i] == 0xff || ((unsigned char)data[i] < 32 && !(data[i] >= '\t' && data[i] <= '\r')))
         return false;
   return true;
}

/* The lines of a program that begin with #@, at their places; blanks for everything else. */
static char *task_lines(const char *text, size_t len)
{
   char *out = xrealloc(NULL, len + 1);
   bool take = false;

   for (size_t i = 0; i < len; i++) {
      if (!i || text[i - 1] == '\n')
         take = i + 1 < len && text[i] == '#' && text[i + 1] == '@';
      const bool mark = take && (text[i] == '#' || text[i] == '@') && (!i || text[i - 1] == '\n' || (text[i] == '@' && text[i - 1] == '#'));
      out[i] = text[i] == '\n' || (take && !mark) ? text[i] : ' ';
   }
   return out;
}

int main(int argc, char **argv)
{
   struct nvp4c_options opt;
   struct cli o = {0};
   struct lists lists = {0};
   struct sink dump = {0}, out = {0};

   nvp4c_options_init(&opt);
   opt.max_errors = 20;
   parse_args(argc, argv, &o, &opt, &lists);
   if (o.tool == TOOL_HELP || o.tool == TOOL_HELP_DIAGNOSTICS || o.tool == TOOL_VERSION) {
      if (o.tool == TOOL_HELP)
         help();
      else if (o.tool == TOOL_HELP_DIAGNOSTICS)
         help_diagnostics();
      else
         printf("nvp4c %s\n", NVP4C_VERSION);
      return fflush(stdout) || ferror(stdout) ? NVP4C_IO : NVP4C_OK;
   }
   if (!o.input)
      usage_error("no input%s", "");
   if (o.mode == MODE_CODE && o.format == FORMAT_ELF && o.tool == TOOL_COMPILE && !opt.syntax_only) {
      fprintf(stderr, "nvp4c: error: the ELF form of -c comes with a later version; use -fmt=raw, -fmt=c or -fmt=hex\n");
      return NVP4C_UNSUPPORTED;
   }
   const bool as_code = o.tool == TOOL_AS && o.mode != MODE_TEXT;
   bool binary = (o.mode == MODE_CODE && o.format == FORMAT_RAW) || (as_code && o.format != FORMAT_C && o.format != FORMAT_HEX);
   bool to_stdout = o.output ? !strcmp(o.output, "-") : (o.mode != MODE_CODE && !as_code);
   if (binary && to_stdout && isatty(1))
      usage_error("machine code is not written to a terminal%s", "");

   size_t len;
   char *text = read_all(o.input, &len);
   opt.analyze = o.report ? 2 : o.stats;
   opt.listing = o.mode != MODE_CODE && !as_code;
   size_t task_len = 0;
   char *task = NULL;
   if (o.tool == TOOL_SIM)
      task = o.task ? read_all(o.task, &task_len) : task_lines(text, task_len = len);
   else if (o.task)
      usage_error("-task is for --sim%s", "");
   if ((o.tool == TOOL_DIS || o.tool == TOOL_SIM) && o.format == FORMAT_HEX)
      text = read_hex(o.input, text, &len);
   opt.print = sink_add;
   opt.print_user = &dump;

   struct nvp4c_result *r = o.tool == TOOL_AS    ? nvp4c_assemble(text, len, &opt)
                            : o.tool == TOOL_DIS ? nvp4c_disassemble(text, len, &opt)
                            : o.tool == TOOL_SIM ? nvp4c_simulate(text, len, o.format != FORMAT_HEX && looks_like_text(text, len), task,
                                                                  task_len, &opt)
                                                 : nvp4c_compile(text, len, &opt);
   if (!r) {
      fprintf(stderr, "nvp4c: error: out of memory\n");
      return NVP4C_LIMIT;
   }
   print_diagnostics(r, strcmp(o.input, "-") ? o.input : "<stdin>", text, len, &o);

   int status = (int)nvp4c_result_status(r);
   size_t n;
   const char *data;
   char *name = NULL;
   if (dump.len) {
      sink_add(&out, dump.data, dump.len);
   } else if (o.tool == TOOL_SIM ? nvp4c_result_listing(r, &n) != NULL : status == NVP4C_OK && !opt.syntax_only) {
      if (o.tool != TOOL_SIM && (o.mode == MODE_CODE || as_code)) {
         data = nvp4c_result_code(r, &n);
         format_code(&out, o.format, (const uint8_t *)data, n);
      } else if ((data = nvp4c_result_listing(r, &n))) {
         sink_add(&out, data, n);
      }
   }
   if (!o.output && o.tool != TOOL_SIM && (o.mode == MODE_CODE || as_code) && status == NVP4C_OK && !dump.len) {
      /* FILE.o in the current directory, as compilers do. */
      const char *base = strrchr(o.input, '/') ? strrchr(o.input, '/') + 1 : o.input;
      const char *dot = strrchr(base, '.');
      size_t stem = dot && dot != base ? (size_t)(dot - base) : strlen(base);
      name = xrealloc(NULL, stem + 3);
      memcpy(name, base, stem);
      strcpy(name + stem, ".o");
      o.output = name;
   }
   if (out.len || (status == NVP4C_OK && o.output && !opt.syntax_only))
      write_all(o.output, out.data, out.len);
   print_facts(r, &o, &opt);
   if (fflush(stdout) || ferror(stdout))
      status = NVP4C_IO;

   nvp4c_result_free(r);
   for (unsigned i = 0; i < lists.num_limits; i++)
      free((char *)(uintptr_t)lists.limits[i].name);
   free(lists.limits);
   free(lists.warnings);
   free(dump.data);
   free(out.data);
   free(name);
   free(task);
   free(text);
   return status;
}
