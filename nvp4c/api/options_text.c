/* SPDX-License-Identifier: MIT */
/*
 * Options by name and text, from the rows of nvp4c/options.def. The command line sets the options of the library with it.
 *
 * Texts and arrays that the options refer to are blocks in a list at options.texts, which nvp4c_options_clear() frees.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/report/record.h"
#include "util/similar.h"

struct block {
   struct block *next;
};

struct nvp4c_option_texts {
   struct util_alloc alloc;
   struct block *blocks;
   /* The arrays of options.limits and options.diagnostics.warnings: their entries in use and their sizes. A caller may have
      replaced them, or have set options in a copy of the structure, so an array grows in place only if it is the one that was
      set last. */
   struct nvp4c_limit *limits;
   const char **warnings;
   unsigned num_limits, num_warnings, cap_limits, cap_warnings;
};

/* A call of nvp4c_options_set(). */
struct setter {
   struct nvp4c_options *o;
   const struct option_member *row;
   const char *rest; /* part of the name after that of the row, as in -limit-NAME, of this length */
   int rest_len;
   char *message;
   size_t size;
   enum nvp4c_status status;
};

/* Sets the message and returns false. */
__attribute__((format(printf, 2, 3))) static bool fail(struct setter *s, const char *fmt, ...)
{
   const char *dash = s->row && s->row->is_option ? "-" : "", *name = s->row ? s->row->option : "";
   const int n = snprintf(s->message, s->size, "%s%s%.*s", dash, name, s->rest_len, s->rest);
   const size_t at = (size_t)n < s->size ? (size_t)n : s->size;
   va_list ap;

   va_start(ap, fmt);
   vsnprintf(at < s->size ? s->message + at : NULL, s->size - at, fmt, ap);
   va_end(ap);
   s->status = NVP4C_USAGE;
   return false;
}

/* ---- memory */

static void *fail_memory(struct setter *s)
{
   s->row = NULL;
   s->rest_len = 0;
   fail(s, "out of memory");
   s->status = NVP4C_LIMIT;
   return NULL;
}

/* Allocates memory that nvp4c_options_clear() frees. Returns NULL, with the status set, if there is not enough. */
static void *allocate(struct setter *s, size_t size)
{
   struct nvp4c_option_texts *t = s->o->texts;

   if (!t) {
      const nvp4c_alloc_fn fn = s->o->memory.alloc;
      const struct util_alloc alloc = {fn ? fn : util_malloc_hook, fn ? s->o->memory.user : NULL};
      t = alloc.fn(alloc.user, NULL, sizeof *t);
      if (t)
         *t = (struct nvp4c_option_texts){.alloc = alloc};
      s->o->texts = t;
   }
   struct block *b = t ? t->alloc.fn(t->alloc.user, NULL, sizeof *b + size) : NULL;
   if (!b)
      return fail_memory(s);
   b->next = t->blocks;
   t->blocks = b;
   return b + 1;
}

static const char *keep_text(struct setter *s, const char *text, size_t len)
{
   char *copy = allocate(s, len + 1);

   if (copy) {
      memcpy(copy, text, len);
      copy[len] = 0;
   }
   return copy;
}

/* Makes room for one more entry of `size` bytes in an array with `num` entries in use and *cap in all. Returns NULL if there is
   not enough memory. */
static void *grow(struct setter *s, const void *array, unsigned num, unsigned *cap, size_t size)
{
   if (num < *cap)
      return (void *)(uintptr_t)array;
   const unsigned more = num < 8 ? 8 : 2 * num;
   void *bigger = more > num ? allocate(s, more * size) : fail_memory(s);
   if (bigger) {
      memcpy(bigger, num ? array : "", num * size);
      *cap = more;
   }
   return bigger;
}

