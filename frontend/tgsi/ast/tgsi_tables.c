/* SPDX-License-Identifier: MIT */
/* The tables of tgsi_ops.def and tgsi_words.def. */
#include "frontend/tgsi/ast/tgsi_ast.h"

/* "F:FF?": letters of results, a colon, letters of sources, and a question mark after an optional one. */
#define NUM_DST(types) ((types)[0] == ':' ? 0 : (types)[1] == ':' ? 1 : 2)
#define OPTIONAL(types) ((types)[sizeof(types) - 2] == '?')
const struct tgsi_op_info tgsi_op_info[TGSI_OP_COUNT] = {
#define TGSI_OP(name, kind, types, documents, stages, flags, ...)                                                              \
   {#name,          types,  flags,          TGSI_##kind,                                                                       \
    documents,      stages, NUM_DST(types), sizeof(types) - 2 - NUM_DST(types) - OPTIONAL(types),                              \
    OPTIONAL(types)},
#include "frontend/tgsi/ast/tgsi_ops.def"
#undef TGSI_OP
};

const struct tgsi_file_info tgsi_file_info[TGSI_FILE_COUNT] = {
#define TGSI_FILE(id, name, use) {name, use},
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_FILE
};
const struct tgsi_semantic_info tgsi_semantic_info[TGSI_SEMANTIC_COUNT] = {
#define TGSI_SEMANTIC(id, name, slot, lanes, count, in, out, sv) {name, lanes, slot, count, in, out, sv},
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_SEMANTIC
};
_Static_assert(SLOT_COUNT < 256, "slots fit the table of semantics");
const struct tgsi_target_info tgsi_target_info[TGSI_TARGET_COUNT] = {
#define TGSI_TARGET(id, name, other, coords, array, shadow, samples) {name, other, coords, array, shadow, samples},
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_TARGET
};
const struct tgsi_property_info tgsi_property_info[TGSI_PROPERTY_COUNT] = {
#define TGSI_PROPERTY(id, name, values, stages) {name, values, stages},
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_PROPERTY
};
const char *const tgsi_interp_name[TGSI_INTERP_COUNT] = {
#define TGSI_INTERP(id, name) name,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_INTERP
};
const char *const tgsi_location_name[TGSI_LOCATION_COUNT] = {
#define TGSI_LOCATION(id, name) name,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_LOCATION
};
const char *const tgsi_stage_name[TGSI_STAGE_COUNT] = {
#define TGSI_STAGE(id, name) name,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_STAGE
};
const char *const tgsi_return_name[TGSI_RETURN_COUNT] = {
#define TGSI_RETURN(id, name) name,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_RETURN
};
const char *const tgsi_imm_name[TGSI_IMM_TYPES] = {"FLT32", "UINT32", "INT32", "FLT64", "UINT64", "INT64"};
const char *const tgsi_format_name[MEM_FORMAT_COUNT] = {
   "PIPE_FORMAT_NONE",
#define FORMAT(name, kind, b0, b1, b2, b3, store, load) "PIPE_FORMAT_" #name,
#include "semantics/memory/format.def"
#undef FORMAT
};
