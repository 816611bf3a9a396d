/* SPDX-License-Identifier: MIT */
#ifndef FRONTEND_TGSI_NAMES_H
#define FRONTEND_TGSI_NAMES_H

#include "frontend/common/frontend.h"

/* frontend_ops.names and .section for TGSI */
void tgsi_names(const void *tree, frontend_name_fn visit, void *user);
const char *tgsi_section(enum diag_id id, const char *text, size_t len);

#endif
