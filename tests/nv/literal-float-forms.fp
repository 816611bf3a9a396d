!!NVfp4.0
# Float literals: with and without integer part, fraction, exponent and sign; a decimal that rounds; hex as a float operand.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
PARAM one = 1.0;
PARAM neg = -0.5;
PARAM v = { .25, 5., 1e2, 2.5E-1 };
ADD result.color[0], a, v;
MUL result.color[1], a, { 0.1, 1e+1, -3.e-2, +4 };
MAD result.color[2], a, one, neg;
MOV result.color[3], { 16777217, 0.333333343, 1e38, 1.17549435e-38 };
ADD result.color[4], a, 0x10;
MOV result.color[5], { 3.402823466e38, 1e-46, 0x7f, 123456789012 };
ADD result.color[6], a, .5;
END
