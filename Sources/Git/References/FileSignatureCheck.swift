import MartletCore
import Processes

/// What the detached signature of a file proves.
package enum FileSignatureState: Hashable, Sendable {
  /// The signer, by a key that is known here.
  case good(String)
  /// The signature belongs to the file. Whose key it is, is unknown.
  case unknownKey(String)
  /// It does not belong to the file.
  case bad
  /// None of the signers that were given has its key.
  case otherKey
  /// It cannot be checked here, for this reason.
  case unchecked(String)
}

/// Checks detached signatures with the programs of the user: `ssh-keygen`, `gpg` and `minisign`.
package struct FileSignatureCheck {
  private let repository: Repository
  /// The file with the keys that may sign, an absolute path; nil: that of `gpg.ssh.allowedSignersFile`.
  private let signers: String?

  package init(in repository: Repository, signers: String?) {
    (self.repository, self.signers) = (repository, signers)
  }

  /// Returns what `signature` proves for the file with these bytes.
  package func state(of signature: [UInt8], for bytes: [UInt8]) throws(GitError) -> FileSignatureState {
    let text = String(decoding: signature, as: UTF8.self)
    let folder = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
    defer { Files.removeTree(folder) }
    let files = Pair(file: "\(folder)/file", signature: "\(folder)/signature")
    try Files.create(files.file, bytes, mode: 0o600)
    try Files.create(files.signature, signature, mode: 0o600)
    if text.hasPrefix("-----BEGIN SSH SIGNATURE-----") { return try sshState(files, bytes) }
    if text.hasPrefix("-----BEGIN PGP SIGNATURE-----") { return try gpgState(files) }
    if text.hasPrefix("untrusted comment:") { return try minisignState(files) }
    return .unchecked("its kind is unknown")
  }

  private struct Pair {
    let file: String
    let signature: String
  }

  private func sshState(_ files: Pair, _ bytes: [UInt8]) throws(GitError) -> FileSignatureState {
    let program = repository.configurationPath("gpg.ssh.program") ?? "ssh-keygen"
    func run(_ arguments: [String]) throws(GitError) -> CommandResult? {
      try result(of: program, ["-Y"] + arguments + ["-s", files.signature], input: bytes)
    }
    guard let plain = try run(["check-novalidate", "-n", "file"]) else {
      return .unchecked("there is no `\(program)`")
    }
    guard plain.succeeded else { return .bad }
    guard let signers = signers ?? repository.configurationPath("gpg.ssh.allowedsignersfile") else {
      return .unknownKey(Self.key(in: plain.outputText))
    }
    let found = try run(["find-principals", "-f", signers])
    guard let principal = found?.outputText.split(whereSeparator: \.isNewline).first, found?.succeeded == true else {
      return .otherKey
    }
    let verified = try run(["verify", "-n", "file", "-f", signers, "-I", String(principal)])
    return verified?.succeeded == true ? .good(String(principal)) : .otherKey
  }

  /// The key in the words of ssh-keygen: `Good "file" signature with ED25519 key SHA256:…`.
  private static func key(in output: String) -> String {
    output.firstRange(of: " with ").map { String(output[$0.upperBound...]) } ?? output
  }

  /// Reads gpg's status lines (doc/DETAILS).
  private func gpgState(_ files: Pair) throws(GitError) -> FileSignatureState {
    let program =
      repository.configurationPath("gpg.openpgp.program") ?? repository.configurationPath("gpg.program") ?? "gpg"
    let arguments = ["--batch", "--status-fd=1", "--verify", files.signature, files.file]
    guard let result = try result(of: program, arguments) else { return .unchecked("there is no `\(program)`") }
    let lines = result.outputText.split(whereSeparator: \.isNewline)
    func words(_ status: String) -> [Substring]? {
      lines.first { $0.hasPrefix("[GNUPG:] \(status) ") }.map { $0.split(separator: " ", maxSplits: 3) }
    }
    if words("BADSIG") != nil { return .bad }
    if let good = words("GOODSIG"), result.succeeded, good.count > 3 { return .good(String(good[3])) }
    let key = words("NO_PUBKEY") ?? words("ERRSIG")
    return .unchecked(
      key.map { "its key \($0[2]) is not in the keyring of `\(program)`" } ?? "`\(program)` cannot read it")
  }

  private func minisignState(_ files: Pair) throws(GitError) -> FileSignatureState {
    guard let signers else { return .unchecked("its key is unknown, name the file with `--signers`") }
    let arguments = ["-V", "-q", "-m", files.file, "-x", files.signature, "-p", signers]
    guard let result = try result(of: "minisign", arguments) else { return .unchecked("there is no `minisign`") }
    return result.succeeded ? .good("the key in `\(signers)`") : .bad
  }

  /// Nil if there is no such program.
  private func result(
    of program: String, _ arguments: [String], input: [UInt8] = []
  ) throws(GitError) -> CommandResult? {
    var command = repository.gitProgram.command(program, arguments)
    command.input = input.isEmpty ? .nothing : .bytes(input)
    do {
      return try command.run()
    } catch ProcessError.programNotFound {
      return nil
    } catch {
      throw .program(error)
    }
  }
}
