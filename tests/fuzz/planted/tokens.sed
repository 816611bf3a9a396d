# FILE: frontend/tgsi/tokens/tgsi_tokens.c
# A token may have a word more than the stream.
s/words > c->end - start) {/words > c->end - start + 1) {/
