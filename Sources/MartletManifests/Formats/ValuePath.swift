/// The path of a value inside a JSON, YAML or TOML file: `package.version`, or the JSON pointer (RFC 6901)
/// `/package/version` where a key contains a dot. List items are numbered from 0.
struct ValuePath: Hashable {
  let components: [String]

  init(_ text: String) {
    components =
      text.hasPrefix("/")
      ? text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
      : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  init(_ components: [String]) {
    self.components = components
  }
}

extension ValuePath: CustomStringConvertible {
  var description: String {
    components.contains { $0.contains(".") || $0.contains("/") || $0.isEmpty }
      ? components.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
      : components.joined(separator: ".")
  }
}

/// A scalar of a JSON, YAML or TOML file with its path.
struct ScalarValue {
  enum Style {
    /// In quotes, which are not part of the span.
    case quoted
    /// Without quotes: a number, a word, a plain scalar of YAML.
    case bare
  }

  let path: ValuePath
  let span: Range<Int>
  let style: Style
}
