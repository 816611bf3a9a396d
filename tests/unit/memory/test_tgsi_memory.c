/* SPDX-License-Identifier: MIT */
/*
 * Tests memory in TGSI programs. The reference evaluator, the lowered IR in its interpreter and the machine code of both
 * targets run on memory with known contents. The expected results follow from docs/semantics-tgsi.md, "Memory", and
 * docs/semantics.md, "Memory". The invocations of a wave access memory in the order of their numbers.
 */
#include <stdio.h>

#include "tests/unit/memory/world_machine.h"

#define NUM(a) (sizeof(a) / sizeof *(a))

/* ---- the memory and the head of all programs: invocation n of 32 has n in TEMP[8] and 4n in TEMP[9], and leaves TEMP[0].x in
   word n of BUFFER[0] */

static const char head[] =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 32\nDCL SV[0], THREAD_ID\nDCL BUFFER[0..2]\nDCL BUFFER[4]\nDCL HWATOMIC[0][0..3]\n"
    "DCL HWATOMIC[1][2..5], ARRAY(1)\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\nDCL IMAGE[1], 2D_ARRAY, "
    "PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
    "DCL IMAGE[2], 1D, PIPE_FORMAT_NONE, WR\nDCL IMAGE[3], 2D_MSAA, PIPE_FORMAT_R32_FLOAT, WR\nDCL IMAGE[4], CUBEARRAY, "
    "PIPE_FORMAT_R32_UINT, WR\n"
    "DCL MEMORY[0], SHARED\nDCL MEMORY[1], GLOBAL\nDCL MEMORY[2], PRIVATE\nDCL MEMORY[3], INPUT\nDCL RES[0], 2D, WR\nDCL "
    "RES[1], 2D, RAW, WR\n"
    "DCL RES[2], BUFFER, RAW, WR\nDCL CONST[0..3]\nDCL CONST[1][0..3]\nDCL TEMP[0..9]\nDCL PRED[0]\n"
    "IMM[0] UINT32 {0, 1, 2, 3}\nIMM[1] UINT32 {4, 8, 16, 32}\nIMM[2] UINT32 {0x3f800000, 0, 0x3f000000, 0x40000000}\n"
    "IMM[3] UINT32 {4096, 0xfffffffc, 256, 31}\nIMM[4] FLT32 {-0.5, 0.0, 0.0, 0.0}\nMOV TEMP[8], SV[0].xxxx\nUMUL TEMP[9], "
    "TEMP[8], IMM[1].xxxx\n";
static const char tail[] = "STORE BUFFER[0].x, TEMP[9], TEMP[0]\nEND\n";

/* BUFFER n has 16 words, and word k is 100n + k. BUFFER 0 takes the results. No program declares BUFFER 3. */
static void make_world(struct world *w)
{
   static const uint32_t four[3] = {4, 4, 1}, array[3] = {2, 2, 3}, line[3] = {8, 1, 1}, samples[3] = {2, 2, 1},
                         cubes[3] = {1, 1, 12};

   memset(w, 0, sizeof *w);
   world_words(w, MEM_BUFFER, 0, 4 * WORLD_WORDS);
   for (unsigned n = 1; n < 5; n++) {
      world_words(w, MEM_BUFFER, n, 64);
      for (unsigned k = 0; k < 64; k++)
         w->word[MEM_BUFFER][n][k] = 100 * n + k;
   }
   world_words(w, MEM_COUNTER, 0, 64);
   world_words(w, MEM_COUNTER, 1, 64);
   world_words(w, MEM_GLOBAL, 0, 256);
   world_words(w, MEM_SHARED, 0, 256);
   for (unsigned k = 0; k < 16; k++)
      world_image(w, 0, TEX_2D, MEM_R32_UINT, four, 1)[k] = 1000 + k;
   world_image(w, 1, TEX_ARRAY2D, MEM_R8G8B8A8_UNORM, array, 1);
   world_image(w, 2, TEX_1D, MEM_R16_SINT, line, 1);
   world_image(w, 3, TEX_2DMS, MEM_R32_FLOAT, samples, 4);
   world_image(w, 4, TEX_ARRAYCUBE, MEM_R32_UINT, cubes, 1);
   for (unsigned k = 0; k < 4 * WORLD_INPUTS; k++)
      w->param[k / 4][k % 4] = 5000 + k;
   for (unsigned k = 0; k < 16; k++)
      w->constants[k] = 6000 + k;
}

/* ---- programs: the result of invocation n, and a word of memory after all results */

typedef uint32_t (*want)(uint32_t n);
struct row {
   const char *name, *body;
   want result;
   struct {
      enum mem_space space;
      unsigned unit, word;
      uint32_t value; /* ignored if `unit` is 99 */
   } behind;
};
#define NO_WORD {MEM_BUFFER, 99, 0, 0}

