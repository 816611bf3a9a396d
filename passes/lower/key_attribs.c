/* SPDX-License-Identifier: MIT */
/*
 * Unpacking of vertex attributes by the program, for machines that copy words of memory to it (key.attrib). From here on,
 * component k of an attribute with a format is the raw word k of the element, instead of a value:
 *
 *   %5 = load_input slot=vattr1 comp=1       =>   %20 = load_input slot=vattr1 comp=0
 *                                                 %5 = fmul (u2f (iand (ushr %20, 8), 0xff)), 1/255
 *
 * Components that the format does not have become constants. An attribute that begins within a word is decoded where it is, if
 * no channel of it crosses the end of a word; otherwise its words are first put together from two.
 *
 * Exact: the steps are those of mem_decode(). Linear.
 */
#include <string.h>

#include "passes/lower/format.h"
#include "passes/lower/key.h"

/* Do the channels lie as in an element that begins with a word? Those of 8, 16 and 32 bits all have the same size. */
static bool is_aligned(const struct mem_format_info *f, unsigned byte) { return 8 * byte % f->bits[0] == 0; }

static struct ir_src load_word(struct ir_builder *b, unsigned slot, unsigned k)
{
   return ir_use(ir_emit(b, IR_load_input, 32, 0, NULL, (uint32_t[4]){slot, k, INTERP_SMOOTH})->dst[0]);
}

/* Word k of the element, which begins in byte `byte` of its first word. */
static struct ir_src shifted_word(struct ir_builder *b, const struct mem_format_info *f, unsigned slot, unsigned k,
                                  unsigned byte)
{
   const struct ir_src low = ir_expr_imm(b, IR_ushr, load_word(b, slot, k), 8 * byte);

   if (f->bytes + byte <= 4 * (k + 1)) /* the element ends in this word */
      return low;
   const struct ir_src high = ir_expr_imm(b, IR_shl, load_word(b, slot, k + 1), 32 - 8 * byte);
   return ir_expr2(b, IR_ior, low, high);
}

static struct ir_src component(struct ir_builder *b, const struct nvp4c_key_attrib *a, unsigned slot, unsigned c)
{
   const struct mem_format_info *f = &mem_format_info[a->format];
   const char load = f->load[c];
   const bool aligned = is_aligned(f, a->byte);
   unsigned at = aligned ? 8u * a->byte : 0;

   if (load == 'o' || load == 'i')
      return ir_imm(b, load == 'i' ? mem_format_one(f) : 0);
   const unsigned channel = (unsigned)(load - '0');
   for (unsigned k = 0; k < channel; k++)
      at += f->bits[k];
   const struct ir_src word = aligned ? load_word(b, slot, at / 32) : shifted_word(b, f, slot, at / 32, a->byte);
   return format_decode_channel(b, f, channel, word, at % 32);
}

void pass_key_attribs(struct ir_shader *s, const struct nvp4c_key_attrib attrib[NVP4C_MAX_ATTRIBS])
{
   const uint32_t num = s->num_values;
   struct ir_src *value = NULL;

   ir_foreach_block (s, blk)
      ir_foreach_instr_safe (blk, i) {
         if (i->op != IR_load_input || i->attr[0] > SLOT_VATTR_LAST || !attrib[i->attr[0]].format)
            continue;
         struct ir_builder b = ir_before(s, i);
         if (!value)
            value = UTIL_ARRAY(s->ctx, struct ir_src, (size_t)num + 1);
         value[i->dst[0]->id] = component(&b, &attrib[i->attr[0]], i->attr[0], i->attr[1] & 3);
         ir_remove(i);
      }
   if (!value)
      return;
   struct ir_src *map = UTIL_ARRAY(s->ctx, struct ir_src, s->num_values);
   memcpy(map, value, num * sizeof *map);
   ir_replace_uses(s, map);
}
