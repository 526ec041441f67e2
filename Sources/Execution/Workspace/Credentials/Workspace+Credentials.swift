import Lanes

extension Workspace {
  /// The variables of the process, and those of files that the user named.
  package var userEnvironment: [String: String] { repository.environment }

  /// Adds the variables of files that the repository may have, such as `.env`.
  ///
  /// - Parameter user: The environment of the process.
  package func add(_ variables: [String: String], toThoseOf user: [String: String]) {
    environment.merge(variables) { own, _ in own }
    credentials = CredentialGate(values: environment, user: user)
  }

  package func maskedValue(of variable: String) -> Secret? { credentials.maskedValue(of: variable) }
}
