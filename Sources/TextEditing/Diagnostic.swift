/// A message about the input, with its place if it has one.
package struct Diagnostic: Hashable, Sendable, Codable {
  package enum Severity: String, Sendable, Codable {
    case error, warning
  }

  /// The line of source that a message is about.
  package struct Excerpt: Hashable, Sendable, Codable {
    /// The line without its line end; of a very long one, what is around the place, with `…` for what is left out.
    package let line: String
    /// How many scalars are underlined from the place's column on, as far as the line goes; at least one caret is shown.
    package let length: Int
    /// How many scalars further to the left than in the file the place is here; nil: none.
    package let shift: Int?

    package init(line: String, length: Int, shift: Int? = nil) {
      self.line = line
      self.length = length
      self.shift = shift
    }
  }

  package var severity: Severity
  /// Lower case, no full stop, names in back-ticks; what was found, then what is expected.
  package var message: String
  package var place: Place?
  package var excerpt: Excerpt?
  /// An order that works.
  package var hint: String?
  /// Further lines, shown as they are, for example the commits or files that a message is about.
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

  /// A message about the bytes at `span` of `source`, with the line they stand in.
  package init(
    _ message: String, severity: Severity = .error, at span: Range<Int>, of source: SourceText, hint: String? = nil
  ) {
    let place = source.place(at: span.lowerBound)
    self.init(message, severity: severity, at: place, excerpt: Excerpt(of: span, at: place, in: source), hint: hint)
  }
}

extension Diagnostic.Excerpt {
  /// Lines of more bytes are cut: a hundred mistakes in one line of a megabyte shall not bring along a hundred of them.
  private static let limit = 400
  /// How much of a line that is cut stands before the place.
  private static let lead = 120

  /// The line of `place`, which is where `span` begins.
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
