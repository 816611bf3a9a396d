/* SPDX-License-Identifier: MIT */
/* Errors of the checks. */
#include "frontend/common/fe_hint.h"
#include "frontend/tgsi/check/tgsi_checker.h"

#include <stdarg.h>

void tgsi_check_error(struct tgsi_checker *c, enum diag_id id, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   fe_error(c->ctx, c->errors_before, id, span, fmt, ap);
   va_end(ap);
}
