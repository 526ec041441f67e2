import Lanes
import MartletCore

/// Hands out every credential: the only code that reads one from the environment.
///
/// A repository names the variable and the server of a credential, so the user decides whether they belong together:
/// `CredentialHomes` lists the servers of well-known tokens, and the user binds others.
package struct CredentialGate {
  /// The variables with the values, which a `.env` file of the repository may have, too.
  private let values: StepEnvironment
  /// The user's bindings: from the environment of the process, and from the user's file.
  private var bindings: UserBindings
  /// Whether the command sends credentials. Commands that only look send none, so it is closed until a command opens it.
  private(set) var isOpen = false
  /// Prompts whether a credential may be sent; nil without a terminal.
  /// The prompts that were answered with no: they are not repeated.
  private var refused: Set<String> = []
  private var prompt: ((_ question: String) throws -> Bool)?

  /// - Parameter user: The environment of the process, without variables from files of the repository.
  init(values: StepEnvironment, user: [String: String]) {
    self.values = values
    bindings = UserBindings(user)
  }

  /// Lets this command send credentials.
  ///
  /// - Parameter prompt: Prompts the user; nil without a terminal.
  package mutating func open(prompt: ((_ question: String) throws -> Bool)?) {
    isOpen = true
    self.prompt = prompt
  }

  /// Whether one of the variables is set.
  package func isSet(_ variables: [String]) -> Bool { variables.contains { value(of: $0) != nil } }

  /// The value of `variable`, to mask it in output. It is not for requests.
  func maskedValue(of variable: String) -> Secret? { value(of: variable).map(Secret.init) }

  /// The credential, and the variable that holds it; nil if none of the variables is set.
  ///
  /// If no variable belongs to the server, the user is prompted for the first one, and a positive answer is kept.
  /// - Throws: `WithheldCredential`, `Failure.unboundToken`, `.unencryptedToken`, `.tokenWithoutServer`.
  package mutating func credential(for use: CredentialUse) throws -> Credential? {
    guard let variable = use.variables.first(where: { value(of: $0) != nil }) else { return nil }
    guard isOpen else { throw WithheldCredential(use.address) }
    guard let server = use.server else { throw Failure.tokenWithoutServer(variable, use) }
    guard server.keepsSecrets else { throw Failure.unencryptedToken(variable, use) }
    if let credential = try boundCredential(for: use) { return credential }
    let question = "Send `\(variable)` to `\(server.text)`? This project has not done so before."
    guard let prompt, let file = bindings.file, !refused.contains(question), try prompt(question) else {
      refused.insert(question)
      throw Failure.unboundToken(variable, server, use, file: bindings.file)
    }
    try bindings.add(CredentialBinding(variable, to: server), to: file)
    return try boundCredential(for: use)
  }

  /// The same, for requests that work without a credential, too: nil also if no variable belongs to the server.
  package mutating func optionalCredential(for use: CredentialUse) throws -> Credential? {
    guard isOpen, isSet(use.variables) else { return nil }
    return try boundCredential(for: use)
  }

  /// The address of a webhook, which is a secret of the server in it; nil if no variable has one.
  ///
  /// - Throws: `WithheldCredential`.
  func webhook(_ variables: [String]) throws -> Secret? {
    guard let address = variables.lazy.compactMap(value).first else { return nil }
    guard isOpen else { throw WithheldCredential(variables.first ?? "") }
    return Secret(address)
  }

  /// The servers that credentials belong to, for addresses that a server names during a request.
  package mutating func homes() throws -> CredentialHomes { try bindings.homes() }

  private mutating func boundCredential(for use: CredentialUse) throws -> Credential? {
    guard let server = use.server, server.keepsSecrets else { return nil }
    let homes = try bindings.homes()
    for variable in use.variables where homes.covers(variable, server) {
      if let value = value(of: variable) { return Credential(variable: variable, secret: Secret(value)) }
    }
    return nil
  }

  private func value(of variable: String) -> String? {
    values[variable].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A credential that may be sent to the server of its use.
package struct Credential: Sendable {
  package let variable: String
  package let secret: Secret
}

extension Workspace {
  /// The variables of the process, and those of files that the user named.
  package var userEnvironment: [String: String] { repository.environment }

  /// Replaces the variables that steps read, with those of files such as `.env`.
  ///
  /// - Parameter user: The environment of the process.
  package func use(_ variables: StepEnvironment, user: [String: String]) {
    environment = variables
    credentials = CredentialGate(values: environment, user: user)
  }

  package func maskedValue(of variable: String) -> Secret? { credentials.maskedValue(of: variable) }
}
