/* SPDX-License-Identifier: MIT */
/*
 * Statements that no SYN row describes: pck, tst, mov, movc; and the spellings of statements in the document's listings and in
 * other tools, which are taken as well (docs/usc-tools.md).
 */
#include "backend-usc/text/usc_asm.h"

bool usc_as_pck(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   size_t k = 4, e = 4;
   if (!usc_as_kind(a, USC_MAIN) || !usc_as_unit(a, USC_PCK, USC_OP_PCK, a->stmt))
      return false;
   if (len < 5)
      return usc_as_bad_stmt(a, "format missing");
   while (e < len && m[e] != '.')
      e++;
   k = e - 4;
   if (k == 4 && strncmp(m + 4, "prog", 4) == 0) {
      g->pck_prog = 1;
   } else {
      const unsigned f = usc_as_format(m + 4, k);
      if (f == 32)
         return usc_as_bad_stmt(a, "unknown format");
      g->pck_fmt = (uint8_t)f;
   }
   if (!usc_as_suffixes(a, USC_OP_PCK, USC_PCK, m + e, len - e))
      return false;
   if (n < 1 || t[0].kind != TOK_FT || t[0].num != 2)
      return usc_as_bad_stmt(a, "ft2 expected");
   const unsigned want = g->pck_prog ? 3 : g->pck_fmt >= USC_FMT_CONST0 ? 1 : 2;
   if (n != want)
      return usc_as_bad_stmt(a, "wrong number of operands");
   uint8_t dummy;
   return (n < 2 || usc_as_select(a, &t[1], &g->is3)) && (n < 3 || usc_as_select(a, &t[2], &dummy));
}

bool usc_as_tst(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   size_t e = 3, ty;
   if (!usc_as_kind(a, USC_MAIN) || !usc_as_unit(a, USC_TST, USC_OP_TST, a->stmt))
      return false;
   while (e < len && m[e] != '.')
      e++;
   unsigned op = USC_NUM_TST_OPS, type = 0;
   size_t best = 0;
   for (unsigned i = 0; i < USC_NUM_TST_OPS; i++) { /* the longest name; a type may follow without its dot ("tstes32") */
      const size_t k = strlen(usc_tst_op_name[i]);
      const char c = k <= e - 3 ? m[3 + k] : 'x';
      if (k <= e - 3 && k > best && strncmp(usc_tst_op_name[i], m + 3, k) == 0 &&
          (k == e - 3 || ((c == 'f' || c == 's' || c == 'u') && e - 3 - k >= 2 && cg_lex_is_digit(m[4 + k])))) {
         op = i;
         best = k;
      }
   }
   if (op == USC_NUM_TST_OPS)
      return usc_as_bad_stmt(a, "unknown test");
   ty = best == e - 3 ? e + (e < len) : 3 + best;
   e = ty;
   while (e < len && m[e] != '.')
      e++;
   while (type < USC_NUM_TST_TYPES &&
          (strlen(usc_tst_type_name[type]) != e - ty || strncmp(usc_tst_type_name[type], m + ty, e - ty) != 0))
      type++;
   if (type == USC_NUM_TST_TYPES && e > ty)
      return usc_as_bad_stmt(a, "unknown type of a test");
   g->tst_op = (uint8_t)op;
   g->tst_type = (uint8_t)(e > ty ? type : 0);
   if (!usc_as_suffixes(a, USC_OP_TST, USC_TST, m + e, len - e))
      return false;
   if (n < 1 || t[0].kind != TOK_FTT)
      return usc_as_bad_stmt(a, "ftt expected");
   unsigned i = 1;
   const unsigned want = op == USC_TST_C ? 0 : op < USC_TST_C ? 1 : 2;
   if (n == want + 2) {
      g->tst_pwen = t[i].kind == TOK_P0;
      if (t[i].kind != TOK_P0 && t[i].kind != TOK_NONE)
         return usc_as_bad(a, t[i].at, "p0 or _ expected");
      i++;
   } else if (n != want + 1) {
      return usc_as_bad_stmt(a, "wrong number of operands");
   }
   for (unsigned k = 0; k < want; k++, i++) {
      uint8_t sel;
      if (t[i].mask) {
         unsigned el = 0;
         while (!(t[i].mask >> el & 1))
            el++;
         if (t[i].mask != 1u << el)
            return usc_as_bad(a, t[i].at, "one element expected");
         if (k && el != g->tst_elem)
            g->tst_rhs = (uint8_t)(el + 1);
         else
            g->tst_elem = (uint8_t)el;
      } else if (k && t[i].f16 && g->tst_elem) {
         g->tst_rhs = 1;
      }
      if (t[i].f16)
         g->tst_f16 |= (uint8_t)(1u << k);
      if (!usc_as_select(a, &t[i], &sel))
         return false;
      if (sel != USC_FTE && sel != (k ? USC_FT1 : USC_FT0))
         return usc_as_bad(a, t[i].at, "a test looks at ft0 and ft1, or at the external source");
      *(k ? &g->is2 : &g->is1) = sel == USC_FTE;
   }
   return true;
}

