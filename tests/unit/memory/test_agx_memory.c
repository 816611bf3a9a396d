/* SPDX-License-Identifier: MIT */
/*
 * Tests how machine code of AGX orders memory. Each mutant lacks a wait, a fence or a barrier, or has an access moved over one.
 * The validator must find the mutant, or the waves of a workgroup must run differently from the interpreter of the IR. The file
 * also tests the registers of large workgroups, more objects than the operands reach, and images of all formats and targets.
 */
#include "backend-agx/agx_compile.h"
#include "backend-agx/check/agx_validate.h"
#include "backend-agx/sim/agx_harness.h"
#include "nvp4c.h"
#include "nvp4c/verify/verify_workgroup.h"
#include "tests/unit/common/irtext.h"

#define TASKS 24

static struct ir_shader *shader;
static struct agx_program program;

static void compile_with(const char *text, const struct agx_options *o)
{
   ctx.text = text;
   ctx.text_len = strlen(text);
   shader = ir_parse(&ctx, text, strlen(text), &num_model_agx);
   ck_assert_msg(shader && !agx_compile(&ctx, shader, o, &program), "%s", ctx.diags ? ctx.diags->message : "no diagnostic");
}

static void compile(const char *text, bool schedule)
{
   compile_with(text, &(struct agx_options){.schedule = schedule, .verify = true});
}

/* ---- verdicts ------------------------------------------------------------------------------------------------------------ */

static enum agx_violation violation(const struct agx_program *p)
{
   struct agx_contract k;
   struct agx_finding at;

   agx_contract_of(p, false, &k);
   return agx_validate(&ctx, p->code, p->len, &k, &at);
}

static enum exec_status run_code(void *user, struct exec_wave *t)
{
   return agx_harness_run(&ctx, user, t);
}

/* Returns NULL if memory is the same as after the interpreter, in all orders of waves. */
static const char *difference_of(const struct agx_program *p)
{
   const struct agx_decoded *d = agx_harness_decode(&ctx, p);
   const char *difference = NULL;
   uint8_t mask[SLOT_COUNT] = {0};

   for (uint64_t seed = 1; seed <= TASKS && !difference; seed++) {
      struct verify_wave base, ir, code;
      struct verify_reads reads = {0};
      struct verify_count count = {0};

      verify_note_reads(&reads, shader);
      verify_fill(&ctx, &base, shader, &reads, seed, 0);
      verify_reset(&ctx, &ir, &base);
      ir.t.budget = 100000;
      ck_assert_int_eq(verify_interpret(&ctx, shader, &ir, seed), EXEC_DONE);
      verify_reset(&ctx, &code, &base);
      code.t.budget = 1000000;
      if (verify_run_workgroup(&code, seed, run_code, (void *)d) != EXEC_DONE)
         return code.t.fault ? code.t.fault : "it does not end";
      if (!verify_equal(&ctx, &ir, &code, mask, &count, &difference) && !difference)
         difference = "memory differs";
   }
   return difference;
}

/* ---- mutants of code without jumps --------------------------------------------------------------------------------------- */

/* Finds the offset of the nth instruction of a kind, and its length. */
static size_t find(enum agx_op op, unsigned n, unsigned *len)
{
   struct agx_instr in;

   for (size_t pc = 0; pc < program.len; pc += in.len) {
      ck_assert(!agx_decode(program.code + pc, program.len - pc, &in));
      *len = in.len;
      if (in.op == op && !n--)
         return pc;
   }
   ck_abort_msg("no such instruction");
}

static struct agx_program without(enum agx_op op, unsigned n)
{
   struct agx_program p = program;
   unsigned len;
   const size_t at = find(op, n, &len);
   uint8_t *code = UTIL_ARRAY(&ctx, uint8_t, p.len);

   memcpy(code, p.code, at);
   memcpy(code + at, p.code + at + len, p.len - at - len);
   p.code = code;
   p.len -= len;
   return p;
}

/* Moves the first of two instructions after (before) the other one. */
static struct agx_program moved(enum agx_op op, unsigned n, enum agx_op over, unsigned m, bool behind)
{
   struct agx_program p = program;
   unsigned len, over_len;
   const size_t from = find(op, n, &len), other = find(over, m, &over_len), to = behind ? other + over_len : other;
   uint8_t *code = UTIL_ARRAY(&ctx, uint8_t, p.len);

   ck_assert(behind ? to > from : to < from);
   memcpy(code, p.code, p.len);
   if (behind)
      memmove(code + from, p.code + from + len, to - from - len);
   else
      memmove(code + to + len, p.code + to, from - to);
   memcpy(code + (behind ? to - len : to), p.code + from, len);
   p.code = code;
   return p;
}

