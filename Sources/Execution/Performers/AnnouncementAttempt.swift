import HTTP
import Lanes
import MartletCore
import Processes

/// An attempt to post an announcement, as the journal records it before the request is sent.
struct AnnouncementAttempt: ChangeValue, Hashable, Sendable, Codable {
  let announcement: Announcement
  /// Names the announcement to the service: a repeated request with the same key counts once.
  let key: String
  /// The time of the first attempt by the clock, in seconds since 1970.
  let time: Int64

  /// Whether it arrived. `.notDone` also means that it can be posted again without a second post.
  func state(in workspace: Workspace) throws -> ChangeState {
    try announcement.channel.service.ignoresRepeat(Workspace.clock - time) ? .notDone : found(in: workspace)
  }

  /// The address of the post, as the service reports it; nil if it reports none.
  func address(in workspace: Workspace) throws -> String? {
    guard case .found(let address) = try lookup(in: workspace) else { return nil }
    return address
  }

  /// Whether the service lists the post.
  func found(in workspace: Workspace) throws -> ChangeState {
    guard announcement.channel.service.listsPosts else { return .overtaken(Failure.maybeAnnounced(nil)) }
    return switch try lookup(in: workspace) {
    case .found: .done
    case .missing: .notDone
    case .unknown(let failure): .overtaken(Failure.maybeAnnounced(failure.firstMessage))
    }
  }

  private func lookup(in workspace: Workspace) throws -> AnnouncementLookup {
    guard announcement.channel.service.listsPosts else { return .unknown(Failure.maybeAnnounced(nil)) }
    let secret: String?
    do {
      secret = try workspace.secret(of: announcement)
    } catch let error as WithheldCredential {
      return .unknown(error.failure)
    }
    return try workspace.announcer(workspace.waitReporter).find(announcement, since: time, secret: secret)
  }
}

extension Announcement {
  /// Where its secret is sent; nil if the channel has none, or if the secret is itself the address.
  fileprivate var use: CredentialUse? {
    guard !secretVariables.isEmpty, let address = channel.address else { return nil }
    return CredentialUse(secretVariables, at: address, for: "channel `\(name)`")
  }
}

extension Workspace {
  /// The token, or the address of the webhook; nil if no variable holds it.
  ///
  /// - Throws: `WithheldCredential`; the errors of the gate.
  func secret(of announcement: Announcement) throws -> String? {
    if case .webhook = announcement.channel {
      return try credentials.webhook(announcement.secretVariables)?.exposed
    }
    return try announcement.use.flatMap { try credentials.credential(for: $0) }?.secret.exposed
  }

  /// - Throws: a failure of the HTTP library.
  func announcer(_ reporter: any RunReporter) throws -> Announcer {
    let client = try http()
    return Announcer(
      http: HTTPSession(client), homes: try credentials.homes(),
      observer: AnnouncementObserver(reporter: reporter, interruption: interruption))
  }
}

/// Passes the waits of a channel to the reporter of a run.
///
/// A client calls it on the thread that called the client, and a run has one thread, so the reporter is never used twice at
/// a time.
private final class AnnouncementObserver: HTTPObserver, @unchecked Sendable {
  private let reporter: any RunReporter
  private let interruption: Interruption?

  init(reporter: any RunReporter, interruption: Interruption?) {
    self.reporter = reporter
    self.interruption = interruption
  }

  func didSend(_ count: Int, of total: Int) {}

  func willWait(seconds: Int, reason: String) { reporter.willWait(seconds: seconds, reason: reason) }

  var isCancelled: Bool { interruption?.signal != nil }
}

extension Failure {
  /// - Parameter reason: Why the posts cannot be read; nil if the service has no list of them.
  fileprivate static func maybeAnnounced(_ reason: String?) -> Failure {
    Failure(
      "the announcement may have been sent before the run stopped" + (reason.map { ": \($0)" } ?? ""), code: .answerLost
    )
  }
}
