/* SPDX-License-Identifier: MIT */
/* Cores of the Rogue USC: their features, by which instruction sets differ, and their limits. These are the rows of
   usc_core.def. */
#ifndef USC_CORE_H
#define USC_CORE_H

#include <stdbool.h>
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
#define CORE(id, name, features, ...) USC_CORE_##id,
#include "backend-usc/isa/usc_core.def"
   USC_NUM_CORES
};
/* Masks of enum usc_feature. */
extern const uint32_t usc_core_features[USC_NUM_CORES];

struct usc_core_limits {
   uint8_t samples;           /* of a pixel */
   uint16_t vertex_words;     /* results of a vertex, including its position */
   uint16_t shareds;          /* shared registers of a wave */
   uint16_t store_depth;      /* of the unified store, which holds the temporaries */
   uint16_t fragment_shareds; /* shared registers of a fragment program */
   uint8_t pixel_words;       /* pixel output registers, and words of a pixel in a tile buffer */
   bool even_targets;         /* targets of two and four words begin at an even word */
   uint16_t slots;            /* waves that exist at one time */
};
const struct usc_core_limits *usc_core_limits(enum usc_core core);
/*
 * Takes `words` consecutive words of a pixel from word `at` on, for a colour target. `used` is the mask of the words in use.
 * Returns false if the core lacks them, if they are in use, or if the target must begin at an even word.
 */
bool usc_core_take_words(enum usc_core core, uint8_t *used, unsigned at, unsigned words);
/* Shared registers of a program. */
unsigned usc_core_shareds(enum usc_core core, bool fragment);
/* Number of temporaries that a program may use. */
unsigned usc_core_temps(enum usc_core core);

/* Number of temporaries that each of so many waves may use at once. */
unsigned usc_core_wave_temps(enum usc_core core, unsigned waves);

#define USC_WAVE 32 /* invocations of a wave */
/* Invocations of a workgroup: 16 waves, and 9 bits of KERNEL8.workgroup_size_x, which has their number less 1 (observed:
   rogue_get_compute_max_work_group_size; csbgen/rogue/cdm.xml). */
#define USC_MAX_WORKGROUP 512
/* Number of temporaries for a program with barriers whose workgroups have several waves, which all need theirs at once. */
unsigned usc_core_workgroup_temps(enum usc_core core, unsigned invocations);
/* Largest workgroup with barriers whose waves exist at one time and have the temporaries that the largest request needs. */
unsigned usc_core_max_workgroup(enum usc_core core);
const char *usc_core_name(enum usc_core core);
const char *usc_feature_name(enum usc_feature_number feature); /* as -mattr has it */

#endif
