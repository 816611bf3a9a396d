/* SPDX-License-Identifier: MIT */
/* The registered languages and machines: the rows of registry.def. */
#ifndef NVP4C_REGISTRY_H
#define NVP4C_REGISTRY_H

#include "codegen/target.h"
#include "frontend/common/frontend.h"
#include "nvp4c.h"

/* NULL if there is none of that number. */
const struct target_ops *registry_target(enum nvp4c_target target);
/* The language of a number; the one that the text is most likely in for NVP4C_LANG_AUTO; the first one for a number that is
   none. */
const struct frontend_ops *registry_frontend(enum nvp4c_language language, const char *text, size_t len);
/* By index; NULL past the end. */
const struct frontend_ops *registry_frontend_at(unsigned index);

#endif
