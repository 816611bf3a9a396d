/* SPDX-License-Identifier: MIT */
/*
 * Prints docs/usc-isa.md from the tables of backend-usc/isa/usc_isa.def alone. It lists the instructions of the USC document
 * and the state of each in our assembler, encoder and simulator. `make docs` writes the file, and `make check` compares it.
 */
#include <stdio.h>
#include <string.h>

#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/sim/usc_sim_priv.h"

static const struct {
   const char *chapter, *name;
   uint8_t op;
   char meaning;
   const char *remark;
} rows[] = {
#define ISR(chapter, name, op, meaning, remark) {chapter, name, USC_OP_##op, #meaning[0], remark},
#include "backend-usc/isa/usc_isa.def"
#undef ISR
};

static const struct {
   const char *name, *where;
   char meaning;
   const char *remark;
} mods[] = {
#define ISR_MOD(name, where, meaning, remark) {name, where, #meaning[0], remark},
#include "backend-usc/isa/usc_isa.def"
#undef ISR_MOD
};

static const char *bits_word(unsigned provenance)
{
   static const char *const words[] = {"two", "vendor", "one", "assumed", "none"};
   return words[provenance];
}

static const char *meaning_word(char c)
{
   return c == 'D' ? "documented" : c == 'O' ? "observed" : "assumed";
}

/* Operands, from the OP rows. */
static void operands(enum usc_op op)
{
   const struct usc_op_info *info = &usc_op_info[op];
   const char *s = usc_op_info[op].operands;
   bool any = false;
   if (op == USC_OP_PCK || op == USC_OP_TST || op == USC_OP_MOV || op == USC_OP_MOVC) {
      printf("%s", op == USC_OP_PCK   ? ".FORMAT ft2, IS3"
                   : op == USC_OP_TST ? "OP.TYPE ftt, p0\\|_, IS1, IS2"
                   : op == USC_OP_MOV ? " W0.MASK, MOVW0, IS4"
                                      : " W0.MASK, W1, ftt, MOVW0, MOVW1, IS4, IS5");
      return;
   }
   if (info->flags & USC_F_SOP) {
      printf("%s", op == USC_OP_F16SOP_MAD     ? " W0.e0, W0.e1, W1.e0, W1.e1, A E V, C G X, B F W, D H Y"
                   : op == USC_OP_F16SOP_U8MAD ? " W0.e0, .e1, .e2, .e3, W1, A E V, C G X, B F W, D H Y, S0"
                                               : " W0.joutJ, W0\\|W1.koutK, W1, A, E, op, B, F, C, G, op, D, H, S3");
      return;
   }
   for (; *s; s += usc_word_len(s), s += *s == ' ') {
      const struct usc_operand *o = &usc_operand[(unsigned char)*s];
      const char *second = strchr(o->words, ' ');
      const int len = (int)usc_word_len(s);
      printf("%s", any ? ", " : " ");
      any = true;
      switch ((enum usc_style)o->style) {
      case USC_S_WORD:
         if (second && *o->words != 'd' && *o->words != 'w')
            printf("%s\\|", second + 1);
         printf("%.*s", *o->words == 'd' ? 3 : (int)strcspn(o->words, " "), o->words);
         if (second && *o->words == 'w')
            printf("\\|%s", second + 1);
         break;
      case USC_S_LINE: printf("%s", info->flags & USC_F_P1 ? "ft0\\|ft1" : "ft0"); break;
      case USC_S_SOURCE:
         printf("S%u", o->extra);
         if (info->flags & USC_F_P1)
            printf("\\|S%u", o->extra + 3u);
         break;
      case USC_S_SLOT: printf("S%u%s", o->extra, len == 2 ? "\\|_" : ""); break;
      case USC_S_COUNTED: printf("S%u\\|%s", o->extra, o->words); break;
      case USC_S_FREE: printf("Sn"); break;
      case USC_S_SELECT: printf("%s", o->member == USC_M_is3 ? "IS3" : "FTE"); break;
      case USC_S_EXTERNAL: printf("IS0"); break;
      case USC_S_DEST: printf("W%u", o->extra); break;
      case USC_S_NUMBER: printf(*s == '?' ? "[%.*s]" : "%.*s", len - 1, s + 1); break;
      case USC_S_IMMEDIATE: printf("imm"); break;
      case USC_S_BRANCH: printf("offset"); break;
      case USC_S_REGISTER:
         printf("%s", o->extra == USC_TEMP ? "rN" : o->extra == USC_COEFF ? "cfN" : *s == '!' ? "[shN]" : "shN");
         break;
      default: break;
      }
   }
}

