import TextEditing

/// The outcome of one announcement on one channel.
package enum AnnouncementResult: Sendable, Equatable {
  /// It is out; the address of the post, where the service names one.
  case sent(address: String?)
  /// It may be out: the answer is lost, and only a person can find out.
  case maybeSent(Failure)
  /// The service asked to wait for longer than the limit. It is not out.
  case limited(seconds: Int, Failure)
  /// It is not out.
  case refused(Failure)
}
