/* SPDX-License-Identifier: MIT */
#include "backend-usc/isa/usc_core.h"

const uint32_t usc_core_features[USC_NUM_CORES] = {
#define CORE(id, name, features) features,
#include "backend-usc/isa/usc_core.def"
};
