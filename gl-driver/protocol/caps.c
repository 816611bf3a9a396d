/* SPDX-License-Identifier: MIT */
/*
 * The capabilities that the client sees (struct virgl_caps_v2 of Mesa), which decide the version of OpenGL that it offers.
 * Words are named by their position in the structure.
 */
#include <string.h>

#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/protocol/protocol.h"

enum {
   MAX_VERSION,
   SAMPLER_FORMATS,
   RENDER_FORMATS = 17,
   DEPTH_FORMATS = 33,
   VERTEX_FORMATS = 49,
   FLAGS = 65,
   GLSL_LEVEL,
   ARRAY_LAYERS,
   STREAMOUT_BUFFERS,
   DUAL_SOURCE,
   RENDER_TARGETS,
   SAMPLES,
   PRIMITIVES,
   TEXTURE_BUFFER_SIZE,
   UNIFORM_BLOCKS,
   VIEWPORTS,
   GATHER,
   POINT_AND_LINE,
   LOD_BIAS = 85,
   GS_VERTICES,
   GS_COMPONENTS,
   VERTEX_OUTPUTS,
   VERTEX_ATTRIBS,
   PATCH_VARYINGS,
   MIN_OFFSET,
   MAX_OFFSET,
   MIN_GATHER_OFFSET,
   MAX_GATHER_OFFSET,
   TEXTURE_BUFFER_ALIGNMENT,
   UNIFORM_ALIGNMENT,
   SHADER_BUFFER_ALIGNMENT,
   CAPABILITIES,
   SAMPLE_LOCATIONS = 99,
   ATTRIB_STRIDE = 107,
   SHADER_BUFFERS,
   SHADER_IMAGES = 110,
   WORKGROUP_INVOCATIONS = 113,
   SHARED_BYTES,
   GRID_SIZE,
   WORKGROUP_SIZE = 118,
   SIZE_2D = 121,
   SIZE_3D,
   SIZE_CUBE,
   SHADER_BUFFERS_ALL = 124,
   COUNTERS,
   COUNTER_BUFFERS = 131,
   COUNTERS_ALL = 137,
   COUNTER_BUFFERS_ALL,
   FEATURES,
   READBACK_FORMATS,
   SCANOUT_FORMATS = 156,
   CAPABILITIES_2 = 172,
   VIDEO_MEMORY,
   RENDERER,
   ANISOTROPY = 190,
   TEXTURE_SAMPLERS,
   SAMPLE_FORMATS,
   CONSTANT_BYTES = 208,
   UNIFORM_BLOCK_BYTES = 343,
};

/* Bits of FLAGS */
enum {
   INDEPENDENT_BLEND = 3,
   CUBE_ARRAYS = 1 << 2,
   CONDITIONAL_RENDER = 1 << 4,
   START_INSTANCE = 1 << 5,
   PRIMITIVE_RESTART = 1 << 6,
   SEPARATE_BLEND = 1 << 7,
   INSTANCE_ID = 1 << 8,
   INSTANCE_DIVISOR = 1 << 9,
   SEAMLESS_CUBE = 1 << 10,
   OCCLUSION_QUERY = 1 << 11,
   TIMER_QUERY = 1 << 12,
   STREAMOUT_PAUSE = 1 << 13,
   COORD_CONVENTIONS = 1 << 15,
   DEPTH_CLIP_DISABLE = 1 << 16,
   SEAMLESS_PER_TEXTURE = 1 << 17,
   UNIFORM_BUFFERS = 1 << 18,
   COLOR_CLAMPING = 1 << 19,
   POLYGON_STIPPLE = 1 << 20,
   MIRROR_CLAMP = 1 << 21,
   QUERY_LEVEL = 1 << 22,
   INDIRECT_DRAW = 1 << 25,
   SAMPLE_SHADING = 1 << 26,
   TEXTURE_MULTISAMPLE = 1 << 14,
   CONDITION_INVERTED = 1 << 28,
   DERIVATIVE_CONTROL = 1 << 29,
   OFFSET_CLAMP = 1 << 30,
};
#define STREAMOUT_OVERFLOW (UINT32_C(1) << 31) /* also in FLAGS */
/* Bits of CAPABILITIES */
enum {
   TEXTURE_VIEW = 1 << 1,
   SET_MIN_SAMPLES = 1 << 2,
   MEMORY_BARRIER = 1 << 6,
   COMPUTE_SHADER = 1 << 7,
   STREAMS = 1 << 23,
   SRGB_WRITE_CONTROL = 1 << 15,
   MIXED_COLOR_FORMATS = 1 << 18
};

