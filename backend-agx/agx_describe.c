/* SPDX-License-Identifier: MIT */
/* Describes the instructions of a program for its report: units, registers, requests, and the paths of lanes. */
#include "backend-agx/agx_describe.h"

#include "backend-agx/check/agx_access.h"
#include "backend-agx/check/agx_validate.h"
#include "backend-agx/schedule/agx_cost.h"
#include "backend-agx/text/agx_text.h"

#include <string.h>

/* Columns: issue, the complex unit, and then the units of agx_isa.def with a cost. est_cycles is the larger total of the first
   two (docs/agx-encoding.md, "Cost"). */
enum { ISSUE, COMPLEX_UNIT, FIRST_UNIT, NUM_UNITS = FIRST_UNIT + AGX_NUM_UNITS };

enum { COST_COMPLEX, COST_MEMORY };
static const struct report_cost costs[] = {
    [COST_COMPLEX] = {"COMPLEX", 2, REPORT_OBSERVED,
                      "times its cost that a complex operation occupies the complex unit; it is issued in one cycle"},
    [COST_MEMORY] = {"MEMORY", AGX_MEMORY_LATENCY, REPORT_ASSUMED, "cycles from a texture or memory request to its result"},
};

static const struct report_unit *make_units(struct util_ctx *ctx)
{
   struct report_unit *u = UTIL_ARRAY(ctx, struct report_unit, NUM_UNITS);

   u[ISSUE] = (struct report_unit){"issue", "issue and simple operations", "any"};
   u[COMPLEX_UNIT] = (struct report_unit){"complex-unit", "the unit of all complex operations", "any"};
   for (unsigned k = 0; k < AGX_NUM_UNITS; k++)
      u[FIRST_UNIT + k] =
          (struct report_unit){agx_unit_info[k].name, agx_unit_info[k].name, agx_unit_info[k].complex ? "complex" : "simple"};
   return u;
}

static void find_units(struct util_ctx *ctx, const struct agx_instr *in, struct report_row *row)
{
   const unsigned unit = agx_info[in->op].unit;
   const struct agx_unit_info *info = &agx_unit_info[unit];
   const char *name = agx_info[in->op].name;
   struct report_use *uses = UTIL_ARRAY(ctx, struct report_use, 3);

   row->cost = info->complex ? 1 : info->cost;
   if (row->cost)
      uses[row->num_uses++] = (struct report_use){ISSUE, row->cost, name};
   if (info->complex)
      uses[row->num_uses++] = (struct report_use){COMPLEX_UNIT, 2u * info->cost, name};
   uses[row->num_uses++] = (struct report_use){FIRST_UNIT + unit, info->complex ? 2u * info->cost : info->cost, name};
   row->uses = uses;
}

/* Cycles until the result can be read (docs/agx-isa.md, "Units"). */
static uint32_t latency_of(unsigned op)
{
   const uint32_t latency = agx_unit_info[agx_info[op].unit].latency;

   return agx_info[op].flags & AGX_ASYNC ? AGX_MEMORY_LATENCY : latency ? latency : 1;
}

static bool is_texture(unsigned op)
{
   return op == AGX_OP_texture_sample || op == AGX_OP_texture_load;
}

static void find_flow(const struct agx_access *a, uint32_t k, struct report_row *row)
{
   const struct agx_instr *in = &a->in[k];
   const unsigned flags = agx_info[in->op].flags;

   if (agx_has_target(in->op)) {
      row->flow = REPORT_CHOOSES;
      row->target = a->target[k];
   } else if (flags & AGX_END) {
      row->flow = REPORT_ENDS;
   }
   if (flags & AGX_ASYNC)
      row->counter = (uint8_t)(1 + (in->f[AGX_F_SLOT] & 1));
   if (in->op == AGX_OP_wait)
      row->waits = (uint8_t)(1u << (in->f[AGX_F_SLOT] & 1));
}

/* The code whose lanes are followed. Without operations on the execution mask r0l is a register like others. */
struct lane_code {
   struct agx_access access;
   bool has_counter;
};

/* A running lane has a number in r0l, with which it waits from the next operation on the execution mask on. */
static void add_running(struct report_states *to, uint32_t row, uint32_t r0l)
{
   report_add_state(to, row, (struct report_lane){r0l, r0l != 0});
}

/* Adds the states after an ordinary instruction that writes r0l. */
static void write_counter(struct report_states *to, const struct agx_instr *in, uint32_t row, uint32_t r0l)
{
   const struct agx_ref *d = &in->ref[AGX_D];

   if (in->op == AGX_OP_mov_imm16) {
      add_running(to, row, in->imm);
      return;
   }
   const bool selects = in->op == AGX_OP_icmpsel || in->op == AGX_OP_fcmpsel, moves = in->op == AGX_OP_mov;
   bool known = d->kind == AGX_REG16 && (selects || moves);
   for (unsigned k = selects ? AGX_C : AGX_A; known && k <= (selects ? AGX_Y : AGX_A); k++) {
      const struct agx_ref *x = &in->ref[k];
      const bool keeps = x->kind == AGX_REG16 && !x->value;
      known = x->kind == AGX_IMM || keeps;
      if (known)
         add_running(to, row, keeps ? r0l : x->value);
   }
   for (uint32_t v = 0; v < 8 && !known; v++) /* assumed: a computed counter is that of at most seven levels */
      add_running(to, row, v);
}

