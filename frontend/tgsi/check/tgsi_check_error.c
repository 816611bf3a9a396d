/* SPDX-License-Identifier: MIT */
/* Errors of the checks. */
#include "frontend/tgsi/check/tgsi_checker.h"

#include <stdarg.h>

/* Nobody reads more errors than this. The limit also bounds the time that it takes to find their lines. */
#define MAX_ERRORS 1000

void tgsi_check_error(struct tgsi_checker *c, enum diag_id id, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   if (c->ctx->num_errors - c->errors_before >= MAX_ERRORS) {
      util_diag(c->ctx, DIAG_ID_too_many_errors, span, "more than %d errors", MAX_ERRORS);
      util_fail(c->ctx, c->ctx->status);
   }
   va_start(ap, fmt);
   util_vdiag(c->ctx, id, span, fmt, ap);
   va_end(ap);
}
