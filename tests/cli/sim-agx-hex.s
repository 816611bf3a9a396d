# Bytes run as they are: r4 = r5 + r6, then stop.
# RUN: --sim -target=agx -fmt=hex
#@ r5 = 1.5
#@ r6 = 0.25
2a 91 4a c2 24 00
88 00
# EXPECT:
# r4 = 0x3fe00000
