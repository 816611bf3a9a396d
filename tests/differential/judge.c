/* SPDX-License-Identifier: MIT */
/* Compiles a program with verification and gives the verdict. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tests/differential/differential.h"

/*
 * A signature has the id and the words of the message. Numbers become N. Text in quotes or parentheses is dropped, and so is
 * the text after a colon that names the output that differs: it says less than the two forms that were compared.
 */
void make_signature(char *out, size_t size, const char *id, const char *message)
{
   size_t n = (size_t)snprintf(out, size, "%s", id);
   char last = 0;

   for (const char *s = message; *s && n + 2 < size; s++) {
      const char *quoted = *s == '\'' || *s == '"' ? strchr(s + 1, *s) : NULL;
      if (!strncmp(s, " (-verify-sim", 13) && !strstr(message, "pass ")) {
         s = strchr(s, ')');
         if (!s || strncmp(s, "): ", 3))
            break;
         /* The words of a fault give its kind. Those of a difference only give its place. */
         if (strstr(s, " of lane ") || strstr(s, " byte ") || strstr(s, "vertex "))
            break;
      } else if (!strncmp(s, " (", 2)) {
         break;
      } else if (quoted) {
         s = quoted;
      } else if (isdigit((unsigned char)*s)) {
         s += strspn(s, "0123456789abcdefx") - 1;
         if (last != 'N')
            out[n++] = '-', out[n++] = last = 'N';
      } else if (isalpha((unsigned char)*s)) {
         if (!isalpha((unsigned char)last))
            out[n++] = '-';
         out[n++] = last = *s;
      } else {
         last = 0;
      }
   }
   out[n] = 0;
}

/* Returns the seed of the wave in which the levels differ. */
static uint64_t seed_in(const char *message)
{
   const char *at = strstr(message, "-verify-sim=1,seed=");
   unsigned long long seed;

   return at && sscanf(at, "-verify-sim=1,seed=%llu", &seed) == 1 ? seed : 0;
}

static void found(struct verdict *v, const char *id, const char *message)
{
   v->outcome = FOUND;
   make_signature(v->signature, sizeof v->signature, id, message);
   snprintf(v->message, sizeof v->message, "%s [%s]", message, id);
   v->verify_seed = seed_in(message);
}

/* Checks that every wave of a result without errors was compared. */
static void judge_good(struct verdict *v, const struct nvp4c_result *r, const struct setting *s)
{
   const struct nvp4c_verify done = nvp4c_result_verify(r);
   const bool may_be_empty = s->o.target == NVP4C_TARGET_AGX; /* its main part may be empty */
   size_t len;

   v->compared = done.compared;
   v->tainted = done.tainted;
   v->digest = done.digest;
   v->complete = !done.tainted && !done.left_out && !done.budget;
   if (done.waves != s->o.verify.waves || done.source_comparisons < done.code_comparisons ||
       done.code_comparisons + done.budget != done.waves)
      found(v, "runner", "waves without a verdict in a good result");
   else if (!nvp4c_result_code(r, &len) || (!len && !may_be_empty))
      found(v, "runner", "a good result without code");
   else if (s->o.output.object && (!nvp4c_result_object(r, &len) || !len))
      found(v, "runner", "a good result without its object");
   else if (s->o.output.listing && (!nvp4c_result_listing(r, &len) || (!len && !may_be_empty)))
      found(v, "runner", "a good result without its listing");
}

static const struct nvp4c_diagnostic *first_error(const struct nvp4c_result *r)
{
   const struct nvp4c_diagnostic *d;

   for (unsigned i = 0; (d = nvp4c_result_diagnostic(r, i)); i++)
      if (d->severity == NVP4C_ERROR)
         return d;
   return NULL;
}

void judge(struct verdict *v, const struct program *p, const struct setting *s, struct nvp4c_context *context)
{
   struct nvp4c_options o = s->o;

   memset(v, 0, sizeof *v);
   o.context = context;
   struct nvp4c_result *r = nvp4c_compile(p->text, p->length, &o);
   if (!r) {
      found(v, "runner", "out of memory");
      return;
   }
   v->status = nvp4c_result_status(r);
   v->timing = nvp4c_result_timing(r);
   const struct nvp4c_diagnostic *d = first_error(r);
   const char *id = d ? d->id : "none", *message = d ? d->message : "no diagnostic";
   switch (v->status) {
   case NVP4C_OK:
      judge_good(v, r, s);
      break;
   case NVP4C_REJECTED:
      found(v, id, message);
      if (p->spliced)
         v->outcome = REFUSED;
      break;
   case NVP4C_UNSUPPORTED:
      found(v, id, message);
      v->outcome = REFUSED;
      break;
   case NVP4C_LIMIT:
      found(v, id, message);
      v->outcome = strcmp(id, "no-verdict") ? FOUND : NO_VERDICT;
      break;
   default:
      found(v, id, message);
   }
   nvp4c_result_free(r);
}
