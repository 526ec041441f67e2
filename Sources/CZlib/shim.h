// zlib as Swift can call it: what it initialises streams with are macros, which Swift does not import.
#ifndef MARTLET_CZLIB_SHIM_H
#define MARTLET_CZLIB_SHIM_H

#include <zlib.h>

/// Begins to compress, with the buffers and the strategy that git and gzip use.
///
/// `windowBits` is -15 for bare deflate, 31 for gzip.
static inline int martlet_deflate_begin(z_stream *stream, int level, int windowBits) {
  return deflateInit2(stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
}

/// Begins to decompress what has zlib's own header.
static inline int martlet_inflate_begin(z_stream *stream) {
  return inflateInit(stream);
}

#endif
