/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4, 5.1.1, 5.3.3, 6.2), for keys of caches. */
#ifndef UTIL_SHA256_H
#define UTIL_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct util_sha256 {
   uint32_t state[8];
   uint64_t length; /* bytes so far */
   uint8_t block[64];
};
void util_sha256_init(struct util_sha256 *h);
void util_sha256_add(struct util_sha256 *h, const void *data, size_t n);
void util_sha256_end(struct util_sha256 *h, uint8_t out[32]);

#endif
