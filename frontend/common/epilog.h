/* SPDX-License-Identifier: MIT */
/*
 * The built-in source of an epilog: a fragment program that reads the colours of a main part and stores them.
 *
 *    store_output (load_input slot=color0 comp=0) slot=color0 comp=0
 *
 * Its tree is an unsigned, the mask of the colours. The pipeline key makes it blend. It has no text and no evaluator.
 */
#ifndef FRONTEND_COMMON_EPILOG_H
#define FRONTEND_COMMON_EPILOG_H

#include "frontend/common/frontend.h"

extern const struct frontend_ops epilog_frontend;

#endif