/* Does the member of the op exist only in the text, without bits? */
static bool text_only(enum usc_op op, unsigned member)
{
   for (const struct usc_row *r = usc_op_info[op].rows; r->row; r++)
      if (r->row == USC_ROW_TEXT && r->member == member)
         return true;
   return false;
}

static void modifiers(enum usc_op op)
{
   static const struct {
      uint8_t member;
      char operand;
      const char *text;
   } list[] = {
       {USC_M_A_NEG, '1', "neg"},    {USC_M_A_ABS, '1', "abs"},         {USC_M_A_FLR, '1', "flr"},
       {USC_M_A_F16, '1', "f16"},    {USC_M_A_ELEM, '1', "eN"},         {USC_M_B_NEG, '2', "neg"},
       {USC_M_B_ABS, '2', "abs"},    {USC_M_B_ELEM, '2', "eN"},         {USC_M_C_NEG, '3', "neg"},
       {USC_M_C_ABS, '3', "abs"},    {USC_M_C_FLR, '3', "flr"},         {USC_M_C_ELEM, '3', "eN"},
       {USC_M_D_F16, 'D', "f16.eN"}, {USC_M_is3_mod, '1', "neg 1.abs"}, {USC_M_fte_mod, 'X', "abs"},
       {USC_M_tst_elem, '*', "eN"},  {USC_M_tst_f16, '*', "f16"},
   };
   const bool whole = usc_op_info[op].flags & USC_F_NOENC;
   bool any = false;
   if (usc_op_info[op].flags & USC_F_SOP) {
      printf("first factors and addends neg abs flr clamp; second factors oneminus abs clamp; eN u8 f16; .zabs .zclamp");
      return;
   }
   for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
      if (!usc_op_has_member(op, (enum usc_member)list[i].member))
         continue;
      const bool t = !whole && text_only(op, list[i].member);
      if (list[i].member == USC_M_fte_mod && usc_op_info[op].flags & USC_F_EXT4)
         printf(" X.neg†");
      printf("%s%c.%s%s", any ? " " : "", list[i].operand, list[i].text, t ? "†" : "");
      any = true;
   }
   for (unsigned i = 0; i < usc_num_suffixes; i++) {
      if (!usc_op_has_member(op, (enum usc_member)usc_suffix[i].member) || usc_suffix[i].member == USC_M_tst_type)
         continue;
      const bool t = !whole && text_only(op, usc_suffix[i].member);
      printf("%s.%s%s", any ? " " : "", usc_suffix[i].text, t ? "†" : "");
      any = true;
   }
}

static const char *unit(enum usc_op op)
{
   static const char *const main_unit[] = {"P0", "P1", "P2 pck", "P2 tst", "P2 mov", "backend"}, *const bit_unit[] = {
                                                                                                     "P0 mask",    "P0 shift 1",
                                                                                                     "P0 count",   "P1",
                                                                                                     "P2 shift 2", "P2 test"};
   const struct usc_op_info *info = &usc_op_info[op];
   if (info->kind == USC_CONTROL)
      return "control";
   if (info->kind == USC_BITWISE)
      return bit_unit[info->unit];
   return info->flags & USC_F_P1 ? "P0 P1" : info->flags & USC_F_COMPLEX ? "P0 (all)" : main_unit[info->unit];
}

