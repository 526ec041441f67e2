import MartletCore
import Processes
import SystemAPI

extension SelfTestCase {
  /// Tests that hooks run, and that a release is undone when a hook refuses.
  static let hook = SelfTestCase(topic: "hook") { folder in
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
    try SelfTestFailure.check(
      refused.shellStatus == ExitStatus.failed.rawValue && refused.errorText.contains("no"),
      "a hook refused, but the release was not stopped: \(refused.errorText)")
    try SelfTestFailure.check(try folder.state() == before, "a hook refused, but the run left changes behind")
    try install("pre-commit", "exit 0")
    try install("commit-msg", "printf '\\nHooked: yes\\n' >>\"$1\"")
    let released = try folder.martlet("run", "local", "--yes")
    try SelfTestFailure.check(released.succeeded, "a release with hooks failed: \(released.errorText)")
    let message = try folder.git("log", "-1", "--format=%B")
    try SelfTestFailure.check(
      message.hasSuffix("Hooked: yes"), "the commit message lacks the change of the hook: \(message)")
    try folder.checkRelease()
    return "hooks can refuse and change commits, as with git"
  }

  /// Tests that branch and tag of a release arrive together.
  static let push = SelfTestCase(topic: "push") { folder in
    let result = try folder.martlet("run", "release", "--yes")
    try SelfTestFailure.check(result.succeeded, "the release failed: \(result.errorText)")
    try folder.checkRelease()
    let here = try folder.git("rev-parse", "HEAD", "1.5.0").split(separator: "\n")
    let remote = try folder.git("ls-remote", "origin", "refs/heads/main", "refs/tags/1.5.0")
    let arrived = remote.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
    try SelfTestFailure.check(arrived == here, "the remote has `\(remote)`")
    return "a release is made and pushed"
  }

  /// Tests that undo restores everything.
  static let undo = SelfTestCase(topic: "undo") { folder in
    let before = try folder.state()
    let released = try folder.martlet("run", "local", "--yes")
    try SelfTestFailure.check(released.succeeded, "the release failed: \(released.errorText)")
    try folder.checkRelease()
    let undone = try folder.martlet("undo", "--yes")
    try SelfTestFailure.check(undone.succeeded, "`martlet undo` failed: \(undone.errorText)")
    try SelfTestFailure.check(try folder.state() == before, "the undone run left changes behind")
    return "a release is undone completely"
  }

  /// Tests that a killed run can be undone.
  static let crash = SelfTestCase(topic: "crash") { folder in
    let script = "[ -e ../killed ] || { touch ../killed; kill -9 $PPID; sleep 5; }"
    let killed = try folder.runScripted(script)
    try SelfTestFailure.check(
      killed.shellStatus == 137, "SIGKILL ended the run with \(killed.shellStatus), expected 137")
    try SelfTestFailure.check(folder.read("VERSION") == "1.5.0\n", "the run was not killed after `bump`")
    let undone = try folder.martlet("undo", "--yes")
    try SelfTestFailure.check(undone.succeeded, "`martlet undo` failed: \(undone.errorText)")
    let state = try folder.git("status", "--porcelain") + (folder.read("VERSION") ?? "no VERSION")
    try SelfTestFailure.check(state == "1.4.2\n", "after `martlet undo`, the state is `\(state)`")
    return "a killed run can be undone"
  }
}
