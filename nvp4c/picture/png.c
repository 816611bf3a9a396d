/* SPDX-License-Identifier: MIT */
/* PNG files, with libpng. Without it (HAVE_PNG is not defined), using them is an error. */
#include <stdlib.h>

#include "nvp4c/picture/picture.h"

#ifdef HAVE_PNG
#include <png.h>
#include <string.h>

uint8_t *png_decode(const char *file, const char *data, size_t len, unsigned *width, unsigned *height)
{
   png_image image = {.version = PNG_IMAGE_VERSION};
   uint8_t *rgba = NULL;

   if (png_image_begin_read_from_memory(&image, data, len)) {
      image.format = PNG_FORMAT_RGBA;
      image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB; /* otherwise libpng converts 16 bits from linear */
      rgba = xrealloc(NULL, PNG_IMAGE_SIZE(image));
      if (!png_image_finish_read(&image, NULL, rgba, 0, NULL)) {
         free(rgba);
         rgba = NULL;
      }
   }
   if (!rgba) {
      console_fail(NVP4C_IO, "file", file, "%s", image.message);
   }
   *width = image.width;
   *height = image.height;
   return rgba;
}

void png_encode(struct sink *to, const char *file, const uint8_t *rgba, unsigned width, unsigned height)
{
   png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA};
   png_alloc_size_t size = 0;
   void *data = NULL;

   if (png_image_write_to_memory(&image, NULL, &size, 0, rgba, 0, NULL)) {
      data = xrealloc(NULL, size);
      if (!png_image_write_to_memory(&image, data, &size, 0, rgba, 0, NULL))
         size = 0;
   }
   if (!size) {
      console_fail(NVP4C_IO, "file", file, "%s", image.message);
   }
   sink_add(to, data, size);
   free(data);
}

#else

static _Noreturn void refuse(const char *file)
{
   console_fail(NVP4C_UNSUPPORTED, "file", file, "this nvp4c was built without libpng");
}

uint8_t *png_decode(const char *file, const char *data, size_t len, unsigned *width, unsigned *height)
{
   (void)data, (void)len, (void)width, (void)height;
   refuse(file);
}

void png_encode(struct sink *to, const char *file, const uint8_t *rgba, unsigned width, unsigned height)
{
   (void)to, (void)rgba, (void)width, (void)height;
   refuse(file);
}

#endif
