import Foundation
import HTTP

/// The server `Tests/AnnouncementServers/receiver.py`: a blog, a Mastodon server and webhooks on this machine, with faults.
package final class AnnouncementReceiver {
  private let server: LoopbackServer
  private let client: HTTPClient
  private let folder: TemporaryFolder
  /// Such as `http://127.0.0.1:4711`.
  package let address: String

  package init() throws {
    folder = try TemporaryFolder()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("AnnouncementServers/receiver.py").path
    server = try LoopbackServer(
      LoopbackServer.path(of: "python3") ?? "python3", LoopbackServer.pythonOptions + [script, "\(folder.path)/log"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], sign: "port ")
    address = "http://127.0.0.1:\(server.greeting.firstMatch(of: /port (\d+)/)?.output.1 ?? "")"
    client = try HTTPClient(userAgent: "control")
  }

  /// Sets a fault: the JSON that `receiver.py` describes.
  package func add(fault: String) throws { _ = try control("POST", "/_faults", fault) }

  /// The number of posts on each channel: `blog`, `social` and `team`.
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
