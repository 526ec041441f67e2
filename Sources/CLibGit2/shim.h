// libgit2 as Swift can call it: `git_libgit2_opts` is variadic, which Swift does not import.
#ifndef MARTLET_CLIBGIT2_SHIM_H
#define MARTLET_CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/commit.h>
#include <git2/sys/repository.h>

/// Turns the hashing of every object that is read on (1) or off (0).
static inline int martlet_git_strict_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

/// Makes libgit2 sync the files that it writes under the git directory.
static inline int martlet_git_fsync_gitdir(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

/// Has libgit2 open repositories with these extensions, names below `extensions` in their configuration, too.
static inline int martlet_git_set_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

/// Turns the check that a repository belongs to this user on (1) or off (0).
static inline int martlet_git_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

/// Has libgit2 give up on a server that neither lets itself be connected to nor sends anything for so many milliseconds.
/// Returns a negative number where libgit2 has no such limit, which came with 1.7.
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
