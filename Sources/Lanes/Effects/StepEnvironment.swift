import MartletCore

/// The variables that the steps of a lane read: those of the user, and those of `.env` files of the repository.
///
/// It is not a dictionary, so it cannot be the environment of a program that Martlet starts for itself: those get the user's
/// variables. Only the command of a `run` step gets the variables of the repository.
package struct StepEnvironment: Sendable {
  private var values: [String: String]
  /// The lines of files that set a variable which `isReserved`, by its name.
  private var refusals: [String: Diagnostic] = [:]

  /// Creates the environment of steps without a file of the repository.
  package init(_ user: [String: String]) {
    values = user
  }

  /// Adds the variables of `file`, which belongs to the repository. Variables that are set already keep their values.
  ///
  /// - Throws: `Failure` with every invalid line.
  package mutating func add(_ file: SourceText) throws {
    let assignments = Dictionary(try EnvironmentFile(file).assignments.map { ($0.name, $0) }) { $1 }
    // In any order: no assignment depends on another one.
    for (name, assignment) in assignments where values[name] == nil && refusals[name] == nil {
      if Self.isReserved(name) {
        refusals[name] = .reservedVariable(name, at: file.place(at: assignment.span.lowerBound))
      } else {
        values[name] = assignment.value
      }
    }
  }

  /// The value of a variable; nil if it is not set.
  package subscript(name: String) -> String? { values[name] }

  /// The values of variables whose names look secret, to mask them in output.
  package var secrets: [Secret] {
    values.filter { SecretName.isLikely($0.key) && $0.value != "false" }.values.map(Secret.init)
  }

  /// Returns the environment of the command of a `run` step.
  ///
  /// - Parameter withheld: The variables with tokens and passwords.
  package func variables(ofCommandWithout withheld: Set<String>) -> [String: String] {
    values.filter { !withheld.contains($0.key) }
  }

  /// Why no file of the repository may set the variable `name`; nil if none sets it.
  package func refusal(of name: String) -> Failure? { refusals[name].map { Failure([$0]) } }

  /// Checks that no file of the repository sets a variable that only the user may set.
  ///
  /// - Parameter names: The variables that the step sets itself.
  /// - Throws: `Failure` with every such line.
  package func checkRefusals(except names: some Sequence<String>) throws(Failure) {
    let lines = refusals.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    if !lines.isEmpty { throw Failure(lines) }
  }
}

extension StepEnvironment: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { $1 })
  }
}

extension StepEnvironment {
  /// The first words of families of variables for the dynamic linker (ld.so(8), dyld(1)), for git and ssh, for folders of
  /// settings, and for Martlet itself.
  private static let reservedPrefixes = ["LD_", "DYLD_", "GIT_", "SSH_", "XDG_", "MARTLET_"]

  /// Variables by which a program finds other programs, its libraries or its settings, or runs code before its own: shells
  /// (sh(1), bash(1), zsh(1)), the C library (ld.so(8)), interpreters and virtual machines (python(1), perlrun(1), ruby(1),
  /// node(1), java(1)), pagers and editors.
  private static let reservedNames: Set = [
    "PATH", "HOME", "SHELL", "TMPDIR", "ENV", "BASH_ENV", "SHELLOPTS", "BASHOPTS", "IFS", "PS4", "CDPATH", "FPATH",
    "ZDOTDIR", "PROMPT_COMMAND", "GCONV_PATH", "LOCPATH", "PYTHONSTARTUP", "PYTHONPATH", "PYTHONHOME", "PERL5OPT",
    "PERL5LIB", "PERL5DB", "PERLLIB", "RUBYOPT", "RUBYLIB", "NODE_OPTIONS", "NODE_PATH", "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "EDITOR", "VISUAL", "PAGER", "LESSOPEN", "LESSCLOSE", "GNUPGHOME",
  ]

  /// Whether only the user may set the variable: by it, programs load code or settings which the command does not name.
  static func isReserved(_ name: String) -> Bool {
    reservedNames.contains(name) || reservedPrefixes.contains { name.hasPrefix($0) }
  }
}

extension Diagnostic {
  /// Without the line, whose value may be secret.
  fileprivate static func reservedVariable(_ name: String, at place: Place) -> Diagnostic {
    Diagnostic(
      "`\(name)` is set by a file of the repository, but programs load code or settings by it", at: place,
      hint: "delete this line, or set `\(name)` in the `environment` of the step")
  }
}
