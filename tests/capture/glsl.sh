#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of scripts/nvp4c-glsl: glsl.sh NVP4C. Those that need Mesa print SKIP without it.
set -u
. tests/tool/suite.sh
glsl=$(realpath scripts/nvp4c-glsl)
NVP4C=$(realpath "$1")
export NVP4C
cd "$dir" || exit 2

cat >a.vert <<'END'
#version 330 core
in vec4 place;
in vec2 at;
out vec2 texel;
uniform mat4 transform;
void main() { gl_Position = transform * place; texel = at; }
END
cat >a.frag <<'END'
#version 330 core
in vec2 texel;
out vec4 color;
uniform sampler2D image;
void main() { color = texture(image, texel); }
END
cat >a.geom <<'END'
#version 330 core
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec2 texel[];
out vec2 texel_out;
void main()
{
   for (int i = 0; i < 3; i++) {
      gl_Position = gl_in[i].gl_Position;
      texel_out = texel[i];
      EmitVertex();
   }
}
END
# Two blanks, and a comment before the second name: columns are those of the file and not of Mesa's preprocessor, which makes each of them one
# space.
printf '#version 330 core\nout vec4 color;\nvoid main() {\n  color = first;\n\tcolor = /* the */ second;\n}\n' >bad.frag
printf '#version 330 core\n   #if 1 +\n#endif\nvoid main() {}\n' >directive.frag
printf 'varying vec3 n;\nvoid main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex; n = gl_Normal; }\n' >old.vert
printf '#version 300 es\nprecision highp float;\nout vec4 color;\nvoid main() { color = vec4(gl_FragCoord.x); }\n' >embedded.frag
printf '#version 430\nlayout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer B { uint d[]; };\nvoid main() { d[gl_GlobalInvocationID.x] += 2u; }\n' >a.comp
sed 's/in vec2 texel/in vec3 texel/; s/, texel/, texel.xy/' a.frag >type.frag
cp a.frag noun.txt
cp a.frag 'two words.frag.glsl'
: >a.tesc

run() { # arguments...: their status; output in out and err
   "$glsl" "$@" >out 2>err
}
said() { # status, pattern of standard error: did the last command end so?
   [ $status = "$1" ] && grep -qE "$2" err
}
refused() { # name, status, pattern, arguments...
   name=$1 want=$2 pattern=$3
   shift 3
   run "$@"
   status=$?
   check "$name" said "$want" "$pattern"
}

# ---- without Mesa

refused "no arguments" 2 '^usage: nvp4c-glsl FILE'
refused "no file" 2 'no input file' -c
refused "a suffix without a stage" 2 '^nvp4c-glsl: error: noun.txt: the suffix does not name a stage' noun.txt
refused "two shaders of one stage" 2 'bad.frag: a second fragment shader' a.frag bad.frag
refused "a missing file" 3 'missing.frag: No such file' missing.frag
refused "a stage that nvp4c lacks" 7 'no tessellation control programs' a.tesc
mkdir none
printf 'import ctypes\ndef CDLL(name):\n    raise OSError(name + ": cannot open shared object file")\nctypes.CDLL = CDLL\n' >none/sitecustomize.py
PYTHONPATH=none "$glsl" a.frag >out 2>err
status=$?
check "without Mesa, the message names the packages" said 3 'libEGL.so.1: cannot open .* packages libegl1, libegl-mesa0 and libgl1-mesa-dri$'

# ---- with Mesa

run a.frag
if grep -q 'libgl1-mesa-dri' err; then
   echo "SKIP nvp4c-glsl: $(cat err)"
   finish
   exit
