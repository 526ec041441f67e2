import MartletCore
import Steps

/// The help of keys of the Releasefile.
enum KeyHelp {
  /// One key, or one line for each of several.
  static func text(of keys: [KeyReference], width: Int?) -> String {
    let column = keys.map(\.path.count).max() ?? 0
    return keys.map { key in
      let summary = [key.summary, "(\(key.value))"].filter { !$0.isEmpty }.joined(separator: " ")
      return "\(key.path.padded(to: column))  \(summary)"
        .wrapped(to: width, indentedBy: (width ?? .max) < 100 ? 4 : column + 2)
    }.joined(separator: "\n")
  }
}

/// Keys of the Releasefile as JSON.
struct KeysReport: Report {
  struct KeyReport: Encodable {
    let path: String
    let value: String
    let summary: String
  }

  let schema = 1
  let keys: [KeyReport]

  init(_ keys: [KeyReference]) {
    self.keys = keys.map { KeyReport(path: $0.path, value: $0.value, summary: $0.summary) }
  }
}
