!!NVfp4.0
# Indexes whose range is known: by a mask, a shift, a remainder, minima and maxima; up to the last element, one past it, and with
# offsets that are added first.
OPTION ARB_draw_buffers;
FLAT INT ATTRIB a = fragment.attrib[0];
PARAM c[8] = { program.local[0..7] };
PARAM d[7] = { program.local[8..14] };
BUFFER4 buf[] = { program.buffer[0][0..8] };
TEMP t[5];
INT TEMP i;
TEMP u, v;
AND.S i, a, 7;
MOV u, c[i.x]; ADD u, u, d[i.x]; ADD u, u, buf[i.x];
MOV result.color[0], u;
AND.S i, a, 3; ADD.S i.y, i.x, 4; ADD.S i.z, i.x, 5; ADD.S i.w, i.x, -1;
MOV u, c[i.y]; MUL u, u, c[i.z]; ADD u, u, c[i.w]; ADD u, u, c[i.x + 4]; ADD u, u, c[i.x + 5]; ADD u, u, d[i.y]; ADD u, u, buf[i.z];
MOV result.color[1], u;
MIN.S i, a, 7; MAX.S i, i, 0; MOV u, c[i.x]; ADD u, u, d[i.x];
MAX.S i, a, 2; MIN.S i, i, 6; ADD u, u, d[i.y]; ADD u, u, c[i.y + 1]; ADD u, u, c[i.y + 2];
MIN.S i, a, 3; ADD u, u, c[i.z];
MAX.S i, a, 3; ADD u, u, c[i.w];
MOV result.color[2], u;
MOV t[0], c[0]; MOV t[1], c[1]; MOV t[2], c[2]; MOV t[3], c[3]; MOV t[4], c[4];
AND.S i, a, 3; MOV t[i.x], d[i.y]; MOV t[i.z + 1], d[i.w + 3]; MOV t[i.y + 2], c[i.x];
MOV u, t[i.y]; ADD u, u, t[i.z + 1]; ADD u, u, t[i.w + 2];
ADD.S i, i, 1; ADD u, u, t[i.x]; ADD u, u, t[i.x + 1];
MOV result.color[3], u;
END