static bool add_limit(struct setter *s, const char *name, size_t len, uint32_t value)
{
   struct nvp4c_options *o = s->o;
   const char *copy = keep_text(s, name, len);

   if (!copy)
      return false;
   struct nvp4c_option_texts *t = o->texts;
   if (t->limits != o->limits || t->num_limits != o->num_limits)
      t->cap_limits = 0;
   struct nvp4c_limit *limits = grow(s, o->limits, o->num_limits, &t->cap_limits, sizeof *limits);
   if (!limits)
      return false;
   limits[o->num_limits] = (struct nvp4c_limit){copy, value};
   o->limits = t->limits = limits;
   t->num_limits = ++o->num_limits;
   return true;
}

static bool add_warning(struct setter *s, const char *word)
{
   struct nvp4c_options *o = s->o;
   const char *copy = keep_text(s, word, strlen(word));

   if (!copy)
      return false;
   struct nvp4c_option_texts *t = o->texts;
   if (t->warnings != o->diagnostics.warnings || t->num_warnings != o->diagnostics.num_warnings)
      t->cap_warnings = 0;
   const char **words = grow(s, o->diagnostics.warnings, o->diagnostics.num_warnings, &t->cap_warnings, sizeof *words);
   if (!words)
      return false;
   words[o->diagnostics.num_warnings] = copy;
   o->diagnostics.warnings = t->warnings = words;
   t->num_warnings = ++o->diagnostics.num_warnings;
   return true;
}

void nvp4c_options_clear(struct nvp4c_options *options)
{
   struct nvp4c_option_texts *t = options->texts;

   while (t && t->blocks) {
      struct block *next = t->blocks->next;
      t->alloc.fn(t->alloc.user, t->blocks, 0);
      t->blocks = next;
   }
   if (t)
      t->alloc.fn(t->alloc.user, t, 0);
   nvp4c_options_init(options, options->size);
}

/* ---- numbers and words */

/* Value of a digit, or 16. */
static unsigned digit(char c)
{
   const char *digits = "0123456789abcdef0123456789ABCDEF", *d = c ? strchr(digits, c) : NULL;

   return d ? (unsigned)(d - digits) % 16 : 16;
}

/* Parses a decimal, octal (017) or hexadecimal (0x1f) number of `len` bytes. */
static bool parse_number(struct setter *s, const char *text, size_t len, uint64_t max, uint64_t *v)
{
   const bool hex = len > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
   const unsigned base = hex ? 16 : len > 1 && text[0] == '0' ? 8 : 10;
   bool ok = len > 0;

   *v = 0;
   for (size_t i = hex ? 2 : 0; i < len && ok; i++) {
      const unsigned d = digit(text[i]);
      ok = d < base && d <= max && *v <= (max - d) / base;
      *v = *v * base + d;
   }
   return ok || fail(s, ": '%.*s' is not a number from 0 to %llu", (int)len, text, (unsigned long long)max);
}

/* Index of a text of `len` bytes in `words`, which bars separate. */
static bool pick(struct setter *s, const char *text, size_t len, const char *words, unsigned *k)
{
   *k = 0;
   for (const char *w = words; *w; ++*k) {
      const size_t m = strcspn(w, "|");
      if (m == len && !memcmp(w, text, m))
         return true;
      w += m + (w[m] == '|');
   }
   return fail(s, ": '%.*s' is not one of %s", (int)len, text, words);
}

/* Appends a word to a list with bars between its words, as snprintf does. Returns the new length for the old length n. */
static size_t add_word(char *text, size_t size, size_t n, const char *word)
{
   return n + (size_t)snprintf(n < size ? text + n : NULL, n < size ? size - n : 0, "%s%s", n ? "|" : "", word);
}

/* Stores the enumerator whose name is a text of `len` bytes. */
static bool pick_enum(struct setter *s, const char *text, size_t len, enum nvp4c_enum which, uint8_t *to)
{
   char words[500];
   size_t n = 0;
   const char *word;

   for (unsigned k = 0; (word = nvp4c_enum_name(which, k)); k++) {
      if (strlen(word) == len && !memcmp(word, text, len)) {
         *to = (uint8_t)k;
         return true;
      }
      n = add_word(words, sizeof words, n, word);
   }
   return fail(s, ": '%.*s' is not one of %s", (int)len, text, words);
}

/* ---- options with a syntax of their own */

