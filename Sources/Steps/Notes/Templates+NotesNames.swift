import MartletCore

// `templates/notes/notes.md.mustache` describes these names.

extension Templates.Notes: TemplateFields {
  package func value(named name: String) -> TemplateValue? {
    switch name {
    case "version": .text(version)
    case "tag": .text(tag)
    case "previous": .text(previous)
    case "date": .text(date)
    case "comparison": .text(comparison)
    case "sections": .list(of: sections)
    default: nil
    }
  }
}

extension Templates.Notes.Section: TemplateFields {
  package func value(named name: String) -> TemplateValue? {
    switch name {
    case "title": .text(title)
    case "entries": .list(of: entries)
    default: nil
    }
  }
}

extension Templates.Notes.Entry: TemplateFields {
  package func value(named name: String) -> TemplateValue? {
    switch name {
    case "text": .text(text)
    case "type": type.map(TemplateValue.text)
    case "scope": scope.map(TemplateValue.text)
    case "breaking": .flag(breaking)
    case "notes": .list(of: notes)
    case "commit": commit.map(TemplateValue.fields)
    case "credits": credits.map(TemplateValue.text)
    default: nil
    }
  }
}

extension Templates.Notes.Note: TemplateFields {
  package func value(named name: String) -> TemplateValue? { name == "text" ? .text(text) : nil }
}

extension Templates.Notes.Commit: TemplateFields {
  package func value(named name: String) -> TemplateValue? {
    switch name {
    case "id": .text(id)
    case "short": .text(short)
    case "link": .text(link)
    default: nil
    }
  }
}
