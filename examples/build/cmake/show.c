/* SPDX-License-Identifier: MIT */
/* Prints the size of a shader that was compiled into the program, and the version of the library. */
#include <nvp4c.h>
#include <stdio.h>

static const unsigned char code[] = {
#include "shaders/lit.fp.inc"
};

int main(void)
{
   printf("%zu bytes, nvp4c %s\n", sizeof code, nvp4c_version());
   return 0;
}
