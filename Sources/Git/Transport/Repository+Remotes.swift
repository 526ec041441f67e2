import CLibGit2
import MartletCore

extension Repository {
  /// Returns the names of the remotes, in byte order.
  package func remoteNames() throws(GitError) -> [String] {
    var list = git_strarray()
    try LibGit2.check(git_remote_list(&list, libgit2), "list the remotes")
    defer { git_strarray_dispose(&list) }
    return (0..<list.count).compactMap { list.strings[$0].map { String(cString: $0) } }
      .sorted { $0.precedesInBytes($1) }
  }

  /// Returns the address for pushing, after `insteadOf` and `pushurl`; nil when there is no such remote.
  package func remoteURL(_ name: String) throws(GitError) -> RemoteURL? {
    var remote: OpaquePointer?
    let code = git_remote_lookup(&remote, libgit2, name)
    if code == GIT_ENOTFOUND.rawValue || code == GIT_EINVALIDSPEC.rawValue { return nil }
    try LibGit2.check(code, "read the remote `\(name)`")
    defer { git_remote_free(remote) }
    return (git_remote_pushurl(remote) ?? git_remote_url(remote)).map { RemoteURL(String(cString: $0)) }
  }

  /// Whether a remote has the host and port of the remote `origin`.
  package func isOnHostOfOrigin(_ name: String) throws(GitError) -> Bool {
    guard let host = try remoteURL(name)?.host else { return false }
    return try host == remoteURL("origin")?.host
  }

  /// Returns the addresses that a remote is pushed to, after `insteadOf`; empty if there is no such remote.
  package func pushAddresses(of remote: String) -> [RemoteURL] {
    (try? Remote(named: remote, of: self).places.map(\.url)) ?? []
  }

  /// Returns the address after `insteadOf`.
  func url(behind address: String) -> RemoteURL {
    let task = "read the address of a remote"
    let repository = libgit2
    guard let remote = try? Handle(git_remote_free, task, { git_remote_create_anonymous(&$0, repository, address) }),
      let url = git_remote_url(remote.pointer)
    else { return RemoteURL(address) }
    return RemoteURL(String(cString: url))
  }

  /// Returns the remote-tracking object for the `reference`; nil when there is none.
  package func trackedHead(of destination: PushDestination) throws(GitError) -> ObjectID? {
    let task = "read the remote `\(destination.remote)`"
    let repository = libgit2
    let remote = try Handle.ifFound(git_remote_free, task) { git_remote_lookup(&$0, repository, destination.remote) }
    guard let remote else { return nil }
    for index in 0..<git_remote_refspec_count(remote.pointer) {
      guard let refspec = git_remote_get_refspec(remote.pointer, index),
        git_refspec_direction(refspec) == GIT_DIRECTION_FETCH,
        git_refspec_src_matches(refspec, destination.ref) == 1
      else { continue }
      var name = git_buf()
      guard git_refspec_transform(&name, refspec, destination.ref) == 0 else { continue }
      return try reference(named: name.takeString())
    }
    return nil
  }

  /// Returns the destination to which git would push a branch, given by its short name; nil without a remote.
  ///
  /// The remote is `branch.X.pushremote`, `remote.pushdefault`, `branch.X.remote`, the only remote there is or
  /// `origin`, in this order. The branch keeps its name there unless it tracks another branch of the same remote.
  package func pushDestination(ofBranch branch: String) throws(GitError) -> PushDestination? {
    let names = try remoteNames()
    let upstream = configuration("branch.\(branch).remote")
    let remote =
      configuration("branch.\(branch).pushremote") ?? configuration("remote.pushdefault") ?? upstream
      ?? (names.count == 1 ? names.first : names.first { $0 == "origin" })
    guard let remote, names.contains(remote) else { return nil }
    let merged = remote == upstream ? configuration("branch.\(branch).merge") : nil
    return PushDestination(remote: remote, ref: merged ?? "refs/heads/\(branch)")
  }
}
