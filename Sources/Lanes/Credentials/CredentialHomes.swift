import MartletCore

/// The servers that a credential belongs to: those of the services that name the variable, the server of the CI job, and
/// those that the user has bound. A repository can add none.
///
/// The other tools: gh uses `GH_TOKEN` and `GITHUB_TOKEN` for github.com and the subdomains of ghe.com, and
/// `GH_ENTERPRISE_TOKEN` for every other host (`gh help environment`; go-gh, `pkg/auth/auth.go`, `tokenForHost`). glab
/// uses `GITLAB_TOKEN` for the host of the repository, and `CI_JOB_TOKEN` for `CI_SERVER_FQDN` only
/// (https://docs.gitlab.com/cli/authentication/). Martlet takes the host of a request from the repository, so "every other
/// host" is not a rule that it can have.
package struct CredentialHomes: Sendable {
  /// The servers of the services, by variable.
  private static let services: [String: Set<CredentialHost>] = {
    let variables = Forge.all.flatMap { forge in
      forge.tokenVariables.filter { $0.owner == .service }.map { ($0.name, Set([CredentialHost.secure(forge.host)])) }
    }
    let apple = AppStoreVariable.secrets.map { ($0, Set([CredentialHost.secure(AppStoreVariable.host)])) }
    return Dictionary(uniqueKeysWithValues: variables + apple)
  }()

  /// Variables that hold a token without a declaration in a Releasefile.
  package static let tokenVariables = Set(Forge.all.flatMap(\.tokenVariables).map(\.name)).union(
    ["GITHUB_ENTERPRISE_TOKEN"] + AppStoreVariable.key)

  private let homes: [String: Set<CredentialHost>]
  private let bindings: [CredentialBinding]

  /// - Parameters:
  ///   - environment: That of the process: files of the repository must not add a server.
  ///   - bindings: Those of the user.
  package init(environment: [String: String] = [:], bindings: [CredentialBinding] = []) {
    homes = Self.services.merging(Self.homesInJob(environment)) { _, own in own }
      .merging(Self.testAppStore(environment)) { _, own in own }
    self.bindings = bindings
  }

  /// Whether the user, or the service itself, sends the credential in `variable` to `server`.
  package func covers(_ variable: String, _ server: CredentialHost) -> Bool {
    homes[variable]?.contains(server.ofService) == true
      || bindings.contains { $0.variable == variable && $0.covers(server) }
  }

  /// The test server that stands for App Store Connect, on this machine.
  private static func testAppStore(_ environment: [String: String]) -> [String: Set<CredentialHost>] {
    guard let address = environment[AppStoreVariable.address], let host = CredentialHost(address: address),
      host.name.isLoopbackHost
    else { return [:] }
    return Dictionary(uniqueKeysWithValues: AppStoreVariable.secrets.map { ($0, [host]) })
  }

  /// The servers of a CI job, by the tokens that the system itself defines for it. The token of a job on another GitHub
  /// server is not one of github.com.
  ///
  /// Sources: https://docs.github.com/en/actions/reference/workflows-and-actions/variables,
  /// https://docs.gitlab.com/ci/variables/predefined_variables/, https://forgejo.org/docs/latest/user/actions/reference/.
  private static func homesInJob(_ environment: [String: String]) -> [String: Set<CredentialHost>] {
    func isSet(_ name: String) -> Bool { !["", "false"].contains(environment[name, default: ""].lowercased()) }
    let tokens: [String]
    let addresses: [String]
    if isSet("FORGEJO_ACTIONS") || isSet("GITEA_ACTIONS") {
      (tokens, addresses) = (
        ["GITHUB_TOKEN", "FORGEJO_TOKEN", "GITEA_TOKEN"], ["GITHUB_SERVER_URL", "GITHUB_API_URL"]
      )
    } else if isSet("GITHUB_ACTIONS") {
      (tokens, addresses) = (["GITHUB_TOKEN"], ["GITHUB_SERVER_URL", "GITHUB_API_URL"])
    } else if isSet("GITLAB_CI") {
      (tokens, addresses) = (["CI_JOB_TOKEN"], ["CI_SERVER_URL"])
    } else {
      return [:]
    }
    let servers = addresses.compactMap { environment[$0].flatMap(CredentialHost.init(address:))?.ofService }
    return servers.isEmpty ? [:] : Dictionary(uniqueKeysWithValues: tokens.map { ($0, Set(servers)) })
  }
}