fi
check "prints the TGSI of a fragment shader" sh -c '[ "$(head -1 out)" = FRAG ] && grep -q ": TEX [A-Z]*\[0\], IN\[0\].xy.*, 2D$" out && [ ! -s err ]'
run a.vert a.frag
check "prints both programs of a pair, in the order of the files" [ "$(grep -xE 'VERT|FRAG' out | tr '\n' ' ')" = "VERT FRAG " ]
run a.frag a.vert
check "or in the other order" [ "$(grep -xE 'VERT|FRAG' out | tr '\n' ' ')" = "FRAG VERT " ]
sed 's/texel/texel_out/g' a.frag >out.frag
run a.vert a.geom out.frag
check "and three of them" [ "$(grep -xE 'VERT|GEOM|FRAG' out | tr '\n' ' ')" = "VERT GEOM FRAG " ]
run -stage=fragment a.vert a.frag
check "-stage selects one" [ "$(grep -xE 'VERT|FRAG' out | tr '\n' ' ')" = "FRAG " ]
run -stage=fragment noun.txt
check "and is the stage of a file" grep -qx FRAG out
run -stage=vertex a.frag
status=$?
check "a stage without a file" said 2 'no file is a vertex shader'
for f in old.vert embedded.frag a.comp 'two words.frag.glsl'; do
   check "$f" run "$f" -verify-sim=16 -o /dev/null
   check "$f: source, IR and machine code are equal" grep -q 'source = IR in 16, IR = machine code in 16' out
done
check "a pair" run a.vert a.frag -verify-sim=16 -S
check "source, IR and machine code of both are equal" [ "$(grep -c 'source = IR in 16, IR = machine code in 16' out)" = 2 ]
check "and have an output each" [ -s a.vert.s -a -s a.frag.s ]

# ---- messages

run bad.frag
status=$?
check "an error has its line and column" said 1 "^bad.frag:4:11: error: .*first"
check "and the source line" grep -qxF '    4 |   color = first;' err
check "after a tab and a comment" said 1 "^bad.frag:5:20: error: .*second" # the tab, 8 columns of text, the comment, a blank
check "prints nothing else" [ ! -s out ]
refused "an error of a directive" 1 '^directive.frag:2:11: error: ' directive.frag # after the 7 characters of "#if 1 +"
refused "an error of the linker names the files" 1 '^a.vert, type.frag: error: .*texel' a.vert type.frag
run bad.frag -c
check "a shader with an error makes no output" [ $? = 1 -a ! -e bad.frag.o ]

# ---- options of nvp4c

check "-target and -report" run a.vert a.frag -stage=vertex -target=agx -report=html -o x.html
check "write a page" grep -q '<html' x.html
check "-o takes the next word, whatever its suffix" run a.frag -S -o out.vert
check "and is the output" [ -s out.vert ]
check "--link" run --link a.vert a.frag
check "finds the varying" grep -q -- '-fvarying-map=.*attr0.xy' out
check "-c" run a.frag -c
check "is named after the shader" [ -s a.frag.o ]
check "-MD" run a.frag -c -MD
check "names the shader" [ "$(cat a.frag.d)" = "a.frag.o: a.frag" ]
check "-MD of a program" run a.vert a.frag -stage=fragment -c -o code.o -MD -MF rule
check "names all shaders that it is linked from" [ "$(cat rule)" = "code.o: a.vert a.frag" ]
echo '-O1' >'the options'
check "-MD of names with blanks" run 'two words.frag.glsl' '@the options' -c -o 'out put.o' -MD
check "quotes them, and has the response file" [ "$(cat 'out put.d')" = 'out\ put.o: two\ words.frag.glsl the\ options' ]
mkdir sub
check "an output in another folder" run a.frag -c -o sub/b.o
check "and one in the current folder" run a.frag -c
check "are the same bytes: the name of the temporary folder is in neither" cmp -s sub/b.o a.frag.o
check "the standard input" sh -c '"$0" -stage=fragment - <a.frag | grep -qx FRAG' "$glsl"
refused "-MD of two programs" 2 'MD needs one program' a.vert a.frag -c -MD
refused "an option that needs one program" 2 'note: -stage=STAGE' a.vert a.frag -report=html -o x.html
refused "an unknown option" 2 "unknown option '-zzz'" a.frag -zzz
check "leaves no temporary folder" [ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'nvp4c-glsl-*' -newer a.vert 2>/dev/null)" ]
finish