static uint32_t zero(uint32_t n) { return 0 * n; }
static uint32_t same(uint32_t n) { return n; }
/* word n + 2 of BUFFER[1], which has 16 */
static uint32_t third(uint32_t n) { return n + 2 < 16 ? 102 + n : 0; }
static uint32_t word(uint32_t n) { return n < 16 ? 100 + n : 0; }
/* word 1 of buffer n - 2, limited to 0 .. 4; buffer 3 works although no program declares it */
static uint32_t chosen(uint32_t n) { return n <= 2 ? 0 : n == 3 ? 101 : n == 4 ? 201 : n == 5 ? 301 : 401; }
static uint32_t chosen_size(uint32_t n) { return n <= 2 ? 256 : 64; }
/* x is n, y 1: the texel 4 + n of a row of 4 */
static uint32_t texel(uint32_t n) { return n < 4 ? 1004 + n : 0; }
/* -1 is stored in 16 bits as SINT and loaded with its sign; the image has 8 texels */
static uint32_t line(uint32_t n) { return n < 8 ? (uint32_t)0 - n : 0; }
static uint32_t half(uint32_t n) { return 0 * n + 0x3f008081; } /* 128 times the float above 1/255, which is 0x3b808081 */
static uint32_t input(uint32_t n) { return 5000 + 3 * n; }
static uint32_t input_end(uint32_t n) { return n < 6 ? 5250 + n : 0; } /* the 256 words end before word 250 + 6 */
static uint32_t parameter(uint32_t n) { return n < 16 ? 5000 + n : 0; }
static uint32_t constant(uint32_t n) { return n < 16 ? 6000 + n : 0; }
static uint32_t last_three(uint32_t n) { return n >= 1 && n <= 3 ? n : 0; }
static uint32_t before(uint32_t n) { return n < 4 ? 1000 + n : 0; }
static uint32_t counted(uint32_t n) { return n <= 2 ? n : n < 5 ? 0 : n - 5; }
static uint32_t all_counted(uint32_t n) { return 0 * n + 64; }
static uint32_t halved(uint32_t n) { return n / 2; }
static uint32_t odd_loads(uint32_t n) { return n & 1 ? 100 : 3; }
static uint32_t even(uint32_t n) { return n & 1 ? 3 : 200 + n; }
static uint32_t odd(uint32_t n) { return n & 1 ? n : 0; }
static uint32_t last(uint32_t n) { return 0 * n + 31; }
static uint32_t last_even(uint32_t n) { return 0 * n + 30; }
static uint32_t byte_texel(uint32_t n) { return 0 * n + 0xff8000ff; }
static uint32_t wrapped(uint32_t n) { return 0 * n + 100; } /* 0 and word 0 */
static uint32_t twice(uint32_t n) { return 2 * n; }
/* Lane n & 3 of TEMP[1] */
#define LANES                                                                                                                  \
   "AND TEMP[5].x, TEMP[8], IMM[0].wwww\nUSEQ TEMP[6], TEMP[5].xxxx, IMM[0]\nUCMP TEMP[0].x, TEMP[6].xxxx, TEMP[1].xxxx, "     \
   "IMM[0].xxxx\n"                                                                                                             \
   "UCMP TEMP[0].x, TEMP[6].yyyy, TEMP[1].yyyy, TEMP[0]\nUCMP TEMP[0].x, TEMP[6].zzzz, TEMP[1].zzzz, TEMP[0]\n"                \
   "UCMP TEMP[0].x, TEMP[6].wwww, TEMP[1].wwww, TEMP[0]\n"
static uint32_t lane(uint32_t n, uint32_t x, uint32_t y, uint32_t z, uint32_t w) { return (uint32_t[4]){x, y, z, w}[n & 3]; }
static uint32_t lacks(uint32_t n) { return lane(n, 0, 0, 1, 1000); } /* y z w x of one channel */
static uint32_t size_of_array(uint32_t n) { return lane(n, 2, 2, 3, 0); }
static uint32_t size_of_samples(uint32_t n) { return lane(n, 2, 2, 0, 4); }
static uint32_t size_of_cubes(uint32_t n) { return lane(n, 1, 1, 2, 0); }
static uint32_t size_of_buffer(uint32_t n) { return lane(n, 64, 0, 0, 0); }
static uint32_t size_of_private(uint32_t n) { return lane(n, 4096, 0, 0, 0); }

