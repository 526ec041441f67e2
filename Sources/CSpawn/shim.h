// Functions that Swift does not import on Linux, because glibc declares them only with `_GNU_SOURCE`.
#ifndef MARTLET_CSPAWN_SHIM_H
#define MARTLET_CSPAWN_SHIM_H

#include <spawn.h>

#ifdef __linux__
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int pipe2(int ends[2], int flags);

// glibc has it since 2.34; musl does not.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from)
    __attribute__((weak));

// Makes the child close all descriptors except the standard streams, if the system supports it.
static inline void martlet_spawn_close_others(posix_spawn_file_actions_t *actions) {
  if (posix_spawn_file_actions_addclosefrom_np) posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

// The number is the same in glibc and musl.
static const int martlet_spawn_setsid = 0x80;
#else
static const int martlet_spawn_setsid = POSIX_SPAWN_SETSID;
#endif

#endif