bool usc_as_movc(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   if (!usc_as_kind(a, USC_MAIN) || !usc_as_unit(a, USC_MOV, USC_OP_MOVC, a->stmt) ||
       !usc_as_suffixes(a, USC_OP_MOVC, USC_MOV, m + 4, len - 4))
      return false;
   if ((n != 7 && n != 5) || t[2].kind != TOK_FTT)
      return usc_as_bad_stmt(a, "movc takes D, D1, ftt, T0, T1, F0, F1");
   g->mov_mask = t[0].enone ? 0 : t[0].mask ? t[0].mask : 0xf;
   if (n == 5) { /* the document's form: the false values are what the outputs have otherwise */
      a->movc5 = true;
      return usc_as_dest(a, &t[0], 0) && usc_as_dest(a, &t[1], 1) && usc_as_select(a, &t[3], &g->mov_w0) &&
             (t[4].kind == TOK_NONE || usc_as_select(a, &t[4], &g->mov_w1));
   }
   return usc_as_dest(a, &t[0], 0) && usc_as_dest(a, &t[1], 1) && usc_as_select(a, &t[3], &g->mov_w0) &&
          (t[4].kind == TOK_NONE || usc_as_select(a, &t[4], &g->mov_w1)) && usc_as_select(a, &t[5], &g->is4) &&
          (t[6].kind == TOK_NONE || usc_as_select(a, &t[6], &g->is5));
}

/* mov: a P2 operation if the destination has a mask, else the declaration of W0, then of W1; in the document's listings also
   a bypass. */
bool usc_as_mov(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   if (n == 5 && t[2].kind == TOK_FTT) { /* mov D.mask, F, ftt, T, F: the fourth operand if the test holds, else the second */
      const struct usc_tok none = {.kind = TOK_NONE, .at = t[0].at, .pin = -1};
      const struct usc_tok c[7] = {t[0], none, t[2], t[3], none, t[1], none};
      return len == 3 ? usc_as_movc(a, "movc", 4, c, 7) : usc_as_bad_stmt(a, "unknown suffix");
   }
   if (n >= 2 && (t[0].mask || t[0].enone)) {
      struct usc_tok d = t[0];
      if (d.kind == TOK_FT && d.num == 0) /* ft0 with a mask is W0 without a register */
         d.kind = TOK_W;
      if (!usc_as_kind(a, USC_MAIN) || !usc_as_unit(a, USC_MOV, USC_OP_MOV, a->stmt) ||
          !usc_as_suffixes(a, USC_OP_MOV, USC_MOV, m + 3, len - 3))
         return false;
      g->mov_mask = d.mask;
      if (!usc_as_dest(a, &d, 0))
         return false;
      if (n == 6)
         return usc_as_dest(a, &t[1], 1) && usc_as_select(a, &t[2], &g->mov_w0) && usc_as_select(a, &t[3], &g->mov_w1) &&
                usc_as_select(a, &t[4], &g->is4) && usc_as_select(a, &t[5], &g->is5);
      if (n > 3)
         return usc_as_bad_stmt(a, "wrong number of operands");
      return usc_as_select(a, &t[1], &g->mov_w0) && (n < 3 || usc_as_select(a, &t[2], &g->is4));
   }
   if (n == 4 && len == 3 && t[0].kind == TOK_FT && t[0].num == 0 && t[1].kind == TOK_FT && t[1].num == 1)
      return usc_as_op(a, "byp", 3, t, n);
   if (n != 2 || len != 3)
      return usc_as_bad_stmt(a, "a declaration takes a register and a feed-through");
   if (t[0].kind == TOK_FT) { /* the document's spelling of a bypass */
      if (t[0].num < 2)
         return usc_as_try_op(a, USC_OP_MBYP, t[0].num ? USC_P1 : USC_P0, m + 3, 0, t, n);
      if (t[0].num < 5)
         return usc_as_op(a, "byp", 3, t, n);
      return usc_as_bad(a, t[0].at, "destination register expected");
   }
   if (a->started && g->kind == USC_BITWISE) {
      const unsigned last = g->op[USC_SHIFT2] || g->op[USC_TEST] ? 5 : g->op[USC_LOGIC] ? 4 : 1;
      if (t[1].kind != TOK_FT || (t[1].num != 3 && t[1].num != last))
         return usc_as_bad(a, t[1].at, "W0 comes from the last stage, W1 from ft3");
      return usc_as_dest(a, &t[0], t[1].num == 3);
   }
   if (!usc_as_kind(a, USC_MAIN))
      return false;
   /* an operation or a mov that names W0 itself leaves W1 to be declared */
   const bool named = g->op[USC_MOV] == USC_OP_MOV && (g->dst[0].bank || a->declared == 0);
   if (!a->declared && ((usc_driven(g) & 1) || (named && t[0].kind != TOK_W)))
      a->declared = 1;
   if (a->declared > 1)
      return usc_as_bad_stmt(a, "a group has two outputs");
   const unsigned w = a->declared++;
   if (t[0].kind == TOK_REG && g->dst[w].bank)
      return usc_as_bad(a, t[0].at, "the output has a destination already");
   if (!usc_as_dest(a, &t[0], w) || !usc_as_select(a, &t[1], w ? &g->is5 : &g->is4))
      return false;
   if (w && g->op[USC_MOV] == USC_OP_MOV)
      g->mov_w1 = g->is5; /* it is not known which of the two decides, so both are the same */
   return true;
}

