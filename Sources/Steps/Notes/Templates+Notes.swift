import BuiltInTemplates
import MartletCore

extension Templates {
  /// The release notes of a version. All texts are Markdown already, so that a template only arranges them.
  package struct Notes {
    package struct Section {
      let title: String
      let entries: [Entry]

      package init(title: String, entries: [Entry]) {
        self.title = title
        self.entries = entries
      }
    }

    package struct Entry {
      package var text: String
      package var type: String?
      package var scope: String?
      package var breaking = false
      /// The author's descriptions of breaking changes.
      package var notes: [Note] = []
      package var commit: Commit?
      /// The names of the authors, with commas between them; nil when they are not listed.
      package var credits: String?

      package init(text: String) {
        self.text = text
      }
    }

    package struct Note {
      let text: String

      package init(text: String) {
        self.text = text
      }
    }

    package struct Commit {
      let id: String
      let short: String
      /// The short id, as a link if the commit has a page.
      let link: String

      package init(id: String, short: String, link: String) {
        self.id = id
        self.short = short
        self.link = link
      }
    }

    package var version = ""
    package var tag = ""
    package var previous = ""
    package var date = ""
    /// Empty when the page that compares the two tags is unknown.
    package var comparison = ""
    package var sections: [Section] = []

    package init() {}
  }

  /// Returns the text of `notes` by `template`, or by the default one, without surrounding empty lines.
  ///
  /// Values are never expanded as templates.
  /// - Throws: `NotesTemplateError` for a template that cannot be used.
  package static func text(of notes: Notes, by template: String? = nil) throws(NotesTemplateError) -> String {
    let builtIn = BuiltInTemplate.notes
    let text = try NotesTemplate.text(
      template ?? builtIn.text, with: .fields(notes), names: template.map { _ in builtIn.names })
    let start = text.firstIndex { !$0.isNewline } ?? text.endIndex
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
    return String(text[start..<max(start, end)])
  }
}
