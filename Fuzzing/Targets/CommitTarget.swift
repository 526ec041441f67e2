@testable import MartletChangelogs
@testable import MartletCore
@testable import Steps
@testable import TestSupport

/// `commit`: messages of commits, several with lines `%%` between them, and what notes make of them.
struct CommitTarget: FuzzTarget {
  static let name = "commit"

  func check(_ input: Input) throws {
    let author = CommitRecord.Person(name: "A. Author", email: "a@example.com")
    let messages = input.bytes.split(separator: Array("%%\n".utf8))
    let records = try messages.enumerated().map { index, message in
      guard let id = ObjectID(String(repeating: String(index % 10), count: 40)) else { throw Violation("no id") }
      let parents = [ObjectID](repeating: .first, count: message.count % 3)
      return CommitRecord(id: id, parents: parents, author: author, message: Array(message))
    }
    for record in records { try check(record) }
    try check(records)
  }

  private func check(_ record: CommitRecord) throws {
    let change = Change(record)
    let message = change.message
    try require(!message.header.contains("\n"), "a header of several lines: \(message.header.debugDescription)")
    if let header = message.conventional {
      try require(header.type == header.type.lowercased() && !header.type.isEmpty, "the type `\(header.type)`")
      try require(!header.description.isEmpty && header.scope?.isEmpty != true, "an empty part of `\(message.header)`")
    }
    for footer in message.footers { try require(!footer.token.isEmpty, "a footer without a token") }
    var end = 0
    for reference in IssueReference.all(in: record.message) {
      try require(reference.span.lowerBound >= end, "references within one another")
      end = reference.span.upperBound
      try require(end <= record.message.count && reference.number.utf8.allSatisfy(\.isDigit), "`\(reference)`")
    }
    _ = (change.authors, change.references, change.reversion)
    try check(MarkdownText(message.header))
  }

  /// It stays one line, in which code alone is as it was.
  private func check(_ text: MarkdownText) throws {
    try require(text.escaped.isShowable(), "control characters in \(text.escaped.debugDescription)")
    let bytes = Array(text.escaped.utf8)
    var (end, prose) = (0, [UInt8]())
    for span in text.code {
      try require(span.lowerBound >= end && bytes.byte(at: span.lowerBound) == UInt8(ascii: "`"), "code at \(span)")
      prose += bytes[end..<span.lowerBound]
      end = span.upperBound
    }
    prose += bytes[end...]
    try require(!prose.contains(UInt8(ascii: "<")), "HTML in \(text.escaped.debugDescription)")
    let isLink = String(decoding: prose, as: UTF8.self).replacing("\\]", with: "").contains("](")
    try require(!isLink, "a link in \(text.escaped.debugDescription)")
  }

  private func check(_ records: [CommitRecord]) throws {
    let list = ChangeList(records)
    try require(list.changes.count <= list.commitCount, "more changes than commits")
    let notes = ReleaseNotes(of: nil, date: "2026-01-01", list.changes.map(ReleaseNotes.Entry.init), in: NotesStyle())
    try require(notes.sections.allSatisfy { !$0.entries.isEmpty }, "a section that tells nothing")
    let released = try Version("1.4.2")
    do {
      let decision = try ReleaseDecision(list, by: ReleaseRules())
      let next = NextVersion(by: ReleaseRules(), after: released, written: nil, tags: ([released], nil))
      let version = try next.version(for: decision)
      try require(version.map(released.precedes) ?? true, "\(version?.description ?? "") after \(released)")
      try require((version == nil) == (decision.level == .none && decision.request == nil), "\(decision.level)")
    } catch let error as ChangelogError {
      for diagnostic in error.diagnostics {
        try require(diagnostic.rendered().isShowable(with: "\n"), "control characters in \(diagnostic.rendered())")
      }
    }
  }
}
