# What is no hex is an error of the input; what is no machine code too.
# RUN: --dis -fmt=hex
# EXIT: 1
02 80 6a zz
