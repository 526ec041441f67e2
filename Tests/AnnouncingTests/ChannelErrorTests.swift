import Execution
import Lanes
import MartletCore
import TestSupport
import Testing

/// `ChannelErrors` is the table of all services, their answers and the reports.
@Suite("An announcement that a service does not take", .enabled(if: ForgeServer.obstacle == nil))
struct ChannelErrorTests {
  @Test("is reported with its cause and with what to do", arguments: ChannelErrors.all)
  func report(_ errors: ChannelErrors) throws {
    let server = try AnnouncementServers("receiver", python: nil)
    for row in errors.rows {
      server.forgetWaits()
      if let fault = row.event.fault { try server.add(fault: fault) }
      let channel = errors.channel(row.event == .unreachable ? "127.0.0.1:1" : server.host)
      let announcement = Announcement(
        name: "news", on: channel, secretVariables: errors.variables, title: row.cause, text: #"{"text": "New"}"#)
      let secret = row.event == .unreachable ? "http://127.0.0.1:1/hook" : "http://\(server.host)/hook"
      let result = try server.announcer().post(announcement, secret: secret, key: "run 7")
      #expect(
        report(result, after: server.waits) == row.report,
        "\(errors.testDescription): \(row.cause)")
    }
  }

  private func report(_ result: AnnouncementResult, after waits: [String]) -> String {
    let lines: [String] =
      switch result {
      case .sent: ["sent"]
      case .maybeSent(let failure): ["maybe sent: \(failure.report)"]
      case .limited(_, let failure), .refused(let failure): ["not sent: \(failure.report)"]
      }
    return (waits.map { "waits \($0)" } + lines).joined(separator: "\n")
  }
}

extension Failure {
  /// Message, notes and hint. The reason of libcurl depends on its version.
  fileprivate var report: String {
    diagnostics.map { diagnostic in
      let notes = diagnostic.notes.map { $0.hasPrefix("Failed to connect") ? "libcurl's reason" : $0 }
      return ([diagnostic.message] + notes + [diagnostic.hint.map { "hint: \($0)" }].compactMap(\.self))
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

/// The errors of one service.
struct ChannelErrors: CustomTestStringConvertible, Sendable {
  /// What the service does with the request of the announcement.
  enum Event: Equatable, Sendable {
    /// It answers with a status and a body.
    case answer(Int, String, headers: [String: String] = [:], times: Int = 1)
    /// It performs the request, or does not, and closes the connection.
    case lost(isPerformed: Bool, times: Int = 1)
    case unreachable

    /// The JSON that `receiver.py` reads.
    fileprivate var fault: String? {
      switch self {
      case .answer(let status, let body, let headers, let times):
        let fields = headers.map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", ")
        let content = body.hasPrefix("{") ? body : "\"\(body)\""
        return
          #"{"kind": "answer", "status": \#(status), "body": \#(content), "headers": {\#(fields)}, "times": \#(times)}"#
      case .lost(let isPerformed, let times):
        return #"{"kind": "lose", "after": \#(isPerformed), "times": \#(times)}"#
      case .unreachable: return nil
      }
    }
  }

  struct Row: Sendable {
    let cause: String
    let event: Event
    let report: String

    init(_ cause: String, _ event: Event, _ report: String) {
      (self.cause, self.event, self.report) = (cause, event, report)
    }
  }

  let testDescription: String
  /// The variables that may hold the secret.
  let variables: [String]
  /// The channel on a server on this machine.
  let channel: @Sendable (_ host: String) -> AnnouncementChannel
  let rows: [Row]

  init(
    _ name: String, secret: String?, rows: [Row],
    _ channel: @escaping @Sendable (_ host: String) -> AnnouncementChannel
  ) {
    testDescription = name
    variables = [secret].compactMap(\.self)
    self.channel = channel
    self.rows = rows
  }
}
