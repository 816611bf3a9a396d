/* SPDX-License-Identifier: MIT */
/* Runs assembly programs with tasks for the simulators, as in the files of tests/usc and tests/agx. Lines that begin with #@
   are the task. A file that contains the text -target=agx is for AGX. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

static bool contains(const uint8_t *data, size_t size, const char *word)
{
   const size_t n = strlen(word);

   for (size_t i = 0; i + n <= size; i++)
      if (!memcmp(data + i, word, n))
         return true;
   return false;
}

/* Copies the lines of the task, leaves the lines of the program empty, and adds a budget that ends the run soon. */
static char *task_of(const uint8_t *data, size_t size, size_t *length)
{
   static const char budget[] = "\nbudget = 200\n";
   char *task = malloc(size + sizeof budget), *to = task;

   FUZZ_REQUIRE(task != NULL);
   for (size_t i = 0; i < size; i++) {
      const uint8_t *end = memchr(data + i, '\n', size - i);
      const size_t n = end ? (size_t)(end - data) - i : size - i;

      if (n >= 2 && data[i] == '#' && data[i + 1] == '@') {
         memcpy(to, data + i + 2, n - 2);
         to += n - 2;
      }
      *to++ = '\n';
      i += n;
   }
   memcpy(to, budget, sizeof budget - 1);
   *length = (size_t)(to - task) + sizeof budget - 1;
   return task;
}

void fuzz_task(const uint8_t *data, size_t size)
{
   struct nvp4c_options o = fuzz_options(fuzz_hash(data, size));
   size_t length;
   char *task = task_of(data, size, &length);
   /* An allocation of exactly the size of the task. */
   char *exact = malloc(length);

   FUZZ_REQUIRE(exact != NULL);
   memcpy(exact, task, length);
   o.target = contains(data, size, "-target=agx") ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   struct nvp4c_result *r = nvp4c_simulate(data, size, 1, exact, length, &o);
   fuzz_check_result(r, size > length ? size : length, 0);
   nvp4c_result_free(r);
   free(exact);
   free(task);
}
