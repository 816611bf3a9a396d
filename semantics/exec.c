/* SPDX-License-Identifier: MIT */
/* Names and properties of texture operations and targets: see exec.h. */
#include "semantics/exec.h"

const char *const exec_tex_op_name[TEX_OP_COUNT] = {"sample", "bias",   "lod",   "grad",   "fetch",
                                                   "size",   "gather", "level", "levels", "samples"};

/* The names of NV_gpu_program4's texTarget; targets that it lacks are named in the same style. */
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
   [TEX_ARRAYCUBE] = "ARRAYCUBE",
   [TEX_SHADOWARRAYCUBE] = "SHADOWARRAYCUBE",
   [TEX_2DMS] = "2DMS",
   [TEX_ARRAY2DMS] = "ARRAY2DMS",
};

/* NV_gpu_program4, Table X.17: coordinates, layer, shadow; samples. */
const struct exec_tex_info exec_tex_info[TEX_TARGET_COUNT] = {
   [TEX_1D] = {1, false, false, false, TEX_1D},
   [TEX_2D] = {2, false, false, false, TEX_2D},
   [TEX_3D] = {3, false, false, false, TEX_3D},
   [TEX_CUBE] = {3, false, false, false, TEX_CUBE},
   [TEX_RECT] = {2, false, false, false, TEX_RECT},
   [TEX_SHADOW1D] = {1, false, true, false, TEX_1D},
   [TEX_SHADOW2D] = {2, false, true, false, TEX_2D},
   [TEX_SHADOWRECT] = {2, false, true, false, TEX_RECT},
   [TEX_ARRAY1D] = {1, true, false, false, TEX_ARRAY1D},
   [TEX_ARRAY2D] = {2, true, false, false, TEX_ARRAY2D},
   [TEX_SHADOWCUBE] = {3, false, true, false, TEX_CUBE},
   [TEX_SHADOWARRAY1D] = {1, true, true, false, TEX_ARRAY1D},
   [TEX_SHADOWARRAY2D] = {2, true, true, false, TEX_ARRAY2D},
   [TEX_BUFFER] = {1, false, false, false, TEX_BUFFER},
   [TEX_ARRAYCUBE] = {3, true, false, false, TEX_ARRAYCUBE},
   [TEX_SHADOWARRAYCUBE] = {3, true, true, false, TEX_ARRAYCUBE},
   [TEX_2DMS] = {2, false, false, true, TEX_2DMS},
   [TEX_ARRAY2DMS] = {2, true, false, true, TEX_ARRAY2DMS},
};
