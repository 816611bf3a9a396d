/* SPDX-License-Identifier: MIT */
/*
 * See state.h. A text is "state." and a word for the item, followed by those of "[index]", face, member, matrix modifier and
 * row that the item has. The same tables serve reading and writing.
 */
#include "nvp4c/report/state.h"
#include "util/format.h"

#include <stdbool.h>
#include <string.h>

enum { INDEX = 1, FACE = 2, FACE_OF_SCENE = 4, MATRIX = 8 };

static const struct {
   const char *word;
   unsigned has;
} items[] = {
   [NVP4C_STATE_MATERIAL] = {"state.material", FACE},
   [NVP4C_STATE_LIGHT] = {"state.light", INDEX},
   [NVP4C_STATE_LIGHTMODEL] = {"state.lightmodel", FACE_OF_SCENE},
   [NVP4C_STATE_LIGHTPROD] = {"state.lightprod", INDEX | FACE},
   [NVP4C_STATE_FOG] = {"state.fog", 0},
   [NVP4C_STATE_TEXGEN] = {"state.texgen", INDEX},
   [NVP4C_STATE_CLIP] = {"state.clip", INDEX},
   [NVP4C_STATE_POINT] = {"state.point", 0},
   [NVP4C_STATE_TEXENV] = {"state.texenv", INDEX},
   [NVP4C_STATE_DEPTH] = {"state.depth", 0},
   [NVP4C_STATE_MODELVIEW] = {"state.matrix.modelview", INDEX | MATRIX},
   [NVP4C_STATE_PROJECTION] = {"state.matrix.projection", MATRIX},
   [NVP4C_STATE_MVP] = {"state.matrix.mvp", MATRIX},
   [NVP4C_STATE_TEXTURE_MATRIX] = {"state.matrix.texture", INDEX | MATRIX},
   [NVP4C_STATE_PROGRAM_MATRIX] = {"state.matrix.program", INDEX | MATRIX},
   [NVP4C_STATE_KEY_CLIP] = {"key.clip", INDEX},
   [NVP4C_STATE_KEY_SAMPLES] = {"key.samples", 0},
   [NVP4C_STATE_KEY_ALPHA] = {"key.alpha", 0},
   [NVP4C_STATE_KEY_STIPPLE] = {"key.stipple", INDEX},
   [NVP4C_STATE_KEY_SAMPLE_MASK] = {"key.samplemask", 0},
   [NVP4C_STATE_KEY_BLEND] = {"key.blend", 0},
   [NVP4C_STATE_KEY_FRONT_FACE] = {"key.frontface", 0},
};
#define NUM_ITEMS (sizeof items / sizeof items[0])

static const char *const members[] = {
    "",      "ambient",        "diffuse",    "specular", "emission", "shininess", "position", "attenuation",
    "half",  "spot.direction", "scenecolor", "color",    "params",   "eye.s",     "eye.t",    "eye.r",
    "eye.q", "object.s",       "object.t",   "object.r", "object.q", "plane",     "size",     "range",
};
#define NUM_MEMBERS (sizeof members / sizeof members[0])
static const char *const modifiers[] = {"", "inverse", "transpose", "invtrans"};

_Static_assert(NUM_ITEMS == NVP4C_STATE_KEY_FRONT_FACE + 1 && NUM_MEMBERS == NVP4C_MEMBER_RANGE + 1,
               "the tables are those of the public header");

int state_text(struct nvp4c_state s, unsigned index, char *text, size_t size)
{
   const unsigned item = s.item < NUM_ITEMS ? s.item : 0, has = items[item].has;
   const bool face = has & FACE || (has & FACE_OF_SCENE && s.member == NVP4C_MEMBER_SCENECOLOR);
   const char *member = s.member < NUM_MEMBERS ? members[s.member] : "", *modifier = s.matrix < 4 ? modifiers[s.matrix] : "";
   char number[16] = "", row[16] = "";

   if (has & INDEX)
      util_format(number, sizeof number, "[%u]", index);
   if (has & MATRIX)
      util_format(row, sizeof row, ".row[%u]", s.row);
   return util_format(text, size, "%s%s%s%s%s%s%s%s", item ? items[item].word : "?", number,
                      face ? s.back ? ".back" : ".front" : "", *member ? "." : "", member, *modifier ? "." : "", modifier, row);
}

/* Skips a word, which may contain dots, if the text begins with it. */
static bool take(const char **text, const char *word)
{
   const size_t n = strlen(word);

   if (strncmp(*text, word, n) || ((*text)[n] && (*text)[n] != '.' && (*text)[n] != '['))
      return false;
   *text += n;
   return true;
}

static bool take_index(const char **text, unsigned *index)
{
   const char *s = *text;

   if (*s++ != '[' || *s < '0' || *s > '9')
      return false;
   for (*index = 0; *s >= '0' && *s <= '9' && *index < 100000; s++)
      *index = *index * 10 + (unsigned)(*s - '0');
   if (*s != ']')
      return false;
   *text = s + 1;
   return true;
}

/* Skips one of the words at the beginning of the text and returns its number, or 0 if there is none. */
static unsigned take_word(const char **text, const char *const *words, unsigned num)
{
   for (unsigned k = 1; k < num && **text == '.'; k++) {
      const char *s = *text + 1;
      if (take(&s, words[k])) {
         *text = s;
         return k;
      }
   }
   return 0;
}

static bool read_item(struct nvp4c_state *s, unsigned *index, const char *text)
{
   static const char *const faces[] = {"", "front", "back"};
   unsigned row = 0;

   while (s->item < NUM_ITEMS && (!s->item || !take(&text, items[s->item].word)))
      s->item++;
   if (s->item == NUM_ITEMS || ((items[s->item].has & INDEX) && !take_index(&text, index)))
      return false;
   s->back = take_word(&text, faces, 3) == 2;
   s->member = (uint8_t)take_word(&text, members, NUM_MEMBERS);
   if (items[s->item].has & MATRIX) {
      s->matrix = (uint8_t)take_word(&text, modifiers, 4);
      if (!take_word(&text, (const char *const[]){"", "row"}, 2) || !take_index(&text, &row) || row > 3)
         return false;
      s->row = (uint8_t)row;
   }
   return !*text;
}

struct nvp4c_state state_of(const char *text, unsigned *index)
{
   struct nvp4c_state s = {0};

   *index = 0;
   if (read_item(&s, index, text))
      return s;
   *index = 0;
   return (struct nvp4c_state){0};
}
