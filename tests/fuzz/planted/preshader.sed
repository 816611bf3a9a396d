# FILE: nvp4c/preshader/preshader_read.c
# An operation may read its own result.
s/i->src\[n\] >= values/i->src[n] > values/
