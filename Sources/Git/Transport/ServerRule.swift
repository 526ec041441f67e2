/// A rule of a forge that keeps a reference from being pushed, known by the words that the forge refuses with.
enum ServerRule: Equatable {
  /// Nobody, or not this account, may push to the branch, or make the tag.
  case protection
  /// A file is larger than the forge takes.
  case largeFile

  /// The words are those of GitHub (`GH001`, `GH006`, `GH013`), GitLab, Gitea and Forgejo, Bitbucket and Azure.
  ///
  /// - Parameters:
  ///   - reason: what stands in the server's answer.
  ///   - output: what the server wrote besides.
  init?(reason: String, output: String) {
    let text = "\(reason)\n\(output)".lowercased()
    func has(_ phrases: [String]) -> Bool { phrases.contains { text.contains($0) } }
    if has(["gh001", "large files detected", "exceeds maximum size", "larger than the maximum", "file is too large"]) {
      self = .largeFile
    } else if has([
      "gh006", "gh013", "protected branch", "protected tag", "tag as it is protected", "repository rule violations",
      "branch restriction", "tf402455", "not allowed to push code", "not allowed to push to",
    ]) {
      self = .protection
    } else {
      return nil
    }
  }

  /// An order that works.
  func hint(_ reference: String) -> String {
    switch self {
    case .protection where reference.hasPrefix("refs/tags/"):
      "let this account create the tag in the rules of the server, then run the command again"
    case .protection:
      "let this account push to it in the rules of the server, or bring the commit there by a pull request and tag it then"
    case .largeFile:
      "take the file out of the commits that the server does not have yet, or keep it with Git LFS"
    }
  }
}
