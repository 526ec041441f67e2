// Wrappers for zlib's macros, which Swift does not import.
#ifndef MARTLET_CZLIB_SHIM_H
#define MARTLET_CZLIB_SHIM_H

#include <zlib.h>

/// Initialises compression to raw deflate, with the buffers and the strategy of git.
static inline int martlet_deflate_begin(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

/// Initialises decompression.
///
/// `windowBits` is -15 for raw deflate, 15 for a zlib header, 47 for one of zlib or gzip.
static inline int martlet_inflate_begin_wrapped(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}

#endif
