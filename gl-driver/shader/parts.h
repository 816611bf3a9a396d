/* SPDX-License-Identifier: MIT */
/*
 * AGX: the parts that a driver puts around a main part (docs/abi-agx.md, "The parts and their links"), as text for
 * nvp4c_assemble(). A vertex prolog fetches attributes; a fragment epilog blends and stores to the tile.
 */
#ifndef GL_DRIVER_PARTS_H
#define GL_DRIVER_PARTS_H

#include "gl-driver/pipe/pipe.h"
#include "gl-driver/shader/code.h"

#include <stdio.h>

struct bindings;

/* The state that the parts depend on. It is compared as bytes, so unused members are zero. */
struct element_state {
   uint32_t format, stride, divisor;
   bool converted; /* loads do not support the format, so the driver converts each row to four words */
};
struct target_state {
   uint32_t format; /* or 0 */
   struct blend_target blend;
   bool logical;
   uint8_t logicop;
};
struct surroundings {
   struct element_state element[MAX_VERTEX_ELEMENTS];
   struct target_state target[MAX_COLORS];
   unsigned samples; /* of a pixel, if it has several, otherwise 0 */
   bool smooth;      /* smooth lines or points: colours stay in registers, since blending needs the coverage */
};
void surroundings_find(const struct context *c, struct surroundings *s);

/* An attribute of the main part, in the order of its registers. */
struct attribute {
   uint8_t element, mask; /* `mask`: components that are read */
};

/* A target in the tile. */
struct tile_target {
   bool here;         /* the tile has it; otherwise the colour stays in registers */
   bool stores;       /* the epilog stores to it */
   bool loads;        /* the epilog reads the tile, or stores only part of the target */
   bool raw;          /* instead, the driver writes the words of each sample's colour to the target */
   const char *text;  /* the name of the format in instructions */
   uint8_t format;    /* the format of memory with the same bits */
   uint8_t offset;    /* in bytes */
   uint8_t bytes, components; /* bytes of each; a packed format counts as one component */
   uint8_t present;   /* mask of the components that the target has */
};

struct parts {
   struct nvp4c_machine *machine; /* of the whole program */
   size_t main_at;                /* place of the main part in it, in bytes */
   struct attribute attribute[MAX_VERTEX_ELEMENTS];
   unsigned num_attributes;
   struct surroundings around;
   struct tile_target target[MAX_COLORS];
};
/* NULL if they cannot be created. */
struct parts *parts_create(const struct driver *d, const struct code *code, bool fragment, const struct surroundings *s);
void parts_free(struct parts *p);

/* prolog.c: the text, and whether a few operations after the loads convert the format to words. */
void vertex_prolog(FILE *f, const struct element_state *elements, const struct attribute *a, unsigned count);
bool prolog_knows(unsigned format, unsigned *bytes); /* `bytes`: the alignment in memory */

/* epilog.c: the places of the targets in the tile, then the text. */
struct colors {
   uint8_t mask[MAX_COLORS]; /* components that the main part writes */
   bool depth, stencil;
   bool per_sample; /* r0h is a mask of samples */
   bool masks;      /* r3h is the mask of live samples */
};
#define TILE_WORDS 16 /* for each sample */
bool place_targets(const struct surroundings *s, const struct colors *c,
                   struct tile_target target[MAX_COLORS]); /* false if they do not fit */
void fragment_epilog(FILE *f, const struct surroundings *s, const struct colors *c,
                     const struct tile_target target[MAX_COLORS]);
/* The end, with the end of the loop over samples; `loop` is the size of the main part and the epilog in bytes. */
void fragment_end(FILE *f, const struct surroundings *s, const struct colors *c, size_t loop);
void read_colors(const struct code *code, struct colors *c);

/* attributes.c: the uniforms of the prolog, and their number; a word of memory at one of their addresses. */
#define MAX_LOW (3 * MAX_VERTEX_ELEMENTS + 3)
#define ATTRIBUTE_ADDRESS(n) (UINT64_C(1) << 44 | (uint64_t)(n) << 37)
unsigned prolog_uniforms(const struct bindings *b, uint32_t word[MAX_LOW]);
bool attribute_word(const struct bindings *b, uint64_t address, uint32_t *value);

#endif
