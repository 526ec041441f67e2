// Wrappers for the variadic `git_libgit2_opts`, which Swift does not import, and the structures of a store of objects.
#ifndef MARTLET_CLIBGIT2_SHIM_H
#define MARTLET_CLIBGIT2_SHIM_H

#include <stdlib.h>

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

/// A store of objects whose reads are answered by `reader`, and whose writes go to `loose`.
typedef struct {
  /// The structure that libgit2 uses; it must be the first member.
  git_odb_backend parent;
  git_odb_backend *loose;
  void *reader;
} martlet_odb_backend;

/// A pack that is received from a server.
typedef struct {
  git_odb_writepack parent;
  git_indexer *indexer;
} martlet_odb_writepack;

static inline int martlet_writepack_append(
    git_odb_writepack *pack, const void *data, size_t size, git_indexer_progress *progress) {
  return git_indexer_append(((martlet_odb_writepack *)pack)->indexer, data, size, progress);
}

static inline int martlet_writepack_commit(git_odb_writepack *pack, git_indexer_progress *progress) {
  return git_indexer_commit(((martlet_odb_writepack *)pack)->indexer, progress);
}

static inline void martlet_writepack_free(git_odb_writepack *pack) {
  git_indexer_free(((martlet_odb_writepack *)pack)->indexer);
  free(pack);
}

/// Starts to store a received pack in `folder`; its thin deltas are completed from `database`.
static inline int martlet_writepack_new(
    git_odb_writepack **out, git_odb_backend *backend, const char *folder, git_odb *database,
    git_indexer_progress_cb progress, void *payload) {
  git_indexer_options options = GIT_INDEXER_OPTIONS_INIT;
  martlet_odb_writepack *pack = (martlet_odb_writepack *)calloc(1, sizeof(*pack));
  if (!pack) return -1;
  options.progress_cb = progress;
  options.progress_cb_payload = payload;
  int code = git_indexer_new(&pack->indexer, folder, 0, database, &options);
  if (code < 0) {
    free(pack);
    return code;
  }
  pack->parent.backend = backend;
  pack->parent.append = martlet_writepack_append;
  pack->parent.commit = martlet_writepack_commit;
  pack->parent.free = martlet_writepack_free;
  *out = &pack->parent;
  return 0;
}

#endif
