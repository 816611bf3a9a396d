!!NVfp4.0
# Result.color[n] needs its option in a declaration too.
OUTPUT c = result.color[1];
MOV c, fragment.color;
END
