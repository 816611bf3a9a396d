!!NVfp4.0
# CAL without condition to a label in front of main and to one behind it; temporaries are global.
OPTION ARB_draw_buffers;
TEMP r;
square:
MUL r, r, r;
RET;
main:
MOV r, fragment.attrib[0];
CAL square;
MOV result.color[0], r;
CAL half;
CAL square;
MOV result.color[1], r;
CAL half;
RET;
half:
MUL r, r, 0.5;
MOV result.color[2], r;
END
