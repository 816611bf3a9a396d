/* SPDX-License-Identifier: MIT */
/* See varying.h. */
#include "nvp4c/report/varying.h"

_Static_assert(SLOT_FACING - SLOT_POSITION + 1 == NVP4C_NUM_VARYINGS, "varyings are the slots from the position on");

/* Programs cannot write the facing, so its number stands for the vertex id that a vertex program passes to a geometry
   program. */
unsigned varying_slot(unsigned varying)
{
   return varying == NVP4C_NUM_VARYINGS - 1 ? SLOT_VERTEX_ID : SLOT_POSITION + varying;
}

unsigned varying_of_slot(unsigned slot)
{
   return slot == SLOT_VERTEX_ID                        ? NVP4C_NUM_VARYINGS - 1
          : slot >= SLOT_POSITION && slot < SLOT_FACING ? slot - SLOT_POSITION
                                                        : NVP4C_NUM_VARYINGS;
}

static const char *const names[NVP4C_NUM_VARYINGS] = {
   "position", "col0", "col1", "bcol0", "bcol1", "fog", "psize",
   "clip0", "clip1", "clip2", "clip3", "clip4", "clip5", "clip6", "clip7",
   "tex0", "tex1", "tex2", "tex3", "tex4", "tex5", "tex6", "tex7",
   "attr0", "attr1", "attr2", "attr3", "attr4", "attr5", "attr6", "attr7", "attr8", "attr9", "attr10",
   "attr11", "attr12", "attr13", "attr14", "attr15", "attr16", "attr17", "attr18", "attr19", "attr20", "attr21",
   "attr22", "attr23", "attr24", "attr25", "attr26", "attr27", "attr28", "attr29", "attr30", "attr31", "attr32",
   "attr33", "attr34", "attr35", "attr36", "attr37", "attr38", "attr39", "attr40", "attr41", "attr42", "attr43",
   "attr44", "attr45", "attr46", "attr47", "attr48", "attr49", "attr50", "attr51", "attr52", "attr53", "attr54",
   "attr55", "attr56", "attr57", "attr58", "attr59", "attr60", "attr61", "attr62", "attr63",
   "primid", "layer", "normal", "clipvertex", "edgeflag", "viewport", "viewportmask", "pointcoord", "vertexid",
};

const char *nvp4c_varying_name(unsigned varying) { return varying < NVP4C_NUM_VARYINGS ? names[varying] : NULL; }
