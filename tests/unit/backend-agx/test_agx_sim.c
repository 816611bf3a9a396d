/* SPDX-License-Identifier: MIT */
/*
 * Tests the AGX simulator on small programs: effects of memory, textures, varyings and pixels, and faults. Each fault is next
 * to a program that is the same except for the mistake. Arithmetic is in tests/agx/sim-*.s; every operation of the table has to
 * be in one of the two. usage: test_agx_sim [tests/agx]
 */
#include "backend-agx/sim/agx_run.h"
#include "backend-agx/text/agx_text.h"
#include "tests/unit/backend-agx/agx_random.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"
#include "util/ctx.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder = "tests/agx";
static bool seen[AGX_NUM_OPS];

struct row {
   const char *code, *task; /* statements for the simulator, separated by semicolons */
   const char *want;        /* the printed text, or NULL if it does not matter */
   const char *fault;       /* a part of the message, or NULL if there is none */
};

#define FLIGHT "before the wait for slot 0"
#define LOAD "device_load 0, i32, xy, r8_r9, u0_u1, 0, signed\n"
#define MEM "u0 = 0x1000 0; mem 0x1000 = 0x80ff0040 0x7f408081 0x80001234 0x4000;"
#define FORMAT(format, task, want)                                                                                             \
   {                                                                                                                           \
      "device_load 0, " format ", xyzw, r8_r9_r10_r11, u0_u1, 0, signed\nwait 0\nstop\n",                                      \
          "u0 = 0x1000 0; print r8..r11; " task, want, NULL                                                                    \
   }
#define STORE(format, mask, data, task, want)                                                                                  \
   {                                                                                                                           \
      "device_store 0, " format ", " mask ", " data ", u0_u1, 0, signed\nstop\n", "u0 = 0x1000 0; mem 0x1000 = 0 0;" task,     \
          want, NULL                                                                                                           \
   }
#define PIXEL "part = fragment; lanes = 0xf;"

