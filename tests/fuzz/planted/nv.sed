# FILE: frontend/nv/check/nv_flow.c
# Only ELSE is refused where no block is open.
s/if (p->flow.num_blocks == 0) {/if (p->flow.num_blocks == 0 \&\& ins->op == NV_OP_ELSE) {/
