import BuiltInTemplates
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The names of a built-in template")
struct TemplateNamesTests {
  private static var announcement: TemplateValue {
    var facts = Templates.Announcement()
    (facts.project, facts.version, facts.tag, facts.title) = ("Cool", "1.5.0", "v1.5.0", "Cool 1.5.0")
    (facts.date, facts.intro, facts.notice, facts.link, facts.text) = ("2026-01-01", "a", "b", "https://a.example", "c")
    facts.sections = [.init(title: "Added", entries: [.init(heading: "Undo", text: "Of every step.")])]
    return .fields(facts)
  }

  @Test(
    "are those that it may use, and each has a value",
    arguments: [BuiltInTemplate.announcement.name, BuiltInTemplate.shortAnnouncement.name])
  func names(of template: String) throws {
    let template = try #require(BuiltInTemplate.all.first { $0.name == template })
    let names = Set(template.names)
    #expect(Set(try Mustache(template.text).uses.map(\.name)).subtracting(names) == [])
    #expect(Self.announcement.filledNames(among: names) == names)
  }

  @Test("have a value each in notes")
  func notes() throws {
    let names = BuiltInTemplate.notes.names
    #expect(Set(try Mustache(BuiltInTemplate.notes.text).uses.map(\.name)).subtracting(names) == [])
    let template = """
      {{version}} {{tag}} {{previous}} {{date}} {{comparison}}
      {{#sections}}{{title}}: {{#entries}}{{type}} {{scope}} {{text}} {{breaking}} {{credits}}
      {{#notes}}{{text}} {{/notes}}{{#commit}}{{id}} {{short}} {{link}}{{/commit}}
      {{/entries}}{{/sections}}
      """
    #expect(Set(names) == Set(try Mustache(template).uses.map(\.name)))
    var planning = Planning(
      version: "1.4.2", history: ["tag 1.4.2", "feat(ui)!: greet\n\nBREAKING CHANGE: pass a name"],
      files: ["CHANGELOG.md": "## 1.4.2\n", "notes.mustache": template])
    planning.head = "forge: {kind: github}\nchangelog: {authors: true}\n"
    let plan = try planning.plan("- bump: auto\n- changelog: {template: notes.mustache}")
    let page = "https://example.com/origin/CoolApp"
    #expect(
      plan.text(of: "CHANGELOG.md") == """
        ## 2.0.0

        2.0.0 2.0.0 1.4.2 2026-01-01 \(page)/compare/1.4.2...2.0.0
        Breaking: feat ui greet true A. Author
        pass a name 1002000000000000000000000000000000000000 1002000 \
        [1002000](\(page)/commit/1002000000000000000000000000000000000000)

        ## 1.4.2

        """)
  }
}
