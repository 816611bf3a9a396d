/* SPDX-License-Identifier: MIT */
/* What a compile for the USC is asked for. */
#ifndef USC_OPTIONS_H
#define USC_OPTIONS_H

#include "backend-usc/isa/usc_core.h"
#include "backend-usc/isa/usc_program.h"

enum usc_sched_mode {
   USC_SCHED_NONE, /* one operation a group, source order (-O0) */
   USC_SCHED_FAST, /* pairing list scheduler */
   USC_SCHED_EXACT, /* then a search for a better schedule, under a budget */
   USC_SCHED_BOTH,  /* as exact; the statistics have the number of groups of both */
   USC_NUM_SCHED
};

struct usc_options {
   enum usc_core core;  /* whose limits hold */
   uint32_t features;   /* enum usc_feature */
   enum usc_frt frt[8]; /* format of each colour target */
   enum usc_sched_mode sched;
   /* key: state of the pipeline that changes code */
   bool use_varying_map; /* else the fixed function of docs/abi-usc.md */
   /* vertex, geometry: output address of the first component in mask; the other components in mask follow, the rest is
      dropped */
   struct usc_varying {
      uint8_t address, mask;
   } varying[SLOT_COUNT];
   uint8_t samples;         /* of a pixel: 1, 2, 4, 8 */
   bool sample_shading;     /* inputs are iterated at the sample, whatever they ask for */
   bool per_sample;         /* one invocation for each sample */
   bool no_clamp;           /* computed indices are in range */
   uint32_t scratch_base;   /* not 0: the shared registers from here on hold the address of the scratch memory */
   uint32_t scratch_stride; /* not 0: bytes of scratch memory of an invocation, known to the code */
   bool verify;                     /* check the allocation and every group */
   bool last;                       /* nobody reads the IR afterwards: it may stay packed */
   bool bound;                      /* compute stats.lower_bound and the facts of the blocks */
   bool origins;                    /* record the source text that every group comes from */
   bool stalls;                     /* record the stall reason of every empty unit */
   /* stress options */
   unsigned max_temps;   /* 0 = all 248 */
   bool spill_all;       /* everything that can be spilled is */
   uint32_t random_seed; /* not 0: random schedule */
};

#endif
