import Essentials
import HTTP
import Mustache
import TextEditing

extension WebhookForm {
  /// The JSON of the announcement.
  ///
  /// - Throws: a failure for a template that is not JSON.
  package func json(of announcement: Announcement) throws(Failure) -> [UInt8] {
    switch self {
    case .slack: return HTTPBody.encoded(["text": text(of: announcement)]).bytes
    case .discord:
      // Names in the text notify no users.
      return HTTPBody.encoded(Discord(content: text(of: announcement))).bytes
    case .teams: return HTTPBody.encoded(Teams(title: announcement.title, text: text(of: announcement))).bytes
    case .template(let template): return try Self.filled(template, with: announcement)
    }
  }

  private static func filled(_ template: String, with announcement: Announcement) throws(Failure) -> [UInt8] {
    let values: [String: TemplateValue] = [
      "title": .text(announcement.title.jsonEscaped), "text": .text(announcement.text.jsonEscaped),
      "link": .text((announcement.link ?? "").jsonEscaped),
    ]
    let json: [UInt8]
    do {
      json = Array(try Mustache(template).text(with: .fields(values), .nothing).utf8)
    } catch {
      throw .badTemplate("\(error.problem)")
    }
    guard (try? JSONDecoder().decode(AnyJSON.self, from: Data(json))) != nil else { throw .noJSON }
    return json
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

extension String {
  /// The text escaped for a JSON string, without quotes (RFC 8259, 7).
  fileprivate var jsonEscaped: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Failure {
  fileprivate static let noJSON = Failure(
    "the template of the webhook is not JSON when it is filled",
    hint: "put `{{title}}`, `{{text}}` and `{{link}}` between double quotes")

  fileprivate static func badTemplate(_ problem: String) -> Failure {
    Failure("the template of the webhook cannot be read: \(problem)")
  }
}
