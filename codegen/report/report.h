/* SPDX-License-Identifier: MIT */
/*
 * The report of a program's machine code: what each row does, when it is issued, what is live, and what limits it. A row is a
 * group of the USC or an instruction of AGX.
 *
 * A machine describes its rows (report_new(), the members of struct report_row up to `executed`), and report_analyse() computes
 * the rest. The text, JSON and HTML forms of the report all come from this structure. Everything is in the arena of the
 * context.
 */
#ifndef CODEGEN_REPORT_H
#define CODEGEN_REPORT_H

#include "util/buf.h"

#define REPORT_NONE UINT32_MAX
#define REPORT_REGISTERS 256
#define REPORT_COUNTERS 2 /* of requests in flight */
#define REPORT_LEVELS 64  /* states of the mask counter that are told apart: 0 to 63, and 63 for all above */

enum report_provenance { REPORT_DOCUMENTED, REPORT_OBSERVED, REPORT_ASSUMED };

/* A set of registers. */
struct report_set {
   uint64_t w[REPORT_REGISTERS / 64];
};

/* A unit of the machine, a column of the report. Rows of other kinds cannot use it. */
struct report_unit {
   const char *id, *name, *kind;
};

/* A number of the model of time. */
struct report_cost {
   const char *id;
   uint32_t value;
   enum report_provenance provenance;
   const char *text;
};

struct report_reason {
   const char *id, *text;
};

/* Masks of the costs on which figures depend. */
struct report_dependence {
   uint32_t issue, busy; /* issue times; busy times of units */
   /* from report_analyse() */
   uint32_t latency, wait; /* latencies of rows; of requests that a row waits for */
};

/* Something without a source that the effect of the code rests on, with the first of the rows that do and their number. */
struct report_premise {
   const char *id, *text;
   uint32_t first, rows;
};

/* With at most so many registers so many waves run at once. */
struct report_step {
   uint32_t registers, waves;
};

/* A busy unit and its operation, or an empty unit and the index of the reason. */
struct report_use {
   uint32_t unit, busy; /* time that the unit is busy */
   const char *op;
};
struct report_gap {
   uint32_t unit, reason;
};

/* How control leaves a row, apart from waiting lanes. */
enum report_flow {
   REPORT_FALLS,   /* to the next row */
   REPORT_JUMPS,   /* to `target` */
   REPORT_CHOOSES, /* to the next row or to `target` */
   REPORT_ENDS,    /* the program ends, or a place that is not known follows */
};

struct report_row {
   uint32_t at, bytes;
   const char *text;
   uint32_t cost, latency; /* issue time; time from issue to the result */
   uint8_t latency_cost;   /* 1 + the index of the cost that is the latency, or 0 if none is */
   uint8_t flow;           /* enum report_flow */
   uint8_t counter, waits; /* 1 + the counter of the request that it starts, or 0; mask of counters that it waits for */
   bool waits_after;       /* it waits after it is issued, for its own request too */
   bool always;            /* waiting lanes execute it, too */
   bool keeps;             /* lanes that do not fulfil its condition keep what its results held */
   bool is_texture;        /* a texture request */
   uint32_t target;        /* row, or the number of rows for the end */
   struct report_set reads, writes;
   struct report_set holds; /* what its request may access until a row waits for it */
   const struct report_use *uses;
   const struct report_gap *gaps;
   uint32_t num_uses, num_gaps;
   double executed; /* times that a wave runs it, or negative if that is not known */
   /* from report_analyse() */
   uint32_t block;
   bool assumed;         /* the latency is assumed */
   uint32_t start, done; /* times of issue and of the result of a request, if each block runs once */
   uint32_t live;        /* registers that are live or held by a request before it or become live in it, in its lanes */
   uint32_t waiter;      /* row that waits for its request, in the order of the rows, or REPORT_NONE */
};

/* A proved lower bound on the rows of a block of the machine, which starts at the row `first` and ends before the next one. */
struct report_bound {
   uint32_t first, rows;
};

/* A basic block. The end of the program is the number of blocks. */
struct report_block {
   uint32_t first, count;
   uint32_t bound;   /* proved lower bound on its rows, or REPORT_NONE; also if it is a part of a block of the machine */
   uint32_t next[2]; /* the block after it, and the target of its jump; REPORT_NONE if there is none */
};

