/* SPDX-License-Identifier: MIT */
/* Prints docs/agx-isa.md from the tables of backend-agx/isa alone. `make docs` writes the file, `make check` compares it. */
#include <stdio.h>
#include <string.h>

#include "backend-agx/isa/agx.h"

static const char ref_letter[AGX_NUM_REFS] = "DABCYUTS";

/* Names of kinds, fields, orders and flags in the order of their enums. */
static const char *const kind_name[] = {
#define KIND(id, ...) #id,
#include "backend-agx/isa/agx_isa.def"
};
static const char *const order_name[] = {"-",       "coverage", "load",  "store", "atomic",     "barrier",
                                         "output", "last",     "first", "fixed", "by register"};
static const struct {
   uint32_t flag;
   const char *name;
} flags[] = {{AGX_ASYNC, "async"}, {AGX_STATE, "state"}, {AGX_EFFECT, "effect"},     {AGX_CROSS, "cross"},   {AGX_EXEC, "exec"},
             {AGX_JUMP, "jump"},   {AGX_END, "end"},     {AGX_LINK, "link"},         {AGX_DRAIN, "drain"},   {AGX_SEXT, "sext"},
             {AGX_FRAGMENT, "fs"}, {AGX_VERTEX, "vs"},   {AGX_PREAMBLE, "preamble"}, {AGX_PIX_1, "pix 1"}, {AGX_PIX_4, "pix 4"},
             {AGX_PIX_8, "pix 8"}};

/* Returns the placeholder of the row in the text, or NULL if it has none of its own. */
static const char *placeholder(const struct agx_row *row, char *buf, size_t size)
{
   const bool number = row->kind == AGX_K_NUM;

   switch (row->style) {
   case AGX_S_NONE:
   case AGX_S_MOD:
   case AGX_S_SAT: return NULL;
   case AGX_S_REF: snprintf(buf, size, "%c", ref_letter[row->name]); return buf;
   case AGX_S_OPTREF:
   case AGX_S_EXTRA: snprintf(buf, size, "[%c]", ref_letter[row->name]); return buf;
   case AGX_S_SAMPLE: return "[C,] interpolation";
   case AGX_S_LOD: return "lod, B";
   case AGX_S_LSL2:
   case AGX_S_LSL4: return "[lsl n]";
   case AGX_S_BITS: return "[mask n]";
   case AGX_S_OPT: return "[n]";
   case AGX_S_COH: return "[coherent]";
   case AGX_S_SR: return "sr";
   case AGX_S_PC: return "pc+n";
   case AGX_S_XYZW: return "xyzw";
   case AGX_S_ICC:
   case AGX_S_FCC: return "cc";
   case AGX_S_CONV: return "conversion";
   case AGX_S_ROUND: return "rounding";
   case AGX_S_FMT: return "format";
   case AGX_S_EXT: return "signed\\|unsigned";
   case AGX_S_GATHER: return "gather";
   case AGX_S_ATOMIC:
   case AGX_S_SIMD: return "op";
   case AGX_S_DIM: return "dim";
   case AGX_S_FLAG: snprintf(buf, size, "[%s]", agx_field_name((enum agx_field)row->name)); return buf;
   default: break;
   }
   return !number                   ? NULL
          : row->name == AGX_F_SLOT ? "slot"
          : row->name == AGX_F_NEST ? "nest"
          : row->name == AGX_F_KILL ? "kill"
                                    : "n";
}

static void print_text(unsigned op)
{
   const struct agx_row *row = &agx_rows[agx_info[op].row];
   const char *sep = " ";
   char buf[32];

   printf("`%s%s", agx_info[op].name, row->style == AGX_S_SAT ? "[.sat]" : "");
   for (; row->kind != AGX_K_END; row++) {
      const char *text = placeholder(row, buf, sizeof buf);
      if (text)
         printf("%s%s", sep, text);
      sep = text ? ", " : sep;
   }
   printf("`");
}

/* Prints the operands with their kinds and modifiers. */
static void print_operands(unsigned op)
{
   const char *sep = "";

   for (const struct agx_row *row = &agx_rows[agx_info[op].row]; row->kind != AGX_K_END; row++) {
      if (row->kind == AGX_K_NUM || row->kind == AGX_K_ONES || row->style == AGX_S_MOD)
         continue;
      printf("%s%c %s", sep, ref_letter[row->name], kind_name[row->kind]);
      if (row[1].style == AGX_S_MOD)
         printf(" %s", agx_kind_info[row[1].kind].text);
      sep = "; ";
   }
}

static void print_sources(unsigned source)
{
   printf("%s%s%s", source & AGX_FROM_M ? "M" : "", source & AGX_FROM_X ? "X" : "", source & AGX_FROM_A ? "A" : "");
}

static void instructions(void)
{
   printf("| text | operands | bytes | unit | order | | from |\n|---|---|---|---|---|---|---|\n");
   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      const struct agx_info *info = &agx_info[op];
      printf("| ");
      print_text(op);
      printf(" | ");
      print_operands(op);
      if (info->short_len == info->long_len)
         printf(" | %u", info->short_len);
      else
         printf(info->always_long ? " | (%u) %u" : " | %u %u", info->short_len, info->long_len);
      printf(" | %s | %s |", info->unit ? agx_unit_info[info->unit].name : "-", order_name[info->order]);
      for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++)
         if (info->flags & flags[k].flag)
            printf(" %s", flags[k].name);
      printf(" | ");
      print_sources(info->source);
      printf(" |\n");
   }
}

