import Processes

extension Signer {
  /// Returns a signature by an SSH private key. A script prints the passphrase from a variable.
  func signatureBySSH(_ bytes: [UInt8], given key: GivenKey) throws(GitError) -> [UInt8] {
    try withTemporaryFolder { folder throws(GitError) in
      try Files.create("\(folder)/key", Array(key.text.utf8), mode: 0o600)
      var command = command(["-Y", "sign", "-n", namespace, "-f", "\(folder)/key"])
      command.isInteractive = false
      // ssh-keygen would try an agent with the same key first.
      command.environment["SSH_AUTH_SOCK"] = nil
      if let passphrase = key.passphrase {
        let script = "#!/bin/sh\nprintf '%s\\n' \"$\(GivenKey.passphraseVariable)\"\n"
        try Files.create("\(folder)/askpass", Array(script.utf8), mode: 0o700)
        command.environment["SSH_ASKPASS"] = "\(folder)/askpass"
        command.environment["SSH_ASKPASS_REQUIRE"] = "force"
        command.environment[GivenKey.passphraseVariable] = passphrase
      }
      return try signature(of: bytes, in: folder, by: command)
    }
  }

  /// Returns a signature by an OpenPGP key, in a temporary GnuPG home: the user's own keys are neither used nor
  /// changed.
  func signatureByGPG(_ bytes: [UInt8], given key: GivenKey) throws(GitError) -> [UInt8] {
    try withTemporaryFolder { home throws(GitError) in
      func gpgCommand(_ program: String, _ arguments: [String]) -> Command {
        var gpgCommand = command(arguments)
        gpgCommand.program = program
        gpgCommand.environment["GNUPGHOME"] = home
        gpgCommand.isInteractive = false
        return gpgCommand
      }
      // gpg starts an agent that would keep running. It listens below the home, or where the system keeps such sockets.
      defer {
        for action in [["--kill", "all"], ["--remove-socketdir"]] {
          var gpgCommand = gpgCommand("gpgconf", action)
          gpgCommand.interruption = nil
          _ = try? gpgCommand.run()
        }
      }
      var importing = gpgCommand(program, ["--batch", "--quiet", "--import"])
      importing.input = .bytes(Array(key.text.utf8))
      let imported = try run(importing)
      let listed = try run(gpgCommand(program, ["--batch", "--with-colons", "--list-secret-keys"]))
      guard imported.succeeded, listed.succeeded, let fingerprint = Self.fingerprint(in: listed.outputText) else {
        throw .signingFailed(program: program, output: imported.errorText)
      }
      var arguments = ["--batch", "--status-fd=2", "--pinentry-mode", "loopback"]
      if let passphrase = key.passphrase {
        try Files.create("\(home)/passphrase", Array(passphrase.utf8), mode: 0o600)
        arguments += ["--passphrase-file", "\(home)/passphrase"]
      }
      return try signatureByGPG(bytes, run: gpgCommand(program, arguments + ["-bsau", fingerprint]))
    }
  }

  /// Returns the first fingerprint in the output of `gpg --with-colons`: the tenth field of a line `fpr`.
  private static func fingerprint(in listing: String) -> String? {
    let lines = listing.split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false) }
    return lines.first { $0.count > 9 && $0[0] == "fpr" }.map { String($0[9]) }
  }
}
