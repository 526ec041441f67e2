/// One thing to tell about the input, with its place where it has one.
package struct Diagnostic: Hashable, Sendable, Codable {
  package enum Severity: String, Sendable, Codable {
    case error, warning
  }

  /// The line of source that a message is about.
  package struct Excerpt: Hashable, Sendable, Codable {
    /// The whole line, without its line end.
    package let line: String
    /// How many scalars are underlined from the place's column on, as far as the line goes; at least one caret is shown.
    package let length: Int

    package init(line: String, length: Int) {
      self.line = line
      self.length = length
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
    let line = source.span(ofLine: place.line) ?? source.bytes.count..<source.bytes.count
    let marked = source.string(at: span.clamped(to: line)).unicodeScalars.count
    self.init(
      message, severity: severity, at: place,
      excerpt: Excerpt(line: source.string(at: line), length: max(1, marked)), hint: hint)
  }
}

/// An error whose words are part of the product: what was found, what is expected, and what to do.
package protocol ExplainedError: Error {
  /// At least one; several when one input has several problems.
  var diagnostics: [Diagnostic] { get }
}

/// Diagnostics that are thrown as they are.
package struct DiagnosedError: ExplainedError, Equatable {
  package let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  package init(_ message: String, hint: String? = nil, notes: [String] = []) {
    self.init([Diagnostic(message, hint: hint, notes: notes)])
  }
}
