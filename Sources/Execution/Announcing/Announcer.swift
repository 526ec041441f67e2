import HTTP
import Lanes
import MartletCore
import SystemAPI

/// Sends announcements, each only once. After a lost answer, a request is repeated only if the service ignores a
/// repeated key; otherwise the lost answer is reported.
package struct Announcer: Sendable {
  let http: HTTPSession
  /// The servers that tokens belong to, for addresses that a service returns.
  let homes: CredentialHomes
  let observer: any HTTPObserver

  package init(
    http: HTTPSession, homes: CredentialHomes = CredentialHomes(), observer: any HTTPObserver
  ) {
    (self.http, self.homes, self.observer) = (http, homes, observer)
  }

  /// - Parameters:
  ///   - announcement: The paths of its pictures are absolute.
  ///   - secret: The token, or the address of the webhook.
  ///   - key: A name of this announcement on this channel; a resumed run uses the same one.
  package func post(_ announcement: Announcement, secret: String?, key: String) -> AnnouncementResult {
    do throws(Stop) {
      return .sent(address: try client(of: announcement.channel).post(announcement, secret, key: key))
    } catch {
      guard case .maybeSent = error.result, case .found(let address) = find(announcement, since: 0, secret: secret)
      else {
        return error.result
      }
      return .sent(address: address)
    }
  }

  /// The client of a channel: the only complete list of them.
  private func client(of channel: AnnouncementChannel) -> any ChannelClient {
    switch channel {
    case .micropub(let endpoint, let isDraft): MicropubClient(announcer: self, endpoint: endpoint, isDraft: isDraft)
    case .mastodon(let server, let visibility, let language):
      MastodonClient(announcer: self, server: server, visibility: visibility, language: language)
    case .webhook(let form): WebhookClient(announcer: self, form: form)
    }
  }

  /// Searches for an announcement whose answer was lost, where the service lists posts.
  ///
  /// - Parameter time: The time of the first attempt, in seconds since 1970.
  package func find(_ announcement: Announcement, since time: Int64, secret: String?) -> AnnouncementLookup {
    client(of: announcement.channel).find(announcement, secret, since: time)
  }

  /// Searches for an announcement that another clone may have posted, where the service lists posts for the token.
  package func find(_ announcement: Announcement, secret: String?) -> AnnouncementLookup {
    client(of: announcement.channel).find(announcement, secret)
  }

  /// Tries the token of a channel with a request that makes nothing public, where the service has one.
  ///
  /// - Returns: why the service refuses it. Nil if it does not, or if that is unknown, because the service does not answer:
  ///   a channel that is out of order for a moment stops no release.
  package func refusal(of secret: String?, for announcement: Announcement) -> Failure? {
    let client = client(of: announcement.channel)
    do throws(Stop) {
      try client.check(secret, for: announcement)
      return nil
    } catch {
      guard case .refused(let failure) = error.result else { return nil }
      // A server without the request may still accept posts.
      return failure.code == .credentials ? failure : nil
    }
  }

  /// Returns why `announcement` cannot be sent at all; nil if it can. Sends nothing.
  package static func problem(with announcement: Announcement, secret: String?) -> Failure? {
    guard case .webhook = announcement.channel, secret.flatMap({ try? HTTPAddress($0) }) == nil else { return nil }
    return .badWebhook(announcement)
  }

  /// The result of an announcement that is not sent.
  struct Stop: Error {
    let result: AnnouncementResult
    init(_ result: AnnouncementResult) { self.result = result }
    init(_ failure: Failure) { result = .refused(failure) }

    var failure: Failure {
      switch result {
      case .sent: .cannotList
      case .maybeSent(let failure), .limited(_, let failure), .refused(let failure): failure
      }
    }
  }

  func answer(
    to request: AnnouncementRequest, for announcement: Announcement, _ token: String?
  ) throws(Stop) -> HTTPResponse {
    let response = try answer(
      to: request.request(token: token), for: announcement, isPost: request.isConfirmed != nil,
      isRepeatable: request.isRepeatable)
    guard request.isConfirmed?(response) == false else { return response }
    let failure = Failure.unconfirmed(announcement, status: response.status)
    // A page is the answer of a proxy, and the service has not seen the post.
    throw response.isPage ? Stop(failure) : Stop(.maybeSent(failure))
  }

  /// The successful answer of a service.
  ///
  /// - Parameters:
  ///   - isPost: Whether the request makes the announcement public.
  ///   - isRepeatable: Whether the service performs a repeated request only once.
  func answer(
    to request: HTTPRequest, for announcement: Announcement, isPost: Bool, isRepeatable: Bool
  ) throws(Stop) -> HTTPResponse {
    var outcome = http.send(request, observer: observer)
    var attempts = http.attempts(observer: observer)
    while isRepeatable, case .unknown(let error, let response) = outcome,
      attempts.wait(reason: error?.firstMessage ?? "status \(response?.status ?? 0)")
    {
      outcome = http.send(request, observer: observer)
    }
    let service = announcement.channel.service.phrase
    switch outcome {
    case .answered(let response) where response.isSuccess: return response
    case .answered(let response): throw Stop(.refused(announcement, by: response))
    case .limited(let seconds, let response):
      throw Stop(.limited(seconds: seconds, .limited(service, seconds: seconds, response)))
    case .unknown(let error, let response):
      guard isPost else { throw Stop(error?.failure ?? .failedBefore(service, response)) }
      throw Stop(
        .maybeSent(response.map { .failed(service, $0) } ?? .maybeSent(service, error?.firstMessage ?? "")))
    case .failed(let error): throw Stop(error.failure)
    }
  }
}

extension HTTPResponse {
  /// The text under `key` of a JSON object.
  func value(of key: String) -> String? {
    struct Fields: Decodable {
      let texts: [String: String]
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        texts = try container.decode([String: OptionalText].self).compactMapValues(\.text)
      }
    }
    return (try? JSONDecoder().decode(Fields.self, from: Data(body)))?.texts[key]
  }

  private struct OptionalText: Decodable {
    let text: String?
    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }
}

extension Failure {
  static func noLocation(_ endpoint: String) -> Failure {
    Failure("`\(endpoint)` did not return the address of the picture", code: .unreadableAnswer)
  }

  fileprivate static func unconfirmed(_ announcement: Announcement, status: Int) -> Failure {
    Failure(
      "the answer to the post, with status \(status), is not one of \(announcement.channel.service.phrase)",
      hint: "a proxy may have answered: open the channel's address from this machine, then `martlet finish`",
      code: .unreadableAnswer)
  }

  static let cannotList = Failure("the service has no list of posts to search")

  static func badWebhook(_ announcement: Announcement) -> Failure {
    let variable = announcement.secretVariables.first ?? ""
    return Failure(
      "`\(variable)` is not the address of a webhook, expected an `https` address",
      hint: "set it to the address that \(announcement.channel.service.phrase) shows")
  }
}
