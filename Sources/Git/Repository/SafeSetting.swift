/// The settings of a repository's own configuration that a command uses which only looks.
///
/// `.git/config` is not cloned, but it comes with an unpacked archive, a shared disk or a CI cache. Many settings name
/// programs, and git gets new ones, so this is a list of those that do not: every other setting counts as unset. The
/// configuration of the user and of the system is not restricted.
enum SafeSetting {
  /// `*` stands for the part between the first and the last dot.
  private static let names: Set<String> = [
    "author.email", "author.name", "branch.*.merge", "branch.*.pushremote", "branch.*.rebase", "branch.*.remote",
    "commit.gpgsign", "committer.email", "committer.name", "core.abbrev", "core.attributesfile", "core.autocrlf",
    "core.bare", "core.bigfilethreshold", "core.checkstat", "core.commitgraph", "core.compression", "core.eol",
    "core.excludesfile", "core.filemode", "core.ignorecase", "core.logallrefupdates", "core.multipackindex",
    "core.precomposeunicode", "core.protecthfs", "core.protectntfs", "core.quotepath", "core.repositoryformatversion",
    "core.safecrlf", "core.sharedrepository", "core.sparsecheckout", "core.sparsecheckoutcone", "core.splitindex",
    "core.symlinks", "core.trustctime", "core.untrackedcache", "core.usereplacerefs", "credential.*.username",
    "credential.username", "gc.auto", "gpg.format", "http.*.extraheader", "http.*.sslcainfo", "http.extraheader",
    "http.lowspeedlimit", "http.lowspeedtime", "http.postbuffer", "http.sslcainfo", "http.version", "index.sparse",
    "index.threads", "index.version", "maintenance.auto", "push.default", "remote.*.fetch", "remote.*.mirror",
    "remote.*.partialclonefilter", "remote.*.promisor", "remote.*.prune", "remote.*.push", "remote.*.pushurl",
    "remote.*.tagopt", "remote.*.url", "remote.pushdefault", "status.showuntrackedfiles", "submodule.*.active",
    "submodule.*.ignore", "submodule.*.url", "submodule.active", "tag.gpgsign", "url.*.insteadof",
    "url.*.pushinsteadof", "user.email", "user.name", "user.signingkey", "user.useconfigonly",
  ]

  /// The sections whose settings are all safe: what a repository needs to be read.
  private static let sections: Set<String> = ["extensions"]

  /// Returns whether a setting, with the section and the name in lower case, is safe.
  static func contains(_ key: String) -> Bool {
    guard let first = key.firstIndex(of: "."), let last = key.lastIndex(of: ".") else { return false }
    let (section, name) = (key[..<first], key[key.index(after: last)...])
    return sections.contains(String(section)) || names.contains(first == last ? key : "\(section).*.\(name)")
  }
}
