!!NVfp4.0
# Long lines are cut around the caret; bytes that are no text are shown as ?.
# RUN: -fsyntax-only
# EXIT: 1
TEMP t;
MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, u; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; 
MOV t, w; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; 
MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, a_name_that_is_wanted_by_nobody_in_this_program_and_goes_on_and_on_and_on_until_the_line_is_full_of_it;
# äöü
MOV t, v; # ä � [31m €
	MOV t, "; # no quotes here
MOV t, t
END
# MESSAGES:
# FILE:6:368: error: "u" is not declared (NV_gpu_program4 2.X.3) [undeclared]
#     6 | ...MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, u; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV ...
#       |                                                           ^
# FILE:7:8: error: "w" is not declared (NV_gpu_program4 2.X.3) [undeclared]
#     7 | MOV t, w; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV t, 2.0; MOV ...
#       |        ^
# FILE:8:368: error: "a_name_that_is_wanted_by_nobody_in_this_program_and_goes_on_" is not declared (NV_gpu_program4 2.X.3) [undeclared]
#     8 | ...MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, 1.0; MOV t, a_name_that_is_wanted_by_nobody_in_this_program_and_goe...
#       |                                                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# FILE:10:8: error: "v" is not declared (NV_gpu_program4 2.X.3) [undeclared]
#    10 | MOV t, v; # ä ? ?[31m €
#       |        ^
# FILE:11:9: error: the character """ is not part of the language (NV_gpu_program4 2.X.2) [bad-character]
#    11 | 	MOV t, "; # no quotes here
#       | 	       ^
# FILE:13:1: error: expected ";", found "END" (NV_gpu_program4 2.X.2) [syntax-error]
#    13 | END
#       | ^~~
# FILE:12:9: note: a ";" may be missing here
#    12 | MOV t, t
#       |         ^
