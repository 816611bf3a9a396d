/* SPDX-License-Identifier: MIT */
/*
 * The socket, the command, and a process for each client, so that a failure of one client leaves the others alone, and each has
 * memory of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gl-driver/main/main.h"
#include "gl-driver/protocol/server.h"

#define MAX_ADDRESS_SPACE ((rlim_t)12 << 30) /* of a client's process */

/* Signal handlers write the number of the signal here, as a byte. */
static int signal_pipe[2];

static void on_signal(int number)
{
   char c = (char)number;
   int error = errno;

   if (write(signal_pipe[1], &c, 1) < 0) {
      /* the pipe is full, so the loop is about to wake up anyway */
   }
   errno = error;
}

/* Opens and locks the folder of the path. If two processes find a dead socket, one of them replaces it, and the other then
   finds it live. */
static int lock_folder(const char *path)
{
   char folder[sizeof((struct sockaddr_un *)0)->sun_path];
   char *slash = strrchr(strcpy(folder, path), '/');

   if (slash)
      slash[slash == folder] = '\0';
   int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
   if (fd >= 0)
      flock(fd, LOCK_EX);
   return fd;
}

/* Removes a socket without a listener. False, with errno, if it has one or is not a socket. */
static bool remove_dead(const struct sockaddr_un *address)
{
   struct stat file;

   if (lstat(address->sun_path, &file) < 0)
      return errno == ENOENT;
   if (!S_ISSOCK(file.st_mode)) {
      errno = ENOTSOCK;
      return false;
   }
   int probe = socket(AF_UNIX, SOCK_STREAM, 0);
   bool dead = probe >= 0 && fcntl(probe, F_SETFL, O_NONBLOCK) == 0 &&
               connect(probe, (const struct sockaddr *)address, sizeof *address) < 0 && errno == ECONNREFUSED;
   if (probe >= 0)
      close(probe);
   errno = EADDRINUSE;
   return dead && unlink(address->sun_path) == 0;
}

