import HTTP
import MartletCore

extension ForgeProject {
  /// The client for the software of this server.
  ///
  /// - Parameters:
  ///   - token: Nil for requests without a token.
  ///   - limit: The limits of attempts and waits.
  package func client(
    token: ForgeToken?, transport: any HTTPTransport, observer: any ForgeObserver, limit: RetryLimit = .standard,
    waiter: any RetryWaiter = ThreadWaiter()
  ) -> any ForgeClient {
    let session = ForgeSession(
      location: self, token: token, http: HTTPSession(transport, limit: limit, waiter: waiter), observer: observer)
    return switch forge.interface {
    case .gitHub: GitHubClient(session: session)
    case .gitLab: GitLabClient(session: session)
    case .forgejo: ForgejoClient(session: session)
    }
  }
}