static const struct row rows[] = {
    /* words */
    {"swizzle of the object", "UADD TEMP[1], TEMP[9], IMM[0].xyzw\nLOAD TEMP[0].xy, BUFFER[1].zwxy, TEMP[9]\n", third, NO_WORD},
    {"low bits of an address", "OR TEMP[1].x, TEMP[9], IMM[0].wwww\nLOAD TEMP[0].x, BUFFER[1], TEMP[1]\n", word, NO_WORD},
    {"an address in lane x for all lanes",
     "MOV TEMP[1].yzw, IMM[3].yyyy\nMOV TEMP[1].x, TEMP[9]\nLOAD TEMP[2].w, BUFFER[1].xyzx, TEMP[1]\nMOV TEMP[0].x, "
     "TEMP[2].wwww\n",
     word, NO_WORD},
    {"words around the end of addresses",
     "LOAD TEMP[1].xy, BUFFER[1], IMM[3].yyyy\nUADD TEMP[0].x, TEMP[1].xxxx, TEMP[1].yyyy\n", wrapped, NO_WORD},
    {"mask of a store",
     "STORE BUFFER[2].yw, IMM[0].xxxx, TEMP[8]\nLOAD TEMP[0].x, BUFFER[2].yyyy, IMM[0].xxxx\n",
     last,
     {MEM_BUFFER, 2, 2, 202}},
    {"mask of a store, first lane",
     "STORE BUFFER[2].yw, IMM[0].xxxx, TEMP[8]\nMOV TEMP[0].x, IMM[0].xxxx\n",
     zero,
     {MEM_BUFFER, 2, 0, 200}},
    {"mask of a store, last lane",
     "STORE BUFFER[2].yw, IMM[0].xxxx, TEMP[8]\nMOV TEMP[0].x, IMM[0].xxxx\n",
     zero,
     {MEM_BUFFER, 2, 3, 31}},
    {"store at the end",
     "STORE BUFFER[2], IMM[3].xxxx, TEMP[8]\nUADD TEMP[1].x, IMM[3].zzzz, -IMM[1].xxxx\nSTORE BUFFER[0].xyz, TEMP[1], "
     "TEMP[8]\nLOAD TEMP[0].x, BUFFER[0], TEMP[1]\n",
     last,
     {MEM_BUFFER, 0, 64, 0}},
    {"sign of what is stored",
     "STORE BUFFER[0].x, TEMP[9], -TEMP[8]\nLOAD TEMP[1].x, BUFFER[0], TEMP[9]\nUADD TEMP[0].x, TEMP[8], -TEMP[1]\n", twice,
     NO_WORD},
    /* which object */
    {"chosen buffer", "UADD TEMP[1].x, TEMP[8], -IMM[0].zzzz\nLOAD TEMP[0].x, BUFFER[TEMP[1].x], IMM[1].xxxx\n", chosen,
     NO_WORD},
    {"stores to chosen buffers",
     "UADD TEMP[1].x, TEMP[8], IMM[0].yyyy\nSTORE BUFFER[TEMP[1].x-1].x, IMM[1].yyyy, TEMP[8]\nMOV TEMP[0].x, IMM[0].xxxx\n",
     zero,
     {MEM_BUFFER, 4, 2, 31}},
    {"a store to a buffer between declared ones",
     "STORE BUFFER[TEMP[8].x].x, IMM[1].yyyy, TEMP[8]\nMOV TEMP[0].x, IMM[0].xxxx\n",
     zero,
     {MEM_BUFFER, 3, 2, 3}},
    {"the one store that a buffer takes",
     "STORE BUFFER[TEMP[8].x].x, IMM[1].yyyy, TEMP[8]\nMOV TEMP[0].x, IMM[0].xxxx\n",
     zero,
     {MEM_BUFFER, 2, 2, 2}},
    {"size of a chosen buffer", "UADD TEMP[1].x, TEMP[8], -IMM[0].zzzz\nRESQ TEMP[0].x, BUFFER[TEMP[1].x]\n", chosen_size,
     NO_WORD},
    {"chosen images", "MOV TEMP[1], IMM[0].xxxx\nMOV TEMP[1].x, TEMP[8]\nLOAD TEMP[0].x, IMAGE[TEMP[1].y], TEMP[1]\n", before,
     NO_WORD},
    {"a counter", "ATOMUADD TEMP[0].x, HWATOMIC[0][3], IMM[3].yyyy, IMM[0].yyyy\n", same, {MEM_COUNTER, 0, 3, 32}},
    {"a load of a counter",
     "ATOMUADD TEMP[1].x, HWATOMIC[0][3], IMM[0], IMM[0].zzzz\nLOAD TEMP[0].x, HWATOMIC[0][3], IMM[3]\n",
     all_counted,
     {MEM_COUNTER, 0, 3, 64}},
    /* n is limited to counters 2 to 5: invocations 0 to 2 and those from 5 on share one */
    {"a counter of an array",
     "ATOMUADD TEMP[0].x, HWATOMIC[1][TEMP[8].x](1), IMM[0], IMM[0].yyyy\n",
     counted,
     {MEM_COUNTER, 1, 5, 27}},
    {"a chosen buffer of counters",
     "AND TEMP[1].x, TEMP[8], IMM[0].yyyy\nATOMUADD TEMP[0].x, HWATOMIC[TEMP[1].x][2], IMM[0], IMM[0].yyyy\n",
     halved,
     {MEM_COUNTER, 1, 2, 16}},
    {"the memory of the device",
     "STORE MEMORY[1].x, TEMP[9], TEMP[8]\nLOAD TEMP[0].x, RES[-1], TEMP[9]\n",
     same,
     {MEM_GLOBAL, 0, 31, 31}},
    {"the memory of the block",
     "STORE RES[32766].x, TEMP[9], TEMP[8]\nLOAD TEMP[0].x, MEMORY[0], TEMP[9]\n",
     same,
     {MEM_SHARED, 0, 31, 31}},
    /* each invocation has its own private memory and loads words 1 to 3 of those that it stored itself */
    {"private memory",
     "STORE MEMORY[2].x, TEMP[9], TEMP[8]\nLOAD TEMP[1].xyz, RES[-3], IMM[1].xxxx\nUADD TEMP[0].x, TEMP[1].xxxx, "
     "TEMP[1].yyyy\nUADD TEMP[0].x, TEMP[0], TEMP[1].zzzz\n",
     last_three, NO_WORD},
    {"private memory, after its end",
     "STORE MEMORY[2].x, IMM[3].xxxx, TEMP[8]\nLOAD TEMP[1].x, MEMORY[2], IMM[3].xxxx\nUADD TEMP[2].x, TEMP[9], "
     "IMM[3].xxxx\nSTORE MEMORY[2].x, TEMP[2], TEMP[8]\nLOAD TEMP[2].x, MEMORY[2], TEMP[2]\nOR TEMP[1].x, TEMP[1], "
     "TEMP[2]\nUADD TEMP[2].x, IMM[3].xxxx, -IMM[1].xxxx\nLOAD TEMP[2].x, MEMORY[2], TEMP[2]\nOR TEMP[0].x, TEMP[1], TEMP[2]\n",
     zero, NO_WORD},
    {"private memory, atomically",
     "ATOMUADD TEMP[1].x, MEMORY[2], IMM[0].xxxx, TEMP[8]\nATOMUADD TEMP[0].x, MEMORY[2], IMM[0].xxxx, TEMP[8]\n", same,
     NO_WORD},
    {"inputs", "UMUL TEMP[1].x, TEMP[9], IMM[0].wwww\nLOAD TEMP[0].x, MEMORY[3], TEMP[1]\n", input, NO_WORD},
    {"inputs, at their end",
     "UADD TEMP[2].x, IMM[3].zzzz, -IMM[1].yyyy\nUADD TEMP[2].x, TEMP[2], IMM[0].zzzz\nUMUL TEMP[2].x, TEMP[2], "
     "IMM[1].xxxx\nUADD TEMP[1].x, TEMP[9], TEMP[2]\nLOAD TEMP[0].x, RES[-4], TEMP[1]\n",
     input_end, NO_WORD},
    {"constant buffer 0 as words", "LOAD TEMP[0].x, CONSTBUF[0], TEMP[9]\n", parameter, NO_WORD},
    {"another constant buffer as words", "LOAD TEMP[0].x, CONSTBUF[1], TEMP[9]\n", constant, NO_WORD},
    {"a chosen constant buffer", "LOAD TEMP[0].x, CONSTBUF[TEMP[8].x+5], TEMP[9]\n", constant, NO_WORD},
    {"a resource of words",
     "STORE RES[2].x, TEMP[9], TEMP[8]\nLOAD TEMP[1].x, RES[2], IMM[1].xxxx\nMOV TEMP[0].x, TEMP[8]\n",
     same,
     {MEM_BUFFER, 2, 5, 5}},
    /* texels */
    {"a texel",
     "MOV TEMP[1].x, TEMP[8]\nMOV TEMP[1].y, IMM[0].yyyy\nLOAD TEMP[0].x, IMAGE[0], TEMP[1], 2D, PIPE_FORMAT_R32_UINT\n", texel,
     NO_WORD},
    {"a texel outside",
     "MOV TEMP[1].x, TEMP[8]\nMOV TEMP[1].y, IMM[1].xxxx\nSTORE IMAGE[0], TEMP[1], TEMP[8]\nLOAD TEMP[0].x, IMAGE[0], "
     "TEMP[1]\n",
     zero,
     {MEM_IMAGE, 0, 15, 1015}},
    {"what a format lacks", "LOAD TEMP[1], IMAGE[0].yzwx, IMM[0].xxxx\n" LANES, lacks, NO_WORD},
    {"the format of the memory",
     "STORE IMAGE[2], TEMP[8], -TEMP[8]\nLOAD TEMP[0].x, IMAGE[2], TEMP[8]\n",
     line,
     {MEM_IMAGE, 2, 3, 0xfff9fffa}},
    {"bytes",
     "STORE IMAGE[1].x, IMM[0].xyzw, IMM[2].xyzw\nLOAD TEMP[0].x, IMAGE[1].zzzz, IMM[0].xyzw\n",
     half,
     {MEM_IMAGE, 1, 10, 0xff8000ff}},
    {"the format after the operands",
     "STORE IMAGE[1], IMM[0].xyzw, IMM[2].xyzw\nLOAD TEMP[0].x, IMAGE[1], IMM[0].xyzw, 2D_ARRAY, PIPE_FORMAT_R32_UINT\n",
     byte_texel, NO_WORD},
    {"a sample",
     "MOV TEMP[1], IMM[0].yxxw\nSTORE IMAGE[3], TEMP[1], TEMP[8]\nMOV TEMP[1].z, IMM[3].yyyy\nLOAD TEMP[0].x, IMAGE[3], "
     "TEMP[1]\n",
     last,
     {MEM_IMAGE, 3, 7, 31}},
    {"a sample outside",
     "MOV TEMP[1], IMM[0].yxxx\nMOV TEMP[1].w, IMM[1].xxxx\nSTORE IMAGE[3], TEMP[1], TEMP[8]\nLOAD TEMP[0].x, IMAGE[3], "
     "TEMP[1]\n",
     zero,
     {MEM_IMAGE, 3, 8, 0}},
    {"a face of a cube array",
     "MOV TEMP[1], IMM[0].xxxx\nUADD TEMP[1].z, IMM[1].yyyy, IMM[0].wwww\nSTORE IMAGE[4], TEMP[1], TEMP[8]\nLOAD TEMP[0].x, "
     "IMAGE[4], TEMP[1]\n",
     last,
     {MEM_IMAGE, 4, 11, 31}},
    {"a resource of texels", "MOV TEMP[1].x, TEMP[8]\nMOV TEMP[1].y, IMM[0].yyyy\nLOAD TEMP[0].x, RES[0], TEMP[1]\n", texel,
     NO_WORD},
    /* RES[1], 2D, RAW: words of row 1 of image 1, 2 texels of 4 bytes; y is 1, z is not a coordinate of the target that is
       declared */
    {"a raw resource of texels",
     "MOV TEMP[1], IMM[0].xyxx\nSTORE RES[1].yz, TEMP[1], TEMP[8]\nLOAD TEMP[0].x, RES[1].yyyy, TEMP[1]\n",
     last,
     {MEM_IMAGE, 1, 2, 0}},
    {"a raw resource, atomically",
     "MOV TEMP[1], IMM[1].xxxx\nMOV TEMP[1].y, IMM[0].yyyy\nATOMUADD TEMP[0].x, RES[1], TEMP[1], IMM[0].yyyy\n",
     same,
     {MEM_IMAGE, 1, 3, 32}},
    {"an atomic operation on bytes", "ATOMXCHG TEMP[0].x, IMAGE[1], IMM[0].xxxx, TEMP[8]\n", zero, {MEM_IMAGE, 1, 0, 0}},
    {"an atomic operation on 16 bits of memory",
     "ATOMXCHG TEMP[0].x, IMAGE[2], IMM[0].xxxx, TEMP[8]\n",
     zero,
     {MEM_IMAGE, 2, 0, 0}},
    /* sizes: 2, 2, 3 layers and no samples; 2, 2 and 4 samples; 1, 1 and 2 cubes */
    {"size of an array", "RESQ TEMP[1], IMAGE[1], 2D_ARRAY\n" LANES, size_of_array, NO_WORD},
    {"size of an image with samples", "RESQ TEMP[1], IMAGE[3]\n" LANES, size_of_samples, NO_WORD},
    {"size of cubes", "RESQ TEMP[1], IMAGE[4]\n" LANES, size_of_cubes, NO_WORD},
    {"size of a buffer", "RESQ TEMP[1], BUFFER[1]\n" LANES, size_of_buffer, NO_WORD},
    {"size of private memory", "RESQ TEMP[1], MEMORY[2]\n" LANES, size_of_private, NO_WORD},
    /* predicates: true in odd invocations */
    {"a predicate on the result",
     "AND PRED[0], TEMP[8], IMM[0].yyyy\nMOV TEMP[0].x, IMM[0].wwww\n(PRED[0].x) LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx\n",
     odd_loads, NO_WORD},
    {"a predicate and an atomic operation",
     "AND PRED[0], TEMP[8], IMM[0].yyyy\nMOV TEMP[0].x, IMM[0].wwww\n(!PRED[0].x) ATOMUADD TEMP[0].x, BUFFER[2], IMM[0].xxxx, "
     "IMM[0].yyyy\n",
     even,
     {MEM_BUFFER, 2, 0, 232}},
    {"a predicate and a store",
     "AND PRED[0], TEMP[8], IMM[0].yyyy\n(PRED[0].x) STORE BUFFER[0].x, TEMP[9], TEMP[8]\nLOAD TEMP[0].x, BUFFER[0], TEMP[9]\n",
     odd, NO_WORD},
    {"a predicate and a texel",
     "AND PRED[0], TEMP[8], IMM[0].yyyy\n(PRED[0].x) STORE IMAGE[0], IMM[0].xxxx, TEMP[8]\n(!PRED[0].x) STORE IMAGE[0], "
     "IMM[0].yxxx, TEMP[8]\nLOAD TEMP[0].x, IMAGE[0], IMM[0].yxxx\n",
     last_even,
     {MEM_IMAGE, 0, 0, 31}},
    {"a result that nothing reads",
     "ATOMUADD TEMP[1].x, BUFFER[2], IMM[0].xxxx, IMM[0].yyyy\nATOMUADD NULL, IMAGE[0], IMM[0].xxxx, IMM[0].yyyy\nMOV "
     "TEMP[0].x, IMM[0].xxxx\n",
     zero,
     {MEM_IMAGE, 0, 0, 1032}},
};