bool listen_at(const char *path, struct listener *l)
{
   struct sockaddr_un address = {.sun_family = AF_UNIX};

   *l = (struct listener){.fd = -1, .path = path};
   if (strlen(path) >= sizeof address.sun_path) {
      fprintf(stderr, "nvp4c-gl: %s: the name of a socket may have at most %zu bytes\n", path, sizeof address.sun_path - 1);
      return false;
   }
   strcpy(address.sun_path, path);
   int folder = lock_folder(path);
   l->fd = socket(AF_UNIX, SOCK_STREAM, 0);
   /* A client that gives up before it is accepted must not delay those after it. */
   bool ok = l->fd >= 0 && fcntl(l->fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(l->fd, F_SETFL, O_NONBLOCK) == 0 &&
             remove_dead(&address) && bind(l->fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
             listen(l->fd, 64) == 0 && lstat(path, &l->file) == 0;
   if (!ok)
      fprintf(stderr, "nvp4c-gl: %s: %s\n", path, errno == EADDRINUSE ? "the socket is in use" : strerror(errno));
   if (!ok && l->fd >= 0)
      close(l->fd);
   if (folder >= 0)
      close(folder);
   return ok;
}

void listen_end(struct listener *l)
{
   struct stat now;
   int folder = lock_folder(l->path);

   if (lstat(l->path, &now) == 0 && now.st_dev == l->file.st_dev && now.st_ino == l->file.st_ino)
      unlink(l->path);
   if (folder >= 0)
      close(folder);
   close(l->fd);
}

/* Puts FIRST or FIRST:OLD into the environment. */
static void prepend(const char *name, const char *first)
{
   const char *old = getenv(name);
   size_t size = strlen(first) + (old ? strlen(old) : 0) + 2;
   char *both = malloc(size);

   if (!both)
      return;
   snprintf(both, size, old && *old ? "%s:%s" : "%s", first, old);
   setenv(name, both, 1);
   free(both);
}

static void set_environment(const char *path)
{
   char library[4096] = "";
   ssize_t n = readlink("/proc/self/exe", library, sizeof library - 32);
   char *slash = n > 0 ? strrchr(library, '/') : NULL;

   setenv("GALLIUM_DRIVER", "virpipe", 1);
   setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
   setenv("VTEST_SOCKET_NAME", path, 1);
   setenv("NVP4C_GL_SOCKET", path, 1);
   if (slash) {
      strcpy(slash + 1, "libnvp4c-gl-connect.so");
      prepend("LD_PRELOAD", library);
   }
}

static bool install(int number, void (*handler)(int))
{
   struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};

   sigemptyset(&action.sa_mask);
   return sigaction(number, &action, NULL) == 0;
}

bool watch_signals(void)
{
   if (pipe(signal_pipe) < 0)
      return false;
   for (int i = 0; i < 2; i++)
      if (fcntl(signal_pipe[i], F_SETFD, FD_CLOEXEC) < 0 || fcntl(signal_pipe[i], F_SETFL, O_NONBLOCK) < 0)
         return false;
   return install(SIGCHLD, on_signal) && install(SIGTERM, on_signal) && install(SIGINT, on_signal) &&
          install(SIGHUP, on_signal);
}

long run_command(char **command, const char *path)
{
   pid_t child = fork();

   if (child == 0) {
      set_environment(path);
      execvp(command[0], command);
      fprintf(stderr, "nvp4c-gl: %s: %s\n", command[0], strerror(errno));
      _exit(127);
   }
   if (child < 0)
      perror("nvp4c-gl: fork");
   return child;
}

/*
 * Limits the address space of the process, for code and waves, which the account of a client (protocol.h) does not count.
 * Sanitizers need more than that themselves.
 */
static void bound_memory(void)
{
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
   const struct rlimit limit = {MAX_ADDRESS_SPACE, MAX_ADDRESS_SPACE};
   setrlimit(RLIMIT_AS, &limit);
#endif
}

static void serve_client(int listener, int fd, const struct driver *driver)
{
   pid_t child = fork();

   if (child == 0) {
      bound_memory();
      install(SIGTERM, SIG_DFL);
      install(SIGHUP, SIG_IGN);
      install(SIGINT, SIG_IGN); /* from a terminal: the clients end first, and then these processes */
      install(SIGCHLD, SIG_DFL);
      close(listener);
      serve_connection(fd, driver);
      exit(0);
   }
   if (child < 0)
      perror("nvp4c-gl: fork");
   close(fd);
}

/* Clients of a command that has ended are gone too, and their processes only write the rest of their output. A process that
   takes longer is abandoned. */
static void wait_for_clients(void)
{
   for (unsigned i = 0; i < 200; i++) {
      pid_t child = waitpid(-1, NULL, WNOHANG);
      if (child < 0 && errno == ECHILD)
         return;
      if (child == 0)
         poll(NULL, 0, 10);
   }
}

/* Reaps processes. Returns the status of the command, or -1 if it still runs. */
static int reap(long command)
{
   int status, result = -1;

   for (pid_t child; (child = waitpid(-1, &status, WNOHANG)) > 0;)
      if (child == command)
         result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
   return result;
}

int accept_clients(const struct listener *l, const struct driver *driver, long command)
{
   const int fd = l->fd;
   int result = -1;

   while (result < 0) {
      struct pollfd p[2] = {{.fd = fd, .events = POLLIN}, {.fd = signal_pipe[0], .events = POLLIN}};
      char c;
      if (poll(p, 2, -1) < 0 && errno != EINTR)
         return EXIT_SOCKET;
      while (read(signal_pipe[0], &c, 1) == 1)
         if (c != SIGCHLD) {
            if (!command)
               return 0;
            kill((pid_t)command, c);
         }
      int one = reap(command);
      if (command && one >= 0)
         result = one;
      if (p[0].revents & POLLIN) {
         int client = accept(fd, NULL, NULL);
         if (client >= 0)
            serve_client(fd, client, driver);
      }
   }
   wait_for_clients();
   return result;
}
