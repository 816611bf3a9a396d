/* SPDX-License-Identifier: MIT */
#include "backend-usc/isa/usc_program.h"

void usc_print_stats(struct util_buf *b, const struct usc_stats *s)
{
   util_buf_printf(b,
                   "groups: %u\nissue_slots: %u\nlower_bound: %u\nblocks: %u\nblocks_optimal: %u\n"
                   "bytes: %u\ntemps: %u\nspill_bytes: %u\nconst_uploads: %u\n",
                   s->groups, s->issue_slots, s->lower_bound, s->blocks, s->blocks_optimal, s->bytes, s->temps, s->spill_bytes,
                   s->const_uploads);
}
