import Foundation
import Lanes
import MartletCore
import MartletManifests
import Steps
import TestSupport
import Testing

@Suite("Releasefile.example")
struct ReleasefileExampleTests {
  let source: SourceText
  let releasefile: Releasefile

  init() throws {
    source = SourceText(path: "Releasefile.example", text: try #require(ProjectFolder.read("Releasefile.example")))
    releasefile = try Releasefile(source, vocabulary: .standard)
  }

  @Test("uses every step", arguments: StepCatalogue.standard.keywords)
  func steps(keyword: String) {
    #expect(source.string(at: 0..<source.bytes.count).contains("- \(keyword)"))
  }

  @Test("uses every key", arguments: KeyReference.all.map(\.path))
  func keys(path: String) throws {
    let values = try path.split(separator: ".").reduce([Node(yaml: source)]) { nodes, name in
      nodes.flatMap { Self.values(of: String(name), in: $0) }
    }
    #expect(!values.isEmpty)
  }

  /// Returns the values of a key in a mapping, or in the mappings of a list; `NAME` is any key.
  private static func values(of name: String, in node: Node) -> [Node] {
    if let elements = node.elements { return elements.flatMap { values(of: name, in: $0) } }
    return (node.entries ?? []).filter { name == "NAME" || $0.key == name }.map(\.value)
  }

  @Test(
    "names every parameter of every step and check",
    arguments: StepReference.all(of: .standard) + StepReference.all(of: .checks))
  func parameters(reference: StepReference) {
    let text = source.string(at: 0..<source.bytes.count)
    for parameter in reference.parameters where !parameter.isMain {
      #expect(text.contains("\(parameter.name):"), "\(parameter.name) of \(reference.keyword)")
    }
  }

  @Test("uses every format of manifests with all its options", arguments: ManifestCatalogue.formats.map(\.keyword))
  func formats(keyword: String) throws {
    let format = try #require(ManifestCatalogue.format(named: keyword))
    let declared = releasefile.manifests?.filter { $0.keyword == keyword } ?? []
    #expect(declared.count == 1)
    #expect(Set(declared.flatMap(\.options.keys)) == Set(format.options.map(\.name)))
  }

  @Test("is valid for the schema")
  func schema() throws {
    let encoded = try JSONEncoder().encode(ReleasefileSchema(steps: .standard, formats: ManifestCatalogue.formats))
    let schema = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
    let root = try Node(yaml: source)
    #expect(SchemaCheck(schema).problems(with: root) == [])
  }

  @Test("is invalid for the schema with a misspelt step, an unknown parameter or a value of the wrong kind")
  func schemaRefusals() throws {
    let encoded = try JSONEncoder().encode(ReleasefileSchema(steps: .standard, formats: ManifestCatalogue.formats))
    let schema = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
    for wrong in [
      "lanes: {a: {steps: [tagg]}}", "lanes: {a: {steps: [{tag: {nam: x}}]}}", "lanes: {a: {private: maybe}}",
      "lanez: {}", "lanes: {a: {steps: [{run: {command: [a], timeout: 0}}]}}",
      "lanes: {a: {steps: [{run: {command: [a], allow_exit_codes: [256]}}]}}",
      "manifests: [{plist: a.plist, colour: red}]", "version: {source: both}",
    ] {
      let root = try Node(yaml: SourceText(path: "Releasefile", text: wrong))
      #expect(!SchemaCheck(schema).problems(with: root).isEmpty, "\(wrong)")
    }
  }
}

extension StepReference: CustomTestStringConvertible {
  /// Names a test's case after the step.
  public var testDescription: String { keyword }
}
