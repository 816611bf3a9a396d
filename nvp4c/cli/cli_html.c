/* SPDX-License-Identifier: MIT */
/*
 * -report=html: the page of nvp4c/html around one or two JSON documents of -report=json. The page has no other input: it loads
 * nothing, and its policy allows its own style and script only. --diff -report=html reads two documents that were written
 * before.
 */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c/document/document.h"

static void add_text(struct sink *out, const char *text)
{
   sink_add(out, text, strlen(text));
}

/* Adds text in which some characters are replaced, so that it does not end its element. */
static void add_replaced(struct sink *out, const char *text, const char *const replace[][2], unsigned num)
{
   for (const char *p = text; *p; p++) {
      unsigned k = 0;
      while (k < num && *replace[k][0] != *p)
         k++;
      if (k < num)
         add_text(out, replace[k][1]);
      else
         sink_add(out, p, 1);
   }
}

void html_write(struct sink *out, const char *title, const char *const *documents, unsigned num_documents)
{
   static const char *const in_title[][2] = {{"<", "&lt;"}, {"&", "&amp;"}};
   /* In JSON, < occurs in strings only, where the escape means the same. */
   static const char *const in_json[][2] = {{"<", "\\u003c"}};

   add_text(out, html_page.before_title);
   add_replaced(out, title, in_title, 2);
   add_text(out, html_page.before_data);
   for (unsigned k = 0; k < num_documents; k++) {
      add_text(out, "<script type=\"application/json\">");
      add_replaced(out, documents[k], in_json, 1);
      add_text(out, "</script>\n");
   }
   add_text(out, html_page.after_data);
}

/* Reads the file of a report. The caller frees it. */
static char *read_report(const char *name)
{
   size_t len;
   char *text = read_all(name, &len);

   text = xrealloc(text, len + 1);
   text[len] = 0;
   if (!json_is_document(name, text, len, "nvp4c-report-1"))
      usage_error("%s: --diff -report=html takes two files of -report=json", name);
   return text;
}

int diff_reports(const struct cli *o)
{
   char *const text[] = {read_report(o->inputs[0]), read_report(o->inputs[1])};
   const char *const documents[] = {text[0], text[1]};
   struct sink title = {0}, out = {0};

   sink_printf(&title, "%s, %s", o->inputs[0], o->inputs[1]);
   html_write(&out, title.data, documents, 2);
   write_output(o->output, out.data, out.len);
   free(title.data), free(out.data);
   free(text[0]), free(text[1]);
   return NVP4C_OK;
}
