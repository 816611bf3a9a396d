!!NVfp4.0
# fib(n) by its definition, arguments on a stack in an array. Two calls in one subroutine, n = 0 .. 5.
INT TEMP n, s, r;
INT TEMP stack[8];
main:
MOV.S r, 0;
MOV.S s, 0;
ROUND.S n, fragment.attrib[0];
AND.S n.x, n.x, 7;
MIN.S n.x, n.x, 5;
CAL fib;
I2F result.color, r.x;
RET;
fib:
SUB.S.CC n.w, n.x, 2;
IF LT.w;
  ADD.S r.x, r.x, n.x;
  RET;
ENDIF;
MOV.S stack[s.x].x, n.x;
ADD.S s.x, s.x, 1;
SUB.S n.x, n.x, 1;
CAL fib;
SUB.S s.x, s.x, 1;
SUB.S n.x, stack[s.x].x, 2;
CAL fib;
END
