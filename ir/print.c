/* SPDX-License-Identifier: MIT */
/*
 * The complete text form: ir_parse reads the same shader back, and printing that again gives the same bytes.
 *
 *    nvp4c-ir 1
 *    stage fragment
 *    source_ops 3
 *    param 0 const 0x3f800000 0x0 0x0 0x0
 *    param 1 local 4
 *    param 2 state "state.lightmodel.ambient"
 *    array 0 length=4 width=32 "R0.x"
 *
 *    block 0:
 *       %0:32 = load_input slot=tex0 comp=0 interp=smooth
 *       %1:32 = fadd.sat.inv %0, -|%0|
 *       if %4 b1 b2 merge=b3
 *    block 1:
 *       jump b3
 *
 * A value shows its width where it is defined. Modifiers of a source: - and bars. Suffixes of an op: .sat [0,1], .ssat [-1,1],
 * .inv the invariant bit. Attributes have the names of ops.def; slots and attributes with ir_attr_words() are written by name,
 * all others as numbers; unit=2:5 is texture 2 with the sampler of unit 5. Flags follow the offsets, as in offset=0:0:0:int:
 * int (integer results), float (float coordinates), moved (a word of offsets is a source), y z w (the gathered component).
 * Terminators: jump, if (then, else or merge), loop, break, continue, return. The pre-shader, if there is one, follows the last
 * block after a line "preshader halves=5", and has its own blocks and values. Comments run from # to the end of the line.
 */
#include "ir/text.h"

#include "ir/cfg.h"

static void print_src(struct util_buf *b, const struct ir_src *s)
{
   util_buf_printf(b, s->abs ? "%s|%%%u|" : "%s%%%u", s->neg ? "-" : "", s->val->id);
}

/* Prints attribute n of an instruction; `name` is its name in ops.def. */
static void print_attr(struct util_buf *b, const struct ir_instr *i, unsigned n, const char *name, size_t len)
{
   uint32_t v = i->attr[n];
   unsigned count;
   const char *const *words = ir_attr_words(name, len, &count);
   char buf[32];

   if (!v && len == 5 && !memcmp(name, "cache", 5))
      return;
   util_buf_printf(b, " %.*s=", (int)len, name);
   if (len == 4 && !memcmp(name, "slot", 4) && v < SLOT_COUNT)
      util_buf_printf(b, "%s", io_slot_name((enum io_slot)v, buf, sizeof buf));
   else if (words && v < count)
      util_buf_printf(b, "%s", words[v]);
   else if (words && v & IR_IMAGE_TILED && (v & IR_IMAGE_FORMAT) < count)
      util_buf_printf(b, "%s:tiled", words[v & IR_IMAGE_FORMAT]);
   else if (len == 6 && !memcmp(name, "offset", 6) && v <= IR_TEX_ALL)
      util_buf_printf(b, "%d:%d:%d%s%s%s%s", ir_tex_offset_get(v, 0), ir_tex_offset_get(v, 1), ir_tex_offset_get(v, 2),
                      v & IR_TEX_INTEGER ? ":int" : "", v & IR_TEX_FLOAT_COORDS ? ":float" : "",
                      v & IR_TEX_MOVED ? ":moved" : "",
                      (const char *const[]){"", ":y", ":z", ":w"}[v >> IR_TEX_COMPONENT_SHIFT & 3]);
   else if (len == 4 && !memcmp(name, "unit", 4) && v >> IR_TEX_SAMPLER_SHIFT)
      util_buf_printf(b, "%u:%u", ir_tex_unit(v), ir_tex_sampler(v));
   else if (len == 5 && !memcmp(name, "value", 5))
      util_buf_printf(b, "0x%x", v);
   else
      util_buf_printf(b, "%u", v);
}

static void print_instr(struct util_buf *b, const struct ir_instr *i)
{
   const struct ir_op_info *info = &ir_op_info[i->op];
   const char *attr = info->attrs;

   util_buf_printf(b, "   ");
   for (unsigned n = 0; n < i->ndst; n++)
      util_buf_printf(b, "%s%%%u:%u", n ? ", " : "", i->dst[n]->id, i->dst[n]->width);
   util_buf_printf(b, "%s%s%s%s", i->ndst ? " = " : "", info->name,
                   i->sat == IR_SAT_01   ? ".sat"
                   : i->sat == IR_SAT_11 ? ".ssat"
                                         : "",
                   i->invariant ? ".inv" : "");
   for (uint32_t n = 0; n < i->nsrc; n++) {
      util_buf_printf(b, n ? ", " : " ");
      print_src(b, &i->src[n]);
   }
   for (unsigned n = 0; n < info->num_attrs; n++) {
      size_t len = strcspn(attr, " ");
      print_attr(b, i, n, attr, len);
      attr += len + (attr[len] == ' ');
   }
   util_buf_byte(b, '\n');
}

/* Names may hold any bytes; those that would break a line or the quotes become \xx. `component` follows after a dot, unless it
   is 0. */
static void print_name(struct util_buf *b, const char *s, char component)
{
   util_buf_byte(b, '"');
   for (; *s; s++) {
      if (*s == '"' || *s == '\\' || (unsigned char)*s < 32 || (unsigned char)*s > 126)
         util_buf_printf(b, "\\%02x", (unsigned char)*s);
      else
         util_buf_byte(b, (uint8_t)*s);
   }
   if (component)
      util_buf_printf(b, ".%c", component);
   util_buf_byte(b, '"');
}

