!!NVfp4.0
# Subroutines that call each other four deep, each twice: 1 + 2 + 4 + 8 additions.
INT TEMP n;
ATTRIB a = fragment.attrib[0];
main:
MOV.S n, 0;
CAL one;
CAL one;
I2F result.color, n;
RET;
one:
ADD.S n.x, n.x, 1;
CAL two;
CAL two;
RET;
two:
ADD.S n.y, n.y, n.x;
CAL three;
CAL three;
RET;
three:
MAD.S n.z, n.z, 3, n.y;
AND.S n.z, n.z, 0xffff;
CAL four;
RET;
four:
ADD.S n.w, n.w, n.z;
ADD.S.NTC n.w, n.w, 1;
END
