import MartletCore

/// A note on a part of another tool's file that the Releasefile lacks or changes.
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
  /// The note with its place, in a form that terminals and editors turn into a link.
  package var description: String { "\(place): \(text)" }
}

extension SourceText {
  /// Returns the first line of the text at `span`, without secrets and shortened to 80 characters.
  func excerpt(at span: Range<Int>) -> String {
    let limit = 80
    let line = bytes[span].prefix(8 * limit).prefix { !$0.isLineEnd }
    let text = String(decoding: line, as: UTF8.self).trimmingTrailingBlanks().withoutSecrets
    return text.count > limit ? "\(text.prefix(limit)) …" : line.endIndex < span.upperBound ? "\(text) …" : text
  }
}
