/* SPDX-License-Identifier: MIT */
/* Messages of a client, word by word, for tests of the GL driver's protocol. */
#ifndef TESTS_GL_SESSION_H
#define TESTS_GL_SESSION_H

#include <stdint.h>
#include <string.h>

enum { SESSION_ROOM = 16384 };
struct session {
   uint32_t word[SESSION_ROOM];
   unsigned length, submit; /* `submit`: place of the header of the commands */
   uint32_t salt; /* if not 0, blanks and tabs after the texts of shaders, to make them different */
};

static inline void session_add(struct session *s, unsigned count, const uint32_t *words)
{
   if (s->length + count <= SESSION_ROOM)
      memcpy(s->word + s->length, words, count * sizeof *words);
   s->length += count;
}
#define ADD(s, ...) session_add(s, sizeof((const uint32_t[]){__VA_ARGS__}) / 4, (const uint32_t[]){__VA_ARGS__})
/* A command between session_begin and session_end: its number, the kind of its object, its words */
#define COMMAND(s, number, kind, ...)                                                                                          \
   ADD(s, (uint32_t)(number) | (uint32_t)(kind) << 8 | (uint32_t)(sizeof((const uint32_t[]){__VA_ARGS__}) / 4) << 16,          \
       __VA_ARGS__)

static inline void session_begin(struct session *s)
{
   s->submit = s->length;
   ADD(s, 0, 6);
}
static inline void session_end(struct session *s) { s->word[s->submit] = s->length - s->submit - 2; }

/* A texture of RGBA8 with a mapping. */
static inline void session_texture(struct session *s, uint32_t handle, uint32_t w, uint32_t h)
{
   ADD(s, 11, 12, handle, 2, 67, 0xa, w, h, 1, 1, 0, 0, w * h * 4);
}
static inline void session_buffer(struct session *s, uint32_t handle, uint32_t bytes)
{
   ADD(s, 11, 12, handle, 0, 64, 0x10, bytes, 1, 1, 1, 0, 0, bytes);
}
/* GET2 or PUT2 of the whole texture */
static inline void session_transfer(struct session *s, int put, uint32_t handle, uint32_t w, uint32_t h)
{
   ADD(s, 10, put ? 14 : 13, handle, 0, 0, 0, 0, w, h, 1, w * h * 4, 0);
}
static inline void session_shader(struct session *s, uint32_t handle, uint32_t stage, const char *text)
{
   char salted[2048];
   uint32_t words[512] = {0}, bytes = (uint32_t)strlen(text);

   memcpy(salted, text, bytes);
   for (uint32_t salt = s->salt; salt; salt /= 2)
      salted[bytes++] = salt & 1 ? '\t' : ' ';
   salted[bytes++] = '\0';
   const uint32_t n = (bytes + 3) / 4;
   memcpy(words, salted, bytes);
   ADD(s, 1 | 4 << 8 | (5 + n) << 16, handle, stage, bytes, 100, 0);
   session_add(s, n, words);
}

/* The first messages of every client, and a context */
static inline void session_open(struct session *s)
{
   ADD(s, 4, 8, 0x00636261);         /* CREATE_RENDERER "abc" */
   ADD(s, 0, 10, 2, 7, 0, 0, 1, 11, 2); /* PING, BUSY_WAIT, VERSION 2 */
   ADD(s, 0, 9, 0, 1);                  /* both caps */
   session_begin(s);
   COMMAND(s, 29, 0, 1); /* CREATE_SUB_CTX */
   COMMAND(s, 28, 0, 1); /* SET_SUB_CTX */
   session_end(s);
}
enum { SESSION_OPEN_REPLIES = 2 + 3 + 3 + 2 + 352 + 2 + 77 }; /* words */

/* Two textures of 8x8 and a framebuffer of the first one. */
static inline void session_framebuffer(struct session *s)
{
   session_texture(s, 1, 8, 8);
   session_texture(s, 2, 8, 8);
   session_begin(s);
   COMMAND(s, 1, 8, 100, 1, 67, 0, 0); /* CREATE surface */
   COMMAND(s, 5, 0, 1, 0, 100);        /* SET_FRAMEBUFFER */
   session_end(s);
}

