/* SPDX-License-Identifier: MIT */
/* The report of machine code as JSON: docs/schema/report.json. */
#ifndef NVP4C_REPORT_JSON_H
#define NVP4C_REPORT_JSON_H

#include "codegen/target.h"
#include "ir/ir.h"
#include "nvp4c/json/json.h"
#include "util/buf.h"

/* Texts of the program at one time, with the source line of each line, or 0. */
struct report_text {
   struct util_buf text;
   uint32_t *lines;
   uint32_t num_lines, cap_lines;
   uint32_t next; /* source line of the line that is being printed */
};

/* What a pass changed. */
struct report_pass {
   const char *name;
   uint32_t before, after; /* IR instructions */
   bool changed;
   const char *diff;       /* lines of a unified diff, or NULL */
};

/* The contents of a report. */
struct report_document {
   struct util_ctx *ctx; /* its text is the source */
   const struct target_report *code;
   const struct target_output *out;
   const struct report_text *ir;
   const char *language;
   const char *const *options; /* words */
   uint32_t num_options;
   const struct report_pass *passes;
   uint32_t num_passes;
   bool with_passes;
};

/* Prints the IR with the source lines of its instructions. */
void report_print_ir(struct util_ctx *ctx, struct report_text *t, const struct ir_shader *s);
/* Writes all members of the document but those that identify the result (schema, version, file, target, cpu, stage). */
void report_json(struct json *j, const struct report_document *d);

#endif