static const struct row rows[] = {
    /* ---- loads: a value for each bit of the mask, in registers without gaps; address = base + ((index << s) + component) *
       bytes */
    {LOAD "wait 0\nstop\n", MEM "print r8..r9", "r8 = 0x80ff0040\nr9 = 0x7f408081\n", NULL},
    {"device_load 0, i32, xz, r8_r9, u0_u1, 1, signed\nwait 0\nstop\n", MEM "print r8..r9",
     "r8 = 0x7f408081\nr9 = 0x00004000\n", NULL},
    {"device_load 0, i8, xyzw, r8l_r8h_r9l_r9h, u0_u1, 0, signed\nwait 0\nstop\n", MEM "print r8..r9",
     "r8 = 0x00000040\nr9 = 0x008000ff\n", NULL},
    {"device_load 0, i16, x, r8, u0_u1, r5, signed, lsl 1\nwait 0\nstop\n", MEM "r5 = -1; u0 = 0x1008 0; print r8",
     "r8 = 0x00008081\n", NULL},
    {"device_load 0, i32, x, r8, r2_r3, r5, unsigned, lsl 2\nwait 0\nstop\n",
     MEM "r2 = 0xfffff000; r3 = 0xfffffffc; r5 = 0x40000201; mem 0x1004 = 7; print r8", NULL, "without memory"},
    {"device_load 0, i32, x, r8, r2_r3, r5, unsigned\nwait 0\nstop\n",
     "r2 = 0x1004; r3 = -4; r5 = -1; mem 0x1000 = 7; print r8", "r8 = 0x00000007\n", NULL},
    {"device_load 0, i32, x, r8, r2_r3, r5, unsigned\nwait 0\nstop\n", "r2 = 0x1004; r5 = -1; mem 0x1000 = 7", NULL,
     "without memory"},
    {"device_load 0, i32, x, r8, r2_r3, r5, signed\nwait 0\nstop\n", "r2 = 0x1004; r5 = -1; mem 0x1000 = 7; print r8",
     "r8 = 0x00000007\n", NULL},
    {"device_load 0, i32, x, r8, u0_u1, -1, signed\nwait 0\nstop\n", MEM "u0 = 0x1004 0; print r8", "r8 = 0x80ff0040\n", NULL},
    {"device_load 0, i32, x, r8, u0_u1, 65535, unsigned\nwait 0\nstop\n", "u0 = 0x1000 0; mem 0x40ffc = 9; print r8",
     "r8 = 0x00000009\n", NULL},
    {"device_load 0, i32, x, r8, u0_u1, 0, signed\nwait 0\nstop\n", MEM "u0 = 0x1003 0; print r8", "r8 = 0x80ff0040\n",
     NULL}, /* low bits are dropped */
    /* formats: v / 255, max(v / 127, -1), v / 65535, max(v / 32767, -1), rounded to nearest */
    FORMAT("u8norm", "mem 0x1000 = 0x80ff0040", "r8 = 0x3e808081\nr9 = 0x00000000\nr10 = 0x3f800000\nr11 = 0x3f008081\n"),
    FORMAT("s8norm", "mem 0x1000 = 0x7f408081", "r8 = 0xbf800000\nr9 = 0xbf800000\nr10 = 0x3f010204\nr11 = 0x3f800000\n"),
    FORMAT("u16norm", "mem 0x1000 = 0x80001234 0xffff0000",
           "r8 = 0x3d91a092\nr9 = 0x3f000080\nr10 = 0x00000000\nr11 = 0x3f800000\n"),
    FORMAT("s16norm", "mem 0x1000 = 0x80004000 0x80017fff",
           "r8 = 0x3f000100\nr9 = 0xbf800000\nr10 = 0x3f800000\nr11 = 0xbf800000\n"),
    FORMAT("rgb10a2", "mem 0x1000 = 0x95555600", "r8 = 0x3f002008\nr9 = 0x3eaaaaab\nr10 = 0x3eaaaaab\nr11 = 0x3f2aaaab\n"),
    FORMAT("srgba8", "mem 0x1000 = 0x80ff0a80", "r8 = 0x3e5d0a89\nr9 = 0x3b46eb61\nr10 = 0x3f800000\nr11 = 0x3f008081\n"),
    {"device_load 0, u8norm, yw, r8l_r8h, u0_u1, 0, signed\nwait 0\nstop\n",
     MEM "mem 0x1000 = 0x80ff4000; u0 = 0x1000 0; print r8", "r8 = 0x38040000\n", NULL},
    {"device_load 0, f16, xy, r8l_r8h, u0_u1, 0, signed\nwait 0\nstop\n", MEM "print r8", "r8 = 0x80ff0040\n", NULL},
    {"device_load 0, rg11b10f, xyz, r8_r9_r10, u0_u1, 0, signed\nwait 0\nstop\n",
     "u0 = 0x1000 0; mem 0x1000 = 0x841a03e0; print r8..r10", "r8 = 0x3fc00000\nr9 = 0x3e800000\nr10 = 0x40400000\n", NULL},
    {"device_load 0, rgb9e5, xyz, r8_r9_r10, u0_u1, 0, signed\nwait 0\nstop\n",
     "u0 = 0x1000 0; mem 0x1000 = 0x8e0040c0; print r8..r10", "r8 = 0x3fc00000\nr9 = 0x3e800000\nr10 = 0x40400000\n", NULL},
    {"device_load 0, f16, x, r8, u0_u1, 0, signed\nwait 0\nstop\n", MEM, NULL,
     "f16 with 32-bit registers, which is undocumented"},
    /* ---- stores: rounded to nearest, clamped, NaN 0 */
    STORE("i32", "xy", "r8_r9", "r8 = 5; r9 = 6", "mem 0x1000 = 0x00000005\nmem 0x1004 = 0x00000006\n"),
    STORE("i8", "yz", "r8_r9", "r8 = 0x105; r9 = 0x206", "mem 0x1000 = 0x00060500\n"),
    STORE("i16", "y", "r8h", "r8 = 0x12345678", "mem 0x1000 = 0x12340000\n"),
    STORE("u8norm", "xyzw", "r8_r9_r10_r11", "r8 = 0.5; r9 = -1.0; r10 = 2.0; r11 = 0x7fc00000", "mem 0x1000 = 0x00ff0080\n"),
    STORE("s8norm", "xyz", "r8_r9_r10", "r8 = 0.5; r9 = -1.0; r10 = -2.0", "mem 0x1000 = 0x00818140\n"),
    STORE("u16norm", "xy", "r8_r9", "r8 = 0.5; r9 = 1.0", "mem 0x1000 = 0xffff8000\n"),
    STORE("s16norm", "xy", "r8_r9", "r8 = 0.5; r9 = -1.0", "mem 0x1000 = 0x80014000\n"),
    STORE("rgb10a2", "xyzw", "r8_r9_r10_r11", "r8 = 0.5; r9 = 0.25; r10 = 1.0; r11 = 0.7", "mem 0x1000 = 0xbff40200\n"),
    STORE("srgba8", "xyzw", "r8_r9_r10_r11", "r8 = 0.5; r9 = 0.002; r10 = 1.0; r11 = 0.5", "mem 0x1000 = 0x80ff07bc\n"),
    STORE("rg11b10f", "xyz", "r8_r9_r10", "r8 = 1.5; r9 = 0.25; r10 = 3.0", "mem 0x1000 = 0x841a03e0\n"),
    STORE("rgb9e5", "xyz", "r8_r9_r10", "r8 = 1.5; r9 = 0.25; r10 = 3.0", "mem 0x1000 = 0x8e0040c0\n"),
    {"device_store 0, i32, x, r8, r2_r3, 0, signed\nstop\n",
     "lanes = 3; helper = 2; r8 = 7; r2 = 0x1000 0x2000; mem 0x1000 = 0", "mem 0x1000 = 0x00000007\n", NULL},
    {"device_store 0, i32, x, r8, u0_u1, 0, signed\nstop\n", "u0 = 0x2000 0; mem 0x1000 = 0", NULL, "without memory"},
    /* ---- atomics, lane by lane; the old value */
    {"atomic add, 0, r8, u0_u1, 0, signed, r4\nwait 0\nstop\n",
     "lanes = 7; r4 = 1 2 3; u0 = 0x1000 0; mem 0x1000 = 10; print r8",
     "r8 = 0x0000000a 0x0000000b 0x0000000d\nmem 0x1000 = 0x00000010\n", NULL},
    {"atomic cmpxchg, 0, r8, u0_u1, 0, signed, r4_r5\nwait 0\nstop\n",
     "lanes = 3; r4 = 20 30; r5 = 10; u0 = 0x1000 0; mem 0x1000 = 10; print r8",
     "r8 = 0x0000000a 0x00000014\nmem 0x1000 = 0x00000014\n", NULL},
    {"threadgroup_atomic imax, r8, 0, 0, r4\nstop\n", "lanes = 7; r4 = -5 7 3; local 0 = -9; print r8",
     "r8 = 0xfffffff7 0xfffffffb 0x00000007\nlocal 0x0 = 0x00000007\n", NULL},
    /* ---- the threadgroup */
    {"threadgroup_load i32, xy, r8_r9, r4l, 0\nstop\n", "r4 = 8; local 0 = 1 2 3 4; print r8..r9",
     "r8 = 0x00000003\nr9 = 0x00000004\n", NULL},
    {"threadgroup_store i16, x, r8l, r4l, 0\nstop\n", "r4 = 2; r8 = 0x55; local 0 = 0", "local 0x0 = 0x00550000\n", NULL},
    /* ---- the stack: bytes within the size set by stack_adjust; helpers have one too */
    {"stack_adjust 8\nstack_store 0, i32, xy, r4_r5, 16, signed\nwait 0\nstack_load 0, i32, xy, r8_r9, 16, signed\nwait "
     "0\nstop\n",
     "lanes = 3; helper = 2; r4 = 1 2; r5 = 3 4; print r8..r9", "r8 = 0x00000001 0x00000002\nr9 = 0x00000003 0x00000004\n",
     NULL},
    {"stack_adjust 8\nstack_store 0, i32, xy, r4_r5, 28, signed\nstop\n", "", NULL, "an access outside the stack"},
    {"stack_adjust 8\nstack_store 0, i32, xy, r4_r5, 24, signed\nstop\n", "", "", NULL},
    {"stack_load 0, i32, x, r4, 0, signed\nwait 0\nstop\n", "", NULL, "an access outside the stack"},
    {"stack_adjust 8\nstack_load 0, i32, x, r4, 2, signed\nwait 0\nstop\n", "", NULL, "unaligned"},
    {"stack_adjust 8\nstack_adjust -9\nstop\n", "", NULL, "a stack size below zero or above the limit"},
    {"stack_adjust 8\nstack_adjust -8\nstop\n", "", "", NULL},
    {"stack_adjust 9\nstop\n", "stack = 8", NULL, "a stack size below zero or above the limit"},
    /* ---- preambles */
    {"uniform_store xy, r4l_r4h, 9\nstop\n", "r4 = 0x12345678", "u4 = 0x56780000\nu5 = 0x00001234\n", NULL},
    {"uniform_store xy, r4l_r4h, 9\nstop\n", "part = main", NULL, "another kind of program"},
    {"uniform_store x, r4l, 9\nstop\n", "lanes = 3", NULL, "from several lanes"},
    {"uniform_store xyz, r4l_r4h_r5l, 8\nstop\n", "", NULL, "1, 2 or 4 halves"},
    {"uniform_store x, r4l, 9\nmemory_barrier\nstop\n", "", NULL, "a barrier in a preamble"},
    {"tex_state_store 0, ts3, u4_u5, 48\nsampler_state_store 0, ss2, u4_u5, r2\nwait 0\nstop\n",
     "u4 = 0x1000 2; r2 = 16; print ts3..ts3 ss2..ss2", "ts3 = 0x00000030\nss2 = 0x00000010\n", NULL},
    /* ---- textures: the results are the coordinates and the number of the texture. The components of a mask are packed; the
       registers after them are overwritten */
    {"texture_sample 0, none, xyzw, r8_r9_r10_r11, ts3, ss1, tex_2d, r4_r5, auto_lod, 0\nwait 0\nstop\n",
     PIXEL "r4 = 0.5; r5 = 0.25; print r8..r11", "r8 = 0x3f000000\nr9 = 0x3e800000\nr10 = 0x00000000\nr11 = 0x00000003\n",
     NULL},
    {"texture_sample 0, none, yw, r8_r9, ts3, ss1, tex_2d, r4_r5, auto_lod, 0\nwait 0\nstop\n",
     PIXEL "r4 = 0.5; r5 = 0.25; print r8..r11", "r8 = 0x3e800000\nr9 = 0x00000003\nr10 = 0xdeaddead\nr11 = 0xdeaddead\n",
     NULL},
    {"texture_sample 0, none, x, r8l, ts3, ss1, tex_2d, r4_r5, auto_lod, 0\nwait 0\nstop\n", PIXEL "r4 = 0.5; print r8l",
     "r8l = 0x3800\n", NULL},
    {"texture_load 0, none, x, r8, u4_u5, r6, ss0, tex_2d, r4_r5, lod_min, r7l\nwait 0\nstop\n",
     PIXEL "r4 = 5; r6 = 48; print r8", "r8 = 0x00000005\n", NULL},
    {"texture_sample 0, none, xyz, r8_r9_r10, ts3, ss1, tex_2d, r4_r5, auto_lod, 0, query_lod\nstop\n", PIXEL, NULL,
     "two components"},
    {"texture_sample 0, none, x, r8, ts3, ss1, tex_2d, r4_r5, auto_lod, 0, kill\nstop\n", PIXEL, NULL, "ending helper lanes"},
    {"texture_sample 0, none, x, r8, ts3, ss1, tex_2d, r4_r5, auto_lod_bias_min, r6l_r6h\nstop\n", PIXEL, NULL,
     "a minimum level, which the simulator does not support"},
    {"texture_load 0, none, x, r8, ts3, ss0, tex_2d, r4_r5, auto_lod_bias, r6l\nstop\n", PIXEL, NULL, "a fetch with a bias"},
    {"texture_sample 0, gather_r, xyzw, r8_r9_r10_r11, ts3, ss1, tex_2d, r4_r5, auto_lod, 0\nwait 0\nstop\n", PIXEL "print r8",
     "r8 = 0x00000000\n", NULL},
    {"texture_sample 0, none, x, r8, ts3, ss1, tex_cube, r4_r5_r6, lod_grad, r12_r13_r14_r15_r16_r17\nwait 0\nstop\n", PIXEL,
     NULL, "gradients of a cube map"},
    /* ---- outputs of vertices */
    {"st_var r4, 2\nst_var_final r5, r6l\nstop\n", "lanes = 3; r4 = 1 2; r5 = 3; r6 = 7",
     "word2 = 0x00000001 0x00000002\nword7 = 0x00000003\n", NULL},
    {"st_var r4, 2\nstop\n", "", NULL, "before the last output"},
    {"st_var_final r4, 2\nst_var r4, 3\nstop\n", "", NULL, "an output after the last one"},
    {"st_var_final r4, 2\nst_var_final r4, 3\nstop\n", "", NULL, "an output after the last one"},
    {"no_var\nstop\n", "part = vertex", "", NULL},
    {"stop\n", "part = vertex", NULL, "before the last output"},
    {"st_var r4, 2\nno_var\nstop\n", "", NULL, "no_var in a program with outputs"},
    {"mov_imm r0l, 0\nif_icmp r0l, ueq, r1, 0, 1\nst_var_final r4, 2\npop_exec r0l, 1\nstop\n", "lanes = 3; r1 = 0 1", NULL,
     "before the last output"},
    {"mov_imm r0l, 0\nif_icmp r0l, ueq, r1, 0, 1\nst_var_final r4, 2\npop_exec r0l, 1\nstop\n", "lanes = 3; r1 = 0 0; r4 = 1",
     "word2 = 0x00000001\n", NULL},
    /* ---- interpolation by the planes A x + B y + C, x and y in a cell of 32 pixels; W divides */
    {"iter r8_r9, cf1, center\nldcf r12_r13_r14, cf1\niterproj r16, cf2, cf0, center\nstop\n",
     PIXEL "x = 32 33 34 35; y = 0; cf0 = 0 0 0.5; cf1 = 1.0 0 2.0; cf2 = 0 0 3.0; print r8..r9 r12..r14 r16",
     "r8 = 0x40200000 0x40600000 0x40900000 0x40b00000\nr9 = 0x40400000\nr12 = 0x3f800000\nr13 = 0x00000000\nr14 = "
     "0x40000000\nr16 = 0x40c00000\n",
     NULL},
    {"iter r8l, r4l, center\nstop\n", PIXEL "r4 = 3; cf3 = 0 0 1.5; print r8l", "r8l = 0x3e00\n", NULL},
    {"iter r8l, r4l, center\nstop\n", PIXEL "r4 = 3 4", NULL, "different coefficients"},
    {"iter r8_r9, cf255, center\nstop\n", PIXEL, NULL, "does not exist"},
    {"iter r8, cf1, center\nst_var_final r8, 0\nstop\n", "", NULL, "another kind of program"},
    /* ---- special registers */
    {"get_sr r8, sr80\nget_sr r9l, sr62\nget_sr r10, sr52\nget_sr r11, sr63\nget_sr r12, sr58\nget_sr r13, sr59\nstop\n",
     PIXEL "helper = 4; x = 7 8 9 10; sr62 = 0 1; print r8 r9l r10..r13",
     "r8 = 0x00000007 0x00000008 0x00000009 0x0000000a\nr9l = 0x0000 0x0001 0x0001 0x0001\nr10 = 0x00000000 0x00000001 "
     "0x00000002 0x00000003\n"
     "r11 = 0x00000001 0x00000001 0x00000000 0x00000001\nr12 = 0x00000000 0x00000001 0x00000002 0x00000003\nr13 = 0x00000004\n",
     NULL},
    {"get_sr r8, sr99\nstop\n", "", NULL, "special register"},
    {"get_sr r8, sr14\nget_sr r9, sr60\nget_sr r10, sr124\nsample_mask 1, 0\nget_sr r11, sr60\nget_sr r12, sr124\nwait_pix 1, "
     "0\nsample_mask 255, 255\nstop\n",
     PIXEL "samples = 4; cover = 7; print r8..r12",
     "r8 = 0x00000002\nr9 = 0x00000007\nr10 = 0x00000007\nr11 = 0x00000006\nr12 = 0x00000007\n", NULL},
    /* ---- samples: each is killed or tested, once */
    {"wait_pix 1, 0\nsample_mask 255, 255\nstop\n", PIXEL, "", NULL},
    {"sample_mask 255, 255\nstop\n", PIXEL, NULL, "without wait_pix 1"},
    {"sample_mask 255, 0\nstop\n", PIXEL "helper = 8", "killed = 0x00000007\n", NULL}, /* no test, so no wait */
    {"sample_mask r4l, 0\nwait_pix 1, 0\nsample_mask 255, 255\nstop\n", PIXEL "r4 = 0 255 0 255", "killed = 0x0000000a\n",
     NULL},
    {"sample_mask r4l, 0\nstop\n", PIXEL "r4 = 0 255 0 255", NULL, "neither tested nor killed"},
    {"sample_mask r4l, 0\n", PIXEL "part = main; r4 = 0 255 0 255", NULL, "neither tested nor killed"},
    {"wait_pix 1, 0\nsample_mask 255, 255\nsample_mask r4l, 0\nstop\n", PIXEL "r4 = 1", NULL,
     "a sample is killed after its test"},
    {"wait_pix 1, 0\nsample_mask 255, 255\nsample_mask 255, 255\nstop\n", PIXEL, NULL, "tested twice"},
    {"wait_pix 1, 0\nsample_mask 255, 0\nsample_mask 255, 255\nstop\n", PIXEL, "killed = 0x0000000f\n",
     NULL}, /* killed samples ignore later ones */
    {"mov_imm r0l, 0\nif_icmp r0l, ueq, r4, 0, 1\nwait_pix 1, 0\npop_exec r0l, 1\nsample_mask 255, 255\nstop\n",
     PIXEL "r4 = 0 1", NULL, "without wait_pix 1"},
    {"mov_imm r0l, 0\nwait_pix 1, 0\nif_icmp r0l, ueq, r4, 0, 1\nsample_mask 255, 255\nelse_fcmp r0l, eq, 0.0, 0.0, "
     "1\nsample_mask 255, 0\npop_exec r0l, 1\nstop\n",
     PIXEL "r4 = 0 1; print r4", "r4 = 0x00000000 0x00000001 0x00000001 0x00000001\nkilled = 0x0000000e\n", NULL},
    {"wait_pix 1, 0\nzs_emit 255, r4_r5\nstop\n", PIXEL "r4 = 0.5; r5 = 0x10007", "depth = 0x3f000000\nstencil = 0x00000007\n",
     NULL},
    {"wait_pix 1, 0\nzs_emit 255, r4\nstop\n", PIXEL "r4 = 0.5", "depth = 0x3f000000\n", NULL},
    {"wait_pix 1, 0\nzs_emit 255, r4h\nstop\n", PIXEL "r4 = 0x90000", "stencil = 0x00000009\n", NULL},
    {"zs_emit 255, r4\nstop\n", PIXEL, NULL, "without wait_pix 1"},
    {"wait_pix 1, 0\nzs_emit 255, r4\nzs_emit 255, r4\nstop\n", PIXEL, NULL, "tested twice"},
    {"wait_pix 1, 0\nzs_emit 255, r4\n", PIXEL "part = main", NULL, "before the epilog"},
    {"wait_pix 1, 0\nzs_emit 1, r4\nzs_emit 2, r4\nstop\n", PIXEL "samples = 2; cover = 3", "depth = 0x00000000\n", NULL},
/* ---- the loop over samples: it touches the shaded ones */
#define SHADED PIXEL "samples = 4; cover = 15; shaded = 4;"
    {"wait_pix 1, 0\nsample_mask 4, 255\nstop\n", SHADED, "", NULL},
    {"wait_pix 1, 0\nsample_mask 255, 255\nstop\n", SHADED, NULL, "that is not shaded is tested"},
    {"sample_mask 4, 0\nstop\n", SHADED, "killed = 0x0000000f\n", NULL},
    {"wait_pix 12, 0\nst_tile r4, i32, x, 0, 4\nstop\n", SHADED "r4 = 3", "tile32 = 0x00000003\n", NULL},
    {"wait_pix 12, 0\nst_tile r4, i32, x, 0, 255\nstop\n", SHADED, NULL, "a store to a sample that is not shaded"},
    {"mov_imm r0l, 0\nstop\n", SHADED "r0 = 0x40001", "r0 = 0x00040000\n", NULL},
    {"mov_imm r0l, 1\nstop\n", SHADED "r0 = 0x40000", NULL, "r0l is not 0"},
    {"stack_adjust 8\nstop\n", SHADED, NULL, "the stack is not freed in the loop over samples"},
    {"stack_adjust 8\nstack_adjust -8\nstop\n", SHADED, "", NULL},
    /* ---- the tile: 16 words a sample */
    {"wait_pix 12, 0\nst_tile r4_r5_r6_r7, u8norm, xyzw, 8, 255\nstop\n", PIXEL "r4 = 1.0; r5 = 0.5; r6 = 0; r7 = 1.0",
     "tile2 = 0xff0080ff\n", NULL},
    {"wait_pix 12, 0\nst_tile r4, i32, x, 4, 2\nstop\n", PIXEL "samples = 2; cover = 3; r4 = 9", "tile17 = 0x00000009\n", NULL},
    {"wait_pix 12, 0\nst_tile r4l_r4h, f16, xy, 4, 255\nst_tile r5, f16, x, 8, 255\nstop\n", PIXEL "r4 = 0x12345678; r5 = 1.5",
     "tile1 = 0x12345678\ntile2 = 0x00003e00\n", NULL},
    {"wait_pix 4, 0\nst_tile r4, i32, x, 0, 255\nstop\n", PIXEL, NULL, "without wait_pix 8"},
    {"wait_pix 8, 0\nst_tile r4, i32, x, 0, 255\nstop\n", PIXEL, NULL, "without wait_pix 4"},
    {"wait_pix 8, 0\nwait_pix 4, 0\nst_tile r4, i32, x, 0, 255\nstop\n", PIXEL "r4 = 3", "tile0 = 0x00000003\n", NULL},
    {"wait_pix 8, 0\nld_tile r4_r5, u8norm, xz, 0, 255\nstop\n", PIXEL "tile0 = 0x00ff00ff; print r4..r5",
     "r4 = 0x3f800000\nr5 = 0x3f800000\n", NULL},
    {"ld_tile r4, i32, x, 0, 255\nstop\n", PIXEL, NULL, "without wait_pix 8"},
    {"wait_pix 12, 0\nst_tile r4, i32, x, 0, 255\nsample_mask 255, 0\nstop\n", PIXEL, NULL,
     "a sample is tested or killed after a store to it"},
    {"wait_pix 13, 0\nsample_mask 255, 255\nst_tile r4, i32, x, 0, 255\nstop\n", PIXEL "r4 = 3", "tile0 = 0x00000003\n", NULL},
    {"wait_pix 12, 0\nsample_mask r5l, 0\nst_tile r4, i32, x, 0, 255\nwait_pix 1, 0\nsample_mask r6l, 255\nstop\n",
     PIXEL "r4 = 3; r5 = 1; r6 = 0", "killed = 0x0000000f\n", NULL}, /* killed pixels store nothing */
    {"wait_pix 12, 0\nst_tile r4, i32, x, 0, 255\n", PIXEL "part = main", NULL, "before the epilog"},
    {"wait_pix 12, 0\nst_tile r4_r5, i32, xy, 60, 255\nstop\n", PIXEL, NULL,
     "a place in the tile that is unaligned or after its end"},
    {"wait_pix 12, 0\nst_tile r4, i32, x, 2, 255\nstop\n", PIXEL, NULL, "unaligned"},
    /* ---- operations in flight */
    {LOAD "fadd32 r10, r8, r9\nstop\n", MEM, NULL, "r8l is read or written " FLIGHT},
    {LOAD "wait 1\nfadd32 r10, r8, r9\nstop\n", MEM, NULL, FLIGHT},
    {LOAD "fadd32 r10, r7, r6\nstop\n", MEM, NULL, NULL},
    {LOAD "mov_imm r9, 1, 0b0\nstop\n", MEM, NULL, "r9l is read or written " FLIGHT}, /* written */
    {LOAD "mov_imm r9h, 1\nstop\n", MEM, NULL, "r9h is read or written " FLIGHT},     /* one half */
    {LOAD "wait 0\nmov_imm r9h, 1\nstop\n", MEM, NULL, NULL},
    {"texture_sample 1, none, x, r8, ts3, ss1, tex_2d, r4_r5, auto_lod, 0\nmov r12, r11\nstop\n", PIXEL, NULL,
     "r11l is read or written before the wait for slot 1"},
    {"texture_sample 1, none, x, r8, ts3, ss1, tex_2d, r4_r5, auto_lod, 0\nmov r13, r12\nmov r4, r5\nstop\n", PIXEL, NULL,
     NULL}, /* operands are read at once */
    {"texture_sample 1, none, xyzw, r8_r9_r10_r11, ts3, ss1, tex_2d, r4_r5, auto_lod, 0, sparse\nmov r16, r15\nstop\n", PIXEL,
     NULL, "r15l is read"},
    {"mov_imm r0l, 0\nif_icmp r0l, ueq, r1, 0, 1\n" LOAD "pop_exec r0l, 1\nmov r10, r8\nstop\n", MEM "lanes = 3; r1 = 1", NULL,
     FLIGHT}, /* in no lane */
    {LOAD "device_load 1, i32, x, r9, u0_u1, 0, signed\nstop\n", MEM, NULL, FLIGHT},
    {"device_store 0, i32, x, r8, u0_u1, 0, signed\nmov r8, 1\nmemory_barrier\nstop\n", MEM, NULL,
     "a barrier while operations are in flight"},
    {"device_store 0, i32, x, r8, u0_u1, 0, signed\nmov r8, 1\nwait 0\nmemory_barrier\nstop\n", MEM, NULL, NULL},
    {LOAD "threadgroup_barrier\nstop\n", MEM, NULL, "a barrier while operations are in flight"},
    {LOAD "wait 0\nthreadgroup_barrier\nstop\n", MEM, NULL, NULL},
    {LOAD LOAD "stop\n", MEM, NULL, FLIGHT},
    {LOAD "stop\n", MEM, NULL, NULL},                            /* the end of a program needs no wait, ... */
    {LOAD, MEM "part = main", NULL, "of the part that follows"}, /* ... but the end of a part does */
    {LOAD "wait 0\n", MEM "part = main", NULL, NULL},
#define STORE1 "device_store 1, i32, x, r8, u0_u1, 0, signed\n"
    {STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 "stop\n", MEM, NULL, NULL},
    {STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 "stop\n", MEM, NULL, "more than 8 operations"},
    {STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 STORE1 "wait 1\n" STORE1 "stop\n", MEM, NULL, NULL},
    /* ---- hints */
    {"fadd32 r3, r1.discard, r2\nfadd32 r4, r3, r1\nstop\n", "", NULL, "a register is read after an operand that discarded it"},
    {"fadd32 r3, r1.discard, r2\nmov r4, r1h\nstop\n", "", NULL, "a register is read after an operand that discarded it"},
    {"fadd32 r1, r1.discard, r2\nfadd32 r4, r3, r1\nstop\n", "", NULL, NULL},
    {"fadd32 r3, r1.discard, r2\nmov r1, 7\nfadd32 r4, r3, r1\nstop\n", "", NULL, NULL},
    {"fadd32 r3, r1.cache, r2\nfadd32 r4, r3, r1\nstop\n", "", NULL, NULL},
    {"mov_imm r0l, 0\nif_icmp r0l, ueq, r5, 0, 1\nfadd32 r3, r1.discard, r2\npop_exec r0l, 1\nstop\n", "lanes = 3; r5 = 0 1",
     NULL, "where not all lanes run"},
    {"mov_imm r0l, 0\nif_icmp r0l, ueq, r5, 0, 1\nfadd32 r3, r1, r2\npop_exec r0l, 1\nstop\n", "lanes = 3; r5 = 0 1", NULL,
     NULL},
    /* ---- registers, ends, jumps */
    {"mov r9, r1\nstop\n", "halves = 20", NULL, NULL},
    {"mov r10, r1\nstop\n", "halves = 20", NULL, "above those that the program declares"},
    {"mov r1, r10h\nstop\n", "halves = 21", NULL, "above those that the program declares"},
    {"mov r1, r2\nstop\n", "part = main", NULL, "stop in a part"},
    {"mov r1, r2\n", "part = main", NULL, NULL},
    {"mov r1, r2\n", "part = fragment", NULL, "ends without stop"},
    {"mov_imm r0l, 0\nif_icmp r0l, ueq, r1, 0, 1\n", "part = main; r1 = 1", NULL, "lanes do not run"},
    {"trap\n", "", NULL, "trap"},
    {"jmp_exec_any pc-2\nstop\n", "", NULL, "outside of the program"},
    {"jmp_exec_any pc+100\nstop\n", "", NULL, "outside of the program"},
    {"jmp_exec_any pc+8\nmov r1, r2\nstop\n", "", NULL, "into an instruction"},
    {"jmp_exec_any pc+12\nmov r1, 7\nstop\n", "", "", NULL},
    {"jmp_exec_none pc+12\nmov r1, 7\nstop\n", "", "r1 = 0x00000007\n", NULL},
    {"call pc+10\nstop\ntrap\nmov r3, 7\nret r1\n", "", "r1 = 0x00000006\nr3 = 0x00000007\n", NULL},
    {"mov_imm r5, 10, 0b0\ncall r5\nstop\nmov r3, 7\nret r1\n", "print r1 r3", "r1 = 0x00000008\nr3 = 0x00000007\n", NULL},
    {"ret r4\nstop\n", "lanes = 3; r4 = 2 3", NULL, "a jump to a register that differs between lanes"},
    {"bitop r4, 12, r5, r6\nstop\n", "", NULL, "a bit operation that depends only on B"},
    {"convert f_to_u32, r4, 7, rtz\nstop\n", "", NULL, "a conversion of an immediate that is not a float"},
    {"signal_pix 1, 0\nstop\n", PIXEL, "", NULL},
    /* ---- nesting (test_agx_flow.c has all of it) */
    {"mov_imm r0l, 0\nif_fcmp r0l, lt, r1, 1.0, 1\nmov r4, 1\nelse_icmp r0l, ult, r2, 2, 1\nmov r4, 2\npop_exec r0l, 1\nstop\n",
     "lanes = 7; r1 = 0.5 1.5 1.5; r2 = 0 1 2; print r0l r4", "r0l = 0x0000\nr4 = 0x00000001 0x00000002 0x00000000\n", NULL},
    {"mov_imm r0l, 0\nif_icmp r0l, ult, r2, 2, 1\nmov r4, 1\nelse_fcmp r0l, lt, r1, 1.0, 1\nmov r4, 2\npop_exec r0l, 1\nstop\n",
     "lanes = 7; r1 = 0.5 1.5 0.5; r2 = 0 2 2; print r0l r4", "r0l = 0x0000\nr4 = 0x00000001 0x00000000 0x00000002\n", NULL},
    {"mov_imm r0l, 0\niadd r4, r4, 1\nfadd32 r5, r5, 1.0\nwhile_fcmp r0l, lt, r5, r1, 1\njmp_exec_any pc-20\npop_exec r0l, "
     "1\nstop\n",
     "lanes = 7; r1 = 1.0 2.0 3.0; print r4", "r4 = 0x00000001 0x00000002 0x00000003\n", NULL},
    {"mov_imm r0l, 0\niadd r4, r4, 1\nwhile_icmp r0l, ult, r4, r1, 1\njmp_exec_any pc-14\npop_exec r0l, 1\nstop\n",
     "lanes = 7; r1 = 1 2 3; print r4", "r4 = 0x00000001 0x00000002 0x00000003\n", NULL},
    {"mov_imm r0l, 0\npush_exec r0l, 3\nif_icmp r0l, ueq, r1, 0, 2\nmov r4, 1\npush_exec r0l, 1\nupdate_exec r0l\npop_exec "
     "r0l, 2\npop_exec r0l, 1\nstop\n",
     "lanes = 3; r1 = 0 1; print r0l r4", "r0l = 0x0000\nr4 = 0x00000001 0x00000000\n", NULL},
};

