import ArgumentParser
import Essentials
import Manifests
import Steps

struct SchemaCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema (draft-07) of a Releasefile, for editors.",
    usage: "martlet schema [options]",
    discussion: """
      Examples:
        martlet schema > .vscode/releasefile.schema.json
      """)

  @OptionGroup var options: CommandOptions

  func run() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let schema = ReleasefileSchema(steps: .standard, formats: ManifestCatalogue.formats)
    let text = String(decoding: try encoder.encode(schema), as: UTF8.self)
    try Console(options, environment: Session.processEnvironment).print(text)
  }
}
