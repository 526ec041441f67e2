import MartletCore

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
