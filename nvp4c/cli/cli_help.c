/* SPDX-License-Identifier: MIT */
/* Prints the texts of --help, of options such as -mcpu=help, in 80 columns, and of --help=diagnostics, which is
   docs/diagnostics.md. */
#include <string.h>

#include "nvp4c/cli/cli.h"

#define WIDTH 80
#define COLUMN 34 /* column of the help texts */

/* Prints a text in lines of at most WIDTH columns. The first line continues at column `at`; others are indented by `indent`. */
static void print_wrapped(const char *text, size_t at, size_t indent)
{
   bool first = true;

   while (*text) {
      const size_t n = strcspn(text, " ");
      if (!first && at + 1 + n > WIDTH) {
         printf("\n%*s", (int)indent, "");
         at = indent;
      } else if (!first) {
         putchar(' ');
         at++;
      }
      printf("%.*s", (int)n, text);
      at += n;
      text += n + (text[n] == ' ');
      first = false;
   }
   putchar('\n');
}

static void print_cores(unsigned target)
{
   const char *name;

   printf("cores of %s (-mcpu=NAME):\n", nvp4c_target_name(target));
   for (unsigned i = 0; (name = nvp4c_cpu_name(target, i)); i++)
      printf("  %s%s\n", name, i ? "" : " (default)");
}

static void print_features(unsigned target)
{
   const char *name, *text;

   if (!nvp4c_attr_name(target, 0, NULL))
      return;
   printf("features of the cores of %s (-mattr=+NAME,-NAME):\n", nvp4c_target_name(target));
   for (unsigned i = 0; (name = nvp4c_attr_name(target, i, &text)); i++) {
      printf("  %-*s  ", COLUMN - 4, name);
      print_wrapped(text, COLUMN, COLUMN);
   }
}

static void print_limits(void)
{
   uint32_t value;
   const char *name;

   printf("\nlimits (-limit-NAME=N):\n");
   for (unsigned i = 0; (name = nvp4c_limit_name(i, &value)); i++)
      printf("  %-38s %u\n", name, value);
}

static void print_passes_if(bool is_optional)
{
   const char *name;
   int optional;

   for (unsigned i = 0; (name = nvp4c_pass_name(i, &optional)); i++) {
      if (optional != is_optional)
         continue;
      printf("  %-*s  ", COLUMN - 4, name);
      print_wrapped(nvp4c_pass_help(i), COLUMN, COLUMN);
   }
}

static void print_passes(void)
{
   printf("optimisations, in the order of the pipeline (-passes=A,B; docs/optimiser.md):\n");
   print_passes_if(true);
   printf("\npasses that always run where the target or the driver state needs them:\n");
   print_passes_if(false);
}

/* Prints the warnings in the order of nvp4c_get_diagnostic_info(). */
static void print_warnings(void)
{
   struct nvp4c_diagnostic_info info;

   printf("warnings, all on by default (-WID, -Wno-ID, -Werror=ID, -Wno-error=ID):\n");
   for (unsigned i = 0; nvp4c_get_diagnostic_info(i, &info); i++)
      if (info.severity == NVP4C_WARNING) {
         printf("  %-*s  ", COLUMN - 4, info.id);
         print_wrapped(info.meaning, COLUMN, COLUMN);
      }
}

/* Prints docs/diagnostics.md. */
static void print_diagnostics_table(void)
{
   struct nvp4c_diagnostic_info info;
   unsigned num = 0, shown = 0;
   const char *last = "";

   printf(
       "# Diagnostics\n\n"
       "Printed by `nvp4c --help=diagnostics`; do not edit. A message has the form\n\n"
       "    file:line:column: error: text (document section) [id]\n\n"
       "with the source line and a caret below it (unless `-fno-diagnostics-show-caret` is given). Notes after it show an\n"
       "earlier declaration, the syntax of an instruction, or the words that are allowed. Warnings are on by default;\n"
       "`-Wno-ID` disables one, `-w` all. `-Werror` turns them into errors, `-Werror=ID` one of them, and `-Wno-error=ID`\n"
       "keeps one a warning. The section is that of the document that states the rule; for a program in an older language\n"
       "it is the section of its own documents. Rules of this compiler have no section. The last column is the exit status\n"
       "of a compile with this error.\n\n"
       "| id | severity | section | meaning | exit |\n| --- | --- | --- | --- | --- |\n");
   while (nvp4c_get_diagnostic_info(num, &info))
      num++;
   /* In the order of the names. */
   for (; shown < num; shown++) {
      struct nvp4c_diagnostic_info next = {.id = NULL};

      for (unsigned i = 0; i < num; i++) {
         nvp4c_get_diagnostic_info(i, &info);
         if (strcmp(info.id, last) > 0 && (!next.id || strcmp(info.id, next.id) < 0))
            next = info;
      }
      printf("| `%s` | %s | %s | %s | %d |\n", next.id, nvp4c_enum_name(NVP4C_ENUM_SEVERITY, next.severity), next.section,
             next.meaning, (int)next.status);
      last = next.id;
   }
}

