# What is no AGX instruction is shown as data that the assembler takes.
# RUN: --dis -target=agx -fmt=hex
2a 91 4a c2 24 00
c1 7f bf 33
2a 91 4a c2 24
# EXPECT:
#      0: 2a914ac22400         fadd32 r4, r5, r6
#      6: c17f                 .short 0x7fc1 ; unknown bits set
#      8: bf33                 .short 0x33bf ; unknown instruction
#      a: 2a91                 .short 0x912a ; unknown instruction
#      c: 4ac2                 .short 0xc24a ; unknown instruction
#      e: 24                   .byte 0x24 ; the code ends inside an instruction
