#pragma once
#include <stddef.h>

/* The files below web/, which browsers load: embedded by the compiler, which knows what to build again when one changes. */
typedef struct web_asset {
  /* Below web/: "photos/grid.js". */
  const char *path;
  const unsigned char *bytes;
  size_t count;
} web_asset;

const web_asset *web_assets(void);
size_t web_asset_count(void);
