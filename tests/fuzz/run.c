/* SPDX-License-Identifier: MIT */
/* Fuzzes inputs of --run (nvp4c_execute()). The first line is the state of the run: letters and digits, where each letter sets
   something. The rest are the inputs. */
#include <string.h>

#include "nvp4c_run.h"
#include "tests/fuzz/fuzz.h"

static const char drawn[] =
    "!!NVfp4.0\nPARAM c[3] = { program.local[0..2] };\nATTRIB k = fragment.color;\nBUFFER4 b[] = { program.buffer[1] };\n"
    "INT TEMP i;\nTEMP t;\nMUL t, k, c[1];\nFLR.S i.x, t.x;\nADD t, t, b[1];\nKIL t.x;\nTEX t, t, texture[2], 2D;\n"
    "MAD result.color, t, fragment.texcoord[2], c[0];\nEND\n";
static const char vertex[] =
    "!!NVvp4.0\nPARAM m[4] = { state.matrix.mvp };\nPARAM p[] = { program.env[3..6] };\nINT TEMP i;\nTEMP t;\nATTRIB v = "
    "vertex.attrib[2];\n"
    "DP4 t.x, m[0], v;\nDP4 t.y, m[1], v;\nROUND.S i.x, v.x;\nAND.S i.x, i.x, 3;\nADD t, t, p[i.x];\nMOV result.position, t;\n"
    "MOV result.texcoord[1], vertex.attrib[5];\nEND\n";
static const char geometry[] =
    "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\nINT TEMP i;\nMOV.S i.x, 0;\nREP 3;\n"
    "MOV result.position, vertex[2].position;\nMUL result.color, vertex[1].color, program.local[0];\nEMIT;\nADD.S i.x, i.x, "
    "1;\nENDREP;\nEND\n";
static const char grid[] =
    "COMP\nDCL SV[0], BLOCK_ID\nDCL BUFFER[0..1]\nDCL IMAGE[1], 2D, PIPE_FORMAT_R8G8_UNORM, WR\nDCL MEMORY[0], SHARED\nDCL "
    "TEMP[0]\n"
    "LOAD TEMP[0], IMAGE[1], SV[0], 2D, PIPE_FORMAT_R8G8_UNORM\nSTORE MEMORY[0].x, SV[0].xxxx, TEMP[0].yyyy\nLOAD TEMP[0].x, "
    "BUFFER[0], SV[0].xxxx\n"
    "STORE BUFFER[1], SV[0].xxxx, TEMP[0]\nSTORE IMAGE[1], SV[0], TEMP[0], 2D, PIPE_FORMAT_R8G8_UNORM\nEND\n";

static void pixel(void *user, unsigned x, unsigned y, const uint32_t color[4], unsigned undefined, int killed)
{
   (void)color, (void)undefined, (void)killed;
   const struct nvp4c_run *run = user;
   FUZZ_REQUIRE(x < run->width && y < run->height);
}

/* A letter selects a setting, and the digits after it are its value. */
static const char *state(struct nvp4c_run *run, struct nvp4c_options *o, const char *p, const char *end)
{
   const char *program = drawn;

   for (; p < end && *p != '\n'; p++) {
      const unsigned n = p + 1 < end && p[1] >= '0' && p[1] <= '9' ? (unsigned)(p[1] - '0') : 1;
      switch (*p) {
      case 'v': program = vertex; break;
      case 'g': program = geometry; break;
      case 'c': program = grid; break;
      case 'o': run->on = (enum nvp4c_run_on)(n % 3); break;
      case 's': run->seed = n; break;
      case 'w': run->width = n; break;
      case 'h': run->height = n; break;
      case 'x': run->grid[0] = n % 5; break;
      case 'y': run->grid[1] = n % 3; break;
      case 'b': run->block[0] = n; break;
      case 'r': run->races = n; break;
      case 'q': run->order = n; break;
      case 'm': run->shared = (int)(n & 1); break;
      case 'd': run->words = (enum nvp4c_words)(n % 3); break;
      case 'a': o->target = NVP4C_TARGET_AGX; break;
      case 'l': o->opt_level = (int)(n % 4); break;
      default: break;
      }
   }
   return program;
}

void fuzz_run(const uint8_t *data, size_t size)
{
   static const uint8_t texels[2 * 2 * 4] = {255, 0, 0, 255, 1, 2, 3, 4};
   const struct nvp4c_image image = {.unit = 2, .width = 2, .height = 2, .rgba = texels};
   const uint8_t *line = memchr(data, '\n', size);
   struct nvp4c_options o = fuzz_options(fuzz_hash(data, size));
   struct nvp4c_run run = {.size = sizeof run, .images = &image, .num_images = 1, .steps = 2000, .pixel = pixel};

   o.opt_level = 1;
   o.budget.work = 3000000;
   run.user = &run;
   if (!line)
      return;
   const char *program = state(&run, &o, (const char *)data, (const char *)line);
   const size_t length = strlen(program);
   run.inputs = (const char *)line + 1;
   run.inputs_length = size - (size_t)(line + 1 - data);
   struct nvp4c_result *r = nvp4c_execute(program, length, &run, &o);
   fuzz_check_result(r, length > run.inputs_length ? length : run.inputs_length,
                     FUZZ_STATUS(NVP4C_USAGE) | FUZZ_STATUS(NVP4C_MISMATCH));
   const bool plain = size == 1 || (size == 2 && memchr("vgc", data[0], 3));
   FUZZ_REQUIRE(!plain || nvp4c_result_status(r) == NVP4C_OK); /* the programs are valid and run without inputs */
   nvp4c_result_free(r);
}