static void check_row(const struct row *r, num_m m, int way)
{
   static struct world w;
   char text[8192];

   snprintf(text, sizeof text, "%s%s%s", head, r->body, tail);
   make_world(&w);
   ck_assert_msg(world_execute_way(&w, text, m, way) == EXEC_DONE, "%s: %s", r->name, w.fault);
   for (uint32_t n = 0; n < 32; n++)
      ck_assert_msg(w.word[MEM_BUFFER][0][n] == r->result(n), "%s, %s: instance %u has %#x, not %#x", r->name,
                    world_way_name(way), n, w.word[MEM_BUFFER][0][n], r->result(n));
   if (r->behind.unit != 99) {
      const uint32_t got = w.word[r->behind.space][r->behind.unit][r->behind.word];
      ck_assert_msg(got == r->behind.value, "%s, %s: word %u is %#x, not %#x", r->name, world_way_name(way), r->behind.word,
                    got, r->behind.value);
   }
}

START_TEST(programs)
{
   for (size_t k = 0; k < NUM(rows); k++)
      for (unsigned m = 0; m < TEST_MODELS; m++)
         for (int way = -1; way < (m ? WORLD_IR : WORLD_WAYS); way++) /* machine code uses the number model of its machine */
            check_row(&rows[k], test_model(m), way);
}
END_TEST

