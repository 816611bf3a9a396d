/* SPDX-License-Identifier: MIT */
/* The texts of --help, within 80 columns, and of --help=diagnostics, which is docs/diagnostics.md. */
#include <string.h>

#include "nvp4c/cli/cli.h"

#define WIDTH 80
#define COLUMN 34 /* of the texts behind the options */

/* Prints the words of a text in lines up to WIDTH. The cursor is at column `at`; further lines begin at `indent`. */
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

/* The cores of each machine, and what -mattr can change. */
static void help_cores(void)
{
   const char *target, *name, *text;

   for (unsigned t = 0; (target = nvp4c_target_name(t)); t++) {
      printf("\ncores of %s (-mcpu=NAME):\n", target);
      for (unsigned i = 0; (name = nvp4c_cpu_name(t, i)); i++)
         printf("  %s%s\n", name, i ? "" : " (default)");
      if (nvp4c_attr_name(t, 0, NULL))
         printf("\nfeatures of the cores of %s (-mattr=+NAME,-NAME):\n", target);
      for (unsigned i = 0; (name = nvp4c_attr_name(t, i, &text)); i++) {
         printf("  %-*s  ", COLUMN - 4, name);
         print_wrapped(text, COLUMN, COLUMN);
      }
   }
}

void help(void)
{
   unsigned where;
   uint32_t value;
   const char *name;

   printf("usage: nvp4c [options] FILE\n"
          "       nvp4c --link [options] FILE FILE [FILE]\n"
          "Compile GPU assembly (NV_gpu_program4) to machine code. FILE - is standard\n"
          "input, @FILE stands for the options in FILE.\n\noptions:\n");
   for (size_t row = 0; option_name(row, &where); row++) {
      char form[128];
      const char *text = option_form(row, form, sizeof form);
      printf("  %-*s", COLUMN - 4, form);
      if (strlen(form) > COLUMN - 4)
         printf("\n%*s", COLUMN, "");
      else
         printf("  ");
      print_wrapped(text, COLUMN, COLUMN);
   }
   help_cores();
   printf("\nlimits (-limit-NAME=N):\n");
   for (unsigned i = 0; (name = nvp4c_limit_name(i, &value)); i++)
      printf("  %-38s %u\n", name, value);
   putchar('\n');
   print_wrapped("exit status: 0 ok, 1 program rejected, 2 usage, 3 input or output, 4 internal error, 5 a limit, 6 a comparison "
                 "failed, 7 not supported by this version or target",
                 0, 0);
}

/* docs/diagnostics.md */
void help_diagnostics(void)
{
   struct nvp4c_diagnostic_info info;
   static const char *const sev[] = {"note", "warning", "error"};
   unsigned num = 0, shown = 0;
   const char *last = "";

   printf("# Diagnostics\n\n"
          "Made by `nvp4c --help=diagnostics`; do not edit. A message is printed as\n\n"
          "    file:line:column: error: text (document section) [id]\n\n"
          "with the source line and a caret below it (`-fno-diagnostics-show-caret` leaves them out), and with notes after it that say\n"
          "where an earlier declaration is, how an instruction is written, or what may stand at the place. Warnings are on unless\n"
          "`-Wno-ID` or `-w` is given; `-Werror` makes errors of them, `-Werror=ID` of one, and with `-Wno-error=ID` one stays a\n"
          "warning. The section is that of the rule in the document that makes it; for a program in an older language the corresponding\n"
          "section of its own documents is printed. Where there is none the rule is ours. The last column is the exit status of a\n"
          "compile that has the error.\n\n"
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
