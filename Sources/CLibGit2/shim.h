// A wrapper for the variadic `git_libgit2_opts`, which Swift does not import, and the structures of a store of objects.
#ifndef MARTLET_CLIBGIT2_SHIM_H
#define MARTLET_CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

/// Enables (1) or disables (0) hashing every object that is read.
static inline int martlet_git_strict_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

/// A store of objects whose reads are answered by `reader`.
typedef struct {
  /// The structure that libgit2 uses; it must be the first member.
  git_odb_backend parent;
  void *reader;
} martlet_odb_backend;

/// An open object.
typedef struct {
  /// The structure that libgit2 uses; it must be the first member.
  git_odb_stream parent;
  /// The number of bytes that are left.
  size_t left;
} martlet_odb_stream;

#endif