/* F,...: formats of the render targets. The last one applies to all remaining targets. */
static bool parse_formats(struct setter *s, const char *arg)
{
   const char *p = arg;

   for (unsigned i = 0; i < 8; i++) {
      const size_t n = strcspn(p, ",");
      if (!pick_enum(s, p, n, NVP4C_ENUM_FRT, &s->o->key.frt[i]))
         return false;
      if (p[n] && i == 7)
         return fail(s, ": more than eight targets in '%s'", arg);
      p += p[n] ? n + 1 : 0;
   }
   return true;
}

/* Parses the number before the colon of "UNIT:...", and sets *rest to what follows. */
static bool parse_unit(struct setter *s, const char *arg, const char *form, unsigned units, uint64_t *unit, const char **rest)
{
   const char *colon = strchr(arg, ':');

   if (!colon || !colon[1])
      return fail(s, ": '%s' is not %s:...", arg, form);
   *rest = colon + 1;
   return parse_number(s, arg, (size_t)(colon - arg), units - 1, unit);
}

static bool parse_swizzle(struct setter *s, const char *arg, const char *four, uint8_t swizzle[4])
{
   for (unsigned c = 0; c < 4; c++) {
      static const char letters[] = "xyzw01";
      const char *l = strchr(letters, four[c]);
      if (!l)
         return fail(s, ": a swizzle has the letters xyzw01: '%s'", arg);
      swizzle[c] = (uint8_t)(1 + (l - letters));
   }
   return true;
}

/* UNIT:compare=LESS,swizzle=xxx1 */
static bool parse_texture(struct setter *s, const char *arg)
{
   const char *p;
   uint64_t unit;

   if (!parse_unit(s, arg, "UNIT", NVP4C_TEX_UNITS, &unit, &p))
      return false;
   struct nvp4c_key_tex *tex = &s->o->key.tex[unit];
   while (*p) {
      const size_t n = strcspn(p, ",");
      if (!strncmp(p, "compare=", 8)) {
         if (!pick_enum(s, p + 8, n - 8, NVP4C_ENUM_COMPARE, &tex->compare))
            return false;
      } else if (!strncmp(p, "swizzle=", 8) && n == 12) {
         if (!parse_swizzle(s, arg, p + 8, tex->swizzle))
            return false;
      } else {
         return fail(s, ": '%s' is not UNIT:compare=FUNCTION,swizzle=xyzw", arg);
      }
      p += n + (p[n] == ',');
   }
   return true;
}

/* Finds the number of the format with a name of `len` bytes; false if there is none. */
static bool find_format(const char *(*name_of)(unsigned), const char *name, size_t len, uint8_t *format)
{
   const char *word;

   for (unsigned f = 0; (word = name_of(f)); f++)
      if (strlen(word) == len && !memcmp(word, name, len)) {
         *format = (uint8_t)f;
         return true;
      }
   return false;
}

/* oWORD or tileT[WORD] */
static bool parse_place(struct setter *s, const char *text, size_t len, struct nvp4c_key_color *c)
{
   const char *open = memchr(text, '[', len);
   uint64_t tile = 0, word;

   if (text[0] == 'o') {
      c->place = NVP4C_PLACE_OUTPUT;
      if (!parse_number(s, text + 1, len - 1, 7, &word))
         return false;
   } else {
      if (len < 8 || !open || text[len - 1] != ']')
         return fail(s, ": '%.*s' is not oWORD or tileT[WORD]", (int)len, text);
      if (!parse_number(s, text + 4, (size_t)(open - text) - 4, 6, &tile) ||
          !parse_number(s, open + 1, len - (size_t)(open - text) - 2, 7, &word))
         return false;
      c->place = (uint8_t)(NVP4C_PLACE_TILE + tile);
   }
   c->word = (uint8_t)word;
   return true;
}