static void instructions(void)
{
   printf("| ISR | document | text | unit | bytes | bits | meaning | modifiers | remark "
          "|\n|---|---|---|---|---|---|---|---|---|\n");
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const enum usc_op op = (enum usc_op)rows[i].op;
      const struct usc_op_info *info = &usc_op_info[op];
      unsigned most = info->bytes;
      for (const struct usc_row *r = info->rows; r->row; r++)
         most += r->row == USC_ROW_PART ? r->width : 0;
      printf("| %s | %s | `%s", rows[i].chapter, rows[i].name, info->name);
      operands(op);
      printf("` | %s | ", unit(op));
      if (info->flags & USC_F_NOENC)
         printf("-");
      else if (most > info->bytes)
         printf("%u-%u", info->bytes, most);
      else
         printf("%u", info->bytes);
      printf(" | %s | %s | ", bits_word(info->provenance), meaning_word(rows[i].meaning));
      modifiers(op);
      printf(" | %s |\n", rows[i].remark);
   }
}

static void formats(void)
{
   printf("| code | name | components | pck | unpck |\n|---|---|---|---|---|\n");
   for (unsigned f = 0; f < 32; f++) {
      unsigned n = 0;
      uint32_t w = 0;
      if (!usc_fmt_name[f])
         continue;
      while (n < 8 && usc_sim_pack(&num_model_usc_rtz, f, n, 1, 0, &w))
         n++;
      printf("| %u%s | `%s` | %u | yes | %s |\n", f, f == USC_FMT_SE9995 ? " (assumed[rare-formats]: the only hole)" : "",
             usc_fmt_name[f], n, f == USC_FMT_COV || f >= USC_FMT_CONST0 ? "no" : "yes");
   }
}

static void constants(void)
{
   printf("| index | bits | index | bits | index | bits | index | bits |\n|---|---|---|---|---|---|---|---|\n");
   unsigned n = 0;
   uint32_t bits;
   for (uint32_t i = 0; i < 256; i++) {
      if (!usc_constant_bits(i, &bits))
         continue;
      printf("| %u | %08X %s", (unsigned)i, (unsigned)bits, ++n % 4 ? "" : "|\n");
   }
}

static void banks(void)
{
   static const struct {
      const char *text, *what, *count;
      struct usc_opd o;
      const char *provenance;
   } b[] = {
       {"rN", "temporary", "248", {.bank = USC_TEMP}, "documented"},
       {"viN", "vertex input", "248", {.bank = USC_VTX}, "documented"},
       {"cfN", "coefficient", "4096", {.bank = USC_COEFF}, "documented"},
       {"cfaN", "coefficient, alternate set", "4096", {.bank = USC_COEFFA}, "documented"},
       {"shN", "shared", "4096", {.bank = USC_SHARED}, "documented"},
       {"cN (c0..c31 c64..c95 c128..c159)", "special constant", "96", {.bank = USC_SPECIAL}, "documented"},
       {"srN", "special register", "", {.bank = USC_SPECIAL, .index = 97}, "documented (numbers: observed)"},
       {"iN", "internal", "8", {.bank = USC_SPECIAL, .index = 36}, "documented"},
       {"siN, slN",
        "the same registers in reverse order, printed as i(7-N)",
        "8",
        {.bank = USC_SPECIAL, .index = 36},
        "documented"},
       {"oN", "pixel output", "8", {.bank = USC_SPECIAL, .index = 32}, "documented"},
       {"idxN", "index register", "2", {.bank = USC_IDX}, "documented"},
       {"bank[idxN+offset]",
        "r vi cf cfa sh o dc through an index register, offset 0..255",
        "",
        {.bank = USC_TEMP, .idx = 1},
        "documented"},
       {"bankOFF[idxN, D]",
        "the same with a dimension of 2, 4, 8 or 16: no encoding; index times D",
        "",
        {.bank = USC_TEMP, .idx = 5},
        "documented; multiplication assumed[index-dimension]"},
       {"dc[idxN+offset]", "dynamic constant, read only", "16384", {.bank = USC_DC, .idx = 1}, "documented"},
       {"voN", "vertex output: the address of uvsw.write", "256", {.bank = USC_NONE}, "documented"},
   };
   printf("| text | what | number | readable in | provenance |\n|---|---|---|---|---|\n");
   for (unsigned i = 0; i < sizeof b / sizeof *b; i++) {
      printf("| `%s` | %s | %s | ", b[i].text, b[i].what, b[i].count);
      const unsigned slots = b[i].o.bank ? usc_opd_slots(b[i].o) : 0;
      for (unsigned s = 0; s < 6; s++)
         if (slots >> s & 1)
            printf("%sS%u", slots & ((1u << s) - 1) ? " " : "", s);
      printf(" | %s |\n", b[i].provenance);
   }
}

