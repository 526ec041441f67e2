import Essentials
import HTTP
import Lanes
import TextEditing

extension WebhookForm {
  /// The JSON of the announcement.
  ///
  /// - Throws: a failure for a text that is not JSON.
  func json(of announcement: Announcement) throws(Failure) -> [UInt8] {
    switch self {
    case .slack: return HTTPBody.encoded(["text": announcement.text]).bytes
    // Names in the text notify no users.
    case .discord: return HTTPBody.encoded(Discord(content: announcement.text)).bytes
    case .teams: return HTTPBody.encoded(Teams(title: announcement.title, text: announcement.text)).bytes
    case .json:
      let json = Array(announcement.text.utf8)
      guard (try? JSONDecoder().decode(AnyJSON.self, from: Data(json))) != nil else { throw .noJSON }
      return json
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

  /// Any value of JSON.
  private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {
      if let fields = try? decoder.container(keyedBy: Key.self) {
        for key in fields.allKeys { _ = try fields.decode(AnyJSON.self, forKey: key) }
      } else if var list = try? decoder.unkeyedContainer() {
        while !list.isAtEnd { _ = try list.decode(AnyJSON.self) }
      }
    }

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }
}

extension HTTPBody {
  /// The bytes of a body in memory.
  fileprivate var bytes: [UInt8] {
    parts.flatMap { part in if case .bytes(let bytes) = part { bytes } else { [UInt8]() } }
  }
}

extension Failure {
  fileprivate static let noJSON = Failure(
    "the template of the webhook is not JSON when it is filled",
    hint: "put `{{title}}`, `{{text}}` and `{{link}}` between double quotes")
}
