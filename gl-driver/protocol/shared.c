/* SPDX-License-Identifier: MIT */
/* Memory that is shared with a client by a descriptor. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gl-driver/protocol/protocol.h"

static void release(struct resource *r)
{
   if (r->shared)
      munmap(r->shared, r->shared_size);
   r->shared = NULL;
}

/* Sealed, so that the client cannot shrink it while it is mapped here. */
int shared_empty(size_t size)
{
   int fd = memfd_create("nvp4c-gl", MFD_CLOEXEC | MFD_ALLOW_SEALING);

   if (fd >= 0 && (ftruncate(fd, (off_t)size) < 0 || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) < 0)) {
      close(fd);
      return -1;
   }
   return fd;
}

int shared_create(struct resource *r)
{
   int fd = shared_empty(r->shared_size);
   void *memory = fd < 0 ? MAP_FAILED : mmap(NULL, r->shared_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

   if (memory == MAP_FAILED)
      return fd;
   r->shared = memory;
   r->release = release;
   return fd;
}

bool shared_send(int to, int fd)
{
   char byte = 0;
   union {
      struct cmsghdr header;
      char space[CMSG_SPACE(sizeof(int))];
   } control = {.space = {0}};
   struct iovec data = {&byte, 1};
   struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
   struct cmsghdr *h = CMSG_FIRSTHDR(&message);

   h->cmsg_level = SOL_SOCKET;
   h->cmsg_type = SCM_RIGHTS;
   h->cmsg_len = CMSG_LEN(sizeof(int));
   memcpy(CMSG_DATA(h), &fd, sizeof fd);
   return sendmsg(to, &message, MSG_NOSIGNAL) == 1;
}
