!!NVfp4.0
# Labels but no "main": the program starts with its first instruction and ends at the first label.
TEMP r;
MOV r, fragment.attrib[0];
CAL twice;
CAL twice;
MOV result.color, r;
twice:
ADD r, r, r.wxyz;
RET;
unused:
MOV result.color, 0.0;
END
