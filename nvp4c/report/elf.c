/* SPDX-License-Identifier: MIT */
/* See elf.h. Numbers are written byte by byte, so that a file is the same on every host. */
#include <elf.h>
#include <string.h>

#include "nvp4c/report/elf.h"
#include "nvp4c/report/lines.h"
#include "nvp4c/report/sha256.h"

enum {
   S_NULL,
   S_TEXT,
   S_CONST,
   S_REFLECT,
   S_TEXTURE,
   S_FACTS,
   S_STATS,
   S_NAMES,
   S_LINE,
   S_NOTE,
   S_SYMTAB,
   S_STRTAB,
   S_SHSTRTAB,
   S_PREAMBLE,
   S_PRESHADER,
   NUM_SECTIONS
};

static const struct {
   const char *name;
   uint32_t type, flags, align, entry;
} section[NUM_SECTIONS] = {
   [S_NULL] = {"", SHT_NULL, 0, 0, 0},
   [S_TEXT] = {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 16, 0},
   [S_CONST] = {".nvp4c.const", SHT_PROGBITS, SHF_ALLOC, 4, 8},
   [S_REFLECT] = {".nvp4c.reflect", SHT_PROGBITS, 0, 4, 0},
   [S_TEXTURE] = {".nvp4c.texture", SHT_PROGBITS, 0, 4, 0},
   [S_FACTS] = {".nvp4c.facts", SHT_PROGBITS, 0, 4, 0},
   [S_STATS] = {".nvp4c.stats", SHT_PROGBITS, 0, 4, 0},
   [S_NAMES] = {".nvp4c.names", SHT_PROGBITS, SHF_STRINGS, 1, 1},
   [S_LINE] = {".debug_line", SHT_PROGBITS, 0, 1, 0},
   [S_NOTE] = {".note.nvp4c", SHT_NOTE, 0, 4, 0},
   [S_SYMTAB] = {".symtab", SHT_SYMTAB, 0, 8, sizeof(Elf64_Sym)},
   [S_STRTAB] = {".strtab", SHT_STRTAB, 0, 1, 0},
   [S_SHSTRTAB] = {".shstrtab", SHT_STRTAB, 0, 1, 0},
   [S_PREAMBLE] = {ELF_PREAMBLE, SHT_PROGBITS, SHF_ALLOC, 16, 0}, /* not SHF_EXECINSTR, which only .text has */
   [S_PRESHADER] = {ELF_PRESHADER, SHT_PROGBITS, 0, 4, 0},
};

/* One of the two optional sections comes last; no machine has both. */
static unsigned num_sections(const struct elf_program *p)
{
   return p->preamble || p->preshader ? S_PREAMBLE + 1 : S_PREAMBLE;
}

