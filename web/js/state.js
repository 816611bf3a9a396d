/* SPDX-License-Identifier: MIT */
/* State of GL by its name: the matrices of a camera, and a light and a material that show something without any setting. */

const dot = (a, b) => a.reduce((sum, value, k) => sum + value * b[k], 0);
const column = (m, c) => m.map((row) => row[c]);
export const multiply = (a, b) => a.map((row) => [0, 1, 2, 3].map((c) => dot(row, column(b, c))));
const IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
const transpose = (m) => m.map((_, c) => column(m, c));

/* The inverse, by elimination. */
function invert(m)
{
   const a = m.map((row, r) => [...row, ...IDENTITY[r]]);
   for (let c = 0; c < 4; c++) {
      const pivot = [0, 1, 2, 3].filter((r) => r >= c).reduce((best, r) => Math.abs(a[r][c]) > Math.abs(a[best][c]) ? r : best, c);
      [a[c], a[pivot]] = [a[pivot], a[c]];
      const scale = a[c][c] || 1;
      a[c] = a[c].map((value) => value / scale);
      for (let r = 0; r < 4; r++)
         if (r !== c) {
            const factor = a[r][c];
            a[r] = a[r].map((value, k) => value - factor * a[c][k]);
         }
   }
   return a.map((row) => row.slice(4));
}

/* The camera: turns by two angles in degrees around the origin, at a distance. */
export function matricesOf({yaw = 30, pitch = 20, distance = 3.2} = {})
{
   const [a, b] = [yaw, pitch].map((degrees) => degrees * Math.PI / 180), [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
   const turn = multiply([[1, 0, 0, 0], [0, cb, -sb, 0], [0, sb, cb, 0], [0, 0, 0, 1]], [[ca, 0, sa, 0], [0, 1, 0, 0], [-sa, 0, ca, 0], [0, 0, 0, 1]]);
   const modelview = multiply([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, -distance], [0, 0, 0, 1]], turn);
   const near = 0.5, far = 20, focus = 2;
   const projection = [[focus, 0, 0, 0], [0, focus, 0, 0], [0, 0, (near + far) / (near - far), 2 * near * far / (near - far)], [0, 0, -1, 0]];
   return {modelview, projection, mvp: multiply(projection, modelview)};
}

const LIGHT = [0.48, 0.6, 0.64, 0];
const HALF = [0.265, 0.331, 0.906, 0];
const VALUES = {
   'state.light[0].position': LIGHT, 'state.light[0].half': HALF, 'state.light[0].diffuse': [1, 1, 1, 1], 'state.light[0].specular': [1, 1, 1, 1],
   'state.light[0].ambient': [0.1, 0.1, 0.1, 1], 'state.lightmodel.ambient': [0.2, 0.2, 0.2, 1], 'state.lightmodel.scenecolor': [0.15, 0.15, 0.18, 1],
   'state.lightprod[0].ambient': [0.15, 0.15, 0.18, 1], 'state.lightprod[0].diffuse': [0.8, 0.55, 0.3, 1], 'state.lightprod[0].specular': [0.6, 0.6, 0.6, 1],
   'state.material.shininess': [24, 0, 0, 1], 'state.material.diffuse': [0.8, 0.55, 0.3, 1], 'state.material.ambient': [0.2, 0.2, 0.2, 1], 'state.material.specular': [0.6, 0.6, 0.6, 1],
};

/* The value of "state.light[0].position" or "state.matrix.mvp.row[2]", or undefined. */
export function stateValue(name, camera)
{
   const match = /^state\.matrix\.(\w+)(?:\[\d+\])?(?:\.(inverse|transpose|invtrans))?\.row\[(\d)\]$/.exec(name.replace('.front', ''));
   if (!match)
      return VALUES[name.replace('.front', '')];
   let matrix = matricesOf(camera)[match[1]] ?? IDENTITY;
   if (match[2] === 'inverse' || match[2] === 'invtrans')
      matrix = invert(matrix);
   if (match[2] === 'transpose' || match[2] === 'invtrans')
      matrix = transpose(matrix);
   return matrix[Number(match[3])];
}
