!!NVfp4.0
# Reaching the next label ends a subroutine as RET does, and ends the program when it is in main.
TEMP r;
first:
ADD r.x, r.x, 1.0;
second:
ADD r.y, r.y, 1.0;
main:
MOV r, fragment.attrib[0];
CAL first;
CAL second;
CAL first;
CAL last;
MOV result.color, r;
last:
MOV r.z, 4.0;
MOV result.color.w, 3.0;
END