/* N:FORMAT,srgb,oWORD,tileT[WORD],keep=xyzw */
static bool parse_color(struct setter *s, const char *arg)
{
   const char *p;
   uint64_t n;

   if (!parse_unit(s, arg, "N", NVP4C_COLORS, &n, &p))
      return false;
   struct nvp4c_key_color *c = &s->o->key.color[n];
   while (*p) {
      const size_t len = strcspn(p, ",");
      if (len == 4 && !memcmp(p, "srgb", 4)) {
         c->srgb = 1;
      } else if (!strncmp(p, "keep=", 5)) {
         c->keep = 0;
         for (const char *l = p + 5; l < p + len; l++) {
            const char *at = strchr("xyzw", *l);
            if (!at)
               return fail(s, ": components have the letters xyzw: '%s'", arg);
            c->keep |= (uint8_t)(1u << (at - "xyzw"));
         }
      } else if (*p == 'o' || !strncmp(p, "tile", 4)) {
         if (!parse_place(s, p, len, c))
            return false;
      } else if (!find_format(nvp4c_image_format, p, len, &c->format)) {
         return fail(s, ": unknown format in '%s'", arg);
      }
      p += len + (p[len] == ',');
   }
   return true;
}

/* EQUATION,SOURCE,TARGET at *p, which it moves past them. */
static bool parse_equation(struct setter *s, const char **p, struct nvp4c_blend *b)
{
   uint8_t *const to[3] = {&b->equation, &b->source, &b->target};

   for (unsigned k = 0; k < 3; k++) {
      const size_t len = strcspn(*p, ",");
      if (!pick_enum(s, *p, len, k ? NVP4C_ENUM_BLEND_FACTOR : NVP4C_ENUM_BLEND_EQUATION, to[k]))
         return false;
      *p += len + ((*p)[len] == ',');
   }
   return true;
}

/* N:EQUATION,SOURCE,TARGET for all components, or six words for colour and alpha */
static bool parse_blend(struct setter *s, const char *arg)
{
   const char *p;
   uint64_t n;

   if (!parse_unit(s, arg, "N", NVP4C_COLORS, &n, &p))
      return false;
   struct nvp4c_key_color *c = &s->o->key.color[n];
   c->blends = 1;
   if (!parse_equation(s, &p, &c->color))
      return false;
   c->alpha = c->color;
   if (*p && !parse_equation(s, &p, &c->alpha))
      return false;
   return !*p || fail(s, ": '%s' is not N:EQUATION,SOURCE,TARGET, or with three more for alpha", arg);
}

/* UNIT:FORMAT,tiled */
static bool parse_image(struct setter *s, const char *arg)
{
   const char *p;
   uint64_t unit;

   if (!parse_unit(s, arg, "UNIT", NVP4C_IMAGE_UNITS, &unit, &p))
      return false;
   while (*p) {
      const size_t n = strcspn(p, ",");
      const bool tiled = n == 5 && !strncmp(p, "tiled", n);

      if (tiled)
         s->o->key.image[unit].tiled = 1;
      else if (!find_format(nvp4c_image_format, p, n, &s->o->key.image[unit].format))
         return fail(s, ": unknown image format in '%s'", arg);
      p += n + (p[n] == ',');
   }
   return true;
}

/* The name of a format, or FORMAT or FORMATxCOMPONENTS of a machine that loads attributes, which is another name of one. */
static bool parse_attribute_format(struct setter *s, const char *text, size_t len, unsigned n)
{
   struct nvp4c_attribute *a = &s->o->monolithic.attrib[n];
   const bool sized = len > 2 && text[len - 2] == 'x';
   uint64_t v = 0;

   if (find_format(nvp4c_attrib_format, text, len, &s->o->key.attrib[n].format) && s->o->key.attrib[n].format)
      return true;
   if (sized && !parse_number(s, text + len - 1, 1, 4, &v))
      return false;
   a->components = (uint8_t)v;
   if (!pick_enum(s, text, sized ? len - 2 : len, NVP4C_ENUM_ATTRIBUTE_FORMAT, &a->format))
      return false;
   s->o->key.attrib[n].format = (uint8_t)key_format_of_fetch(a->format, a->components);
   return s->o->key.attrib[n].format || fail(s, ": the format '%.*s' has four components", (int)len, text);
}