/* ---- atomic operations: 32 invocations change a word one after the other; it begins as `start` */

static uint32_t ones_left(uint32_t n) { return UINT32_MAX << n; }
static uint32_t ones_below(uint32_t n) { return (1u << n) - 1; }
static uint32_t least(uint32_t n) { return n ? 32 - n : 1000; }              /* of 31 - n */
static uint32_t greatest(uint32_t n) { return n ? n - 1 : 0; }               /* of n */
static uint32_t least_signed(uint32_t n) { return n ? 1 - n : 5; }           /* of -n */
static uint32_t greatest_signed(uint32_t n) { return n ? n - 17 : (uint32_t)-100; } /* of n - 16 */
static uint32_t exchanged(uint32_t n) { return n ? n - 1 : 9; }
static uint32_t up(uint32_t n) { return n % 4; }                             /* 0 1 2 3 0: up to 3 */
static uint32_t down(uint32_t n) { return (34 - n) % 4; }                    /* 2 1 0 3 2: down from 3 */
static uint32_t halves(uint32_t n) { return num_u(0.5f * (float)n); }
static uint32_t added(uint32_t n) { return (uint32_t)-16 + n; }

/* TEMP[2]: n; TEMP[3]: 1 << n; TEMP[4]: ~(1 << n); TEMP[5]: 31 - n; TEMP[6]: n - 16; TEMP[7]: start + n */
static const struct {
   const char *op, *operands;
   uint32_t start, end;
   want old;
} atomics[] = {
   {"ATOMUADD", "IMM[0].yyyy", (uint32_t)-16, 16, added},
   {"ATOMFADD", "IMM[2].zzzz", 0, 0x41800000 /* 16.0 */, halves},
   {"ATOMFADD", "-IMM[4].xxxx", 0, 0x41800000, halves}, /* - -0.5: the sign is that of floats */
   {"ATOMXCHG", "TEMP[2]", 9, 31, exchanged},
   {"ATOMCAS", "TEMP[2], TEMP[7]", 0, 32, same},  /* n + 1 where n is */
   {"ATOMCAS", "TEMP[7], TEMP[2]", 0, 0, zero},   /* never equal */
   {"ATOMAND", "TEMP[4]", UINT32_MAX, 0, ones_left},
   {"ATOMOR", "TEMP[3]", 0, UINT32_MAX, ones_below},
   {"ATOMXOR", "TEMP[3]", 0, UINT32_MAX, ones_below},
   {"ATOMUMIN", "TEMP[5]", 1000, 0, least},
   {"ATOMUMAX", "TEMP[2]", 0, 31, greatest},
   {"ATOMIMIN", "-TEMP[2]", 5, (uint32_t)-31, least_signed},
   {"ATOMIMAX", "TEMP[6]", (uint32_t)-100, 15, greatest_signed},
   {"ATOMINC_WRAP", "IMM[0].wwww", 0, 0, up},
   {"ATOMDEC_WRAP", "IMM[0].wwww", 2, 2, down},
};
static const struct {
   const char *operands;
   enum mem_space space;
   unsigned unit, word;
} places[] = {
   {"BUFFER[2], IMM[1].xxxx", MEM_BUFFER, 2, 1},         {"HWATOMIC[0][2], IMM[3]", MEM_COUNTER, 0, 2},
   {"IMAGE[0], IMM[0].yzxx", MEM_IMAGE, 0, 9},           {"IMAGE[4], IMM[0].xxzx", MEM_IMAGE, 4, 2},
   {"MEMORY[0], IMM[1].xxxx", MEM_SHARED, 0, 1},         {"MEMORY[1], IMM[1].yyyy", MEM_GLOBAL, 0, 2},
   {"RES[1], IMM[0].xyxx", MEM_IMAGE, 1, 2},             {"BUFFER[IMM[0].z], IMM[1].xxxx", MEM_BUFFER, 2, 1},
   {"IMAGE[0], IMM[0].yzxx, 2D, PIPE_FORMAT_R32_FLOAT", MEM_IMAGE, 0, 9},
};

