import MartletCore
import Processes

/// Signs files with the key for ssh that signs tags.
struct FileSigner {
  private let repository: Repository
  private let key: SigningKey
  private let isInteractive: Bool

  /// - Throws: `GitError.notSSH` if git signs with another kind of key.
  init(in repository: Repository, isInteractive: Bool) throws(GitError) {
    self.repository = repository
    self.isInteractive = isInteractive
    key = try SigningKey(in: repository, for: .tag, .always, isInteractive: isInteractive)
    guard key.format == "ssh" else { throw .notSSH(format: key.format) }
  }

  /// Returns the detached signature of `bytes`, with a line feed at its end.
  func signature(of bytes: [UInt8]) throws(GitError) -> String {
    let folder = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
    defer { Files.removeTree(folder) }
    let payload = "\(folder)/payload"
    try Files.create(payload, bytes, mode: 0o600)
    let program = key.setting("gpg.ssh.program") ?? key.program
    var command = repository.gitProgram.command(
      program, ["-Y", "sign", "-n", FileSignatureState.namespace, "-f"] + (try options(in: folder)) + [payload])
    command.isInteractive = isInteractive
    command.input = isInteractive ? .inherited : .nothing
    let result: CommandResult
    do {
      result = try command.run()
    } catch {
      throw .signingFailed(program: program, output: error.description)
    }
    if case .interrupted(let signal) = result.termination { throw .interrupted(signal: signal) }
    guard result.succeeded, let signature = try Files.contents(of: "\(payload).sig") else {
      throw .signingFailed(program: key.program, output: result.errorText)
    }
    let text = String(decoding: signature.filter { $0 != 0x0D }, as: UTF8.self)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// The file of the key. A public key in the configuration selects the private key of the agent.
  private func options(in folder: String) throws(GitError) -> [String] {
    let configured = key.setting("user.signingkey") ?? repository.configuration("user.signingkey")
    let value = if let configured { configured } else { try defaultKey() }
    guard let literal = Self.literalKey(value) else {
      return [key.setting("user.signingkey") ?? repository.configurationPath("user.signingkey") ?? value]
    }
    let file = "\(folder)/key"
    try Files.create(file, Array("\(literal)\n".utf8), mode: 0o600)
    return [file, "-U"]
  }

  /// Returns the key if the setting is a key (`key::ssh-ed25519 …`, or without the prefix) and not a file name.
  private static func literalKey(_ setting: String) -> String? {
    if setting.hasPrefix("key::") { return String(setting.dropFirst("key::".count)) }
    return setting.hasPrefix("ssh-") ? setting : nil
  }

  /// Returns the first key in the output of `gpg.ssh.defaultkeycommand`, which git runs in a shell.
  private func defaultKey() throws(GitError) -> String {
    let command = repository.configuration("gpg.ssh.defaultkeycommand") ?? ""
    guard let result = try? repository.gitProgram.command("/bin/sh", ["-c", command]).run(), result.succeeded,
      let key = result.outputText.split(separator: "\n").first.map(String.init), Self.literalKey(key) != nil
    else { throw .missingSigningKey(format: "ssh") }
    return key
  }
}

extension Repository {
  /// Returns a detached signature of a file by the key for ssh that signs tags.
  package func signature(ofFile bytes: [UInt8], isInteractive: Bool) throws(GitError) -> String {
    try FileSigner(in: self, isInteractive: isInteractive).signature(of: bytes)
  }

  /// - Throws: `GitError.notSSH` if git signs with another kind of key.
  package func checkFileSigner() throws(GitError) { _ = try FileSigner(in: self, isInteractive: false) }
}