#define MUST_BE(p, rule) ck_assert_str_eq(agx_violation_name(violation((struct agx_program[1]){p})), rule)
#define MUST_DIFFER(p) ck_assert_msg(difference_of((struct agx_program[1]){p}) != NULL, "line %d: not found", __LINE__)

/* One wave of the workgroup stores to a buffer, and the other wave loads after the barrier. A shared word is used alike. */
static const char exchange[] = "nvp4c-ir 1\nstage compute\nsource_ops 8\ncompute x=64 y=1 z=1\n"
                               "block 0:\n"
                               "%0:32 = load_input slot=threadid comp=0 interp=smooth\n"
                               "%1:32 = load_input slot=userdata comp=0 interp=smooth\n"
                               "%2:32 = const value=4\n"
                               "%3:32 = imul %0, %2\n"
                               "%4:32 = const value=252\n"
                               "%5:32 = isub %4, %3\n"
                               "%6:32 = iadd %0, %1\n"
                               "mem_store %3, %6 space=global unit=0\n"
                               "fence spaces=8\n"
                               "barrier\n"
                               "%7:32 = mem_load %5 space=global unit=0\n"
                               "mem_store %3, %7 space=counter unit=0\n"
                               "return\n";

static const char share[] = "nvp4c-ir 1\nstage compute\nsource_ops 8\ncompute x=64 y=1 z=1\n"
                            "block 0:\n"
                            "%0:32 = load_input slot=threadid comp=0 interp=smooth\n"
                            "%1:32 = load_input slot=userdata comp=0 interp=smooth\n"
                            "%2:32 = const value=4\n"
                            "%3:32 = imul %0, %2\n"
                            "%4:32 = const value=252\n"
                            "%5:32 = isub %4, %3\n"
                            "%6:32 = iadd %0, %1\n"
                            "mem_store %3, %6 space=shared unit=0\n"
                            "barrier\n"
                            "%7:32 = mem_load %5 space=shared unit=0\n"
                            "mem_store %3, %7 space=counter unit=0\n"
                            "return\n";

START_TEST(mutants)
{
   for (int schedule = 0; schedule < 2; schedule++) {
      compile(exchange, schedule);
      ck_assert_int_eq(violation(&program), AGX_V_OK);
      ck_assert_ptr_null(difference_of(&program));
      /* a wait is dropped */
      MUST_BE(without(AGX_OP_wait, 0), "BARRIER"); /* of the store before the fence */
      MUST_BE(without(AGX_OP_wait, 1), "WAIT");    /* of the load */
      /* the fence is dropped: both find it */
      MUST_BE(without(AGX_OP_memory_barrier, 0), "FENCE");
      MUST_DIFFER(without(AGX_OP_memory_barrier, 0));
      /* the barrier is dropped */
      MUST_DIFFER(without(AGX_OP_threadgroup_barrier, 0));
      /* the store is after the fence */
      MUST_DIFFER(moved(AGX_OP_device_store, 0, AGX_OP_memory_barrier, 0, true));
      MUST_BE(moved(AGX_OP_device_store, 0, AGX_OP_device_barrier_1, 0, true), "BARRIER");
   }
}
END_TEST

START_TEST(mutants_of_block_memory)
{
   for (int schedule = 0; schedule < 2; schedule++) {
      compile(share, schedule);
      ck_assert_int_eq(violation(&program), AGX_V_OK);
      ck_assert_ptr_null(difference_of(&program));
      MUST_DIFFER(without(AGX_OP_threadgroup_barrier, 0));
      MUST_DIFFER(moved(AGX_OP_local_store, 0, AGX_OP_threadgroup_barrier, 0, true));
   }
}
END_TEST

/* If the program has no fence, the barrier brings its own: docs/semantics.md makes the stores visible to the workgroup. */
START_TEST(barrier_alone)
{
   struct util_buf b;
   unsigned len;

   util_buf_init(&b, &ctx);
   const char *fence = strstr(exchange, "fence");
   util_buf_printf(&b, "%.*s%s", (int)(fence - exchange), exchange, strchr(fence, '\n') + 1);
   compile(b.data, true);
   ck_assert_uint_lt(find(AGX_OP_memory_barrier, 0, &len), find(AGX_OP_threadgroup_barrier, 0, &len));
   ck_assert_ptr_null(difference_of(&program));
   compile(share, true); /* it stores to the device only after the barrier, but the compiler does not check that */
   ck_assert_uint_lt(find(AGX_OP_memory_barrier, 0, &len), find(AGX_OP_threadgroup_barrier, 0, &len));
}
END_TEST

