/* SPDX-License-Identifier: MIT */
/* PNG pictures in memory, and animations made of them. Pixels are four bytes (red, green, blue, alpha), with rows from the top.
 */
#ifndef NVP4C_PICTURE_H
#define NVP4C_PICTURE_H

#include "nvp4c/console/console.h"

/* png.c: decodes a file; the caller frees the pixels. Appends a file to a sink. Errors end the program, and name `file`.
   Without libpng both are errors. */
uint8_t *png_decode(const char *file, const char *data, size_t len, unsigned *width, unsigned *height);
void png_encode(struct sink *to, const char *file, const uint8_t *rgba, unsigned width, unsigned height);

/*
 * apng.c: an animation of pictures, which png_encode() has written in the same size. Call apng_add() once for each frame. With
 * one frame the file is that picture.
 */
struct apng {
   struct sink *to;
   unsigned frames;   /* that will be added */
   unsigned delay_ms; /* between frames, below 65536 */
   unsigned added, sequence;
};
void apng_add(struct apng *a, const char *png, size_t len);

#endif