/* Prints the title and the options of a group. */
static void print_group(enum help_group group)
{
   static const char *const titles[] = {
      [HELP_everyday] = "everyday options",
      [HELP_output] = "output: files, diagnostics, several inputs",
      [HELP_target] = "target: cores, registers, scheduling",
      [HELP_language] = "language and limits",
      [HELP_state] = "driver state that the code depends on",
      [HELP_debug] = "debugging: execution, passes, stress",
   };
   unsigned where;

   printf("%s:\n", titles[group]);
   for (size_t row = 0; option_name(row, &where); row++) {
      char form[160];

      if (option_group(row) != group)
         continue;
      const char *text = option_form(row, form, sizeof form);
      printf("  %-*s", COLUMN - 4, form);
      if (strlen(form) > COLUMN - 4)
         printf("\n%*s", COLUMN, "");
      else
         printf("  ");
      print_wrapped(text, COLUMN, COLUMN);
   }
   for (unsigned t = 0; group == HELP_target && nvp4c_target_name(t); t++) {
      putchar('\n');
      print_cores(t);
      putchar('\n');
      print_features(t);
   }
   if (group == HELP_language)
      print_limits();
}

void print_help(enum help_group group)
{
   if (group == HELP_WARNINGS) {
      print_warnings();
      return;
   }
   if (group == HELP_GCC) {
      print_other_options();
      return;
   }
   if (group == HELP_DIAGNOSTICS) {
      print_diagnostics_table();
      return;
   }
   if (group == HELP_everyday || group == HELP_ALL)
      printf("usage: nvp4c [options] FILE...                   compile programs\n"
             "       nvp4c --link [options] FILE FILE [FILE]   compile consecutive stages\n"
             "       nvp4c --batch [options] LIST              compile the files in a list\n"
             "       nvp4c --run [options] FILE -in N=V ...    execute on named inputs\n"
             "       nvp4c --as | --dis [options] FILE         assemble, disassemble\n"
             "       nvp4c --sim [options] FILE                execute machine code on a wave\n"
             "       nvp4c --bisect | --reduce [options] FILE  find the cause of a failure\n"
             "       nvp4c --diff BEFORE AFTER                 compare statistics or reports\n"
             "nvp4c compiles GPU assembly (NV_gpu_program4 and its ancestors, ARB programs,\n"
             "TGSI) to machine code. FILE - is standard input, @FILE stands for the options\n"
             "in FILE.\n\n");
   for (enum help_group g = HELP_everyday; g < HELP_ALL; g++)
      if (group == HELP_ALL || group == g) {
         if (group == HELP_ALL && g)
            putchar('\n');
         print_group(g);
      }
   if (group == HELP_everyday)
      printf("\nmore: --help=output, target, language, state (driver state), debug; --help=all\n"
             "lists: -mcpu=help, -mattr=help, -passes=help, --help=warnings\n"
             "options of gcc, clang and glslc: --help=gcc\n");
   if (group == HELP_everyday || group == HELP_ALL) {
      putchar('\n');
      print_wrapped("exit status: 0 ok, 1 program rejected, 2 usage, 3 input or output, 4 internal error, 5 a limit, 6 a "
                    "comparison failed, 7 not supported by this version or target",
                    0, 0);
   }
}

bool print_help_words(const struct nvp4c_options *opt)
{
   const bool cores = opt->cpu && !strcmp(opt->cpu, "help"), features = opt->attr && !strcmp(opt->attr, "help");
   const bool passes = opt->passes.list && !strcmp(opt->passes.list, "help");

   if (cores)
      print_cores((unsigned)opt->target);
   if (features)
      print_features((unsigned)opt->target);
   if (passes)
      print_passes();
   return cores || features || passes;
}
