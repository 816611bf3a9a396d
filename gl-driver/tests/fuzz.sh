#!/bin/sh
# SPDX-License-Identifier: MIT
# Mutants of sessions of real programs: fuzz.sh BUILD-DIR WORK-DIR. Environment: N (5000) mutants for each target, SEED. Sessions are recorded
# once (record.py) and stay in the work folder. Run it with the sanitizers: make fuzz-gl BUILD=asan. Without Debian's packages (scripts/deps.sh
# --real) only the built-in session is mutated.
set -u
build=$1
work=$2
here=$(dirname "$0")
# shellcheck disable=SC2012
piglit=${PIGLIT:-$(ls -d /usr/lib/*/piglit 2>/dev/null | head -n 1)}
mkdir -p "$work" || exit 3
if [ -z "${NVP4C_GL_FUZZ-}" ] && command -v xvfb-run >/dev/null; then # once more, with an X server
   NVP4C_GL_FUZZ=1 exec xvfb-run -a -s '-screen 0 640x480x24 -noreset' "$0" "$@"
fi
record() { # name, bytes, command...
   name=$1 bytes=$2
   shift 2
   [ -s "$work/$name" ] || ! command -v "$1" >/dev/null ||
      timeout 120 "$build/bin/nvp4c-gl" --samples=4 python3 "$here/record.py" "$work/$name" "$bytes" "$@" || rm -f "$work/$name"
}
record glxgears 40000 glxgears -geometry 48x48
record es2gears 40000 es2gears_x11
record glmark2 80000 glmark2-es2 -s 48x48 -b effect2d:duration=0.1
for t in arb_instanced_arrays-drawarrays ext_transform_feedback-immediate-reuse occlusion_query fbo-blit \
   arb_compute_shader-indirect-compute arb_shader_image_load_store-layer arb_gpu_shader5-xfb-streams arb_texture_view-sampling-2d-array-as-2d-layer arb_texture_multisample-sample-position arb_sample_shading-api; do
   record $t 40000 "$piglit/bin/$t" -auto -fbo
done
record samples 40000 "$piglit/bin/ext_framebuffer_multisample-interpolation" 4 centroid-edges -auto -fbo
record gather 40000 "$piglit/bin/textureGather" fs shadow r 2D repeat -auto -fbo
for t in glsl-1.10 glsl-1.30 glsl-1.40 glsl-1.50/execution/geometry arb_fragment_program arb_compute_shader/execution \
   arb_shader_storage_buffer_object/execution arb_shader_image_load_store/execution arb_shader_atomic_counter_ops/execution; do
   find "$piglit/tests/spec/$t" -name '*.shader_test' 2>/dev/null | sort | awk 'NR % 37 == 5' | head -n 3
done >"$work/list"
while read -r t; do
   PIGLIT_PLATFORM=surfaceless_egl record "$(echo "${t#"$piglit"/tests/spec/}" | tr / _)" 40000 "$piglit/bin/shader_runner" "$t" -auto -fbo
done <"$work/list"
rm -f "$work/list"
for target in usc agx; do
   set --
   for f in "$work"/*; do
      [ ! -s "$f" ] || set -- "$@" "$f"
   done
   printf '%s, %d recorded sessions: ' $target $#
   "$build/tests/gl/hostile" -target=$target "${N:-5000}" "${SEED:-1}" "$@" 2>"$build/fuzz-gl.txt" || {
      tail -n 40 "$build/fuzz-gl.txt"
      exit 1
   }
done
