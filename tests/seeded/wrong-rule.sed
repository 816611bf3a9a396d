# A wrong rule for the tests of --bisect and --reduce: the product of two truth values is 1 where it should be 0.
s/^   case IR_fmul:$/   case IR_fmul: return choose_operand(f, i, NUM_ONE, 0, NUM_ONE);/
