/* SPDX-License-Identifier: MIT */
/*
 * An AGX2 program in the code generator between selection and bytes: instructions on virtual registers, in the lists of a
 * machine program (codegen/program.h). A virtual unit is a 16-bit half of a register.
 *
 * An operand of kind AGX_VIRT16, AGX_VIRT32 or AGX_VIRT64 names a virtual unit in its `value`; agx_operand_units() gives the
 * number of units from there on. The other kinds are those of the machine.
 */
#ifndef AGX_MIR_H
#define AGX_MIR_H

#include "backend-agx/isa/agx.h"
#include "codegen/program.h"

/* Operations without code, in addition to those of the machine. */
enum agx_pseudo_op {
   AGX_PSEUDO_ENTRY = AGX_NUM_OPS, /* writes D: a register that the ABI fills before the program starts */
   AGX_PSEUDO_EXIT,                /* reads A: a register that the ABI reads when the program ends */
};

/* An instruction of a list. For CG_COPIES only `base` is valid. */
struct agx_mir_instr {
   struct cg_instr base;
   struct agx_instr in;
   bool changed;    /* a load from read-write memory */
   uint32_t awaits; /* 1 + a unit of a request's result that has to be available first; 0 if only the operands have to be */
};
static inline struct agx_mir_instr *agx_mir_instr_of(const struct cg_instr *i)
{
   return (struct agx_mir_instr *)i;
}

struct agx_mir {
   struct cg_program p;
   struct agx_ref *external; /* by number / 2: operands of copies that are not virtual registers: uniforms, or AGX_IMM with
                                up to 32 bits */
   uint32_t num_external, cap_external;
   struct agx_ref *entry; /* registers that hold a value when the program starts */
   uint32_t num_entry, cap_entry;
   unsigned *entry_half;    /* their places */
   struct agx_ref *entered; /* the results of agx_entry_value() for them */
   uint32_t num_entry_half, cap_entry_half, num_entered, cap_entered;
   struct agx_ref *exit; /* registers that the ABI reads when the program ends */
   uint32_t num_exit, cap_exit;
   struct cg_copy *exports; /* parallel copies into the registers of `exit` */
   uint32_t num_exports, cap_exports;
   struct cg_copy *moves; /* parallel copies from the registers of `entry`, where values are spilled */
   uint32_t num_moves, cap_moves;
   bool spills; /* values will be spilled: every if has a level, and r0h does not hold values */
   bool hints;  /* operands say whether this is the last use of their register, or another one follows soon */
   bool *all_run; /* by block: no lane waits in its body; NULL if unknown */
   const uint32_t *idom; /* by block: its immediate dominator; NULL if unknown */
   bool *skipped; /* by block: its work has become part of the previous block */
   uint32_t stack_words; /* stack words of the program itself; spilled values follow them */
   unsigned threads; /* threads of a workgroup that run at one time; 0 for any number */
   bool stops;     /* it ends with a stop, followed by traps */
   bool uses_flow; /* r0l counts nesting and does not hold values */
   uint8_t mask_half; /* the half with the mask of the shaded sample in the loop over samples; 0 without such a loop */
};

/* Creates an empty program of num_blocks blocks. */
void agx_mir_init(struct agx_mir *c, struct util_ctx *ctx, uint32_t num_blocks);
/* Creates a virtual register as an operand: `count` registers of the size of `kind`, which is AGX_VIRT16, AGX_VIRT32 or
   AGX_VIRT64. */
struct agx_ref agx_reg_new(struct agx_mir *c, enum agx_kind kind, unsigned count);
/* Appends an instruction to the list. */
struct agx_instr *agx_push(struct agx_mir *c, struct cg_list *l, const struct agx_instr *in, struct util_span span);
/* Appends a jump to a label (cg_label()). */
void agx_push_jump(struct agx_mir *c, struct cg_list *l, enum agx_op op, uint32_t label, struct util_span span);
/* The half that holds the result of an `if`'s test if values are spilled. */
static inline unsigned agx_test_half(const struct agx_mir *c)
{
   return c->mask_half == 1 ? 2 : 1;
}
/* The 32-bit register for a value at this place of the register file at the start of the program. The same place always
   gives the same register. */
struct agx_ref agx_entry_value(struct agx_mir *c, unsigned half);
/* The number that copies use for an operand that is not a virtual register; the next number is its high half. */
uint32_t agx_external(struct agx_mir *c, struct agx_ref src);
/* Requires the operand at this place of the register file when the program ends. Virtual 16-bit registers have 16 bits,
   other operands 32. */
void agx_export(struct agx_mir *c, unsigned half, struct agx_ref src);
/* Adds the instructions for entry values and exports once all are known. The program ends after block `last`. */
void agx_mir_finish(struct agx_mir *c, uint32_t last);

static inline bool agx_is_virtual(unsigned kind)
{
   return kind >= AGX_VIRT16 && kind <= AGX_VIRT64;
}
/* The size of a virtual register. */
static inline unsigned agx_operand_units(const struct agx_ref *r)
{
   return (r->kind == AGX_VIRT16 ? 1u : r->kind == AGX_VIRT32 ? 2u : 4u) * (r->count ? r->count : 1);
}

/* Resources of the machine that instructions access besides virtual units, numbered from num_units on. */
enum agx_resource {
   /* The order of effects: stores of outputs, derivatives, loads of the tile and reads of special registers read it;
      instructions that kill lanes or end the output write it. */
   AGX_RES_OUTSIDE,
   AGX_RES_STACK, /* loads read it, stores write it */
   AGX_RES_MEMORY, AGX_RES_LOCAL, /* the same for read-write memory of the device and of the workgroup; barriers write both */
   AGX_RES_WORD,  /* AGX_UVS_WORDS words of the vertex output buffer */
   AGX_NUM_RES = AGX_RES_WORD + AGX_UVS_WORDS
};
extern const struct cg_machine agx_machine;

#endif
