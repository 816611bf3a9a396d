/* SPDX-License-Identifier: MIT */
/* Code that the simulators of all machines share: lookup of decoded steps, registers by name. */
#include "codegen/machine.h"
#include "util/ctx.h"

#include <string.h>

#define MAX_NUMBER 1000000 /* highest register number; far above that of any bank */

bool machine_decoded(struct util_ctx *ctx, const struct machine_places *c)
{
   if (c->error)
      util_diag(ctx, DIAG_ID_bad_code, UTIL_NO_SPAN, "byte %u: %s", (unsigned)c->end, c->error);
   return !c->error;
}

struct machine_location machine_location(const char *text)
{
   struct machine_location at = {.text = text, .letters = strspn(text, "abcdefghijklmnopqrstuvwxyz")};

   for (const char *p = text + at.letters; *p; p++) {
      if (*p < '0' || *p > '9' || at.number > MAX_NUMBER / 10)
         return (struct machine_location){.text = text};
      at.number = 10 * at.number + (uint32_t)(*p - '0');
   }
   return at;
}

bool machine_location_in(const struct machine_location *at, const char *bank)
{
   return strlen(bank) == at->letters && !memcmp(bank, at->text, at->letters);
}

struct machine_registers machine_bank_registers(const struct machine_bank *banks, size_t num, const struct machine_location *at)
{
   for (const struct machine_bank *b = banks; b < banks + num; b++)
      if (machine_location_in(at, b->name) && at->number < b->count)
         return (struct machine_registers){b->value + (size_t)b->words * b->lanes * at->number,
                                           (b->count - at->number) * b->words, b->lanes};
   return (struct machine_registers){0};
}
