!!NVfp4.0
# Lines that end in carriage return and line feed.
# RUN: -fsyntax-only
TEMP t;
MOV t, 1.0; # a comment ends here
MOV result.color, t;
END
