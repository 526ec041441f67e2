import Foundation
import HTTP

/// The server `Tests/AnnouncementServers/receiver.py`: a blog, a Mastodon server, a Matrix room, webhooks, GitHub's
/// discussions and a mail server on this machine, with faults.
package final class AnnouncementReceiver {
  private let server: LoopbackServer
  private let client: HTTPClient
  private let folder: TemporaryFolder
  /// Such as `http://127.0.0.1:4711`.
  package let address: String
  /// Such as `smtp://127.0.0.1:4712`.
  package let mailAddress: String

  package init() throws {
    folder = try TemporaryFolder()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("AnnouncementServers/receiver.py").path
    server = try LoopbackServer(
      LoopbackServer.path(of: "python3") ?? "python3", LoopbackServer.pythonOptions + [script, "\(folder.path)/log"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], sign: "port ")
    let ports = server.greeting.matches(of: /(mail|port) (\d+)/).map { "127.0.0.1:\($0.output.2)" }
    (mailAddress, address) = ("smtp://\(ports.first ?? "")", "http://\(ports.last ?? "")")
    client = try HTTPClient(userAgent: "control")
  }

  /// Sets a fault: the JSON that `receiver.py` describes.
  package func add(fault: String) throws { _ = try control("POST", "/_faults", fault) }

  /// Adds discussions of other users, which are newer than those that are there.
  package func addDiscussions(_ count: Int, createdAt day: String) throws {
    _ = try control("POST", "/_discussions", "{\"count\": \(count), \"createdAt\": \"\(day)T12:00:00Z\"}")
  }

  /// The number of posts on each channel: `blog`, `social`, `room`, `team`, `hub` and `list`.
  package func postCounts() throws -> [String: Int] {
    let posts = try JSONSerialization.jsonObject(with: Data(control("GET", "/_posts", nil).utf8)) as? [String: [Any]]
    return posts?.mapValues(\.count) ?? [:]
  }

  /// All posts, as JSON.
  package func posts() throws -> String { try control("GET", "/_posts", nil) }

  /// The requests so far, such as `POST /micropub`.
  package var requests: [String] {
    (folder.read("log") ?? "").split(separator: "\n").map { line in
      let fields = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return "\(fields?["method"] ?? "") \(fields?["path"] ?? "")"
    }
  }

  private func control(_ method: String, _ path: String, _ body: String?) throws -> String {
    let response = try client.send(
      HTTPRequest(method, address + path, body: body.map { HTTPBody([.bytes(Array($0.utf8))]) }), to: nil,
      observer: QuietObserver())
    return String(decoding: response.body, as: UTF8.self)
  }
}
