/* SPDX-License-Identifier: MIT */
/* Texels in memory: see format.def. docs/semantics.md, "Memory", defines the conversions. */
#ifndef SEMANTICS_MEMORY_FORMAT_H
#define SEMANTICS_MEMORY_FORMAT_H

#include "semantics/num.h"

enum mem_format {
   MEM_NONE, /* the format of the memory object, or unknown */
#define FORMAT(name, kind, b0, b1, b2, b3, store, load) MEM_##name,
#include "semantics/memory/format.def"
#undef FORMAT
   MEM_FORMAT_COUNT, /* the formats of texels are below; those of vertex attributes alone follow */
   MEM_LAST_FORMAT = MEM_FORMAT_COUNT - 1,
#define VERTEX_FORMAT(name, kind, b0, b1, b2, b3, load) MEM_##name,
#include "semantics/memory/format.def"
#undef VERTEX_FORMAT
   MEM_ALL_FORMAT_COUNT
};
enum mem_kind { MEM_FLOAT, MEM_UNORM, MEM_SNORM, MEM_UINT, MEM_SINT, MEM_USCALED, MEM_SSCALED, MEM_FIXED };

struct mem_format_info {
   uint8_t kind;     /* enum mem_kind */
   uint8_t bits[4];  /* of each channel */
   uint8_t bytes;    /* of a texel; a power of two below MEM_FORMAT_COUNT */
   const char *store, *load;
};
/* MEM_NONE has no channels; its name is NONE. */
extern const struct mem_format_info mem_format_info[MEM_ALL_FORMAT_COUNT];
extern const char *const mem_format_name[MEM_ALL_FORMAT_COUNT]; /* without PIPE_FORMAT_ */
/* True if a texel is one channel of 32 bits, which atomic operations need. */
static inline bool mem_format_is_word(const struct mem_format_info *f) { return f->bits[0] == 32 && f->bytes == 4; }

/* Words that a texel takes; a texel of fewer than 32 bits takes the low bits of one. */
static inline unsigned mem_format_words(const struct mem_format_info *f) { return (f->bytes + 3u) / 4; }
/* A component that is 'i' in the loaded channels. */
static inline uint32_t mem_format_one(const struct mem_format_info *f)
{
   return f->kind == MEM_UINT || f->kind == MEM_SINT ? 1 : NUM_ONE;
}

/* Decodes the components of a texel from its bits, lowest word first. */
void mem_decode(num_m m, enum mem_format format, const uint32_t texel[4], uint32_t value[4]);
/* Encodes components as the bits of a texel. The format is below MEM_FORMAT_COUNT. */
void mem_encode(num_m m, enum mem_format format, const uint32_t value[4], uint32_t texel[4]);

#endif