/* A triangle over the whole framebuffer, in the colour of constant 0 */
static const char session_vertex_text[] = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\n";
static const char session_fragment_text[] = "FRAG\nDCL OUT[0], COLOR\nDCL CONST[0]\n  0: MOV OUT[0], CONST[0]\n  1: END\n";
static inline void session_draw(struct session *s)
{
   const float corner[12] = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1}, color[4] = {0.2f, 0.4f, 0.6f, 1};
   uint32_t bits[12], constant[4];

   memcpy(bits, corner, sizeof bits);
   memcpy(constant, color, sizeof constant);
   session_buffer(s, 3, sizeof corner);
   session_begin(s);
   session_shader(s, 101, 0, session_vertex_text);
   session_shader(s, 102, 1, session_fragment_text);
   COMMAND(s, 31, 0, 101, 0);
   COMMAND(s, 31, 0, 102, 1);
   COMMAND(s, 1, 1, 103, 0, 0, 15u << 27, 0, 0, 0, 0, 0, 0, 0); /* CREATE blend */
   COMMAND(s, 2, 1, 103);
   COMMAND(s, 1, 2, 104, 1u << 1 | 1u << 29, bits_of(1), 0, 0, bits_of(1), 0, 0, 0); /* rasterizer */
   COMMAND(s, 2, 2, 104);
   COMMAND(s, 1, 3, 105, 0, 0, 0, 0); /* depth, stencil, alpha */
   COMMAND(s, 2, 3, 105);
   COMMAND(s, 1, 5, 106, 0, 0, 0, 31); /* vertex elements: RGBA32F */
   COMMAND(s, 2, 5, 106);
   COMMAND(s, 9, 0, 3, 0, 0, 0, 0, 0, 0, 0, 48, 1, 1, bits[0], bits[1], bits[2], bits[3], bits[4], bits[5], bits[6], bits[7],
           bits[8], bits[9], bits[10], bits[11]); /* INLINE_WRITE */
   COMMAND(s, 6, 0, 16, 0, 3);       /* vertex buffers */
   COMMAND(s, 12, 0, 1, 0, constant[0], constant[1], constant[2], constant[3]);
   COMMAND(s, 4, 0, 0, bits_of(4), bits_of(4), bits_of(0.5f), bits_of(4), bits_of(4), bits_of(0.5f));
   COMMAND(s, 1, 9, 107, 0, 0, 4); /* an occlusion query, of the resource 4 */
   COMMAND(s, 19, 0, 107);
   COMMAND(s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0); /* DRAW: triangles */
   COMMAND(s, 20, 0, 107);
   COMMAND(s, 21, 0, 107, 1);
   session_end(s);
}

/* After session_draw(): pixels with four samples, shaded per sample, resolved and fetched; a gather; then the previous
   framebuffer again. */
