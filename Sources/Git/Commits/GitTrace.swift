import SystemAPI

/// The programs that one command of git has started, as its trace lists them (api-trace2.txt in git's documentation).
struct GitTrace {
  /// A program that has ended.
  struct Child {
    /// The name of the hook; nil for another program.
    let hook: String?
    let program: String
    /// Whether it makes a signature.
    let isSigning: Bool
    /// Negative if it could not be started.
    let status: Int
  }

  let children: [Child]

  private struct Event: Decodable {
    let event: String
    let sid: String
    let child: Int?
    let hook: String?
    let argv: [String]?
    let code: Int?

    enum CodingKeys: String, CodingKey {
      case event, sid, argv, code
      case child = "child_id"
      case hook = "hook_name"
    }
  }

  /// Parses a file with an event in JSON on each line. The programs that the children have started are left out.
  init(_ bytes: [UInt8]) {
    var (started, ended): ([Int: Event], [Child]) = ([:], [])
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // A killed program leaves a part of a line.
      guard let event = try? JSONDecoder().decode(Event.self, from: Data(line)), let child = event.child,
        !event.sid.contains("/")
      else { continue }
      if event.event == "child_start" { started[child] = event }
      if event.event == "child_exit", let start = started[child] {
        let words = start.argv ?? []
        let isSigning = words.contains("--status-fd=2") || words.dropFirst().starts(with: ["-Y", "sign"])
        ended.append(
          Child(hook: start.hook, program: words.first ?? "", isSigning: isSigning, status: event.code ?? 0))
      }
    }
    children = ended
  }
}
