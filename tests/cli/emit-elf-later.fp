!!NVfp4.0
# -c writes ELF by default, which this version does not have.
# RUN: -c -o /dev/null
# RUN: -c -fmt=elf -o /dev/null
# EXIT: 7
MOV result.color, 1.0;
END
