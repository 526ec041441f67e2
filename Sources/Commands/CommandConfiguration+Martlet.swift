import ArgumentParser

extension CommandConfiguration {
  /// What the library knows of a command of `martlet`.
  ///
  /// A command that reads its words alone is a program for the library, which first looks whether it is asked for the
  /// completions of a shell: half a millisecond, which it leaves out where a command says that there is one above it.
  init(
    named name: String, abstract: String, usage: String, discussion: String = "",
    subcommands: [any ParsableCommand.Type] = []
  ) {
    self.init(
      commandName: name, _superCommandName: "martlet", abstract: abstract, usage: usage, discussion: discussion,
      subcommands: subcommands)
  }
}