static inline void session_samples(struct session *s)
{
   ADD(s, 11, 12, 6, 2, 67, 0xa, 8, 8, 1, 1, 0, 4, 0);
   session_begin(s);
   COMMAND(s, 1, 8, 120, 6, 67, 0, 0);
   COMMAND(s, 5, 0, 1, 0, 120);
   COMMAND(s, 1, 2, 121, 1u << 1 | 1u << 25 | 1u << 29, bits_of(1), 0, 0, bits_of(1), 0, 0, 0);
   COMMAND(s, 2, 2, 121);
   COMMAND(s, 24, 0, 13); /* SET_SAMPLE_MASK */
   COMMAND(s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0);
   COMMAND(s, 33, 0, 4); /* SET_MIN_SAMPLES */
   session_shader(s, 122, 1,
                  "FRAG\nDCL OUT[0], COLOR\nDCL SV[0], SAMPLEID\nDCL IN[0], POSITION, LINEAR, CENTROID\nDCL TEMP[0]\n"
                  "  0: U2F TEMP[0], SV[0].xxxx\n  1: ADD OUT[0], TEMP[0], IN[0]\n  2: END\n");
   COMMAND(s, 31, 0, 122, 1);
   COMMAND(s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0);
   COMMAND(s, 16, 0, 15, 0, 0, 1, 0, 67, 0, 0, 0, 8, 8, 1, 6, 0, 67, 0, 0, 0, 8, 8, 1); /* BLIT */
   COMMAND(s, 5, 0, 1, 0, 100);
   COMMAND(s, 24, 0, UINT32_MAX);
   COMMAND(s, 33, 0, 1);
   COMMAND(s, 1, 6, 123, 6, 67, 0, 0, 0 | 1 << 3 | 2 << 6 | 3 << 9);
   COMMAND(s, 10, 0, 1, 0, 123);
   session_shader(s, 124, 1,
                  "FRAG\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D_MSAA, FLOAT\nIMM[0] INT32 { 1, 2, 0, 3 }\n  0: TXF "
                  "OUT[0], IMM[0], SAMP[0], 2D_MSAA\n  1: END\n");
   COMMAND(s, 31, 0, 124, 1);
   COMMAND(s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0);
   COMMAND(s, 1, 6, 125, 2, 67, 0, 0, 0 | 1 << 3 | 2 << 6 | 3 << 9);
   COMMAND(s, 1, 7, 126, 1 << 9 | 2 << 11, 0, 0, bits_of(1000), 0, 0, 0, 0);
   COMMAND(s, 10, 0, 1, 0, 125);
   COMMAND(s, 18, 0, 1, 0, 126);
   session_shader(s, 127, 1,
                  "FRAG\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nIMM[0] FLT32 { 0.3, 0.6, 0.0, 0.0 }\nIMM[1] "
                  "INT32 { 1, 0, 0, 0 }\n"
                  "  0: TG4 OUT[0], IMM[0], IMM[1].xxxx, SAMP[0], 2D\n  1: END\n");
   COMMAND(s, 31, 0, 127, 1);
   COMMAND(s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0);
   COMMAND(s, 31, 0, 102, 1);
   COMMAND(s, 2, 2, 104);
   session_end(s);
}

/* After session_framebuffer() and a buffer 4 of 16 bytes: programs that write memory of every kind, and a grid of them. */
static inline void session_memory(struct session *s)
{
   session_begin(s);
   session_shader(s, 140, 5,
                  "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 40\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL IMAGE[0], 2D, "
                  "PIPE_FORMAT_R8G8B8A8_UNORM, WR\nDCL BUFFER[1]\n"
                  "DCL HWATOMIC[0][0]\nDCL MEMORY[0], SHARED\nDCL TEMP[0..1]\nIMM[0] UINT32 {0, 2, 1, 4}\nSHL TEMP[0].x, "
                  "SV[0].xxxx, IMM[0].yyyy\n"
                  "STORE MEMORY[0].x, TEMP[0].xxxx, SV[0].xxxx\nBARRIER\nLOAD TEMP[1].x, MEMORY[0], IMM[0].wwww\n"
                  "ATOMUADD TEMP[1].y, HWATOMIC[0][0], IMM[0].xxxx, IMM[0].zzzz\nATOMUMAX TEMP[1].z, BUFFER[1], TEMP[0].xxxx, "
                  "TEMP[1].xxxx\n"
                  "LOAD TEMP[0], IMAGE[0], SV[1], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\nSTORE IMAGE[0], SV[0], TEMP[0], 2D, "
                  "PIPE_FORMAT_R8G8B8A8_UNORM\nEND\n");
   COMMAND(s, 31, 0, 140, 5);
   COMMAND(s, 34, 0, 5, 1, 4, 12, 4);
   COMMAND(s, 40, 0, 0, 0, 4, 4);
   COMMAND(s, 35, 0, 5, 0, 67, 3, 0, 0, 2);
   COMMAND(s, 37, 0, 40, 1, 1, 2, 2, 1, 0, 0);
   COMMAND(s, 36, 0, 4);
   session_shader(s, 141, 1,
                  "FRAG\nDCL OUT[0], COLOR\nDCL IN[0], POSITION, LINEAR\nDCL IMAGE[1], 2D, PIPE_FORMAT_NONE, WR\nDCL "
                  "BUFFER[0]\nDCL TEMP[0..1]\nIMM[0] UINT32 {0, 1, 0, 0}\n"
                  "F2U TEMP[0], IN[0]\nSTORE IMAGE[1], TEMP[0], IN[0], 2D\nATOMUADD TEMP[1].x, BUFFER[0], IMM[0].xxxx, "
                  "IMM[0].yyyy\nMOV OUT[0], IN[0]\nEND\n");
   COMMAND(s, 34, 0, 1, 0, 0, 16, 4);
   COMMAND(s, 35, 0, 1, 1, 67, 2, 0, 0, 2);
   COMMAND(s, 31, 0, 141, 1);
   COMMAND(s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0);
   COMMAND(s, 31, 0, 102, 1);
   session_end(s);
}

