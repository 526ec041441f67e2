import MartletCore
import Processes

/// What the detached signature of a file proves.
package enum FileSignatureState: Hashable, Sendable {
  /// One of the signers made it: this one, in the words of the file with the signers.
  case good(String)
  /// It is not a signature by ssh of the file.
  case bad
  /// None of the signers has its key.
  case otherKey

  /// The namespace of the signatures (ssh-keygen(1)), which is their own, so that no signature of another kind of text counts.
  static let namespace = "martlet-release"
}

extension Repository {
  /// Returns what `signature` proves for the file with these bytes.
  ///
  /// - Parameter signers: The file with the keys that may sign, an absolute path, as in ALLOWED SIGNERS of ssh-keygen(1).
  package func state(
    ofSignature signature: [UInt8], for bytes: [UInt8], signers: String
  ) throws(GitError) -> FileSignatureState {
    let folder = try Files.makeTemporaryDirectory(below: environment["TMPDIR"] ?? "/tmp")
    defer { Files.removeTree(folder) }
    let file = "\(folder)/signature"
    try Files.create(file, signature, mode: 0o600)
    let program = configurationPath("gpg.ssh.program") ?? "ssh-keygen"
    func run(_ arguments: [String]) throws(GitError) -> CommandResult {
      var command = gitProgram.command(program, ["-Y"] + arguments + ["-s", file])
      command.input = .bytes(bytes)
      do {
        return try command.run()
      } catch {
        throw .program(error)
      }
    }
    guard try run(["check-novalidate", "-n", FileSignatureState.namespace]).succeeded else { return .bad }
    let found = try run(["find-principals", "-f", signers])
    guard found.succeeded, let principal = found.outputText.split(whereSeparator: \.isNewline).first.map(String.init),
      try run(["verify", "-n", FileSignatureState.namespace, "-f", signers, "-I", principal]).succeeded
    else { return .otherKey }
    return .good(principal)
  }
}
