// Headers and a system call that Swift does not import with the C library on Linux.
#ifndef MARTLET_CEXTENDEDATTRIBUTES_SHIM_H
#define MARTLET_CEXTENDEDATTRIBUTES_SHIM_H

#include <sys/types.h>
#include <sys/xattr.h>

#ifdef __linux__
#include <stdint.h>
#include <unistd.h>

/// O_PATH: the flag for a folder that need not be readable.
static const int martlet_path_flag = 010000000;

/// Opens `path` below the open folder `folder`, without leaving it and without following a link (openat2(2), Linux 5.6).
static inline int martlet_open_beneath(int folder, const char *path, uint64_t flags) {
  // RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS; the number of the call is the same on all machines.
  struct {
    uint64_t flags, mode, resolve;
  } how = {flags, 0, 0x08 | 0x04};
  return (int)syscall(437, folder, path, &how, sizeof(how));
}
#endif

#endif
