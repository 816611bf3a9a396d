/* SPDX-License-Identifier: MIT */
/* NV_gpu_program4 and the ARB languages: no generator yet, so gen_program() returns NULL. */
#include "frontend/nv/tree/nv_ast.h"
#include "tests/generate/generate_priv.h"

const struct gen_syntax gen_nv_syntax = {.size = 0};

void gen_nv_possible(enum gen_language language, unsigned op, struct gen_possible *p)
{
   (void)language;
   (void)op;
   *p = (struct gen_possible){.stages = 0};
}

const char *gen_nv_name(unsigned op) { return nv_op_info[op].name; }