/* N:FORMAT,word=REGISTER,byte=BYTE,stride=BYTES,divisor=INSTANCES */
static bool parse_attribute(struct setter *s, const char *arg)
{
   static const struct {
      const char *name;
      uint32_t max;
   } parts[] = {{"word", UINT8_MAX}, {"byte", 3}, {"stride", UINT16_MAX}, {"divisor", UINT32_MAX}};
   const char *p;
   uint64_t n, v = 0;

   if (!parse_unit(s, arg, "N", NVP4C_MAX_ATTRIBS, &n, &p))
      return false;
   struct nvp4c_key_attrib *key = &s->o->key.attrib[n];
   struct nvp4c_attribute *a = &s->o->monolithic.attrib[n];
   while (*p) {
      const size_t len = strcspn(p, ",");
      unsigned k = 0;
      for (size_t m; k < 4; k++)
         if ((m = strlen(parts[k].name)) < len && !memcmp(p, parts[k].name, m) && p[m] == '=')
            break;
      const size_t skip = k < 4 ? strlen(parts[k].name) + 1 : 0;
      if (k < 4 ? !parse_number(s, p + skip, len - skip, parts[k].max, &v) : !parse_attribute_format(s, p, len, (unsigned)n))
         return false;
      switch (k) {
      case 0:
         key->placed = 1;
         key->word = (uint8_t)v;
         break;
      case 1: key->byte = (uint8_t)v; break;
      case 2: a->stride = (uint16_t)v; break;
      case 3: a->divisor = (uint32_t)v; break;
      default: break;
      }
      p += len + (p[len] == ',');
   }
   return true;
}

/* Number of the varying with a name of `len` bytes, or NVP4C_NUM_VARYINGS. */
static unsigned find_varying(const char *text, size_t len)
{
   unsigned v = 0;
   const char *name;

   while ((name = nvp4c_varying_name(v)) && (strlen(name) != len || memcmp(name, text, len)))
      v++;
   return name ? v : NVP4C_NUM_VARYINGS;
}

/* NAME[.COMPONENTS]:WORD[+TAIL],..., as --link prints it */
static bool parse_varyings(struct setter *s, const char *arg)
{
   struct nvp4c_key *k = &s->o->key;

   memset(k->varying, 0, sizeof k->varying);
   k->varying_map = 1;
   for (const char *p = arg; *p;) {
      const size_t n = strcspn(p, ","), len = strcspn(p, ".:");
      const unsigned v = find_varying(p, len);
      const char *q = p + len;
      unsigned mask = *q == '.' ? 0 : 15;
      uint64_t word, tail = 0;

      if (v == NVP4C_NUM_VARYINGS)
         return fail(s, ": unknown varying at '%s'", p);
      if (*q == '.')
         for (q++; *q && strchr("xyzw", *q); q++)
            mask |= 1u << (strchr("xyzw", *q) - "xyzw");
      if (*q != ':' || !mask)
         return fail(s, ": '%s' is not NAME.xyzw:WORD", p);
      if (k->varying[v].mask)
         return fail(s, ": the varying at '%s' already has an address", p);
      const char *const end = p + n, *plus = q + 1 + strcspn(q + 1, "+,");
      if (!parse_number(s, q + 1, (size_t)(plus - q - 1), 255, &word) ||
          (plus < end && !parse_number(s, plus + 1, (size_t)(end - plus - 1), 255, &tail)))
         return false;
      if (plus < end && !tail)
         return fail(s, ": the second word at '%s' is 0, which is the position's", p);
      k->varying[v] = (struct nvp4c_varying){(uint8_t)word, (uint8_t)mask, (uint8_t)tail};
      p = end + (*end == ',');
   }
   return true;
}

/* N[,seed=S] */
static bool parse_waves(struct setter *s, const char *arg)
{
   const size_t n = strcspn(arg, ",");
   uint64_t waves, seed = s->o->verify.seed;

   if (arg[n] && strncmp(arg + n, ",seed=", 6))
      return fail(s, ": '%s' is not N[,seed=S]", arg);
   if (!parse_number(s, arg, n, 1000000, &waves) ||
       (arg[n] && !parse_number(s, arg + n + 6, strlen(arg + n + 6), UINT64_MAX, &seed)))
      return false;
   s->o->verify.waves = (unsigned)waves;
   s->o->verify.seed = seed;
   return true;
}

