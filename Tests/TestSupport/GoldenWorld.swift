import Foundation
import Processes

/// A temporary folder with the repository `CoolApp`, its bare remote `CoolApp.git`, and no user configuration.
package struct GoldenWorld {
  package let folder: TemporaryFolder
  private let environment: [String: String]

  package var root: String { folder.path }

  package var repository: String { "\(root)/CoolApp" }

  /// Copies the example below `Examples` with that name, or none, adds `files`, commits and pushes.
  package init(example: String?, files: [String: Data] = [:]) throws {
    let isPlain = files.isEmpty
    let start = try StartFolders.copy(of: "golden \(example ?? "") \(isPlain)") { folder in
      let world = GoldenWorld(folder: folder)
      if let example {
        try FileManager.default.copyItem(atPath: "\(ProjectFolder.path)/\(example)", toPath: world.repository)
      } else {
        try folder.makeFolder("CoolApp")
      }
      try world.git("init", "--quiet", "--template=", "--bare", "--initial-branch=main", "\(world.root)/CoolApp.git")
      try world.git("init", "--quiet", "--template=", "--initial-branch=main")
      try world.git("remote", "add", "origin", "\(world.root)/CoolApp.git")
      // Otherwise each commit and push starts a process that looks for garbage.
      try folder.append("[maintenance]\n\tauto = false\n", to: "CoolApp/.git/config")
      try folder.append("[receive]\n\tautogc = false\n", to: "CoolApp.git/config")
      if isPlain { try world.publish() }
    }
    self.init(folder: start)
    if isPlain { return }
    for (path, data) in files {
      try folder.write("CoolApp/\(path)", Array(data))
    }
    try publish()
  }

  private init(folder: TemporaryFolder) {
    self.folder = folder
    environment = Self.environment(home: folder.path)
  }

  /// Commits all files and pushes them.
  private func publish() throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message=Greet from the widget too")
    try git("push", "--quiet", "--set-upstream", "origin", "main")
  }

  /// Runs a shell script in the repository, with the program as `$MARTLET`, and this project as `$PROJECT`.
  package func setUp(_ script: String) throws {
    var environment = environment
    environment["MARTLET"] = try MartletProgram.path()
    environment["PROJECT"] = ProjectFolder.path
    let result = try Command("sh", ["-eu", "-c", script], environment: environment, directory: repository).run()
    guard result.succeeded else { throw Failure(what: script, result: result) }
  }

  @discardableResult
  package func git(_ arguments: String..., directory: String? = nil) throws -> String {
    let command = Command("git", arguments, environment: environment, directory: directory ?? repository)
    let result = try command.run()
    guard result.succeeded else { throw Failure(what: arguments.joined(separator: " "), result: result) }
    return result.outputText
  }

  /// The command line `words` in the folder `place`.
  ///
  /// - Parameter changes: Lines `NAME=value` that set a variable, and `NAME` that remove one.
  package func martlet(_ words: [String], in place: String = "CoolApp", changes: [String] = []) throws -> Command {
    var environment = environment
    for line in changes {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      environment[parts[0]] = parts.count > 1 ? parts[1] : nil
    }
    return Command(
      try MartletProgram.path(), words.map { $0.replacing("$ROOT", with: root) }, environment: environment,
      directory: "\(root)/\(place)")
  }

  /// Replaces the variable parts of `text`: this folder's name, the ids of runs, and `doctor`'s lines about the
  /// programs and libraries of this machine.
  package func neutral(_ text: String) -> String {
    text.replacing(root, with: "$ROOT")
      .replacing(/[0-9]{8}-[0-9]{6}-[0-9a-f]{4}/, with: "$RUN")
      .replacing(/process [0-9]+ on `[^`]*`/, with: "process $PROCESS on `$HOST`")
      .replacing(/((?:git|swift) {2,}|"message" : ")[0-9]+\.[0-9.]+/) { "\($0.output.1)$VERSION" }
  }

  /// One identity at one time, no home, no configuration, no CI; only the program locations are the user's.
  private static func environment(home: String) -> [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home, "TMPDIR": "/tmp",
      "LC_ALL": "C", "TZ": "UTC", "COLUMNS": "80", "TERM": "dumb", "SOURCE_DATE_EPOCH": "1767225600",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CEILING_DIRECTORIES": home,
      "GIT_TERMINAL_PROMPT": "0", "GIT_AUTHOR_NAME": "A. Author", "GIT_AUTHOR_EMAIL": "author@example.com",
      "GIT_AUTHOR_DATE": "@1767225600 +0100", "GIT_COMMITTER_NAME": "C. Committer",
      "GIT_COMMITTER_EMAIL": "committer@example.com", "GIT_COMMITTER_DATE": "@1767225660 -0330",
    ]
  }

  package struct Failure: Error, CustomStringConvertible {
    let what: String
    let result: CommandResult

    package var description: String { "\(what): \(result.termination)\n\(result.outputText)\n\(result.errorText)" }
  }
}
