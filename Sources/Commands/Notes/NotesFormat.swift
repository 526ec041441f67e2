import ArgumentParser
import Lanes
import MartletChangelogs
import MartletCore
import Steps

/// The output format of notes.
enum NotesFormat: String, ExpressibleByArgument, CaseIterable {
  case markdown, json, plain
}

/// Notes as JSON, with unescaped texts.
struct NotesReport: Report {
  struct SectionReport: Encodable {
    let title: String
    let entries: [EntryReport]
  }

  struct EntryReport: Encodable {
    let text: String
    let type: String?
    let scope: String?
    let breaking: Bool
    let breakingNotes: [String]
    let commit: String?
    let authors: [String]
    let references: [ReferenceReport]
  }

  struct ReferenceReport: Encodable {
    let name: String
    let closed: Bool
    let address: String?
  }

  let schema = 1
  let version: String?
  /// The name of the tag; `HEAD` for unreleased changes.
  let tag: String
  let previous: String?
  let comparison: String?
  let sections: [SectionReport]

  init(_ text: NotesText) {
    version = text.notes.version?.description
    tag = text.tag
    previous = text.previousTag
    comparison = text.comparison
    sections = text.notes.sections.map { section in
      SectionReport(
        title: section.title,
        entries: section.entries.map { entry in
          EntryReport(
            text: entry.text, type: entry.type, scope: entry.scope, breaking: entry.isBreaking,
            breakingNotes: entry.breakingNotes, commit: entry.commit?.hex, authors: entry.authors,
            references: entry.references.map {
              ReferenceReport(name: $0.description, closed: $0.isClosed, address: text.forge?.page(of: $0))
            })
        })
    }
  }
}

extension Console {
  /// Prints `text` as a result in `format`, with the project's template.
  func print(_ text: NotesText, as format: NotesFormat, in draft: Draft) throws {
    switch format {
    case .markdown: try printQuoted(text.markdown(in: draft))
    case .json: try print(NotesReport(text).json())
    case .plain: try printQuoted(text.plain)
    }
  }
}
