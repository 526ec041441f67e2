import Processes

extension Signer {
  /// A signature by a private key for ssh; its passphrase is asked for by a script that prints a variable.
  func signatureBySSH(_ bytes: [UInt8], given key: GivenKey) throws(GitError) -> [UInt8] {
    try withTemporaryFolder { folder throws(GitError) in
      try Files.create("\(folder)/key", Array(key.text.utf8), mode: 0o600)
      var command = command(["-Y", "sign", "-n", "git", "-f", "\(folder)/key"])
      command.isInteractive = false
      // An agent that holds the same key would be asked first.
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

  /// A signature by an OpenPGP key, which is taken into a home of its own: the user's own keys neither help nor change.
  func signatureByGPG(_ bytes: [UInt8], given key: GivenKey) throws(GitError) -> [UInt8] {
    try withTemporaryFolder { home throws(GitError) in
      func order(_ program: String, _ arguments: [String]) -> Command {
        var order = command(arguments)
        order.program = program
        order.environment["GNUPGHOME"] = home
        order.isInteractive = false
        return order
      }
      // gpg starts an agent, which would stay; it listens below the home, or where the system keeps such sockets.
      defer {
        for action in [["--kill", "all"], ["--remove-socketdir"]] {
          var order = order("gpgconf", action)
          order.interruption = nil
          _ = try? order.run()
        }
      }
      var importing = order(program, ["--batch", "--quiet", "--import"])
      importing.input = .bytes(Array(key.text.utf8))
      let imported = try run(importing)
      let listed = try run(order(program, ["--batch", "--with-colons", "--list-secret-keys"]))
      guard imported.succeeded, listed.succeeded, let fingerprint = Self.fingerprint(in: listed.outputText) else {
        throw .signingFailed(program: program, output: imported.errorText)
      }
      var arguments = ["--batch", "--status-fd=2", "--pinentry-mode", "loopback"]
      if let passphrase = key.passphrase {
        try Files.create("\(home)/passphrase", Array(passphrase.utf8), mode: 0o600)
        arguments += ["--passphrase-file", "\(home)/passphrase"]
      }
      return try signatureByGPG(bytes, run: order(program, arguments + ["-bsau", fingerprint]))
    }
  }

  /// The first fingerprint that `gpg --with-colons` lists: the tenth field of a line `fpr`.
  private static func fingerprint(in listing: String) -> String? {
    let lines = listing.split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false) }
    return lines.first { $0.count > 9 && $0[0] == "fpr" }.map { String($0[9]) }
  }
}
