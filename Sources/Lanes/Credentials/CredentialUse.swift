import MartletCore

/// A credential that is to be sent to a server.
package struct CredentialUse: Hashable, Sendable {
  /// The variables that may hold it, the preferred one first.
  package let variables: [String]
  /// The address of the server, without a user.
  package let address: String
  /// What sends it, for messages: such as "channel `blog`".
  package let purpose: String

  package init(_ variables: [String], at address: String, for purpose: String) {
    (self.variables, self.address, self.purpose) = (variables, address, purpose)
  }

  package var server: CredentialHost? { CredentialHost(address: address) }
}

/// A value that can be read only with a credential, in a command that sends none because it only looks.
package struct WithheldCredential: ExplainedError {
  private let place: String

  /// - Parameter place: Such as `main of https://example.org/tap`.
  package init(_ place: String) {
    self.place = place
  }

  package var failure: Failure {
    Failure(
      "`\(place)` can be read only with a credential, and a command that only looks sends none", code: .tokenHost,
      exit: .credentials)
  }
}

extension Failure {
  /// - Parameter file: The path of the user's file with bindings; nil if the user has no folder for it.
  package static func unboundToken(
    _ variable: String, _ server: CredentialHost, _ use: CredentialUse, file: String?
  )
    -> Failure
  {
    let binding = CredentialBinding(variable, to: server)
    let line = file.map { ", or the line `- \(binding)` to `\($0)`" } ?? ""
    return Failure(
      "\(use.purpose) would send `\(variable)` to `\(server.text)`, which you have not allowed",
      hint:
        "if it is a token of that server, add `\(binding)` to the variable `\(CredentialBinding.listVariable)`\(line)",
      code: .tokenHost, exit: .credentials)
  }

  package static func unencryptedToken(_ variable: String, _ use: CredentialUse) -> Failure {
    Failure(
      "\(use.purpose) would send `\(variable)` without encryption to `\(use.address)`",
      hint: "write the `https` address of the server", code: .tokenHost, exit: .credentials)
  }

  package static func tokenWithoutServer(_ variable: String, _ use: CredentialUse) -> Failure {
    Failure(
      "\(use.purpose) would send `\(variable)` to `\(use.address)`, which does not show a server",
      hint: "write the whole address, such as `https://git.example.com/owner/name`", code: .tokenHost,
      exit: .credentials)
  }
}
