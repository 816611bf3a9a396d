/* SPDX-License-Identifier: MIT */
/* --reduce: labels of TGSI, which are numbers of instructions. See reduce.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/triage/reduce.h"

bool reduce_is_at(const char *item, const char *op)
{
   return !strncmp(item, op, strlen(op)) && !isalnum((unsigned char)item[strlen(op)]);
}

const char *reduce_unpredicated(const char *item)
{
   const char *end = *item == '(' ? strstr(item, ") ") : NULL;

   return end ? end + 2 : item;
}

const char *reduce_label_of(const char *item)
{
   const char *colon = strrchr(item, ':');

   return colon && colon > item && colon[-1] == ' ' && isdigit((unsigned char)colon[1]) ? colon + 1 : NULL;
}

const char *reduce_called_label(const char *item)
{
   const char *op = reduce_unpredicated(item);

   return reduce_is_at(op, "CAL") || reduce_is_at(op, "CALLNZ") || reduce_is_at(op, "BRA") ? reduce_label_of(item) : NULL;
}

bool reduce_is_mark(const char *item) { return isdigit((unsigned char)*item) && item[strspn(item, "0123456789")] == ':'; }

/* Number of the instruction after a label, or a number without instruction if there is no such label. */
static unsigned instruction_after(char *const *item, unsigned num, const char *label)
{
   const size_t digits = strspn(label, "0123456789");
   unsigned n = 0;

   for (unsigned i = 0; i < num; i++) {
      if (reduce_is_mark(item[i]) && strspn(item[i], "0123456789") == digits && !strncmp(item[i], label, digits))
         return n;
      n += !reduce_is_mark(item[i]) && !reduce_is_at(item[i], "DCL") && !reduce_is_at(item[i], "IMM") &&
           !reduce_is_at(item[i], "PROPERTY");
   }
   return num + 1;
}

void reduce_print_tgsi(char *const *item, unsigned num, struct triage_text *out)
{
   for (unsigned i = 0; i < num; i++) {
      const char *label = reduce_label_of(item[i]);

      if (reduce_is_mark(item[i]))
         continue;
      if (label)
         triage_printf(out, "%.*s%u\n", (int)(label - item[i]), item[i], instruction_after(item, num, label));
      else
         triage_printf(out, "%s\n", item[i]);
   }
}
