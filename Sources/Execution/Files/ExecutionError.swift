import MartletCore
import Processes

/// Why files or the repository do not match a plan, or could not be changed.
package enum ExecutionError: Error, Equatable, Sendable {
  case cannotRead(String, code: Int32)
  case cannotWrite(String, code: Int32)
  case cannotLock(String, code: Int32)
  /// Another run holds the lock; `holder` is the text in the lock file.
  case locked(holder: String)
  /// The disk has fewer free bytes than a plan needs.
  case noRoom(needed: UInt64, free: UInt64)
  case notAFile(String)
  case readOnly(String, mode: UInt32)
  /// A link that leads out of the repository.
  case outside(String)
  /// A file in a git directory, or a link that leads to one.
  case inGitDirectory(String)
  /// A link in the place of Martlet's lock or records.
  case linkedRecord(String)
  /// A broken link.
  case danglingLink(String)
  /// A file that a sparse checkout leaves out.
  case notCheckedOut(String)
  /// A Git LFS pointer in the place of a file.
  case lfsPointer(String)
  case notAFolder(String)
  case folderNotEmpty(String)
  /// A file is in the place of a folder to be written, or a folder in the place of a file.
  case inTheWay(String)
  /// Two names that are the same on some disks; this is the second one.
  case collidingNames(String)
  /// The reader of the output pipe has closed it.
  case brokenPipe
  case notText(String, TextError)
  case bareRepository(String)
  case changedSincePlan(String)
  case appearedSincePlan(String)
  /// Something else changed a file after this run wrote it.
  case changedSinceWritten(String)
  /// A file is not as a command of this run left it.
  case changedSinceCommand(String)
  /// The `pre-commit` hook added a change to the commit that is not in the plan.
  case changedByHook(String)
  /// The journal does not hold the planned contents of a file.
  case unknownContents(String)
  /// A commit of the run does not hold the planned contents of a file.
  case commitDiffers(ObjectID, path: String)
  case headMovedSincePlan
  case branchSwitchedSincePlan(String)
  case tagAppearedSincePlan(String)
  case unknownEntry(Int)
  /// An earlier run has not ended.
  case unfinished(RunID, RunStart)
  case noSuchRun(String)
  /// The shared record of the run is gone.
  case finishedElsewhere(RunID)
  /// A run was started in another working tree of the repository.
  case otherWorkTree(RunID, String)
  /// A run was started in another working tree, which has been removed.
  case removedWorkTree(RunID, String)
  case newerJournal(RunID, format: Int)
  /// The journal lines with the plan of the run cannot be read.
  case unreadableJournal(RunID, folder: String, copies: [CopiedFile] = [])
  /// The backup copy of a file is missing or damaged.
  case lostCopy(String)
  /// These are public, so the run cannot be undone.
  case alreadyPublic([String], isOpen: Bool)
  /// This may be public, but the remote could not be read.
  case maybePublic(String, reason: String)
  /// A commit with the files of a run that its journal does not contain: the user made it, or the last lines are lost.
  case unrecordedCommit(String, isPublic: Bool)
  /// The user has committed the files of a run that is done.
  case committedByUser(ObjectID, isPublic: Bool)
  /// An outward command was started, and whether it finished is unknown.
  case unknownOutcome(String)
  case missingReference(String)
  /// The kept copy of an artifact is missing or damaged.
  case lostArtifact(String, ContentDigest)
  /// The failure of a user's command; the string is the command as it is printed.
  case command(String, CommandProblem)
  /// This process must stop because of that signal.
  case interrupted(signal: Int32)
}

