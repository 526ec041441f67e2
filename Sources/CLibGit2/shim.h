// Wrappers for the variadic `git_libgit2_opts`, which Swift does not import, and the structures of a store of objects.
#ifndef MARTLET_CLIBGIT2_SHIM_H
#define MARTLET_CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/commit.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif

/// Enables (1) or disables (0) hashing every object that is read.
static inline int martlet_git_strict_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

/// Makes libgit2 sync the files that it writes under the git directory.
static inline int martlet_git_fsync_gitdir(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

/// Allows libgit2 to open repositories with these additional extensions, by their names below `extensions`.
static inline int martlet_git_set_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

/// Enables (1) or disables (0) the check that a repository belongs to this user.
static inline int martlet_git_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

/// A store of objects whose reads are answered by `reader`, and whose writes go to `loose`.
typedef struct {
  /// The structure that libgit2 uses; it must be the first member.
  git_odb_backend parent;
  git_odb_backend *loose;
  void *reader;
} martlet_odb_backend;

/// An open object.
typedef struct {
  /// The structure that libgit2 uses; it must be the first member.
  git_odb_stream parent;
  /// The reader of the store.
  void *reader;
  /// The number of bytes that are left.
  size_t left;
} martlet_odb_stream;

#endif
