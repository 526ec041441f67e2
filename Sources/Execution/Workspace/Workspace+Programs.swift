import Git
import Lanes

extension Workspace {
  /// Keeps variables with tokens and passwords from the programs that Martlet starts.
  package func withhold(_ variables: Set<String>) {
    credentialVariables.formUnion(variables)
    repository.credentialVariables = credentialVariables
  }

  /// The environment of programs that need no credential of Martlet.
  var programEnvironment: [String: String] { userEnvironment.filter { !withheldVariables.contains($0.key) } }

  /// The environment of the command of a `run` step: the only program that gets variables of the repository.
  var commandEnvironment: [String: String] { environment.variables(ofCommandWithout: withheldVariables) }

  private var withheldVariables: Set<String> { credentialVariables.union(Repository.secretVariables) }
}

extension Workspace {
  /// The transport to `remote`.
  ///
  /// - Throws: `UntrustedPipeline` if the pipeline may only contact the host of `origin`.
  func transport(to remote: String) throws -> GitTransport {
    if remote != "origin", !repository.isOnHostOfOrigin(remote) {
      try trust.check(.contact, before: "a connection to the remote `\(remote)`")
    }
    return transport
  }

  private var transport: GitTransport {
    GitTransport(of: repository, isInteractive: isInteractive, silence: stallTimeout)
  }
}
