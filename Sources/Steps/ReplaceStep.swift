import Lanes
import TextEditing

/// Replaces a text in a file.
package struct ReplaceStep: Step {
  package static let keyword = "replace"
  package static let summary = "Replaces a text in a file, and stops if it does not occur as often as expected."
  package static let parameters = [
    Parameter<Self>.main("file", \.file, "The file, relative to the repository's root.", .required),
    Parameter<Self>("find", \.find, "The literal text to find; not a pattern.", .required),
    Parameter<Self>("with", \.replacement, "The replacement text.", .required),
    Parameter<Self>("exactly", \.exactly, "The exact number of occurrences; 1 if no limit is given."),
    Parameter<Self>("at_least", \.atLeast, "The lowest number of occurrences."),
    Parameter<Self>("at_most", \.atMost, "The highest number of occurrences."),
  ]

  package var file: Template = ""
  package var find: Template = ""
  package var replacement: Template = ""
  package var exactly: Count?
  package var atLeast: Count?
  package var atMost: Count?

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] {
    var errors: [Failure] = []
    if let path = file.literal, RelativePath(path) == nil { errors.append(.badPath(path)) }
    if find.literal?.isEmpty == true { errors.append(.emptySearch) }
    if exactly != nil, atLeast != nil || atMost != nil { errors.append(.exactlyWithLimits) }
    if let atLeast, let atMost, atLeast.number > atMost.number {
      errors.append(.contraryLimits(least: atLeast.number, most: atMost.number))
    }
    return errors.map { StepProblem($0) }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let path = try draft.path(draft.text(of: file))
    let source = try draft.requiredSource(at: path)
    let wanted = try draft.text(of: find)
    guard !wanted.isEmpty else { throw Failure.emptySearch }
    let starts = source.occurrences(of: wanted)
    guard allowed.contains(starts.count) else {
      throw Failure.wrongCount(
        of: wanted, in: path, lines: starts.map { source.place(at: $0).line }, expected: expectation)
    }
    let replacement = try draft.text(of: replacement)
    let edits = starts.map { TextEdit($0..<$0 + wanted.utf8.count, expected: wanted, replacement: replacement) }
    let result = try source.applying(edits)
    return Decision(result == source ? [] : [.writeFile(FileWrite(from: source, to: result))])
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

  static func contraryLimits(least: Int, most: Int) -> Failure {
    Failure("`at_most` is \(most), expected at least the \(least) of `at_least`")
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
