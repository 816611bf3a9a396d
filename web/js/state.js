/* SPDX-License-Identifier: MIT */
/* What controls of GL state begin with: a light and a material that show something without any setting. */

const LIGHT = [0.48, 0.6, 0.64, 0];
const HALF = [0.265, 0.331, 0.906, 0];
const VALUES = {
   'state.light[0].position': LIGHT, 'state.light[0].half': HALF, 'state.light[0].diffuse': [1, 1, 1, 1], 'state.light[0].specular': [1, 1, 1, 1],
   'state.light[0].ambient': [0.1, 0.1, 0.1, 1], 'state.lightmodel.ambient': [0.2, 0.2, 0.2, 1], 'state.lightmodel.scenecolor': [0.15, 0.15, 0.18, 1],
   'state.lightprod[0].ambient': [0.15, 0.15, 0.18, 1], 'state.lightprod[0].diffuse': [0.8, 0.55, 0.3, 1], 'state.lightprod[0].specular': [0.6, 0.6, 0.6, 1],
   'state.material.shininess': [24, 0, 0, 1], 'state.material.diffuse': [0.8, 0.55, 0.3, 1], 'state.material.ambient': [0.2, 0.2, 0.2, 1], 'state.material.specular': [0.6, 0.6, 0.6, 1],
};

/* The value of "state.light[0].position", or of "state.matrix.mvp.row[2]", since matrices of a rectangle are those of no change; otherwise
   undefined. */
export function stateValue(name)
{
   const row = /^state\.matrix\..*\.row\[(\d)\]$/.exec(name)?.[1];
   return row === undefined ? VALUES[name.replace('.front', '')] : [0, 1, 2, 3].map((column) => Number(column === Number(row)));
}
