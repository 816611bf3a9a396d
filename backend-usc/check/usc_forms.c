/* SPDX-License-Identifier: MIT */
/* Forms that need a feature of the core, and forms whose effect has no source (usc_forms.h). */
#include "backend-usc/check/usc_forms.h"

/* ---- features ------------------------------------------------------------------------------------------------------------ */

static bool is_op(const struct usc_group *g, enum usc_group_unit unit, enum usc_op op)
{
   return g->kind == USC_MAIN && g->op[unit] == op;
}

/* Is it a sum of 32-bit integers with carry in, beside an operation in P1? */
static bool carries_beside_p1(const struct usc_group *g)
{
   const uint32_t flags = usc_op_info[g->op[USC_P0]].flags;
   return g->kind == USC_MAIN && g->cin && g->op[USC_P1] && flags & USC_F_INT && !(flags & USC_F_HI);
}

uint32_t usc_group_features(const struct usc_group *g)
{
   uint32_t features = 0;
   if (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_ITRSMP)
      features |= USC_HAS_ITRSMP;
   if (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_CNDLT && g->pcnd != USC_PCND_ALWAYS)
      features |= USC_HAS_CNDLT;
   if (carries_beside_p1(g))
      features |= USC_HAS_CARRYP1;
   if (is_op(g, USC_BE, USC_OP_DEPTHF) && usc_phases(g) != 2) /* 2: the backend alone */
      features |= USC_HAS_DEPTHSAT;
   return features;
}

uint32_t usc_missing_features(const struct usc_prog *p, uint32_t features, uint32_t *bad)
{
   for (uint32_t k = 0; k < p->n; k++) {
      const uint32_t missing = usc_group_features(&p->g[k]) & ~features;
      if (missing) {
         *bad = k;
         return missing;
      }
   }
   return 0;
}

const char *usc_missing_feature_text(struct util_ctx *ctx, uint32_t missing)
{
   const char *name = usc_feature_name((enum usc_feature_number)__builtin_ctz(missing));
   return util_printf(ctx, "the core lacks the feature \"%s\" (-mattr=+%s)", name, name);
}

/* ---- premises ------------------------------------------------------------------------------------------------------------ */

/* Does a unit compute with floats? */
static bool is_float(const struct usc_group *g)
{
   bool any = false;
   for (unsigned u = USC_P0; u <= USC_PCK; u++)
      any |= g->kind == USC_MAIN && usc_op_info[g->op[u]].flags & USC_F_FLOAT;
   return any;
}

static bool packs(const struct usc_group *g, enum usc_fmt format)
{
   return is_op(g, USC_PCK, USC_OP_PCK) && g->pck_fmt == format;
}

/* Does it pack to, or unpack from, the format? */
static bool has_format(const struct usc_group *g, enum usc_fmt format)
{
   return packs(g, format) || (is_op(g, USC_P0, USC_OP_UNPCK) && g->upk_fmt == format);
}

/* Does it pack one component of several? */
static bool packs_one(const struct usc_group *g)
{
   return usc_rpt(g) == 1 && packs(g, USC_FMT_F16F16);
}

/* Is it a pack to normalised integers? */
static bool scales(const struct usc_group *g)
{
   return is_op(g, USC_PCK, USC_OP_PCK) && g->pck_scale;
}

static bool iterates(const struct usc_group *g)
{
   return is_op(g, USC_BE, USC_OP_FITR) || is_op(g, USC_BE, USC_OP_FITRP) ||
          (g->kind == USC_CONTROL && (g->op[USC_CTRL] == USC_OP_DITR || g->op[USC_CTRL] == USC_OP_ITRSMP));
}

static bool writes_vertices(const struct usc_group *g)
{
   return g->kind == USC_MAIN && (g->op[USC_BE] == USC_OP_UVSW_EMIT || g->op[USC_BE] == USC_OP_UVSW_CUT ||
                                  g->op[USC_BE] == USC_OP_UVSW_ENDTASK);
}

/* Does it load, store or change memory that is not a tile buffer? */
static bool accesses_memory(const struct usc_group *g)
{
   return g->kind == USC_MAIN &&
          (g->op[USC_BE] == USC_OP_LD || g->op[USC_BE] == USC_OP_LD_R || (usc_group_stores(g) && !g->tiled));
}

static bool reads_special(const struct usc_group *g, uint32_t number)
{
   bool any = false;
   for (unsigned s = 0, reads = usc_group_reads(g); reads >> s; s++)
      any |= reads >> s & 1 && g->src[s].bank == USC_SPECIAL && !g->src[s].idx && g->src[s].index == number;
   return any;
}

static const struct {
   const char *name, *text;
} premises[USC_NUM_PREMISES] = {
#define PREMISE(id, name, text, condition) {name, text},
#include "backend-usc/check/usc_premises.def"
};

const char *usc_premise_name(enum usc_premise a) { return premises[a].name; }
const char *usc_premise_text(enum usc_premise a) { return premises[a].text; }

uint64_t usc_group_premises(const struct usc_group *g, const struct usc_form_context *c)
{
   uint64_t mask = 0;
#define PREMISE(id, name, text, condition) mask |= (condition) ? UINT64_C(1) << USC_PREMISE_##id : 0;
#include "backend-usc/check/usc_premises.def"
   return mask;
}