/* 100 words live at one time. 1024 invocations run if each has at most 104 halves, and 384 if each has all of them
   (agx_performance.c). */
START_TEST(registers_of_blocks)
{
   static const struct {
      unsigned threads, least, most;
   } rows[] = {{32, 200, 256}, {384, 200, 256}, {385, 0, 232}, {512, 0, 208}, {1024, 0, 104}, {0, 0, 104}};

   for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
      struct util_buf b;

      util_buf_init(&b, &ctx);
      util_buf_printf(&b, "nvp4c-ir 1\nstage compute\nsource_ops 8\ncompute x=%u y=1 z=1\nblock 0:\n", rows[k].threads);
      util_buf_printf(
          &b, "%%0:32 = load_input slot=threadid comp=0 interp=smooth\n%%1:32 = const value=4\n%%2:32 = imul %%0, %%1\n");
      for (unsigned n = 0; n < 100; n++)
         util_buf_printf(&b,
                         "%%%u:32 = const value=%u\n%%%u:32 = iadd %%2, %%%u\n%%%u:32 = mem_load %%%u space=buffer unit=0\n",
                         3 * n + 3, 8 * n, 3 * n + 4, 3 * n + 3, 3 * n + 5, 3 * n + 4);
      for (unsigned n = 100; n-- > 0;)
         util_buf_printf(&b, "mem_store %%%u, %%%u space=buffer unit=1\n", 3 * n + 4, 3 * n + 5);
      util_buf_printf(&b, "return\n");
      compile(b.data, false);
      ck_assert_uint_ge(program.stats.halves, rows[k].least);
      ck_assert_uint_le(program.stats.halves, rows[k].most);
      ck_assert_ptr_null(difference_of(&program));
   }
}
END_TEST

static unsigned count(enum agx_op op)
{
   struct agx_instr in;
   unsigned n = 0;

   for (size_t pc = 0; pc < program.len; pc += in.len) {
      ck_assert(!agx_decode(program.code + pc, program.len - pc, &in));
      n += in.op == op;
   }
   return n;
}

/* The words of one chunk of 16 bytes are loaded together: three of buffer 0, two of the shared memory, and after the store
   two of buffer 0 again. The words of buffer 1 belong to two chunks. */
static const char neighbours[] =
                           "nvp4c-ir 1\n"
                           "stage compute\n"
                           "source_ops 4\n"
                           "compute x=40 y=1 z=1\n"
                           "block 0:\n"
                           "%0:32 = load_input slot=threadid comp=0 interp=smooth\n"
                           "%9:32 = load_input slot=userdata comp=0 interp=smooth\n"
                           "%30:32 = ixor %0, %9\n"
                           "%1:32 = const value=4\n"
                           "%2:32 = shl %30, %1\n"
                           "%3:32 = const value=8\n"
                           "%4:32 = iadd %2, %1\n"
                           "%5:32 = iadd %2, %3\n"
                           "%6:32 = mem_load %2 space=buffer unit=0\n"
                           "%7:32 = mem_load %4 space=buffer unit=0\n"
                           "%8:32 = mem_load %5 space=buffer unit=0\n"
                           "%10:32 = mem_load %4 space=shared unit=0\n"
                           "%11:32 = mem_load %5 space=shared unit=0\n"
                           "%20:32 = mem_load %4 space=buffer unit=1\n"
                           "%21:32 = mem_load %3 space=buffer unit=1\n"
                           "mem_store %4, %6 space=buffer unit=0\n"
                           "%22:32 = mem_load %4 space=buffer unit=0\n"
                           "%23:32 = mem_load %5 space=buffer unit=0\n"
                           "mem_store %2, %7 space=shared unit=0\n"
                           "mem_store %5, %10 space=buffer unit=0\n"
                           "mem_store %2, %22 space=counter unit=0\n"
                           "mem_store %5, %23 space=counter unit=0\n"
                           "%12:32 = ixor %8, %11\n"
                           "%13:32 = ixor %20, %21\n"
                           "mem_store %2, %12 space=global unit=0\n"
                           "mem_store %4, %13 space=global unit=0\n"
                           "return\n";

/* Without tests, two words of buffer 0 and the word after them are one store. The next two words, in falling order, are one
   store each, since the store to shared memory is between them. Four words of the device are one store. With tests each word of
   a buffer is a store of its own. */