/* ---- running the programs ------------------------------------------------------------------------------------------------ */

static bool assemble(struct util_ctx *ctx, const char *text, struct util_buf *code)
{
   util_buf_init(code, ctx);
   agx_assemble_text(ctx, text, strlen(text), code, NULL);
   if (ctx->status != UTIL_OK)
      printf("%s: %s\n", text, ctx->diags ? ctx->diags->message : "?");
   return ctx->status == UTIL_OK;
}

static void note_operations(const struct util_buf *code)
{
   struct agx_instr in;

   for (size_t pc = 0; pc < code->len; pc += in.len) {
      ck_assert(!agx_decode((const uint8_t *)code->data + pc, code->len - pc, &in));
      seen[in.op] = true;
   }
}

/* Prints the errors. */
static bool run_row(const struct row *row)
{
   struct util_ctx ctx;
   struct util_buf code, out;

   util_ctx_init(&ctx, NULL, 0);
   if (!assemble(&ctx, row->code, &code)) {
      util_ctx_finish(&ctx);
      return false;
   }
   note_operations(&code);
   util_buf_init(&out, &ctx);
   const struct agx_run run = {.code = agx_sim_decode(&ctx, (const uint8_t *)code.data, code.len),
                               .task = row->task,
                               .task_len = strlen(row->task),
                               .num = &num_model_agx};
   ctx.text = row->task;
   ctx.text_len = run.task_len;
   agx_run(&ctx, &run, &out);
   util_buf_byte(&out, 0);
   const char *message = ctx.diags ? ctx.diags->message : NULL;
   const bool faults = row->fault ? message && strstr(message, row->fault) : !message,
              prints = !row->want || !strcmp(row->want, out.data);
   if (!faults)
      printf("%s%s\nexpected %s, got %s\n", row->code, row->task, row->fault ? row->fault : "no fault",
             message ? message : "none");
   if (!prints)
      printf("%s%s\nexpected\n%sgot\n%s\n", row->code, row->task, row->want, out.data);
   util_ctx_finish(&ctx);
   return faults && prints;
}

