/* SPDX-License-Identifier: MIT */
/* See usc_field.h. */
#include "backend-usc/select/pattern/usc_field.h"

#include "ir/match.h"

/* Is the source a constant of 32 bits without modifiers? */
static bool is_constant(const struct ir_src *s, uint32_t *v) { return s->val->width == 32 && ir_src_plain_const(s, v); }

/* Makes the field start at the source of a shift by a multiple of its width, if the word is one. */
static unsigned skip_shift(struct usc_field *p, enum ir_op op, unsigned width)
{
   const struct ir_instr *d = p->word->val->def;
   uint32_t n;

   if (!d || d->op != op || !is_constant(&d->src[1], &n) || n >= 32 || n % width)
      return 0;
   p->word = &d->src[0];
   p->inner = d;
   return n;
}

static bool find_unsigned(const struct ir_instr *d, struct usc_field *p, unsigned *width, unsigned *first)
{
   uint32_t n;

   if (d->op == IR_iand) {
      const bool swapped = !is_constant(&d->src[1], &n);
      if ((swapped && !is_constant(&d->src[0], &n)) || (n != 0xff && n != 0xffff))
         return false;
      *width = n == 0xff ? 8 : 16;
      p->word = swapped ? &d->src[1] : &d->src[0];
      *first = skip_shift(p, IR_ushr, *width);
      return true;
   }
   if (d->op != IR_ushr || !is_constant(&d->src[1], &n) || (n != 24 && n != 16))
      return false;
   *width = 32 - n;
   *first = n;
   return true;
}

/* A signed field is shifted to the top of its word and down again. */
static bool find_signed(const struct ir_instr *d, struct usc_field *p, unsigned *width, unsigned *first)
{
   uint32_t n;

   if (d->op != IR_ishr || !is_constant(&d->src[1], &n) || (n != 24 && n != 16))
      return false;
   *width = 32 - n;
   *first = n - skip_shift(p, IR_shl, *width);
   return true;
}

bool usc_find_field(const struct ir_instr *conversion, struct usc_field *p)
{
   static const enum usc_fmt formats[2][2] = {{USC_FMT_U1616, USC_FMT_U8888}, {USC_FMT_S1616, USC_FMT_S8888}};
   const struct ir_instr *d = conversion->src[0].val->def;
   unsigned width, first;

   if (!d || !d->nsrc)
      return false;
   *p = (struct usc_field){.word = d->src, .outer = d, .format = USC_FMT_F16F16, .element = d->attr[0]};
   if (conversion->op == IR_h2f)
      return d->op == IR_unpack2h;
   if (!(conversion->op == IR_u2f ? find_unsigned(d, p, &width, &first) : find_signed(d, p, &width, &first)))
      return false;
   p->format = formats[conversion->op == IR_i2f][width == 8];
   p->element = first / width;
   return true;
}

void usc_read_word_instead(uint32_t *uses, const struct usc_field *p)
{
   uses[p->word->val->id]++;
   if (--uses[p->outer->dst[0]->id])
      return;
   for (uint32_t k = 0; k < p->outer->nsrc; k++)
      if (!--uses[p->outer->src[k].val->id] && p->inner && p->outer->src[k].val->def == p->inner)
         for (uint32_t j = 0; j < p->inner->nsrc; j++)
            uses[p->inner->src[j].val->id]--;
}
