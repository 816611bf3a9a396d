/* SPDX-License-Identifier: MIT */
/* The text form of the IR as a source language. Its tree is the IR itself, and it has no evaluator. */
#include "ir/build.h"
#include "ir/cfg.h"
#include "ir/text.h"
#include "frontend/common/frontend.h"

#include <string.h>

static const char header[] = "nvp4c-ir";

static enum frontend_match sniff(const char *text, size_t len)
{
   return len >= sizeof header - 1 && !memcmp(text, header, sizeof header - 1) ? FRONTEND_SURE : FRONTEND_NO;
}

static void *parse(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   (void)limits;
   return ir_parse(ctx, text, len, NULL); /* lower() sets the number model */
}

static struct ir_shader *lower(struct util_ctx *ctx, void *tree, num_m num, unsigned fshort)
{
   (void)fshort;
   ir_cfg_update(tree);
   struct ir_shader *s = ir_clone(ctx, tree); /* passes change it, and a compile may lower the tree again */
   s->num = num;
   return s;
}

const struct frontend_ops ir_frontend = {.name = "ir", .sniff = sniff, .parse = parse, .lower = lower};
