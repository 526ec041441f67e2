// What Swift's import of the C library leaves out on Linux.
#ifndef MARTLET_CEXTENDEDATTRIBUTES_SHIM_H
#define MARTLET_CEXTENDEDATTRIBUTES_SHIM_H

#include <sys/types.h>
#include <sys/xattr.h>

#endif
