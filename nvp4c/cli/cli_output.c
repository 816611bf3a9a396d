/* SPDX-License-Identifier: MIT */
/*
 * Output files. Every output of the tool goes through write_output():
 *
 *  - A regular file is written as a whole or not at all: the bytes go to a temporary file in its folder, which is then
 *    renamed. The new file has the permissions (and the owner, if allowed) of the one that it replaces. A symbolic link is
 *    kept, and its target is replaced. The temporary file is removed after an error, and when a signal ends the program.
 *  - Devices, FIFOs and files opened by the shell (/dev/stdout, /dev/fd/N) are written in place and never removed.
 *
 * check_outputs() examines all inputs and outputs before anything is written: no output, standard output and standard error
 * included, may be an input, and no two outputs may be the same file. Errors end the program.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "nvp4c/cli/cli.h"

static bool is_stdout(const char *name) { return !name || !strcmp(name, "-"); }

_Noreturn static void fail(const char *name)
{
   file_error(is_stdout(name) ? "standard output" : name);
}

/* ---- standard streams */

/* Replaces closed standard streams by descriptors on which writing fails; otherwise the next opened file would become that
   stream. */
void open_streams(void)
{
   for (int fd = 0; fd < 3; fd++)
      if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
         exit(NVP4C_IO);
   /* Exceeding `ulimit -f` is an error of write(), not a signal. */
   signal(SIGXFSZ, SIG_IGN);
}

/* Flushes standard output and reports errors. */
int close_streams(int status)
{
   const bool out = !fflush(stdout) && !ferror(stdout);

   errno = out ? 0 : errno;
   if (!out || fclose(stdout)) {
      console_error("file", "standard output", "%s", errno ? strerror(errno) : "not all of it was written");
      status = status ? status : NVP4C_IO;
   }
   console_finish(status);
   if (fflush(stderr) || ferror(stderr) || fclose(stderr))
      status = status ? status : NVP4C_IO;
   return status;
}

/* ---- names */

/* Returns `name` in the folder of `path`. The caller frees it. */
static char *path_beside(const char *path, const char *name)
{
   const char *slash = strrchr(path, '/');
   const size_t dir = slash ? (size_t)(slash - path) + 1 : 0;
   char *s = xrealloc(NULL, dir + strlen(name) + 1);

   memcpy(s, path, dir);
   strcpy(s + dir, name);
   return s;
}

/* Follows symbolic links to a name, which need not exist. Returns NULL if they are circular. */
static char *follow(const char *name)
{
   char *path = path_beside("", name), target[PATH_MAX];

   for (unsigned n = 0; n < 40; n++) {
      const ssize_t len = readlink(path, target, sizeof target - 1);
      if (len < 0)
         return path;
      target[len] = 0;
      char *next = path_beside(target[0] == '/' ? "" : path, target);
      free(path);
      path = next;
   }
   free(path);
   errno = ELOOP;
   return NULL;
}

