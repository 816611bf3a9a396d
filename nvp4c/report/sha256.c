/* SPDX-License-Identifier: MIT */
/* See sha256.h. Section numbers are from FIPS 180-4. */
#include "nvp4c/report/sha256.h"

#include <string.h>

/* First 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2) and of the square roots of the first 8
   primes (5.3.3). */
static const uint32_t round_constant[64] = {
   0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
   0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
   0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
   0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
   0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
   0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
   0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
   0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint32_t start[8] = {
   0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint32_t rotr(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static void compress(uint32_t s[8], const uint8_t block[64])
{
   uint32_t w[64];

   for (unsigned t = 0; t < 16; t++)
      w[t] =
          (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
   for (unsigned t = 16; t < 64; t++) {
      const uint32_t a = w[t - 15], b = w[t - 2];
      w[t] = (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10) + w[t - 7] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) + w[t - 16];
   }
   uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
   for (unsigned t = 0; t < 64; t++) { /* 6.2.2 */
      const uint32_t t1 =
         h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + round_constant[t] + w[t];
      const uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
   }
   const uint32_t v[8] = {a, b, c, d, e, f, g, h};
   for (unsigned i = 0; i < 8; i++)
      s[i] += v[i];
}

void sha256_init(struct sha256 *h)
{
   memcpy(h->state, start, sizeof start);
   h->length = 0;
}

void sha256_add(struct sha256 *h, const void *data, size_t n)
{
   const uint8_t *p = data;

   while (n) {
      const size_t at = h->length % 64, take = n < 64 - at ? n : 64 - at;

      memcpy(h->block + at, p, take);
      h->length += take;
      p += take;
      n -= take;
      if (at + take == 64)
         compress(h->state, h->block);
   }
}

void sha256_end(struct sha256 *h, uint8_t out[32])
{
   static const uint8_t pad[64] = {0x80};
   const uint64_t bits = h->length * 8;
   uint8_t len[8];

   for (unsigned i = 0; i < 8; i++)
      len[i] = (uint8_t)(bits >> (56 - 8 * i));
   sha256_add(h, pad, 1 + (119 - h->length % 64) % 64);
   sha256_add(h, len, 8);
   for (unsigned i = 0; i < 32; i++)
      out[i] = (uint8_t)(h->state[i / 4] >> (24 - 8 * (i % 4)));
}