/* The capabilities that each version adds to those of the versions before it. integer: integer textures may be sampled; gather:
   number of components of a texel that may be selected. The last language is that of ARB_gpu_shader5; the version stays 3.3
   because tessellation is missing. */
static const struct step {
   unsigned version, glsl;
   uint32_t flags;
   unsigned streamout, layers, uniform_blocks, texture_buffer, viewports, dual_source, gather;
   bool integer;
} steps[] = {
    {21, 120,
     INDEPENDENT_BLEND | SEPARATE_BLEND | OCCLUSION_QUERY | TIMER_QUERY | COORD_CONVENTIONS | COLOR_CLAMPING | POLYGON_STIPPLE |
         MIRROR_CLAMP | SEAMLESS_CUBE | DEPTH_CLIP_DISABLE | INSTANCE_DIVISOR | START_INSTANCE,
     0, 0, 0, 0, 1, 0, 0, false},
    {30, 130,
     CUBE_ARRAYS | QUERY_LEVEL | OFFSET_CLAMP | CONDITION_INVERTED | CONDITIONAL_RENDER | PRIMITIVE_RESTART | INSTANCE_ID |
         STREAMOUT_PAUSE,
     4, 512, 0, 0, 1, 0, 4, true},
    {31, 140, UNIFORM_BUFFERS, 4, 512, 14, 1 << 16, 1, 0, 4, true},
    {33, 400, SEAMLESS_PER_TEXTURE | INDIRECT_DRAW | DERIVATIVE_CONTROL | STREAMOUT_OVERFLOW, 4, 512, 14, 1 << 16,
     MAX_VIEWPORTS, 1, 4, true},
};

/* Sets the bits of the formats with these uses. */
static void mask_formats(uint32_t *mask, const char *uses, bool integer)
{
   for (unsigned f = 0; f < 16 * 32; f++) {
      const struct format_info *info = format_info(f);
      bool all = info && (integer || info->class == FORMAT_FLOAT || info->class == FORMAT_DEPTH || info->stencil);
      for (const char *u = uses; *u; u++)
         all = all && format_may(f, *u);
      if (all)
         mask[f / 32] |= 1u << f % 32;
   }
}

static void fill_formats(uint32_t *caps, bool integer)
{
   mask_formats(caps + SAMPLER_FORMATS, "s", integer);
   mask_formats(caps + RENDER_FORMATS, "r", integer);
   mask_formats(caps + DEPTH_FORMATS, "d", integer);
   mask_formats(caps + VERTEX_FORMATS, "", true);
   mask_formats(caps + READBACK_FORMATS, "", true);
   mask_formats(caps + SCANOUT_FORMATS, "sr", false);
}

/* Limits that are the same for all versions. */
static void fill_limits(uint32_t *caps)
{
   /* Sizes of points and of smooth points, widths of lines and of smooth lines. */
   static const float point_and_line[8] = {1, 255, 1, 255, 1, 255, 1, 255};

   caps[MAX_VERSION] = 2;
   caps[RENDER_TARGETS] = MAX_COLORS;
   caps[SAMPLES] = 1;
   for (unsigned i = 0; i < 8; i++)
      caps[POINT_AND_LINE + i] = bits_of(point_and_line[i]);
   caps[LOD_BIAS] = bits_of(16);
   caps[GS_VERTICES] = 256;
   caps[GS_COMPONENTS] = 1024;
   caps[VERTEX_ATTRIBS] = 16;
   caps[MIN_OFFSET] = caps[MIN_GATHER_OFFSET] = (uint32_t)-8;
   caps[MAX_OFFSET] = caps[MAX_GATHER_OFFSET] = 7;
   caps[TEXTURE_BUFFER_ALIGNMENT] = caps[UNIFORM_ALIGNMENT] = caps[SHADER_BUFFER_ALIGNMENT] = 16;
   caps[CAPABILITIES] = TEXTURE_VIEW | STREAMS | SRGB_WRITE_CONTROL | MIXED_COLOR_FORMATS;
   caps[ATTRIB_STRIDE] = 2048;
   caps[SIZE_2D] = 8192;
   caps[SIZE_3D] = 1024;
   caps[SIZE_CUBE] = 4096;
   caps[FEATURES] = 14;
   caps[VIDEO_MEMORY] = 1024;
   caps[ANISOTROPY] = bits_of(16);
   caps[TEXTURE_SAMPLERS] = 16;
   for (unsigned i = 0; i < 6; i++)
      caps[CONSTANT_BYTES + i] = 65536;
   caps[UNIFORM_BLOCK_BYTES] = 65536;
}

