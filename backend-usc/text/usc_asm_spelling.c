/* SPDX-License-Identifier: MIT */
/*
 * Statements with other spellings: the various meanings of mov, and the syntax of the document's listings and of other tools
 * (docs/usc-tools.md).
 */
#include "backend-usc/text/usc_asm.h"

/* mov REG, ftN in a bitwise group: the destination of W0 or W1. */
static bool declare_bitwise(struct usc_as *a, const struct usc_tok *t)
{
   const struct usc_group *g = &a->g;
   const unsigned last = g->op[USC_SHIFT2] || g->op[USC_TEST] ? 5 : g->op[USC_LOGIC] ? 4 : 1;
   if (t[1].kind != TOK_FT || (t[1].num != 3 && t[1].num != last))
      return usc_as_bad(a, t[1].at, "W0 comes from the last stage, W1 from ft3");
   return usc_as_dest(a, &t[0], t[1].num == 3);
}

/* The same in a main group: the first one is for W0, the second for W1. */
static bool declare(struct usc_as *a, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
   if (!usc_as_kind(a, USC_MAIN))
      return false;
   /* if an operation or a mov names W0 itself, the declaration is for W1 */
   const bool named = g->op[USC_MOV] == USC_OP_MOV && (g->dst[0].bank || a->declared == 0);
   if (!a->declared && ((usc_driven(g) & 1) || (named && t[0].kind != TOK_W)))
      a->declared = 1;
   if (a->declared > 1)
      return usc_as_bad_stmt(a, "a group has two outputs");
   const unsigned w = a->declared++;
   if (t[0].kind == TOK_REG && g->dst[w].bank)
      return usc_as_bad(a, t[0].at, "the output already has a destination");
   if (!usc_as_dest(a, &t[0], w) || !usc_as_select(a, &t[1], w ? &g->is5 : &g->is4, NULL))
      return false;
   if (w && g->op[USC_MOV] == USC_OP_MOV)
      g->mov_w1 = g->is5; /* both are the same, for it is not known which one the machine uses */
   return true;
}

/* Reads the statement as another operation. */
static bool read_as(struct usc_as *a, struct usc_stmt *s, const char *mnemonic)
{
   strcpy(s->mnemonic, mnemonic);
   return usc_as_op(a, s);
}

/* With a mask mov is a P2 operation; otherwise it declares an output, or in the document's listings it is a bypass. */
bool usc_as_mov(struct usc_as *a, struct usc_stmt *s)
{
   struct usc_tok *t = s->t;
   const bool plain = !s->mnemonic[3];
   if (s->n == 5 && t[2].kind == TOK_FTT &&
       plain) { /* mov D.mask, F, ftt, T, F: the fourth if the test holds, else the second */
      const struct usc_tok none = {.kind = TOK_NONE, .at = t[0].at, .pin = -1};
      memcpy(t, (const struct usc_tok[]){t[0], none, t[2], t[3], none, t[1], none}, 7 * sizeof *t);
      s->n = 7;
      return read_as(a, s, "movc");
   }
   if (s->n >= 2 && (t[0].mask || t[0].enone)) {
      if (t[0].kind == TOK_FT && t[0].num == 0) /* ft0 with a mask is W0 without a register */
         t[0].kind = TOK_W;
      return usc_as_op(a, s);
   }
   if (s->n == 4 && plain && t[0].kind == TOK_FT && t[0].num == 0 && t[1].kind == TOK_FT && t[1].num == 1)
      return read_as(a, s, "byp");
   if (s->n != 2 || !plain)
      return usc_as_bad_stmt(a, "a declaration takes a register and a feed-through");
   if (t[0].kind == TOK_FT && t[0].num < 5) /* the document's spelling of a bypass */
      return read_as(a, s, t[0].num < 2 ? "mbyp" : "byp");
   return a->started && a->g.kind == USC_BITWISE ? declare_bitwise(a, t) : declare(a, t);
}