static const char rows_of_stores[] =
   "nvp4c-ir 1\n"
   "stage compute\n"
   "source_ops 4\n"
   "compute x=40 y=1 z=1\n"
   "block 0:\n"
   "%0:32 = load_input slot=threadid comp=0 interp=smooth\n"
   "%9:32 = load_input slot=userdata comp=0 interp=smooth\n"
   "%1:32 = const value=4\n"
   "%31:32 = const value=31\n"
   "%30:32 = iand %0, %31\n"
   "%2:32 = shl %30, %1\n"
   "%3:32 = const value=8\n"
   "%14:32 = const value=12\n"
   "%4:32 = iadd %2, %1\n"
   "%5:32 = iadd %2, %3\n"
   "%6:32 = iadd %2, %14\n"
   "mem_store %2, %0 space=buffer unit=0\n"
   "mem_store %4, %9 space=buffer unit=0\n"
   "mem_store %6, %1 space=buffer unit=0\n"
   "mem_store %4, %0 space=shared unit=0\n"
   "mem_store %5, %9 space=shared unit=0\n"
   "mem_store %5, %9 space=buffer unit=0\n"
   "mem_store %4, %1 space=buffer unit=0\n"
   "%7:32 = mem_load %5 space=shared unit=0\n"
   "%8:32 = mem_load %4 space=buffer unit=0\n"
   "%10:32 = iadd %7, %8\n"
   "mem_store %2, %10 space=global unit=0\n"
   "mem_store %4, %8 space=global unit=0\n"
   "mem_store %5, %7 space=global unit=0\n"
   "mem_store %6, %0 space=global unit=0\n"
   "return\n";

START_TEST(stores_of_neighbours)
{
   for (int k = 0; k < 4; k++) {
      const struct agx_options o = {.schedule = k & 1, .verify = true, .no_clamp = k & 2};

      compile_with(rows_of_stores, &o);
      ck_assert_uint_eq(count(AGX_OP_device_store), o.no_clamp ? 4 : 9);
      ck_assert_uint_eq(count(AGX_OP_local_store), 1);
   }
}
END_TEST

START_TEST(loads_of_neighbours)
{
   for (int schedule = 0; schedule < 2; schedule++) {
      compile(neighbours, schedule);
      ck_assert_uint_eq(count(AGX_OP_device_load), 4);
      ck_assert_uint_eq(count(AGX_OP_local_load), 1);
      ck_assert_ptr_null(difference_of(&program));
   }
}
END_TEST

/* The program has three atomic operations on one word, one on the next word, and one on the first word in another block. */
static const char rows_of_words[] =
   "nvp4c-ir 1\n"
   "stage compute\n"
   "source_ops 4\n"
   "compute x=32 y=1 z=1\n"
   "block 0:\n"
   "%0:32 = load_input slot=threadid comp=0 interp=smooth\n"
   "%1:32 = const value=4\n"
   "%2:32 = const value=8\n"
   "%3:32 = mem_atomic %1, %0 space=buffer unit=0 atomic=add\n"
   "%4:32 = mem_atomic %1, %0 space=buffer unit=0 atomic=xor\n"
   "mem_store %1, %4 space=buffer unit=0\n"
   "%5:32 = mem_atomic %2, %3 space=buffer unit=0 atomic=add\n"
   "%6:1 = ult %5, %0\n"
   "if %6 b1 b2 merge=b2\n"
   "block 1:\n"
   "mem_store %2, %1 space=buffer unit=0\n"
   "jump b2\n"
   "block 2:\n"
   "return\n";

/* Later accesses to the same word reuse the registers of its bounds test: the bases and indices of three places take three
   selects each, and the results of three atomic operations take one. */
START_TEST(same_word)
{
   for (int schedule = 0; schedule < 2; schedule++) {
      compile(rows_of_words, schedule);
      ck_assert_uint_eq(count(AGX_OP_icmpsel), 3 * 3 + 3);
      ck_assert_ptr_null(difference_of(&program));
   }
}
END_TEST

/* There are more objects than uniforms that a device access can name, so accesses to later objects have the address in a
   register. */
