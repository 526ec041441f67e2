import Git
import Lanes
import MartletCore

/// The check of the signed statement of a release.
///
/// A statement counts only if it is signed, if no key that signed it is revoked, and if it is about this repository, tag and
/// commit. Which files the release has is then what the statement lists.
struct StatementCheck {
  let verification: ReleaseVerification
  let audit: ReleaseVerification.Audit
  let workspace: Workspace
  /// The references of the remote that the release is about, by full name.
  let references: [String: ObjectID]

  /// - Parameters:
  ///   - bytes: Those of the statement.
  ///   - signature: The bytes of its signature.
  /// - Returns: The statement, and who signed it; nil without a file with signers.
  /// - Throws: Everything that is wrong.
  func statement(_ bytes: [UInt8], signature: [UInt8]) throws -> (statement: ReleaseStatement, signer: String?) {
    let signer = try signer(of: bytes, signature)
    let statement = try ReleaseStatement(bytes)
    let problems = try problems(with: statement)
    guard problems.isEmpty else { throw Failure(problems) }
    return (statement, signer)
  }

  private func signer(of bytes: [UInt8], _ signature: [UInt8]) throws -> String? {
    let repository = workspace.repository
    var lists = [
      RevokedKeys(in: try workspace.signersOfDefaultBranch(of: verification.repository), RevokedKeys.branch)
    ]
    if let signers = audit.signers { lists.append(RevokedKeys(in: try workspace.signers(in: signers), "`\(signers)`")) }
    // An empty file has no keys.
    let state = try repository.state(ofSignature: signature, for: bytes, signers: audit.signers ?? "/dev/null")
    if state == .bad { throw Failure.badSignature }
    for list in lists {
      let keys = try list.signers()
      try TemporaryFile.withPath(below: workspace.temporaryFolder) { path in
        try Disk.create(path, holding: Array(keys.utf8), mode: 0o600)
        guard case .good = try repository.state(ofSignature: signature, for: bytes, signers: path) else { return }
        throw Failure.revokedKey(by: list.place)
      }
    }
    switch (state, audit.signers) {
    case (.good(let signer), _): return signer
    case (_, let signers?): throw Failure.otherSigner(signers)
    case (_, nil): return nil
    }
  }

  private func problems(with statement: ReleaseStatement) throws -> [Diagnostic] {
    var problems: [Diagnostic] = []
    func compare(_ part: String, _ found: String, _ expected: String?) {
      guard found != expected else { return }
      problems.append(
        Diagnostic("the statement is about the \(part) `\(found)`, expected `\(expected ?? "one of the remote")`"))
    }
    let current = verification.repository.canonicalAddress
    let former = audit.formerAddress.map { RemoteAddress($0)?.repository.lowercased() ?? $0 }
    compare("repository", statement.repository, statement.repository == former ? former : current)
    compare("tag", statement.tag, verification.tag)
    let reference = "refs/tags/\(verification.tag)"
    compare("tag object", statement.tagObject, references[reference]?.hex)
    // A lightweight tag has no other object.
    compare("commit", statement.commit, (references["\(reference)^{}"] ?? references[reference])?.hex)
    return problems
  }
}

/// The keys in lines such as `# revoked: release@example.com ssh-ed25519 AAAA…` of a file with signers. `ssh-keygen` reads
/// such a line as a comment.
struct RevokedKeys {
  /// Where the lines are, for messages.
  let place: String
  private let lines: [String]

  /// The place of the file with signers that a project publishes.
  static let path = "allowed_signers"
  static let branch = "`\(path)` on the default branch"

  init(in bytes: [UInt8], _ place: String) {
    self.place = place
    lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let text = line.drop { "# \t".contains($0) }
      return line.hasPrefix("#") && text.lowercased().hasPrefix("revoked:") ? String(text.dropFirst(8)) : nil
    }
  }

  /// The keys as a file with signers, without the options of the lines: a revoked key is revoked for every purpose and time.
  ///
  /// - Throws: `Failure.unreadableRevocation` for a line without a key.
  func signers() throws(Failure) -> String {
    var text = ""
    for line in lines {
      let words = line.split(separator: " ")
      guard let type = words.firstIndex(where: { ["ssh-", "ecdsa-", "sk-"].contains(where: $0.hasPrefix) }),
        type + 1 < words.endIndex
      else { throw .unreadableRevocation(line, place) }
      text += "revoked \(words[type]) \(words[type + 1])\n"
    }
    return text
  }
}

extension Workspace {
  /// The folder for temporary files.
  var temporaryFolder: String { userEnvironment["TMPDIR"] ?? "/tmp" }

  fileprivate func signers(in file: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    guard try ArtifactReader(path: file).contents({ bytes += $0 }) != nil else {
      throw Failure("no file `\(file)`, expected one with the keys that may sign")
    }
    return bytes
  }

  /// Reads the published file with signers as the default branch of the remote has it now; empty if it has none.
  ///
  /// - Throws: `Failure.unreadDefaultBranch` if it cannot be read: then it is unknown which keys are revoked.
  fileprivate func signersOfDefaultBranch(of repository: ForgeRepository) throws -> [UInt8] {
    guard let path = RelativePath(RevokedKeys.path) else { return [] }
    let heads = try transport(to: repository.remote).references(["HEAD", "refs/heads/*"], of: repository.remote)
    guard let head = heads["HEAD"] else { throw Failure.unreadDefaultBranch(repository.remote) }
    // Only the newest commit counts. Most clones have it.
    if let commit = try? self.repository.commit(peeledFrom: head) { return try contents(of: path, in: commit) ?? [] }
    let names = heads.filter { $0.value == head && $0.key != "HEAD" }.keys.sorted()
    guard let name = names.first else { throw Failure.unreadDefaultBranch(repository.remote) }
    let branch = RemoteBranch(
      String(name.trimmingPrefix("refs/heads/")), of: repository.address, remote: repository.remote)
    return try contents(of: path, on: branch) ?? []
  }
}

extension Failure {
  fileprivate static let badSignature = Failure(
    "`\(ReleaseStatement.signatureName)` is not a signature of `\(ReleaseStatement.fileName)` by ssh")

  fileprivate static func otherSigner(_ signers: String) -> Failure {
    Failure(
      "`\(ReleaseStatement.signatureName)` is by a key that `\(signers)` does not have, or that is not valid now",
      hint: "do not use the release, or ask its maintainers")
  }

  fileprivate static func revokedKey(by place: String) -> Failure {
    Failure(
      "`\(ReleaseStatement.signatureName)` is by a key that \(place) revokes",
      hint: "do not use the release, or ask its maintainers")
  }

  fileprivate static func unreadableRevocation(_ line: String, _ place: String) -> Failure {
    Failure("`revoked:\(line)` in \(place) has no key, expected one such as `ssh-ed25519 AAAA…`")
  }

  fileprivate static func unreadDefaultBranch(_ remote: String) -> Failure {
    Failure(
      "the default branch of `\(remote)` cannot be read, so that the revoked keys are unknown",
      hint: "check the remote with `git ls-remote --symref \(remote.shellWord) HEAD`")
  }
}