int main(void)
{
   /* every op has a row */
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      bool found = false;
      for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
         found |= rows[i].op == op;
      if (!found) {
         fprintf(stderr, "no ISR row for %s\n", usc_op_info[op].name);
         return 1;
      }
   }
   unsigned encoded = 0, none = 0;
   for (unsigned op = 1; op < USC_NUM_OPS; op++)
      *(usc_op_info[op].flags & USC_F_NOENC ? &none : &encoded) += 1;
   printf(
       "<!-- Made by `make docs` from backend-usc/isa/usc_isa.def: change that. -->\n"
       "# The USC instructions and the support for each\n\n"
       "ISR is the public \"PowerVR Instruction Set Reference\" 1.0. Every row assembles, prints and runs in the simulator. %u "
       "ops have an\n"
       "encoding, %u have none in any public source: they live in text and in the simulator (`nvp4c --sim`), the encoder "
       "refuses them.\n\n"
       "* bits: **vendor** seen in code of the vendor's compiler; **two** public compilers agree; **one** public description;\n"
       "  **none** no public encoding.\n"
       "* meaning, as simulated: **documented** by ISR; **observed** in the use that public compilers make of it; **assumed**, "
       "wholly or in\n"
       "  what the remark says; [id] is a row of usc-encoding.md, \"Assumptions\". Denormals are assumed[denormals] "
       "throughout.\n"
       "* modifiers: 1 2 3 the operands in order, D the destination, X the external source, * both operands of a test. † in "
       "the document,\n"
       "  but without public bits: text and simulator only.\n\n"
       "A complex op (\"P0 (all)\") is encoded alone. In text a pack, an output and a move to W1 may share its group, and it "
       "may sit in P1\n"
       "after another op, as the document says of optional cores; the encoder refuses that.\n\n"
       "## Instructions\n\n",
       encoded, none);
   instructions();
   printf("\n## Modifiers of the document\n\n| document | taken on | meaning | remark |\n|---|---|---|---|\n");
   for (unsigned i = 0; i < sizeof mods / sizeof *mods; i++)
      printf("| %s | %s | %s | %s |\n", mods[i].name, mods[i].where, meaning_word(mods[i].meaning), mods[i].remark);
   printf("\n## Tests and their types\n\n");
   for (unsigned i = 0; i < usc_num_mnemonics; i++) {
      const struct usc_mnemonic *m = &usc_mnemonic[i];
      if (m->op == USC_OP_TST)
         printf("%s`%s`%s", m->value[0] ? ", " : "", m->text, m->value[0] >= USC_TST_MIN ? " (no encoding)" : "");
   }
   printf(". Types:");
   for (unsigned i = 0; i < usc_num_suffixes; i++)
      if (usc_suffix[i].member == USC_M_tst_type)
         printf("%s `%s`", usc_suffix[i].value ? "," : "", usc_suffix[i].text);
   printf(".\n\n## Formats of pck and unpck\n\nTheir arithmetic: assumed[pack], assumed[rare-formats], where usc_sim_fmt.c "
          "says so.\n\n");
   formats();
   printf("\n## Registers\n\n");
   banks();
   printf("\n## Special constants\n\n");
   constants();
   printf("\n## Rules\n\nViolations that `usc_check()` finds, in the words of the assembler:\n\n");
   for (unsigned r = 1; r < USC_NUM_VIOLATIONS; r++)
      printf("* %s: %s\n", usc_violation_name((enum usc_violation)r), usc_violation_text((enum usc_violation)r));
   return 0;
}
