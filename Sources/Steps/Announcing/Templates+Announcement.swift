import BuiltInTemplates
import MartletCore

extension Templates {
  /// The facts of an announced release. All texts are in the markup of the channel already, so that a template only
  /// arranges them.
  package struct Announcement {
    package struct Section {
      /// Empty for entries without a heading.
      package var title: String
      package var entries: [Entry]

      package init(title: String, entries: [Entry] = []) {
        self.title = title
        self.entries = entries
      }
    }

    package struct Entry {
      /// Empty for an entry that is only a text.
      package var heading: String
      package var text: String

      package init(heading: String = "", text: String = "") {
        self.heading = heading
        self.text = text
      }
    }

    package var project = ""
    package var version = ""
    package var tag = ""
    package var title = ""
    package var date = ""
    /// The notes before the first section.
    package var intro = ""
    package var sections: [Section] = []
    package var notice = ""
    package var link = ""
    /// The complete text by the built-in template, for the JSON of a webhook.
    package var text = ""

    package init() {}

    /// Returns the same facts with every text changed by `change`.
    package func mapped(by change: (String) -> String) -> Announcement {
      var result = self
      for text in Self.texts { result[keyPath: text] = change(self[keyPath: text]) }
      result.sections = sections.map { section in
        Section(
          title: change(section.title),
          entries: section.entries.map { Entry(heading: change($0.heading), text: change($0.text)) })
      }
      return result
    }

    private static var texts: [WritableKeyPath<Announcement, String>] {
      [\.project, \.version, \.tag, \.title, \.date, \.intro, \.notice, \.link, \.text]
    }
  }

  /// A built-in template.
  package enum AnnouncementForm {
    /// Markdown below a title.
    case long
    /// Plain text that begins with the title.
    case short

    fileprivate var template: BuiltInTemplate {
      switch self {
      case .long: .announcement
      case .short: .shortAnnouncement
      }
    }
  }

  /// Returns the text of `announcement` by a built-in template, without surrounding and repeated empty lines.
  ///
  /// - Throws: `NotesTemplateError`.
  package static func text(
    of announcement: Announcement, in form: AnnouncementForm
  ) throws(NotesTemplateError) -> String {
    try rendered(announcement, by: form.template.text)
  }

  /// Returns the text of `announcement` by a template of the project. Values are never expanded as templates.
  ///
  /// - Throws: `NotesTemplateError` for a template that cannot be used.
  package static func text(of announcement: Announcement, by template: String) throws(NotesTemplateError) -> String {
    try rendered(announcement, by: template, names: BuiltInTemplate.announcement.names)
  }

  /// - Parameter names: The only names that the template may use; nil for the built-in one.
  private static func rendered(
    _ announcement: Announcement, by source: String, names: [String]? = nil
  ) throws(NotesTemplateError) -> String {
    try NotesTemplate.text(source, with: .fields(announcement), names: names).withoutSpareLines
  }
}

extension String {
  /// The text with at most one empty line at a time, and none at its ends.
  fileprivate var withoutSpareLines: String {
    var lines: [Substring] = []
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      let isEmpty = line.allSatisfy(\.isWhitespace)
      if !isEmpty { lines.append(line) } else if lines.last?.isEmpty == false { lines.append("") }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension Templates.Announcement: TemplateFields {
  package func value(named name: String) -> TemplateValue? {
    switch name {
    case "project": .optional(project)
    case "version": .optional(version)
    case "tag": .optional(tag)
    case "title": .optional(title)
    case "date": .optional(date)
    case "intro": .optional(intro)
    case "sections": .list(of: sections)
    case "notice": .optional(notice)
    case "link": .optional(link)
    case "text": .optional(text)
    default: nil
    }
  }
}

extension Templates.Announcement.Section: TemplateFields {
  package func value(named name: String) -> TemplateValue? {
    switch name {
    case "title": .optional(title)
    case "entries": .list(of: entries)
    default: nil
    }
  }
}

extension Templates.Announcement.Entry: TemplateFields {
  package func value(named name: String) -> TemplateValue? {
    switch name {
    case "heading": .optional(heading)
    case "text": .optional(text)
    default: nil
    }
  }
}
