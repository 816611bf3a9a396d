/* SPDX-License-Identifier: MIT */
/*
 * The key: state of the graphics pipeline that changes the results of a program. It is applied to the IR from a front end,
 * before the passes and for every target alike. State that only changes where results are placed (formats, registers) is left
 * to the backends. docs/abi-usc.md, "The key", describes each field.
 */
#ifndef PASSES_LOWER_KEY_H
#define PASSES_LOWER_KEY_H

#include "ir/ir.h"
#include "nvp4c_key.h"

/* The pipeline key as the passes need it. */
struct pass_key {
   struct nvp4c_key state;   /* color_buffers is 0 unless the program writes one colour to all draw buffers */
   uint8_t flat_colors;      /* mask of colours that state.flat_shading makes flat */
   uint8_t clip;             /* enum io_clip: effect of state.clip_planes on this program */
   uint8_t keep[SLOT_COUNT]; /* masks of components, by slot, that state.varying_map keeps */
};

/* Names of state parameters that the key adds and that no program can name: a clip plane in clip coordinates; the point size,
   the reference of the alpha test, the API's sample mask and the word about the front face, each in x; four rows of the stipple
   pattern, with column x in bit 31 - x; positions of samples. The position of sample `id` of `samples` is in component
   (samples + id) / 4, byte id % 4: x in the low four bits, y in the high ones, both in sixteenths of the pixel. */
const char *key_plane_name(unsigned n);
const char *key_stipple_name(unsigned n);
#define KEY_BLEND_PARAM "key.blend" /* the constant colour of blending */
#define KEY_ALPHA_PARAM "key.alpha"
#define KEY_MASK_PARAM "key.samplemask"
#define KEY_FACE_PARAM "key.frontface" /* bit 1: all fragments have the front face; else bit 0: the other face */
#define KEY_STIPPLE_ROWS 32
#define KEY_POINT_PARAM "state.point.size"
#define KEY_SAMPLES_PARAM "key.samples"

/*
 * True if the program runs once for each sample when it is drawn with several: if the key asks for it, if the program reads
 * the number or the position of its sample or an input at the sample, or if it writes a sample mask, reads a colour target or
 * the key removes samples, because the machine has no other way to do these.
 */
bool pass_key_per_sample(const struct ir_shader *s, const struct nvp4c_key *key);

/* How a colour target is stored. */
struct key_color {
   uint8_t stored; /* enum mem_format of the pixel, before it is converted to the format of the target */
   bool words;     /* the program stores words of this format; otherwise it stores colours, which the backend converts */
   bool bound;     /* the key has its format */
};
struct key_color key_color_format(const struct nvp4c_key *key, unsigned n);
/* True if a program that writes colour n reads the target, or leaves some of it as it is. */
bool key_reads_color(const struct nvp4c_key *key, unsigned n);

/* Steps of pass_key_apply() in key_colors.c: compute the colours that the program stores; replace loads of SLOT_FETCHED. */
bool key_changes_colors(const struct nvp4c_key *key);
void key_lower_colors(struct ir_shader *s, const struct nvp4c_key *key);
void key_replace_fetched(struct ir_shader *s, const struct nvp4c_key *key);
/* Unpacks the vertex attributes that have a format in the key: key_attribs.c. pass_key_apply() calls it. */
void pass_key_attribs(struct ir_shader *s, const struct nvp4c_key_attrib attrib[NVP4C_MAX_ATTRIBS]);

void pass_key_apply(struct ir_shader *s, const struct pass_key *key);

#endif