/* ---- other spellings
   ------------------------------------------------------------------------------------------------------ */

static bool head_is(const char *m, const char *word)
{
   const size_t k = strlen(word);
   return strncmp(m, word, k) == 0 && (!m[k] || m[k] == '.');
}

void usc_as_normalise(char *m, size_t *len, size_t cap, struct usc_tok *t, unsigned *n)
{
   static const char *const alias[][2] = {
       {"mul", "fmul"},         {"mad", "fmad"},    {"add", "fadd"},         {"upck", "unpck"},
       {"sub", "fsub"},         {"movcl", "movc"},  {"itrsm1d", "itrsmp1d"}, {"itrsm2d", "itrsmp2d"},
       {"itrsm3d", "itrsmp3d"}, {"frsqt", "fsqrt"}, {"depth", "depthf"},
   };
   for (unsigned i = 0; i < sizeof alias / sizeof *alias; i++) {
      const size_t old = strlen(alias[i][0]), k = strlen(alias[i][1]);
      if (!head_is(m, alias[i][0]) || *len + k - old >= cap)
         continue;
      memmove(m + k, m + old, *len - old + 1);
      memcpy(m, alias[i][1], k);
      *len += k - old;
      break;
   }
   if (head_is(m, "fsub") && *n == 3) { /* a - b = -b + a */
      const struct usc_tok x = t[1];
      memcpy(m, "fadd", 4);
      t[1] = t[2];
      t[2] = x;
      t[1].o.mod ^= USC_MOD_NEG;
   }
   if (head_is(m, "fitr") && *n == 5 && *len + 1 < cap) { /* five operands: with a W coefficient it is fitrp */
      memmove(m + 5, m + 4, *len - 4 + 1);
      m[4] = 'p';
      ++*len;
   }
   if (strcmp(m, "asr") == 0) { /* without a position the sign is in the top bit */
      strcpy(m, "asr.twb");
      *len = 7;
   }
   static const char *const logic[] = {"or", "and", "xor", "nor", "nand", "xnor"};
   for (unsigned i = 0; i < sizeof logic / sizeof *logic; i++) {
      if (strcmp(m, logic[i]) != 0 || *n != 3)
         continue;
      const struct usc_tok none = {.kind = TOK_NONE, .at = t[0].at, .pin = -1};
      const struct usc_tok five[5] = {t[0], none, t[1], none, t[2]};
      memcpy(t, five, sizeof five);
      *n = 5;
      break;
   }
   /* the document gives every uvsw operation an output and an address; these have neither */
   if (strncmp(m, "uvsw.", 5) == 0 && *n == 2 && t[0].kind == TOK_W && t[1].kind == TOK_NONE)
      *n = 0;
}