/* Rows between which a value is live or held by a request. */
struct report_range {
   uint32_t first, last;
};

/* A value in one or several adjacent registers. */
struct report_value {
   uint32_t reg, count;
   struct report_range *ranges; /* ascending */
   uint32_t *writers, *readers;
   uint32_t num_ranges, num_writers, num_readers;
};

/* Time by the costs of the rows: if each runs once, on the shortest path, and on the longest, REPORT_NONE if there is a loop.
 */
struct report_paths {
   uint32_t total, shortest, longest;
};

/*
 * A lane at a row: its mask counter, which is 0 if it runs, and a mark with a meaning of the machine, by which states with one
 * counter differ. REPORT_LEVELS - 1 stands for larger counters, too.
 */
struct report_lane {
   uint32_t counter;
   bool marked;
};

/* Calls report_add_state() for each state in which a lane may be after a row. The number of rows is the end. */
struct report_states;
typedef void (*report_lane_fn)(const void *code, uint32_t row, struct report_lane lane, struct report_states *to);
void report_add_state(struct report_states *to, uint32_t row, struct report_lane lane);

struct target_report {
   struct util_ctx *ctx;
   struct report_row *rows;
   uint32_t num_rows;
   const struct report_unit *units;
   const struct report_cost *costs;
   const struct report_reason *reasons;
   const struct report_step *steps;
   const struct report_premise *premises;
   uint32_t num_units, num_costs, num_reasons, num_steps, num_premises;
   struct report_dependence depends;
   const char *time_name, *time_text; /* what a unit of time is */
   const char *prefix;                /* of the name of a register */
   uint32_t register_bits;            /* 32, or 16 if two registers have one number and the suffixes l and h */
   enum report_provenance steps_provenance;
   uint32_t registers, constants, bound; /* registers that it needs, words that the driver uploads, bound on the rows */
   struct report_bound *block_bounds;    /* of blocks of the machine, in their order */
   uint32_t num_block_bounds;
   report_lane_fn lanes;
   bool marked_run;          /* marked lanes execute rows, whatever their counter */
   const void *code;         /* for lanes() */
   struct report_set at_end; /* registers that the code after the program reads */
   /* from report_analyse() */
   struct report_block *blocks;
   uint32_t num_blocks;
   struct report_value *values;
   uint32_t num_values, cap_values;
   uint32_t elapsed; /* time if each block runs once, waits included */
   struct report_paths time, *unit_time;
   uint32_t limit; /* unit with the largest total, or REPORT_NONE */
   uint32_t peak, peak_row;
   uint32_t textures;
};

static inline bool report_has(const struct report_set *s, uint32_t r)
{
   return s->w[r / 64] >> (r & 63) & 1;
}

/* Adds n registers, ignoring those past the end. */
static inline void report_include(struct report_set *s, uint32_t first, uint32_t n)
{
   for (uint32_t r = first; r < first + n && r < REPORT_REGISTERS; r++)
      s->w[r / 64] |= UINT64_C(1) << (r & 63);
}

/* The mask of the cost that is the latency of a row. */
static inline uint32_t report_latency_mask(const struct report_row *row)
{
   return row->latency_cost ? UINT32_C(1) << (row->latency_cost - 1) : 0;
}

/* Makes a report of empty rows. */
struct target_report *report_new(struct util_ctx *ctx, uint32_t num_rows);
void report_analyse(struct target_report *r);
/* Is the value live at the row? */
bool report_is_live(const struct report_value *v, uint32_t row);
/* Writes the name of registers of the machine, "r3", "r3l" or "r3..r5", in at most `size` bytes. */
void report_register_name(const struct target_report *r, uint32_t reg, uint32_t count, char *text, size_t size);

/* Appends lines of comments: time by unit, the registers, and the values that are live at the peak. `line_of` has the source
   line of each row or 0. `row` is what a row is called. */
void report_print_summary(struct util_buf *b, const struct target_report *r, const uint32_t *line_of, const char *row);
/* Appends the control-flow graph with the source lines and the text of the rows, for dot. */
void report_print_cfg(struct util_buf *b, const struct target_report *r, const uint32_t *line_of, const char *name);

/* report_live.c: finds the live registers and the values. */
void report_find_values(struct target_report *r);

#endif
