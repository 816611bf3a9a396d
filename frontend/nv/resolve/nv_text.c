/* SPDX-License-Identifier: MIT */
/* Pieces of the text: errors about them, and integers. */
#include "frontend/common/fe_number.h"
#include "frontend/nv/resolve/nv_resolve.h"

#include <stdarg.h>

void nv_error(struct nv_parser *p, enum diag_id id, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   fe_error(p->ctx, p->errors_before, id, span, fmt, ap);
   va_end(ap);
}

void nv_cite(struct nv_parser *p, const char *nv, const char *vertex, const char *fragment)
{
   static const char *const document[] = {"NV_vertex_program4", "NV_fragment_program4", "NV_geometry_program4"};

   if (nv_arb(p))
      nv = p->prog->stage == NV_VERTEX ? vertex : fragment;
   if (nv && p->ctx->explained)
      util_cite(p->ctx, *nv >= '0' && *nv <= '9' ? util_printf(p->ctx, "%s %s", document[p->prog->stage], nv) : nv);
}

uint32_t nv_uint(const struct nv_parser *p, struct util_span s)
{
   bool overflow;
   uint64_t v = fe_integer(p->text + s.off, s.len, &overflow);

   return v > UINT32_MAX ? UINT32_MAX : (uint32_t)v;
}
