import BuiltInTemplates
import TestSupport
import Testing

@Suite("The built-in templates")
struct BuiltInTemplateTests {
  @Test("are all files in `templates`, each with another name")
  func files() {
    let folders = ["announcements", "environments", "homebrew", "init", "notes", "pipelines"]
    let files = folders.flatMap { ProjectFolder.files(in: "templates/\($0)") }
    let names = files.map { $0.hasSuffix(".mustache") ? String($0.dropLast(".mustache".count)) : $0 }
    #expect(names.sorted() == BuiltInTemplate.all.map(\.name).sorted())
    #expect(Set(names).count == names.count)
  }

  @Test("describe their names where a key takes another template")
  func described() {
    for template in BuiltInTemplate.all {
      #expect(template.names.isEmpty == (template.key == nil || template.name == "formula.rb"), "\(template.name)")
    }
  }

  @Test("that a key takes are named in the page about that key, with the command that prints them")
  func pages() throws {
    let pages = [
      "changelog.template": "docs/changelog.md", "channels.NAME.template": "docs/announcing.md",
      "environments.outputs.template": "docs/environments.md", "publish_files.template": "docs/tool.md",
    ]
    for template in BuiltInTemplate.all {
      guard let key = template.key else { continue }
      let page = try #require(pages[key], "\(key)")
      #expect(try #require(ProjectFolder.read(page)).contains("`martlet help templates \(template.name)`"), "\(page)")
    }
  }
}
