/* SPDX-License-Identifier: MIT */
/* Letters after a variable: swizzles, write masks and selectors of SWZ (NV_gpu_program4 2.X.4.2, 2.X.4.3). */
#include "frontend/nv/check/nv_check.h"

/* In the older languages only fragment programs may use the letters rgba. */
static bool letters_fit(struct nv_parser *p, struct util_span s, unsigned set, enum diag_id id)
{
   if (!(set & 2) || !nv_has(p, NV_D_VP))
      return true;
   nv_error(p, id, s, "\"%.*s\" is not allowed in a vertex program; use x, y, z and w", NV_STR(p, s));
   return false;
}

bool nv_swizzle(struct nv_parser *p, struct util_span s, uint8_t swz[4])
{
   unsigned set = 0;

   if (s.len != 1 && s.len != 4) {
      nv_error(p, DIAG_ID_bad_swizzle, s, "invalid swizzle \"%.*s\"; expected one or four components", NV_STR(p, s));
      return false;
   }
   for (unsigned i = 0; i < 4; i++) {
      int c = nv_component(p->text[s.off + (s.len == 4 ? i : 0)], &set);

      if (c < 0) {
         nv_error(p, DIAG_ID_bad_swizzle, s, "invalid swizzle \"%.*s\"", NV_STR(p, s));
         return false;
      }
      swz[i] = (uint8_t)c;
   }
   if (set == 3) {
      nv_error(p, DIAG_ID_mixed_swizzle, s, "\"%.*s\" mixes xyzw and rgba", NV_STR(p, s));
      return false;
   }
   return letters_fit(p, s, set, DIAG_ID_bad_swizzle);
}

uint8_t nv_write_mask(struct nv_parser *p, struct util_span s)
{
   unsigned set = 0, mask = 0;
   int last = -1;

   for (uint32_t i = 0; i < s.len; i++) {
      int c = nv_component(p->text[s.off + i], &set);

      if (c <= last) {
         nv_error(p, DIAG_ID_bad_write_mask, s,
                  "invalid write mask \"%.*s\"; components must be in the order xyzw or rgba", NV_STR(p, s));
         return 15;
      }
      last = c;
      mask |= 1u << c;
   }
   if (set == 3) {
      nv_error(p, DIAG_ID_mixed_write_mask, s, "\"%.*s\" mixes xyzw and rgba", NV_STR(p, s));
      return 15;
   }
   if (!letters_fit(p, s, set, DIAG_ID_bad_write_mask))
      return 15;
   return (uint8_t)mask;
}

bool nv_ext_swizzle(struct nv_parser *p, struct util_span word, uint8_t *sel)
{
   unsigned set = 0;
   int c = word.len == 1 ? nv_component(p->text[word.off], &set) : -1;

   *sel = NV_SEL_0;
   p->stmt.swz_letters |= set;
   if (c >= 0 && nv_arb(p) && (p->stmt.swz_letters == 3 || (set == 2 && nv_has(p, NV_D_VP)))) {
      if (set == 2 && nv_has(p, NV_D_VP))
         nv_error(p, DIAG_ID_bad_extended_swizzle, word,
                  "\"%.*s\" is not allowed in a vertex program; use x, y, z and w", NV_STR(p, word));
      else
         nv_error(p, DIAG_ID_mixed_swizzle, word, "the selectors mix xyzw and rgba");
      return false;
   }
   if (nv_is(p, word, "0") || nv_is(p, word, "1")) {
      *sel = p->text[word.off] == '0' ? NV_SEL_0 : NV_SEL_1;
   } else if (c >= 0) {
      *sel = (uint8_t)(NV_SEL_X + c);
   } else {
      nv_error(p, DIAG_ID_bad_extended_swizzle, word, "expected 0, 1 or a component, found \"%.*s\"", NV_STR(p, word));
      return false;
   }
   return true;
}
