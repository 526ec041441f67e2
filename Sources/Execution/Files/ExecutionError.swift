import MartletCore
import Processes

/// Why files or the repository do not match a plan, or could not be changed.
package enum ExecutionError: Error, Equatable, Sendable {
  /// An error that no code distinguishes. The file that throws it makes it.
  case failed(Failure)
  case cannotRead(String, code: Int32)
  case cannotWrite(String, code: Int32)
  case cannotLock(String, code: Int32)
  /// Another run holds the lock; `holder` is the text in the lock file.
  case locked(holder: String)
  case notAFile(String)
  /// A link that leads out of the repository.
  case outside(String)
  /// A file that a sparse checkout leaves out.
  case notCheckedOut(String)
  /// A Git LFS pointer in the place of a file.
  case lfsPointer(String)
  case notAFolder(String)
  /// The reader of the output pipe has closed it.
  case brokenPipe
  case bareRepository(String)
  /// Something else changed a file after this run wrote it.
  case changedSinceWritten(String)
  case headMovedSincePlan
  case branchSwitchedSincePlan(String)
  /// An earlier run has not ended.
  case unfinished(RunID, RunStart)
  /// The shared record of the run is gone.
  case finishedElsewhere(RunID)
  /// A run was started in another working tree of the repository.
  case otherWorkTree(RunID, String)
  /// A run was started in another working tree, which has been removed.
  case removedWorkTree(RunID, String)
  /// The backup copy of a file is missing or damaged.
  case lostCopy(String)
  /// These are public, so the run cannot be undone.
  case alreadyPublic([String], isOpen: Bool)
  /// An outward command was started, and whether it finished is unknown.
  case unknownOutcome(String)
  case missingReference(String)
  /// The failure of a user's command; the string is the command as it is printed.
  case command(String, CommandProblem)
  /// This process must stop because of that signal.
  case interrupted(signal: Int32)
}

extension ExecutionError: ExplainedError {
  package var failure: Failure {
    switch self {
    case .failed(let failure): failure
    case .cannotRead(let path, let code):
      Failure("cannot read `\(path)`: \(systemMessage(code).lowercased())", code: .disk)
    case .cannotWrite(let path, let code):
      Failure("cannot write `\(path)`: \(systemMessage(code).lowercased())", code: .disk)
    case .cannotLock(let path, let code):
      Failure("cannot lock `\(path)`: \(systemMessage(code).lowercased())", code: .disk)
    case .locked(let holder):
      Failure(
        "another run holds the lock\(holder.isEmpty ? "" : ": \(holder)")",
        hint: "wait until that run ends; its lock is released automatically, even after a crash", code: .anotherRun,
        exit: .locked)
    case .notAFile(let path): Failure("`\(path)` is not a regular file")
    case .outside(let path): Failure("`\(path)` is a link that leads out of the repository")
    case .notCheckedOut(let path):
      Failure(
        "`\(path)` is not checked out: this is a sparse checkout",
        hint: "get all files with `git sparse-checkout disable`")
    case .lfsPointer(let path):
      Failure(
        "`\(path)` is a Git LFS pointer, expected the file itself",
        hint: "get it with `git lfs pull --include \(path.shellWord)`")
    case .notAFolder(let path): Failure("`\(path)` is not a folder")
    case .brokenPipe: Failure("the output pipe was closed", exit: .brokenPipe)
    case .bareRepository(let path): Failure("`\(path)` is a bare repository, expected one with a working tree")
    case .changedSinceWritten(let path):
      Failure(
        "`\(path)` has changed since it was written",
        hint:
          "set the change aside with `git stash push --include-untracked -- \(path.shellWord)`; if a command of the lane made it, "
          + "declare the file in the command's `outputs`", code: .changedSince)
    case .headMovedSincePlan:
      Failure(
        "the checked-out commit has changed since the plan was made",
        hint: "run the command again for a new plan", code: .headMoved)
    case .branchSwitchedSincePlan(let branch):
      Failure(
        "a branch other than `\(branch)` has been checked out since the plan was made",
        hint: "run the command again for a new plan", code: .headMoved)
    case .unfinished(let id, let start):
      Failure(
        "run \(id) (`\(start.title)`) has not ended",
        hint: "run `martlet status`, which prints the commands that finish or undo it",
        code: .unfinishedRun)
    case .finishedElsewhere(let id):
      Failure(
        "run \(id) was finished or undone in another clone",
        hint: "get its commits with `git pull`, and end it here with `martlet undo --keep`", code: .changedSince)
    case .otherWorkTree(let id, let path):
      Failure(
        "run \(id) was started in `\(path)`, expected in this working tree", hint: "change to it with `cd '\(path)'`")
    case .removedWorkTree(let id, let path):
      Failure(
        "run \(id) was started in the working tree `\(path)`, which has been removed",
        hint: "end the run with `martlet undo --keep`, which leaves its commits and tags as they are")
    case .lostCopy(let path):
      Failure(
        "the backup copy of `\(path)` is missing or damaged",
        hint: "see its versions in git with `git log -- '\(path)'`")
    case .alreadyPublic(let names, let isOpen):
      Failure(
        "already public, so it cannot be undone: \(names.joined(separator: "; "))",
        hint: isOpen
          ? "finish the run with `martlet finish`, and fix it in the next version" : "fix it in the next version",
        code: .alreadyPublic)
    case .unknownOutcome(let line):
      Failure(
        "whether `\(line)` finished is unknown",
        hint: "check it, then run `martlet finish --skip` if it finished, otherwise `martlet finish --repeat`",
        code: .unknownOutcome)
    case .missingReference(let name): Failure("there is no `\(name)` to push")
    case .command(let line, let problem): Failure("`\(line)` \(problem.phrase)", hint: problem.hint)
    case .interrupted(let signal): Failure("interrupted by \(Signal(signal))", exit: ExitStatus(afterSignal: signal))
    }
  }
}
