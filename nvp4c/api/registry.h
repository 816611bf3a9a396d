/* SPDX-License-Identifier: MIT */
/* Languages and machines of registry.def. */
#ifndef NVP4C_REGISTRY_H
#define NVP4C_REGISTRY_H

#include "codegen/target.h"
#include "frontend/common/frontend.h"
#include "nvp4c.h"

/* Target by number, or NULL. */
const struct target_ops *registry_target(enum nvp4c_target target);
/* Front end of a language. NVP4C_LANG_AUTO selects the most likely one for the text; an invalid number selects the first. */
const struct frontend_ops *registry_frontend(enum nvp4c_language language, const char *text, size_t len);
/* Front end by index, or NULL after the last one. */
const struct frontend_ops *registry_frontend_at(unsigned index);

#endif
