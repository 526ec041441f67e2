import ArgumentParser

struct CompletionCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print a completion script for bash, zsh or fish.",
    usage: "martlet completion <shell> [options]",
    discussion: """
      Examples:
        martlet completion bash > ~/.local/share/bash-completion/completions/martlet
        martlet completion zsh > ~/.zfunc/_martlet
        martlet completion fish > ~/.config/fish/completions/martlet.fish

      The script for zsh needs `fpath+=~/.zfunc` before `compinit` in .zshrc. \
      Lanes and parameters are completed from the Releasefile of the current repository.
      """,
    shouldDisplay: false)

  /// The supported shells.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    fileprivate var shell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "The shell.")
  var shell: Shell

  @OptionGroup(visibility: .hidden) var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup(visibility: .hidden) var common: CommonOptions

  func run() throws {
    let script = MartletCommand.completionScript(for: shell.shell)
    try Console(options, environment: Session.processEnvironment).print(script)
  }
}
