import ArgumentParser

struct CICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ci",
    abstract: "Tell a CI system what there is to do.",
    usage: "martlet ci <subcommand> [options]",
    discussion: """
      Examples:
        martlet ci matrix                    the packages to release, in their order
        martlet ci matrix --json             the same as jobs of a matrix
      """,
    subcommands: [CIMatrixCommand.self])
}
