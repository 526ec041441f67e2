@testable import MartletChangelogs
@testable import MartletCore
@testable import TestSupport

/// `changelog`: changelogs, to which a release adds lines and takes nothing away; and change files.
struct ChangelogTarget: FuzzTarget {
  static let name = "changelog"

  func check(_ input: Input) throws {
    guard let files = InputFiles(input.bytes, main: "CHANGELOG.md"), let source = files.source(at: "CHANGELOG.md")
    else { return }
    try checkRelease(in: ChangelogDocument(source))
    do {
      let file = try ChangeFile(source)
      try require(!file.text.isEmpty, "a change file without a text")
    } catch let error as ChangelogError {
      try Explanation.check(error, about: files)
    }
  }

  private func checkRelease(in document: ChangelogDocument) throws {
    let version = try Version("987.65.4")
    let release = ChangelogRelease(of: version, date: "2026-01-01", tag: "987.65.4")
    let isNew = document.section(of: version) == nil
    for section in document.sections { _ = (document.text(of: section), document.hasText(in: section)) }
    do {
      let after = try release.inserting("- new in it", into: document)
      try check(after, from: document.source)
      // Behind code or a comment that nobody has closed there are no headings.
      let isFound = ChangelogDocument(after).text(ofVersion: version)?.contains("- new in it") == true
      try require(isFound || document.releases.isEmpty, "no section")
    } catch is ChangelogError {
      try require(!isNew, "a section that is not there is found")
    }
    do {
      try check(try release.releasing(document), from: document.source)
    } catch is ChangelogError {
      try require(!isNew || document.unreleased.map(document.hasText) != true, "what is not released is not seen")
    }
  }

  /// Nothing of `before` is gone but the start of the comparison with what is checked out.
  private func check(_ after: SourceText, from before: SourceText) throws {
    var rest = after.bytes[...]
    for line in before.bytes.split(whereSeparator: \.isLineEnd) {
      guard let first = line.first, line.firstIndex(of: "/compare/", from: line.startIndex) == nil else { continue }
      while !rest.starts(with: line) {
        guard let next = rest.dropFirst().firstIndex(of: first) else {
          throw Violation("the line `\(String(decoding: line, as: UTF8.self))` is gone")
        }
        rest = rest[next...]
      }
      rest = rest.dropFirst(line.count)
    }
  }
}

extension ChangelogDocument {
  fileprivate func text(ofVersion version: Version) -> String? { section(of: version).map(text) }
}
