/* SPDX-License-Identifier: MIT */
/* --reduce: the order of the edits. See reduce.h. */
#include <stdlib.h>

#include "nvp4c/console/console.h"
#include "nvp4c/triage/reduce.h"

/* Delta debugging: removes runs of items, long ones first. */
static bool reduce_items(struct reducer *r)
{
   bool any = false;

   for (unsigned size = r->num; size; size /= 2)
      for (unsigned at = 0; at < r->num;) {
         const unsigned count = size < r->num - at ? size : r->num - at;
         /* From the end, so that readers are removed before what they read. */
         if (reduce_try_without(r, r->num - at - count, count, 0, NULL))
            any = true;
         else
            at += count;
      }
   return any;
}

static void reduce(struct reducer *r)
{
   static bool (*const edits[])(struct reducer *) = {reduce_items,        reduce_blocks,   reduce_values, reduce_results,
                                                     reduce_declarations, reduce_operands, reduce_tgsi};
   bool any;

   do {
      any = false;
      for (size_t k = 0; k < sizeof edits / sizeof edits[0]; k++)
         while (edits[k](r))
            any = true;
   } while (any);
}

enum nvp4c_status triage_reduce(const struct triage_job *job, struct triage_text *out, FILE *log)
{
   struct reducer r = {0};
   struct triage_text first = {0};
   enum nvp4c_status status = NVP4C_REJECTED;

   catch_interrupts();
   if (job->progress)
      progress_begin(0, "tries");
   if (!reduce_begin(&r, job) && !reduce_begin_tgsi(&r, job)) {
      fprintf(log, "%s: not a program as NV, ARB, TGSI or IR text\n", job->name);
   } else if (!triage_probe_fails(&r.probe, job->text, job->len, job->options)) {
      if (!interrupted())
         fprintf(log, "%s: the test passes on the input, so there is nothing to reduce\n", job->name);
   } else {
      reduce_print(&r, r.item, r.num, &first);
      const unsigned before = r.num;
      if (triage_probe_fails(&r.probe, first.data, first.len, &r.options)) {
         reduce(&r);
         progress_hide();
         reduce_print(&r, r.item, r.num, out);
         fprintf(log, "%s: %u of %u %s, %u tries%s\n", job->name, r.num, before, r.is_ir ? "lines" : "statements",
                 r.probe.tries, interrupted() ? "; interrupted, so this is the best program until now" : "");
         status = NVP4C_OK;
      } else if (!interrupted()) {
         fprintf(log, "%s: the test passes without the comments of the input, so it cannot be reduced\n", job->name);
      }
   }
   free(first.data);
   reduce_end(&r);
   return status;
}
