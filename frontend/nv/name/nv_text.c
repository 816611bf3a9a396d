/* SPDX-License-Identifier: MIT */
/* Pieces of the text: errors about them, integers. */
#include "frontend/common/fe_number.h"
#include "frontend/nv/name/nv_name.h"

#include <stdarg.h>

/* Nobody reads more errors than this. The limit also bounds the time that it takes to find their lines. */
#define MAX_ERRORS 1000

void nv_verror(struct nv_parser *p, enum diag_id id, struct util_span span, const char *fmt, va_list ap)
{
   if (p->ctx->num_errors - p->errors_before >= MAX_ERRORS) {
      util_diag(p->ctx, DIAG_ID_too_many_errors, span, "more than %d errors", MAX_ERRORS);
      util_fail(p->ctx, p->ctx->status);
   }
   util_vdiag(p->ctx, id, span, fmt, ap);
}

void nv_error(struct nv_parser *p, enum diag_id id, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   nv_verror(p, id, span, fmt, ap);
   va_end(ap);
}

uint32_t nv_uint(const struct nv_parser *p, struct util_span s)
{
   bool overflow;
   uint64_t v = fe_integer(p->text + s.off, s.len, &overflow);

   return v > UINT32_MAX ? UINT32_MAX : (uint32_t)v;
}
