/* SPDX-License-Identifier: MIT */
/* Filing of diagnostics: see diag.h. */
#include "util/ctx.h"

#include <string.h>

const struct diag_info diag_info[DIAG_COUNT] = {
#define DIAG(id, kebab, severity, section, text) {kebab, severity, section, text},
#include "util/diag.def"
#undef DIAG
};

enum diag_id diag_find(const char *name, size_t len)
{
   for (int i = 0; i < DIAG_COUNT; i++)
      if (strlen(diag_info[i].name) == len && memcmp(diag_info[i].name, name, len) == 0)
         return (enum diag_id)i;
   return DIAG_COUNT;
}

static struct util_diag *file(struct util_ctx *ctx, enum diag_id id, enum diag_severity sev, struct util_span span,
                              const char *fmt, va_list ap)
{
   struct util_diag *d = UTIL_NEW(ctx, struct util_diag);

   d->id = id;
   d->severity = sev;
   d->span = span;
#ifdef NVP4C_CHECKS
   if (span.off != UINT32_MAX && ctx->text && (span.off > ctx->text_len || span.len > ctx->text_len - span.off))
      util_bug(ctx, "the place of %s is outside of the text", diag_info[id].name);
#endif
   if (span.off != UINT32_MAX && ctx->text)
      util_line_col(ctx, span.off, &d->line, &d->column);
   d->message = util_vprintf(ctx, fmt, ap);
   *ctx->diags_tail = d;
   ctx->diags_tail = &d->next;
   return d;
}

void util_note(struct util_ctx *ctx, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   if (!ctx->explained)
      return;
   va_start(ap, fmt);
   file(ctx, ctx->explained->id, DIAG_NOTE, span, fmt, ap);
   va_end(ap);
}

void util_cite(struct util_ctx *ctx, const char *section)
{
   if (ctx->explained)
      ctx->explained->section = section;
}

void util_vdiag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, va_list ap)
{
   enum diag_severity sev = diag_info[id].severity;

   ctx->explained = NULL;
   if (id == ctx->muted)
      return;
   if (sev == DIAG_WARNING) {
      if (ctx->no_warnings || ctx->disabled[id])
         return;
      if (ctx->werror || ctx->as_error[id])
         sev = DIAG_ERROR;
   }
   if (sev >= DIAG_ERROR && id != DIAG_ID_internal && ctx->max_errors && ctx->num_errors >= ctx->max_errors &&
       ctx->unwind_set) {
      util_diag(ctx, DIAG_ID_too_many_errors, UTIL_NO_SPAN, "more than %u error%s: the rest is not shown", ctx->max_errors,
                ctx->max_errors == 1 ? "" : "s");
      longjmp(ctx->unwind, 1);
   }
   ctx->explained = file(ctx, id, sev, span, fmt, ap);

   enum util_status status = UTIL_OK;
   switch (sev) {
   case DIAG_NOTE: return;
   case DIAG_WARNING: ctx->num_warnings++; return;
   case DIAG_ERROR: status = id == DIAG_ID_internal ? UTIL_INTERNAL : UTIL_REJECTED; break;
   case DIAG_LIMIT: status = UTIL_LIMIT; break;
   case DIAG_UNSUPPORTED: status = UTIL_UNSUPPORTED; break;
   }
   /* A rejection outweighs an unsupported feature; an internal error outweighs everything. */
   static const uint8_t weight[] = {
       [UTIL_OK] = 0, [UTIL_UNSUPPORTED] = 1, [UTIL_LIMIT] = 2, [UTIL_REJECTED] = 3, [UTIL_INTERNAL] = 4};
   if (weight[status] > weight[ctx->status <= UTIL_UNSUPPORTED ? ctx->status : UTIL_OK])
      ctx->status = status;
   ctx->num_errors++;
}

void util_diag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   util_vdiag(ctx, id, span, fmt, ap);
   va_end(ap);
}

_Noreturn void util_bug(struct util_ctx *ctx, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   util_vdiag(ctx, DIAG_ID_internal, UTIL_NO_SPAN, fmt, ap);
   va_end(ap);
   util_fail(ctx, UTIL_INTERNAL);
}

void util_alarm(struct util_ctx *ctx)
{
   if (ctx->steps > ctx->max_steps) {
      util_diag(ctx, DIAG_ID_work_limit, UTIL_NO_SPAN,
                "the compile exceeds the limit of %llu steps of work (-limit-work)",
                (unsigned long long)ctx->max_steps);
      util_fail(ctx, UTIL_LIMIT);
   }
   if (ctx->cancel && ctx->cancel(ctx->cancel_user)) {
      ctx->alarm = UINT64_MAX;
      util_diag(ctx, DIAG_ID_cancelled, UTIL_NO_SPAN, "the compile was cancelled");
      util_fail(ctx, UTIL_CANCELLED);
   }
   util_set_max_steps(ctx, ctx->max_steps);
}
