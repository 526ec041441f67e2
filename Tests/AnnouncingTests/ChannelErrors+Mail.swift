import Lanes

extension ChannelErrors {
  static var mail: ChannelErrors {
    mail(
      "mail", secret: "MAIL_PASSWORD", user: "me",
      [
        Row(
          "a wrong password", .mail(535, "5.7.8 Authentication credentials invalid", to: "AUTH"),
          """
          not sent: the mail server does not accept the user and the password
          status 535: 5.7.8 Authentication credentials invalid
          hint: correct `MAIL_PASSWORD`, or the key `user` of the channel
          """),
        Row(
          "a sender that the user may not have", .mail(553, "5.7.1 Sender not owned by user", to: "MAIL"),
          """
          not sent: the mail server refused the announcement
          status 553: 5.7.1 Sender not owned by user
          """),
        Row(
          "an unknown recipient", .mail(550, "5.1.1 No such user", to: "RCPT"),
          """
          not sent: the mail server refused the announcement
          status 550: 5.1.1 No such user
          """),
        tooLong("the mail server", 552, "5.3.4 Message size exceeds fixed limit"),
        Row(
          "a server that is busy", .answer(451, "4.7.1 Try again later"),
          """
          not sent: the mail server accepts no mail at the moment
          status 451: 4.7.1 Try again later
          hint: try again later
          """),
        lost("a lost answer", "the mail server", isPerformed: true),
        lost("a lost message", "the mail server"),
        Row(
          "a server that cannot be reached", .unreachable,
          """
          not sent: cannot connect to `127.0.0.1`
          libcurl's reason
          hint: check the network, and run `curl -v smtp://127.0.0.1:1`
          """),
      ])
  }

  static var mailWithoutPassword: ChannelErrors {
    mail(
      "mail without a password", secret: nil, user: nil,
      [
        Row(
          "a server that requires a password", .mail(530, "5.7.0 Authentication required", to: "MAIL"),
          """
          not sent: the mail server requires a user and a password
          status 530: 5.7.0 Authentication required
          hint: add `user` and `password_env` to the channel, end the run with `martlet undo --keep` if it has not ended, \
          then `martlet announce news`
          """)
      ])
  }

  private static func mail(_ name: String, secret: String?, user: String?, _ rows: [Row]) -> ChannelErrors {
    ChannelErrors(name, secret: secret, rows: rows) { host, mailHost in
      let server = host.hasSuffix(":1") ? host : mailHost
      return .email(
        AnnouncementMail(
          server: "smtp://\(server)", user: user, sender: "me@a.example", recipients: ["you@a.example"]))
    }
  }

  // Rows that several services share.

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
