/* SPDX-License-Identifier: MIT */
/* The words of the tables, for mutations of texts. Names of instructions, operands and keywords come only from the tables. */
#include <string.h>

#include "tests/fuzz/mutate.h"

static const char *const nv[] = {
#define NV_OP(name, ...) #name,
#include "frontend/nv/ast/nv_ops.def"
#define NV_IO(kinds, where, head, name, ...) head " " name,
#include "frontend/nv/ast/nv_io.def"
#define NV_STATE(kinds, pattern) "state " pattern,
#include "frontend/nv/ast/nv_state.def"
};
static const char *const tgsi[] = {
#define TGSI_OP(name, ...) #name,
#include "frontend/tgsi/ast/tgsi_ops.def"
#define TGSI_ALIAS(old, ...) #old,
#define TGSI_FILE(id, name, ...) name,
#define TGSI_TARGET(id, name, ...) name,
#define TGSI_INTERP(id, name) name,
#define TGSI_LOCATION(id, name) name,
#define TGSI_RETURN(id, name) name,
#define TGSI_STAGE(id, name) name,
#define TGSI_SEMANTIC(id, name, ...) name,
#define TGSI_PROPERTY(id, name, values, ...) name " " values,
#define TGSI_FORMAT(name) "PIPE_FORMAT_" #name,
#include "frontend/tgsi/ast/tgsi_words.def"
};
static const char *const ir[] = {
#define OP(name, results, sources, modifiers, attributes, ...) #name " " attributes,
#include "ir/ops.def"
#undef OP
};
static const char *const usc[] = {
#define OP(id, text, ...) text,
#define SUFFIX(text, ...) text,
#include "backend-usc/isa/usc_isa.def"
#undef OP
#undef SUFFIX
};
static const char *const agx[] = {
#define OP(id, text, ...) text,
#define UNIT(...)
#define FORM(...)
#define KIND(...)
#define SHAPE(...)
#define FIELD(...)
#define END(...)
#include "backend-agx/isa/agx_isa.def"
#define SREG(number, text, ...) text,
#define FORMAT(id, number, text, ...) text,
#define DIM(id, number, text, ...) text,
#define VALUE(style, value, text) text,
#define OCCUPANCY(...)
#include "backend-agx/isa/agx_value.def"
};
static const char *const slots[] = {
#define SLOT(id, name, ...) name,
#include "semantics/slots.def"
};

struct table {
   unsigned bit;
   const char *const *text;
   unsigned count;
};
#define TABLE(bit, list)                                                                                                       \
   {                                                                                                                           \
      bit, list, sizeof list / sizeof *list                                                                                    \
   }
static const struct table tables[] = {TABLE(FUZZ_NV, nv),   TABLE(FUZZ_TGSI, tgsi), TABLE(FUZZ_IR, ir),
                                      TABLE(FUZZ_USC, usc), TABLE(FUZZ_AGX, agx),   TABLE(FUZZ_SLOTS, slots)};
enum { TABLES = sizeof tables / sizeof *tables, MAX_WORDS = 8192, ROOM = 1 << 17 };

static struct pool {
   unsigned mask, count;
   size_t used;
   const char *word[MAX_WORDS];
   char text[ROOM];
} pool;

/* Adds each run of letters, digits and underscores of a text as a word. */
static void add_words(const char *text)
{
   static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

   for (;;) {
      text += strcspn(text, letters);
      const size_t n = strspn(text, letters);
      if (!n || pool.count == MAX_WORDS || pool.used + n + 1 > ROOM)
         return;
      pool.word[pool.count++] = memcpy(pool.text + pool.used, text, n);
      pool.used += n + 1;
      text += n;
   }
}

const char *fuzz_word(unsigned mask, uint32_t random)
{
   if (pool.mask != mask) {
      memset(&pool, 0, sizeof pool);
      pool.mask = mask;
      for (unsigned i = 0; i < TABLES; i++)
         for (unsigned k = 0; tables[i].bit & mask && k < tables[i].count; k++)
            add_words(tables[i].text[k]);
   }
   return pool.count ? pool.word[random % pool.count] : NULL;
}
