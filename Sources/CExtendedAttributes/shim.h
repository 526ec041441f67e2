// Headers that Swift does not import with the C library on Linux.
#ifndef MARTLET_CEXTENDEDATTRIBUTES_SHIM_H
#define MARTLET_CEXTENDEDATTRIBUTES_SHIM_H

#include <sys/types.h>
#include <sys/xattr.h>

#endif
