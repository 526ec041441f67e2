import MartletCore
import Processes

/// How git signs: with the key of its configuration, or with one from a variable, which is in files that only this user
/// can read, as long as this object exists.
final class SigningKey {
  /// The settings for a key from a variable.
  private(set) var settings: [(String, String)] = []
  /// The program that signs, for messages.
  let program: String
  /// As in `gpg.format`.
  var format: String { setting("gpg.format") ?? repository.configuration("gpg.format") ?? "openpgp" }
  private let policy: SigningPolicy
  private var folder: String?
  private let repository: Repository

  /// - Throws: `missingSigningKey`, `unknownSigningFormat`, `unusableGivenKey`, `signingFailed` if there is no usable key.
  init(in repository: Repository, for kind: SignedKind, _ policy: SigningPolicy, isInteractive: Bool) throws(GitError) {
    self.repository = repository
    let key = try GivenKey(in: repository.environment)
    program = repository.signingProgram(key?.form)
    guard repository.signs(kind, policy) else {
      self.policy = policy
      return
    }
    guard let key else {
      self.policy = policy
      try repository.checkSigningKey()
      return
    }
    self.policy = .always
    let folder = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
    self.folder = folder
    try Files.create("\(folder)/key", Array(key.text.utf8), mode: 0o600)
    if let passphrase = key.passphrase {
      try Files.create("\(folder)/passphrase", Array("\(passphrase)\n".utf8), mode: 0o600)
    }
    switch key.form {
    case .ssh: try useSSH(folder, hasPassphrase: key.passphrase != nil)
    case .openpgp: try useOpenPGP(folder, hasPassphrase: key.passphrase != nil)
    }
  }

  deinit {
    guard let folder else { return }
    if settings.contains(where: { $0 == ("gpg.format", "openpgp") }) {
      // gpg started an agent that would keep running. It listens below the home, or where the system keeps such sockets.
      for action in ["--kill all", "--remove-socketdir"] {
        _ = try? repository.gitProgram.command("/bin/sh", ["-c", "GNUPGHOME='\(folder)' gpgconf \(action)"]).run()
      }
    }
    Files.removeTree(folder)
  }

  /// Returns the setting for a key from a variable; nil for that of the configuration.
  func setting(_ name: String) -> String? { settings.first { $0.0.lowercased() == name }?.1 }

  /// The options of `git commit`, `git commit-tree` and `git tag`.
  func options(of kind: SignedKind) -> [String] {
    switch (kind, policy) {
    case (.commit, .always): ["--gpg-sign"]
    case (.commit, .never): ["--no-gpg-sign"]
    case (.tag, .always): ["--sign"]
    // Without this option, git would sign for `tag.forceSignAnnotated`.
    case (.tag, .never): ["--no-sign", "--annotate"]
    case (_, .configured): []
    }
  }

  private func useSSH(_ folder: String, hasPassphrase: Bool) throws(GitError) {
    // ssh-keygen would try an agent with the same key first.
    var script = "#!/bin/sh\nunset SSH_AUTH_SOCK\n"
    if hasPassphrase {
      try Files.create("\(folder)/askpass", Array("#!/bin/sh\ncat '\(folder)/passphrase'\n".utf8), mode: 0o700)
      script += "export SSH_ASKPASS='\(folder)/askpass' SSH_ASKPASS_REQUIRE=force\n"
    }
    script += "exec \(program.shellWord) \"$@\"\n"
    try Files.create("\(folder)/sign", Array(script.utf8), mode: 0o700)
    settings = [
      ("gpg.format", "ssh"), ("gpg.ssh.program", "\(folder)/sign"), ("user.signingKey", "\(folder)/key"),
    ]
  }

  /// gpg gets a temporary home: the user's own keys are neither used nor changed.
  private func useOpenPGP(_ folder: String, hasPassphrase: Bool) throws(GitError) {
    settings = [("gpg.format", "openpgp")]
    let start = "#!/bin/sh\nexport GNUPGHOME='\(folder)'\nexec \(program.shellWord) --batch --pinentry-mode loopback"
    let passphrase = hasPassphrase ? " --passphrase-file '\(folder)/passphrase'" : ""
    try Files.create("\(folder)/sign", Array("\(start)\(passphrase) \"$@\"\n".utf8), mode: 0o700)
    func run(_ arguments: [String]) throws(GitError) -> CommandResult {
      try repository.gitProgram.command("\(folder)/sign", arguments).result()
    }
    let imported = try run(["--quiet", "--import", "\(folder)/key"])
    let listed = try run(["--with-colons", "--list-secret-keys"])
    // The tenth field of a line `fpr`.
    let lines = listed.outputText.split(separator: "\n")
      .map { $0.split(separator: ":", omittingEmptySubsequences: false) }
    guard imported.succeeded, listed.succeeded, let line = lines.first(where: { $0.count > 9 && $0[0] == "fpr" })
    else {
      throw .signingFailed(program: program, output: imported.errorText)
    }
    settings += [
      ("gpg.program", "\(folder)/sign"), ("gpg.openpgp.program", "\(folder)/sign"),
      ("user.signingKey", String(line[9])),
    ]
  }
}

extension Repository {
  /// Returns the name or path of the program that signs.
  ///
  /// - Parameter form: The kind of a key from a variable; nil for the format in the configuration.
  func signingProgram(_ form: GivenKey.Form? = nil) -> String {
    let format = form.map { $0 == .ssh ? "ssh" : "openpgp" } ?? configuration("gpg.format") ?? "openpgp"
    if let program = configurationPath("gpg.\(format).program") { return program }
    switch format {
    case "ssh": return "ssh-keygen"
    case "x509": return "gpgsm"
    default: return configurationPath("gpg.program") ?? "gpg"
    }
  }

  /// Checks that git has a key to sign with.
  fileprivate func checkSigningKey() throws(GitError) {
    let format = configuration("gpg.format") ?? "openpgp"
    guard ["openpgp", "x509", "ssh"].contains(format) else { throw .unknownSigningFormat(format) }
    // For the other formats, the program finds the key by name and email.
    guard format == "ssh", configuration("user.signingkey") == nil,
      configuration("gpg.ssh.defaultkeycommand") == nil
    else { return }
    throw .missingSigningKey(format: format)
  }
}
