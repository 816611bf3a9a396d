# AGX text: labels, what a listing has in front of instructions, data, the forms that no compiler emits.
# RUN: --as -target=agx -S
        mov_imm r0l, 0
loop:   iadd r6, r6, 1
        while_icmp r0l, ult, r6, r5, 1
        jmp_exec_none done
 a: 3801 wait 1 # offset and bytes are passed over
b:      jmp_exec_any loop
        fadd32.long r4, r5, 0.125
        iter.short r4_r5, cf1, center
        .short 0x6f22
done:
        call done
        call r9
        get_sr r4, sr80
        stop
        .byte 0x12
# EXPECT:
#      0: 62000000             mov_imm r0l, 0
#      4: 0e194c1200000000     iadd r6, r6, 1
#      c: 522c4ca22400         while_icmp r0l, ult, r6, r5, 1
#     12: 20c01a000000         jmp_exec_none pc+26
#     18: 3801                 wait 1
#     1a: 00c0eaffffff         jmp_exec_any pc-22
#     20: 2a914a820000         fadd32.long r4, r5, 0.125
#     26: 21110180             iter.short r4_r5, cf1, center
#     2a: 226f                 .short 0x6f22 ; illegal operand
#     2c: 10c000000000         call pc+0
#     32: 0412                 call r9
#     34: 72111004             get_sr r4, sr80 (thread_position_in_grid.x)
#     38: 8800                 stop
#     3a: 12                   .byte 0x12 ; the code ends inside an instruction
