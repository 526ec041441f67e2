import MartletCore

/// The reason why the version of a manifest cannot be found or changed.
package enum ManifestError: Error, Equatable, Sendable {
  case missing(RelativePath, keyword: String)
  /// The file is invalid in its format; the span is the place of the problem.
  case malformed(SourceText, at: Range<Int>, problem: String, hint: String?)
  /// The file has a form that cannot be edited in place.
  case notEditable(RelativePath, problem: String, hint: String?)
  /// The file does not contain the requested item; `known` are the names in the file.
  case notFound(RelativePath, what: String, name: String, known: [String])
  /// The file contains several candidates, and `option` does not select one.
  case ambiguous(RelativePath, what: String, option: String, known: [String])
  /// `first` are the places of the first matches.
  case wrongCount(RelativePath, what: String, expected: Int, found: Int, first: [Place])
  /// An option of the manifest has an invalid value.
  case unusableOption(RelativePath, option: String, value: String, expected: String)
  case doesNotFit(String, site: String, place: Place)
  /// The new text in place of `over` would be read back as `as`, or not be found (nil).
  case notReadBack(String, over: String, as: String?, place: Place)
}

extension ManifestError: ExplainedError {
  package var failure: Failure {
    Failure(diagnosticList)
  }

  private var diagnosticList: [Diagnostic] {
    switch self {
    case .missing(let path, let keyword):
      [Diagnostic("no file `\(path)`, expected a manifest of format `\(keyword)`")]
    case .malformed(let source, let span, let problem, let hint):
      [Diagnostic(problem, at: span, of: source, hint: hint)]
    case .notEditable(let path, let problem, let hint):
      [Diagnostic("`\(path)` \(problem)", hint: hint)]
    case .notFound(let path, let what, let name, let known):
      [
        Diagnostic(
          "no \(what) `\(name)` in `\(path)`\(known.isEmpty ? "" : ", expected one of \(known.quotedList)")",
          hint: known.nearest(to: name).map { "did you mean `\($0)`?" })
      ]
    case .ambiguous(let path, let what, let option, let known):
      [
        Diagnostic(
          "found several \(what)s in `\(path)`, expected `\(option)` to be one of \(known.quotedList)",
          hint: known.first.map { "add `\(option): \($0)`" })
      ]
    case .wrongCount(let path, let what, let expected, let found, let first):
      [
        Diagnostic(
          "found \(found) \(found == 1 ? "match" : "matches") of \(what) in `\(path)`"
            + (first.isEmpty
              ? "" : " (\(found == 1 ? "line" : "lines") \(first.lineList)\(first.count < found ? ", …" : ""))")
            + ", expected \(expected)")
      ]
    case .unusableOption(let path, let option, let value, let expected):
      [Diagnostic("`\(option)` of `\(path)` is `\(value)`, expected \(expected)")]
    case .doesNotFit(let text, let site, let place):
      [
        Diagnostic(
          "`\(text)` does not fit where `\(site)` is written in parts, expected the same number of components",
          at: place)
      ]
    case .notReadBack(let text, let old, let other, let place):
      [
        Diagnostic(
          "`\(text)` in place of `\(old)` would \(other.map { "be read as `\($0)`" } ?? "not be found again"), "
            + "expected a version that can be read back",
          at: place)
      ]
    }
  }
}

extension ManifestError {
  init(_ error: DocumentError) {
    switch error {
    case .malformed(let source, let span, let problem, let hint):
      self = .malformed(source, at: span, problem: problem, hint: hint)
    case .repeatedKey(_, let source, let span), .tooDeep(let source, let span):
      self = .malformed(source, at: span, problem: error.diagnostics[0].message, hint: nil)
    case .tooLarge(let source): self = .malformed(source, at: 0..<0, problem: error.diagnostics[0].message, hint: nil)
    }
  }

  static func binaryPropertyList(_ path: RelativePath) -> ManifestError {
    .notEditable(
      path, problem: "is a binary property list, expected one in XML to edit",
      hint: "convert it with `plutil -convert xml1 \(path)`")
  }
}

extension [Place] {
  fileprivate var lineList: String { map { String($0.line) }.joined(separator: ", ") }
}

extension SourceText {
  /// Returns the error for an unresolved merge conflict; nil when there is none.
  package func mergeConflict() -> ManifestError? {
    var start = startOffset
    while let mark = bytes.firstIndex(of: "<<<<<<< ", from: start) {
      if mark == startOffset || bytes[mark - 1].isLineEnd {
        return .malformed(
          self, at: mark..<mark + 7, problem: "unresolved merge conflict",
          hint: "resolve the conflict, then run the command again")
      }
      start = mark + 1
    }
    return nil
  }
}
