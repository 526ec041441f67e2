/// A user and a password that git may use for one server, after all that the user has configured.
package struct ServerCredential: Equatable, Sendable {
  /// The address of the server without a path, such as `https://git.example.com`.
  private let server: String
  private let user: String
  private let password: String

  package init(user: String, password: String, at server: String) {
    (self.server, self.user, self.password) = (server, user, password)
  }

  /// Adds the credential to the environment of the `git` program.
  ///
  /// It is a helper, which git calls only if the server demands credentials and no other helper has them, and not for the
  /// target of a redirect (gitcredentials(7)). The password is in no argument, file or setting.
  func add(to environment: inout [String: String]) {
    environment["MARTLET_GIT_USER"] = user
    environment["MARTLET_GIT_PASSWORD"] = password
    environment.add([
      (
        "credential.\(server).helper",
        #"!printf 'username=%s\npassword=%s\n' "$MARTLET_GIT_USER" "$MARTLET_GIT_PASSWORD" #"#
      )
    ])
  }
}

extension ServerCredential: CustomStringConvertible {
  /// Without the password, so that printing it by accident is harmless.
  package var description: String { "\(user) at \(server)" }
}
