/* SPDX-License-Identifier: MIT */
/* Threads that work on the parts of a draw. They are of the whole process; one draw has them at a time, others do without. */
#ifndef GL_DRIVER_POOL_H
#define GL_DRIVER_POOL_H

/* Calls fn(user, part, thread) for each part < parts, from up to `threads` threads (0: one for each processor), of which
   each has a number < MAX_THREADS of its own. Parts begin in ascending order. Returns when all are done. */
void pool_run(unsigned threads, unsigned parts, void (*fn)(void *user, unsigned part, unsigned thread), void *user);

#endif
