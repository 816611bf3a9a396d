/* SPDX-License-Identifier: MIT */
/*
 * Animated PNG (W3C, Portable Network Graphics, third edition, 11.3.6). An animation has the chunks of its first picture, with
 * an animation control (acTL) before its data. Each frame begins with a frame control (fcTL); the data of later frames is in
 * chunks fdAT, which are IDAT after a sequence number. Readers that do not know animations show the first picture.
 */
#include <string.h>

#include "nvp4c/picture/picture.h"

#define SIGNATURE 8    /* bytes before the first chunk */
#define CHUNK_FRAME 12 /* bytes of a chunk besides its data: length, name, check */

static uint32_t read_word(const char *p)
{
   const unsigned char *u = (const unsigned char *)p;
   return (uint32_t)u[0] << 24 | (uint32_t)u[1] << 16 | (uint32_t)u[2] << 8 | u[3];
}

static void write_word(char *p, uint32_t v)
{
   for (unsigned i = 0; i < 4; i++)
      p[i] = (char)(v >> (24 - 8 * i));
}

/* The cyclic redundancy code of a chunk (5.5). */
static uint32_t check_of(uint32_t crc, const char *p, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      crc ^= (unsigned char)p[i];
      for (unsigned k = 0; k < 8; k++)
         crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
   }
   return crc;
}

/* Appends a chunk whose data has two parts. */
static void add_chunk(struct sink *to, const char name[4], struct sink first, struct sink rest)
{
   char word[4];

   write_word(word, (uint32_t)(first.len + rest.len));
   sink_add(to, word, 4);
   sink_add(to, name, 4);
   sink_add(to, first.data, first.len);
   sink_add(to, rest.data, rest.len);
   write_word(word, ~check_of(check_of(check_of(UINT32_MAX, name, 4), first.data, first.len), rest.data, rest.len));
   sink_add(to, word, 4);
}

static void add_animation_control(const struct apng *a)
{
   char data[8];

   write_word(data, a->frames);
   write_word(data + 4, 0); /* plays: without end */
   add_chunk(a->to, "acTL", (struct sink){data, sizeof data, 0}, (struct sink){"", 0, 0});
}

/* `header` has the size of the picture in its first two words. */
static void add_frame_control(struct apng *a, const char *header)
{
   char data[26] = {0};

   write_word(data, a->sequence++);
   memcpy(data + 4, header, 8);
   data[20] = (char)(a->delay_ms >> 8);
   data[21] = (char)a->delay_ms;
   data[22] = (char)(1000 >> 8); /* parts of a second */
   data[23] = (char)(1000 & 255);
   add_chunk(a->to, "fcTL", (struct sink){data, sizeof data, 0}, (struct sink){"", 0, 0});
}

void apng_add(struct apng *a, const char *png, size_t len)
{
   const bool first = !a->added++, last = a->added == a->frames;
   const char *header = png + SIGNATURE + 8;
   bool in_data = false;

   if (a->frames == 1) {
      sink_add(a->to, png, len);
      return;
   }
   if (first)
      sink_add(a->to, png, SIGNATURE);
   for (size_t at = SIGNATURE; at + CHUNK_FRAME <= len;) {
      const size_t n = read_word(png + at);
      const char *name = png + at + 4, *data = png + at + 8;
      const bool is_data = !memcmp(name, "IDAT", 4), is_end = !memcmp(name, "IEND", 4);

      if (is_data && !in_data) {
         if (first)
            add_animation_control(a);
         add_frame_control(a, header);
         in_data = true;
      }
      if (is_data && !first) {
         char number[4];
         write_word(number, a->sequence++);
         add_chunk(a->to, "fdAT", (struct sink){number, sizeof number, 0}, (struct sink){(char *)data, n, 0});
      } else if (is_end ? last : first) {
         sink_add(a->to, png + at, CHUNK_FRAME + n);
      }
      at += CHUNK_FRAME + n;
   }
}
