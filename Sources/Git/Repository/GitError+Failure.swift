import MartletCore
import Processes

extension GitError: ExplainedError {
  package var failure: Failure {
    switch self {
    case .notARepository(let path):
      Failure(
        "`\(path)` is not in a git repository",
        hint: "make it one with `git init`, or name the folder of one with `-C DIR`")
    case .bareRepositoryRefused(let path):
      Failure(
        "`\(path)` is a bare repository, and `safe.bareRepository` is `explicit`",
        hint: "run the command in another folder")
    case .foreignOwner(let path):
      Failure(
        "the repository `\(path)` belongs to another user, so git refuses to use it",
        hint: "allow it with `git config --global --add safe.directory '\(path.replacingSingleQuotes)'`",
        code: .foreignOwner)
    case .unusable(let path, let reason):
      Failure(
        "the repository `\(path)` cannot be read: \(reason)",
        hint: "see git's own error with `git -C '\(path.replacingSingleQuotes)' status`")
    case .misleadingVariable(let name, let value):
      Failure(
        "`\(name)` is set to `\(value)`, expected it to be unset: Martlet uses the repository of the folder",
        hint: "remove it with `unset \(name)`, and name the folder with `-C DIR`")
    case .specialFile(let path):
      Failure(
        "`\(path)` is a named pipe, a socket or a device, expected a file",
        hint: "remove it with `rm '\(path.replacingSingleQuotes)'`", code: .damagedRepository)
    case .damaged(let task, let reason):
      Failure(
        "git could not \(task), because the repository is damaged: \(reason)",
        hint: Self.damageHint,
        code: .damagedRepository)
    case .unreadableIndex(let reason):
      Failure("the index cannot be read: \(reason)", hint: Self.indexHint, code: .damagedRepository)
    case .locked(let reason): Failure("another git command holds a lock: \(reason)", code: .gitLock)
    case .lockHeld(let path, let age):
      Failure(
        "another git command holds the lock `\(path)`, which is \(age.asAge) old",
        hint:
          "wait for the other command; if none is running, remove the lock with `rm '\(path.replacingSingleQuotes)'`",
        code: .gitLock)
    case .notWritable(let folder):
      Failure(
        "the folder `\(folder)` is not writable for this user",
        hint: Files.isOwn(folder)
          ? "make it writable with `chmod u+rwx '\(folder.replacingSingleQuotes)'`"
          : "make it yours with `sudo chown -R \"$(id -u)\" '\(folder.replacingSingleQuotes)'`")
    case .noSuchObject(let id):
      Failure(
        "no object \(id) in the repository",
        hint: Self.damageHint,
        code: .damagedRepository)
    case .branchNotText:
      Failure("HEAD names a branch whose name is not UTF-8", hint: "rename it with `git branch -m NAME`")
    case .missingIdentity(let role):
      Failure(
        "git has no name and email for the \(role.rawValue) of the commit",
        hint:
          "set them with `git config --global user.name 'Your Name'` and `git config --global user.email you@example.com`",
        code: .identity)
    case .identityNotText(let role):
      Failure("the name or email of the \(role.rawValue) is not UTF-8", code: .identity)
    case .invalidDate(let text, let variable):
      Failure(
        "`\(text)` in `\(variable)` is not a date, expected one such as `@1767225600 +0000` or `2026-01-01T00:00:00Z`")
    case .invalidSetting(let key, let value, let expected):
      Failure(
        "`\(key)` is set to `\(value)`, expected \(expected)",
        hint: "see where it is set with `git config --show-origin --get-all \(key)`")
    case .headMoved(let expected, let found):
      Failure("HEAD is at \(found.quoted), expected \(expected.quoted)", code: .headMoved)
    case .referenceMoved(let name, let expected, let found):
      Failure("`\(name)` is at \(found.quoted), expected \(expected.quoted)", code: .headMoved)
    case .referenceInTheWay(let other, let name): Failure("`\(name)` cannot be created while `\(other)` exists")
    case .invalidTagName(let name): Failure("`\(name)` is not a valid tag name")
    case .tagExists(let name, let target):
      Failure("the tag `\(name)` exists already, at \(target.short)", code: .tagTaken, exit: .conflict)
    case .unknownRevision(let revision):
      Failure("`\(revision)` does not exist in the repository, expected a commit, a tag or a tree")
    case .noTree(let revision): Failure("`\(revision)` names a file, expected a commit, a tag or a tree")
    case .missingObject(let id, let path, let isPartialClone):
      Failure(
        path.map { "`\($0)` cannot be read: its object \(id) is missing in the repository" }
          ?? "the object \(id) is missing in the repository",
        hint: isPartialClone ? "get what the partial clone left out with `git fetch --refetch --no-filter`" : nil)
    case .unusableObject(let id, let reason):
      Failure(Self.text(of: id, reason), hint: Self.damageHint, code: .damagedRepository)
    case .unsafePath(let path, let reason): Failure("the path `\(path)` is refused: \(reason)")
    case .badPathspec(let path, let reason): Failure("`\(path)` is not a valid pathspec: \(reason)")
    case .noMatch(let path): Failure("`\(path)` matches no path in the tree")
    case .submoduleInTree(let path):
      Failure(
        "`\(path)` is a submodule, expected none",
        hint: "leave it empty with `--submodules skip`, or export its contents with `--submodules include`")
    case .missingSubmodule(let path, let commit):
      Failure(
        "the submodule `\(path)` does not have its commit \(commit.short)",
        hint: "get it with `git submodule update --init '\(path.replacingSingleQuotes)'`")
    case .unsupportedEncoding(let path, let name):
      Failure("`\(path)` has the encoding `\(name)`, which is not supported")
    case .smudgeFailed(let path, let filter, let output):
      Failure("the filter `\(filter)` of `\(path)` failed", notes: output.nonEmptyLines)
    case .hiddenFilter(let path, let filter):
      Failure(
        "the filter `\(filter)` of `\(path)` is declared in `.git/config`, whose programs do not run in this command",
        hint: "declare it in your own configuration, with `git config --global`, if you trust it")
    case .unexpandable(let path, let format, let output):
      Failure(
        "`$Format:\(format)$` in `\(path)` cannot be expanded by this version of git",
        notes: output.nonEmptyLines)
    case .notCommittable(let path, let reason): Failure("`\(path)` cannot be committed: \(reason)")
    case .inOtherRepository(let path, let folder):
      Failure(
        "`\(path)` belongs to the repository in `\(folder)`, and cannot be committed in this one",
        hint: "run the command there, with `-C '\(folder.string.replacingSingleQuotes)'`")
    case .hiddenFromGit(let path, let hidden):
      Failure(
        "`\(path)` is marked \(hidden.mark), so git would not commit it",
        hint: "remove the mark with `git update-index \(hidden.removal) '\(path.string.replacingSingleQuotes)'`")
    case .unmergedPaths(let paths):
      Failure("not merged yet: \(paths.map(\.string).quotedList)", hint: "merge them, then add them with `git add`")
    case .nothingToCommit: Failure("nothing to commit: the given files do not differ from HEAD")
    case .emptyMessage: Failure("the message is empty")
    case .nulInMessage: Failure("the message holds a NUL byte")
    case .hookFailed(let name, let how, let output):
      Failure("the hook `\(name)` refused the commit with \(how)", notes: output.nonEmptyLines, code: .hookFailed)
    case .filterFailed(let path, let output):
      Failure("the content filter of `\(path)` failed", notes: output.nonEmptyLines)
    case .missingSigningKey(let format):
      Failure(
        "signing is on, but there is no key for the format `\(format)`",
        hint: "name one with `git config user.signingkey KEY`", code: .signing)
    case .unknownSigningFormat(let format):
      Failure(
        "`\(format)` in `gpg.format` is not a signing format, expected `openpgp`, `ssh` or `x509`", code: .signing)
    case .notSSH(let format):
      Failure(
        "a file is signed with a key for ssh, and git signs with a key for `\(format)`",
        hint:
          "sign with ssh: `git config gpg.format ssh`, then `git config user.signingkey ~/.ssh/id_ed25519.pub`; in CI, "
          + "`MARTLET_SIGNING_KEY` has to be a key for ssh", code: .signing)
    case .signingFailed(let program, let output):
      Failure("`\(program)` could not sign", notes: output.nonEmptyLines, code: .signing)
    case .unusableGivenKey(let variable):
      Failure(
        "the variable `\(variable)` holds neither an SSH private key nor an OpenPGP private key in ASCII armour",
        hint: "put the whole key into `\(variable)`, from the line `-----BEGIN` to the line `-----END`, or unset it",
        code: .signing)
    case .program(let error): Failure(error)
    case .interrupted(let signal): Failure("interrupted by \(Signal(signal))", exit: ExitStatus(afterSignal: signal))
    case .refused(let task, let output): Failure("git could not \(task)", notes: output.nonEmptyLines)
    case .failed(let task, let reason): Failure("git could not \(task): \(reason)")
    }
  }

