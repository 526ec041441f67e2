import ArgumentParser

struct CompletionCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print what has a shell complete commands, lanes and parameters.",
    usage: "martlet completion <shell> [options]",
    discussion: """
      Examples:
        martlet completion bash > ~/.local/share/bash-completion/completions/martlet
        martlet completion zsh > ~/.zfunc/_martlet
        martlet completion fish > ~/.config/fish/completions/martlet.fish

      The script for zsh needs `fpath+=~/.zfunc` before `compinit` in .zshrc.
      What is offered of lanes comes from the Releasefile of the repository that one is in.
      """)

  /// The shells that are known.
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

  @OptionGroup var options: CommandOptions

  func run() throws {
    let script = MartletCommand.completionScript(for: shell.shell)
    try Console(options, environment: Session.processEnvironment).print(script)
  }
}
