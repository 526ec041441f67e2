/// Rows that several services share.
extension ChannelErrors {
  static func tooLong(_ service: String, _ status: Int, _ answer: String) -> Row {
    Row(
      "a text that is too long", .answer(status, answer),
      """
      not sent: the announcement is too long for \(service)
      status \(status): \(answer)
      hint: set a lower `limit` for the channel, end the run with `martlet undo --keep` if it has not ended, then `martlet announce news`
      """)
  }

  static func wrongAddress(_ service: String, _ cause: String, _ status: Int, _ answer: String) -> Row {
    Row(
      cause, .answer(status, answer),
      """
      not sent: \(service) accepts no posts at the address in `TEAM_HOOK`
      status \(status): \(answer)
      hint: set `TEAM_HOOK` to the address that \(service) shows for it
      """)
  }

  private static let lostConnection = "lost the connection to `127.0.0.1` before it answered"

  /// The wait before the attempt that follows a lost answer.
  static let secondAttempt = "waits 1 s: \(lostConnection)"

  /// - Parameter times: How often the answer is lost.
  static func lost(_ cause: String, _ service: String, isPerformed: Bool = false, times: Int = 1) -> Row {
    let waits = [1, 2, 4, 8, 16].prefix(times - 1).map { "waits \($0) s: \(lostConnection)\n" }
    return Row(
      cause, .lost(isPerformed: isPerformed, times: times),
      waits.joined() + """
        maybe sent: the announcement may have been sent: the answer of \(service) was lost
        \(lostConnection)
        hint: check whether it is there before you send it again
        """)
  }

  static func limits(_ service: String) -> [Row] {
    [
      Row(
        "a rate limit for some seconds", .answer(429, "slow down", headers: ["Retry-After": "7"]),
        """
        waits 7 s: rate limit, status 429
        sent
        """),
      Row(
        "a rate limit for an hour", .answer(429, "slow down", headers: ["Retry-After": "3600"]),
        """
        not sent: \(service) accepts no further announcements for 3600 seconds
        status 429: slow down
        hint: try again after that
        """),
      Row(
        "a rate limit without a time", .answer(429, "slow down", times: 9),
        """
        waits 60 s: rate limit, status 429
        waits 120 s: rate limit, status 429
        waits 240 s: rate limit, status 429
        not sent: \(service) accepts no further announcements for 60 seconds
        status 429: slow down
        hint: try again after that
        """),
    ]
  }

  static var unreachable: Row {
    Row(
      "a server that cannot be reached", .unreachable,
      """
      waits 1 s: cannot connect to `127.0.0.1`
      waits 2 s: cannot connect to `127.0.0.1`
      waits 4 s: cannot connect to `127.0.0.1`
      waits 8 s: cannot connect to `127.0.0.1`
      waits 16 s: cannot connect to `127.0.0.1`
      not sent: cannot connect to `127.0.0.1`
      libcurl's reason
      hint: check the network, and run `curl -v http://127.0.0.1:1`
      """)
  }
}
