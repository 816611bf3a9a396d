/* SPDX-License-Identifier: MIT */
#include "backend-usc/isa/usc_core.h"

#include "backend-usc/isa/usc_group.h"

const uint32_t usc_core_features[USC_NUM_CORES] = {
#define CORE(id, name, features, ...) features,
#include "backend-usc/isa/usc_core.def"
};

const char *usc_core_name(enum usc_core core)
{
   static const char *const names[USC_NUM_CORES] = {
#define CORE(id, name, features, ...) name,
#include "backend-usc/isa/usc_core.def"
   };
   return names[core];
}

const char *usc_feature_name(enum usc_feature_number feature)
{
   static const char *const names[USC_NUM_FEATURES] = {
#define FEATURE(id, name, help) name,
#include "backend-usc/isa/usc_core.def"
   };
   return names[feature];
}

const struct usc_core_limits *usc_core_limits(enum usc_core core)
{
   static const struct usc_core_limits limits[USC_NUM_CORES] = {
#define CORE(id, name, features, ...) {__VA_ARGS__},
#include "backend-usc/isa/usc_core.def"
   };
   return &limits[core];
}

bool usc_core_take_words(enum usc_core core, uint8_t *used, unsigned at, unsigned words)
{
   const struct usc_core_limits *limits = usc_core_limits(core);
   const unsigned mask = ((1u << words) - 1) << at;

   if (at + words > limits->pixel_words || (limits->even_targets && !(words & 1) && at & 1) || *used & mask)
      return false;
   *used |= (uint8_t)mask;
   return true;
}

unsigned usc_core_shareds(enum usc_core core, bool fragment)
{
   return fragment ? usc_core_limits(core)->fragment_shareds : usc_core_limits(core)->shareds;
}

/*
 * Observed (rogue_hw_utils.h, rogue_get_min_attr_in_usrm_lines, rogue_get_temps, rogue_max_wg_temps; rogue_hw_defs.h): the
 * store has STORE_BANKS words a row. A wave allocates it in pieces of four registers; a line has LINE pieces. RESERVED_LINES
 * lines do not hold temporaries. A wave of 32 invocations needs twice the space of one of 16.
 */
enum { STORE_BANKS = 8, LINE = 16, PIECE = 4, LINE_WORDS = 8 * LINE, RESERVED_LINES = 2, LEAST_TEMPS = 12 };

static unsigned lines(enum usc_core core)
{
   return usc_core_limits(core)->store_depth * STORE_BANKS / LINE_WORDS - RESERVED_LINES;
}

unsigned usc_core_temps(enum usc_core core)
{
   const unsigned half = lines(core) * LINE_WORDS / 2;

   return half < USC_NUM_TEMPS ? half : USC_NUM_TEMPS;
}

unsigned usc_core_wave_temps(enum usc_core core, unsigned waves)
{
   const unsigned whole = lines(core) / waves, pieces = whole ? whole * LINE : lines(core) * LINE / waves;
   const unsigned temps = pieces * PIECE, most = usc_core_temps(core);

   return temps < most ? temps : most;
}

unsigned usc_core_workgroup_temps(enum usc_core core, unsigned invocations)
{
   return usc_core_wave_temps(core, (invocations + USC_WAVE - 1) / USC_WAVE + 1); /* one more: the store is fragmented */
}

unsigned usc_core_max_workgroup(enum usc_core core)
{
   unsigned n = USC_MAX_WORKGROUP;

   while (n > USC_WAVE && (n / USC_WAVE > usc_core_limits(core)->slots || usc_core_workgroup_temps(core, n) < LEAST_TEMPS))
      n /= 2;
   return n;
}