/* At a jump on "any" or "none" a running lane knows the way of its wave, and a waiting one does not. A lane is marked while it
   runs with another number than 0 in r0l. */
static void follow_lane(const void *code, uint32_t row, struct report_lane lane, struct report_states *to)
{
   const struct lane_code *c = code;
   const struct agx_access *a = &c->access;
   const struct agx_instr *in = &a->in[row];
   const unsigned flags = agx_info[in->op].flags;
   const bool runs = !lane.counter || lane.marked;

   if (agx_has_target(in->op)) {
      const bool any = in->op == AGX_OP_jmp_exec_any;
      if (!runs || any)
         report_add_state(to, a->target[row], lane);
      if (!runs || !any)
         report_add_state(to, row + 1, lane);
   } else if (flags & AGX_END) {
      report_add_state(to, a->n, lane);
   } else if (flags & AGX_EXEC) {
      /* push_exec has no condition */
      for (unsigned holds = in->op == AGX_OP_push_exec; holds < 2; holds++)
         report_add_state(to, row + 1,
                          (struct report_lane){(uint32_t)agx_counter_after(in, (int32_t)lane.counter, holds), false});
   } else if (runs && c->has_counter && a->touch[row].write[0] & 1) {
      write_counter(to, in, row + 1, lane.counter);
   } else {
      report_add_state(to, row + 1, lane);
   }
}

static void describe_row(struct target_report *r, const struct agx_access *a, uint32_t k)
{
   struct report_row *row = &r->rows[k];
   struct util_buf text;

   util_buf_init(&text, r->ctx);
   agx_print(&a->in[k], &text);
   row->text = text.data;
   row->at = a->at[k];
   row->bytes = a->at[k + 1] - a->at[k];
   row->latency = latency_of(a->in[k].op);
   r->depends.busy |= agx_unit_info[agx_info[a->in[k].op].unit].complex ? 1u << COST_COMPLEX : 0;
   row->latency_cost = agx_info[a->in[k].op].flags & AGX_ASYNC ? 1 + COST_MEMORY : 0;
   row->is_texture = is_texture(a->in[k].op);
   memcpy(row->reads.w, a->touch[k].read, sizeof row->reads.w);
   memcpy(row->writes.w, a->touch[k].write, sizeof row->writes.w);
   if (row->latency_cost) /* requests read their operands when they are issued (docs/agx-encoding.md) */
      row->holds = row->writes;
   if (agx_info[a->in[k].op].flags & AGX_EXEC) { /* r0l, the mask counter */
      report_include(&row->reads, 0, 1);
      report_include(&row->writes, 0, 1);
   }
   find_units(r->ctx, &a->in[k], row);
   find_flow(a, k, row);
}

static void describe_registers(struct target_report *r, const struct agx_program *p)
{
   static const struct report_step steps[] = {
#define OCCUPANCY(halves, threads) {halves, (threads) / 32},
#include "backend-agx/isa/agx_value.def"
   };

   r->steps = steps;
   r->num_steps = sizeof steps / sizeof steps[0];
   r->steps_provenance = REPORT_OBSERVED;
   r->prefix = "r";
   r->register_bits = 16;
   r->registers = p->stats.halves;
   r->constants = p->stats.uniforms;
}

struct target_report *agx_describe(struct util_ctx *ctx, const struct agx_program *p)
{
   struct lane_code *c = UTIL_NEW(ctx, struct lane_code);
   struct agx_access *a = &c->access;
   struct agx_contract contract;

   if (!agx_find_accesses(ctx, p->code, p->len, a))
      util_bug(ctx, "the report cannot decode the machine code");
   /* traps at the end stop the prefetcher and are never executed */
   struct target_report *r = report_new(ctx, a->body);
   a->n = a->body;
   r->units = make_units(ctx);
   r->num_units = NUM_UNITS;
   r->costs = costs;
   r->num_costs = sizeof costs / sizeof costs[0];
   r->time_name = "cycles";
   r->time_text = "issue cycles of the public compiler's cost model; est_cycles is the larger total of issue and complex-unit";
   r->lanes = follow_lane;
   r->marked_run = true;
   r->code = c;
   for (uint32_t k = 0; k < a->body; k++) {
      describe_row(r, a, k);
      c->has_counter |= (agx_info[a->in[k].op].flags & AGX_EXEC) != 0;
   }
   describe_registers(r, p);
   agx_contract_of(p, false, &contract);
   memcpy(r->at_end.w, contract.live_out, sizeof r->at_end.w);
   report_analyse(r);
   return r;
}
