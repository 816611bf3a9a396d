/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes options and the pipeline key. The first word selects a program. Each further word sets a member: a row of the table,
 * with a value in a range that includes some invalid ones, or any byte of the key. An invalid value is a usage error. Equal
 * options must have equal cache keys and give equal code.
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"

static const char *const programs[] = {
    "!!NVfp4.0\nOPTION ARB_draw_buffers;\nTEMP t;\nTEX t, fragment.texcoord[0], texture[1], 2D;\nMUL t, t, "
    "fragment.color;\nKIL t.x;\nADD result.color, t, program.local[2];\nMOV result.color[1], t.wzyx;\nEND\n",
    "!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nDP4 result.position.x, m[0], vertex.position;\nDP4 result.position.y, "
    "m[1], vertex.position;\n"
    "DP4 result.position.z, m[2], vertex.position;\nDP4 result.position.w, m[3], vertex.position;\nMOV result.color, "
    "vertex.color;\nMOV result.texcoord[0], vertex.texcoord[0];\nEND\n",
    "!!NVgp4.0\nPRIMITIVE_IN LINES;\nPRIMITIVE_OUT LINE_STRIP;\nVERTICES_OUT 2;\nMOV result.position, vertex[0].position;\nMOV "
    "result.clip[1].x, vertex[1].position.x;\nEMIT;\nENDPRIM;\nEND\n",
    "COMP\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_SIZE\nDCL BUFFER[0]\nDCL IMAGE[3], 2D, PIPE_FORMAT_NONE, WR\nDCL MEMORY[0], "
    "SHARED\nDCL TEMP[0..1]\n"
    "STORE MEMORY[0].x, SV[0].xxxx, SV[1].yyyy\nBARRIER\nLOAD TEMP[0].x, MEMORY[0], SV[0].xxxx\nATOMUADD TEMP[1].x, BUFFER[0], "
    "TEMP[0].xxxx, SV[0].xxxx\n"
    "LOAD TEMP[1], IMAGE[3], SV[0], 2D, PIPE_FORMAT_NONE\nSTORE IMAGE[3], SV[0].yxxx, TEMP[1], 2D, PIPE_FORMAT_NONE\nEND\n",
    "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\nDCL OUT[1], POSITION\nDCL "
    "SAMP[0]\nDCL SVIEW[0], SHADOW2D, FLOAT\nDCL TEMP[0]\n"
    "TEX TEMP[0], IN[0], SAMP[0], SHADOW2D\nDDX OUT[0], TEMP[0]\nMOV OUT[1].z, TEMP[0].yyyy\nEND\n",
    "!!NVvp4.0\nTEMP a[8];\nINT TEMP i;\nROUND.S i.x, vertex.attrib[1].x;\nMOV a[2], vertex.attrib[0];\nREP 4;\nADD a[i.x], "
    "a[2], program.env[1];\nADD.S i.x, i.x, 1;\nENDREP;\n"
    "MOV result.position, a[3];\nMOV result.pointsize.x, a[1].x;\nMOV result.attrib[3], a[i.x];\nEND\n",
};

/* A member of `bytes` bytes. Its values are below `values`, or arbitrary if that is 0. */
struct member {
   size_t offset;
   uint8_t bytes;
   uint32_t values;
};
#define MEMBER(name, values)                                                                                                   \
   {                                                                                                                           \
      offsetof(struct nvp4c_options, name), sizeof(((struct nvp4c_options *)0)->name), values                                  \
   }