/* A session with a little of everything. */
static inline void session_everything(struct session *s)
{
   s->length = 0;
   session_open(s);
   session_framebuffer(s);
   session_buffer(s, 4, 16);
   session_draw(s);
   session_samples(s);
   session_memory(s);
   session_begin(s);
   COMMAND(s, 1, 6, 110, 2, 67, 0, 0, 0 | 1 << 3 | 2 << 6 | 3 << 9);              /* view */
   COMMAND(s, 1, 7, 111, 1 << 9 | 2 << 11, 0, 0, bits_of(1000), 0, 0, 0, 0); /* sampler */
   COMMAND(s, 10, 0, 1, 0, 110);
   COMMAND(s, 18, 0, 1, 0, 111);
   session_shader(s, 112, 1,
                  "FRAG\nDCL OUT[0], COLOR\nDCL IN[0], POSITION, LINEAR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\n"
                  "IMM[0] FLT32 { 0.125, 0.0, 0.0, 1.0 }\n  0: MUL TEMP[0], IN[0], IMM[0].xxxx\n  1: TEX OUT[0], TEMP[0], "
                  "SAMP[0], 2D\n  2: END\n");
   COMMAND(s, 31, 0, 112, 1);
   COMMAND(s, 8, 0, 0, 3, 5, 0, 1, 0, 0, 0, 0, 0, 2, 0);
   COMMAND(s, 11, 0, 3, 2, 0);
   COMMAND(s, 8, 0, 0, 6, 4, 1, 2, 0, 0, 1, 5, 0, 9, 0);
   COMMAND(s, 15, 0, 0, 1 | 1 << 16, 5 | 5 << 16);
   COMMAND(s, 16, 0, 15 | 1 << 8, 0, 0, 1, 0, 67, 0, 8, 0, 8, (uint32_t)-8, 1, 2, 0, 67, 0, 0, 0, 3, 5, 1);
   COMMAND(s, 17, 0, 1, 0, 4, 0, 0, 2, 0, 0, 0, 0, 4, 2, 1);
   COMMAND(s, 43, 0, 1, 0, 0, 0, 0, 1, 1, 0, 4, 4, 1, 16, 1);
   COMMAND(s, 1, 10, 113, 3, 0, 48);
   COMMAND(s, 25, 0, 0, 113);
   COMMAND(s, 26, 0, 107, 0, 0);
   COMMAND(s, 27, 0, 0, 1, 0, 32, 3);
   COMMAND(s, 7, 0, 7, 0, 0, 0, 0, 0, 0x3ff00000, 0);
   COMMAND(s, 3, 7, 111);
   COMMAND(s, 3, 4, 112);
   session_end(s);
   session_transfer(s, 1, 2, 8, 8);
   session_transfer(s, 0, 1, 8, 8);
   ADD(s, 1, 3, 2);
   ADD(s, 2, 7, 0, 1);
   session_begin(s);
   COMMAND(s, 30, 0, 1);
   session_end(s);
}

#endif
