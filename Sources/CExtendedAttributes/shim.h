// What Swift's import of the C library leaves out on Linux.
#ifndef MARTLET_CEXTENDEDATTRIBUTES_SHIM_H
#define MARTLET_CEXTENDEDATTRIBUTES_SHIM_H

#include <sys/types.h>
#include <sys/xattr.h>

#ifdef __linux__
// glibc and musl show it under `_GNU_SOURCE` only.
extern int syncfs(int descriptor);
#endif

#endif
