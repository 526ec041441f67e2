import SystemAPI

extension Command {
  /// Returns the path of the program: the first executable file of its name in the `PATH` of the command's environment.
  /// A relative path starts at the command's folder.
  ///
  /// Empty and relative entries of `PATH` are skipped, because files in the current folder are data. Without a `PATH`,
  /// `/usr/bin` and `/bin` are searched.
  package func executablePath() throws(ProcessError) -> String {
    guard !program.contains("/") else { return pathFromDirectory }
    for folder in (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(program)"
      if Self.isExecutableFile(path) { return path }
    }
    throw .programNotFound(program)
  }

  /// Whether the program can be found.
  package var canBeFound: Bool {
    guard let path = try? executablePath() else { return false }
    return Self.isExecutableFile(path) && !isStandIn(path)
  }

  /// Returns whether the program at `path` can only offer to install Apple's developer tools: macOS has placeholders
  /// for some of them in /usr/bin.
  private func isStandIn(_ path: String) -> Bool {
    guard Platform.hasStandIns, ["/usr/bin/git", "/usr/bin/swift"].contains(path) else { return false }
    return (try? Command("/usr/bin/xcode-select", ["-p"], environment: environment).run().succeeded) != true
  }

  private var pathFromDirectory: String {
    guard let directory, !program.hasPrefix("/") else { return program }
    return "\(directory)/\(program)"
  }

  private static func isExecutableFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
