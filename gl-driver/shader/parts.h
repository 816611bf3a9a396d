/* SPDX-License-Identifier: MIT */
/*
 * AGX: the parts that a driver puts around a main part (docs/abi-agx.md, "The parts and their links"), as text that
 * nvp4c_assemble() makes code of. A vertex prolog fetches the attributes, a fragment epilog blends, and stores to the tile.
 */
#ifndef GL_DRIVER_PARTS_H
#define GL_DRIVER_PARTS_H

#include "gl-driver/pipe/pipe.h"
#include "gl-driver/shader/code.h"

#include <stdio.h>

struct bindings;

/* The state that the parts depend on. It is compared as bytes, so what does not count in it is zero. */
struct element_state {
   uint32_t format, stride, divisor;
   bool converted; /* the loads do not know it: a row is four words that the driver has converted */
};
struct target_state {
   uint32_t format; /* 0: there is none */
   struct blend_target blend;
   bool logical;
   uint8_t logicop;
};
struct surroundings {
   struct element_state element[MAX_VERTEX_ELEMENTS];
   struct target_state target[MAX_COLORS];
   unsigned samples; /* of a pixel, if it has several */
   bool smooth;      /* lines or points: colours stay in the registers, since blending waits for the part that is covered */
};
void surroundings_find(const struct context *c, struct surroundings *s);

/* An attribute of the main part, in the order of its registers. */
struct attribute {
   uint8_t element, mask; /* components that are read */
};

/* A target in the tile. */
struct tile_target {
   bool here;         /* false: there is no code for it, and the colour stays in the registers */
   bool stores;       /* the epilog stores to it */
   bool loads;        /* the epilog reads the tile, or does not store all of it */
   bool raw;          /* instead: words of the colour of each sample, which the driver writes to the target */
   const char *text;  /* the format as instructions name it */
   uint8_t format;    /* of memory, with the same bits */
   uint8_t offset;    /* in bytes */
   uint8_t bytes, components; /* bytes of each; of a packed format there is one component */
   uint8_t present;   /* those that the target has: mask of r g b a */
};

struct parts {
   struct nvp4c_machine *machine; /* of the whole program */
   struct attribute attribute[MAX_VERTEX_ELEMENTS];
   unsigned num_attributes;
   struct surroundings around;
   struct tile_target target[MAX_COLORS];
};
/* NULL: they cannot be made. */
struct parts *parts_create(const struct driver *d, const struct code *code, bool fragment, const struct surroundings *s);
void parts_free(struct parts *p);

/* prolog.c: the text; do the loads and a few operations make words of the format? */
void vertex_prolog(FILE *f, const struct element_state *elements, const struct attribute *a, unsigned count);
bool prolog_knows(unsigned format, unsigned *bytes); /* bytes: what places in memory have to be a multiple of */

/* epilog.c: where the targets are in the tile, then the text. */
struct colors {
   uint8_t mask[MAX_COLORS]; /* components that the main part writes */
   bool depth, stencil;
   bool per_sample; /* r0h is the mask of samples */
   bool masks;      /* r3h is the mask of samples that live */
};
#define TILE_WORDS 16 /* of a sample */
bool place_targets(const struct surroundings *s, const struct colors *c,
                   struct tile_target target[MAX_COLORS]); /* false: there is no place */
void fragment_epilog(FILE *f, const struct surroundings *s, const struct colors *c,
                     const struct tile_target target[MAX_COLORS]);
/* What is behind it: the foot of the loop over samples, of which main part and epilog have so many bytes; the end. */
void fragment_end(FILE *f, const struct surroundings *s, const struct colors *c, size_t loop);
void read_colors(const struct code *code, struct colors *c);

/* attributes.c: the uniforms that the prolog reads: their number; a word of memory at an address that they have. */
#define MAX_LOW (3 * MAX_VERTEX_ELEMENTS + 3)
#define ATTRIBUTE_ADDRESS(n) (UINT64_C(1) << 44 | (uint64_t)(n) << 37)
unsigned prolog_uniforms(const struct bindings *b, uint32_t word[MAX_LOW]);
bool attribute_word(const struct bindings *b, uint64_t address, uint32_t *value);

#endif
