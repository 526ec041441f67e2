import Git

extension Workspace {
  /// Lets git use the token of the CI job for the server of the job, where git finds no other credentials: the clone of a
  /// pipeline from `martlet init --ci` has none.
  package func lendJobToken() {
    let environment = repository.environment
    let isForgejo = environment["FORGEJO_ACTIONS"] == "true" || environment["GITEA_ACTIONS"] == "true"
    guard environment["GITHUB_ACTIONS"] == "true", let server = environment["GITHUB_SERVER_URL"] else { return }
    let names = isForgejo ? ["FORGEJO_TOKEN", "GITEA_TOKEN", "GITHUB_TOKEN"] : ["GITHUB_TOKEN"]
    guard let token = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return }
    repository.serverCredential = ServerCredential(user: "x-access-token", password: token, at: server)
  }
}