static const struct member members[] = {
    MEMBER(language, 9),
    MEMBER(stage, 6),
    MEMBER(target, 3),
    MEMBER(syntax_only, 3),
    MEMBER(opt_level, 5),
    MEMBER(sched, 5),
    MEMBER(ffp, 4),
    MEMBER(fshort, 34),
    MEMBER(diagnostics.max_errors, 5),
    MEMBER(diagnostics.werror, 3),
    MEMBER(diagnostics.no_warnings, 3),
    MEMBER(output.listing, 3),
    MEMBER(output.object, 3),
    MEMBER(output.analyze, 4),
    MEMBER(output.reflection, 3),
    MEMBER(inspect.dump_ir, 3),
    MEMBER(inspect.dump_cfg, 3),
    MEMBER(inspect.dump_source, 9),
    MEMBER(passes.bisect_limit, 80),
    MEMBER(verify.each, 4),
    MEMBER(verify.waves, 3),
    MEMBER(verify.seed, 0),
    MEMBER(verify.noise, 0),
    MEMBER(stress.max_temps, 70),
    MEMBER(stress.one_op_per_group, 3),
    MEMBER(stress.spill_all, 3),
    MEMBER(stress.sched_seed, 0),
    MEMBER(budget.code_size, 4096),
    MEMBER(budget.scratch, 4096),
    MEMBER(debug.lines, 3),
    MEMBER(stress_preshader, 3),
    MEMBER(monolithic.on, 3),
    MEMBER(monolithic.api_sample_mask, 3),
    MEMBER(preshader, 4),
    MEMBER(check_code, 3),
    MEMBER(monolithic.attrib[0].format, 21),
    MEMBER(monolithic.attrib[0].components, 6),
    MEMBER(monolithic.attrib[0].stride, 0),
    MEMBER(monolithic.attrib[0].divisor, 9),
    MEMBER(monolithic.attrib[1].format, 21),
    MEMBER(monolithic.attrib[1].components, 6),
    MEMBER(monolithic.attrib[1].stride, 64),
    MEMBER(monolithic.attrib[3].divisor, 0),
    MEMBER(key.frt, 4),
    MEMBER(key.robust_off, 3),
    MEMBER(key.samples, 10),
    MEMBER(key.sample_shading, 3),
    MEMBER(key.flat_shading, 3),
    MEMBER(key.two_side, 3),
    MEMBER(key.clip_planes, 0),
    MEMBER(key.clip_z, 3),
    MEMBER(key.point_size, 4),
    MEMBER(key.point_coord, 0),
    MEMBER(key.varying_map, 3),
    MEMBER(key.color_buffers, 0),
    MEMBER(key.alpha_test, 10),
    MEMBER(key.clamp_colors, 3),
    MEMBER(key.alpha_to_one, 3),
    MEMBER(key.stipple, 3),
    MEMBER(key.coverage, 5),
    MEMBER(key.tex[0].compare, 10),
    MEMBER(key.tex[1].swizzle[2], 8),
    MEMBER(key.tex[0].swizzle[0], 8),
    MEMBER(key.scratch_base, 1100),
    MEMBER(key.scratch_base, 0),
    MEMBER(key.scratch_stride, 9000),
    MEMBER(key.scratch_stride, 0),
    MEMBER(key.image[3].format, 0),
    MEMBER(key.image[3].tiled, 3),
    MEMBER(key.attrib[0].format, 0),
    MEMBER(key.attrib[0].byte, 5),
    MEMBER(key.attrib[1].format, 150),
    MEMBER(key.attrib[1].placed, 3),
    MEMBER(key.attrib[1].word, 0),
    MEMBER(key.shared_bytes, 70000),
    MEMBER(key.shared_bytes, 0),
    MEMBER(key.varying[0].address, 140),
    MEMBER(key.varying[0].mask, 17),
    MEMBER(key.varying[1].address, 140),
    MEMBER(key.varying[1].mask, 17),
    MEMBER(key.varying[15].address, 140),
    MEMBER(key.varying[15].mask, 17),
    MEMBER(key.varying[26].address, 140),
    MEMBER(key.varying[26].mask, 17),
    MEMBER(key.varying[7].tail, 140),
    MEMBER(key.varying[7].mask, 17),
};
enum { MEMBERS = sizeof members / sizeof *members };