/* ---- other spellings ----------------------------------------------------------------------------------------------------- */

/* Replaces the first `old` characters of the mnemonic unless the new one is too long. */
static void replace(struct usc_stmt *s, size_t old, const char *text)
{
   const size_t k = strlen(text), len = strlen(s->mnemonic);
   if (len + k - old >= sizeof s->mnemonic)
      return;
   memmove(s->mnemonic + k, s->mnemonic + old, len - old + 1);
   memcpy(s->mnemonic, text, k);
}

static bool head_is(const struct usc_stmt *s, const char *word)
{
   const size_t k = strlen(word);
   return strncmp(s->mnemonic, word, k) == 0 && (!s->mnemonic[k] || s->mnemonic[k] == '.');
}

void usc_as_normalise(struct usc_stmt *s)
{
   static const char *const alias[][2] = {
       {"mul", "fmul"},           {"mad", "fmad"},     {"add", "fadd"},           {"upck", "unpck"},
       {"sub", "fsub"},           {"movcl", "movc"},   {"itrsm1d", "itrsmp1d"},   {"itrsm2d", "itrsmp2d"},
       {"itrsm3d", "itrsmp3d"},   {"frsqt", "fsqrt"},  {"depth", "depthf"},       {"smp.1d", "smp1d"},
       {"smp.2d", "smp2d"},       {"smp.3d", "smp3d"}, {"itrsmp.1d", "itrsmp1d"}, {"itrsmp.2d", "itrsmp2d"},
       {"itrsmp.3d", "itrsmp3d"},
   };
   struct usc_tok *t = s->t;
   for (unsigned i = 0; i < sizeof alias / sizeof *alias; i++)
      if (head_is(s, alias[i][0])) {
         replace(s, strlen(alias[i][0]), alias[i][1]);
         break;
      }
   if (head_is(s, "fsub") && s->n == 3) { /* a - b = -b + a */
      const struct usc_tok x = t[1];
      memcpy(s->mnemonic, "fadd", 4);
      t[1] = t[2];
      t[2] = x;
      t[1].o.mod ^= USC_MOD_NEG;
   }
   if (head_is(s, "fitr") && s->n == 5) /* with a W coefficient as fifth operand it is fitrp */
      replace(s, 4, "fitrp");
   if (strcmp(s->mnemonic, "asr") == 0) /* the sign is in the top bit by default */
      replace(s, 3, "asr.twb");
   if (strncmp(s->mnemonic, "tst", 3) == 0) { /* a type may follow without its dot: tstes32 */
      size_t n = strcspn(s->mnemonic, ".");
      while (n && cg_lex_is_digit(s->mnemonic[n - 1]))
         n--;
      if (cg_lex_is_digit(s->mnemonic[n]) && n > 4 && strchr("fsu", s->mnemonic[n - 1])) {
         memmove(s->mnemonic + n, s->mnemonic + n - 1, sizeof s->mnemonic - n);
         s->mnemonic[n - 1] = '.';
         s->mnemonic[sizeof s->mnemonic - 1] = 0;
      }
   }
   static const char *const logic[] = {"or", "and", "xor", "nor", "nand", "xnor"};
   for (unsigned i = 0; i < sizeof logic / sizeof *logic; i++) {
      if (strcmp(s->mnemonic, logic[i]) != 0 || s->n != 3)
         continue;
      const struct usc_tok none = {.kind = TOK_NONE, .word = "_", .at = t[0].at, .pin = -1};
      memcpy(t, (const struct usc_tok[]){t[0], none, t[1], none, t[2]}, 5 * sizeof *t);
      s->n = 5;
      break;
   }
   /* in the document all uvsw operations have an output and an address, which may be unused */
   if (strncmp(s->mnemonic, "uvsw.", 5) == 0 && s->n == 2 && t[0].kind == TOK_W && t[1].kind == TOK_NONE)
      s->n = 0;
}
