/* SPDX-License-Identifier: MIT */
#include "backend-usc/isa/usc_core.h"

const uint32_t usc_core_features[USC_NUM_CORES] = {
#define CORE(id, name, features, vertex_words, shareds) features,
#include "backend-usc/isa/usc_core.def"
};

const char *usc_core_name(enum usc_core core)
{
   static const char *const names[USC_NUM_CORES] = {
#define CORE(id, name, features, vertex_words, shareds) name,
#include "backend-usc/isa/usc_core.def"
   };
   return names[core];
}

const struct usc_core_limits *usc_core_limits(enum usc_core core)
{
   static const struct usc_core_limits limits[USC_NUM_CORES] = {
#define CORE(id, name, features, vertex_words, shareds) {vertex_words, shareds},
#include "backend-usc/isa/usc_core.def"
   };
   return &limits[core];
}
