/* SPDX-License-Identifier: MIT */
/* See record.h. A table of fields per record type serves the writer and the reader. */
#include "nvp4c/report/record.h"

#include <string.h>

/* A member of a structure: its offset, its size in memory and in the file, and its largest value. A pointer member is a name,
   which is an offset in the file. */
struct field {
   uint16_t at;
   uint8_t bytes, stored;
   bool is_name;
   uint32_t max;
};
#define NUMBER(type, member, stored, max) {offsetof(type, member), sizeof(((type *)0)->member), stored, false, max}
#define NAME(type, member) {offsetof(type, member), sizeof(((type *)0)->member), 4, true, 0}
#define ANY UINT32_MAX

#define E(member, stored, max) NUMBER(struct nvp4c_reflection, member, stored, max)
static const struct field entry_fields[] = {
    E(kind, 1, NVP4C_SCRATCH),
    E(binding, 1, NVP4C_BIND_IMAGE_WORD),
    E(component, 1, 7),
    E(interpolation, 1, NVP4C_NOPERSPECTIVE_SAMPLE),
    E(index, 4, ANY),
    E(dimension, 4, ANY),
    E(location.reg, 1, NVP4C_REG_SCRATCH),
    E(location.format, 1, NVP4C_FRT_RGBA8),
    E(location.first_bit, 1, 31),
    E(location.num_bits, 1, 32),
    E(location.number, 4, ANY),
    E(location.element, 4, ANY),
    E(state.item, 1, NVP4C_STATE_KEY_FRONT_FACE),
    E(state.member, 1, NVP4C_MEMBER_RANGE),
    E(state.back, 1, 1),
    E(state.matrix, 1, NVP4C_MATRIX_INVTRANS),
    E(state.row, 4, 3),
    NAME(struct nvp4c_reflection, name),
    E(entry, 4, ANY),
    E(array_first, 4, ANY),
    E(array_count, 4, ANY),
    E(value, 4, ANY),
};
static const struct field texture_fields[] = {
#define TEXTURE(member, stored, max, form) NUMBER(struct nvp4c_texture, member, stored, max),
#include "nvp4c/report/facts.def"
};
#define F(member, stored, max) NUMBER(struct nvp4c_facts, member, stored, max),
static const struct field facts_fields[] = {
#define COUNT(member) F(source.member, 4, ANY)
#include "nvp4c/report/facts.def"
#define COUNT(member) F(native.member, 4, ANY)
#include "nvp4c/report/facts.def"
   F(under_native_limits, 4, 1)
#define FACT(member, stored, max, form) F(member, stored, max)
#define FACT_IF(known, member, stored, max, form) F(member, stored, max)
#define DECLARED(member, stored, max, form) F(declared.member, stored, max)
#include "nvp4c/report/facts.def"
};
static const struct field stat_fields[] = {NAME(struct nvp4c_stat, name), NUMBER(struct nvp4c_stat, value, 8, ANY)};

/* Records of a section. */
struct table {
   const struct field *fields;
   size_t num_fields, bytes; /* size of the structure */
   void *array;
   unsigned num;
};

static struct table table_of(struct report *r, enum record_section section)
{
#define TABLE(fields, type, array, num) {fields, sizeof fields / sizeof fields[0], sizeof(type), array, num}
   const struct table tables[RECORD_NUM_SECTIONS] = {
      [RECORD_ENTRIES] = TABLE(entry_fields, struct nvp4c_reflection, r->entries, r->num_entries),
      [RECORD_TEXTURES] = TABLE(texture_fields, struct nvp4c_texture, r->textures, r->num_textures),
      [RECORD_FACTS] = TABLE(facts_fields, struct nvp4c_facts, &r->facts, 1),
      [RECORD_STATS] = TABLE(stat_fields, struct nvp4c_stat, r->stats, r->num_stats),
   };
   return tables[section];
}

static uint32_t record_bytes(const struct table *t)
{
   uint32_t n = 0;

   for (size_t k = 0; k < t->num_fields; k++)
      n += t->fields[k].stored;
   return n;
}

