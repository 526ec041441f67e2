// Functions that Swift does not import on Linux, because glibc declares them only with `_GNU_SOURCE`.
#ifndef MARTLET_CSPAWN_SHIM_H
#define MARTLET_CSPAWN_SHIM_H

#include <spawn.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#else
// As in <sys/ptrace.h> of macOS.
extern int ptrace(int request, int process, char *address, int data);
static const int martlet_spawn_deny_attach = 31;
#endif

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

// Keeps other processes of the user from reading the memory of this one; on Linux also its files in /proc, and there is no
// core file. A program that this one starts is not affected (prctl(2), `PT_DENY_ATTACH` in ptrace(2)).
static inline void martlet_forbid_inspection(void) {
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
  ptrace(martlet_spawn_deny_attach, 0, 0, 0);
#endif
}

extern char **environ;

// Overwrites the value of a variable where the system shows it to other processes.
static inline void martlet_clear_variable(const char *name) {
  size_t length = strlen(name);
  for (char **entry = environ; entry && *entry; entry++) {
    if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') {
      for (char *byte = *entry + length + 1; *byte; byte++) *byte = 0;
    }
  }
}

#endif
