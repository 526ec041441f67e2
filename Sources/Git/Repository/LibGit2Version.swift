import CLibGit2

/// The version of libgit2 that this process uses.
package enum LibGit2Version {
  /// The first version with all fixes that are known for hostile repositories and servers: CVE-2026-53584 to 53587 in
  /// 1.9.5, and a command injection through libssh2 in 1.9.7 (docs/changelog.md of libgit2).
  ///
  /// Objects, the largest part of a hostile repository, never reach libgit2's own readers (`ObjectDatabase`).
  package static let oldestSafe: [Int] = [1, 9, 7]

  package static var current: [Int] {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    git_libgit2_version(&major, &minor, &revision)
    return [major, minor, revision].map(Int.init)
  }
}
