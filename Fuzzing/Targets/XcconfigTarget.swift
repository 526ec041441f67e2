@testable import MartletBuildSettings
@testable import MartletCore
@testable import MartletManifests
@testable import TestSupport

/// `.xcconfig` files, the ones included behind lines `=== PATH`: read, evaluated, changed; and as a manifest.
struct XcconfigTarget: FuzzTarget {
  static let name = "xcconfig"

  private static let path: RelativePath = "Configuration/App.xcconfig"

  func check(_ input: Input) throws {
    guard let files = InputFiles(input.bytes, main: Self.path), let source = files.source(at: Self.path) else { return }
    let file = Xcconfig(source)
    try checkStatements(of: file)
    try checkEvaluation(in: files)
    try ManifestProperties(manifest: XcconfigManifest(path: Self.path), files: files).check(input.random)
    var random = input.random
    let keys = file.statements.compactMap { statement in
      if case .assignment(let assignment) = statement { assignment.key } else { String?.none }
    }
    let text = Self.values.randomElement(using: &random) ?? ""
    for key in [keys.randomElement(using: &random), "NEW", "MARKETING_VERSION[sdk=iphoneos*]"].compactMap(\.self) {
      try checkChange(key, .value(text), of: file, in: files)
      try checkChange(key, .words(text), of: file, in: files)
    }
  }

  private static let values = [
    "1.4.2", "", " a b ", "https://example.com//", "a;", "$(inherited) -DX", "\"a b\" 'c'", "a \\\\b",
    "$(X:default=//)",
    "YES // no", ";", "é\u{301}", "=[a]", "-D A=\"b\\\"c\"", "/", "\t", "$(", "\\", "a\nb",
  ]

  /// Every statement stands where it says, in its order, and its value is made of the bytes it names.
  private func checkStatements(of file: Xcconfig) throws {
    let bytes = file.source.bytes
    try require(file.statements.count == file.lines.count, "statements without lines")
    for (statement, lines) in zip(file.statements, file.lines) {
      try require(lines.lowerBound >= 0 && lines.upperBound <= bytes.count && !lines.isEmpty, "lines \(lines)")
      switch statement {
      case .assignment(let assignment):
        try require(
          file.source.string(at: assignment.nameSpan).hasPrefix(assignment.name),
          "`\(assignment.name)` stands elsewhere")
        for run in assignment.value.runs {
          let span = run.offset..<run.offset + run.range.count
          try require(
            span.upperBound <= lines.upperBound && bytes[span] == assignment.value.bytes[run.range],
            "the value of `\(assignment.name)` stands elsewhere")
        }
      case .inclusion(let inclusion):
        try require(file.source.string(at: inclusion.span) == inclusion.name, "`\(inclusion.name)` stands elsewhere")
      case .problem(let problem):
        try require(problem.diagnostic.rendered().isShowable(with: "\n"), "a problem that cannot be shown")
      }
    }
    for (lines, next) in zip(file.lines, file.lines.dropFirst()) {
      try require(lines.upperBound <= next.lowerBound, "statements overlap")
    }
  }

  private func checkEvaluation(in files: InputFiles) throws {
    var loader = XcconfigLoader()
    guard let loaded = try loader.load(Self.path, in: files) else { throw Violation("the file is not found") }
    for problem in loaded.problems.prefix(20) { _ = problem.diagnostic.rendered() }
    let table = SettingsTable([SettingsLevel("", loaded.assignments)])
    for assignment in loaded.assignments.prefix(16) {
      for scope in [SettingsScope(table), SettingsScope(table, for: assignment.conditions.values)] {
        do {
          let text = try scope.string(of: assignment.name)
          _ = WordList(of: text)
          try require(text.utf8.count <= 3 << 20, "`\(assignment.name)` comes to \(text.utf8.count) bytes")
        } catch let error as BuildSettingsError {
          try Explanation.check(error, about: files)
        }
      }
    }
  }

  /// What was written is read back, and a second change changes nothing.
  private func checkChange(
    _ key: String, _ content: SettingChange.Content, of file: Xcconfig, in files: InputFiles
  ) throws {
    let change: SettingChange
    let changed: SourceText
    do {
      change = try SettingChange(key, content)
      changed = try file.changed(by: change, in: files)
    } catch let error as BuildSettingsError {
      return try Explanation.check(error, about: files)
    }
    let after = try files.replacing(changed)
    try require(
      try Xcconfig(changed).changed(by: change, in: after) == changed,
      "a second change of `\(key)` to \(content) changes more")
    var loader = XcconfigLoader()
    let assignments = try loader.load(Self.path, in: after)?.assignments ?? []
    let counting = assignments.last { $0.name == change.name && $0.conditions.followFrom(change.conditions) }
    guard let counting else { throw Violation("no assignment of `\(key)` after a change") }
    switch change.content {
    case .value(let text):
      let read = counting.value.string
      try require(
        read.replacing("$()", with: "") == text.replacing("$()", with: ""), "`\(text)` of `\(key)` is read as `\(read)`"
      )
    case .words(let text):
      guard !text.contains("$") else { return }
      let scope = SettingsScope(SettingsTable([SettingsLevel("", assignments)]), for: change.conditions.values)
      let (words, written) = (WordList(of: text), WordList(of: counting.value.string.withoutEmptyReferences))
      try require(
        try written.contains(words) || WordList(of: scope.string(of: change.name)).contains(words),
        "`\(text)` is not in `\(key)`: `\(counting.value.string)`")
    }
  }
}

extension Assignment {
  fileprivate var key: String { name + conditions.map(\.description).joined() }
}
