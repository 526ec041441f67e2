import MartletCore

extension Repository {
  /// Returns the names of the remotes, in byte order.
  package func remoteNames() -> [String] {
    let names = settings.all.compactMap { setting in
      setting.key.subsection(of: "remote", ["url", "pushurl"])
    }
    return Set(names).sorted { $0.precedesInBytes($1) }
  }

  /// Returns the address for pushing, after `insteadOf` and `pushurl`; nil when there is no such remote.
  package func remoteURL(_ name: String) -> RemoteURL? {
    if let pushed = configurationValues("remote.\(name).pushurl").first { return url(behind: pushed) }
    guard let address = configurationValues("remote.\(name).url").first else { return nil }
    return rewritten(address, by: "pushinsteadof") ?? url(behind: address)
  }

  /// Whether a remote has the host and port of the remote `origin`.
  package func isOnHostOfOrigin(_ name: String) -> Bool {
    guard let host = remoteURL(name)?.host else { return false }
    return host == remoteURL("origin")?.host
  }

  /// Returns the addresses that a remote is pushed to, after `insteadOf`; empty if there is no such remote.
  package func pushAddresses(of remote: String) -> [RemoteURL] {
    (try? Remote(named: remote, of: self).places.map(\.url)) ?? []
  }

  /// Returns the address after `insteadOf`.
  func url(behind address: String) -> RemoteURL { rewritten(address, by: "insteadof") ?? RemoteURL(address) }

  /// Returns the address with the longest beginning replaced that a setting `url.BASE.NAME` has (git-config(1)).
  private func rewritten(_ address: String, by name: String) -> RemoteURL? {
    var longest: (base: String, beginning: String)?
    for setting in settings.all where address.hasPrefix(setting.value) {
      guard let base = setting.key.subsection(of: "url", [name]) else { continue }
      if setting.value.utf8.count > longest?.beginning.utf8.count ?? -1 { longest = (base, setting.value) }
    }
    return longest.map { RemoteURL($0.base + address.dropFirst($0.beginning.count)) }
  }

  /// Returns the remote-tracking object for the `reference`; nil when there is none.
  ///
  /// git finds it as the upstream of a branch that does not exist.
  package func trackedHead(of destination: PushDestination) throws(GitError) -> ObjectID? {
    let branch = "martlet/tracked"
    let result = try GitQuery(self).result(of: [
      "-c", "branch.\(branch).remote=\(destination.remote)", "-c", "branch.\(branch).merge=\(destination.ref)",
      "rev-parse", "--verify", "--quiet", "\(branch)@{upstream}",
    ])
    return ObjectID(result.outputText)
  }

  /// Returns the destination to which git would push a branch, given by its short name; nil without a remote.
  ///
  /// The remote is `branch.X.pushremote`, `remote.pushdefault`, `branch.X.remote`, the only remote there is or
  /// `origin`, in this order. The branch keeps its name there unless it tracks another branch of the same remote.
  package func pushDestination(ofBranch branch: String) -> PushDestination? {
    let names = remoteNames()
    let upstream = configuration("branch.\(branch).remote")
    let remote =
      configuration("branch.\(branch).pushremote") ?? configuration("remote.pushdefault") ?? upstream
      ?? (names.count == 1 ? names.first : names.first { $0 == "origin" })
    guard let remote, names.contains(remote) else { return nil }
    let merged = remote == upstream ? configuration("branch.\(branch).merge") : nil
    return PushDestination(remote: remote, ref: merged ?? "refs/heads/\(branch)")
  }
}

extension String {
  /// Returns the middle of a key `section.MIDDLE.name` with one of these names; nil for other keys.
  func subsection(of section: String, _ names: [String]) -> String? {
    guard hasPrefix("\(section)."), let last = lastIndex(of: "."), names.contains(String(self[index(after: last)...]))
    else { return nil }
    let start = index(startIndex, offsetBy: section.count + 1)
    return start < last ? String(self[start..<last]) : nil
  }
}