  private static let damageHint =
    "see what is broken with `git fsck`; `git fetch --refetch` fetches the remote's objects again"
  private static let indexHint = "rebuild it with `rm \"$(git rev-parse --git-path index)\" && git reset`"
}

extension Failure {
  /// The failure of a program that could not be run; git is required.
  init(_ error: ProcessError) {
    self = error == .programNotFound("git") ? .missingGit : Failure(error.description)
  }

  /// There is no `git` program.
  package static let missingGit = Failure(
    "no program `git` in `PATH`",
    hint: "install git, on macOS with `xcode-select --install`, or add its folder to `PATH`")
}

extension ObjectID? {
  fileprivate var quoted: String { map(\.short) ?? "no commit" }
}

extension Int {
  /// The seconds in a short form: `5 s`, `12 min`, `3 h`, `4 d`.
  fileprivate var asAge: String {
    switch self {
    case ..<120: "\(self) s"
    case ..<7200: "\(self / 60) min"
    case ..<172_800: "\(self / 3600) h"
    default: "\(self / 86400) d"
    }
  }
}

extension String {
  /// The lines that are not blank, indented for the notes of a diagnostic. If there are many, only the last ones, where
  /// programs and servers print the reason.
  var nonEmptyLines: [String] {
    let lines = split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    let shown = lines.suffix(40).map { "  \(String($0.prefix(1000)).trimmingTrailingBlanks())" }
    return lines.count > 40 ? ["  … \(lines.count - 40) earlier lines"] + shown : shown
  }

  fileprivate var replacingSingleQuotes: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}

extension GitError {
  /// The error for an object that was not read.
  init(_ error: ObjectError) {
    self =
      switch error {
      case .refused(let refused): .unusableObject(refused.id, reason: refused.reason)
      case .program(let error): .program(error)
      case .interrupted(let signal): .interrupted(signal: signal)
      }
  }

  fileprivate static func text(of id: ObjectID, _ reason: String) -> String {
    "the object \(id) is unusable: \(reason)"
  }
}
