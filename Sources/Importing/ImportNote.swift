import TextEditing

/// Something in a file of another tool that the Releasefile does not say, or says otherwise.
package struct ImportNote: Hashable, Sendable {
  package let place: Place
  /// Lower case, without a full stop: `not translated: gym(scheme: "App")`.
  package let text: String

  package init(_ text: String, at place: Place) {
    self.place = place
    self.text = text
  }
}

extension ImportNote: CustomStringConvertible {
  /// With the place as terminals and editors turn it into a link.
  package var description: String { "\(place): \(text)" }
}

extension SourceText {
  /// The first line of the text at `span`, cut to a length that a line bears.
  func excerpt(at span: Range<Int>) -> String {
    let limit = 80
    let line = bytes[span].prefix(8 * limit).prefix { !$0.isLineEnd }
    let text = String(decoding: line, as: UTF8.self).trimmingTrailingBlanks()
    return text.count > limit ? "\(text.prefix(limit)) …" : line.endIndex < span.upperBound ? "\(text) …" : text
  }
}
