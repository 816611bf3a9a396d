/* SPDX-License-Identifier: MIT */
/* Controls of the picture: sliders and colours of parameters, and textures. */
import {make} from 'report-parts';

/* The name that the program gives to a parameter, from its declarations: {"program.local[0]": "lamp"}. */
export function namesOf(source)
{
   const names = {};
   for (const [, name, binding, index] of source.matchAll(/\bPARAM\s+([A-Za-z_$][\w$]*)\s*(?:\[\s*\d*\s*\])?\s*=\s*\{?\s*((?:program\.(?:local|env)|state(?:\.[\w]+(?:\[\d+\])?)+))(?:\[\s*(\d+)[^\]]*\])?/g))
      names[index === undefined ? binding : `${binding}[${index}]`] ??= name;
   return names;
}

const looksLikeColour = (name) => /col|paint|diffuse|ambient|specular|base|tint|emission/i.test(name);
const byte = (x) => Math.round(255 * Math.max(0, Math.min(1, x))).toString(16).padStart(2, '0');
const round = (x) => Number(x.toFixed(3));

/*
 * The controls of a parameter: a slider for each component that is read. `change(values)` is called while a slider moves. `time` is the
 * component that follows the time, or -1; `animate(component)` is called to change that.
 */
function parameterControl(name, label, components, values, {change, animate, time})
{
   const rows = components.map((c) => {
      const slider = make('input', {type: 'range', min: -2, max: 2, step: 0.01, value: values[c], 'aria-label': `${label}.${'xyzw'[c]}`});
      const field = make('input', {type: 'number', step: 0.1, value: round(values[c]), 'aria-label': `${label}.${'xyzw'[c]} as a number`});
      const clock = make('button', {type: 'button', class: 'clock', 'aria-pressed': String(time === c), 'aria-label': `${label}.${'xyzw'[c]} follows the time`, 'data-tip': 'this component follows the time', onclick: () => animate(c)}, '\u25b6');
      if (Math.abs(values[c]) > 2) {
         slider.max = 2 * Math.abs(values[c]);
         slider.min = -slider.max;
         slider.value = values[c];
      }
      const set = (value, from) => {
         if (!Number.isFinite(value))
            return;
         values[c] = value;
         if (from !== slider)
            slider.value = value;
         if (from !== field)
            field.value = round(value);
         paint();
         change(values);
      };
      slider.addEventListener('input', () => set(Number(slider.value), slider));
      field.addEventListener('input', () => set(field.value === '' ? NaN : Number(field.value), field));
      return {c, slider, field, element: make('div', {class: 'component'}, make('span', {class: 'letter'}, 'xyzw'[c]), slider, field, clock)};
   });
   const colour = components.length >= 3 && (label === name || looksLikeColour(label)) ? make('input', {type: 'color', 'aria-label': `${label} as a colour`}) : null;
   function paint()
   {
      if (colour)
         colour.value = `#${[0, 1, 2].map((c) => byte(values[c])).join('')}`;
   }
   colour?.addEventListener('input', () => {
      [1, 3, 5].forEach((at, c) => { values[c] = parseInt(colour.value.slice(at, at + 2), 16) / 255; });
      for (const row of rows) {
         row.slider.value = values[row.c];
         row.field.value = round(values[row.c]);
      }
      change(values);
   });
   paint();
   return {name, refresh: () => rows.forEach((row) => {
      row.slider.value = values[row.c];
      row.field.value = round(values[row.c]);
   }), element: make('fieldset', {class: 'parameter', 'data-name': name}, make('legend', {}, label === name ? '' : make('b', {}, label), ' ', make('code', {}, name), ' ', colour), rows.map(({element}) => element))};
}

/* Controls of all parameters: {element, refresh(name)}. */
export function parameterControls(parameters, names, values, handlers)
{
   const controls = Object.keys(parameters).sort((a, b) => a.localeCompare(b, 'en', {numeric: true})).slice(0, 24).map((name) =>
      parameterControl(name, names[name] ?? name, parameters[name], values[name], {change: (value) => handlers.change(name, value), animate: (c) => handlers.animate(name, c), time: handlers.time(name)}));
   const more = Object.keys(parameters).length - controls.length;
   return {element: make('div', {class: 'parameters'}, controls.map(({element}) => element), more > 0 ? make('p', {class: 'hint'}, `and ${more} more, with their defaults`) : null),
      refresh: (name) => controls.find((control) => control.name === name)?.refresh()};
}

/* ---- textures */

/* A checkered image with a gradient, so that orientation and filtering can be seen. */
export function checker(unit)
{
   const size = 64, rgba = new Uint8Array(4 * size * size);
   for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
         const dark = (x >> 3 ^ y >> 3) & 1, shade = dark ? 70 : 225;
         const colour = unit % 2 ? [128 + (dark ? 30 : -30), 128 + ((x & 7) - 4) * 6, 235] : [shade, Math.round(shade * (0.65 + 0.35 * x / size)), Math.round(shade * (0.5 + 0.5 * y / size))];
         rgba.set([...colour, 255], 4 * (y * size + x));
      }
   return {width: size, height: size, rgba, name: 'checker'};
}

/* Smooth hills, low enough for a height map. */
export function hills()
{
   const size = 64, rgba = new Uint8Array(4 * size * size).fill(255), wave = (x, n) => Math.sin(2 * Math.PI * n * x / size);
   for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
         rgba.fill(Math.round(16 + 8 * wave(x, 2) + 8 * wave(y, 3)), 4 * (y * size + x), 4 * (y * size + x) + 3);
   return {width: size, height: size, rgba, name: 'hills'};
}

/* Reads an image file, at most 1024 texels wide and high. */
export async function readImage(file)
{
   const bitmap = await createImageBitmap(file, {premultiplyAlpha: 'none', colorSpaceConversion: 'none'}), scale = Math.min(1, 1024 / Math.max(bitmap.width, bitmap.height));
   const canvas = make('canvas', {width: Math.max(1, Math.round(bitmap.width * scale)), height: Math.max(1, Math.round(bitmap.height * scale))}), context = canvas.getContext('2d');
   context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
   return {width: canvas.width, height: canvas.height, rgba: new Uint8Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer), name: file.name};
}

export function textureControls(units, images, load)
{
   return make('div', {class: 'textures'}, units.map(({unit, target}) => make('label', {}, `texture[${unit}] (${target}): `, make('span', {}, images[unit]?.name ?? 'checker'), ' ',
      make('input', {type: 'file', accept: 'image/*', 'aria-label': `image of texture ${unit}`, onchange: (event) => event.target.files[0] && load(unit, event.target.files[0])}))));
}

/* More inputs of a mesh, as lines of -in. */
export function inputsControl(text, change)
{
   return make('label', {class: 'inputs'}, 'other inputs, as in ', make('code', {}, '-in'), make('textarea', {rows: 2, spellcheck: 'false', placeholder: 'NAME=VALUES, one a line: vertex:program.buffer[0][4]=0.5 1', 'aria-label': 'Other inputs',
      oninput: (event) => change(event.target.value)}, text));
}
