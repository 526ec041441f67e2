/// A message about the input, with an optional place.
package struct Diagnostic: Hashable, Sendable, Codable {
  package enum Severity: String, Sendable, Codable {
    case error, warning
  }

  /// The source line of a message.
  package struct Excerpt: Hashable, Sendable, Codable {
    /// The line without its line end; a very long line is cut around the place, with `…` at the cuts.
    package let line: String
    /// The number of scalars to underline from the place's column, limited by the line; at least one caret is shown.
    package let length: Int
    /// The number of scalars that the cut moves the place to the left; nil: none.
    package let shift: Int?

    package init(line: String, length: Int, shift: Int? = nil) {
      self.line = line
      self.length = length
      self.shift = shift
    }
  }

  package var severity: Severity
  /// The problem, then what is expected: lower case, no full stop, names in back-ticks.
  package var message: String
  package var place: Place?
  package var excerpt: Excerpt?
  /// A command or an edit that fixes the problem.
  package var hint: String?
  /// Further lines, shown unchanged, for example related commits or files.
  package var notes: [String]

  package init(
    _ message: String, severity: Severity = .error, at place: Place? = nil, excerpt: Excerpt? = nil,
    hint: String? = nil, notes: [String] = []
  ) {
    self.severity = severity
    self.message = message
    self.place = place
    self.excerpt = excerpt
    self.hint = hint
    self.notes = notes
  }

  /// Creates a message about the bytes at `span` of `source`, with their line.
  package init(
    _ message: String, severity: Severity = .error, at span: Range<Int>, of source: SourceText, hint: String? = nil
  ) {
    let place = source.place(at: span.lowerBound)
    self.init(message, severity: severity, at: place, excerpt: Excerpt(of: span, at: place, in: source), hint: hint)
  }

  /// The same about something that stops nothing.
  package var asWarning: Diagnostic {
    var diagnostic = self
    diagnostic.severity = .warning
    return diagnostic
  }
}

extension Diagnostic.Excerpt {
  /// The greatest length of a line in bytes: a hundred mistakes in a line of a megabyte must not copy it a hundred
  /// times.
  private static let limit = 400
  /// The number of bytes before the place in a cut line.
  private static let lead = 120

  /// Creates the excerpt of the line of `place`, where `span` begins.
  fileprivate init(of span: Range<Int>, at place: Place, in source: SourceText) {
    let line = source.span(ofLine: place.line) ?? source.bytes.count..<source.bytes.count
    guard line.count > Self.limit else {
      let marked = source.string(at: span.clamped(to: line)).unicodeScalars.count
      self.init(line: source.string(at: line), length: max(1, marked))
      return
    }
    func boundary(_ offset: Int) -> Int {
      source.bytes.index(after: min(max(offset, line.lowerBound), line.upperBound)) { $0 & 0xC0 == 0x80 }
    }
    let start = boundary(span.lowerBound - Self.lead)
    let end = boundary(start + Self.limit)
    let marked = source.string(at: span.clamped(to: start..<end)).unicodeScalars.count
    let (head, tail) = (start > line.lowerBound ? "…" : "", end < line.upperBound ? "…" : "")
    let left =
      place.column - 1
      - source.string(at: start..<max(start, min(span.lowerBound, line.upperBound))).unicodeScalars.count
    self.init(
      line: head + source.string(at: start..<end) + tail, length: max(1, marked),
      shift: head.isEmpty ? nil : left - head.unicodeScalars.count)
  }
}
