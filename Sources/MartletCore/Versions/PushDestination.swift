/// The remote and branch that a branch is pushed to.
package struct PushDestination: Hashable, Sendable, Codable {
  /// The name of the remote, such as `origin`.
  package let remote: String
  /// The full name of the branch there, such as `refs/heads/main`.
  package let ref: String

  /// The name of the ref without `refs/heads/`.
  package var branch: String { ref.hasPrefix("refs/heads/") ? String(ref.dropFirst("refs/heads/".count)) : ref }

  /// The branch as git names it here, such as `origin/main`.
  package var trackedName: String { "\(remote)/\(branch)" }

  package init(remote: String, ref: String) {
    self.remote = remote
    self.ref = ref
  }
}
