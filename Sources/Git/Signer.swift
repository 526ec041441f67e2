import Processes

/// Makes signatures as the user's git configuration says: which format, which program, which key.
struct Signer {
  /// The formats of `gpg.format`.
  enum Format: String {
    case openpgp, x509, ssh
  }

  private let repository: Repository
  private let format: Format
  private let program: String
  private let key: String
  private let isInteractive: Bool

  /// Throws `missingSigningKey` or `unknownSigningFormat` when the configuration is not enough.
  init(of person: Identity, in repository: Repository, isInteractive: Bool) throws(GitError) {
    self.repository = repository
    self.isInteractive = isInteractive
    let name = repository.configuration("gpg.format") ?? "openpgp"
    guard let format = Format(rawValue: name) else { throw .unknownSigningFormat(name) }
    self.format = format
    let configuredProgram = repository.configurationPath("gpg.\(name).program")
    let configuredKey = repository.configuration("user.signingkey")
    switch format {
    case .openpgp: program = configuredProgram ?? repository.configurationPath("gpg.program") ?? "gpg"
    case .x509: program = configuredProgram ?? "gpgsm"
    case .ssh: program = configuredProgram ?? "ssh-keygen"
    }
    if let configuredKey {
      key = configuredKey
    } else {
      switch format {
      // gpg finds the key of a person by itself.
      case .openpgp, .x509: key = "\(person.name) <\(person.email)>"
      case .ssh: key = try Self.defaultSSHKey(repository)
      }
    }
  }

  /// The signature over `bytes`, with a line feed at its end and none of the carriage returns that gpg may write.
  func signature(of bytes: [UInt8]) throws(GitError) -> String {
    let signature: [UInt8]
    switch format {
    case .openpgp, .x509: signature = try signatureByGPG(bytes)
    case .ssh: signature = try signatureBySSH(bytes)
    }
    let text = String(decoding: signature.filter { $0 != 0x0D }, as: UTF8.self)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  private func signatureByGPG(_ bytes: [UInt8]) throws(GitError) -> [UInt8] {
    let result = try run(program, ["--status-fd=2", "-bsau", key], input: .bytes(bytes))
    // gpg may end well without a signature; git too looks for this line of its status.
    let hasSigned = result.errorText.split(separator: "\n").contains { $0.hasPrefix("[GNUPG:] SIG_CREATED ") }
    guard result.succeeded, hasSigned, !result.output.isEmpty else {
      throw .signingFailed(program: program, output: result.errorText)
    }
    return result.output
  }

  /// ssh-keygen signs a file and writes the signature beside it.
  private func signatureBySSH(_ bytes: [UInt8]) throws(GitError) -> [UInt8] {
    let folder = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
    let (payload, keyFile) = ("\(folder)/payload", "\(folder)/key")
    defer {
      for path in [payload, "\(payload).sig", keyFile] { Files.remove(path) }
      Files.removeDirectory(folder)
    }
    try Files.create(payload, bytes, mode: 0o600)
    var arguments = ["-Y", "sign", "-n", "git", "-f"]
    if let literal = Self.literalKey(key) {
      // A public key in the configuration stands for the private one that the agent holds.
      try Files.create(keyFile, Array("\(literal)\n".utf8), mode: 0o600)
      arguments += [keyFile, "-U"]
    } else {
      arguments.append(repository.configurationPath("user.signingkey") ?? key)
    }
    let result = try run(program, arguments + [payload], input: isInteractive ? .inherited : .nothing)
    guard result.succeeded, let signature = try Files.contents(of: "\(payload).sig") else {
      throw .signingFailed(program: program, output: result.errorText)
    }
    return signature
  }

  private func run(_ program: String, _ arguments: [String], input: Command.Input) throws(GitError) -> CommandResult {
    var command = Command(
      program, arguments, environment: repository.environment, directory: repository.workTree)
    command.input = input
    command.isInteractive = isInteractive
    do {
      return try command.run()
    } catch {
      throw .signingFailed(program: program, output: error.description)
    }
  }

  /// The key itself, where the setting holds one (`key::ssh-ed25519 …`, or without the prefix) and not a file's name.
  private static func literalKey(_ setting: String) -> String? {
    if setting.hasPrefix("key::") { return String(setting.dropFirst("key::".count)) }
    return setting.hasPrefix("ssh-") ? setting : nil
  }

  /// The first key that the command of `gpg.ssh.defaultkeycommand` prints; git runs that command by a shell.
  private static func defaultSSHKey(_ repository: Repository) throws(GitError) -> String {
    guard let order = repository.configuration("gpg.ssh.defaultkeycommand") else {
      throw .missingSigningKey(format: "ssh")
    }
    let command = Command(
      "/bin/sh", ["-c", order], environment: repository.environment, directory: repository.workTree)
    guard let result = try? command.run(), result.succeeded,
      let key = result.outputText.split(separator: "\n").first.map(String.init), literalKey(key) != nil
    else { throw .missingSigningKey(format: "ssh") }
    return key
  }
}
