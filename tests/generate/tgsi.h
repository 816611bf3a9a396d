/* SPDX-License-Identifier: MIT */
/* Internal interface of the TGSI generator. */
#ifndef TESTS_GENERATE_TGSI_H
#define TESTS_GENERATE_TGSI_H

#include "frontend/tgsi/ast/tgsi_ast.h"
#include "tests/generate/generate_priv.h"

enum {
   TGSI_ARRAYS = 3,
   TGSI_SAMPLERS = 5,
   TGSI_VIEWS = 3,
   TGSI_IO = 8,
   TGSI_IMMS = 24,
   TGSI_BUFS = 4,
   TGSI_IMAGES = 4,
   TGSI_SVS = 6,
   TGSI_COUNTERS = 8
};

struct tgsi_range {
   unsigned first, last, id; /* id of the array, or 0 */
   unsigned semantic, index;
};

struct tgsi_ops {
   uint16_t op[TGSI_OP_COUNT];
   unsigned count;
};

struct tgsi_gen {
   struct gen g;
   enum tgsi_stage stage;
   struct tgsi_ops alu, memory, texture; /* instructions of these kinds that the program may have */
   unsigned temps;                 /* any statement may write TEMP[0..temps-1] */
   unsigned counter;               /* TEMP[counter..counter+TGSI_COUNTERS-1] are loop counters, by depth */
   unsigned dead;                  /* TEMP[dead] and TEMP[dead+1] are never read */
   struct tgsi_range arrays[TGSI_ARRAYS], in[TGSI_IO], out[TGSI_IO];
   unsigned num_arrays, num_in, num_out, num_ids;
   unsigned addresses, predicates, loops;
   unsigned consts[3];             /* entries of CONST[0], CONST[1], CONST[2] */
   uint8_t imm_type[TGSI_IMMS];
   uint32_t imm[TGSI_IMMS][4];
   unsigned num_imms;
   unsigned target[TGSI_SAMPLERS], num_samplers, view_target[TGSI_VIEWS], num_views;
   unsigned num_buffers, num_images, image_target[TGSI_IMAGES], image_format[TGSI_IMAGES];
   bool atomic_counters, memories[TGSI_MEMORY_COUNT], constbuf;
   unsigned svs[TGSI_SVS], num_svs;
   unsigned vertices;              /* vertices of the input primitive */
   uint8_t types[400];             /* with TYPED, the letter of the type that each register mostly holds */
   unsigned width, emitted;
   const char *properties;
};

/* tgsi_operand.c */
void tgsi_gen_source(struct tgsi_gen *t, char type);
void tgsi_gen_result(struct tgsi_gen *t, char type, uint16_t masks, bool address);
void tgsi_gen_scalar(struct tgsi_gen *t, char type); /* writes a source that is read in x */
unsigned tgsi_gen_imm(struct tgsi_gen *t, uint32_t value, unsigned *lane); /* finds or adds an immediate */
bool tgsi_gen_object(struct tgsi_gen *t, const char *file,
                     unsigned n); /* a number in brackets, maybe with a register; returns true if relative */
unsigned tgsi_gen_kinds(const struct tgsi_gen *t);
void tgsi_gen_swizzle(struct tgsi_gen *t, bool pairs);
void tgsi_gen_mask(struct tgsi_gen *t, unsigned mask);
void tgsi_gen_read_temp(struct tgsi_gen *t, unsigned n);
void tgsi_gen_read_all(struct tgsi_gen *t);

/* tgsi_object.c: textures and memory */
void tgsi_gen_texture(struct tgsi_gen *t, enum tgsi_op op);
bool tgsi_gen_can_texture(const struct tgsi_gen *t, enum tgsi_op op);
void tgsi_gen_memory(struct tgsi_gen *t, enum tgsi_op op);
bool tgsi_gen_can_memory(const struct tgsi_gen *t, enum tgsi_op op);

/* tgsi_declare.c */
void tgsi_gen_setup(struct gen *g);
void tgsi_gen_declarations(struct tgsi_gen *t, struct gen_text *out);

#endif
