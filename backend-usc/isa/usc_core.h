/* SPDX-License-Identifier: MIT */
/* Cores of the Rogue USC, the features by which their instruction sets differ, and their limits: the rows of usc_core.def. */
#ifndef USC_CORE_H
#define USC_CORE_H

#include <stdint.h>

enum usc_feature_number {
#define FEATURE(id, name, help) USC_FEATURE_##id,
#include "backend-usc/isa/usc_core.def"
   USC_NUM_FEATURES
};
enum usc_feature {
#define FEATURE(id, name, help) USC_HAS_##id = 1 << USC_FEATURE_##id,
#include "backend-usc/isa/usc_core.def"
};
enum usc_core {
#define CORE(id, name, features, vertex_words, shareds) USC_CORE_##id,
#include "backend-usc/isa/usc_core.def"
   USC_NUM_CORES
};
/* Masks of enum usc_feature. */
extern const uint32_t usc_core_features[USC_NUM_CORES];

struct usc_core_limits {
   uint16_t vertex_words; /* results of a vertex, its position among them */
   uint16_t shareds;      /* shared registers of a vertex or pixel task */
};
const struct usc_core_limits *usc_core_limits(enum usc_core core);
const char *usc_core_name(enum usc_core core);

#endif
