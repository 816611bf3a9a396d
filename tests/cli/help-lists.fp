!!NVfp4.0
# An option whose value is "help" lists the values that it takes, and nothing is compiled.
# RUN: -mcpu=help -target=agx
# RUN: -passes=help
# RUN: -mcpu=help -mattr=help -target=agx
MOV result.colour, 1.0;
END
# EXPECT:
# cores of agx (-mcpu=NAME):
#   g13g (default)
# features of the cores of agx (-mattr=+NAME,-NAME):
#   mask-r1l                        sample shading: the mask of the sample is in
#                                   r1l, not r0h
#   compute-uniforms                vertex programs leave 6n + 12 halves of
#                                   uniforms free, not 6n + 5
