import Lanes
import MartletCore

/// Why one channel does not have its announcement for certain.
struct AnnouncementError: ExplainedError {
  private let name: String
  private let underlying: Failure
  /// False if it was certainly not sent.
  let mayBeSent: Bool

  init(_ announcement: Announcement, _ error: any Error, mayBeSent: Bool) {
    name = announcement.name
    underlying = Failure(of: error)
    self.mayBeSent = mayBeSent
  }

  var failure: Failure {
    var failure = underlying
    for index in failure.diagnostics.indices {
      failure.diagnostics[index].message = "channel `\(name)`: \(failure.diagnostics[index].message)"
    }
    if mayBeSent {
      failure.diagnostics[0].hint =
        "look for it on the channel, then `martlet finish --skip` if it is there, otherwise `martlet finish --repeat`"
    }
    return failure
  }
}

/// The channels of a run that do not have their announcements for certain.
struct AnnouncementErrors: ExplainedError {
  /// The last one may be another error, which ended the run.
  private let errors: [any Error]

  init(_ errors: [any Error]) {
    self.errors = errors
  }

  var mayBeSent: Bool { errors.contains { ($0 as? AnnouncementError)?.mayBeSent == true } }

  var failure: Failure {
    let failures = errors.map { Failure(of: $0) }
    let exits = Set(failures.map(\.exit))
    return Failure(
      failures.flatMap(\.diagnostics), code: failures.last?.code,
      exit: exits.count == 1 ? exits.first ?? .failed : .failed)
  }
}

/// The outcome of one announcement on one channel.
package enum AnnouncementResult: Sendable, Equatable {
  /// It was sent; the address of the post, if the service returns one.
  case sent(address: String?)
  /// It may have been sent: the answer was lost, and the user has to check.
  case maybeSent(Failure)
  /// The service requires a wait above the limit. It was not sent.
  case limited(seconds: Int, Failure)
  /// It was not sent.
  case refused(Failure)
}

/// Whether an announcement whose answer was lost is there, as the service reports.
package enum AnnouncementLookup: Sendable, Equatable {
  /// It was sent; the address of the post, if the service returns one.
  case found(address: String?)
  case missing
  /// The service has no list of posts, or did not answer.
  case unknown(Failure)
}
