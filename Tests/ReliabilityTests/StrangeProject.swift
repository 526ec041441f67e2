import Foundation
import Processes
import TestSupport
import Testing

/// A small project at 1.4.2, tagged, with its remote `origin`, whose repository a test makes unusual; and the built
/// program in it.
///
///     let project = try StrangeProject()
///     try project.shell("git checkout -q --detach")
///     #expect(try project.martlet("run", "release").errors == "…")
final class StrangeProject {
  private let sandbox: GitSandbox
  /// The folder of commands, below `root`.
  var place = "work"
  /// The environment of programs.
  var environment: [String: String]

  /// The result of a run; `$ROOT` replaces the folder of everything.
  struct Outcome: Equatable {
    let status: Int32
    let output: String
    /// The errors without the line of the failure's code.
    let errors: String
    let code: String?
  }

  /// The command of a hook that kills the program, and git, which runs the hooks of a commit.
  static func kill(in hook: String) -> String {
    hook == "pre-push" ? "kill -9 $PPID" : "kill -9 $(ps -o ppid= -p $PPID) $PPID"
  }

  /// - Parameter manifest: The contents of the file `VERSION`.
  /// - Parameter parent: The folder in which the project's folder is made; nil: the one for temporary files.
  init(manifest: String = "1.4.2\n", in parent: String? = nil) throws {
    sandbox = try GitSandbox(of: "strange project \(manifest)", in: parent) { sandbox in
      try sandbox.commit("First", ["VERSION": manifest, "Releasefile": Self.releasefile])
      try sandbox.git("tag", "-a", "-m", "Cool 1.4.2", "1.4.2")
      try sandbox.git("commit", "--quiet", "--allow-empty", "--message", "Work")
      _ = try sandbox.addRemote()
      try sandbox.git("push", "--quiet", "--set-upstream", "origin", "main", "1.4.2")
    }
    environment = sandbox.environment
    environment["SOURCE_DATE_EPOCH"] = "1767225600"
    environment["LANG"] = nil
  }

  static let releasefile = """
    project: Cool
    manifests:
      - plain: VERSION
    lanes:
      release:
        steps: [ensure: clean, bump: minor, commit, tag, push]
      local:
        steps: [bump: minor, commit, tag, ensure: []]
      mark:
        steps: [tag, push, ensure: []]

    """

  /// The folder with the repository `work`, its remote `origin.git`, and further files of a test.
  var root: String { sandbox.folder.path }

  /// The folder of commands.
  var folder: String { "\(root)/\(place)" }

  /// Runs a shell script in the folder of commands, and returns its output; throws if it fails.
  @discardableResult
  func shell(_ script: String) throws -> String {
    let result = try Command("sh", ["-eu", "-c", script], environment: environment, directory: folder).run()
    guard result.succeeded else { throw Failure(what: script, result: result) }
    return result.outputText
  }

  /// Runs git, and returns its output; throws if it fails.
  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let result = try Command("git", arguments, environment: environment, directory: folder).run()
    guard result.succeeded else { throw Failure(what: arguments.joined(separator: " "), result: result) }
    return result.outputText
  }

  /// Runs the built program.
  func martlet(_ words: String...) throws -> Outcome { try martlet(words) }

  /// Runs the built program through another one, such as `faketime`, with leading arguments.
  func martlet(_ words: [String], by launcher: [String] = []) throws -> Outcome {
    try run(launcher + [MartletProgram.path()] + words)
  }

  private func run(_ words: [String]) throws -> Outcome {
    let result = try Command(words[0], Array(words.dropFirst()), environment: environment, directory: folder).run()
    let errors = result.errorText.replacing(root, with: "$ROOT")
    let more = errors.firstMatch(of: /\n?more: martlet help (.+)$/)
    return Outcome(
      status: try result.status(of: words.joined(separator: " ")),
      output: result.outputText.replacing(root, with: "$ROOT"),
      errors: more.map { String(errors[..<$0.range.lowerBound]) } ?? errors, code: more.map { String($0.output.1) })
  }

  /// The text of a file in the folder of commands; nil if there is none.
  func read(_ name: String) -> String? { sandbox.folder.read("\(place)/\(name)") }

  /// Writes a file in the folder of commands.
  func write(_ name: String, _ bytes: [UInt8]) throws { try sandbox.folder.write("\(place)/\(name)", bytes) }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// Whether the folder of commands contains a file or folder with that name.
  func has(_ name: String) -> Bool { sandbox.folder.has("\(place)/\(name)") }

  /// The state that a refused run must keep, except for the program's own lock.
  func snapshot() throws -> FolderSnapshot { try FolderSnapshot(of: root, without: Self.ownFiles(root)) }

  private static func ownFiles(_ root: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix("/martlet") }
  }

  struct Failure: Error, CustomStringConvertible {
    let what: String
    let result: CommandResult

    var description: String { "\(what): \(result.termination)\n\(result.outputText)\n\(result.errorText)" }
  }
}

