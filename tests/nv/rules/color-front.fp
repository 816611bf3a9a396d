!!NVfp4.0
# The colour of a fragment has no front.
MOV result.color, fragment.color.front;
END
