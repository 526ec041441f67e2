import Essentials
import Processes
import TextEditing

extension Trial {
  /// Hooks run, one that refuses stops the release, and nothing is left of it.
  static let hook = Trial(topic: "hook") { folder in
    try folder.git("config", "core.hooksPath", "../hooks")
    try FileManager.default.createDirectory(atPath: folder.path(of: "../hooks"), withIntermediateDirectories: true)
    func install(_ name: String, _ script: String) throws {
      try folder.write("../hooks/\(name)", "#!/bin/sh\n\(script)\n")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "../hooks/\(name)"))
    }
    let before = try folder.state()
    try install("pre-commit", "echo no >&2; exit 1")
    let refused = try folder.martlet("run", "local", "--yes")
    try TrialFailure.check(
      refused.shellStatus == ExitStatus.failed.rawValue && refused.errorText.contains("no"),
      "a hook that refuses did not stop the release: \(refused.errorText)")
    try TrialFailure.check(try folder.state() == before, "a hook refused, and something is left of the run")
    try install("pre-commit", "exit 0")
    try install("commit-msg", "printf '\\nHooked: yes\\n' >>\"$1\"")
    let released = try folder.martlet("run", "local", "--yes")
    try TrialFailure.check(released.succeeded, "a release with hooks failed: \(released.errorText)")
    let message = try folder.git("log", "-1", "--format=%B")
    try TrialFailure.check(message.hasSuffix("Hooked: yes"), "the message is not the hook's: \(message)")
    try folder.checkRelease()
    return "hooks refuse and change commits as under git"
  }

  /// A release arrives whole: branch and tag together.
  static let push = Trial(topic: "push") { folder in
    let result = try folder.martlet("run", "release", "--yes")
    try TrialFailure.check(result.succeeded, "the release failed: \(result.errorText)")
    try folder.checkRelease()
    let here = try folder.git("rev-parse", "HEAD", "1.5.0").split(separator: "\n")
    let remote = try folder.git("ls-remote", "origin", "refs/heads/main", "refs/tags/1.5.0")
    let arrived = remote.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
    try TrialFailure.check(arrived == here, "the remote has `\(remote)`")
    return "a release is made and pushed"
  }

  /// A run that is undone leaves nothing.
  static let undo = Trial(topic: "undo") { folder in
    let before = try folder.state()
    let released = try folder.martlet("run", "local", "--yes")
    try TrialFailure.check(released.succeeded, "the release failed: \(released.errorText)")
    try folder.checkRelease()
    let undone = try folder.martlet("undo", "--yes")
    try TrialFailure.check(undone.succeeded, "`martlet undo` failed: \(undone.errorText)")
    try TrialFailure.check(try folder.state() == before, "something is left of a run that was undone")
    return "a release is undone to the last reference"
  }

  /// A run that was killed is finished, or undone.
  static let crash = Trial(topic: "crash") { folder in
    let script = "[ -e ../killed ] || { touch ../killed; kill -9 $PPID; sleep 5; }"
    let killed = try folder.runScripted(script)
    try TrialFailure.check(killed.shellStatus == 137, "SIGKILL ended the run with \(killed.shellStatus), expected 137")
    try TrialFailure.check(folder.read("VERSION") == "1.5.0\n", "the run was not killed behind `bump`")
    let undone = try folder.martlet("undo", "--yes")
    try TrialFailure.check(undone.succeeded, "`martlet undo` failed: \(undone.errorText)")
    let state = try folder.git("status", "--porcelain") + (folder.read("VERSION") ?? "no VERSION")
    try TrialFailure.check(state == "1.4.2\n", "after `martlet undo` there is `\(state)`")
    return "a run that was killed is undone"
  }
}