static void check_atomic(size_t a, size_t p, int way)
{
   static struct world w;
   const char *comma = strchr(strchr(places[p].operands, ',') + 1, ',');
   const int len = comma ? (int)(comma - places[p].operands) : (int)strlen(places[p].operands);
   char text[8192];

   snprintf(
       text, sizeof text,
       "%sMOV TEMP[2], TEMP[8]\nSHL TEMP[3], IMM[0].yyyy, TEMP[8]\nNOT TEMP[4], TEMP[3]\nUADD TEMP[5], IMM[3].wwww, -TEMP[8]\n"
       "UADD TEMP[6], TEMP[8], -IMM[1].zzzz\nUADD TEMP[7], TEMP[8], IMM[0].yyyy\n%s TEMP[0].xy, %.*s, %s%s\n%s",
       head, atomics[a].op, len, places[p].operands, atomics[a].operands, comma ? comma : "", tail);
   make_world(&w);
   w.word[places[p].space][places[p].unit][places[p].word] = atomics[a].start;
   ck_assert_msg(world_execute_way(&w, text, &num_model_ieee, way) == EXEC_DONE, "%s", w.fault);
   for (uint32_t n = 0; n < 32; n++)
      ck_assert_msg(w.word[MEM_BUFFER][0][n] == atomics[a].old(n), "%s %s, %s: instance %u got %#x, not %#x", atomics[a].op,
                    places[p].operands, world_way_name(way), n, w.word[MEM_BUFFER][0][n], atomics[a].old(n));
   const uint32_t end = w.word[places[p].space][places[p].unit][places[p].word];
   ck_assert_msg(end == atomics[a].end, "%s %s, %s: %#x is left, not %#x", atomics[a].op, places[p].operands,
                 world_way_name(way), end, atomics[a].end);
}

START_TEST(atomic_operations)
{
   for (size_t a = 0; a < NUM(atomics); a++)
      for (size_t p = 0; p < NUM(places); p++)
         for (int way = -1; way < WORLD_WAYS; way++)
            check_atomic(a, p, way);
}
END_TEST

/* Each invocation has its own word of private memory, does one operation on it and returns the new value. */
START_TEST(private_atomics)
{
   static struct world w;
   char text[8192];

   for (size_t a = 0; a < NUM(atomics); a++)
      for (int way = -1; way < WORLD_WAYS; way++) {
         snprintf(
             text, sizeof text,
             "%sMOV TEMP[2], TEMP[8]\nSHL TEMP[3], IMM[0].yyyy, TEMP[8]\nNOT TEMP[4], TEMP[3]\nUADD TEMP[5], IMM[3].wwww, "
             "-TEMP[8]\n"
             "UADD TEMP[6], TEMP[8], -IMM[1].zzzz\nUADD TEMP[7], TEMP[8], IMM[0].yyyy\nLOAD TEMP[1].x, BUFFER[2], IMM[0].xxxx\n"
             "STORE MEMORY[2].x, IMM[1].xxxx, TEMP[1]\n%s TEMP[0].x, MEMORY[2], IMM[1].xxxx, %s\nUSNE TEMP[1].x, TEMP[0], "
             "TEMP[1]\n"
             "LOAD TEMP[0].x, MEMORY[2], IMM[1].xxxx\nOR TEMP[0].x, TEMP[0], TEMP[1]\n%s",
             head, atomics[a].op, atomics[a].operands, tail);
         make_world(&w);
         w.word[MEM_BUFFER][2][0] = atomics[a].start;
         ck_assert_msg(world_execute_way(&w, text, &num_model_ieee, way) == EXEC_DONE, "%s", w.fault);
         /* Invocation 0 alone repeats the first operation of the test above. The second operation there found this value. */
         ck_assert_msg(w.word[MEM_BUFFER][0][0] == atomics[a].old(1), "%s, %s: %#x, not %#x", atomics[a].op,
                       world_way_name(way), w.word[MEM_BUFFER][0][0], atomics[a].old(1));
      }
}
END_TEST

/* ---- workgroups of several waves */

#define GROUP                                                                                                                  \
   "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 16\nPROPERTY CS_FIXED_BLOCK_HEIGHT 4\nDCL SV[0], THREAD_ID\nDCL BUFFER[0]\nDCL "       \
   "MEMORY[0], SHARED\nDCL TEMP[0..9]\n"                                                                                       \
   "IMM[0] UINT32 {0, 1, 2, 3}\nIMM[1] UINT32 {4, 16, 63, 40}\nUMAD TEMP[8].x, SV[0].yyyy, IMM[1].yyyy, SV[0].xxxx\nUMUL "     \
   "TEMP[9].x, TEMP[8], IMM[1].xxxx\n"
#define RESULT "STORE BUFFER[0].x, TEMP[9], TEMP[0]\nEND\n"

static uint32_t mirrored(uint32_t n) { return 63 - n; }
static uint32_t rotated(uint32_t n) { return (n + 3) % 64; }
/* Invocations from 40 on have ended. The other ones read the word of the invocation 8 further, or 0 if that has ended. */
static uint32_t left(uint32_t n) { return n >= 40 ? 0 : n + 8 < 40 ? n + 8 : 0; }
static uint32_t total(uint32_t n) { return 0 * n + 64; }