/* Prints the fields that fewer sources describe than their operation. */
static void doubtful_fields(void)
{
   printf("| of | field | from |\n|---|---|---|\n");
   for (unsigned op = 0; op < AGX_NUM_OPS; op++)
      for (const struct agx_row *row = &agx_rows[agx_info[op].row]; row->kind != AGX_K_END; row++) {
         char buf[32];
         const char *text = placeholder(row, buf, sizeof buf);
         if (!(agx_info[op].source & ~row->source))
            continue;
         printf("| `%s` | %s | ", agx_info[op].name,
                row->style == AGX_S_MOD ? agx_kind_info[row->kind].text
                : text                  ? text
                                        : "-");
         print_sources(row->source);
         printf(" |\n");
      }
}

static void units(void)
{
   printf("| unit | sum | cycles until the result | cost |\n|---|---|---|---|\n");
   for (unsigned u = 1; u < AGX_NUM_UNITS; u++)
      printf("| %s | %s | %u | %u |\n", agx_unit_info[u].name, agx_unit_info[u].complex ? "complex" : "simple",
             agx_unit_info[u].latency, agx_unit_info[u].cost);
}

static void kinds(void)
{
   printf("| kind | |\n|---|---|\n");
   for (unsigned k = AGX_K_END + 1; k < AGX_NUM_KINDS; k++)
      if (agx_kind_info[k].takes)
         printf("| %s | %s |\n", kind_name[k], agx_kind_info[k].text);
}

static void special_registers(void)
{
   printf("| number | name | order |\n|---|---|---|\n");
   for (uint32_t n = 0; n < 256; n++) {
      const struct agx_instr in = {.op = AGX_OP_get_sr, .imm = n};
      if (agx_sreg_name(n))
         printf("| %u | %s | %s |\n", n, agx_sreg_name(n), order_name[agx_order_of(&in)]);
   }
}

static void formats(void)
{
   printf("| format | bytes of an element | components |\n|---|---|---|\n");
   for (uint32_t v = 0; v < 16; v++)
      if (agx_format_info[v].bytes && agx_format_info[v].packed)
         printf("| %s | %u | %u, all |\n", agx_value_name(AGX_S_FMT, v), agx_format_info[v].bytes, agx_format_info[v].packed);
      else if (agx_format_info[v].bytes)
         printf("| %s | %u | those of the mask |\n", agx_value_name(AGX_S_FMT, v), agx_format_info[v].bytes);
   printf("\n| dimension | coordinates | of a gradient | layer |\n|---|---|---|---|\n");
   for (uint32_t v = 0; v < 16; v++)
      if (agx_dim_info[v].coords)
         printf("| %s | %u | %u | %s |\n", agx_value_name(AGX_S_DIM, v), agx_dim_info[v].coords, agx_dim_info[v].gradient,
                agx_dim_info[v].layer ? "yes" : "no");
}

static void values(void)
{
   static const struct {
      const char *what;
      enum agx_style style;
   } list[] = {{"integer conditions", AGX_S_ICC}, {"float conditions", AGX_S_FCC}, {"conversions", AGX_S_CONV},
               {"rounding", AGX_S_ROUND},         {"gather", AGX_S_GATHER},        {"lod", AGX_S_LODMODE},
               {"atomics", AGX_S_ATOMIC},         {"reductions and scans", AGX_S_SIMD}};

   for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
      printf("* %s:", list[i].what);
      for (uint32_t v = 0; v < 32; v++)
         if (agx_value_name(list[i].style, v))
            printf(" %u %s", v, agx_value_name(list[i].style, v));
      printf("\n");
   }
}

static void occupancy(void)
{
   printf("| halves | threads |\n|---|---|\n");
#define OCCUPANCY(halves, threads) printf("| %d | %d |\n", halves, threads);
#include "backend-agx/isa/agx_value.def"
}

int main(void)
{
   printf("<!-- Made by `make docs` from backend-agx/isa/agx_isa.def and agx_value.def: change those. -->\n"
          "# The AGX2 instructions\n\n"
          "Every row assembles, prints, encodes and decodes; bit positions are in the table. docs/agx-encoding.md says how to "
          "read operands\n"
          "and what the operations compute.\n\n"
          "* text: [] may be left out. `.short` or `.long` after the mnemonic is the form that the encoder does not choose.\n"
          "* bytes: short and long form; (n): a short form that no public compiler emits.\n"
          "* order: what may not change places with it (`enum agx_ordering`): coverage with coverage; loads with stores and "
          "atomics; a\n"
          "  barrier with everything that has an order; outputs with the last one.\n"
          "* async: waits for its slot make its result or effect valid. state: another result the next time. effect: not dead "
          "without a\n"
          "  reader. cross: reads other lanes. exec: reads and writes r0l in all lanes, then those with 0 run. link: writes "
          "r1. drain: both\n"
          "  slots are waited for in front. sext: a 16-bit A is sign-extended. pix n: `wait_pix` with bit n comes first.\n"
          "* from: M Mesa emits it, X Mesa's AGX2.xml has it, A applegpu decodes it.\n\n"
          "## Instructions\n\n");
   instructions();
   printf("\n## Fields that fewer describe\n\n");
   doubtful_fields();
   printf("\n## Kinds of operands\n\nRegisters of 32 bits start at an even half, those of 64 bits at a multiple of 4 halves, "
          "or of 2 in bases.\n\n");
   kinds();
   printf("\n## Units\n\nOf Mesa's model (agx_performance.c). Complex operations add twice their cost to a sum of their own "
          "and 1 to the other; cost 0 and\n"
          "no unit add nothing.\n\n");
   units();
   printf("\n## Occupancy\n\nHow many threads a core runs if each declares at most so many halves (agx_performance.c).\n\n");
   occupancy();
   printf("\n## Special registers\n\n");
   special_registers();
   printf("\n## Formats and dimensions\n\nA layer takes one more register, which a sample number shares.\n\n");
   formats();
   printf("\n## Other values\n\n");
   values();
   return 0;
}
