/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4, 5.1.1, 5.3.3, 6.2), for cache keys. */
#ifndef NVP4C_SHA256_H
#define NVP4C_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
   uint32_t state[8];
   uint64_t length; /* bytes so far */
   uint8_t block[64];
};
void sha256_init(struct sha256 *h);
void sha256_add(struct sha256 *h, const void *data, size_t n);
void sha256_end(struct sha256 *h, uint8_t out[32]);

#endif
