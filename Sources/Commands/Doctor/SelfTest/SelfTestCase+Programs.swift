import MartletCore
import Processes
import SystemAPI

extension SelfTestCase {
  /// Tests that a child process gets its arguments, environment, folder and streams, but no other open file.
  static let spawn = SelfTestCase(topic: "spawn") { folder in
    let (held, other) = (open("/dev/null", O_RDONLY), open("/dev/null", O_RDONLY | O_CLOEXEC))
    defer {
      close(held)
      close(other)
    }
    let script = """
      printf '%s|' "$1" "$GIT_AUTHOR_NAME" "$(basename "$PWD")"
      for file in 3 4 5 6 7 8 9; do if (: <&$file) 2>/dev/null; then printf 'file %s|' $file; fi; done
      i=0; while [ $i -lt 20000 ]; do echo o; echo e >&2; i=$((i + 1)); done
      """
    let result = try folder.command("sh", ["-c", script, "sh", "a b"]).run()
    let expected = "a b|Martlet|work|"
    try SelfTestFailure.check(
      result.outputText.hasPrefix("\(expected)o\n"), "a child process printed `\(result.outputText.prefix(60))`")
    try SelfTestFailure.check(
      result.output.count == expected.utf8.count + 40_000 && result.errors.count == 40_000,
      "of 40 kB on each stream, only \(result.output.count) and \(result.errors.count) bytes arrived")
    return "a child process gets its arguments, environment, folder and streams, and nothing else"
  }

  /// Tests that a program is killed with its child processes after its timeout.
  static let deadline = SelfTestCase(topic: "deadline") { folder in
    var command = folder.command("sh", ["-c", "sleep 60 & echo $!; sleep 60"])
    // Time enough for the shell to print the id on a loaded machine.
    command.timeout = .seconds(2)
    command.gracePeriod = .seconds(1)
    let result = try command.run()
    guard case .timedOut = result.termination else {
      throw SelfTestFailure("expected a timeout, found \(result.termination)")
    }
    guard let child = pid_t(result.outputText) else {
      throw SelfTestFailure("expected a process id, found `\(result.outputText)`")
    }
    let limit = ContinuousClock.now + SelfTestFolder.limit
    // A process that has ended stays in the process table until its parent waits for it.
    while kill(child, 0) == 0, ContinuousClock.now < limit { usleep(10_000) }
    try SelfTestFailure.check(kill(child, 0) != 0, "a child process still runs after the timeout")
    return "a program is killed with its child processes after its timeout"
  }

  /// Tests that a second run in a repository is refused during the first.
  static let lock = SelfTestCase(topic: "lock") { folder in
    let result = try folder.runScripted("if \"$MARTLET\" run local --yes; then exit 1; else echo $? >../status; fi")
    try SelfTestFailure.check(result.succeeded, "the run around a second run failed: \(result.errorText)")
    let status = folder.read("../status") ?? "none"
    try SelfTestFailure.check(
      status == "\(ExitStatus.locked.rawValue)\n", "the second run exited with \(status), expected 75")
    try folder.checkRelease()
    return "a second run is refused"
  }

  /// Tests that a run undoes its changes after SIGINT.
  static let signal = SelfTestCase(topic: "signal") { folder in
    let script = "kill -INT $PPID; sleep 20"
    let result = try folder.runScripted("cat VERSION >../version; \(script)")
    try SelfTestFailure.check(
      result.shellStatus == ExitStatus.interrupted.rawValue,
      "SIGINT ended the run with \(result.shellStatus), expected 130: \(result.errorText)")
    try SelfTestFailure.check(folder.read("../version") == "1.5.0\n", "the script did not run after `bump`")
    try SelfTestFailure.check(folder.read("VERSION") == "1.4.2\n", "the version was not undone")
    try SelfTestFailure.check(try folder.git("status", "--porcelain") == "", "the run left changes behind")
    return "a run undoes its changes after SIGINT"
  }
}
