import Foundation
import Processes

/// A repository created by the real `git` in a temporary folder: no user configuration, fixed people and dates.
///
///     let sandbox = try GitSandbox()
///     try sandbox.commit("First", ["a.txt": "one\n"])
///     let origin = try sandbox.addRemote()
///     try sandbox.git("push", "origin", "main")
package final class GitSandbox {
  /// The folder of the sandbox; the repository is `work` in it, the home folder `home`.
  package let folder: TemporaryFolder
  /// The repository's top folder.
  package let path: String
  /// The environment of programs in the sandbox.
  package var environment: [String: String]

  /// An empty repository on the branch `main`, in a new folder below `parent` or below the folder for temporary files.
  package convenience init(in parent: String? = nil) throws {
    try self.init(of: "empty", in: parent) { _ in }
  }

  /// A copy of the sandbox with that name, which `make` fills the first time.
  package convenience init(of name: String, in parent: String? = nil, make: (GitSandbox) throws -> Void) throws {
    let folder = try StartFolders.copy(of: "sandbox \(name)", in: parent) { folder in
      let sandbox = GitSandbox(folder: folder, name: "work")
      try folder.makeFolder("home")
      try folder.makeFolder("work")
      try sandbox.git("init", "--quiet", "--initial-branch=main")
      // Otherwise each commit and push starts a process that looks for garbage.
      try folder.append("[maintenance]\n\tauto = false\n", to: "work/.git/config")
      try make(sandbox)
    }
    self.init(folder: folder, name: "work")
  }

  private convenience init(folder: TemporaryFolder, name: String) {
    self.init(folder: folder, name: name, environment: Self.environment(home: "\(folder.path)/home"))
  }

  private init(folder: TemporaryFolder, name: String, environment: [String: String]) {
    self.folder = folder
    path = "\(folder.path)/\(name)"
    self.environment = environment
  }

  /// Runs git in the repository and returns its output without trailing line feeds; throws if it fails.
  @discardableResult
  package func git(_ arguments: String...) throws -> String {
    let result = try run("git", arguments)
    guard result.succeeded else { throw Failure(arguments: arguments, result: result) }
    return String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Runs git in the repository, and returns any result.
  package func attempt(_ arguments: String...) throws -> CommandResult { try run("git", arguments) }

  /// Runs any program in the repository's top folder.
  package func run(_ program: String, _ arguments: [String]) throws -> CommandResult {
    try Command(program, arguments, environment: environment, directory: path).run()
  }

  /// Runs a shell script in the repository's top folder; throws if one of its commands fails.
  @discardableResult
  package func shell(_ script: String) throws -> String {
    let result = try run("sh", ["-ec", script])
    guard result.succeeded else { throw Failure(arguments: [script], result: result) }
    return result.outputText
  }

  /// Writes files, stages them and all other changes, and commits; returns the commit's id.
  @discardableResult
  package func commit(_ message: String, _ files: [String: String] = [:]) throws -> String {
    for (name, text) in files { try write(name, text) }
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "-m", message)
    return try branchHead() ?? git("rev-parse", "HEAD")
  }

  /// The commit of the checked-out branch if git has just written it into a file; nil otherwise.
  private func branchHead() -> String? {
    guard let head = read(".git/HEAD"), head.hasPrefix("ref: ") else { return nil }
    return read(".git/\(head.dropFirst(5).dropLast())").map { String($0.dropLast()) }
  }

  /// Writes a file of the repository.
  package func write(_ name: String, _ text: String) throws { try folder.write(inside(name), text) }

  /// Writes a file of the repository byte by byte.
  package func write(_ name: String, _ bytes: [UInt8]) throws { try folder.write(inside(name), bytes) }

  /// The text of a file of the repository; nil if there is none.
  package func read(_ name: String) -> String? { folder.read(inside(name)) }

  /// Whether the repository has a file or folder with that name, including `.git/…`.
  package func has(_ name: String) -> Bool { folder.has(inside(name)) }

  /// Removes a file, or a folder with its contents, from the repository.
  package func remove(_ name: String) throws { try folder.remove(inside(name)) }

  /// Makes a symbolic link in the repository.
  package func link(_ name: String, to destination: String) throws { try folder.link(inside(name), to: destination) }

  /// Sets the permissions of a file of the repository.
  package func setMode(_ mode: Int, of name: String) throws { try folder.setMode(mode, of: inside(name)) }

  /// Installs a hook, given by the lines of its shell script.
  package func hook(_ name: String, _ lines: String) throws {
    try folder.writeScript(inside(".git/hooks/\(name)"), lines)
  }

  /// Creates a bare repository and a remote for it; returns it as a sandbox, for checks and for its hooks.
  package func addRemote(_ name: String = "origin") throws -> GitRemoteSandbox {
    let bare = "\(name).git"
    let start = try StartFolders.copy(of: "bare") { start in
      try git("init", "--quiet", "--bare", "--initial-branch=main", "\(start.path)/bare.git")
      try start.append("[receive]\n\tautogc = false\n", to: "bare.git/config")
    }
    try FileManager.default.moveItem(atPath: "\(start.path)/bare.git", toPath: "\(folder.path)/\(bare)")
    try git("remote", "add", name, "\(folder.path)/\(bare)")
    return GitRemoteSandbox(GitSandbox(folder: folder, name: bare, environment: environment))
  }

  /// A clone of a remote in the same temporary folder: another user.
  package func clone(_ remote: GitRemoteSandbox, as name: String = "clone", _ options: String...) throws -> GitSandbox {
    let result = try run("git", ["clone", "--quiet"] + options + ["file://\(remote.path)", "\(folder.path)/\(name)"])
    guard result.succeeded else { throw Failure(arguments: ["clone"] + options, result: result) }
    return GitSandbox(folder: folder, name: name, environment: environment)
  }

  /// Makes `git` a script with these lines, for every command but those that find the repository and read the settings.
  package func replaceGit(by lines: String) throws {
    let path = environment["PATH"] ?? ""
    try folder.writeScript(
      "bin/git",
      "case \"$*\" in *'config --list'* | *rev-parse*show-toplevel*) PATH='\(path)' exec git \"$@\";; esac\n\(lines)")
    environment["PATH"] = "\(folder.path)/bin:\(path)"
  }

  /// Another folder of the sandbox as a repository, for example a linked work tree.
  package func at(_ name: String) -> GitSandbox { GitSandbox(folder: folder, name: name, environment: environment) }

  private func inside(_ name: String) -> String { "\(path.dropFirst(folder.path.count + 1))/\(name)" }

  /// No home, no system configuration, one author at one time.
  private static func environment(home: String) -> [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home, "TMPDIR": "/tmp",
      "LC_ALL": "C", "TZ": "UTC", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
      "GIT_TERMINAL_PROMPT": "0", "GIT_AUTHOR_NAME": "A. Author", "GIT_AUTHOR_EMAIL": "author@example.com",
      "GIT_AUTHOR_DATE": "@1767225600 +0100", "GIT_COMMITTER_NAME": "C. Committer",
      "GIT_COMMITTER_EMAIL": "committer@example.com", "GIT_COMMITTER_DATE": "@1767225660 -0330",
    ]
  }

  /// An error of a git command that a test needs.
  package struct Failure: Error, CustomStringConvertible {
    let arguments: [String]
    let result: CommandResult

    package var description: String {
      "git \(arguments.joined(separator: " ")): \(result.termination)\n\(result.outputText)\n\(result.errorText)"
    }
  }
}

/// A bare repository as a server.
package struct GitRemoteSandbox {
  private let sandbox: GitSandbox

  init(_ sandbox: GitSandbox) {
    self.sandbox = sandbox
  }

  /// The bare repository's folder, which is also its address.
  package var path: String { sandbox.path }

  /// Runs git on the server.
  @discardableResult
  package func git(_ arguments: String...) throws -> String {
    let result = try sandbox.run("git", arguments)
    guard result.succeeded else { throw GitSandbox.Failure(arguments: arguments, result: result) }
    return result.outputText
  }

  /// The target of a reference of the server; nil if there is none.
  package func reference(_ name: String) throws -> String? {
    let result = try sandbox.run("git", ["rev-parse", "--verify", "--quiet", "--end-of-options", name])
    return result.succeeded ? result.outputText : nil
  }

  /// Installs a hook of the server, for example `update`, whose arguments are the reference, its old and its new
  /// object.
  package func hook(_ name: String, _ lines: String) throws {
    try sandbox.folder.writeScript("\(sandbox.path.dropFirst(sandbox.folder.path.count + 1))/hooks/\(name)", lines)
  }
}