/* Vectors of a vertex, including the position. */
static unsigned vertex_outputs(const struct driver *d)
{
   struct nvp4c_core core;

   for (unsigned i = 0; nvp4c_get_core(d->target, i, &core); i++)
      if (!d->cpu || !strcmp(core.name, d->cpu))
         return core.vertex_words && core.vertex_words < 128 ? core.vertex_words / 4 : 32;
   return 32;
}

/* Read-write memory and compute programs. Each number is there twice: for fragment and compute programs, and for the other
   stages. */
static void fill_memory(uint32_t *caps)
{
   static const uint8_t stages[6] = {1, 1, 1, 0, 0, 1}; /* vertex, fragment, geometry, compute */

   for (unsigned i = 0; i < 2; i++) {
      caps[SHADER_BUFFERS + i] = MAX_SHADER_BUFFERS;
      caps[SHADER_IMAGES + i] = MAX_IMAGES;
   }
   for (unsigned i = 0; i < 6; i++) {
      caps[COUNTERS + i] = stages[i] ? 4096 : 0;
      caps[COUNTER_BUFFERS + i] = stages[i] ? MAX_COUNTER_BUFFERS : 0;
   }
   caps[SHADER_BUFFERS_ALL] = NUM_STAGES * MAX_SHADER_BUFFERS;
   caps[COUNTERS_ALL] = 4096;
   caps[COUNTER_BUFFERS_ALL] = MAX_COUNTER_BUFFERS;
   caps[CAPABILITIES] |= MEMORY_BARRIER | COMPUTE_SHADER;
   caps[WORKGROUP_INVOCATIONS] = MAX_WORKGROUP;
   caps[SHARED_BYTES] = 32768;
   for (unsigned i = 0; i < 3; i++) {
      caps[GRID_SIZE + i] = MAX_GRID;
      caps[WORKGROUP_SIZE + i] = i < 2 ? MAX_WORKGROUP : 64;
   }
}

void caps_fill(uint32_t caps[CAPS_V2_WORDS], const struct driver *d)
{
   const struct step *s = steps;

   memset(caps, 0, CAPS_V2_WORDS * sizeof *caps);
   fill_limits(caps);
   caps[VERTEX_OUTPUTS] = vertex_outputs(d);
   for (; s < steps + sizeof steps / sizeof steps[0] && s->version <= d->gl_version; s++) {
      caps[FLAGS] |= s->flags;
      caps[GLSL_LEVEL] = s->glsl;
      caps[ARRAY_LAYERS] = s->layers;
      caps[STREAMOUT_BUFFERS] = s->streamout;
      caps[DUAL_SOURCE] = s->dual_source;
      caps[GATHER] = s->gather;
      caps[TEXTURE_BUFFER_SIZE] = s->texture_buffer;
      caps[UNIFORM_BLOCKS] = s->uniform_blocks;
      caps[VIEWPORTS] = s->viewports;
      fill_formats(caps, s->integer);
   }
   if (d->gl_version >= 31)
      fill_memory(caps);
   if (d->samples > 1) {
      caps[FLAGS] |= TEXTURE_MULTISAMPLE | (d->gl_version >= 33 ? SAMPLE_SHADING : 0);
      caps[CAPABILITIES] |= SET_MIN_SAMPLES;
      caps[SAMPLES] = d->samples;
      for (unsigned i = 0; i < 2; i++) {
         const uint32_t places = sample_places(2 << i);
         caps[SAMPLE_LOCATIONS + i] = (places & 0x0f0f0f0f) << 4 | (places >> 4 & 0x0f0f0f0f); /* x in the high bits */
      }
      for (unsigned i = 0; i < 16; i++)
         caps[SAMPLE_FORMATS + i] = caps[RENDER_FORMATS + i] | caps[DEPTH_FORMATS + i];
   }
   /* Points to triangle fans, and polygons; with geometry programs also primitives with adjacency. */
   caps[PRIMITIVES] = d->gl_version >= 33 ? 0x3e7f : 0x27f;
   memcpy(&caps[RENDERER], "nvp4c", 6);
}
