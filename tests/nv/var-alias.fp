!!NVfp4.0
# ALIAS: other names of a temporary, an attribute, a parameter array, an output and of an alias.
OPTION ARB_draw_buffers;
TEMP t;
ATTRIB a = fragment.attrib[0];
PARAM p[2] = { program.local[0..1] };
OUTPUT o = result.color[1];
ALIAS s = t;
ALIAS b = a;
ALIAS q = p;
ALIAS out1 = o;
ALIAS s2 = s;
ADD t, b, q[1];
MUL s.xy, s2, 2.0;
MOV result.color[0], t;
MAD out1, s, a, p[0];
END