uint64_t record_member(const void *at, unsigned bytes)
{
   uint8_t one;
   uint32_t four;
   uint64_t eight;

   switch (bytes) {
   case 1: return memcpy(&one, at, 1), one;
   case 4: return memcpy(&four, at, 4), four;
   default: return memcpy(&eight, at, 8), eight;
   }
}

void record_set_member(void *at, unsigned bytes, uint64_t v)
{
   const uint8_t one = (uint8_t)v;
   const uint32_t four = (uint32_t)v;

   memcpy(at, bytes == 1 ? (const void *)&one : bytes == 4 ? (const void *)&four : (const void *)&v, bytes);
}

static uint32_t add_name(struct util_buf *names, const char *name)
{
   const size_t at = names->len;

   if (!name)
      return 0;
   util_buf_add(names, name, strlen(name) + 1);
   return (uint32_t)at;
}

void record_write(struct util_buf *b, struct util_buf *names, const struct report *report, enum record_section section)
{
   struct report copy = *report;
   const struct table t = table_of(&copy, section);

   util_buf_le(b, RECORD_FORMAT, 4);
   util_buf_le(b, record_bytes(&t), 4);
   util_buf_le(b, t.num, 4);
   for (unsigned i = 0; i < t.num; i++) {
      const uint8_t *from = (const uint8_t *)t.array + i * t.bytes;
      for (size_t k = 0; k < t.num_fields; k++) {
         const struct field *f = &t.fields[k];
         const char *name;
         if (f->is_name) {
            memcpy(&name, from + f->at, sizeof name);
            util_buf_le(b, add_name(names, name), 4);
         } else {
            util_buf_le(b, record_member(from + f->at, f->bytes), f->stored);
         }
      }
   }
}

/* Copies the string at an offset to *name. Returns false if it is not terminated. */
static bool read_name(struct util_ctx *ctx, struct record_bytes names, uint64_t at, const char **name)
{
   const uint8_t *end = at < names.len ? memchr(names.data + at, 0, names.len - at) : NULL;

   *name = NULL;
   if (!at)
      return true;
   if (!end)
      return false;
   *name = util_strndup(ctx, (const char *)names.data + at, (size_t)(end - names.data) - at);
   return true;
}

static bool read_record(struct util_ctx *ctx, const uint8_t *p, struct record_bytes names, const struct table *t, uint8_t *to)
{
   for (size_t k = 0; k < t->num_fields; p += t->fields[k++].stored) {
      const struct field *f = &t->fields[k];
      const uint64_t v = util_le(p, f->stored);
      const char *name;
      if (f->is_name) {
         if (!read_name(ctx, names, v, &name))
            return false;
         memcpy(to + f->at, &name, sizeof name);
      } else {
         if (f->max != ANY && v > f->max)
            return false;
         record_set_member(to + f->at, f->bytes, v);
      }
   }
   return true;
}

bool record_read(struct util_ctx *ctx, struct record_bytes in, struct record_bytes names, struct report *r,
                 enum record_section section)
{
   struct table t = table_of(r, section);
   const uint32_t each = record_bytes(&t);

   if (in.len < 12 || util_le(in.data, 4) != RECORD_FORMAT || util_le(in.data + 4, 4) != each)
      return false;
   const uint64_t num = util_le(in.data + 8, 4);
   if (num != (in.len - 12) / each || (in.len - 12) % each || (section == RECORD_FACTS && num != 1))
      return false;
   if (section != RECORD_FACTS)
      t.array = util_alloc_array(ctx, num + 1, t.bytes);
   for (uint64_t i = 0; i < num; i++)
      if (!read_record(ctx, in.data + 12 + i * each, names, &t, (uint8_t *)t.array + i * t.bytes))
         return false;
   switch (section) {
   case RECORD_ENTRIES:
      r->entries = t.array;
      r->num_entries = (unsigned)num;
      break;
   case RECORD_TEXTURES:
      r->textures = t.array;
      r->num_textures = (unsigned)num;
      break;
   case RECORD_STATS:
      r->stats = t.array;
      r->num_stats = (unsigned)num;
      for (uint64_t i = 0; i < num; i++)
         if (!r->stats[i].name)
            return false;
      break;
   default: break;
   }
   return true;
}