static void print_block(struct util_buf *b, const struct ir_block *blk, ir_print_fn note, void *user)
{
   util_buf_printf(b, "block %u:\n", blk->index);
   ir_foreach_instr (blk, i) {
      note(user, b, i->span);
      print_instr(b, i);
   }
   note(user, b, blk->span);
   switch (blk->term) {
   case IR_TERM_JUMP: util_buf_printf(b, "   jump b%u\n", blk->succ[0]->index); break;
   case IR_TERM_IF:
      util_buf_printf(b, "   if ");
      print_src(b, &blk->cond);
      util_buf_printf(b, " b%u b%u merge=b%u\n", blk->succ[0]->index, blk->succ[1]->index, blk->merge->index);
      break;
   case IR_TERM_LOOP: util_buf_printf(b, "   loop b%u merge=b%u\n", blk->succ[0]->index, blk->merge->index); break;
   case IR_TERM_BREAK: util_buf_printf(b, "   break b%u\n", blk->succ[0]->index); break;
   case IR_TERM_CONTINUE: util_buf_printf(b, "   continue b%u\n", blk->succ[0]->index); break;
   case IR_TERM_RETURN: util_buf_printf(b, "   return\n"); break;
   default: break;
   }
}

void ir_print_noting(struct util_buf *b, const struct ir_shader *s, ir_print_fn note, void *user)
{
   util_buf_printf(b, "nvp4c-ir 1\nstage %s\nsource_ops %u\n", ir_stage_name[s->stage], s->num_source_ops);
   if (s->stage == IR_STAGE_GEOMETRY)
      util_buf_printf(b, "geometry in=%u out=%u vertices=%u\n", s->prim_in, s->prim_out, s->vertices_out);
   if (s->stage == IR_STAGE_COMPUTE)
      util_buf_printf(b,
                      s->invocations ? "compute x=%u y=%u z=%u shared=%u instances=%u\n" : "compute x=%u y=%u z=%u shared=%u\n",
                      s->block[0], s->block[1], s->block[2], s->shared_bytes, s->invocations);
   for (uint32_t k = 0; k < s->num_params; k++) {
      const struct io_param *p = &s->params[k];
      util_buf_printf(b, "param %u ", k);
      switch (p->cls) {
      case PARAM_CONST:
         util_buf_printf(b, "const 0x%x 0x%x 0x%x 0x%x", p->value[0], p->value[1], p->value[2], p->value[3]);
         break;
      case PARAM_ENV: util_buf_printf(b, "env %u", p->index); break;
      case PARAM_LOCAL: util_buf_printf(b, "local %u", p->index); break;
      case PARAM_UNIFORM: util_buf_printf(b, "uniform %u", p->index); break;
      case PARAM_PRE: util_buf_printf(b, "pre %u", p->index); break;
      default:
         util_buf_printf(b, "state ");
         print_name(b, p->state, 0);
         break;
      }
      util_buf_byte(b, '\n');
   }
   for (uint32_t k = 0; k < s->num_arrays; k++) {
      util_buf_printf(b, "array %u length=%u width=%u", k, s->arrays[k].length, s->arrays[k].width);
      if (s->arrays[k].name) {
         util_buf_byte(b, ' ');
         print_name(b, s->arrays[k].name, s->arrays[k].component);
      }
      util_buf_byte(b, '\n');
   }
   util_buf_byte(b, '\n');
   ir_foreach_block (s, blk)
      print_block(b, blk, note, user);
   if (!s->pre.shader)
      return;
   util_buf_printf(b, "\npreshader halves=%u\n\n", s->pre.halves);
   ir_foreach_block (s->pre.shader, blk)
      print_block(b, blk, note, user);
}

static void note_nothing(void *user, const struct util_buf *b, struct util_span span)
{
   (void)user, (void)b, (void)span;
}

void ir_print(struct util_buf *b, const struct ir_shader *s)
{
   ir_print_noting(b, s, note_nothing, NULL);
}

void ir_print_cfg(struct util_buf *b, const struct ir_shader *s)
{
   static const char *const term[] = {"", "jump", "if", "loop", "break", "continue", "return"};

   util_buf_printf(b, "digraph %s {\n   node [shape=box];\n", ir_stage_name[s->stage]);
   ir_foreach_block (s, blk) {
      uint32_t n = 0;
      ir_foreach_instr (blk, i)
         n++;
      util_buf_printf(b, "   b%u [label=\"block %u\\n%u instructions\\n%s\"];\n", blk->index, blk->index, n, term[blk->term]);
      if (blk->term == IR_TERM_IF)
         util_buf_printf(b, "   b%u -> b%u [label=\"true\"];\n   b%u -> b%u [label=\"false\"];\n", blk->index,
                         blk->succ[0]->index, blk->index, blk->succ[1]->index);
      else if (ir_num_succs(blk))
         util_buf_printf(b, "   b%u -> b%u%s;\n", blk->index, blk->succ[0]->index,
                         blk->term == IR_TERM_CONTINUE ? " [constraint=false]" : "");
   }
   util_buf_printf(b, "}\n");
}
