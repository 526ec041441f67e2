import Lanes

extension OutputFormat {
  static let plist = OutputFormat(
    template: .plistEnvironment,
    content: { (generator, _) throws(EnvironmentError) in
      ["dictionary": .text(try PropertyListText(generator.selected.values).text)]
    })
}

/// The values of an environment as the `<dict>` of a property list, indented as Xcode does.
struct PropertyListText {
  let text: String

  /// - Throws: `EnvironmentError` for a text with characters that XML does not have.
  init(_ values: TypedValue) throws(EnvironmentError) {
    text = try Self.lines(of: values, at: []).joined(separator: "\n")
  }

  private static func lines(of value: TypedValue, at path: [String]) throws(EnvironmentError) -> [String] {
    switch value {
    case .bool(let flag): return [flag ? "<true/>" : "<false/>"]
    case .int(let number): return ["<integer>\(number)</integer>"]
    case .double(let number): return ["<real>\(number)</real>"]
    case .date(let instant): return ["<date>\(instant)</date>"]
    case .data(let base64): return ["<data>\(base64)</data>"]
    case .string, .url, .choice, .secret:
      return ["<string>\(try escaped(value.scalarText ?? "", at: path))</string>"]
    case .list(let elements):
      var lines: [String] = []
      for element in elements { lines += try Self.lines(of: element, at: path) }
      return enclosed(lines, in: "array")
    case .table(let fields):
      var lines: [String] = []
      for field in fields {
        guard let value = field.value else { continue }
        lines.append("<key>\(try escaped(field.key, at: path + [field.key]))</key>")
        lines += try Self.lines(of: value, at: path + [field.key])
      }
      return enclosed(lines, in: "dict")
    }
  }

  private static func enclosed(_ lines: [String], in element: String) -> [String] {
    lines.isEmpty ? ["<\(element)/>"] : ["<\(element)>"] + lines.map { "\t" + $0 } + ["</\(element)>"]
  }

  /// XML 1.0, 2.2 and 2.4; a carriage return would be read as a line feed.
  private static func escaped(_ text: String, at path: [String]) throws(EnvironmentError) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}":
        throw EnvironmentError([
          .unwritable(
            ConfigurationKey(path), format: "plist",
            reason: "XML has no character U+\(String(scalar.value, radix: 16, uppercase: true))")
        ])
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
