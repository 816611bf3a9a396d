/* SPDX-License-Identifier: MIT */
/*
 * Links: the state of the page in the part after '#', as JSON that is deflated and written in base64url. What comes out of a link is data:
 * readState() copies texts and numbers of known names and sizes, and the page puts them into the editor and into controls.
 */
const MOST_BYTES = 1 << 20, MOST_TEXT = 1 << 20;

async function through(bytes, stream, most)
{
   const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
   for (let size = 0, part; !(part = await reader.read()).done;) {
      size += part.value.length;
      if (size > most) {
         await reader.cancel();
         throw new Error('the link holds too much');
      }
      parts.push(part.value);
   }
   return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function encode(state)
{
   const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'), 16 * MOST_BYTES);
   let binary = '';
   for (let k = 0; k < bytes.length; k += 4096)
      binary += String.fromCharCode(...bytes.subarray(k, k + 4096));
   return '#1' + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/* The state of a link. Throws an Error if it is not one. */
export async function decode(hash)
{
   if (!/^#1[\w-]+$/.test(hash) || hash.length > 2 * MOST_BYTES)
      throw new Error('this is not a link of this page');
   try {
      const binary = atob(hash.slice(2).replaceAll('-', '+').replaceAll('_', '/'));
      const bytes = await through(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream('deflate-raw'), 4 * MOST_TEXT);
      return readState(JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes)));
   } catch (error) {
      throw new Error(`the link cannot be read: ${error.message}`);
   }
}

const own = (object, key) => object !== null && typeof object === 'object' && Object.hasOwn(object, key) ? object[key] : undefined;
const text = (value, most = MOST_TEXT) => typeof value === 'string' && value.length <= most ? value : undefined;
const number = (value, low, high) => typeof value === 'number' && value >= low && value <= high ? value : undefined;
const list = (value, most) => Array.isArray(value) ? value.slice(0, most) : [];

function readVersion(value)
{
   if (value === null || typeof value !== 'object')
      return undefined;
   return {fragment: text(own(value, 'fragment')) ?? '', vertex: text(own(value, 'vertex')) ?? '',
      options: list(own(value, 'options'), 100).map((pair) => list(pair, 2).map((word) => text(word, 4096))).filter((pair) => pair.length === 2 && pair.every((word) => word !== undefined))};
}
/* Values by name: {name: [numbers]} with `count` numbers each. */
function readValues(value, count)
{
   const values = {};
   for (const name of Object.keys(value !== null && typeof value === 'object' ? value : {}).slice(0, 300)) {
      const numbers = list(value[name], count).map((x) => number(x, -1e9, 1e9));
      if (/^[\w.[\]]{1,80}$/.test(name) && name !== '__proto__' && numbers.length === count && numbers.every((x) => x !== undefined))
         values[name] = numbers;
   }
   return values;
}

export function readState(value)
{
   const a = readVersion(own(value, 'a'));
   if (!a)
      throw new Error('it has no program');
   const camera = readValues({camera: own(value, 'camera')}, 3).camera;
   return {a, b: readVersion(own(value, 'b')), shape: text(own(value, 'shape'), 20), size: number(own(value, 'size'), 16, 512), parameters: readValues(own(value, 'parameters'), 4), inputs: text(own(value, 'inputs'), 1 << 16), camera, range: readValues({range: own(value, 'range')}, 4).range,
      tab: text(own(value, 'tab'), 20)};
}
