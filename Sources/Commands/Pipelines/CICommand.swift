import ArgumentParser

struct CICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ci",
    abstract: "Print input for CI systems.",
    usage: "martlet ci <subcommand> [options]",
    discussion: """
      Examples:
        martlet ci matrix                    list the packages to release, in order
        martlet ci matrix --json             the same as jobs of a job matrix
      """,
    subcommands: [CIMatrixCommand.self])
}
