!!NVfp4.0
# No public source shows how a sum of products is encoded: machine code is refused, with the name of the instruction.
# RUN: -mattr=+f16sop -fshort=16 -c -fmt=raw -o /dev/null
# EXIT: 7
# ERROR: no-encoding
SHORT TEMP a;
MULH a, fragment.texcoord[0], 1.0;
MULH a, a, a;
MOV result.color, a;
END
