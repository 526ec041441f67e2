extension Configuration {
  /// The names of the remotes, in byte order.
  var remotes: [String] { subsections(of: "remote", with: ["url", "pushurl"]) }

  /// Where a remote is pushed to, after `pushurl` and `insteadOf`; nil where there is no such remote, or more is said.
  func pushURL(of remote: String) -> String? {
    (values("remote.\(remote).pushurl").last ?? values("remote.\(remote).url").last).flatMap(url(behind:))
  }

  /// Where an address leads, after the longest `insteadOf` that it begins with; nil for an empty one, and where addresses to
  /// push to are rewritten otherwise.
  func url(behind address: String) -> String? {
    let (section, name) = ("url.", ".insteadof")
    let keys = keys(in: "url")
    guard !address.isEmpty, keys.allSatisfy({ $0.hasSuffix(name) }) else { return nil }
    var longest: (base: Substring, prefix: String) = ("", "")
    for key in keys {
      for prefix in values(key) where address.hasPrefix(prefix) && prefix.utf8.count > longest.prefix.utf8.count {
        longest = (key.dropFirst(section.count).dropLast(name.count), prefix)
      }
    }
    return "\(longest.base)\(address.dropFirst(longest.prefix.count))"
  }

  /// The name that `git clone` keeps a remote's branch by; nil where the remote is told to keep something else.
  func trackedName(of reference: String, at remote: String) -> String? {
    let heads = "refs/heads/"
    guard reference.hasPrefix(heads), values("remote.\(remote).fetch") == ["+\(heads)*:refs/remotes/\(remote)/*"] else {
      return nil
    }
    return "refs/remotes/\(remote)/\(reference.dropFirst(heads.count))"
  }
}
