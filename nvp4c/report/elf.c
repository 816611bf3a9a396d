/* SPDX-License-Identifier: MIT */
/* See elf.h. Numbers are written byte by byte: the file is the same on every host. */
#include <elf.h>
#include <string.h>

#include "nvp4c.h"
#include "nvp4c/report/elf.h"
#include "nvp4c/report/lines.h"
#include "nvp4c/report/reflect.h"

enum { S_NULL, S_TEXT, S_CONST, S_REFLECT, S_STATS, S_LINE, S_NOTE, S_SYMTAB, S_STRTAB, S_SHSTRTAB, NUM_SECTIONS };

static const struct {
   const char *name;
   uint32_t type, flags, align, entry;
} section[NUM_SECTIONS] = {
   [S_NULL] = {"", SHT_NULL, 0, 0, 0},
   [S_TEXT] = {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 16, 0},
   [S_CONST] = {".nvp4c.const", SHT_PROGBITS, SHF_ALLOC, 4, 8},
   [S_REFLECT] = {".nvp4c.reflect", SHT_PROGBITS, SHF_STRINGS, 1, 1},
   [S_STATS] = {".nvp4c.stats", SHT_PROGBITS, SHF_STRINGS, 1, 1},
   [S_LINE] = {".debug_line", SHT_PROGBITS, 0, 1, 0},
   [S_NOTE] = {".note.nvp4c", SHT_NOTE, 0, 4, 0},
   [S_SYMTAB] = {".symtab", SHT_SYMTAB, 0, 8, sizeof(Elf64_Sym)},
   [S_STRTAB] = {".strtab", SHT_STRTAB, 0, 1, 0},
   [S_SHSTRTAB] = {".shstrtab", SHT_STRTAB, 0, 1, 0},
};

static void put(struct util_buf *b, uint64_t v, unsigned bytes)
{
   for (; bytes; bytes--, v >>= 8)
      util_buf_byte(b, (uint8_t)v);
}

static void put_string(struct util_buf *b, const char *s)
{
   util_buf_add(b, s, strlen(s) + 1);
}

static void align(struct util_buf *b, size_t n)
{
   while (b->len % n)
      util_buf_byte(b, 0);
}

/* Pairs of register and bits. In memory: with the high bit, and the offset in bytes. */
static void constants(struct util_buf *b, const struct target_output *out)
{
   for (uint32_t i = 0; i < out->num_bindings; i++)
      if (out->bindings[i].kind == TARGET_CONSTANT) {
         const struct target_location *at = &out->bindings[i].location;
         put(b, at->number | (strcmp(at->bank, "mem") ? 0 : UINT32_C(1) << 31), 4);
         put(b, out->bindings[i].value, 4);
      }
}

static void reflection(struct util_buf *b, const struct target_output *out)
{
   static const char *const kinds[] = {"input", "output", "param", "constant", "texture", "buffer", "scratch"};

   for (uint32_t i = 0; i < out->num_bindings; i++) {
      const struct target_binding *f = &out->bindings[i];
      if (f->kind == TARGET_CONSTANT)
         continue;
      util_buf_printf(b, "%s %s.%c %s", kinds[f->kind], f->name, "xyzw"[f->component & 3],
                      reflect_location(b->ctx, &f->location));
      if (f->kind == TARGET_SCRATCH)
         util_buf_printf(b, " %u", f->value);
      util_buf_byte(b, 0);
   }
}

static void statistics(struct util_buf *b, const struct target_output *out)
{
   for (uint32_t i = 0; i < out->num_stats; i++) {
      util_buf_printf(b, "%s: %llu", out->stats[i].name, (unsigned long long)out->stats[i].value);
      util_buf_byte(b, 0);
   }
}

static void note(struct util_buf *b, const struct elf_program *p)
{
   const char *text = util_printf(b->ctx, NVP4C_VERSION " %s %s%s%s", p->target, p->cpu, p->stage ? " " : "", p->stage ? p->stage : "");

   put(b, sizeof "nvp4c", 4);
   put(b, strlen(text) + 1, 4);
   put(b, 1, 4);
   put_string(b, "nvp4c");
   align(b, 4);
   put_string(b, text);
   align(b, 4);
}

static void symbols(struct util_buf *b, const struct target_output *out)
{
   put(b, 0, 8), put(b, 0, 8), put(b, 0, 8);
   put(b, 1, 4); /* its name in .strtab */
   put(b, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 1);
   put(b, STV_DEFAULT, 1);
   put(b, S_TEXT, 2);
   put(b, 0, 8);
   put(b, out->code_len, 8);
}

static void contents(const struct elf_program *p, unsigned s, struct util_buf *b)
{
   switch (s) {
   case S_TEXT: util_buf_add(b, p->out->code, p->out->code_len); break;
   case S_CONST: constants(b, p->out); break;
   case S_REFLECT: reflection(b, p->out); break;
   case S_STATS: statistics(b, p->out); break;
   case S_LINE: lines_write(b, p->out, p->source); break;
   case S_NOTE: note(b, p); break;
   case S_SYMTAB: symbols(b, p->out); break;
   case S_STRTAB:
      util_buf_byte(b, 0);
      put_string(b, "main");
      break;
   case S_SHSTRTAB:
      for (unsigned i = 0; i < NUM_SECTIONS; i++)
         put_string(b, section[i].name);
      break;
   default: break;
   }
}

