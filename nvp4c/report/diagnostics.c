/* SPDX-License-Identifier: MIT */
/* See diagnostics.h. */
#include "nvp4c/report/diagnostics.h"

static const enum nvp4c_severity public_severity[] = {NVP4C_NOTE, NVP4C_WARNING, NVP4C_ERROR, NVP4C_ERROR, NVP4C_ERROR};

/* Status of a compile in which this is the worst diagnostic. */
static enum nvp4c_status status_of(enum diag_id id)
{
   static const enum nvp4c_status by_severity[] = {NVP4C_OK, NVP4C_OK, NVP4C_REJECTED, NVP4C_LIMIT, NVP4C_UNSUPPORTED};

   switch (id) {
   case DIAG_ID_internal: return NVP4C_INTERNAL;
   case DIAG_ID_usage:
   case DIAG_ID_bad_option: return NVP4C_USAGE;
   case DIAG_ID_file: return NVP4C_IO;
   case DIAG_ID_cancelled: return NVP4C_CANCELLED;
   case DIAG_ID_data_race:
   case DIAG_ID_verify_mismatch: return NVP4C_MISMATCH;
   default: return by_severity[diag_info[id].severity];
   }
}

int nvp4c_get_diagnostic_info(unsigned i, struct nvp4c_diagnostic_info *info)
{
   if (i >= DIAG_COUNT)
      return 0;
   *info = (struct nvp4c_diagnostic_info){
      .id = diag_info[i].name,
      .severity = public_severity[diag_info[i].severity],
      .section = diag_info[i].section,
      .meaning = diag_info[i].text,
      .status = status_of((enum diag_id)i),
   };
   return 1;
}

struct nvp4c_diagnostic *diagnostics_publish(struct util_ctx *ctx, diagnostics_section_fn section, unsigned *num)
{
   struct nvp4c_diagnostic *list;
   unsigned n = 0;

   for (const struct util_diag *d = ctx->diags; d; d = d->next)
      n++;
   list = UTIL_ARRAY(ctx, struct nvp4c_diagnostic, n + 1u);
   n = 0;
   for (const struct util_diag *d = ctx->diags; d; d = d->next) {
      const bool place = d->span.off != UINT32_MAX;
      list[n++] = (struct nvp4c_diagnostic){
         .severity = public_severity[d->severity],
         .id = diag_info[d->id].name,
         .offset = place ? d->span.off : SIZE_MAX,
         .length = place ? d->span.len : 0,
         .line = d->line,
         .column = d->column,
         .message = d->message,
         .section = d->section ? d->section
                    : section  ? section(d->id, ctx->text, ctx->text ? ctx->text_len : 0)
                               : diag_info[d->id].section,
      };
   }
   *num = n;
   return list;
}
