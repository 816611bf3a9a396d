/* SPDX-License-Identifier: MIT */
/*
 * Opcodes and their suffixes: Table X.15 of NV_gpu_program4, Table X.5 of NV_vertex_program2 and 3, of NV_fragment_program and
 * of NV_fragment_program2.
 */
#include "frontend/nv/resolve/nv_resolve.h"

/* --- suffixes --- */

/*
 * The suffixes of Table X.15 in their order: R, H or X; C, C0 or C1; _SAT or _SSAT. Returns false if the rest of the word is
 * not made of them.
 */
static bool read_suffixes(const char *s, size_t len, struct nv_raw_op *out)
{
   static const char *const sat[] = {"_SAT", "_SSAT"};

   if (len && (*s == 'R' || *s == 'H' || *s == 'X')) {
      out->r = *s == 'R';
      out->h = *s == 'H';
      out->x = *s == 'X';
      s++, len--;
   }
   if (len && *s == 'C') {
      out->cc = true;
      s++, len--;
      if (len && (*s == '0' || *s == '1')) {
         out->cc_reg = (uint8_t)(*s - '0');
         out->cc_digit = true;
         s++, len--;
      }
   }
   for (unsigned i = 0; i < 2; i++) {
      if (len == strlen(sat[i]) && memcmp(s, sat[i], len) == 0) {
         out->sat = i == 0;
         out->ssat = i == 1;
         return true;
      }
   }
   return len == 0;
}

/* Returns true if the word consists of suffixes, in any order. */
static bool suffixes_in_any_order(const char *s, size_t len)
{
   static const char *const any[] = {"_SSAT", "_SAT", "C0", "C1", "C", "R", "H"};

   for (unsigned i = 0; len && i < sizeof any / sizeof any[0]; i++) {
      size_t n = strlen(any[i]);
      if (len >= n && memcmp(s, any[i], n) == 0) {
         s += n;
         len -= n;
         i = UINT32_MAX; /* start again with the first one */
      }
   }
   return len == 0;
}

/* --- instructions of the older languages --- */

enum { S_R = 1, S_H = 2, S_X = 4, S_C = 8, S_C01 = 16, S_SAT = 32, S_SSAT = 64 };

/* The suffixes that an instruction takes in a dialect: the tables X.5. */
static unsigned suffixes_of(const struct nv_op_info *info, unsigned dialect)
{
   static const uint8_t fp1[] = {
       [NV_SFX_RHX] = S_R | S_H | S_X | S_C, [NV_SFX_RH] = S_R | S_H | S_C, [NV_SFX_CC] = S_C, [NV_SFX_ADDR] = 0};
   static const uint8_t fp2[] = {[NV_SFX_RHX] = S_R | S_H | S_X | S_C,
                                 [NV_SFX_RH] = S_R | S_H | S_C,
                                 [NV_SFX_CC] = S_C,
                                 [NV_SFX_CMP] = S_C,
                                 [NV_SFX_FP2] = S_R | S_H | S_C,
                                 [NV_SFX_ADDR] = 0};
   unsigned all = 0;

   if (info->suffixes == NV_SFX_NONE)
      return 0;
   if (dialect & NV_D_VP2)
      all |= S_C;
   if (dialect & NV_D_VP3)
      all |= S_C01 | (info->suffixes == NV_SFX_ADDR ? 0 : S_SAT);
   if (dialect & NV_D_FP)
      all |= S_SAT;
   if (dialect & NV_D_FPO)
      all |= fp1[info->suffixes];
   if (dialect & NV_D_FP2)
      all |= S_SSAT | fp2[info->suffixes];
   return all;
}

static unsigned suffixes_given(const struct nv_raw_op *op)
{
   return (op->r ? S_R : 0) | (op->h ? S_H : 0) | (op->x ? S_X : 0) | (op->cc ? op->cc_digit ? S_C01 : S_C : 0) |
          (op->sat ? S_SAT : 0) | (op->ssat ? S_SSAT : 0);
}

bool nv_arb_op_allowed(unsigned dialect, const struct nv_raw_op *op)
{
   const struct nv_op_info *info = &nv_op_info[op->op];

   return (info->dialects & dialect) && !(suffixes_given(op) & ~suffixes_of(info, dialect));
}

bool nv_arb_op_plain(const struct nv_raw_op *op) { return suffixes_given(op) == 0; }

/* --- the search --- */

void nv_op_index_init(struct nv_op_index *x)
{
   memset(x->first, NV_OP_COUNT, sizeof x->first);
   for (unsigned op = NV_OP_COUNT; op-- > 0;) {
      uint8_t *first = &x->first[nv_op_info[op].name[0] - 'A'];
      x->next[op] = *first;
      *first = (uint8_t)op;
   }
}

/*
 * Selects the instruction with the longest name among those whose name and suffixes fit the word. In an older language an
 * instruction of the dialect comes before all others. Instructions of other dialects are still found, so that the message can
 * name the option that adds them.
 */
bool nv_classify_op(const struct nv_parser *p, const char *s, size_t len, struct nv_raw_op *out, bool *wrong_order)
{
   size_t best = 0;
   bool best_allowed = false;

   if (!len || *s < 'A' || *s > 'Z')
      return false;
   for (unsigned op = p->ops.first[*s - 'A']; op < NV_OP_COUNT; op = p->ops.next[op]) {
      const char *name = nv_op_info[op].name;
      if (len < 2 || name[1] != s[1]) /* rejects most */
         continue;
      const size_t n = strlen(name);
      if (n > len || memcmp(name, s, n) != 0)
         continue;
      struct nv_raw_op o = {.op = (uint8_t)op};
      if (read_suffixes(s + n, len - n, &o)) {
         bool allowed = nv_arb(p) ? nv_arb_op_allowed(p->prog->dialect, &o) : nv_op_info[op].stages && !o.x;

         if (!nv_arb(p) && !allowed)
            continue;
         if (allowed > best_allowed || (allowed == best_allowed && n > best)) {
            *out = o;
            best = n;
            best_allowed = allowed;
         }
      } else {
         *wrong_order |= suffixes_in_any_order(s + n, len - n);
      }
   }
   return best != 0;
}