void elf_write(struct util_ctx *ctx, const struct elf_program *p, struct util_buf *out)
{
   size_t offset[NUM_SECTIONS] = {0}, size[NUM_SECTIONS] = {0}, table, name = 0;
   struct util_buf body;

   util_buf_init(&body, ctx);
   for (size_t i = 0; i < sizeof(Elf64_Ehdr); i++) /* offsets in the body are those in the file */
      util_buf_byte(&body, 0);
   for (unsigned s = S_TEXT; s < NUM_SECTIONS; s++) {
      align(&body, section[s].align);
      offset[s] = body.len;
      contents(p, s, &body);
      size[s] = body.len - offset[s];
   }
   align(&body, 8);
   table = body.len;

   util_buf_init(out, ctx);
   util_buf_add(out, ELFMAG, SELFMAG);
   put(out, ELFCLASS64, 1), put(out, ELFDATA2LSB, 1), put(out, EV_CURRENT, 1);
   put(out, 0, EI_NIDENT - out->len);
   put(out, ET_REL, 2), put(out, EM_NONE, 2), put(out, EV_CURRENT, 4);
   put(out, 0, 8), put(out, 0, 8), put(out, table, 8);
   put(out, 0, 4), put(out, sizeof(Elf64_Ehdr), 2);
   put(out, 0, 2), put(out, 0, 2);
   put(out, sizeof(Elf64_Shdr), 2), put(out, NUM_SECTIONS, 2), put(out, S_SHSTRTAB, 2);
   util_buf_add(out, body.data + out->len, body.len - out->len);
   for (unsigned s = 0; s < NUM_SECTIONS; s++) {
      put(out, name, 4), put(out, section[s].type, 4), put(out, section[s].flags, 8), put(out, 0, 8);
      put(out, offset[s], 8), put(out, size[s], 8);
      put(out, s == S_SYMTAB ? S_STRTAB : 0, 4);
      put(out, s == S_SYMTAB ? 1 : 0, 4); /* the first symbol that is not local */
      put(out, section[s].align, 8), put(out, section[s].entry, 8);
      name += strlen(section[s].name) + 1;
   }
}

/* ---- reading */

static uint64_t get(const uint8_t *p, unsigned bytes)
{
   uint64_t v = 0;

   while (bytes--)
      v = v << 8 | p[bytes];
   return v;
}
#define GET(p, type, field) get((p) + offsetof(type, field), sizeof((type){0}.field))

bool elf_is(const uint8_t *file, size_t len) { return len >= SELFMAG && !memcmp(file, ELFMAG, SELFMAG); }

/* A section, from its header. False if it is outside of the file. */
static bool contents_of(const uint8_t *file, size_t len, const uint8_t *header, const uint8_t **data, size_t *size)
{
   const uint64_t at = GET(header, Elf64_Shdr, sh_offset), n = GET(header, Elf64_Shdr, sh_size);

   if (at > len || n > len - at)
      return false;
   *data = file + at;
   *size = n;
   return true;
}

/* The headers of the sections: the first, and how many; false if they are outside of the file. */
static bool headers_of(const uint8_t *file, size_t len, const uint8_t **first, uint64_t *num, uint64_t *each)
{
   if (len < sizeof(Elf64_Ehdr) || !elf_is(file, len) || file[EI_CLASS] != ELFCLASS64 || file[EI_DATA] != ELFDATA2LSB)
      return false;
   const uint64_t table = GET(file, Elf64_Ehdr, e_shoff);
   *num = GET(file, Elf64_Ehdr, e_shnum);
   *each = GET(file, Elf64_Ehdr, e_shentsize);
   if (*each < sizeof(Elf64_Shdr) || table > len || *num > (len - table) / *each)
      return false;
   *first = file + table;
   return true;
}

bool elf_section(const uint8_t *file, size_t len, const char *name, const uint8_t **data, size_t *size)
{
   const uint8_t *first, *names;
   uint64_t num, each;
   size_t names_len;

   if (!headers_of(file, len, &first, &num, &each))
      return false;
   const uint64_t index = GET(file, Elf64_Ehdr, e_shstrndx);
   if (index >= num || !contents_of(file, len, first + index * each, &names, &names_len))
      return false;
   for (uint64_t s = 0; s < num; s++) {
      const uint64_t at = GET(first + s * each, Elf64_Shdr, sh_name), n = strlen(name) + 1;
      if (at < names_len && n <= names_len - at && !memcmp(names + at, name, n))
         return contents_of(file, len, first + s * each, data, size);
   }
   return false;
}

bool elf_text(const uint8_t *file, size_t len, const uint8_t **code, size_t *code_len)
{
   const uint8_t *first;
   uint64_t num, each;

   if (!headers_of(file, len, &first, &num, &each))
      return false;
   for (uint64_t s = 0; s < num; s++) {
      const uint8_t *h = first + s * each;
      if (GET(h, Elf64_Shdr, sh_type) == SHT_PROGBITS && GET(h, Elf64_Shdr, sh_flags) & SHF_EXECINSTR)
         return contents_of(file, len, h, code, code_len);
   }
   return false;
}