START_TEST(small_programs)
{
   unsigned wrong = 0;

   for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
      wrong += !run_row(&rows[k]);
   ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* The operations of the programs in tests/agx. */
static void read_programs(void)
{
   DIR *d = opendir(folder);
   char path[512];

   ck_assert_msg(d, "%s", folder);
   for (struct dirent *e; (e = readdir(d));) {
      if (strncmp(e->d_name, "sim-", 4) || !strstr(e->d_name, ".s"))
         continue;
      struct util_ctx ctx;
      struct util_buf code;
      snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
      char *text = file_read(path, NULL);
      ck_assert(text);
      util_ctx_init(&ctx, NULL, 0);
      ck_assert(assemble(&ctx, text, &code));
      note_operations(&code);
      util_ctx_finish(&ctx);
      free(text);
   }
   closedir(d);
}

/* Every operation of the simulator is in one of the tests, except these. */
START_TEST(every_operation)
{
   static const uint16_t without[] = {AGX_OP_image_load, AGX_OP_image_write, AGX_OP_image_write_block, AGX_OP_doorbell,
                                      AGX_OP_jmp_if_skipping_doorbell, AGX_OP_map, AGX_OP_unmap};
   uint32_t seed = 1;

   for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
      run_row(&rows[k]);
   read_programs();
   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      bool lacks = false;
      const bool barrier = agx_info[op].flags & AGX_DRAIN; /* all of them are the same function */
      for (size_t k = 0; k < sizeof without / sizeof *without; k++)
         lacks |= without[k] == op;
      ck_assert_msg(seen[op] != lacks || barrier, "%s: %s", agx_info[op].name, lacks ? "has a test" : "has no test");
      struct agx_instr in;
      uint8_t code[AGX_MAX_LEN];
      unsigned len, tries = 1000;
      if (!lacks || !agx_random_legal(&seed, op, &tries, &in, code, &len))
         continue;
      struct util_ctx ctx;
      struct agx_wave *t;
      util_ctx_init(&ctx, NULL, 0);
      t = UTIL_NEW(&ctx, struct agx_wave);
      agx_wave_init(t, &num_model_agx, 1, 100);
      ck_assert_int_eq(agx_sim_run(agx_sim_decode(&ctx, code, len), t), EXEC_FAULT);
      ck_assert_str_eq(t->fault, "an instruction that the simulator does not support");
      util_ctx_finish(&ctx);
   }
}
END_TEST

