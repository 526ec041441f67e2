import HTTP
import Lanes
import MartletCore

/// Why a service refused an announcement, as its answer shows.
enum ChannelRefusal {
  /// The token is wrong or missing.
  case secret
  /// The token is valid, but does not permit posts.
  case permission
  /// The service has no webhook at this address.
  case address
  case tooLong
  case other

  init(_ answer: HTTPResponse, on channel: AnnouncementChannel) {
    let text = String(decoding: answer.body.prefix(4_000), as: UTF8.self)
    self =
      switch (answer.status, channel) {
      case (413, _): .tooLong
      case _ where Self.isAboutLength(text): .tooLong
      case (401, .webhook), (403, .webhook), (404, .webhook), (410, .webhook): .address
      case (401, _) where text.contains("scope"), (403, _): .permission
      case (401, _): .secret
      default: .other
      }
  }

  /// Slack: `msg_too_long`; Mastodon: "character limit of 500 exceeded"; Discord: "Must be 2000 or fewer in length."
  private static func isAboutLength(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["too long", "too_long", "too large", "too_large", "character limit", "fewer in length"]
      .contains(where: text.contains)
  }
}

extension Failure {
  /// The failure for an answer that is not a success.
  static func refused(_ announcement: Announcement, by response: HTTPResponse) -> Failure {
    let answer = response.summary
    let service = announcement.channel.service.phrase
    let variable = announcement.secretVariables.first ?? ""
    func credentials(_ message: String, hint: String) -> Failure {
      Failure(message, hint: hint, notes: [answer], code: .credentials, exit: .credentials)
    }
    switch ChannelRefusal(response, on: announcement.channel) {
    case .secret:
      return credentials("\(service) does not accept the token", hint: "set `\(variable)` to a valid token")
    case .permission:
      return credentials(
        "the token for \(service) may not post",
        hint:
          "set `\(variable)` to a token with \(announcement.channel.service.permission(!announcement.pictures.isEmpty))"
      )
    case .address:
      return credentials(
        "\(service) accepts no posts at the address in `\(variable)`",
        hint: "set `\(variable)` to the address that \(service) shows for it")
    case .tooLong:
      return Failure(
        "the announcement is too long for \(service)",
        hint: "set a lower `limit` for the channel, \(announcement.postAgain)", notes: [answer], code: .requestRefused)
    case .other:
      return Failure("\(service) refused the announcement", notes: [answer], code: .requestRefused)
    }
  }

  static func limited(_ service: String, seconds: Int, _ answer: HTTPResponse) -> Failure {
    Failure(
      "\(service) accepts no further announcements for \(seconds == 1 ? "1 second" : "\(seconds) seconds")",
      hint: "try again after that", notes: [answer.summary], code: .rateLimit)
  }

  static func maybeSent(_ service: String, _ reason: String) -> Failure {
    Failure(
      "the announcement may have been sent: the answer of \(service) was lost",
      hint: "check whether it is there before you send it again", notes: [reason], code: .answerLost)
  }

  /// A server error, such as that of a gateway, after which the announcement may be there nevertheless.
  static func failed(_ service: String, _ answer: HTTPResponse) -> Failure {
    Failure(
      "the announcement may have been sent: \(service) answered with status \(answer.status)",
      hint: "check whether it is there before you send it again", notes: [answer.summary], code: .answerLost)
  }

  /// A gateway gave up on a request before the announcement.
  static func failedBefore(_ service: String, _ answer: HTTPResponse?) -> Failure {
    Failure(
      "\(service) failed before the announcement was sent", notes: [answer?.summary].compactMap(\.self),
      code: .answerLost)
  }
}

extension HTTPResponse {
  /// The status, and the first line of the body.
  fileprivate var summary: String {
    let text = String(decoding: body.prefix(400), as: UTF8.self)
    return "status \(status)" + (text.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? "")
  }
}

extension Announcement {
  /// The journal has the text and the settings of a run, so a change of the Releasefile needs another run.
  fileprivate var postAgain: String {
    "end the run with `martlet undo --keep` if it has not ended, then `martlet announce \(name)`"
  }
}
