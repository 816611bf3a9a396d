/* SPDX-License-Identifier: MIT */
/*
 * -verify-each=exec: the IR before and after a pass on the same random inputs. The IR before is kept as a copy through its text form.
 * What the documents leave undefined is known from one run of the evaluator on the same inputs and left out; IR without a source has
 * no such knowledge, and is not compared if it takes derivatives where not all instances may run.
 */
#ifndef NVP4C_VERIFY_PASS_H
#define NVP4C_VERIFY_PASS_H

#include "nvp4c/api/internal.h"

struct verify_pass;
/* ast may be NULL. The key of the options is in the IR already. */
struct verify_pass *verify_pass_new(struct nvp4c_result *r, const struct nv_program *ast, const struct ir_shader *s);
void verify_pass_before(struct verify_pass *v, const struct ir_shader *s);
/* NULL, or how the IR differs from that before the pass. */
const char *verify_pass_after(struct verify_pass *v, struct ir_shader *s);

#endif
