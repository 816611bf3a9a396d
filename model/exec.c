/* SPDX-License-Identifier: MIT */
/* Names and properties of texture operations and targets: see exec.h. */
#include "model/exec.h"

const char *const exec_tex_op_name[6] = {"sample", "bias", "lod", "grad", "fetch", "size"};

/* Spelled as in NV_gpu_program4, texTarget. */
const char *const exec_tex_target_name[TEX_TARGET_COUNT] = {
   [TEX_1D] = "1D",
   [TEX_2D] = "2D",
   [TEX_3D] = "3D",
   [TEX_CUBE] = "CUBE",
   [TEX_RECT] = "RECT",
   [TEX_SHADOW1D] = "SHADOW1D",
   [TEX_SHADOW2D] = "SHADOW2D",
   [TEX_SHADOWRECT] = "SHADOWRECT",
   [TEX_ARRAY1D] = "ARRAY1D",
   [TEX_ARRAY2D] = "ARRAY2D",
   [TEX_SHADOWCUBE] = "SHADOWCUBE",
   [TEX_SHADOWARRAY1D] = "SHADOWARRAY1D",
   [TEX_SHADOWARRAY2D] = "SHADOWARRAY2D",
   [TEX_BUFFER] = "BUFFER",
};

/* NV_gpu_program4, Table X.17: coordinates, layer, shadow. */
const struct exec_tex_info exec_tex_info[TEX_TARGET_COUNT] = {
   [TEX_1D] = {1, false, false},
   [TEX_2D] = {2, false, false},
   [TEX_3D] = {3, false, false},
   [TEX_CUBE] = {3, false, false},
   [TEX_RECT] = {2, false, false},
   [TEX_SHADOW1D] = {1, false, true},
   [TEX_SHADOW2D] = {2, false, true},
   [TEX_SHADOWRECT] = {2, false, true},
   [TEX_ARRAY1D] = {1, true, false},
   [TEX_ARRAY2D] = {2, true, false},
   [TEX_SHADOWCUBE] = {3, false, true},
   [TEX_SHADOWARRAY1D] = {1, true, true},
   [TEX_SHADOWARRAY2D] = {2, true, true},
   [TEX_BUFFER] = {1, false, false},
};
