import HTTP
import SystemAPI

/// An answer that refuses a request: its status, and the texts of its body.
///
/// GitHub sends `{"message", "errors": [{"code", "field", "message"}]}`, GitLab `{"message"}` or `{"error"}` with a text, a list or an
/// object of lists, Forgejo `{"message"}`.
struct ForgeErrorAnswer {
  let status: Int
  /// All texts of the body, in the order of their keys.
  let texts: [String]
  /// Whether the body is not JSON, such as the page of a proxy or a sign-in page.
  let isForeign: Bool

  init(_ response: HTTPResponse) {
    status = response.status
    let value = try? JSONDecoder().decode(Texts.self, from: Data(response.body))
    texts = value?.all.filter { !$0.hasPrefix("https://docs.github.com") } ?? []
    isForeign = value == nil && !response.body.isEmpty
  }

  /// Whether one of the texts contains `part`, in any case.
  func mentions(_ part: String) -> Bool {
    texts.contains { $0.lowercased().contains(part.lowercased()) }
  }

  /// One line for the user.
  var summary: String {
    let text = texts.prefix(6).joined(separator: "; ")
    return text.isEmpty ? "status \(status)" : "status \(status): \(String(text.prefix(400)))"
  }

  private struct Texts: Decodable {
    let all: [String]

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: Key.self) {
        // What happened first, then where.
        let order = ["message", "error", "errors", "error_description", "resource", "field", "code"]
        let keys = container.allKeys.filter {
          order.contains($0.stringValue) || decoder.codingPath.contains { $0.stringValue == "message" }
        }
        all = try keys.sorted {
          (order.firstIndex(of: $0.stringValue) ?? 9, $0.stringValue) < (
            order.firstIndex(of: $1.stringValue) ?? 9, $1.stringValue
          )
        }
        .flatMap { try container.decode(Texts.self, forKey: $0).all }
      } else if var list = try? decoder.unkeyedContainer() {
        var texts: [String] = []
        while !list.isAtEnd { texts += try list.decode(Texts.self).all }
        all = texts
      } else {
        all = (try? decoder.singleValueContainer().decode(String.self)).map { [$0] } ?? []
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
