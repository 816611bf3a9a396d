/* SPDX-License-Identifier: MIT */
#ifndef FRONTEND_NV_PRINT_H
#define FRONTEND_NV_PRINT_H

#include "frontend/nv/ast/nv_ast.h"
#include "util/buf.h"

/* Prints the tree as text, for reading and for tests; there is no parser for it. */
void nv_print(struct util_buf *b, const struct nv_program *p);

#endif
