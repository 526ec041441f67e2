import Lanes
import MartletCore

/// Replaces a text in a file.
package struct ReplaceStep: Step {
  package static let keyword = "replace"
  package static let phase = StepPhase.proposal
  package static let summary = "Replaces a text in a file, and stops if it does not occur as often as expected."
  package static let parameters = [
    Parameter<Self>.main("file", \.file, "The file, relative to the repository's root.", .required),
    Parameter<Self>("find", \.find, "The literal text to find."),
    Parameter<Self>(
      "pattern", \.pattern,
      "A text with `${any}` for the part of a line that is replaced, instead of `find`: `sha256 \"${any}\"`."),
    Parameter<Self>("with", \.replacement, "The replacement text.", .required),
    Parameter<Self>("exactly", \.exactly, "The exact number of occurrences; 1 if no limit is given."),
    Parameter<Self>("at_least", \.atLeast, "The lowest number of occurrences."),
    Parameter<Self>("at_most", \.atMost, "The highest number of occurrences."),
  ]

  package var file: Template = ""
  package var find: Template?
  package var pattern: Verbatim?
  package var replacement: Template = ""
  package var exactly: Count?
  package var atLeast: Count?
  package var atMost: Count?

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] {
    var errors: [Failure] = []
    if let path = file.literal, RelativePath(path) == nil { errors.append(.badPath(path)) }
    switch (find, pattern) {
    case (nil, nil): errors.append(.noSearch)
    case (.some, .some): errors.append(.findAndPattern)
    case (let find?, nil): if find.literal?.isEmpty == true { errors.append(.emptySearch) }
    case (nil, let pattern?): if OpenText(pattern.text) == nil { errors.append(.badPattern(pattern.text)) }
    }
    if exactly != nil, atLeast != nil || atMost != nil { errors.append(.exactlyWithLimits) }
    if let atLeast, let atMost, atLeast.number > atMost.number {
      errors.append(.contradictoryLimits(least: atLeast.number, most: atMost.number))
    }
    return errors.map { StepProblem($0) }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let path = try draft.path(draft.text(of: file))
    let source = try draft.projectSource(at: path)
    let (wanted, spans) = try occurrences(in: source, draft)
    guard allowed.contains(spans.count) else {
      throw Failure.wrongCount(
        of: wanted, in: path, lines: spans.map { source.place(at: $0.lowerBound).line }, expected: expectation)
    }
    let replacement = try draft.text(of: replacement)
    let edits = spans.map { TextEdit($0, expected: source.string(at: $0), replacement: replacement) }
    let result = try source.applying(edits)
    return Decision(result == source ? [] : [.writeFile(FileWrite(from: source, to: result))])
  }

  /// Returns the text to find, and the bytes to replace.
  private func occurrences(in source: SourceText, _ draft: Draft) throws -> (String, [Range<Int>]) {
    if let pattern {
      guard let open = OpenText(pattern.text) else { throw Failure.badPattern(pattern.text) }
      return (pattern.text, open.matches(in: source))
    }
    let wanted = try find.map(draft.text(of:)) ?? ""
    guard !wanted.isEmpty else { throw Failure.emptySearch }
    return (wanted, source.occurrences(of: wanted).map { $0..<$0 + wanted.utf8.count })
  }

  private var hasNoLimit: Bool { exactly == nil && atLeast == nil && atMost == nil }

  private var allowed: ClosedRange<Int> {
    if let exactly { return exactly.number...exactly.number }
    if hasNoLimit { return 1...1 }
    let least = atLeast?.number ?? 0
    return least...max(least, atMost?.number ?? .max)
  }

  private var expectation: String {
    if let exactly { return String(exactly.number) }
    if hasNoLimit { return "1" }
    return [atLeast.map { "at least \($0.number)" }, atMost.map { "at most \($0.number)" }].compactMap { $0 }.joined(
      separator: " and ")
  }
}

/// A text with one part that may be anything on its line.
private struct OpenText {
  private let before: String
  private let after: String

  /// Parses `sha256 "${any}"`; nil unless there is `${any}` once, and text before it.
  init?(_ pattern: String) {
    let parts = pattern.split(separator: "${any}", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !pattern.contains(where: \.isNewline) else { return nil }
    (before, after) = (parts[0], parts[1])
  }

  /// Returns the bytes of the open part of each match; without text after it, it ends with the line.
  func matches(in source: SourceText) -> [Range<Int>] {
    let bytes = source.bytes
    var matches: [Range<Int>] = []
    var index = source.startOffset
    while let found = bytes.firstIndex(of: before, from: index) {
      let start = found + before.utf8.count
      index = start
      let lineEnd = bytes.index(after: start) { !$0.isLineEnd }
      let end = after.isEmpty ? lineEnd : bytes.firstIndex(of: after, from: start) ?? bytes.count
      guard end + after.utf8.count <= lineEnd else { continue }
      matches.append(start..<end)
      index = end + after.utf8.count
    }
    return matches
  }
}

extension SourceText {
  /// Returns the start offsets of the non-overlapping occurrences of `text`.
  fileprivate func occurrences(of text: String) -> [Int] {
    var starts: [Int] = []
    while let start = bytes.firstIndex(of: text, from: (starts.last.map { $0 + text.utf8.count }) ?? startOffset) {
      starts.append(start)
    }
    return starts
  }
}

extension Failure {
  static let exactlyWithLimits = Failure("`exactly` cannot be combined with `at_least` or `at_most`")

  static func contradictoryLimits(least: Int, most: Int) -> Failure {
    Failure("`at_most` is \(most), expected at least the \(least) of `at_least`")
  }

  static let noSearch = Failure("nothing to replace, expected `find` or `pattern`")

  static let findAndPattern = Failure("both `find` and `pattern` are given, expected one of them")

  static func badPattern(_ pattern: String) -> Failure {
    Failure("`\(pattern)` is not a pattern, expected text on one line, followed by `${any}` once")
  }

  static let emptySearch = Failure("`find` is empty, expected the text to look for")

  static func wrongCount(of text: String, in path: RelativePath, lines: [Int], expected: String) -> Failure {
    Failure(
      "found `\(text)` \(lines.count) times in `\(path)`"
        + (lines.isEmpty
          ? "" : " (\(lines.count == 1 ? "line" : "lines") \(lines.map(String.init).joined(separator: ", ")))")
        + ", expected \(expected)")
  }
}
