import HTTP

extension ForgeLocation {
  /// The client for the software of this server.
  ///
  /// - Parameters:
  ///   - token: Nil for requests without a token.
  ///   - limit: The limits of attempts and waits.
  package func client(
    token: ForgeToken?, transport: any HTTPTransport, observer: any ForgeObserver, limit: RetryLimit = .standard,
    waiter: any RetryWaiter = ThreadWaiter()
  ) -> any ForgeClient {
    func session(_ name: String) -> ForgeSession {
      ForgeSession(
        location: self, name: name, token: token, http: HTTPSession(transport, limit: limit, waiter: waiter),
        observer: observer)
    }
    return switch kind {
    case .github: GitHubClient(session: session("GitHub"))
    case .gitlab: GitLabClient(session: session("GitLab"))
    case .forgejo: ForgejoClient(session: session("Forgejo"))
    }
  }
}
