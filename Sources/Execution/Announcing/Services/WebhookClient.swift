import HTTP
import Lanes

struct WebhookClient: ChannelClient {
  let announcer: Announcer
  let form: WebhookForm

  func post(_ announcement: Announcement, _ address: String?, key: String) throws(Stop) -> String? {
    // No message may show the address.
    guard let address, (try? HTTPAddress(address)) != nil else { throw Stop(.badWebhook(announcement)) }
    let request = AnnouncementRequest(
      address: address, body: HTTPBody([.bytes(form.json(of: announcement))]), isConfirmed: form.isConfirmed(by:))
    _ = try announcer.answer(to: request, for: announcement, nil)
    return nil
  }
}

extension WebhookForm {
  fileprivate func isConfirmed(by response: HTTPResponse) -> Bool {
    switch self {
    // "You'll receive an HTTP 200 response with a plain text `ok`" (Slack, "Sending messages using incoming webhooks").
    case .slack: String(decoding: response.body, as: UTF8.self) == "ok"
    case .discord, .teams, .json: !response.isPage
    }
  }

  /// The JSON of the announcement.
  func json(of announcement: Announcement) -> [UInt8] {
    switch self {
    case .slack: HTTPBody.json(["text": announcement.text]).bytes
    // Names in the text notify no users.
    case .discord: HTTPBody.json(Discord(content: announcement.text)).bytes
    case .teams: HTTPBody.json(Teams(title: announcement.title, text: announcement.text)).bytes
    // The planner has checked it.
    case .json: Array(announcement.text.utf8)
    }
  }

  private struct Discord: Encodable {
    let content: String
    let mentions = ["parse": [String]()]

    private enum CodingKeys: String, CodingKey {
      case content
      case mentions = "allowed_mentions"
    }
  }

  /// A message of Teams' workflows: an adaptive card.
  private struct Teams: Encodable {
    let type = "message"
    let attachments: [Attachment]

    init(title: String, text: String) {
      attachments = [
        Attachment(content: Card(body: [Block(text: title, weight: "bolder"), Block(text: text, weight: "default")]))
      ]
    }

    struct Attachment: Encodable {
      let contentType = "application/vnd.microsoft.card.adaptive"
      let content: Card
    }

    struct Card: Encodable {
      let type = "AdaptiveCard"
      let version = "1.4"
      let body: [Block]
    }

    struct Block: Encodable {
      let type = "TextBlock"
      let text: String
      let weight: String
      let wrap = true
    }
  }
}

extension HTTPBody {
  /// The bytes of a body in memory.
  fileprivate var bytes: [UInt8] {
    parts.flatMap { part in if case .bytes(let bytes) = part { bytes } else { [UInt8]() } }
  }
}
