/* SPDX-License-Identifier: MIT */
/* The images of the tests: not square, no power of two, and with alpha. */
export function checker(unit)
{
   const width = 24 + unit, height = 17, rgba = new Uint8Array(4 * width * height);
   for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
         rgba.set([(x * 37 + unit * 90) & 255, (y * 53) & 255, (x ^ y) & 1 ? 240 : 20, 255 - 3 * x], 4 * (y * width + x));
   return {width, height, rgba};
}
