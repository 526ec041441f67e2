// Wrappers for the variadic `git_libgit2_opts`, which Swift does not import.
#ifndef MARTLET_CLIBGIT2_SHIM_H
#define MARTLET_CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/commit.h>
#include <git2/sys/repository.h>

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

/// Sets the timeout for connecting to a server and for receiving data, in milliseconds. Returns a negative number
/// before libgit2 1.7, which has no such timeout.
static inline int martlet_git_server_timeout(int milliseconds) {
#if LIBGIT2_VER_MAJOR > 1 || (LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR >= 7)
  int code = git_libgit2_opts(GIT_OPT_SET_SERVER_CONNECT_TIMEOUT, milliseconds);
  return code < 0 ? code : git_libgit2_opts(GIT_OPT_SET_SERVER_TIMEOUT, milliseconds);
#else
  (void)milliseconds;
  return -1;
#endif
}

#endif
