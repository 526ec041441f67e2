import Processes

/// Creates signatures with the key from the environment, otherwise by the user's git configuration.
struct Signer {
  /// The formats of `gpg.format`.
  enum Format: String {
    case openpgp, x509, ssh
  }

  let repository: Repository
  let isInteractive: Bool
  /// What ssh signatures are for.
  let namespace: String
  /// The signing program: an OpenPGP program, or `ssh-keygen`.
  let program: String
  let format: Format
  private let key: Key

  private enum Key {
    /// The key in the configuration.
    case configured(String)
    case given(GivenKey)
  }

  /// Throws `missingSigningKey`, `unknownSigningFormat` or `unusableGivenKey` when there is no usable key.
  init(
    of person: Identity, in repository: Repository, namespace: String = "git", isInteractive: Bool
  ) throws(GitError) {
    self.repository = repository
    self.namespace = namespace
    self.isInteractive = isInteractive
    let given = try GivenKey(in: repository.environment)
    if let given {
      format = given.form == .ssh ? .ssh : .openpgp
    } else {
      let name = repository.configuration("gpg.format") ?? "openpgp"
      guard let configured = Format(rawValue: name) else { throw .unknownSigningFormat(name) }
      format = configured
    }
    let configuredProgram = repository.configurationPath("gpg.\(format.rawValue).program")
    switch format {
    case .openpgp: program = configuredProgram ?? repository.configurationPath("gpg.program") ?? "gpg"
    case .x509: program = configuredProgram ?? "gpgsm"
    case .ssh: program = configuredProgram ?? "ssh-keygen"
    }
    if let given {
      key = .given(given)
    } else {
      key = .configured(try Self.configuredKey(format, of: person, in: repository))
    }
  }

  private static func configuredKey(
    _ format: Format, of person: Identity, in repository: Repository
  ) throws(GitError) -> String {
    if let key = repository.configuration("user.signingkey") { return key }
    switch format {
    // gpg finds the key by name and email.
    case .openpgp, .x509: return "\(person.name) <\(person.email)>"
    case .ssh: return try defaultSSHKey(repository)
    }
  }

  /// Returns the signature over `bytes`, with a line feed at its end and without the carriage returns that gpg may
  /// write.
  func signature(of bytes: [UInt8]) throws(GitError) -> String {
    let signature: [UInt8]
    switch (format, key) {
    case (.openpgp, .configured(let key)), (.x509, .configured(let key)):
      signature = try signatureByGPG(bytes, run: command(["--status-fd=2", "-bsau", key]))
    case (.ssh, .configured(let key)): signature = try signatureBySSH(bytes, key: key)
    case (.ssh, .given(let key)): signature = try signatureBySSH(bytes, given: key)
    case (.openpgp, .given(let key)), (.x509, .given(let key)): signature = try signatureByGPG(bytes, given: key)
    }
    let text = String(decoding: signature.filter { $0 != 0x0D }, as: UTF8.self)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Returns the output of `command`, which makes a detached, armoured signature of `bytes`.
  func signatureByGPG(_ bytes: [UInt8], run command: Command) throws(GitError) -> [UInt8] {
    var command = command
    command.input = .bytes(bytes)
    let result = try run(command)
    // gpg may succeed without a signature, so git checks for this status line as well.
    let hasSigned = result.errorText.split(separator: "\n").contains { $0.hasPrefix("[GNUPG:] SIG_CREATED ") }
    guard result.succeeded, hasSigned, !result.output.isEmpty else {
      throw .signingFailed(program: program, output: result.errorText)
    }
    return result.output
  }

  private func signatureBySSH(_ bytes: [UInt8], key: String) throws(GitError) -> [UInt8] {
    try withTemporaryFolder { folder throws(GitError) in
      guard let literal = Self.literalKey(key) else {
        let file = repository.configurationPath("user.signingkey") ?? key
        return try signature(of: bytes, in: folder, by: command(["-Y", "sign", "-n", namespace, "-f", file]))
      }
      // A public key in the configuration selects the private key of the agent.
      let file = "\(folder)/key"
      try Files.create(file, Array("\(literal)\n".utf8), mode: 0o600)
      return try signature(of: bytes, in: folder, by: command(["-Y", "sign", "-n", namespace, "-f", file, "-U"]))
    }
  }

  /// Returns the signature of a file by ssh-keygen, which writes it to another file.
  func signature(of bytes: [UInt8], in folder: String, by command: Command) throws(GitError) -> [UInt8] {
    let payload = "\(folder)/payload"
    try Files.create(payload, bytes, mode: 0o600)
    var command = command
    command.arguments.append(payload)
    command.input = isInteractive ? .inherited : .nothing
    let result = try run(command)
    guard result.succeeded, let signature = try Files.contents(of: "\(payload).sig") else {
      throw .signingFailed(program: program, output: result.errorText)
    }
    return signature
  }

  /// Returns the key if the setting is a key (`key::ssh-ed25519 …`, or without the prefix) and not a file name.
  private static func literalKey(_ setting: String) -> String? {
    if setting.hasPrefix("key::") { return String(setting.dropFirst("key::".count)) }
    return setting.hasPrefix("ssh-") ? setting : nil
  }

  /// Returns the first key in the output of `gpg.ssh.defaultkeycommand`, which git runs in a shell.
  private static func defaultSSHKey(_ repository: Repository) throws(GitError) -> String {
    guard let keyCommand = repository.configuration("gpg.ssh.defaultkeycommand") else {
      throw .missingSigningKey(format: "ssh")
    }
    let command = repository.gitProgram.command("/bin/sh", ["-c", keyCommand])
    guard let result = try? command.run(), result.succeeded,
      let key = result.outputText.split(separator: "\n").first.map(String.init), literalKey(key) != nil
    else { throw .missingSigningKey(format: "ssh") }
    return key
  }
}

extension Signer {
  /// Returns a command for the program, which prompts at the terminal only if allowed.
  func command(_ arguments: [String]) -> Command {
    var command = repository.gitProgram.command(program, arguments)
    command.isInteractive = isInteractive
    return command
  }

  func run(_ command: Command) throws(GitError) -> CommandResult {
    let result: CommandResult
    do {
      result = try command.run()
    } catch {
      throw .signingFailed(program: command.program, output: error.description)
    }
    if case .interrupted(let signal) = result.termination { throw .interrupted(signal: signal) }
    return result
  }

  /// Calls `work` with a temporary folder for this user only, which is removed afterwards.
  func withTemporaryFolder<Value>(
    _ work: (String) throws(GitError) -> Value
  ) throws(GitError) -> Value {
    let folder = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
    defer { Files.removeTree(folder) }
    return try work(folder)
  }
}
