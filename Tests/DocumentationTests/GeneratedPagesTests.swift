import Lanes
import MartletCore
import MartletManifests
import Steps
import TestSupport
import Testing

@Suite("The generated reference pages")
struct GeneratedPagesTests {
  @Test("describe every step as declared (`scripts/docs` writes them again)")
  func steps() throws {
    try compare("docs/steps.md", StepReference.page(of: StepReference.all(of: .standard), examples: Self.examples))
  }

  /// The first three list items of `Releasefile.example` with that step, as the example of its section.
  private static func examples(of keyword: String) throws -> String {
    func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    let lines = try #require(ProjectFolder.read("Releasefile.example")).components(separatedBy: "\n")
    var items: [String] = []
    for (index, line) in lines.enumerated() {
      let depth = indentation(line)
      let text = line.dropFirst(depth)
      guard text == "- \(keyword)" || text.hasPrefix("- \(keyword):") else { continue }
      let rest = lines[(index + 1)...].prefix { indentation($0) > depth }
      let item = ([line] + rest).map { String($0.dropFirst(depth)) }.joined(separator: "\n")
      if !items.contains(item) { items.append(item) }
    }
    try #require(!items.isEmpty, "Releasefile.example has no step `\(keyword)`")
    return items.prefix(3).joined(separator: "\n")
  }

  @Test("show the life of a run as a picture")
  func picture() throws { try compare("docs/run.svg", RunPicture.text) }

  @Test("describe every format of manifests as declared")
  func manifests() throws {
    try compare("docs/manifests.md", ManifestPage.text(of: ManifestCatalogue.formats))
  }

  @Test("list every key of a Releasefile as the grammar declares it, with an example from `Releasefile.example`")
  func keys() throws {
    let examples = try KeyExamples()
    let page = try ReleasefilePage.text { path in
      let example = try #require(examples.example(at: path), "Releasefile.example lacks \(path)")
      _ = try Node(yaml: SourceText(path: "Releasefile", text: example))
      return example
    }
    try compare("docs/releasefile-keys.md", page)
  }

  private func compare(_ name: String, _ text: String) throws {
    if ProjectFolder.isRecording { try ProjectFolder.write(name, text) }
    #expect(ProjectFolder.read(name) == text)
  }
}
