/* SPDX-License-Identifier: MIT */
/* Reads and writes PNG files with 8 bits of red, green, blue and alpha. */
import zlib from 'node:zlib';

export function readPng(file)
{
   let data = [], width = 0, height = 0;
   for (let at = 8; at < file.length;) {
      const length = file.readUInt32BE(at), kind = file.toString('latin1', at + 4, at + 8), body = file.subarray(at + 8, at + 8 + length);
      if (kind === 'IHDR') {
         [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
         if (body[8] !== 8 || body[9] !== 6)
            throw new Error('not a PNG file of RGBA with 8 bits');
      } else if (kind === 'IDAT')
         data.push(body);
      at += 12 + length;
   }
   data = zlib.inflateSync(Buffer.concat(data));
   const row = 4 * width, rgba = Buffer.alloc(row * height);
   for (let y = 0; y < height; y++)
      for (let k = 0, filter = data[y * (row + 1)]; k < row; k++) {
         const a = k >= 4 ? rgba[y * row + k - 4] : 0, b = y ? rgba[(y - 1) * row + k] : 0, c = k >= 4 && y ? rgba[(y - 1) * row + k - 4] : 0;
         const p = a + b - c, [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
         rgba[y * row + k] = data[y * (row + 1) + 1 + k] + [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][filter];
      }
   return {width, height, rgba};
}

export function writePng({width, height, rgba})
{
   const chunk = (kind, body) => {
      const out = Buffer.alloc(12 + body.length);
      out.writeUInt32BE(body.length, 0);
      out.write(kind, 4, 'latin1');
      body.copy(out, 8);
      out.writeUInt32BE(crc(out.subarray(4, 8 + body.length)), 8 + body.length);
      return out;
   };
   const head = Buffer.alloc(13), rows = Buffer.alloc((4 * width + 1) * height);
   head.writeUInt32BE(width, 0);
   head.writeUInt32BE(height, 4);
   head.set([8, 6], 8);
   for (let y = 0; y < height; y++)
      rows.set(rgba.subarray(4 * width * y, 4 * width * (y + 1)), (4 * width + 1) * y + 1);
   return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', zlib.deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

export function crc(bytes)
{
   let sum = 0xffffffff;
   for (const byte of bytes) {
      sum ^= byte;
      for (let k = 0; k < 8; k++)
         sum = sum & 1 ? sum >>> 1 ^ 0xedb88320 : sum >>> 1;
   }
   return (sum ^ 0xffffffff) >>> 0;
}

/* Number of bytes in which two pictures differ, and the largest difference. */
export function difference(a, b)
{
   let bytes = 0, most = 0;
   for (let k = 0; k < a.length; k++)
      if (a[k] !== b[k]) {
         bytes++;
         most = Math.max(most, Math.abs(a[k] - b[k]));
      }
   return {bytes: bytes + Math.abs(a.length - b.length), most};
}
/* The rows of a picture in the other order. */
export function flip(rgba, width)
{
   const row = 4 * width, out = Buffer.alloc(rgba.length);
   for (let at = 0; at < rgba.length; at += row)
      out.set(rgba.subarray(at, at + row), rgba.length - row - at);
   return out;
}