static const struct {
   const char *name, *text;
   want result;
   bool ordered; /* the result depends on the barrier: without it some order of waves gives another result */
} groups[] = {
    {"a barrier",
     GROUP "STORE MEMORY[0].x, TEMP[9], TEMP[8]\nBARRIER\nUADD TEMP[1].x, IMM[1].zzzz, -TEMP[8]\nUMUL TEMP[1].x, TEMP[1], "
           "IMM[1].xxxx\nLOAD TEMP[0].x, MEMORY[0], TEMP[1]\n" RESULT,
     mirrored, true},
    {"barriers in a loop",
     GROUP "STORE MEMORY[0].x, TEMP[9], TEMP[8]\nUADD TEMP[1].x, TEMP[8], IMM[0].yyyy\nAND TEMP[1].x, TEMP[1], "
           "IMM[1].zzzz\nUMUL TEMP[1].x, TEMP[1], IMM[1].xxxx\n"
           "MOV TEMP[2].x, IMM[0].xxxx\nBGNLOOP\nUSGE TEMP[3].x, TEMP[2], IMM[0].wwww\nUIF "
           "TEMP[3].xxxx\nBRK\nENDIF\nBARRIER\nLOAD TEMP[0].x, MEMORY[0], TEMP[1]\nBARRIER\n"
           "STORE MEMORY[0].x, TEMP[9], TEMP[0]\nUADD TEMP[2].x, TEMP[2], IMM[0].yyyy\nENDLOOP\n" RESULT,
     rotated, true},
    {"instances that have returned",
     GROUP "USGE TEMP[1].x, TEMP[8], IMM[1].wwww\nUIF TEMP[1].xxxx\nRET\nENDIF\nSTORE MEMORY[0].x, TEMP[9], "
           "TEMP[8]\nBARRIER\nUADD TEMP[1].x, TEMP[9], IMM[1].yyyy\n"
           "UADD TEMP[1].x, TEMP[1], IMM[1].yyyy\nLOAD TEMP[0].x, MEMORY[0], TEMP[1]\n" RESULT,
     left, true},
    {"instances that return between barriers",
     GROUP
     "STORE MEMORY[0].x, TEMP[9], TEMP[8]\nBARRIER\nUSGE TEMP[1].x, TEMP[8], IMM[1].wwww\nUIF TEMP[1].xxxx\nSTORE MEMORY[0].x, "
     "TEMP[9], IMM[0].xxxx\nRET\nENDIF\nBARRIER\n"
     "UADD TEMP[1].x, TEMP[9], IMM[1].yyyy\nUADD TEMP[1].x, TEMP[1], IMM[1].yyyy\nLOAD TEMP[0].x, MEMORY[0], TEMP[1]\n" RESULT,
     left, false},
    /* a wave waits at a barrier even if only some of its invocations execute it; 40 to 63 skip it */
    {"a barrier for some instances",
     GROUP "STORE MEMORY[0].x, TEMP[9], TEMP[8]\nUSLT TEMP[1].x, TEMP[8], IMM[1].wwww\nUIF TEMP[1].xxxx\nBARRIER\nENDIF\nUADD "
           "TEMP[1].x, IMM[1].zzzz, -TEMP[8]\n"
           "UMUL TEMP[1].x, TEMP[1], IMM[1].xxxx\nLOAD TEMP[0].x, MEMORY[0], TEMP[1]\n" RESULT,
     mirrored, true},
    {"a sum",
     GROUP "ATOMUADD TEMP[1].x, MEMORY[0], IMM[0].xxxx, IMM[0].yyyy\nMEMBAR IMM[0].xxxx\nBARRIER\nLOAD TEMP[0].x, MEMORY[0], "
           "IMM[0].xxxx\n" RESULT,
     total, true},
};

static bool group_is_right(const char *text, int way, uint64_t seed, want result)
{
   static struct world w;
   bool right = true;

   make_world(&w);
   w.seed = seed;
   ck_assert_msg(world_execute_way(&w, text, &num_model_ieee, way) == EXEC_DONE, "%s\n%s", w.fault, text);
   for (uint32_t n = 0; n < 64; n++)
      right &= w.word[MEM_BUFFER][0][n] == result(n);
   return right;
}

START_TEST(barriers)
{
   for (size_t g = 0; g < NUM(groups); g++)
      for (int way = -1; way < WORLD_WAYS; way++) {
         char text[4096], *b;
         unsigned wrong = 0;

         for (uint64_t seed = 0; seed < 6; seed++)
            ck_assert_msg(group_is_right(groups[g].text, way, seed, groups[g].result), "%s, %s, seed %u", groups[g].name,
                          world_way_name(way), (unsigned)seed);
         snprintf(text, sizeof text, "%s", groups[g].text);
         while ((b = strstr(text, "BARRIER")))
            memcpy(b, "NOP    ", 7);
         for (uint64_t seed = 0; seed < 6 && groups[g].ordered; seed++)
            wrong += !group_is_right(text, way, seed, groups[g].result);
         ck_assert_msg(wrong || !groups[g].ordered, "%s: no order of waves shows that it has no barrier", groups[g].name);
      }
}
END_TEST

/* ---- system values, other stages, fences */