static bool same_file(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

/* Identity of a file. Special files are never identical. */
struct identity {
   enum { NO_FILE, REGULAR, TO_COME } kind;
   struct stat st; /* of the file, or of its folder if it does not exist yet (TO_COME) */
   char *base;     /* TO_COME: its name in the folder */
};

static struct identity identify(const char *name, int stream)
{
   struct identity id = {.kind = NO_FILE};

   if (is_stdout(name) ? !fstat(stream, &id.st) : !stat(name, &id.st)) {
      id.kind = S_ISREG(id.st.st_mode) ? REGULAR : NO_FILE;
      return id;
   }
   char *path = is_stdout(name) ? NULL : follow(name), *dir = path ? path_beside(path, ".") : NULL;
   if (dir && !stat(dir, &id.st)) {
      id.kind = TO_COME;
      id.base = path_beside("", strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
   }
   free(dir);
   free(path);
   return id;
}

static bool identical(const struct identity *a, const struct identity *b)
{
   return a->kind != NO_FILE && a->kind == b->kind && same_file(&a->st, &b->st) && (!a->base || !strcmp(a->base, b->base));
}

void add_name(struct names *n, const char *name)
{
   n->name = xrealloc(n->name, (n->num + 1) * sizeof *n->name);
   n->name[n->num++] = name;
}

/* Is the file of descriptor fd one of the inputs? */
static bool is_input(int fd, const struct identity *in, unsigned num)
{
   struct identity id = {.kind = REGULAR};
   bool is = false;

   if (fstat(fd, &id.st) || !S_ISREG(id.st.st_mode))
      return false;
   for (unsigned i = 0; i < num; i++)
      is |= identical(&in[i], &id);
   return is;
}

/* Neither statistics nor messages may be appended to an input, including the message about this error. */
static void check_streams(const struct identity *in, unsigned num)
{
   const bool out = is_input(1, in, num), err = is_input(2, in, num);

   if (!out && !err)
      return;
   if (!err || !out)
      fprintf(err ? stdout : stderr, "nvp4c: error: standard %s is also an input\n", err ? "error" : "output");
   exit(NVP4C_USAGE);
}

static const char *shown_name(const char *name) { return is_stdout(name) ? "standard output" : name; }

void check_outputs(const struct names *inputs, const struct names *outputs)
{
   struct identity *in = xrealloc(NULL, inputs->num * sizeof *in), *out = xrealloc(NULL, outputs->num * sizeof *out);

   for (unsigned i = 0; i < inputs->num; i++)
      in[i] = identify(inputs->name[i], 0);
   check_streams(in, inputs->num);
   for (unsigned o = 0; o < outputs->num; o++) {
      out[o] = identify(outputs->name[o], 1);
      for (unsigned i = 0; i < inputs->num; i++)
         if (identical(&in[i], &out[o]))
            usage_error("the output '%s' is also an input", shown_name(outputs->name[o]));
      for (unsigned k = 0; k < o; k++)
         if (identical(&out[k], &out[o]) || (is_stdout(outputs->name[k]) && is_stdout(outputs->name[o])))
            usage_error("two outputs go to '%s'", shown_name(outputs->name[o]));
   }
   for (unsigned i = 0; i < inputs->num; i++)
      free(in[i].base);
   for (unsigned o = 0; o < outputs->num; o++)
      free(out[o].base);
   free(in);
   free(out);
}

/* ---- writing */

/* The current temporary file, for signals that end the program. */
static char *volatile temporary;
static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
#define NUM_ENDING (sizeof ending / sizeof ending[0])

static void remove_temporary(int signal_number)
{
   if (temporary)
      unlink(temporary);
   raise(signal_number); /* the default action is restored and ends the program */
}

static void catch_signals(void)
{
   struct sigaction act = {.sa_handler = remove_temporary, .sa_flags = (int)SA_RESETHAND}, old;

   sigemptyset(&act.sa_mask);
   for (size_t i = 0; i < NUM_ENDING; i++)
      if (!sigaction(ending[i], NULL, &old) && old.sa_handler == SIG_DFL)
         sigaction(ending[i], &act, NULL);
}

static sigset_t block_signals(void)
{
   sigset_t set, before;

   sigemptyset(&set);
   for (size_t i = 0; i < NUM_ENDING; i++)
      sigaddset(&set, ending[i]);
   sigprocmask(SIG_BLOCK, &set, &before);
   return before;
}

static bool write_bytes(int fd, const char *data, size_t n)
{
   while (n) {
      const ssize_t done = write(fd, data, n);
      if (done < 0 && errno != EINTR)
         return false;
      data += done > 0 ? done : 0;
      n -= done > 0 ? (size_t)done : 0;
   }
   return true;
}

/* Writes to special files and files opened by the shell. */
static void write_in_place(const char *name, int flags, const char *data, size_t n)
{
   const int fd = open(name, O_WRONLY | O_NOCTTY | flags);

   if (fd < 0)
      fail(name);
   const bool ok = write_bytes(fd, data, n);
   const int error = errno;
   if (close(fd) && ok)
      fail(name);
   errno = error;
   if (!ok)
      fail(name);
}

static void write_stream(FILE *f, const char *name, const char *data, size_t n)
{
   if (fwrite(data, 1, n, f) != n || fflush(f))
      fail(name);
}

/* `old` is the existing file, or NULL. */
static bool set_mode(int fd, const struct stat *old)
{
   if (old) {
      const bool owner = !fchown(fd, old->st_uid, old->st_gid);
      return !fchmod(fd, old->st_mode & (owner ? 07777 : 0777));
   }
   const mode_t mask = umask(0);
   umask(mask);
   return !fchmod(fd, 0666 & ~mask);
}

static void replace_file(const char *name, const struct stat *old, const char *data, size_t n)
{
   char *path = follow(name), *temp = path ? path_beside(path, ".nvp4c-XXXXXX") : NULL;

   if (!path || (old && access(path, W_OK)))
      fail(name);
   catch_signals();
   sigset_t signals = block_signals();
   const int fd = mkstemp(temp);
   temporary = fd < 0 ? NULL : temp;
   sigprocmask(SIG_SETMASK, &signals, NULL);
   if (fd < 0)
      fail(name);
   bool ok = set_mode(fd, old) && write_bytes(fd, data, n);
   int error = errno;
   if ((close(fd) || (ok && rename(temp, path))) && ok) {
      error = errno;
      ok = false;
   }
   signals = block_signals();
   temporary = NULL;
   if (!ok)
      unlink(temp);
   sigprocmask(SIG_SETMASK, &signals, NULL);
   errno = error;
   if (!ok)
      fail(name);
   free(temp);
   free(path);
}

void write_output(const char *name, const char *data, size_t n)
{
   struct stat st, stream;

   if (is_stdout(name)) {
      write_stream(stdout, name, data, n);
   } else if (stat(name, &st)) {
      replace_file(name, NULL, data, n);
   } else if (S_ISREG(st.st_mode) && !fstat(1, &stream) && same_file(&st, &stream)) {
      write_stream(stdout, name, data, n);
   } else if (S_ISREG(st.st_mode) && !fstat(2, &stream) && same_file(&st, &stream)) {
      write_stream(stderr, name, data, n);
   } else if (!strncmp(name, "/dev/fd/", 8) || !strncmp(name, "/proc/", 6)) {
      write_in_place(name, O_APPEND, data, n);
   } else if (S_ISREG(st.st_mode)) {
      replace_file(name, &st, data, n);
   } else {
      write_in_place(name, 0, data, n);
   }
}