/* NAME=N, with NAME perhaps in the name of the option. */
static bool parse_limit(struct setter *s, const char *arg)
{
   uint64_t v;

   if (!s->rest_len && arg) {
      s->rest = arg;
      s->rest_len = (int)strcspn(arg, "=");
      arg = arg[s->rest_len] ? arg + s->rest_len + 1 : NULL;
   }
   if (!s->rest_len || !arg)
      return fail(s, " needs a value");
   return parse_number(s, arg, strlen(arg), UINT32_MAX, &v) && add_limit(s, s->rest, (size_t)s->rest_len, (uint32_t)v);
}

/* A word of -W, perhaps in the name of the option. */
static bool parse_warning(struct setter *s, const char *arg)
{
   if (s->rest_len)
      return arg && *arg ? fail(s, " takes no value: '%s'", arg) : add_warning(s, s->rest);
   return arg ? add_warning(s, arg) : fail(s, " needs a value");
}

static bool parse_short(struct setter *s, const char *arg)
{
   unsigned k;

   if (!pick(s, arg, strlen(arg), "32|16", &k))
      return false;
   s->o->fshort = k ? 16 : 32;
   return true;
}

static bool parse_bisect_limit(struct setter *s, const char *arg)
{
   uint64_t v;

   if (!parse_number(s, arg, strlen(arg), INT32_MAX, &v))
      return false;
   s->o->passes.bisect_limit = (int)v;
   return true;
}

/* ---- rows */

/* Names of options that continue with a part of the value, as in -Wno-ID. */
static bool is_prefix(const struct option_member *m) { return !strcmp(m->option, "W") || !strcmp(m->option, "limit-"); }

/* Is name + separator + value the name of the row? */
static bool is_name_of(const struct option_member *m, const char *name, const char *value, const char *separator)
{
   const size_t n = strlen(name), k = strlen(separator);

   return !strncmp(m->option, name, n) && !strncmp(m->option + n, separator, k) && !strcmp(m->option + n + k, value);
}

/* Finds the row of an option, or returns NULL. *value becomes NULL if it is a part of the row's name, as in O3 and
   verify-each=exec. */
static const struct option_member *find_row(const char *name, const char **value)
{
   const struct option_member *row = NULL;

   for (const struct option_member *m = option_members; m < option_members + num_option_members; m++) {
      if (m->kind == OPTION_SET && *value && **value && *name &&
          (is_name_of(m, name, *value, "") || is_name_of(m, name, *value, "="))) {
         *value = NULL;
         return m;
      }
      if (!strcmp(m->option, name) || (!row && is_prefix(m) && !strncmp(name, m->option, strlen(m->option))))
         row = m;
   }
   return row;
}

static bool fail_unknown(struct setter *s, const char *name)
{
   uint32_t budget = 100000; /* units of util/similar.h */
   struct util_similar similar;

   util_similar_begin(&similar, name, strlen(name), &budget);
   for (unsigned i = 0; i < num_option_members; i++)
      util_similar_try(&similar, option_members[i].option, strlen(option_members[i].option));
   return similar.best ? fail(s, "unknown option '%s'; did you mean '%s'?", name, similar.best)
                       : fail(s, "unknown option '%s'", name);
}