/* Text options: some valid values of each kind, and one invalid one. */
static const char *const cpus[] = {NULL, "bxs-4-64", "g6110", "gx6250", "ge8300", "axe-1-16m", "g13", ""};
static const char *const attrs[] = {NULL, "+itrsmp", "-rne", "+ditr,-itrsmp", "+f16sop,+arraytex", "+", "+intlookup,,"};
static const char *const lists[] = {NULL, "ssa", "cse,dce", "const-fold,copy-prop,cse,dce", "all", "", "ssa,", "nothing"};
static const char *const warnings[] = {"all", "no-error", "error", "link-unwritten", "no-unused", "error=", ""};
static const struct nvp4c_limit limits[] = {
    {"max-program-instructions", 3}, {"max-program-temporaries", 0}, {"max-texture-image-units", 1}, {"nothing", 1}};

static void set_text(struct nvp4c_options *o, unsigned which, uint32_t v)
{
   switch (which) {
   case 0: o->cpu = cpus[v % (sizeof cpus / sizeof *cpus)]; break;
   case 1: o->attr = attrs[v % (sizeof attrs / sizeof *attrs)]; break;
   case 2: o->passes.list = lists[v % 8]; break;
   case 3: o->passes.disable = lists[v % 8]; break;
   case 4: o->passes.start_after = lists[v % 8]; break;
   case 5: o->passes.stop_after = lists[v % 8]; break;
   case 6: o->inspect.print_after = lists[v % 8]; break;
   case 7: o->inspect.print_changed = lists[v % 8]; break;
   case 8: o->diagnostics.warnings = warnings + v % 7, o->diagnostics.num_warnings = 1; break;
   case 9: o->limits = limits + v % 4, o->num_limits = 1; break;
   default: o->debug.source = v & 1 ? "a name" : ""; break;
   }
}

/* A word consists of a setting and 24 bits of its value; the highest of them stands for all higher bits. Machines that fuzz are
   little-endian. */
static void set(struct nvp4c_options *o, const uint8_t b[4])
{
   enum { TEXTS = 11 };
   uint32_t v = b[1] | (uint32_t)b[2] << 8 | (uint32_t)b[3] << 16 | (b[3] & 128 ? 0xff000000u : 0);
   uint64_t wide;

   if (b[0] < MEMBERS) {
      const struct member *m = &members[b[0]];
      wide = m->values ? v % m->values : v;
      memcpy((char *)o + m->offset, &wide, m->bytes < 8 ? m->bytes : 8);
   } else if (b[0] < MEMBERS + TEXTS) {
      set_text(o, b[0] - MEMBERS, v);
   } else {
      ((uint8_t *)&o->key)[(v >> 8) % sizeof o->key] = (uint8_t)v;
   }
}

/* Compiles once more without the cache of earlier compiles, which must give the same code. */
static void compile_again(const char *text, struct nvp4c_options o, const void *code, size_t size)
{
   uint8_t first[32], second[32];
   size_t n;

   FUZZ_REQUIRE(nvp4c_cache_key(text, strlen(text), &o, first) == NVP4C_OK);
   o.context = NULL;
   FUZZ_REQUIRE(nvp4c_cache_key(text, strlen(text), &o, second) == NVP4C_OK && !memcmp(first, second, sizeof first));
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   const void *bytes = nvp4c_result_code(r, &n);
   FUZZ_REQUIRE(bytes && n == size && !memcmp(bytes, code, size));
   nvp4c_result_free(r);
}

void fuzz_vector(const uint8_t *data, size_t size)
{
   const uint32_t h = fuzz_hash(data, size);
   struct nvp4c_options o = fuzz_options(h);
   struct fuzz_print p;
   size_t n;

   if (size < 4)
      return;
   fuzz_print_into(&p, 0, &o);
   for (size_t at = 4; at + 4 <= size; at += 4)
      set(&o, data + at);
   const char *text = programs[data[0] % (sizeof programs / sizeof *programs)];
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   fuzz_check_result(r, strlen(text), FUZZ_STATUS(NVP4C_USAGE));
   FUZZ_REQUIRE(size > 4 || nvp4c_result_status(r) == NVP4C_OK); /* the programs are valid */
   const void *code = nvp4c_result_code(r, &n);
   if (code && h >> 4 & 1)
      compile_again(text, o, code, n);
   nvp4c_result_free(r);
}
