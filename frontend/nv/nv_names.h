/* SPDX-License-Identifier: MIT */
/* frontend_ops.names of the NV and ARB languages. */
#ifndef FRONTEND_NV_NAMES_H
#define FRONTEND_NV_NAMES_H

#include "frontend/common/frontend.h"

void nv_names(const void *tree, frontend_name_fn visit, void *user);

#endif
