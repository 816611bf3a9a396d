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
#define CORE(id, name, features, vertex_words, shareds, store_depth) USC_CORE_##id,
#include "backend-usc/isa/usc_core.def"
   USC_NUM_CORES
};
/* Masks of enum usc_feature. */
extern const uint32_t usc_core_features[USC_NUM_CORES];

struct usc_core_limits {
   uint16_t vertex_words; /* results of a vertex, its position among them */
   uint16_t shareds;      /* shared registers of a vertex or pixel wave */
   uint16_t store_depth;  /* of the unified store, where temporaries are */
};
const struct usc_core_limits *usc_core_limits(enum usc_core core);
/* Temporaries of a program. */
unsigned usc_core_temps(enum usc_core core);

#define USC_WAVE 32        /* invocations */
#define USC_MAX_WORKGROUP 512  /* invocations of a block with barriers: 16 waves (observed: rogue_get_compute_max_work_group_size) */
/* Temporaries of a program with barriers whose blocks have more than a wave: all waves of a block have to find theirs. */
unsigned usc_core_workgroup_temps(enum usc_core core, unsigned invocations);
/* Invocations that a block with barriers may have, so that each finds the temporaries without which no request has room. */
unsigned usc_core_max_workgroup(enum usc_core core);
const char *usc_core_name(enum usc_core core);

#endif
