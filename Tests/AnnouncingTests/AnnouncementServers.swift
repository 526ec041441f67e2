import Execution
import Foundation
import HTTP
import Testing

@testable import TestSupport

/// A local test server for announcements.
final class AnnouncementServers: HTTPObserver, RetryWaiter, @unchecked Sendable {
  /// A Python with the packages that `scripts/peers announcing` installs.
  static let python = ProcessInfo.processInfo.environment["MARTLET_ANNOUNCING_PYTHON"]

  let folder: TemporaryFolder
  private let server: LoopbackServer
  /// Without a scheme, such as `127.0.0.1:4711`.
  let host: String
  private(set) var waits: [String] = []

  /// Starts one of the programs in `Tests/AnnouncementServers`.
  init(_ name: String, python: String?, sign: String = "port ") throws {
    folder = try TemporaryFolder()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("AnnouncementServers/\(name).py").path
    server = try LoopbackServer(
      python ?? LoopbackServer.path(of: "python3") ?? "python3", ["-B", script, "\(folder.path)/log"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], sign: sign)
    let port = try #require(server.greeting.matches(of: /(?:port |127\.0\.0\.1:)(\d+)/).last?.output.1)
    host = "127.0.0.1:\(port)"
  }

  /// Sets a fault: the JSON that `receiver.py` describes.
  func add(fault: String) throws { try control("/_faults", fault) }

  private func control(_ path: String, _ json: String) throws {
    let request = HTTPRequest("POST", "http://\(host)\(path)", body: HTTPBody([.bytes(Array(json.utf8))]))
    _ = try HTTPClient(userAgent: "control").send(request, to: nil, observer: QuietObserver())
  }

  /// Forgets the waits so far.
  func forgetWaits() { waits = [] }

  func announcer() throws -> Announcer {
    let client = try HTTPClient(userAgent: "martlet/1.2.3", stallLimit: 5)
    return Announcer(http: HTTPSession(client, waiter: self), observer: self)
  }

  /// The requests that the server recorded.
  var log: [String] { (folder.read("log") ?? "").split(separator: "\n").map(String.init) }

  func didSend(_ count: Int, of total: Int) {}
  func willWait(seconds: Int, reason: String) { waits.append("\(seconds) s: \(reason)") }
  var isCancelled: Bool { false }
  func wait(seconds: Int, observer: any HTTPObserver) -> Bool { true }
}
