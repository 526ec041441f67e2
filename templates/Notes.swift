import Mustache

extension Templates {
  /// What is new in a version. All texts are as Markdown spells them, so that a template can only arrange them.
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
      /// What the author said of what breaks.
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
      /// The short id, as a link where there is a page to lead to.
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

  /// The text of `notes`, arranged by `template`, or by ours; without empty lines around it.
  ///
  /// Data is never read as a template again.
  /// - Throws: `NotesTemplateError` for a template that cannot be used.
  package static func text(of notes: Notes, by template: String? = nil) throws(NotesTemplateError) -> String {
    let source = template ?? String(decoding: PackageResources.Notes_mustache, as: UTF8.self)
    try NotesTemplate.check(source)
    let text: String
    do throws(MustacheError) {
      text = try Mustache(source).text(with: .fields(notes), .nothing)
    } catch let error {
      throw .malformed(error.words, line: error.line)
    }
    let start = text.firstIndex { !$0.isNewline } ?? text.endIndex
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
    return String(text[start..<max(start, end)])
  }
}
