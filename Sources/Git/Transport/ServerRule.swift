/// A rule of a forge that rejects a pushed reference, detected by the forge's message.
enum ServerRule: Equatable {
  /// This account may not push to the branch or create the tag.
  case protection
  /// A file is larger than the forge allows.
  case largeFile

  /// The messages are those of GitHub (`GH001`, `GH006`, `GH013`), GitLab, Gitea and Forgejo, Bitbucket and Azure.
  ///
  /// - Parameters:
  ///   - reason: The reason in the server's response.
  ///   - output: Other output of the server.
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

  /// Returns a hint that fixes the problem.
  func hint(_ reference: String) -> String {
    switch self {
    case .protection where reference.hasPrefix("refs/tags/"):
      "allow this account to create the tag in the server's rules, then run the command again"
    case .protection:
      "allow this account to push to it in the server's rules, or merge the commit with a pull request and then tag it"
    case .largeFile:
      "remove the file from the unpushed commits, or store it with Git LFS"
    }
  }
}
