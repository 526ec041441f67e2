import Essentials
import HTTP
import Lanes
import TextEditing

/// Sends announcements, each only once. After a lost answer, a request is repeated only if the service ignores a
/// repeated key; otherwise the lost answer is reported.
package struct Announcer: Sendable {
  let http: HTTPSession
  private let mail: any MailTransport
  let observer: any HTTPObserver

  package init(http: HTTPSession, mail: any MailTransport, observer: any HTTPObserver) {
    self.http = http
    self.mail = mail
    self.observer = observer
  }

  /// - Parameters:
  ///   - announcement: The paths of its pictures are absolute.
  ///   - secret: The token, the password, or the address of the webhook.
  ///   - key: A name of this announcement on this channel; a resumed run uses the same one.
  package func post(_ announcement: Announcement, secret: String?, key: String) -> AnnouncementResult {
    let (title, text) = (announcement.title, announcement.text)
    do throws(Stop) {
      return switch announcement.channel {
      case .micropub(let endpoint, let isDraft): try micropub(announcement, endpoint, isDraft, secret)
      case .mastodon(let server, let visibility, let language):
        try mastodon(announcement, (server, visibility, language), secret, key)
      case .webhook(let form): try webhook(form, announcement, secret)
      case .matrix(let server, let room): try matrix(server, room, text, secret, key)
      case .discussion(let place): try discussion(title, text, in: place, secret)
      case .email(let settings): try email(settings, announcement, secret, key)
      }
    } catch {
      return error.result
    }
  }

  /// Searches for an announcement whose answer was lost, where the service lists posts.
  package func find(_ announcement: Announcement, secret: String?) -> AnnouncementLookup {
    switch announcement.channel {
    case .micropub(let endpoint, _): find(announcement, at: endpoint, secret)
    case .discussion(let place): find(announcement.title, announcement.text, in: place, secret)
    case .mastodon, .webhook, .matrix, .email: .unknown(.cannotAsk)
    }
  }

  /// Returns why `announcement` cannot be sent at all; nil if it can. Sends nothing.
  package static func problem(with announcement: Announcement, secret: String?) -> Failure? {
    do throws(Failure) {
      if case .webhook(let form) = announcement.channel {
        guard let secret, (try? HTTPAddress(secret)) != nil else { throw .badWebhook }
        _ = try form.json(of: announcement)
      }
      return nil
    } catch {
      return error
    }
  }

  /// The result of an announcement that is not sent.
  struct Stop: Error {
    let result: AnnouncementResult
    init(_ result: AnnouncementResult) { self.result = result }
    init(_ failure: Failure) { result = .refused(failure) }

    var failure: Failure {
      switch result {
      case .sent: .cannotAsk
      case .maybeSent(let failure), .limited(_, let failure), .refused(let failure): failure
      }
    }
  }

  private func micropub(
    _ announcement: Announcement, _ endpoint: String, _ isDraft: Bool, _ token: String?
  ) throws(Stop) -> AnnouncementResult {
    var pictures: [String] = []
    if !announcement.pictures.isEmpty {
      let configuration = try answer(to: .micropubConfiguration(endpoint: endpoint), token, "Micropub")
      guard let media = configuration.value(of: "media-endpoint") else { throw Stop(.noMediaEndpoint(endpoint)) }
      for picture in announcement.pictures {
        let uploaded = try answer(to: .micropubMedia(endpoint: media, picture), token, "Micropub")
        guard let address = uploaded["Location"] else { throw Stop(.noLocation(endpoint)) }
        pictures.append(address)
      }
    }
    let post = MicropubPost(announcement, pictures: pictures, isDraft: isDraft)
    return .sent(address: try answer(to: .micropubPost(endpoint: endpoint, post), token, "Micropub")["Location"])
  }

  private func mastodon(
    _ announcement: Announcement, _ place: (server: String, visibility: String, language: String?), _ token: String?,
    _ key: String
  ) throws(Stop) -> AnnouncementResult {
    var media: [String] = []
    for picture in announcement.pictures {
      let uploaded = try answer(to: .mastodonMedia(server: place.server, picture), token, "Mastodon")
      guard let id = uploaded.value(of: "id") else { throw Stop(.noLocation(place.server)) }
      media.append(id)
    }
    let status = MastodonStatus(
      announcement.text, visibility: place.visibility, language: place.language, media: media)
    let request = AnnouncementRequest.mastodonStatus(server: place.server, status, key: key)
    return .sent(address: try answer(to: request, token, "Mastodon", isRepeatable: true).value(of: "url"))
  }

  private func webhook(
    _ form: WebhookForm, _ announcement: Announcement, _ address: String?
  ) throws(Stop) -> AnnouncementResult {
    // No message may show the address.
    guard let address, (try? HTTPAddress(address)) != nil else { throw Stop(.badWebhook) }
    let json: [UInt8]
    do { json = try form.json(of: announcement) } catch { throw Stop(error) }
    _ = try answer(to: .webhook(address: address, json: json), nil, "the webhook")
    return .sent(address: nil)
  }

  private func matrix(
    _ server: String, _ room: String, _ text: String, _ token: String?, _ key: String
  ) throws(Stop) -> AnnouncementResult {
    let request = AnnouncementRequest.matrix(server: server, room: room, transaction: key, text: text)
    let event = try answer(to: request, token, "Matrix", isRepeatable: true).value(of: "event_id")
    return .sent(address: event.map { "https://matrix.to/#/\(room.percentEncoded)/\($0.percentEncoded)" })
  }

  private func email(
    _ settings: AnnouncementMail, _ announcement: Announcement, _ password: String?, _ key: String
  ) throws(Stop) -> AnnouncementResult {
    let message = Mail(
      server: settings.server, user: settings.user, password: password.map { HTTPCredentials("password", $0) },
      sender: settings.sender, recipients: settings.recipients,
      content: settings.content(subject: announcement.title, text: announcement.text + "\n", key: key))
    do {
      let answer = try mail.send(message, observer: observer)
      guard answer.status < 400 else {
        throw Stop(.channelRefused("the mail server", answer, isCredentials: [530, 534, 535].contains(answer.status)))
      }
      return .sent(address: nil)
    } catch let error as HTTPError {
      return error.mayHaveArrived
        ? .maybeSent(.maybeSent("the mail server", error.firstMessage)) : .refused(error.failure)
    } catch let stop as Stop {
      throw stop
    } catch {
      throw Stop(Failure(of: error))
    }
  }

  /// The successful answer of a service.
  ///
  /// - Parameter isRepeatable: Whether the service performs repeated requests only once.
  func answer(
    to request: AnnouncementRequest, _ token: String?, _ name: String, isRepeatable: Bool = false
  ) throws(Stop) -> HTTPResponse {
    let message = request.request(token: token)
    var outcome = http.send(message, observer: observer)
    if isRepeatable, case .unknown = outcome { outcome = http.send(message, observer: observer) }
    switch outcome {
    case .answered(let response) where response.isSuccess: return response
    case .answered(let response):
      throw Stop(.channelRefused(name, response, isCredentials: [401, 403].contains(response.status)))
    case .limited(let seconds, let response):
      throw Stop(.limited(seconds: seconds, .channelLimited(name, seconds: seconds, response)))
    case .unknown(let error, let response):
      let failure = Failure.maybeSent(name, error?.firstMessage ?? "status \(response?.status ?? 0)")
      // The pictures are uploaded again.
      throw Stop(request.isPost ? .maybeSent(failure) : .refused(error?.failure ?? .pictureLost(name, response)))
    case .failed(let error): throw Stop(error.failure)
    }
  }
}

