import Git
import Lanes

extension Workspace {
  /// Lets git use the token of the CI job for the server of the job, where git finds no other credentials: the clone of a
  /// pipeline from `martlet init --ci` has none.
  package func lendJobToken() throws {
    guard userEnvironment["GITHUB_ACTIONS"] == "true", let server = userEnvironment["GITHUB_SERVER_URL"] else { return }
    let isForgejo = userEnvironment["FORGEJO_ACTIONS"] == "true" || userEnvironment["GITEA_ACTIONS"] == "true"
    let names = isForgejo ? ["FORGEJO_TOKEN", "GITEA_TOKEN", "GITHUB_TOKEN"] : ["GITHUB_TOKEN"]
    let use = CredentialUse(names, at: server, for: "git")
    guard let credential = try credentials.optionalCredential(for: use) else { return }
    repository.serverCredential = ServerCredential(
      user: "x-access-token", password: credential.secret.exposed, at: server)
  }
}
