!!ARBfp1.0
# Result.color[n] needs its option.
MOV result.color[1], 1;
END