/* Kind of section s of the program. */
static unsigned kind_of(const struct elf_program *p, unsigned s)
{
   return s == S_PREAMBLE && p->preshader ? S_PRESHADER : s;
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

/* Writes pairs of a register number and bits. For a constant in memory, the number is its byte offset with the high bit set. */
static void write_constants(struct util_buf *b, const struct report *r)
{
   for (unsigned i = 0; i < r->num_entries; i++)
      if (r->entries[i].binding == NVP4C_BIND_LITERAL) {
         const struct nvp4c_location *at = &r->entries[i].location;
         util_buf_le(b, at->number | (at->reg == NVP4C_REG_MEMORY ? UINT32_C(1) << 31 : 0), 4);
         util_buf_le(b, r->entries[i].value, 4);
      }
}

/* ---- notes */

/* Offsets in the second note: the version as text, numbers, the hash. */
enum {
   N_VERSION, N_FORMAT = 16, N_TARGET = 20, N_CPU = 24, N_FEATURES = 28, N_STAGE = 32, N_FLAGS = 36, N_READS = 40,
   N_WRITES = N_READS + NVP4C_NUM_VARYINGS, N_HASH = N_WRITES + NVP4C_NUM_VARYINGS, N_BYTES = N_HASH + 32
};
enum { N_MAPPED = 1, N_COMPILED = 2 };
_Static_assert(sizeof NVP4C_VERSION <= N_FORMAT && N_BYTES % 4 == 0, "the version fits, and the note needs no padding");

static void write_note_head(struct util_buf *b, uint32_t type, size_t bytes)
{
   util_buf_le(b, sizeof "nvp4c", 4);
   util_buf_le(b, bytes, 4);
   util_buf_le(b, type, 4);
   put_string(b, "nvp4c");
   align(b, 4);
}

static void write_notes(struct util_buf *b, const struct elf_program *p)
{
   const char *text = util_printf(b->ctx, NVP4C_VERSION " %s %s%s%s", p->target, p->cpu, p->stage_name ? " " : "",
                                  p->stage_name ? p->stage_name : "");

   write_note_head(b, 1, strlen(text) + 1);
   put_string(b, text);
   align(b, 4);
   write_note_head(b, 2, N_BYTES);
   util_buf_add(b, NVP4C_VERSION, sizeof NVP4C_VERSION);
   util_buf_le(b, 0, N_FORMAT - sizeof NVP4C_VERSION);
   util_buf_le(b, RECORD_FORMAT, 4);
   util_buf_le(b, p->target_number, 4);
   util_buf_le(b, p->cpu_number, 4);
   util_buf_le(b, p->features, 4);
   util_buf_le(b, (uint32_t)p->stage, 4);
   util_buf_le(b, (p->mapped ? N_MAPPED : 0u) | (p->compiled ? N_COMPILED : 0u), 4);
   util_buf_add(b, p->reads, sizeof p->reads);
   util_buf_add(b, p->writes, sizeof p->writes);
   for (unsigned i = 0; i < 4; i++)
      util_buf_le(b, 0, 8); /* set by elf_write() */
}

static void write_symbols(struct util_buf *b, const struct elf_program *p)
{
   util_buf_le(b, 0, 8), util_buf_le(b, 0, 8), util_buf_le(b, 0, 8);
   util_buf_le(b, 1, 4); /* name in .strtab */
   util_buf_le(b, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 1);
   util_buf_le(b, STV_DEFAULT, 1);
   util_buf_le(b, S_TEXT, 2);
   util_buf_le(b, 0, 8);
   util_buf_le(b, p->code_len, 8);
}

static void write_section(const struct elf_program *p, unsigned s, struct util_buf *b, struct util_buf *names)
{
   switch (s) {
   case S_TEXT: util_buf_add(b, p->code, p->code_len); break;
   case S_PREAMBLE: util_buf_add(b, p->preamble, p->preamble_len); break;
   case S_PRESHADER: util_buf_add(b, p->preshader, p->preshader_len); break;
   case S_CONST: write_constants(b, &p->report); break;
   case S_REFLECT: record_write(b, names, &p->report, RECORD_ENTRIES); break;
   case S_TEXTURE: record_write(b, names, &p->report, RECORD_TEXTURES); break;
   case S_FACTS: record_write(b, names, &p->report, RECORD_FACTS); break;
   case S_STATS: record_write(b, names, &p->report, RECORD_STATS); break;
   case S_NAMES: util_buf_add(b, names->data, names->len); break;
   case S_LINE:
      if (p->lines)
         lines_write(b, p->lines, p->source);
      break;
   case S_NOTE: write_notes(b, p); break;
   case S_SYMTAB: write_symbols(b, p); break;
   case S_STRTAB:
      util_buf_byte(b, 0);
      put_string(b, "main");
      break;
   case S_SHSTRTAB:
      for (unsigned i = 0; i < num_sections(p); i++)
         put_string(b, section[kind_of(p, i)].name);
      break;
   default: break;
   }
}

/* Computes the hash of a file with zeros at `hash`. */
static void hash_file(const uint8_t *file, size_t len, size_t hash, uint8_t out[32])
{
   static const uint8_t zeros[32];
   struct sha256 h;

   sha256_init(&h);
   sha256_add(&h, file, hash);
   sha256_add(&h, zeros, sizeof zeros);
   sha256_add(&h, file + hash + 32, len - hash - 32);
   sha256_end(&h, out);
}

void elf_write(struct util_ctx *ctx, const struct elf_program *p, struct util_buf *out)
{
   size_t offset[NUM_SECTIONS] = {0}, size[NUM_SECTIONS] = {0}, table, name = 0;
   struct util_buf body, names;

   util_buf_init(&names, ctx);
   util_buf_byte(&names, 0);
   util_buf_init(&body, ctx);
   for (size_t i = 0; i < sizeof(Elf64_Ehdr); i++) /* the header comes first, so that offsets in the body are offsets in the
                                                      file */
      util_buf_byte(&body, 0);
   for (unsigned s = S_TEXT; s < num_sections(p); s++) {
      align(&body, section[kind_of(p, s)].align);
      offset[s] = body.len;
      write_section(p, kind_of(p, s), &body, &names);
      size[s] = body.len - offset[s];
   }
   align(&body, 8);
   table = body.len;

   util_buf_init(out, ctx);
   util_buf_add(out, ELFMAG, SELFMAG);
   util_buf_le(out, ELFCLASS64, 1), util_buf_le(out, ELFDATA2LSB, 1), util_buf_le(out, EV_CURRENT, 1);
   util_buf_le(out, 0, EI_NIDENT - out->len);
   util_buf_le(out, ET_REL, 2), util_buf_le(out, EM_NONE, 2), util_buf_le(out, EV_CURRENT, 4);
   util_buf_le(out, 0, 8), util_buf_le(out, 0, 8), util_buf_le(out, table, 8);
   util_buf_le(out, 0, 4), util_buf_le(out, sizeof(Elf64_Ehdr), 2);
   util_buf_le(out, 0, 2), util_buf_le(out, 0, 2);
   util_buf_le(out, sizeof(Elf64_Shdr), 2), util_buf_le(out, num_sections(p), 2), util_buf_le(out, S_SHSTRTAB, 2);
   util_buf_add(out, body.data + out->len, body.len - out->len);
   for (unsigned s = 0; s < num_sections(p); s++) {
      const unsigned k = kind_of(p, s);
      util_buf_le(out, name, 4), util_buf_le(out, section[k].type, 4), util_buf_le(out, section[k].flags, 8),
          util_buf_le(out, 0, 8);
      util_buf_le(out, offset[s], 8), util_buf_le(out, size[s], 8);
      util_buf_le(out, s == S_SYMTAB ? S_STRTAB : 0, 4);
      util_buf_le(out, s == S_SYMTAB ? 1 : 0, 4); /* index of the first global symbol */
      util_buf_le(out, section[k].align, 8), util_buf_le(out, section[k].entry, 8);
      name += strlen(section[k].name) + 1;
   }
   const size_t hash = offset[S_NOTE] + size[S_NOTE] - N_BYTES + N_HASH;
   uint8_t digest[32];
   hash_file((const uint8_t *)out->data, out->len, hash, digest);
   memcpy(out->data + hash, digest, sizeof digest);
}

/* ---- reading */

#define GET(p, type, field) util_le((p) + offsetof(type, field), sizeof((type){0}.field))

bool elf_is(const uint8_t *file, size_t len) { return len >= SELFMAG && !memcmp(file, ELFMAG, SELFMAG); }

/* Section table. */
struct sections {
   const uint8_t *file, *table, *names;
   size_t len, num, each, names_len;
};

/* Reads the header of section k. Returns false if the section exceeds the file. */
static bool read_section(const struct sections *t, size_t k, struct record_bytes *out)
{
   const uint8_t *h = t->table + k * t->each;
   const uint64_t at = GET(h, Elf64_Shdr, sh_offset), size = GET(h, Elf64_Shdr, sh_size);

   if (at > t->len || size > t->len - at)
      return false;
   *out = (struct record_bytes){t->file + at, size};
   return true;
}

static bool open_sections(const uint8_t *file, size_t len, struct sections *t)
{
   if (len < sizeof(Elf64_Ehdr) || !elf_is(file, len) || file[EI_CLASS] != ELFCLASS64 || file[EI_DATA] != ELFDATA2LSB)
      return false;
   const uint64_t table = GET(file, Elf64_Ehdr, e_shoff), num = GET(file, Elf64_Ehdr, e_shnum),
                  each = GET(file, Elf64_Ehdr, e_shentsize), strings = GET(file, Elf64_Ehdr, e_shstrndx);
   if (each < sizeof(Elf64_Shdr) || table > len || num > (len - table) / each)
      return false;
   *t = (struct sections){.file = file, .table = file + table, .len = len, .num = num, .each = each};
   struct record_bytes names;
   if (strings < num && read_section(t, strings, &names)) {
      t->names = names.data;
      t->names_len = names.len;
   }
   return true;
}

bool elf_text(const uint8_t *file, size_t len, const uint8_t **code, size_t *code_len)
{
   struct sections t;
   struct record_bytes text;

   if (!open_sections(file, len, &t))
      return false;
   for (size_t s = 0; s < t.num; s++) {
      const uint8_t *h = t.table + s * t.each;
      if (GET(h, Elf64_Shdr, sh_type) != SHT_PROGBITS || !(GET(h, Elf64_Shdr, sh_flags) & SHF_EXECINSTR))
         continue;
      if (!read_section(&t, s, &text))
         return false;
      *code = text.data;
      *code_len = text.len;
      return true;
   }
   return false;
}

/* Finds a section by name. Returns false if there is none. */
static bool find_section(const struct sections *t, const char *name, struct record_bytes *out)
{
   const size_t n = strlen(name) + 1;

   for (size_t s = 0; s < t->num; s++) {
      const uint64_t at = GET(t->table + s * t->each, Elf64_Shdr, sh_name);
      if (at < t->names_len && n <= t->names_len - at && !memcmp(t->names + at, name, n))
         return read_section(t, s, out);
   }
   return false;
}

bool elf_section(const uint8_t *file, size_t len, const char *name, const uint8_t **data, size_t *size)
{
   struct record_bytes found;
   struct sections t;

   if (!open_sections(file, len, &t) || !find_section(&t, name, &found))
      return false;
   *data = found.data;
   *size = found.len;
   return true;
}

/* Sets *note to the contents of the second note, and returns what it says about the file. */
static enum elf_verdict find_note(const struct sections *t, const uint8_t **note)
{
   static const char version[N_FORMAT] = NVP4C_VERSION;
   struct record_bytes n;

   if (!find_section(t, section[S_NOTE].name, &n) || n.len < N_BYTES)
      return ELF_BAD;
   *note = n.data + n.len - N_BYTES;
   return memcmp(*note, version, sizeof version) || util_le(*note + N_FORMAT, 4) != RECORD_FORMAT ? ELF_OTHER_VERSION
                                                                                                  : ELF_GOOD;
}

/* Does the same, and checks the hash of the file. */
static enum elf_verdict check_note(const struct sections *t, const uint8_t **note)
{
   const enum elf_verdict verdict = find_note(t, note);
   uint8_t digest[32];

   if (verdict != ELF_GOOD)
      return verdict;
   hash_file(t->file, t->len, (size_t)(*note - t->file) + N_HASH, digest);
   return memcmp(digest, *note + N_HASH, sizeof digest) ? ELF_CHANGED : ELF_GOOD;
}

bool elf_machine(const uint8_t *file, size_t len, struct elf_machine *m)
{
   struct sections t;
   const uint8_t *note;

   if (!open_sections(file, len, &t) || find_note(&t, &note) != ELF_GOOD)
      return false;
   *m = (struct elf_machine){(uint32_t)util_le(note + N_TARGET, 4), (uint32_t)util_le(note + N_CPU, 4),
                             (uint32_t)util_le(note + N_FEATURES, 4)};
   return true;
}

enum elf_verdict elf_read(struct util_ctx *ctx, const uint8_t *file, size_t len, struct elf_program *p)
{
   static const uint8_t of[RECORD_NUM_SECTIONS] = {
      [RECORD_ENTRIES] = S_REFLECT, [RECORD_TEXTURES] = S_TEXTURE, [RECORD_FACTS] = S_FACTS, [RECORD_STATS] = S_STATS};
   struct record_bytes names, records;
   const uint8_t *note;
   struct sections t;

   *p = (struct elf_program){0};
   if (!open_sections(file, len, &t))
      return ELF_BAD;
   const enum elf_verdict verdict = check_note(&t, &note);
   if (verdict != ELF_GOOD)
      return verdict;
   if (find_section(&t, ELF_PREAMBLE, &records)) {
      p->preamble = records.data;
      p->preamble_len = records.len;
   }
   if (find_section(&t, ELF_PRESHADER, &records)) {
      p->preshader = records.data;
      p->preshader_len = records.len;
   }
   if (!elf_text(file, len, &p->code, &p->code_len) || !find_section(&t, section[S_NAMES].name, &names) || !names.len)
      return ELF_BAD;
   for (unsigned s = 0; s < RECORD_NUM_SECTIONS; s++)
      if (!find_section(&t, section[of[s]].name, &records) ||
          !record_read(ctx, records, names, &p->report, (enum record_section)s))
         return ELF_BAD;
   p->target_number = (uint32_t)util_le(note + N_TARGET, 4);
   p->cpu_number = (uint32_t)util_le(note + N_CPU, 4);
   p->features = (uint32_t)util_le(note + N_FEATURES, 4);
   if (util_le(note + N_STAGE, 4) > NVP4C_STAGE_COMPUTE)
      return ELF_BAD;
   p->stage = (enum nvp4c_stage)util_le(note + N_STAGE, 4);
   p->mapped = note[N_FLAGS] & N_MAPPED;
   p->compiled = note[N_FLAGS] & N_COMPILED;
   memcpy(p->reads, note + N_READS, sizeof p->reads);
   memcpy(p->writes, note + N_WRITES, sizeof p->writes);
   return ELF_GOOD;
}
