/* SPDX-License-Identifier: MIT */
/* Inputs and options of other tools: says what they are, and what nvp4c has instead. */
#include <string.h>

#include "nvp4c/cli/cli.h"

size_t skip_byte_order_mark(char *text, size_t *len)
{
   if (*len < 3 || memcmp(text, "\357\273\277", 3))
      return 0;
   *len -= 3;
   memmove(text, text + 3, *len);
   return 3;
}

/* ---- inputs that do not begin like a program */

/* The first bytes of files of other kinds. */
static const struct {
   unsigned len;
   const char *bytes, *what;
} beginnings[] = {
    {4, "\177ELF", "this is an object file; --dis prints its code, -reflect and -stats its facts"},
    {4, "\003\002\043\007", "this is a SPIR-V binary; translate it to GLSL for nvp4c-glsl"},
    {4, "\007\043\002\003", "this is a SPIR-V binary; translate it to GLSL for nvp4c-glsl"},
    {4, "DXBC", "this is a DirectX shader (DXBC), which nvp4c does not read"},
    {4, "BC\300\336", "this is LLVM bitcode, which nvp4c does not read"},
    {2, "\377\376", "this is UTF-16 text; a program is ASCII or UTF-8"},
    {2, "\376\377", "this is UTF-16 text; a program is ASCII or UTF-8"},
};

static bool is_blank(char c)
{
   return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Skips white space and comments of C. */
static size_t skip_comments(const char *text, size_t len)
{
   size_t i = 0;

   for (;;) {
      while (i < len && is_blank(text[i]))
         i++;
      if (i + 1 < len && text[i] == '/' && text[i + 1] == '/') {
         while (i < len && text[i] != '\n')
            i++;
      } else if (i + 1 < len && text[i] == '/' && text[i + 1] == '*') {
         for (i += 2; i < len && !(text[i - 1] == '*' && text[i] == '/'); i++)
            ;
         i += i < len;
      } else {
         return i;
      }
   }
}

#define SEARCHED 65536u /* bytes of a text in which words are looked for */

static bool has_word(const char *text, size_t len, const char *word)
{
   const size_t n = strlen(word);

   for (size_t i = 0; i + n <= len && i < SEARCHED; i++)
      if (!memcmp(text + i, word, n))
         return true;
   return false;
}

static bool has_one_of(const char *text, size_t len, const char *const *words)
{
   while (*words && !has_word(text, len, *words))
      words++;
   return *words;
}

/* Is this the first line of a listing, "0 :" (USC) or "     0: 6181 " (AGX)? */
static bool is_assembly(const char *text, size_t len)
{
   size_t i = 0;

   while (i < len && (text[i] == ' ' || text[i] == '\n'))
      i++;
   const size_t number = i;
   while (i < len && text[i] >= '0' && text[i] <= '9')
      i++;
   if (i == number)
      return false;
   while (i < len && text[i] == ' ')
      i++;
   return i < len && text[i] == ':';
}

const char *describe_input(const char *text, size_t len)
{
   static const char *const hlsl[] = {"cbuffer", "SV_", "float4", "register(", "Texture2D", NULL};
   static const char *const glsl[] = {"void main", "gl_Position", "gl_FragColor", "vec4", "precision ", NULL};

   for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
      if (len >= beginnings[i].len && !memcmp(text, beginnings[i].bytes, beginnings[i].len))
         return beginnings[i].what;
   const size_t i = skip_comments(text, len);
   if (i == len)
      return len ? "the input has nothing but blanks and comments" : "the input is empty";
   if (!looks_like_text(text, len))
      return "this is not a text";
   if (len - i >= 8 && !memcmp(text + i, "#version", 8))
      return "this is GLSL; nvp4c-glsl FILE translates it to TGSI with Mesa, and with more options compiles it";
   if (is_assembly(text, len))
      return "this is machine code as text; --as assembles it, --sim runs it";
   if (has_one_of(text, len, hlsl))
      return "this is HLSL, which nvp4c does not read";
   if (has_one_of(text, len, glsl))
      return "this is GLSL; nvp4c-glsl FILE translates it to TGSI with Mesa, and with more options compiles it";
   return NULL;
}
