import Foundation
import HTTP

/// The server of `Tests/AppStoreServer`: App Store Connect on this machine, with faults.
package final class AppStoreServer {
  /// Why it cannot run here; nil if it can.
  package static var obstacle: String? {
    if LoopbackServer.path(of: "openssl") == nil { return "there is no openssl" }
    return ForgeServer.obstacle
  }

  package static let keyID = "2X9R4HXF34"
  package static let issuer = "57246542-96fe-1a63-e053-0824d011072a"

  private static let folder = "\(ProjectFolder.path)/Tests/AppStoreServer"
  private static let python: String = LoopbackServer.path(of: "python3") ?? "python3"

  private let server: LoopbackServer
  private let client: HTTPClient
  private let keyFolder: TemporaryFolder
  /// Such as `http://127.0.0.1:4711`.
  package let address: String
  /// The path of the key that it accepts.
  package let keyFile: String

  package init() throws {
    keyFolder = try TemporaryFolder()
    keyFile = "\(keyFolder.path)/AuthKey_\(Self.keyID).p8"
    try Self.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", keyFile])
    server = try LoopbackServer(
      Self.python, LoopbackServer.pythonOptions + ["\(Self.folder)/server.py", keyFile],
      environment: ProcessInfo.processInfo.environment.filter { $0.key == "PATH" }, sign: "port ")
    let port = server.greeting.split(separator: "\n").last?.split(separator: " ").last.map(String.init) ?? ""
    address = "http://127.0.0.1:\(port)"
    client = try HTTPClient(userAgent: "control")
  }

  /// The variables of a process that uses it.
  package var environment: [String: String] {
    [
      "MARTLET_APP_STORE_URL": address, "ASC_KEY_ID": Self.keyID, "ASC_ISSUER_ID": Self.issuer,
      "ASC_KEY_FILE": keyFile,
    ]
  }

  /// Makes an app for upload at `path`, by the options of `package.py`.
  package static func makePackage(at path: String, _ options: String = "{}") throws {
    try run([python, "\(folder)/package.py", path, options])
  }

  /// Puts a fault into an answer: the JSON that `faults.py` of the forge server describes.
  package func add(fault: String) throws { _ = try control("POST", "/_faults", fault) }

  /// Changes settings: the JSON that `world.py` describes.
  package func set(_ settings: String) throws { _ = try control("POST", "/_settings", settings) }

  /// Acts as another user: the JSON that `World.tamper` describes.
  package func tamper(_ action: String) throws { _ = try control("POST", "/_tamper", action) }

  package func requests() throws -> [ForgeServer.Request] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([ForgeServer.Request].self, from: Data(control("GET", "/_requests")))
  }

  package func forgetRequests() throws { _ = try control("DELETE", "/_requests") }

  /// What happened at Apple, in order: such as `reserved 43`.
  package func events() throws -> [String] {
    let state = try JSONSerialization.jsonObject(with: Data(control("GET", "/_state"))) as? [String: Any]
    let events = state?["events"] as? [[Any]] ?? []
    return events.map { $0.map { "\($0)" }.joined(separator: " ") }
  }

  /// Everything that Apple has, by the kind of resource.
  package func table(_ name: String) throws -> [[String: Any]] {
    let state = try JSONSerialization.jsonObject(with: Data(control("GET", "/_state"))) as? [String: Any]
    let table = state?[name] as? [String: [String: Any]] ?? [:]
    return table.values.sorted { "\($0["id"] ?? "")" < "\($1["id"] ?? "")" }
  }

  private func control(_ method: String, _ path: String, _ body: String? = nil) throws -> [UInt8] {
    try client.send(
      HTTPRequest(method, address + path, body: body.map { HTTPBody([.bytes(Array($0.utf8))]) }), to: nil,
      observer: QuietObserver()
    ).body
  }

  private static func run(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Ended(words: words) }
  }

  private struct Ended: Error { let words: [String] }
}
