import HTTP
import MartletCore
import SystemAPI

/// A client of a Swift package registry. Sources: SE-0292, SE-0391, and SwiftPM's `Registry.md`, version 1 of the API.
package struct PackageRegistry: Sendable {
  /// What the registry has of a version.
  package enum Lookup: Sendable, Equatable {
    case missing
    /// The SHA-256 of its source archive; nil if the registry does not report it.
    case published(checksum: String?)
  }

  /// What became of an upload. Only reading the version shows whether it is there.
  package enum Upload: Sendable, Equatable {
    case done
    /// The registry checks the archive later.
    case accepted
    /// The registry has this version already.
    case taken(Failure)
    /// The answer was lost.
    case maybeDone(Failure)
  }

  private let address: String
  private let credentials: HTTPCredentials?
  private let http: HTTPSession
  private let observer: any ForgeObserver

  /// - Parameter login: The token; the user's name and the password; nil for requests without them.
  package init(
    at address: String, login: (user: String?, secret: String)?, transport: any HTTPTransport,
    observer: any ForgeObserver, limit: RetryLimit = .standard, waiter: any RetryWaiter = ThreadWaiter()
  ) {
    self.address = address
    credentials = login.map { login in
      guard let user = login.user else { return HTTPCredentials("Authorization", "Bearer \(login.secret)") }
      return HTTPCredentials(
        "Authorization", "Basic \(Base64.standard.text(of: Array("\(user):\(login.secret)".utf8)))")
    }
    http = HTTPSession(transport, limit: limit, waiter: waiter)
    self.observer = observer
  }

  /// Checks the credentials where the registry can do that: `POST /login` of SE-0391 is optional.
  package func checkLogin() throws(Failure) {
    guard credentials != nil else { return }
    guard case .answered(let response) = send("POST", "login") else { return }
    if [401, 403].contains(response.status) { throw .registryRefused(address, response) }
  }

  /// Reads the version at `path`, such as `mona/LinkedList/1.5.0`.
  package func lookUp(_ path: String) throws(Failure) -> Lookup {
    let response = try answer(to: send("GET", path))
    switch response.status {
    case 200:
      let resources = try response.decoded(as: Release.self, from: "the registry").resources
      return .published(checksum: resources.first { $0.name == "source-archive" }?.checksum?.lowercased())
    // Every answer of a registry has this header, but not that of another server.
    case 404 where response["Content-Version"] != nil: return .missing
    case 404: throw .notARegistry(address)
    default: throw .registryRefused(address, response)
    }
  }

  /// Uploads the source archive of the version at `path`.
  package func publish(archive: String, size: Int, as path: String, named name: String) throws(Failure) -> Upload {
    let body = HTTPBody.multipart(
      file: .file(path: archive, size: size), as: "source-archive", named: "source-archive.zip",
      headers: [HTTPHeader("Content-Type", "application/zip"), HTTPHeader("Content-Transfer-Encoding", "binary")])
    let outcome = send("PUT", path, body, asset: name)
    if case .unknown(let error, let response) = outcome {
      return .maybeDone(.registryAnswerLost(address, error?.firstMessage ?? "status \(response?.status ?? 0)"))
    }
    let response = try answer(to: outcome)
    switch response.status {
    case 201: return .done
    case 202: return .accepted
    case 409: return .taken(.registryRefused(address, response))
    default: throw .registryRefused(address, response)
    }
  }

  private func send(
    _ method: String, _ path: String, _ body: HTTPBody? = nil, asset: String? = nil
  ) -> HTTPSession.Outcome {
    var headers = [HTTPHeader("Accept", "application/vnd.swift.registry.v1+json")]
    if body != nil { headers.append(.multipart) }
    let request = HTTPRequest(method, "\(address)/\(path)", headers: headers, credentials: credentials, body: body)
    return http.send(request, observer: ForgeSession.Observer(base: observer, asset: asset))
  }

  private func answer(to outcome: HTTPSession.Outcome) throws(Failure) -> HTTPResponse {
    switch outcome {
    case .answered(let response), .limited(_, let response): return response
    case .unknown(let error, let response):
      throw .registryAnswerLost(address, error?.firstMessage ?? "status \(response?.status ?? 0)")
    case .failed(let error): throw error.failure
    }
  }

  private struct Release: Decodable {
    struct Resource: Decodable {
      let name: String
      let checksum: String?
    }

    let resources: [Resource]
  }
}

/// The body of a refusal (RFC 9457).
private struct ProblemDetails: Decodable {
  let title: String?
  let detail: String?
}

extension Failure {
  fileprivate static func registryRefused(_ address: String, _ response: HTTPResponse) -> Failure {
    let problem = try? JSONDecoder().decode(ProblemDetails.self, from: Data(response.body))
    let text = (problem?.detail ?? problem?.title).map { ": \($0.prefix(400))" } ?? ""
    let isLogin = [401, 403].contains(response.status)
    return Failure(
      isLogin
        ? "the registry `\(address)` does not accept the credentials" : "the registry `\(address)` refused the request",
      hint: isLogin ? "set the variable of `token_env` to a token that may publish the package" : nil,
      notes: ["status \(response.status)\(text)"], code: isLogin ? .credentials : .requestRefused,
      exit: isLogin ? .credentials : .failed)
  }

  fileprivate static func notARegistry(_ address: String) -> Failure {
    Failure(
      "`\(address)` is not a Swift package registry: its answer has no `Content-Version`",
      hint: "correct `registry` in the Releasefile", code: .requestRefused)
  }

  fileprivate static func registryAnswerLost(_ address: String, _ reason: String) -> Failure {
    Failure("the answer of the registry `\(address)` was lost: \(reason)", code: .requestRefused)
  }
}
