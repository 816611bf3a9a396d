!!NVfp4.0
# No range of attributes in an instruction.
MOV result.color, fragment.texcoord[0..1];
END
