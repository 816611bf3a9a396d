/* SPDX-License-Identifier: MIT */
/* Options of a compile for the USC. */
#ifndef USC_OPTIONS_H
#define USC_OPTIONS_H

#include "backend-usc/isa/usc_core.h"
#include "backend-usc/isa/usc_program.h"

enum usc_sched_mode {
   USC_SCHED_NONE, /* one operation per group, in source order (-O0) */
   USC_SCHED_FAST, /* list scheduler that pairs operations */
   USC_SCHED_EXACT, /* the same, then a search for a better schedule within a budget */
   USC_SCHED_BOTH,  /* the same; statistics count the groups of both schedules */
   USC_NUM_SCHED
};

/* Places of colour targets, with the numbers of enum nvp4c_color_place. */
enum { USC_PLACE_ANY, USC_PLACE_OUTPUT, USC_PLACE_TILE };

struct usc_options {
   enum usc_core core;  /* its limits apply */
   uint32_t features;   /* enum usc_feature */
   enum usc_frt frt[8]; /* format of each colour target */
   struct usc_target_place {
      uint8_t words;       /* of a pixel */
      bool bound;          /* has a place even if it is not written */
      uint8_t place, word; /* USC_PLACE_ANY, USC_PLACE_OUTPUT, or USC_PLACE_TILE + n for tile buffer n; the first word there */
   } target[8];
   enum usc_sched_mode sched;
   /* the key: pipeline state that changes code */
   bool use_varying_map; /* if false, the fixed function of docs/abi-usc.md */
   /* vertex, geometry: output address of the first component in mask; the others in mask follow, and components outside of
      it are dropped. x has another address, too, unless `tail` is 0 */
   struct usc_varying {
      uint8_t address, mask, tail;
   } varying[SLOT_COUNT];
   /* vertex: the words of an attribute; its first word is in vi register `word` if it is placed (struct nvp4c_key_attrib) */
   struct usc_attribute {
      uint8_t format, byte;
      bool placed;
      uint8_t word, words;
   } attrib[SLOT_VATTR_LAST + 1];
   uint8_t samples;         /* per pixel: 1, 2, 4, 8 */
   bool sample_shading;     /* all inputs are iterated at the sample */
   bool per_sample;         /* each sample has an invocation */
   bool early_tests;        /* depth is tested before the program, whatever it does */
   bool no_clamp;           /* computed indices are in range */
   uint32_t scratch_base;   /* first shared register of the address of the scratch memory, or 0 */
   uint32_t scratch_stride; /* bytes of scratch memory per invocation if the code knows them, or 0 */
   bool verify;                     /* check the allocation and every group */
   bool last;                       /* the IR is not used afterwards, so it may stay packed */
   bool bound;                      /* compute stats.lower_bound and the facts about blocks */
   bool origins;                    /* record the source text of every group */
   bool stalls;                     /* record the stall reason of every empty unit */
   /* stress options */
   unsigned max_temps;   /* 0 means all 248 */
   bool spill_all;       /* spill every value that can be spilled */
   uint32_t random_seed; /* seed of a random schedule, or 0 */
};

#endif