START_TEST(system_values)
{
   static const char text[] = "COMP\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL SV[2], BLOCK_SIZE\nDCL SV[3], "
                              "GRID_SIZE\nDCL SV[4], WORK_DIM\nDCL SV[5], CS_USER_DATA_AMD\nDCL BUFFER[0]\n"
                              "IMM[0] UINT32 {0, 16, 32, 48}\nIMM[1] UINT32 {64, 80, 96, 0}\nSTORE BUFFER[0], IMM[0].xxxx, "
                              "SV[0]\nSTORE BUFFER[0], IMM[0].yyyy, SV[1]\n"
                              "STORE BUFFER[0], IMM[0].zzzz, SV[2]\nSTORE BUFFER[0], IMM[0].wwww, SV[3]\nSTORE BUFFER[0], "
                              "IMM[1].xxxx, SV[4]\nSTORE BUFFER[0], IMM[1].yyyy, SV[5]\nEND\n";
   /* 3 x 2 x 2 invocations: the last one is at 2 1 1 */
   static const uint32_t wanted[24] = {2, 1, 1, 0, 7, 8, 9, 0, 3, 2, 2, 0, 10, 11, 12, 0, 3, 0, 0, 0, 21, 22, 23, 24};
   static struct world w;

   for (unsigned fixed = 0; fixed < 2; fixed++)
      for (int way = -1; way < WORLD_WAYS; way++) {
         char whole[2048];

         snprintf(whole, sizeof whole, "COMP\n%s%s",
                  fixed ? "PROPERTY CS_FIXED_BLOCK_WIDTH 3\nPROPERTY CS_FIXED_BLOCK_HEIGHT 2\nPROPERTY CS_FIXED_BLOCK_DEPTH 2\n"
                        : "",
                  text + 5);
         make_world(&w);
         memcpy(w.block_id, (uint32_t[3]){7, 8, 9}, sizeof w.block_id);
         memcpy(w.grid, (uint32_t[3]){10, 11, 12}, sizeof w.grid);
         memcpy(w.user_data, (uint32_t[4]){21, 22, 23, 24}, sizeof w.user_data);
         if (!fixed)
            memcpy(w.block, (uint32_t[3]){3, 2, 2}, sizeof w.block);
         ck_assert_int_eq(world_execute_way(&w, whole, &num_model_ieee, way), EXEC_DONE);
         for (unsigned k = 0; k < 24; k++)
            ck_assert_msg(w.word[MEM_BUFFER][0][k] == wanted[k], "word %u is %u", k, w.word[MEM_BUFFER][0][k]);
      }
}
END_TEST

/* Helpers load but do not store, except in private memory. Invocation 1 is a helper from the beginning, and those from 8 on are
   killed. */
START_TEST(fragments)
{
   static const char text[] = "FRAG\nDCL IN[0], TEXCOORD[0], CONSTANT\nDCL OUT[0], COLOR\nDCL BUFFER[0..1]\nDCL IMAGE[0], 2D, "
                              "PIPE_FORMAT_R32_UINT, WR\nDCL MEMORY[0], PRIVATE\nDCL TEMP[0..3]\n"
                              "IMM[0] UINT32 {0, 4, 8, 1}\nUSGE TEMP[1].x, IN[0], IMM[0].zzzz\nUIF "
                              "TEMP[1].xxxx\nKILL\nENDIF\nUMUL TEMP[1].x, IN[0], IMM[0].yyyy\n"
                              "STORE BUFFER[0].x, TEMP[1], IMM[0].wwww\nSTORE IMAGE[0], IMM[0].xxxx, IN[0]\nATOMUADD "
                              "TEMP[2].x, BUFFER[1], IMM[0].xxxx, IMM[0].wwww\n"
                              "STORE MEMORY[0].x, IMM[0].xxxx, IN[0]\nLOAD OUT[0].x, MEMORY[0], IMM[0].xxxx\nLOAD OUT[0].y, "
                              "BUFFER[1].yyyy, IMM[0].xxxx\nEND\n";
   static struct world w;

   for (int way = -1; way < WORLD_WAYS; way++) {
      make_world(&w);
      w.helper = 2;
      ck_assert_int_eq(world_execute_way(&w, text, &num_model_ieee, way), EXEC_DONE);
      for (uint32_t n = 0; n < 32; n++) {
         ck_assert_uint_eq(w.word[MEM_BUFFER][0][n], n < 8 && n != 1);
         if (n < 8 && n != 1) {
            ck_assert_uint_eq(w.out[0][n], n);
            ck_assert_uint_eq(w.out[1][n], 101);
         }
      }
      ck_assert_uint_eq(w.word[MEM_IMAGE][0][0], 7);
      ck_assert_uint_eq(w.word[MEM_BUFFER][1][0], 107);
   }
}
END_TEST

START_TEST(fences)
{
   static const struct {
      const char *instruction;
      uint32_t spaces;
   } table[] = {
       {"MFENCE", 31},
       {"LFENCE", 31},
       {"SFENCE BUFFER[0]", 1 << MEM_BUFFER},
       {"MFENCE IMAGE[0]", 1 << MEM_IMAGE},
       {"MFENCE RES[-2]", 1 << MEM_SHARED},
       {"LFENCE HWATOMIC[0][0]", 1 << MEM_COUNTER},
       {"MFENCE RES[-1]", 1 << MEM_GLOBAL},
       {"MFENCE RES[-3]", 0},
       {"MFENCE RES[TEMP[0].x]", 1 << MEM_BUFFER | 1 << MEM_IMAGE},
       {"MEMBAR IMM[0].xxxx", 1 << MEM_BUFFER | 1 << MEM_GLOBAL},
       {"MEMBAR IMM[0].yyyy", 1 << MEM_COUNTER | 1 << MEM_IMAGE},
       {"MEMBAR IMM[0].zzzz", 1 << MEM_SHARED},
       {"MEMBAR IMM[0].wwww", 0},
       {"MEMBAR TEMP[0]", 31},
   };
   char text[1024];

   for (size_t k = 0; k < NUM(table); k++) {
      uint32_t spaces = 0;

      snprintf(text, sizeof text,
               "COMP\nDCL BUFFER[0]\nDCL IMAGE[0], 2D\nDCL RES[0], BUFFER, RAW\nDCL RES[1], 2D\nDCL HWATOMIC[0][0]\nDCL "
               "TEMP[0]\nIMM[0] UINT32 {1, 6, 24, 16}\n"
               "MOV TEMP[0], IMM[0]\nLOAD TEMP[0].x, BUFFER[0], TEMP[0]\n%s\nEND\n",
               table[k].instruction);
      const struct ir_shader *s = world_compile(text, &num_model_ieee, 2);
      ir_foreach_block (s, b)
         ir_foreach_instr (b, i)
            spaces |= i->op == IR_fence ? i->attr[0] : 0;
      ck_assert_msg(spaces == table[k].spaces, "%s: %#x", table[k].instruction, spaces);
   }
}
END_TEST

SUITE_MAIN("tgsi_memory", 300, setup, teardown, programs, atomic_operations, private_atomics, barriers, system_values,
           fragments, fences)