extension CommandResult {
  /// The status as in a shell: 137 is SIGKILL. No other signal ends the program unless it has crashed.
  fileprivate func status(of what: String) throws -> Int32 {
    switch termination {
    case .exited(let status): return status
    case .killed(signal: 9): return 137
    case .killed, .timedOut, .interrupted: throw StrangeProject.Failure(what: what, result: self)
    }
  }
}

extension StrangeProject {
  /// Checks that `words` are refused with this complete message, and change nothing.
  func expectRefusal(
    _ words: String..., status: Int32 = 1, says errors: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try snapshot()
    let outcome = try martlet(words)
    #expect(outcome.status == status, sourceLocation: location)
    #expect(outcome.errors == errors, sourceLocation: location)
    #expect(try snapshot().differences(from: before) == [], sourceLocation: location)
  }

  /// Checks that lane `local` raises, commits and tags the version, and that git accepts the result: one commit of one
  /// file, an annotated tag at it, nothing else changed, staged or left behind.
  func expectRelease(
    _ words: [String] = ["run", "local"], of version: String = "1.5.0", at location: SourceLocation = #_sourceLocation
  ) throws {
    let (head, status) = (try git("rev-parse", "HEAD"), try git("status", "--porcelain"))
    let outcome = try martlet(words)
    try #require(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)", sourceLocation: location)
    #expect(try git("log", "-1", "--format=%P %s") == "\(head) Version \(version)", sourceLocation: location)
    #expect(try git("diff", "--name-only", "HEAD~", "HEAD") == "VERSION", sourceLocation: location)
    #expect(try git("show", "HEAD:VERSION") == version, sourceLocation: location)
    #expect(
      try git("for-each-ref", "--format=%(objecttype) %(*objectname)", "refs/tags/\(version)")
        == "tag \(git("rev-parse", "HEAD"))", sourceLocation: location)
    #expect(try git("status", "--porcelain") == status, sourceLocation: location)
    #expect(try git("fsck", "--strict", "--no-dangling") == "", sourceLocation: location)
    #expect(try shell("find . -name '*.lock' -o -name '.martlet-*'") == "", sourceLocation: location)
  }
}

extension StrangeProject {
  /// The references of `origin` with the record of a run that has not ended, one per line.
  func openRecords() throws -> String {
    try shell(
      """
      for name in $(git ls-remote origin 'refs/martlet/*' | cut -f2); do
        git fetch -q --no-tags origin "$name" && git show FETCH_HEAD:record.jsonl | tail -n 1 | grep -q '"event":{"ended"' || echo "$name"
      done
      """)
  }

  /// Replaces texts in the record of the lane `release` on the server, and its digests, which have no key.
  func editRecord(_ old: String, _ new: String, on remote: String = "../origin.git") throws {
    try write(
      "../edit.py",
      """
      import hashlib, json, subprocess, sys
      def git(*words, data=None):
          return subprocess.run(["git", *words], input=data, stdout=subprocess.PIPE, check=True).stdout.decode().strip()
      name = "refs/martlet/runs/release"
      text = git("show", name + ":record.jsonl")
      assert sys.argv[1] in text, text
      lines, previous = [], None
      for line in text.replace(sys.argv[1], sys.argv[2]).splitlines():
          record = json.loads(line)
          data = {"event": record["event"], "number": record["number"]}
          if previous: data["previous"] = previous
          data["time"] = record["time"]
          text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
          previous = hashlib.sha256(text.encode()).hexdigest()
          lines.append(text[:-1] + ',"sha256":"' + previous + '"}')
      blob = git("hash-object", "-w", "--stdin", data=("\\n".join(lines) + "\\n").encode())
      tree = git("mktree", data=f"100644 blob {blob}\\trecord.jsonl\\n".encode())
      git("update-ref", name, git("commit-tree", tree, "-m", "Record"))

      """)
    let command = ["python3", "../edit.py", old, new].map { "'\($0)'" }.joined(separator: " ")
    try shell("cd \(remote) && \(command.replacing("../edit.py", with: "\(root)/edit.py"))")
  }

  /// A project with this Releasefile, committed and pushed, and a second clone of it, `second`.
  static func withSecondClone(_ releasefile: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("Releasefile", releasefile)
    try project.shell("git commit -q -a -m Lanes; git push -q origin main; git clone -q ../origin.git ../second")
    return project
  }
}
