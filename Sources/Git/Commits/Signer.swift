import Processes

/// Makes signatures: with the key that a variable gives, otherwise as the user's git configuration says.
struct Signer {
  /// The formats of `gpg.format`.
  enum Format: String {
    case openpgp, x509, ssh
  }

  let repository: Repository
  let isInteractive: Bool
  /// What signs; an OpenPGP program, or `ssh-keygen`.
  let program: String
  private let format: Format
  private let key: Key

  private enum Key {
    /// What the configuration names.
    case configured(String)
    case given(GivenKey)
  }

  /// Throws `missingSigningKey`, `unknownSigningFormat` or `unusableGivenKey` when there is nothing to sign with.
  init(of person: Identity, in repository: Repository, isInteractive: Bool) throws(GitError) {
    self.repository = repository
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
    // gpg finds the key of a person by itself.
    case .openpgp, .x509: return "\(person.name) <\(person.email)>"
    case .ssh: return try defaultSSHKey(repository)
    }
  }

  /// The signature over `bytes`, with a line feed at its end and none of the carriage returns that gpg may write.
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

  /// What `command`, an order for a detached signature in its armour, makes of `bytes`.
  func signatureByGPG(_ bytes: [UInt8], run command: Command) throws(GitError) -> [UInt8] {
    var command = command
    command.input = .bytes(bytes)
    let result = try run(command)
    // gpg may end well without a signature; git too looks for this line of its status.
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
        return try signature(of: bytes, in: folder, by: command(["-Y", "sign", "-n", "git", "-f", file]))
      }
      // A public key in the configuration stands for the private one that the agent holds.
      let file = "\(folder)/key"
      try Files.create(file, Array("\(literal)\n".utf8), mode: 0o600)
      return try signature(of: bytes, in: folder, by: command(["-Y", "sign", "-n", "git", "-f", file, "-U"]))
    }
  }

  /// ssh-keygen signs a file and writes the signature beside it.
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
    let command = repository.gitProgram.command("/bin/sh", ["-c", order])
    guard let result = try? command.run(), result.succeeded,
      let key = result.outputText.split(separator: "\n").first.map(String.init), literalKey(key) != nil
    else { throw .missingSigningKey(format: "ssh") }
    return key
  }
}

extension Signer {
  /// An order for the program, which asks at the terminal only where it may.
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

  /// Gives `work` a folder of this user's alone, which is removed with all that is in it.
  func withTemporaryFolder<Value>(
    _ work: (String) throws(GitError) -> Value
  ) throws(GitError) -> Value {
    let folder = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
    defer { Files.removeTree(folder) }
    return try work(folder)
  }
}
