import Mustache

// The library finds the fields of a value by reflection, which takes longer than all else that makes notes; asked by name,
// it does not. `NotesTemplate` has the same names.

extension Templates.Notes: MustacheParent {
  package func child(named name: String) -> Any? {
    switch name {
    case "version": return version
    case "tag": return tag
    case "previous": return previous
    case "date": return date
    case "comparison": return comparison
    case "sections": return sections
    default: return nil
    }
  }
}

extension Templates.Notes.Section: MustacheParent {
  package func child(named name: String) -> Any? {
    switch name {
    case "title": return title
    case "entries": return entries
    default: return nil
    }
  }
}

extension Templates.Notes.Entry: MustacheParent {
  package func child(named name: String) -> Any? {
    switch name {
    case "text": return text
    case "type": return type
    case "scope": return scope
    case "breaking": return breaking
    case "notes": return notes
    case "commit": return commit
    case "credits": return credits
    default: return nil
    }
  }
}

extension Templates.Notes.Note: MustacheParent {
  package func child(named name: String) -> Any? { name == "text" ? text : nil }
}

extension Templates.Notes.Commit: MustacheParent {
  package func child(named name: String) -> Any? {
    switch name {
    case "id": return id
    case "short": return short
    case "link": return link
    default: return nil
    }
  }
}