extension HTTPResponse {
  /// The text under `key` of a JSON object.
  fileprivate func value(of key: String) -> String? {
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
  static func channelRefused(_ name: String, _ response: HTTPResponse, isCredentials: Bool) -> Failure {
    let text = String(decoding: response.body.prefix(400), as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
    let notes = ["status \(response.status)\(line)"]
    guard isCredentials else { return Failure("\(name) refused the announcement", notes: notes, code: .requestRefused) }
    if response.status == 403 || text.contains("scope") {
      return Failure(
        "the token for \(name) may not post", hint: "create a token that may write posts and upload media",
        notes: notes, code: .credentials, exit: .credentials)
    }
    return Failure(
      "\(name) does not accept the token or password",
      hint: "set the variable that `token_env` names to a valid one", notes: notes, code: .credentials,
      exit: .credentials)
  }

  static func channelLimited(_ name: String, seconds: Int, _ response: HTTPResponse) -> Failure {
    Failure(
      "\(name) accepts no further announcements for \(seconds) seconds", hint: "run `martlet resume` after that",
      notes: ["status \(response.status)"], code: .rateLimit)
  }

  static func maybeSent(_ name: String, _ reason: String) -> Failure {
    Failure(
      "the announcement may have been sent: the answer of \(name) was lost",
      hint: "check whether it is there before you send it again",
      notes: [reason], code: .answerLost)
  }

  fileprivate static func pictureLost(_ name: String, _ response: HTTPResponse?) -> Failure {
    Failure(
      "\(name) did not confirm the upload of a picture", hint: "try again with `martlet resume`",
      notes: ["status \(response?.status ?? 0)"], code: .answerLost)
  }

  fileprivate static func noMediaEndpoint(_ endpoint: String) -> Failure {
    Failure("`\(endpoint)` does not accept pictures: its configuration has no media endpoint", code: .requestRefused)
  }

  fileprivate static func noLocation(_ endpoint: String) -> Failure {
    Failure("`\(endpoint)` did not return the address of the picture", code: .unreadableAnswer)
  }

  fileprivate static let cannotAsk = Failure("the service has no list of posts to search")

  fileprivate static let badWebhook = Failure(
    "the address of the webhook is missing or is not a valid `https` address",
    hint: "set the variable that `url_env` names to the address that the service shows")
}