/* Random bytes: a step may fault, but must not crash. */
START_TEST(any_bytes)
{
   uint32_t seed = 7;
   struct agx_wave *t = calloc(1, sizeof *t);

   for (unsigned i = 0; i < 20000; i++) {
      uint8_t code[64];
      struct util_ctx ctx;
      const unsigned op = agx_rng(&seed) % AGX_NUM_OPS;
      util_ctx_init(&ctx, NULL, 0);
      for (unsigned k = 0; k < sizeof code; k++)
         code[k] = (uint8_t)agx_rng(&seed);
      agx_put_opcode(op, code);
      agx_wave_init(t, &num_model_agx, agx_rng(&seed) | 1, 100);
      t->samples = 1 + agx_rng(&seed) % 4;
      agx_sim_run(agx_sim_decode(&ctx, code, sizeof code), t);
      util_ctx_finish(&ctx);
   }
   free(t);
}
END_TEST

/* A run that its budget stops can be resumed. */
START_TEST(resume)
{
   struct util_ctx ctx;
   struct util_buf code;
   struct agx_wave *t = calloc(1, sizeof *t);
   unsigned stops = 0;
   enum exec_status st;

   util_ctx_init(&ctx, NULL, 0);
   ck_assert(assemble(&ctx,
                      "mov_imm r0l, 0\nmov_imm r6, 0, 0b0\niadd r6, r6, 1\nwhile_icmp r0l, ult, r6, r5, 1\njmp_exec_any "
                      "pc-14\npop_exec r0l, 1\nstop\n",
                      &code));
   const struct agx_sim_code *c = agx_sim_decode(&ctx, (const uint8_t *)code.data, code.len);
   agx_wave_init(t, &num_model_agx, UINT32_MAX, 3);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      t->reg.r[5][l] = l;
   while ((st = agx_sim_run(c, t)) == EXEC_BUDGET) {
      t->budget = 3;
      stops++;
   }
   ck_assert_int_eq(st, EXEC_DONE);
   ck_assert_uint_eq(stops, (2 + 3 * 31 + 2 - 1) / 3);
   for (unsigned l = 0; l < EXEC_LANES; l++) /* lane l counts to l */
      ck_assert_uint_eq(t->reg.r[6][l], l < 1 ? 1 : l);
   util_ctx_finish(&ctx);
   free(t);
}
END_TEST

int main(int argc, char **argv)
{
   if (argc > 1)
      folder = argv[1];
   Suite *s = suite_create("agx_sim");
   TCase *t = tcase_create("all");

   tcase_set_timeout(t, 60);
   tcase_add_test(t, small_programs);
   tcase_add_test(t, every_operation);
   tcase_add_test(t, any_bytes);
   tcase_add_test(t, resume);
   suite_add_tcase(s, t);
   return suite_run(s);
}
