#pragma once
#include <stddef.h>

/* The files below web/, which browsers load, and the texts of pages below words/: embedded by the compiler, which knows what to build again when one changes. */
typedef struct web_asset {
  /* "photos/grid.js" below web/, "words/photos/en.json". */
  const char *path;
  const unsigned char *bytes;
  size_t count;
} web_asset;

const web_asset *web_assets(void);
size_t web_asset_count(void);
