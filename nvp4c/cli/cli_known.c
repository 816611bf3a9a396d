/* SPDX-License-Identifier: MIT */
/* Inputs and options of other tools: says what they are, and what nvp4c has instead. */
#include <stdio.h>
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

/* ---- options of gcc, clang and glslc */

/* Options that mean the same as one of ours. An option that ends in = has a value. Those without ours have no effect here. */
static const struct {
   const char *other, *ours, *why;
} same_options[] = {
    {"output=", "o", ""},
    {"O", "O1", ""},
    {"verbose", "v", ""},
    {"W", "Wall", "all warnings are on by default"},
    {"Wextra", "Wall", "all warnings are on by default"},
    {"Weverything", "Wall", "all warnings are on by default"},
    {"Wpedantic", "Wall", "all warnings are on by default"},
    {"pedantic", "Wall", "all warnings are on by default"},
    {"ferror-limit=", "fmax-errors", ""},
    {"MMD", "MD", "a program includes no system files"},
    {"g1", "g", "there is one kind of line table"},
    {"g2", "g", "there is one kind of line table"},
    {"g3", "g", "there is one kind of line table"},
    {"ggdb", "g", "there is one kind of line table"},
    {"gdwarf", "g", "line tables are DWARF 4"},
    {"gdwarf-4", "g", "line tables are DWARF 4"},
    {"fverbose-asm", "g", ""},
    {"fdiagnostics-color", "fdiagnostics-color=always", ""},
    {"fno-diagnostics-color", "fdiagnostics-color=never", ""},
    {"fcolor-diagnostics", "fdiagnostics-color=always", ""},
    {"fno-color-diagnostics", "fdiagnostics-color=never", ""},
    {"fno-caret-diagnostics", "fno-diagnostics-show-caret", ""},
    {"fdiagnostics-format=json-stderr", "fdiagnostics-format=json", "messages go to standard error"},
    {"fdiagnostics-format=sarif-stderr", "fdiagnostics-format=sarif", "messages go to standard error"},
    {"fshader-stage=", "stage", ""},
    {"ftime-report", "time-passes", ""},
    {"time", "time-passes", ""},
    {"dumpfullversion", "dumpversion", ""},
    {"target-help", "help=target", ""},
    {"print-targets", "help=target", ""},
    {"pipe", NULL, "the stages of a compile never use files"},
    {"fPIC", NULL, "machine code is never part of a shared library"},
    {"fpic", NULL, "machine code is never part of a shared library"},
};
#define NUM_SAME (sizeof same_options / sizeof same_options[0])

#define NO_PREPROCESSOR "programs have no preprocessor"
#define NO_LINKER "there is no linker of objects; --link compiles stages of one pipeline"
#define NO_OTHER "there is no other program to pass options to"
#define CORES "-mcpu=NAME selects the core, and -mcpu=help lists them"
#define VERSION_LINE "the first line of a program selects its language"

/* Options that nvp4c does not have, and what to do instead. One that ends in * begins so. */
static const struct {
   const char *other, *advice;
} missing_options[] = {
    {"Os", "there is no level for size; use -O2"},
    {"Oz", "there is no level for size; use -O2"},
    {"Og", "there is no level for debuggers; use -O0 or -O1"},
    {"Ofast", "use -O3 -ffp=fast"},
    {"O*", "the levels are -O0 to -O3"},
    {"ffast-math", "use -ffp=fast"},
    {"funsafe-math-optimizations", "use -ffp=fast"},
    {"ffp-contract*", "use -ffp=strict, gl or fast"},
    {"funroll-loops", "-passes=help lists the optimisations"},
    {"flto*", "--link compiles stages for each other"},
    {"E", NO_PREPROCESSOR},
    {"D*", NO_PREPROCESSOR},
    {"U*", NO_PREPROCESSOR},
    {"I*", NO_PREPROCESSOR},
    {"include*", NO_PREPROCESSOR},
    {"isystem*", NO_PREPROCESSOR},
    {"iquote*", NO_PREPROCESSOR},
    {"nostdinc", NO_PREPROCESSOR},
    {"L*", NO_LINKER},
    {"l*", NO_LINKER},
    {"Wl,*", NO_LINKER},
    {"Xlinker", NO_LINKER},
    {"static", NO_LINKER},
    {"rdynamic", NO_LINKER},
    {"nostdlib", NO_LINKER},
    {"Wa,*", NO_OTHER},
    {"Wp,*", NO_OTHER},
    {"Xclang", NO_OTHER},
    {"Xassembler", NO_OTHER},
    {"Xpreprocessor", NO_OTHER},
    {"mllvm", NO_OTHER},
    {"param", NO_OTHER},
    {"wrapper", NO_OTHER},
    {"march*", CORES},
    {"mtune*", CORES},
    {"arch", CORES},
    {"m32", CORES},
    {"m64", CORES},
    {"std=*", VERSION_LINE},
    {"ansi", VERSION_LINE},
    {"target-env*", "-target and -mcpu select the machine"},
    {"emit-llvm", "-dump-ir writes the IR"},
    {"pedantic-errors", "use -Werror"},
    {"s", "-g0 omits line tables"},
    {"p", "-report=text estimates the time of a program, -time-passes measures the compiler"},
    {"pg", "-report=text estimates the time of a program, -time-passes measures the compiler"},
    {"Q", "-time-passes measures the compiler"},
    {"gdwarf-*", "line tables are DWARF 4"},
    {"M", "-MD writes a rule beside the output, to another file with -MF"},
    {"MM", "-MD writes a rule beside the output, to another file with -MF"},
    {"MG", "a program includes no files"},
    {"print-*", "nvp4c has no programs, folders or libraries of its own"},
    {"fsanitize*", "-verify-sim checks the compile, and --run -race finds data races"},
    {"V", "use --version"},
    {"?", "use --help"},
};
#define NUM_MISSING (sizeof missing_options / sizeof missing_options[0])

bool find_same_option(const char *option, const char **ours)
{
   for (size_t i = 0; i < NUM_SAME; i++) {
      const char *other = same_options[i].other;
      const size_t n = strlen(other);
      const bool value = other[n - 1] == '=';
      if (strncmp(option, other, value ? n - 1 : n) || (value ? option[n - 1] && option[n - 1] != '=' : option[n]))
         continue;
      *ours = same_options[i].ours;
      return true;
   }
   return false;
}

const char *missing_option_advice(const char *option)
{
   for (size_t i = 0; i < NUM_MISSING; i++) {
      const char *other = missing_options[i].other;
      const size_t n = strcspn(other, "*");
      if (!strncmp(option, other, n) && (other[n] || !option[n]))
         return missing_options[i].advice;
   }
   return NULL;
}

void print_other_options(void)
{
   printf("# Options of other compilers\n\n"
          "Printed by `nvp4c --help=gcc`; do not edit. Options that nvp4c has by the same name (`-c`, `-S`, `-o`, `-O2`,\n"
          "`-g`, `-W...`, `-MD` and others) are not listed; [command-line.md](command-line.md) has their differences.\n\n"
          "| gcc, clang, glslc | nvp4c | |\n| --- | --- | --- |\n");
   for (size_t i = 0; i < NUM_SAME; i++)
      printf("| `-%s` | %s%s%s | %s |\n", same_options[i].other, same_options[i].ours ? "`-" : "accepted without effect",
             same_options[i].ours ? same_options[i].ours : "", same_options[i].ours ? "`" : "", same_options[i].why);
   for (size_t i = 0; i < NUM_MISSING; i++)
      printf("| `-%s` | error | %s |\n", missing_options[i].other, missing_options[i].advice);
}