extension ExecutionError: ExplainedError {
  package var failure: Failure {
    switch self {
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
    case .noRoom(let needed, let free):
      Failure(
        "the disk has \(free) bytes free, expected \(needed) for what the plan writes",
        hint: "free some space; see what uses it with `du -sh .git .build`", code: .disk)
    case .notAFile(let path): Failure("`\(path)` is not a regular file")
    case .readOnly(let path, let mode):
      Failure(
        "`\(path)` is read-only (mode 0\(String(mode, radix: 8))), expected to be writable",
        hint: "make it writable with `chmod u+w '\(path)'`")
    case .outside(let path): Failure("`\(path)` is a link that leads out of the repository")
    case .inGitDirectory(let path): Failure("`\(path)` leads into a git directory, expected a file of the work tree")
    case .linkedRecord(let path):
      Failure(
        "`\(path)` is a symbolic link, and Martlet does not follow links to its own files",
        hint: "remove the link with `rm \(path.shellWord)`")
    case .danglingLink(let path): Failure("`\(path)` is a broken symbolic link, expected a regular file")
    case .notCheckedOut(let path):
      Failure(
        "`\(path)` is not checked out: this is a sparse checkout",
        hint: "get all files with `git sparse-checkout disable`")
    case .lfsPointer(let path):
      Failure(
        "`\(path)` is a Git LFS pointer, expected the file itself",
        hint: "get it with `git lfs pull --include \(path.shellWord)`")
    case .notAFolder(let path): Failure("`\(path)` is not a folder")
    case .folderNotEmpty(let path):
      Failure(
        "the folder `\(path)` is not empty, expected an empty or missing folder",
        hint: "name another folder, or write into this one with `--into`")
    case .inTheWay(let path): Failure("`\(path)` is in the way: a folder cannot replace a file, nor a file a folder")
    case .collidingNames(let path):
      Failure(
        "the path `\(path)` is refused: on some disks it is the same as another path of the tree",
        hint: "write a tar archive, or leave it out with `--exclude '/\(path)'`")
    case .brokenPipe: Failure("the output pipe was closed", exit: .brokenPipe)
    case .notText(let path, let error): Failure("`\(path)` is not text: \(error)")
    case .bareRepository(let path): Failure("`\(path)` is a bare repository, expected one with a working tree")
    case .changedSincePlan(let path):
      Failure(
        "`\(path)` has changed since the plan was made", hint: "run the command again for a new plan",
        code: .changedSince)
    case .appearedSincePlan(let path):
      Failure(
        "`\(path)` has appeared since the plan was made", hint: "run the command again for a new plan",
        code: .changedSince)
    case .changedSinceWritten(let path):
      Failure(
        "`\(path)` has changed since it was written",
        hint:
          "set the change aside with `git stash push --include-untracked -- \(path.shellWord)`; if a command of the lane made it, "
          + "declare the file in the command's `outputs`", code: .changedSince)
    case .changedSinceCommand(let path):
      Failure(
        "`\(path)` is not as the command of the run left it",
        hint: "undo the run with `martlet undo`, then run the lane again", code: .changedSince)
    case .changedByHook(let path):
      Failure(
        "the hook `pre-commit` changed `\(path)` in the commit, expected the planned contents",
        hint: "make the change in a `run` step before `commit`, with the file in its `outputs`, or set `hooks: false`",
        code: .changedSince)
    case .unknownContents(let path):
      Failure(
        "the journal does not hold the planned contents of `\(path)`",
        hint: "undo the run with `martlet undo`, then run the lane again")
    case .commitDiffers(let commit, let path):
      Failure(
        "commit \(commit.short) does not hold the planned contents of `\(path)`, so it is not pushed",
        hint: "compare them with `git show \(commit.short) -- \(path.shellWord)`", code: .changedSince)
    case .headMovedSincePlan:
      Failure(
        "the checked-out commit has changed since the plan was made",
        hint: "run the command again for a new plan", code: .headMoved)
    case .branchSwitchedSincePlan(let branch):
      Failure(
        "a branch other than `\(branch)` has been checked out since the plan was made",
        hint: "run the command again for a new plan", code: .headMoved)
    case .tagAppearedSincePlan(let name):
      Failure(
        "the tag `\(name)` has appeared since the plan was made", hint: "run the command again for a new plan",
        code: .tagTaken)
    case .unknownEntry(let number): Failure("entry \(number) of the plan is not a commit")
    case .unfinished(let id, let start):
      Failure(
        "run \(id) (`\(start.title)`) has not ended",
        hint: "run `martlet status`, which prints the commands that resume or undo it",
        code: .unfinishedRun)
    case .finishedElsewhere(let id):
      Failure(
        "run \(id) was finished or undone in another clone",
        hint: "get its commits with `git pull`, and end it here with `martlet undo --keep`", code: .changedSince)
    case .noSuchRun(let name): Failure("no run `\(name)`", hint: "list them with `martlet status --all`")
    case .otherWorkTree(let id, let path):
      Failure(
        "run \(id) was started in `\(path)`, expected in this working tree", hint: "change to it with `cd '\(path)'`")
    case .removedWorkTree(let id, let path):
      Failure(
        "run \(id) was started in the working tree `\(path)`, which has been removed",
        hint: "end the run with `martlet undo --keep`, which leaves its commits and tags as they are")
    case .newerJournal(let id, let format):
      Failure(
        "the journal of run \(id) has the format \(format), expected \(Journal.format) or less",
        hint: "use the version of Martlet that started the run, or a newer one", code: .newerJournal)
    case .unreadableJournal(let id, let folder, let copies):
      Failure(
        "the journal of run \(id) is damaged, and its plan cannot be read",
        hint:
          "see what the run changed with `git status`, restore files from `\(folder)/before`, then move `\(folder)` away",
        notes: copies.map { "restore `\($0.path)`: cp \($0.copy.shellWord) \($0.path.shellWord)" })
    case .lostCopy(let path):
      Failure(
        "the backup copy of `\(path)` is missing or damaged",
        hint: "see its versions in git with `git log -- '\(path)'`")
    case .alreadyPublic(let names, let isOpen):
      Failure(
        "already public, so it cannot be undone: \(names.joined(separator: "; "))",
        hint: isOpen
          ? "finish the run with `martlet resume`, and fix it in the next version" : "fix it in the next version",
        code: .alreadyPublic)
    case .maybePublic(let name, let reason):
      Failure(
        "whether this is public is unknown: \(name): \(reason)",
        hint:
          "try again when the remote can be read; if the run has not ended, `martlet resume` finds what arrived and "
          + "continues, and `martlet undo --keep` ends it and leaves everything as it is",
        code: .pushUnknown)
    case .unrecordedCommit(let work, let isPublic):
      Failure(
        "\(work) contains the files of the run, and its journal does not have this commit",
        hint: isPublic
          ? "end the run with `martlet undo --keep`, which leaves everything as it is"
          : "undo the commit and keep its files with `git reset --soft HEAD~1`, then run the command again; "
            + "or end the run with `martlet undo --keep`, which leaves everything as it is",
        code: .journalGone)
    case .committedByUser(let commit, let isPublic):
      Failure(
        "commit \(commit.short) contains the files of the run, so that undoing it would only change them back on disk",
        hint: isPublic
          ? "undo the commit with `git revert \(commit.short)`"
          : "if it is the last one, undo it and keep its files with `git reset HEAD~1`, then run `martlet undo` again; "
            + "otherwise run `git revert \(commit.short)`")
    case .unknownOutcome(let line):
      Failure(
        "whether `\(line)` finished is unknown",
        hint: "check it, then run `martlet resume --skip` if it finished, otherwise `martlet resume --repeat`",
        code: .unknownOutcome)
    case .lostArtifact(let path, let digest):
      Failure(
        "the file `\(path)` of the run is not in this clone, expected one with the SHA-256 \(digest.hex)",
        hint:
          "get the same files and run `martlet resume --artifacts FOLDER`; or run `martlet resume` in the clone where "
          + "the run began; or end the run with `martlet undo --keep`")
    case .missingReference(let name): Failure("there is no `\(name)` to push")
    case .command(let line, let problem): Failure("`\(line)` \(problem.phrase)", hint: problem.hint)
    case .interrupted(let signal): Failure("interrupted by \(Signal(signal))", exit: ExitStatus(afterSignal: signal))
    }
  }
}