static bool set_special(struct setter *s, const char *arg)
{
   const char *option = s->row->option;

   if (!strcmp(option, "limit-"))
      return parse_limit(s, arg);
   if (!strcmp(option, "W"))
      return parse_warning(s, arg);
   if (!arg)
      return fail(s, " needs a value");
   if (!strcmp(option, "frt"))
      return parse_formats(s, arg);
   if (!strcmp(option, "fcolor"))
      return parse_color(s, arg);
   if (!strcmp(option, "fblend"))
      return parse_blend(s, arg);
   if (!strcmp(option, "flogic-op"))
      return pick_enum(s, arg, strlen(arg), NVP4C_ENUM_LOGIC_OP, &s->o->key.logic_op);
   if (!strcmp(option, "ftex"))
      return parse_texture(s, arg);
   if (!strcmp(option, "fimage"))
      return parse_image(s, arg);
   if (!strcmp(option, "fattrib"))
      return parse_attribute(s, arg);
   if (!strcmp(option, "fvarying-map"))
      return parse_varyings(s, arg);
   if (!strcmp(option, "fshort"))
      return parse_short(s, arg);
   if (!strcmp(option, "verify-sim"))
      return parse_waves(s, arg);
   return parse_bisect_limit(s, arg);
}

static void store(struct setter *s, uint64_t v)
{
   record_set_member((char *)s->o + s->row->offset, s->row->size, v);
}

/* Writes the words of a row to text, with bars between them, as snprintf does. */
static size_t row_words(const struct option_member *m, char *text, size_t size)
{
   const char *word;
   size_t n = 0;

   if (size)
      text[0] = 0;
   if (m->kind != OPTION_NAMES)
      return (size_t)snprintf(text, size, "%s", m->words);
   for (unsigned k = m->value; (word = m->word(k)); k++)
      n = add_word(text, size, n, word);
   return n;
}

/* Applies the row to its value. */
static bool set_row(struct setter *s, const char *arg)
{
   const struct option_member *m = s->row;
   const size_t len = arg ? strlen(arg) : 0;
   char words[200];
   const char *copy;
   uint64_t v;
   unsigned k;

   if (m->kind == OPTION_CALL)
      return set_special(s, arg);
   if (m->kind == OPTION_SET) {
      if (len)
         return fail(s, " takes no value: '%s'", arg);
      store(s, m->value);
      return true;
   }
   if (!arg)
      return fail(s, " needs a value");
   switch (m->kind) {
   case OPTION_UINT:
      if (!parse_number(s, arg, len, m->value ? m->value : m->size == 8 ? UINT64_MAX : UINT32_MAX, &v))
         return false;
      store(s, v);
      return true;
   case OPTION_STR:
      copy = keep_text(s, arg, len);
      if (copy)
         memcpy((char *)s->o + m->offset, &copy, sizeof copy);
      return copy;
   default:
      row_words(m, words, sizeof words);
      if (!pick(s, arg, len, words, &k))
         return false;
      store(s, m->value + k);
      return true;
   }
}

enum nvp4c_status nvp4c_options_set(struct nvp4c_options *options, const char *name, const char *value, char *message,
                                    size_t size)
{
   struct nvp4c_options o;
   char none[1];
   struct setter s = {.o = &o, .rest = "", .message = size ? message : none, .size = size ? size : 1};
   const char *bad = options_copy(&o, options);

   s.message[0] = 0;
   if (bad || options->size < offsetof(struct nvp4c_options, texts) + sizeof o.texts) {
      fail(&s, "%s", bad ? bad : "options.size is wrong: these options have no member for texts");
      return s.status;
   }
   const struct option_member *row = find_row(name, &value);
   bool ok = false;
   if (!row) {
      fail_unknown(&s, name);
   } else if (row->offset + row->size > options->size) {
      fail(&s, "options.size is wrong: these options have no member for %s", row->name);
   } else {
      s.row = row;
      s.rest = is_prefix(row) ? name + strlen(row->option) : "";
      s.rest_len = (int)strlen(s.rest);
      ok = set_row(&s, value);
   }
   const size_t known = options->size < sizeof o ? options->size : sizeof o;
   o.size = options->size;
   if (ok)
      memcpy(options, &o, known);
   else
      options->texts = o.texts;
   return s.status;
}

const char *nvp4c_option_name(unsigned index, const char **help)
{
   if (index >= num_option_members)
      return NULL;
   if (help)
      *help = option_members[index].help;
   return option_members[index].option;
}

size_t nvp4c_option_form(unsigned index, char *text, size_t size)
{
   if (index < num_option_members)
      return row_words(&option_members[index], text, size);
   if (size)
      text[0] = 0;
   return 0;
}
