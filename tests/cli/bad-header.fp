!!NVxx4.0
# A header that is none.
# RUN: -S
# EXIT: 1
# ERROR: bad-header
MOV result.color, 1.0;
END
