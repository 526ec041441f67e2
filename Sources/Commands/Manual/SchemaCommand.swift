import ArgumentParser
import MartletManifests
import Steps
import SystemAPI

struct SchemaCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema (draft-07) of a Releasefile, for editors.",
    usage: "martlet schema [options]",
    discussion: """
      Examples:
        martlet schema > releasefile.schema.json

      Editors with yaml-language-server use the schema after this first line:
        # yaml-language-server: $schema=releasefile.schema.json

      Vim and Emacs open the Releasefile as YAML with one of these comments:
        # vim: filetype=yaml
        # -*- mode: yaml -*-

      Visual Studio Code needs these lines in .vscode/settings.json:
        "files.associations": { "Releasefile": "yaml" },
        "yaml.schemas": { "./releasefile.schema.json": "Releasefile" }
      """,
    shouldDisplay: false)

  @OptionGroup(visibility: .hidden) var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup(visibility: .hidden) var common: CommonOptions

  func run() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let schema = ReleasefileSchema(steps: .standard, formats: ManifestCatalogue.formats)
    let text = String(decoding: try encoder.encode(schema), as: UTF8.self)
    try Console(options, environment: Session.processEnvironment).print(text)
  }
}
