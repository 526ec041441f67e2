import Foundation
import HTTP

/// The server of `Tests/ForgeServer`: GitHub, GitLab and Forgejo on this machine, with faults. `server.py` describes
/// its tokens.
package final class ForgeServer {
  /// Why the server cannot run on this machine; nil if it can.
  package static var obstacle: String? {
    if LoopbackServer.path(of: "python3") == nil { return "there is no python3" }
    return (try? HTTPClient(userAgent: "control")) == nil ? "there is no libcurl" : nil
  }

  private let server: LoopbackServer
  private let client: HTTPClient
  /// Such as `https://127.0.0.1:4711`.
  package let address: String

  /// - Parameters:
  ///   - repositories: The folder of bare repositories `owner/name.git`; nil: every repository exists, with every tag.
  ///   - certificate: A file with the server's certificate and its key; nil: it has none.
  package init(repositories: String? = nil, certificate: String? = nil) throws {
    let environment = ProcessInfo.processInfo.environment
    // `scripts/peers forges` holds all requests against GitHub's schemas, which needs a Python of its own.
    let name = environment["MARTLET_SCHEMA_LOG"] == nil ? "server.py" : "validate.py"
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("ForgeServer/\(name)").path
    server = try LoopbackServer(
      environment["MARTLET_FORGE_PYTHON"] ?? LoopbackServer.path(of: "python3") ?? "python3",
      LoopbackServer.pythonOptions + [script]
        + [repositories].compactMap(\.self) + (certificate.map { ["--certificate", $0] } ?? []),
      environment: environment.filter { ["PATH", "MARTLET_SCHEMA_LOG"].contains($0.key) }, sign: "port ")
    let port = server.greeting.split(separator: "\n").last?.split(separator: " ").last.map(String.init) ?? ""
    address = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
    client = try HTTPClient(userAgent: "control", certificates: certificate)
  }

  /// A request that the server received.
  package struct Request: Decodable, Equatable {
    package let method: String
    package let path: String
    package let query: [String: String]
    /// Nil if the connection was closed without an answer.
    package let status: Int?
    package let fault: String?
    package let hasToken: Bool
    package let size: Int
    package let userAgent: String?
    package let expect: String?
  }

  /// The address of the remote of a repository.
  package func remote(_ name: String) -> String { "\(address)/\(name).git" }

  /// Puts a fault into an answer: the JSON that `faults.py` describes.
  package func add(fault: String) throws { _ = try control("POST", "/_faults", fault) }

  /// Acts as another user: the JSON that `tamper.py` describes.
  package func tamper(_ action: String) throws { _ = try control("POST", "/_tamper", action) }

  /// The actions of other users so far that changed something.
  package func deeds() throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(control("GET", "/_deeds")))
  }

  /// Keeps all releases for `restore`.
  package func save() throws { _ = try control("POST", "/_save") }

  /// Brings the releases back that `save` has kept.
  package func restore() throws { _ = try control("POST", "/_restore") }

  /// Changes settings: the JSON that `model.py` describes.
  package func set(_ settings: String) throws { _ = try control("POST", "/_settings", settings) }

  /// The requests to the APIs so far, in order.
  package func requests() throws -> [Request] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([Request].self, from: Data(control("GET", "/_requests")))
  }

  /// Deletes all recorded requests and faults.
  package func forgetRequests() throws { _ = try control("DELETE", "/_requests") }

  /// Deletes all releases of GitHub.
  package func forgetReleases() throws { _ = try control("DELETE", "/_releases") }

  /// Deletes the drafts of GitHub, as somebody does on their pages.
  package func deleteDrafts() throws { _ = try control("DELETE", "/_drafts") }

  /// All releases of all forges as JSON, to be compared.
  package func state() throws -> String { String(decoding: try control("GET", "/_state"), as: UTF8.self) }

  /// A pull request as the server stores it.
  package struct PullRequest: Decodable, Equatable {
    package let number: Int
    package let title: String
    package let body: String
    package let head: String
    package let base: String
    /// `open`, `closed` or `merged`.
    package let state: String
    package let draft: Bool
    package let labels: [String]
  }

  /// The pull requests of a repository on a kind of forge, such as `github`, in the order of their numbers.
  package func pullRequests(of repository: String, on kind: String) throws -> [PullRequest] {
    let all = try JSONDecoder().decode([String: [String: [PullRequest]]].self, from: Data(control("GET", "/_pulls")))
    return all[kind]?[repository] ?? []
  }

  /// Merges a pull request as its button does: by `merge`, `squash` or `rebase`.
  package func merge(_ number: Int, by method: String, of repository: String, on kind: String) throws {
    _ = try control(
      "POST", "/_merge",
      #"{"forge": "\#(kind)", "repository": "\#(repository)", "number": \#(number), "method": "\#(method)"}"#)
  }

  private func control(_ method: String, _ path: String, _ body: String? = nil) throws -> [UInt8] {
    try client.send(
      HTTPRequest(method, address + path, body: body.map { HTTPBody([.bytes(Array($0.utf8))]) }), to: nil,
      observer: QuietObserver()
    ).body
  }
}

/// Follows nothing, and cancels nothing.
package struct QuietObserver: HTTPObserver {
  package init() {}
  package func didSend(_ count: Int, of total: Int) {}
  package func willWait(seconds: Int, reason: String) {}
  package var isCancelled: Bool { false }
}
