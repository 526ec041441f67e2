import Processes
import SystemAPI

/// A temporary folder for one test case, with the repository `work` at version 1.4.2 with a Releasefile, and its remote
/// `origin.git`. It is removed with this object.
final class SelfTestFolder {
  private let folder: String
  /// The path of this executable.
  let program: String
  private let environment: [String: String]

  init(program: String, environment: [String: String]) throws {
    let name = "martlet-self-test-\(getpid())-\(UUID().uuidString.prefix(8))"
    folder = FileManager.default.temporaryDirectory.appending(path: name).path
    self.program = program
    self.environment = Self.environment(environment, home: folder)
    try FileManager.default.createDirectory(atPath: "\(folder)/work", withIntermediateDirectories: true)
    try write("VERSION", "1.4.2\n")
    try write("Releasefile", Self.releasefile)
    try git("init", "--quiet", "--template=")
    try git("symbolic-ref", "HEAD", "refs/heads/main")
    try git("add", "--all")
    try git("commit", "--quiet", "--message=First")
    try git("init", "--quiet", "--template=", "--bare", "\(folder)/origin.git")
    try git("remote", "add", "origin", "\(folder)/origin.git")
    try git("push", "--quiet", "--set-upstream", "origin", "main")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let releasefile = """
    manifests:
      - plain: VERSION
    lanes:
      release: {steps: [bump: minor, commit, tag, push]}
      local: {steps: [bump: minor, commit, tag]}
      scripted: {steps: [bump: minor, run: {shell: ". ./script"}, commit, tag]}

    """

  /// Returns an environment without the user's settings and without a CI system, with a fixed identity.
  private static func environment(_ environment: [String: String], home: String) -> [String: String] {
    var own = environment.filter { ["PATH", "TMPDIR", "LANG", "LC_ALL", "DEVELOPER_DIR"].contains($0.key) }
    own["HOME"] = home
    own["GIT_CONFIG_GLOBAL"] = "/dev/null"
    own["GIT_CONFIG_NOSYSTEM"] = "1"
    own["GIT_TERMINAL_PROMPT"] = "0"
    for role in ["AUTHOR", "COMMITTER"] {
      own["GIT_\(role)_NAME"] = "Martlet"
      own["GIT_\(role)_EMAIL"] = "martlet@example.com"
    }
    return own
  }

  /// Returns the path of a file in the repository.
  func path(of name: String) -> String { "\(folder)/work/\(name)" }

  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(of: name)))
  }

  func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: path(of: name)).map { String(decoding: $0, as: UTF8.self) }
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/work").filter { $0 != ".git" }.sorted()
  }

  /// The time after which a program counts as hanging. A disk that is a program takes a minute on a loaded machine for what takes a
  /// second elsewhere.
  static let limit = Duration.seconds(300)

  /// Returns a command that runs in the repository, with a timeout of `limit`.
  func command(_ program: String, _ arguments: [String]) -> Command {
    var command = Command(program, arguments, environment: environment, directory: "\(folder)/work")
    command.timeout = Self.limit
    return command
  }

  /// Runs a program to its end; throws when it hangs.
  private func result(of command: Command) throws -> CommandResult {
    let result = try command.run()
    if case .timedOut = result.termination {
      let line = ([command.program] + command.arguments).joined(separator: " ")
      throw SelfTestFailure("`\(line)` \(result.termination)")
    }
    return result
  }

  /// Runs this program.
  func martlet(_ arguments: String...) throws -> CommandResult { try result(of: command(program, arguments)) }

  /// Runs git and returns its output; throws when it fails.
  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let result = try result(of: command("git", arguments))
    try SelfTestFailure.check(result.succeeded, "`git \(arguments.joined(separator: " "))` failed: \(result.errorText)")
    return result.outputText
  }

  /// Commits `script`, and runs the lane `scripted`, which runs it.
  func runScripted(_ script: String) throws -> CommandResult {
    try write("script", "MARTLET='\(program.replacing("'", with: "'\\''"))'\n\(script)\n")
    try git("add", "script")
    try git("commit", "--quiet", "--message=Add a script")
    return try martlet("run", "scripted", "--yes")
  }

  /// Returns everything that a run changes: references, uncommitted changes and the version.
  func state() throws -> String {
    let references = try git("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/tags")
    return try [references, git("status", "--porcelain"), read("VERSION") ?? "no VERSION"].joined(separator: "\n")
  }

  /// Checks that the release of 1.5.0 is complete, and that `git fsck` finds no problems.
  func checkRelease() throws {
    let status = try git("status", "--porcelain")
    try SelfTestFailure.check(status == "", "after the release, git reports changes: \(status)")
    let version = try git("show", "1.5.0:VERSION")
    try SelfTestFailure.check(version == "1.5.0", "the tag contains `\(version)`, expected `1.5.0`")
    try git("fsck", "--strict", "--no-dangling")
  }
}

extension CommandResult {
  /// The exit status, or 128 plus the signal, as in a shell.
  var shellStatus: Int32 {
    switch termination {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    case .timedOut, .interrupted: -1
    }
  }
}
