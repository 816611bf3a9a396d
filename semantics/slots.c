/* SPDX-License-Identifier: MIT */
#include "semantics/slots.h"
#include "util/format.h"

#include <string.h>

static const struct {
   const char *name;
   uint16_t first, count;
   uint8_t programs[2]; /* programs that read it, programs that write it */
} slots[] = {
#define V IO_VERTEX
#define F IO_FRAGMENT
#define G IO_GEOMETRY
#define C IO_COMPUTE
#define SLOT(id, name, n, in, out) {name, SLOT_##id, n, {in, out}},
#include "semantics/slots.def"
#undef SLOT
#undef V
#undef F
#undef G
#undef C
};

const char *const io_interp_name[INTERP_COUNT] = {"smooth", "flat", "noperspective", "centroid", "noperspective_centroid",
                                                    "sample", "noperspective_sample"};

#define NUM_ROWS (sizeof slots / sizeof slots[0])

const char *io_slot_name(enum io_slot slot, char *buf, size_t n)
{
   for (size_t i = 0; i < NUM_ROWS; i++) {
      if (slot < slots[i].first || slot >= slots[i].first + slots[i].count)
         continue;
      if (slots[i].count == 1)
         util_format(buf, n, "%s", slots[i].name);
      else
         util_format(buf, n, "%s%u", slots[i].name, slot - slots[i].first);
      return buf;
   }
   util_format(buf, n, "?");
   return buf;
}

unsigned io_slot_programs(enum io_slot slot, bool output)
{
   for (size_t i = 0; i < NUM_ROWS; i++)
      if (slot >= slots[i].first && slot < slots[i].first + slots[i].count)
         return slots[i].programs[output];
   return 0;
}

unsigned io_slot_array(enum io_slot slot)
{
   for (size_t i = 0; i < NUM_ROWS; i++)
      if (slot >= slots[i].first && slot < slots[i].first + slots[i].count)
         return slots[i].first + slots[i].count - slot;
   return 1;
}

enum io_slot io_slot_find(const char *name, size_t len)
{
   char buf[32];

   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      io_slot_name((enum io_slot)s, buf, sizeof buf);
      if (strlen(buf) == len && memcmp(buf, name, len) == 0)
         return (enum io_slot)s;
   }
   return SLOT_COUNT;
}
