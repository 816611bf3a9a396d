/* SPDX-License-Identifier: MIT */
/* Meshes, made by formulas. Attribute 0 is the position, 2 the normal, 3 the colour and 8 the texture coordinate, as in NV programs. */

class Builder
{
   constructor() { Object.assign(this, {position: [], normal: [], texcoord: [], indices: []}); }
   /* A grid of (n + 1) by (m + 1) vertices: point(u, v) returns a place, for u and v from 0 to 1. Normals come from differences. */
   surface(n, m, point)
   {
      const first = this.position.length / 4, h = 1e-3;
      for (let j = 0; j <= m; j++)
         for (let i = 0; i <= n; i++) {
            const u = i / n, v = j / m, [a, b, c, d] = [point(u - h, v), point(u + h, v), point(u, Math.max(0, v - h)), point(u, Math.min(1, v + h))];
            const s = a.map((x, k) => b[k] - x), t = c.map((x, k) => d[k] - x);
            let w = [s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]];
            let length = Math.hypot(...w);
            if (length < 1e-12) { /* a pole */
               w = point(u, v);
               length = Math.hypot(...w) || 1;
            }
            this.position.push(...point(u, v), 1);
            this.normal.push(...w.map((x) => x / length), 0);
            this.texcoord.push(u, v, 0, 1);
         }
      for (let j = 0; j < m; j++)
         for (let i = 0; i < n; i++) {
            const k = first + j * (n + 1) + i;
            this.indices.push(k, k + 1, k + n + 2, k, k + n + 2, k + n + 1);
         }
      return this;
   }
   finish()
   {
      const vertices = this.position.length / 4, color = new Float32Array(4 * vertices).fill(1);
      return {vertices, indices: Uint32Array.from(this.indices), attributes: {0: Float32Array.from(this.position), 2: Float32Array.from(this.normal), 3: color,
         8: Float32Array.from(this.texcoord), 9: Float32Array.from(this.texcoord)}};
   }
}

const TAU = 2 * Math.PI;
const sphere = (u, v) => [Math.sin(v * Math.PI) * Math.cos(u * TAU), -Math.cos(v * Math.PI), -Math.sin(v * Math.PI) * Math.sin(u * TAU)];
/* The outline of a pot: radius and height from the foot to the knob. */
const POT = [[0.001, -0.62], [0.5, -0.6], [0.78, -0.35], [0.84, -0.05], [0.7, 0.25], [0.52, 0.4], [0.5, 0.44], [0.36, 0.53], [0.12, 0.58], [0.07, 0.64], [0.12, 0.72], [0.001, 0.77]];
function pot(u, v)
{
   const at = Math.min(POT.length - 1.001, Math.max(0, v * (POT.length - 1))), k = Math.floor(at), f = at - k, p = (n) => POT[Math.max(0, Math.min(POT.length - 1, n))];
   const smooth = (c) => { /* Catmull-Rom */
      const [a, b, d, e] = [p(k - 1)[c], p(k)[c], p(k + 1)[c], p(k + 2)[c]];
      return b + 0.5 * f * (d - a + f * (2 * a - 5 * b + 4 * d - e + f * (3 * (b - d) + e - a)));
   };
   const radius = Math.max(0.001, smooth(0));
   return [radius * Math.cos(u * TAU), smooth(1), -radius * Math.sin(u * TAU)];
}
/* A tube around a curve in the plane z = 0, with a radius that changes. */
const tube = (curve, radius) => (u, v) => {
   const [x, y] = curve(v), [x1, y1] = curve(v + 1e-3), dx = x1 - x, dy = y1 - y, length = Math.hypot(dx, dy), r = radius(v);
   return [x + r * Math.cos(u * TAU) * dy / length, y - r * Math.cos(u * TAU) * dx / length, -r * Math.sin(u * TAU)];
};

export const MESHES = {
   triangle: () => ({vertices: 3, indices: Uint32Array.of(0, 1, 2), attributes: {0: Float32Array.of(-1, -0.8, 0, 1, 1, -0.8, 0, 1, 0, 0.9, 0, 1), 2: Float32Array.of(0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0),
      3: Float32Array.of(1, 0.2, 0.2, 1, 0.2, 1, 0.2, 1, 0.2, 0.3, 1, 1), 8: Float32Array.of(0, 0, 0, 1, 1, 0, 0, 1, 0.5, 1, 0, 1)}}),
   quad: () => new Builder().surface(1, 1, (u, v) => [2 * u - 1, 2 * v - 1, 0]).finish(),
   sphere: () => new Builder().surface(32, 16, sphere).finish(),
   torus: () => new Builder().surface(36, 18, (u, v) => [(0.72 + 0.32 * Math.cos(v * TAU)) * Math.cos(u * TAU), 0.32 * Math.sin(v * TAU), -(0.72 + 0.32 * Math.cos(v * TAU)) * Math.sin(u * TAU)]).finish(),
   teapot: () => new Builder().surface(32, 24, pot)
      .surface(10, 10, tube((v) => [0.7 + 0.62 * v, -0.2 + 0.2 * v + 0.42 * v * v], (v) => 0.2 - 0.13 * v))
      .surface(8, 14, tube((v) => [-0.62 - 0.5 * Math.sin(v * Math.PI) - 0.06 * v, 0.28 - 0.55 * v + 0.1 * Math.sin(v * Math.PI)], () => 0.07)).finish(),
};
