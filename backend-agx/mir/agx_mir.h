/* SPDX-License-Identifier: MIT */
/*
 * An AGX2 program as the code generator has it between selection and bytes: instructions on virtual registers, in the lists
 * of a machine program (codegen/program.h). A virtual unit is a 16-bit half of a register.
 *
 * An operand of kind AGX_VIRT16, AGX_VIRT32 or AGX_VIRT64 names a virtual unit in its `value`; agx_operand_units() says how
 * many units from there on it stands for. The other kinds are those of the machine.
 */
#ifndef AGX_MIR_H
#define AGX_MIR_H

#include "backend-agx/isa/agx.h"
#include "codegen/program.h"

/* Operations without code, beyond those of the machine. */
enum agx_pseudo_op {
   AGX_PSEUDO_ENTRY = AGX_NUM_OPS, /* writes D: a register that the ABI fills before the program starts */
   AGX_PSEUDO_EXIT,                /* reads A: a register in which the ABI wants a value when the program ends */
};

/* An instruction of a list. Of CG_COPIES only `base` counts. */
struct agx_mir_instr {
   struct cg_instr base;
   struct agx_instr in;
   bool changed;    /* a load from memory that programs change */
   uint32_t awaits; /* 1 + a unit of the result of a request, which has to be there before; 0: none but its operands */
};
static inline struct agx_mir_instr *agx_mir_instr_of(const struct cg_instr *i)
{
   return (struct agx_mir_instr *)i;
}

struct agx_mir {
   struct cg_program p;
   struct agx_ref *external; /* by number / 2: operands of copies that are no virtual registers: uniforms, or AGX_IMM with up to 32 bits */
   uint32_t num_external, cap_external;
   struct agx_ref *entry; /* registers that hold something when the program starts */
   uint32_t num_entry, cap_entry;
   unsigned *entry_half;    /* their places */
   struct agx_ref *entered; /* what agx_entry_value() gave for them */
   uint32_t num_entry_half, cap_entry_half, num_entered, cap_entered;
   struct agx_ref *exit; /* registers that the ABI reads when the program ends */
   uint32_t num_exit, cap_exit;
   struct cg_copy *exports; /* parallel copies into the registers of `exit` */
   uint32_t num_exports, cap_exports;
   struct cg_copy *moves; /* parallel copies from the registers of `entry`, where values are spilled */
   uint32_t num_moves, cap_moves;
   bool spills; /* values will be spilled: every if has a level, and r0h is no register of values */
   bool hints;  /* operands say whether their register is used for the last time, or soon again */
   bool *all_run; /* by block: no lane waits in its body; NULL: nobody knows */
   const uint32_t *idom; /* by block: the one that dominates it most closely; NULL: nobody knows */
   bool *skipped; /* by block: what it does has become part of the block in front */
   uint32_t stack_words; /* that the program itself uses; spilled values lie behind them */
   unsigned threads; /* of a block of a compute program, which run at a time; 0: any number */
   bool stops;     /* it ends with stop, and traps behind it */
   bool uses_flow; /* r0l counts nesting and is no register of values */
   uint8_t mask_half; /* the half with the mask of the sample that is shaded, in the loop over samples; 0: there is no loop */
};

/* An empty program of that many blocks. */
void agx_mir_init(struct agx_mir *c, struct util_ctx *ctx, uint32_t num_blocks);
/* An operand that is a new virtual register: `count` registers of the size of `kind`, AGX_VIRT16, AGX_VIRT32 or AGX_VIRT64. */
struct agx_ref agx_reg_new(struct agx_mir *c, enum agx_kind kind, unsigned count);
/* An instruction at the end of the list. */
struct agx_instr *agx_push(struct agx_mir *c, struct cg_list *l, const struct agx_instr *in, struct util_span span);
/* The same with a jump to a label (cg_label()). */
void agx_push_jump(struct agx_mir *c, struct cg_list *l, enum agx_op op, uint32_t label, struct util_span span);
/* The half where an `if` finds the outcome of its test if values are spilled. */
static inline unsigned agx_test_half(const struct agx_mir *c)
{
   return c->mask_half == 1 ? 2 : 1;
}
/* A 32-bit register that holds a value at that place of the register file when the program starts; the same one for the same place. */
struct agx_ref agx_entry_value(struct agx_mir *c, unsigned half);
/* The number by which copies find an operand that is no virtual register; the next number is its high half. */
uint32_t agx_external(struct agx_mir *c, struct agx_ref src);
/* The operand, of 16 bits if it is such a virtual register, else of 32, has to be at that place of the register file when the program ends. */
void agx_export(struct agx_mir *c, unsigned half, struct agx_ref src);
/* Adds the instructions for entry values and exports, once all are known. The program ends behind block `last`. */
void agx_mir_finish(struct agx_mir *c, uint32_t last);

static inline bool agx_is_virtual(unsigned kind)
{
   return kind >= AGX_VIRT16 && kind <= AGX_VIRT64;
}
/* Of a virtual register. */
static inline unsigned agx_operand_units(const struct agx_ref *r)
{
   return (r->kind == AGX_VIRT16 ? 1u : r->kind == AGX_VIRT32 ? 2u : 4u) * (r->count ? r->count : 1);
}

/* What an instruction touches besides virtual units: machine resources numbered from num_units up. */
enum agx_resource {
   /* The order of effects: stores of outputs, derivatives and reads of special registers read it, what kills lanes or ends the
      output writes it. */
   AGX_RES_OUTSIDE,
   AGX_RES_STACK, /* loads read it, stores write it */
   AGX_RES_MEMORY, AGX_RES_LOCAL, /* likewise of memory that programs change: of the device, of the block. Barriers write both */
   AGX_RES_WORD,  /* AGX_UVS_WORDS words of the vertex output buffer */
   AGX_NUM_RES = AGX_RES_WORD + AGX_UVS_WORDS
};
extern const struct cg_machine agx_machine;

#endif
