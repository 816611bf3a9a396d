/* SPDX-License-Identifier: MIT */
/* Diagnostics in the form of the public header. */
#ifndef NVP4C_DIAGNOSTICS_H
#define NVP4C_DIAGNOSTICS_H

#include "nvp4c.h"
#include "util/ctx.h"

/* Returns the section of a rule in the document of the program's language. */
typedef const char *(*diagnostics_section_fn)(enum diag_id id, const char *text, size_t len);

/* Converts all diagnostics of ctx and sets *num to their number. `section` may be NULL. */
struct nvp4c_diagnostic *diagnostics_publish(struct util_ctx *ctx, diagnostics_section_fn section, unsigned *num);

#endif
