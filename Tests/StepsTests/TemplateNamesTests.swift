import BuiltInTemplates
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The names of a built-in template")
struct TemplateNamesTests {
  private static var notes: TemplateValue {
    var entry = Templates.Notes.Entry(text: "text")
    (entry.type, entry.scope, entry.breaking, entry.credits) = ("feat", "ui", true, "A. Author")
    entry.notes = [Templates.Notes.Note(text: "note")]
    entry.commit = Templates.Notes.Commit(id: "1234567890", short: "1234567", link: "https://a.example")
    var notes = Templates.Notes()
    (notes.version, notes.tag, notes.previous, notes.date) = ("1.5.0", "v1.5.0", "v1.4.2", "2026-01-01")
    notes.comparison = "https://a.example/compare"
    notes.sections = [Templates.Notes.Section(title: "Added", entries: [entry])]
    return .fields(notes)
  }

  private static var announcement: TemplateValue {
    var facts = Templates.Announcement()
    (facts.project, facts.version, facts.tag, facts.title) = ("Cool", "1.5.0", "v1.5.0", "Cool 1.5.0")
    (facts.date, facts.intro, facts.notice, facts.link, facts.text) = ("2026-01-01", "a", "b", "https://a.example", "c")
    facts.sections = [.init(title: "Added", entries: [.init(heading: "Undo", text: "Of every step.")])]
    return .fields(facts)
  }

  @Test(
    "are those that it may use, and each has a value",
    arguments: [BuiltInTemplate.notes.name, BuiltInTemplate.announcement.name, BuiltInTemplate.shortAnnouncement.name])
  func names(of template: String) throws {
    let template = try #require(BuiltInTemplate.all.first { $0.name == template })
    let names = Set(template.names)
    let values = template.name == BuiltInTemplate.notes.name ? Self.notes : Self.announcement
    #expect(Set(try Mustache(template.text).uses.map(\.name)).subtracting(names) == [])
    #expect(values.filledNames(among: names) == names)
  }
}
