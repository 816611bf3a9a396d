/* SPDX-License-Identifier: MIT */
/* See usc_attribute.h. */
#include "backend-usc/select/operand/usc_attribute.h"

bool usc_has_place(const struct usc_selection *c, unsigned slot)
{
   return c->s->stage == IR_STAGE_VERTEX && slot <= SLOT_VATTR_LAST && c->opt->attrib[slot].placed;
}

uint32_t usc_next_input(struct usc_selection *c)
{
   struct usc_reflect *r = c->r;
   for (unsigned slot = 0; c->s->stage == IR_STAGE_VERTEX && slot <= SLOT_VATTR_LAST; slot++) {
      const struct usc_attribute *a = &c->opt->attrib[slot];
      const unsigned n = a->placed ? a->words : 0;
      if (r->num_vi >= a->word && r->num_vi < a->word + n) {
         r->num_vi = a->word + n;
         slot = UINT32_MAX; /* the others again */
      }
   }
   return r->num_vi++;
}

uint32_t usc_end_of_attributes(const struct usc_selection *c)
{
   uint32_t end = 0;
   for (unsigned slot = 0; c->s->stage == IR_STAGE_VERTEX && slot <= SLOT_VATTR_LAST; slot++) {
      const struct usc_attribute *a = &c->opt->attrib[slot];
      const unsigned n = a->placed ? a->words : 0;
      end = n && a->word + n > end ? a->word + n : end;
   }
   return end;
}
