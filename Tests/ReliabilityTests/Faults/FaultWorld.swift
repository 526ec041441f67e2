import Foundation
import Processes
import TestSupport

/// A project with the user's staged, unstaged and untracked changes, which is released, broken and fixed. Copies
/// replace each other at the same path, because a run belongs to its folder.
final class FaultWorld {
  private let sandbox: GitSandbox
  private let environment: [String: String]

  /// The canary that must not be in any file or output.
  static let canary = "canary-5e1f0c77"
  /// The subject of the lanes' commit.
  static let subject = "Version 1.5.0"

  private static let files = [
    "VERSION": "1.4.2\n", "package.json": "{\"version\": \"1.4.2\"}\n", "deep/er/.env.version": "VERSION=1.4.2\n",
    "staged": "a\n", "changed": "b\n",
    "Releasefile": """
    project: P
    version: {tag: "${version}"}
    manifests: [{plain: VERSION}, {json: package.json, key: version}, {text: deep/er/.env.version, pattern: "VERSION=${version}"}]
    lanes:
      release:
        steps: [bump: minor, commit: "Version ${version}", tag, push]
      staged:
        steps:
          - run: [git, --version]
          - bump: minor
          - run: {shell: 'echo "made $MARTLET_VERSION" > made; echo "$TOKEN"', outputs: [made], environment: {TOKEN: "${env.API_TOKEN}"}}
          - commit: Version ${version}
          - tag
          - push
    # The user has changes of their own.
    before_all: [{ensure: []}]

    """,
  ]

  init() throws {
    sandbox = try GitSandbox()
    environment = sandbox.environment.merging(
      ["SOURCE_DATE_EPOCH": "1767225600", "CI": "true", "MARTLET_TRUSTED": "true", "API_TOKEN": Self.canary]) { $1 }
    try sandbox.commit("First", Self.files)
    _ = try sandbox.addRemote()
    try sandbox.git("push", "--quiet", "--set-upstream", "origin", "main")
    try sandbox.git("remote", "set-url", "origin", "../origin.git")
    for name in ["staged", "changed", "unknown"] { try sandbox.write(name, "mine\n") }
    try sandbox.git("add", "staged")
    try shell("mkdir ../at; mv ../work ../origin.git ../at; cp -a ../at ../first", in: "home")
  }

  /// Saves the current state under another name.
  func keep(_ name: String) throws { try shell("rm -rf ../\(name); cp -a ../at ../\(name)", in: "home") }

  /// Restores the state saved under that name; `first` is the original project.
  func restore(_ name: String) throws { try shell("rm -rf ../at; cp -a ../\(name) ../at", in: "home") }

  var trace: String { "\(sandbox.folder.path)/trace" }

  /// Whether the last fault has happened, according to `strace`.
  var hasFired: Bool { sandbox.folder.read("trace")?.contains("(INJECTED)") == true }

  /// Runs the program through another one with the leading arguments.
  func martlet(_ words: [String], by launcher: [String] = []) throws -> CommandResult {
    let all = launcher + [try MartletProgram.path()] + words
    let result = try Command(
      all[0], Array(all.dropFirst()), environment: environment, directory: "\(sandbox.folder.path)/at/work"
    ).run()
    // The children of a killed program, such as a push, end without help.
    try ProcessTable.wait(forProcessesIn: "\(sandbox.folder.path)/at")
    return result
  }

  /// The operations of that kind in a run without a fault, after those of the program's start.
  func operations(_ fault: Fault, of words: [String]) throws -> [Fault.Operation] {
    func traced(_ words: [String]) throws -> String {
      _ = try martlet(words, by: fault.tracer(trace))
      return sandbox.folder.read("trace") ?? ""
    }
    return try Fault.operations(in: traced(words), after: traced(["--version"]))
  }

  /// Everything of the user: files with modes, index, references, and the remote's references.
  func state() throws -> String {
    try shell(
      """
      cat .git/HEAD; git for-each-ref; git ls-files --stage; git --no-optional-locks status --porcelain
      find . -path ./.git -prune -o ! -type d -print | sort | while read -r f; do stat -c '%A %n' "$f"; cat "$f"; done
      git --git-dir=../origin.git for-each-ref
      """, in: "at/work")
  }

  /// A user's change of a file of the run.
  struct FileChange {
    let file: String
    let phrase: String
  }

  /// Edits, deletes or resets one file of the run.
  func changeFile(using generator: inout SeededGenerator) throws -> FileChange {
    let files = ["VERSION", "package.json", "deep/er/.env.version", "made"]
    let file = files[Int.random(in: files.indices, using: &generator)]
    let scripts = [
      ("edited", "[ ! -e \(file) ] || echo WIP >> \(file)"), ("deleted", "rm -f \(file)"),
      ("reset", "git checkout -q HEAD -- \(file) 2> /dev/null || rm -f \(file)"),
    ]
    let (action, script) = scripts[Int.random(in: scripts.indices, using: &generator)]
    try shell(script, in: "at/work")
    return FileChange(file: file, phrase: "\(file) \(action)")
  }

  /// The public state.
  func published() throws -> String { try shell("git for-each-ref", in: "at/origin.git") }

  /// The number of published releases.
  func timesReleased() throws -> Int {
    let log = try shell("git log --all --format=%s", in: "at/origin.git")
    return log.split(separator: "\n").count { $0 == Self.subject }
  }

  /// Leftovers that a run must not have: locks, temporary files, damage.
  func debris() throws -> String {
    try shell(
      """
      find .. -name '*.lock' -o -name '.martlet-*' -o -name '*index.*'
      git fsck --strict --no-dangling 2>&1; git --git-dir=../origin.git fsck --strict --no-dangling 2>&1
      """, in: "at/work")
  }

  /// The files that contain the secret.
  func leaks() throws -> String { try shell("grep -rl '\(Self.canary)' ../at || true", in: "home") }

  /// Removes files made by a command that cannot be undone.
  func removeProducts() throws { try shell("rm -f made", in: "at/work") }

  @discardableResult
  private func shell(_ script: String, in folder: String) throws -> String {
    let command = Command(
      "sh", ["-eu", "-c", script], environment: environment, directory: "\(sandbox.folder.path)/\(folder)")
    let result = try command.run()
    guard result.succeeded else { throw Failure(description: "\(script)\n\(result.outputText)\n\(result.errorText)") }
    return result.outputText
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

enum ProcessTable {
  /// Waits until no process has a folder below `folder` as its current one, for at most ten seconds.
  static func wait(forProcessesIn folder: String) throws {
    for _ in 0..<2_000 {
      let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
      let isBusy = processes.contains { process in
        let current = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
        return current?.hasPrefix(folder) == true
      }
      guard isBusy else { return }
      usleep(5_000)
    }
  }
}
