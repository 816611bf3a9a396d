/* SPDX-License-Identifier: MIT */
/* The examples of the page. `shape` is "rectangle" or a shape of -mesh; parameters are by binding. */
import blur from '../../examples/arb-blur.fp';
import reduction from '../../examples/compute/reduction.tgsi';
import conditions from '../../examples/conditions.fp';
import inthash from '../../examples/inthash.fp';
import lamp from '../../examples/lamp.fp';
import litFragment from '../../examples/lit.fp';
import litVertex from '../../examples/lit.vp';
import mandel from '../../examples/mandel.fp';
import phong from '../../examples/phong.fp';
import wobble from '../../examples/wobble.vp';
import phongVertex from '../examples/phong.vp';
import plasma from '../examples/plasma.fp';
import ripple from '../examples/ripple.tgsi';
import surface from '../examples/surface.vp';
import wave from '../examples/wave.fp';

export const EXAMPLES = [
   {name: 'A lamp lights a teapot', fragment: lamp, vertex: surface, shape: 'teapot', camera: [-24, 22, 0], parameters: {'program.local[0]': [0.5, 1.5, 2.2, 1.15], 'program.local[1]': [0.95, 0.66, 0.3, 1]}},
   {name: 'Phong with two textures', fragment: phong, vertex: phongVertex, shape: 'teapot', parameters: {'program.local[0]': [2, 2.5, 0, 1], 'program.local[1]': [0.12, 0.12, 0.16, 1], 'program.local[2]': [0.9, 0.85, 0.8, 1],
      'program.local[3]': [0.8, 0.8, 0.8, 28]}},
   {name: 'Plasma (time)', fragment: plasma, shape: 'rectangle', parameters: {'program.local[0]': [1.1, 1, 0.8, 1]}},
   {name: 'Mandelbrot set: a loop that ends early', fragment: mandel, shape: 'rectangle', range: [-2.1, 0.9, -1.5, 1.5]},
   {name: 'Integer hash', fragment: inthash, shape: 'rectangle'},
   {name: 'Lit surface: vertex and fragment', fragment: litFragment, vertex: litVertex, shape: 'sphere'},
   {name: 'Travelling wave (time)', fragment: wave, vertex: wobble, shape: 'sphere', parameters: {'program.env[0]': [0, 5, 0.12, 1], 'program.local[0]': [0.45, 0.7, 1, 1]}, textures: {0: 'hills'}, camera: [-30, 20, 3.4]},
   {name: 'ARB program: blur', fragment: blur, shape: 'rectangle', parameters: {'program.local[0]': [0.02, 0.01, 0, 0]}},
   {name: 'TGSI: rings', fragment: ripple, shape: 'rectangle', parameters: {'CONST[0][0]': [0.4, 0.75, 1, 0]}},
   {name: 'Condition codes', fragment: conditions, shape: 'rectangle'},
   {name: 'Compute: reduction (code only)', fragment: reduction, shape: 'rectangle'},
];