START_TEST(many_objects)
{
   enum { OBJECTS = 68, REACHED = 64 };

   for (unsigned k = 0; k < 4; k++) {
      const struct agx_options o = {.schedule = k & 1, .verify = true, .no_clamp = k & 2};
      struct util_buf b;

      util_buf_init(&b, &ctx);
      util_buf_printf(&b, "nvp4c-ir 1\nstage compute\nsource_ops 8\ncompute x=4 y=1 z=1\nblock 0:\n");
      util_buf_printf(
          &b, "%%0:32 = load_input slot=threadid comp=0 interp=smooth\n%%1:32 = const value=2\n%%2:32 = shl %%0, %%1\n");
      for (unsigned n = 0; n < OBJECTS; n++) {
         const char *space = n < 32 ? "buffer" : n < 64 ? "counter" : "image";
         util_buf_printf(&b, "%%%u:32 = mem_load %%2 space=%s unit=%u\n%%%u:32 = iadd %%%u, %%0\n", 2 * n + 3, space, n % 32,
                         2 * n + 4, 2 * n + 3);
         util_buf_printf(&b, "mem_store %%2, %%%u space=%s unit=%u\n", 2 * n + 4, space, n % 32);
      }
      util_buf_printf(&b, "return\n");
      compile_with(b.data, &o);
      unsigned far = 0;
      struct agx_instr in;
      for (size_t pc = 0; pc < program.len; pc += in.len) {
         ck_assert(!agx_decode(program.code + pc, program.len - pc, &in));
         far += in.op == AGX_OP_device_load && in.ref[AGX_A].kind == AGX_REG64;
      }
      ck_assert_uint_ge(far, OBJECTS - REACHED);
      if (!o.no_clamp) /* some objects have no words */
         ck_assert_ptr_null(difference_of(&program));
   }
}
END_TEST

/* A program that loads, stores and queries the size of an image, and counts in an image of words. */
static void write_image_program(struct util_buf *b, const char *target, unsigned coords, const char *format, bool is_word)
{
   util_buf_printf(b, "nvp4c-ir 1\nstage compute\nsource_ops 8\ncompute x=8 y=4 z=1\nblock 0:\n");
   for (unsigned c = 0; c < coords; c++)
      util_buf_printf(b, "%%%u:32 = load_input slot=threadid comp=%u interp=smooth\n", c, c % 2);
   for (unsigned c = 0; c < 4; c++)
      util_buf_printf(b, "%%%u:32 = load_input slot=userdata comp=%u interp=smooth\n", 10 + c, c);
   util_buf_printf(b, "%%20:32, %%21:32, %%22:32, %%23:32 = image_load ");
   for (unsigned c = 0; c < coords; c++)
      util_buf_printf(b, "%s%%%u", c ? ", " : "", c);
   util_buf_printf(b, " unit=0 target=%s format=%s\nimage_store ", target, format);
   for (unsigned c = 0; c < coords; c++)
      util_buf_printf(b, "%%%u, ", c);
   util_buf_printf(b, "%%20, %%11, %%12, %%13 unit=1 target=%s format=%s\n", target, format);
   util_buf_printf(b, "%%24:32, %%25:32, %%26:32, %%27:32 = image_size unit=1 target=%s\n", target);
   for (unsigned n = 0; is_word && n < 3; n++) {
      util_buf_printf(b, "%%%u:32 = image_atomic ", 30 + n);
      for (unsigned c = 0; c < coords; c++)
         util_buf_printf(b, "%%%u, ", c);
      util_buf_printf(b, "%%10%s unit=2 target=%s format=%s atomic=%s\n", n == 1 ? ", %11" : "", target, format,
                      n == 0   ? "umax"
                      : n == 1 ? "cas"
                               : "fadd");
   }
   util_buf_printf(b, "%%40:32 = ixor %%25, %%%u\nmem_store %%24, %%40 space=buffer unit=0\nreturn\n", is_word ? 31 : 26);
}

static void verify_image(const char *target, unsigned coords, enum mem_format format, int level)
{
   struct nvp4c_options o;
   struct util_buf b;

   util_buf_init(&b, &ctx);
   write_image_program(&b, target, coords, mem_format_name[format],
                       mem_format_info[format].bits[0] == 32 && mem_format_info[format].bytes == 4);
   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_AGX;
   o.opt_level = level;
   o.verify.waves = 2;
   o.verify.seed = format;
   struct nvp4c_result *r = nvp4c_compile(b.data, b.len, &o);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", b.data);
   ck_assert_uint_eq(nvp4c_result_verify(r).code_comparisons, 2);
   nvp4c_result_free(r);
}

START_TEST(images)
{
   unsigned n = 0;

   for (unsigned t = 0; t < TEX_TARGET_COUNT; t++)
      for (unsigned f = MEM_NONE + 1; f < MEM_FORMAT_COUNT && !exec_tex_info[t].shadow; f++)
         if (t == TEX_2D || f % 7 == t % 7) {
            verify_image(exec_tex_target_name[t], ir_image_coordinates((enum exec_tex_target)t), (enum mem_format)f, n % 3);
            n++;
         }
   ck_assert_uint_gt(n, 100);
}
END_TEST

SUITE_MAIN("agx_memory", 120, setup, teardown, mutants, mutants_of_block_memory, barrier_alone, registers_of_blocks,
           loads_of_neighbours, stores_of_neighbours, same_word, many_objects, images)
