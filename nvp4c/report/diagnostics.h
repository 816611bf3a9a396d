/* SPDX-License-Identifier: MIT */
/* The diagnostics of a context in the form of the public header. */
#ifndef NVP4C_DIAGNOSTICS_H
#define NVP4C_DIAGNOSTICS_H

#include "nvp4c.h"
#include "util/ctx.h"

/* Finds the section of a rule in the document that the text follows. */
typedef const char *(*diagnostics_section_fn)(enum diag_id id, const char *text, size_t len);

/* All diagnostics of ctx, whose number goes to *num. section may be NULL. */
struct nvp4c_diagnostic *diagnostics_publish(struct util_ctx *ctx, diagnostics_section_fn section, unsigned *num);

#endif
