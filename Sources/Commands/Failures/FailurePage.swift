import MartletCore

/// The page of an error code.
struct FailurePage: Equatable {
  /// What has happened, and why.
  let cause: String
  /// What was changed, and whether it is public.
  let state: String
  /// What to do, most likely first.
  let remedies: [String]
}

extension FailureCode {
  private static let untouched = "Nothing was changed: a check before the run failed."
  private static let onlyReads =
    "No command changes anything there, contacts a server other than that of `origin`, or uses a token."
  private static let readingCommands = "use commands that only read, such as `martlet plan LANE` and `martlet check`"
  static let undone =
    "Nothing is public. All local changes were undone, unless the message states the opposite."

  /// The page of this error code.
  var page: FailurePage {
    switch self {
    case .alreadyPublic:
      FailurePage(
        cause: "A run can be undone while nothing of it is public. This one has pushed or run an `outward` command.",
        state: "Nothing was changed by this command. `martlet status` lists what is public.",
        remedies: [
          "if the run has not ended, finish it with `martlet resume`",
          "if the release is wrong, end the run with `martlet undo --keep`, then release a fixed version: a public tag "
            + "is never moved, because package managers store its commit",
          "if the release is right, and you did the rest yourself, end the run with `martlet undo --keep`",
        ])
    case .anotherRun:
      FailurePage(
        cause: "Another `martlet` process is changing this repository; its process id and lane are in the message. "
          + "The lock ends with that process, so it cannot be stale.",
        state: Self.untouched, remedies: ["wait until it has ended, then run the command again"])
    case .answerLost: .answerLost
    case .assetRules: .assetRules
    case .changedSince:
      FailurePage(
        cause:
          "A file has changed since the plan was made, or since the run wrote it. An editor, a formatter, a hook or a "
          + "command of the lane may have written it. Martlet releases the planned contents or nothing.",
        state: "The file was not touched. \(Self.undone)",
        remedies: [
          "look at the file with `git diff`",
          "if the run has not ended: stash the change with `git stash push --include-untracked -- FILE`, then "
            + "`martlet resume`",
          "if the run has ended: run the command again; the new plan contains the new contents",
          "if a command of the lane writes the file, declare the file in the command's `outputs`",
        ])
    case .credentials: .credentials
    case .damagedRepository:
      FailurePage(
        cause: "An object, a reference or the index of the repository is missing or damaged.",
        state: Self.untouched,
        remedies: [
          "find the damage: `git fsck`", "fetch all objects again: `git fetch --refetch`",
          "if only the index is damaged: `rm \"$(git rev-parse --git-path index)\" && git reset`",
        ])
    case .disk:
      FailurePage(
        cause: "A file could not be read, written or locked. The reason is in the message: no space, no permission, a "
          + "disk error, or a limit of the process.",
        state: "Every file has its old or its planned contents, never a mix. \(Self.undone)",
        remedies: [
          "fix the cause: `df -h .`, `ls -l FILE`, `ulimit -a`",
          "if a run is unfinished: `martlet resume`; otherwise run the command again",
        ])
    case .foreignOwner:
      FailurePage(
        cause: "The repository belongs to another user, for example in a container that mounts it. git and Martlet "
          + "refuse such repositories, because their configuration can run programs.",
        state: Self.untouched,
        remedies: ["if you trust it: `git config --global --add safe.directory PATH`, with the path in the message"])
    case .gitLock:
      FailurePage(
        cause: "Another git command holds a lock of this repository, or left one behind when it was killed. Martlet "
          + "waits two seconds for a lock, and removes a lock only if a killed run of Martlet left it.",
        state: Self.undone,
        remedies: [
          "close other git programs and editors, then run the command again",
          "if no git command is running, remove the file named in the message",
        ])
    case .headMoved:
      FailurePage(
        cause: "Since the plan was made, the user or another process has committed, switched branches or moved a "
          + "reference here.",
        state: "`resume` and `undo` changed nothing. \(Self.undone)",
        remedies: [
          "run the command again, which makes a new plan",
          "if a run has stopped, follow the hint of the message, then run `martlet resume` or `martlet undo` again",
        ])
    case .hookFailed:
      FailurePage(
        cause: "A git hook of this clone refused the commit or the push; its output is in the message.",
        state: Self.undone,
        remedies: [
          "fix what the hook reports, then run the command again",
          "if the hook is not meant for releases: `commit: {hooks: false}` or `push: {hooks: false}`",
        ])
    case .identity:
      FailurePage(
        cause: "git has no name or email address for commits, and Martlet does not invent one.", state: Self.untouched,
        remedies: [
          "`git config --global user.name 'Your Name'`, `git config --global user.email you@example.com`",
          "in CI: set `GIT_AUTHOR_NAME`, `GIT_AUTHOR_EMAIL`, `GIT_COMMITTER_NAME` and `GIT_COMMITTER_EMAIL`",
        ])
    case .journalGone:
      FailurePage(
        cause:
          "The journal of a run or its record on the remote has lost lines, so what the run has done is not known for "
          + "certain.",
        state: "Nothing was changed by this command.",
        remedies: [
          "see what is public: `git ls-remote origin`, and the pages of the releases",
          "finish what is left by hand, then end the run with `martlet undo --keep`",
        ])
    case .newerJournal:
      FailurePage(
        cause: "The run was begun by a newer version of Martlet, whose journal this version cannot read.",
        state: Self.untouched, remedies: ["use that version of Martlet, or a newer one"])
    case .noAtomicPush:
      FailurePage(
        cause: "This server, or this transport, cannot push a branch and a tag atomically, so the tag could become "
          + "public while the branch is refused.",
        state: Self.undone,
        remedies: [
          "push one after the other, the tag last: `push: {atomic: false}`", "push with git, over ssh or https",
        ])
    case .noLibcurl: .noLibcurl
    case .notClean:
      FailurePage(
        cause: "A release contains only what is committed, but there are uncommitted changes.", state: Self.untouched,
        remedies: [
          "commit them", "stash them: `git stash --include-untracked`",
          "allow untracked files: `ensure_clean: {allow_untracked: true}`",
          "commit the changes in the files of the release with it: `allow_dirty: true` in the lane",
        ])
    case .outputs:
      FailurePage(
        cause:
          "The result files of a run (`martlet.env`, `martlet-result.json`) would overwrite a file of the checked-out "
          + "commit.",
        state: Self.untouched,
        remedies: [
          "name a folder that git ignores: `--outputs DIR`, or the variable `MARTLET_OUTPUTS`",
          "or remove the file from git: `git rm --cached FILE`, and ignore it",
        ])
    case .pullRequest:
      FailurePage(
        cause: "This is the pipeline of a pull request from a fork or an unknown repository, or of an event that does "
          + "not need write access. \(Self.onlyReads)",
        state: "\(Self.untouched) The steps of `on_error` are left out, too.",
        remedies: [
          Self.readingCommands, "run the command in a branch build, such as `main` after the merge",
          "if only users who may release can start the pipeline: set `MARTLET_TRUSTED=true` in its definition",
        ])
    case .pullRequestReleasefile:
      FailurePage(
        cause:
          "This is the pipeline of a pull request that changes the Releasefile, or may change it because the target "
          + "branch is unknown or not fetched. \(Self.onlyReads)",
        state: "\(Self.untouched) The steps of `on_error` are left out, too.",
        remedies: [
          "fetch the target branch: `git fetch origin +refs/heads/main:refs/remotes/origin/main`",
          Self.readingCommands, "merge the change first, then run the command in a build of the branch",
        ])
    case .pushBehind:
      FailurePage(
        cause: "The remote branch has commits that are not here; both heads are in the message.",
        state: Self.undone,
        remedies: ["pull them: `git pull --rebase`", "then run the command again; Martlet never force-pushes"])
    case .pushPartial:
      FailurePage(
        cause:
          "Branch and tag were pushed one after the other (`atomic: false`), and the server accepted only the first.",
        state: "The references that arrived, as listed in the message, are public. The rest is not.",
        remedies: ["fix the cause that the server reports", "then run `martlet resume`, which pushes the rest"])
    case .pushRefused:
      FailurePage(
        cause: "The server's rules forbid this push: a protected branch, a rule for tags, a required check, a quota. "
          + "Its output is in the message.",
        state: Self.undone,
        remedies: [
          "allow the releasing account to bypass the rule, or release from a branch without it",
          "release only a tag, on a reviewed commit: a lane with `tag` and `push`, without `commit`",
        ])
    case .pushUnknown:
      FailurePage(
        cause:
          "The connection ended before the server's response, or the server does not have what it reported as accepted.",
        state: "Local changes are kept, because they may be public.",
        remedies: [
          "check the server: `martlet status`",
          "resume the run: `martlet resume`, which does not push again what arrived",
        ])
    case .rateLimit: .rateLimit
    case .releaseExists: .releaseExists
    case .releaseImmutable: .releaseImmutable
    case .requestRefused: .requestRefused
    case .shallowClone:
      FailurePage(
        cause: "This clone has only the newest commits, so tags and commit counts could be wrong. CI systems make "
          + "such clones by default.",
        state: Self.untouched,
        remedies: [
          "`git fetch --unshallow --tags`", "GitHub, Gitea and Forgejo: `fetch-depth: 0` for `actions/checkout`",
          "GitLab: `GIT_DEPTH: 0`",
        ])
    case .signing:
      FailurePage(
        cause: "Commits or tags must be signed, but a trial signature before the run failed.",
        state: Self.untouched,
        remedies: [
          "check that signing works: `echo x | gpg --clearsign`, or `ssh-add -l` for ssh",
          "at a terminal over ssh: `export GPG_TTY=$(tty)`",
          "in CI: set `MARTLET_SIGNING_KEY` to the key; git's configuration does not change",
          "to turn it off for one step: `sign: false`",
        ])
    case .tagProtected: .tagProtected
    case .tagTaken:
      FailurePage(
        cause: "The tag of this version already exists at another commit: the version is released already, or an "
          + "earlier release is unfinished. Martlet never moves a tag.",
        state: Self.undone,
        remedies: [
          "check its author and commit: `git show TAG`",
          "if its release is unfinished: check out its commit, then `martlet resume --lane LANE`",
          "if it is released: `git fetch --tags`, then release the next version",
          "if it exists only here and was never pushed: `git tag --delete TAG`",
        ])
    case .tokenHost: .tokenHost
    case .unanswered:
      FailurePage(
        cause: "The lane has a prompt, but cannot show it: no terminal, a CI system, or `--no-input`.",
        state: Self.untouched,
        remedies: [
          "confirm in advance: `--yes`", "answer a prompt in advance by its name: `--answer version=1.5.0`",
          "show the prompts of a lane: `martlet plan LANE`, at a terminal",
        ])
    case .unfinishedRun:
      FailurePage(
        cause:
          "An earlier run has not ended: it was killed, or it stopped in the middle. A new plan would start from an "
          + "unfinished release.",
        state: Self.untouched,
        remedies: [
          "show its state: `martlet status`", "finish it: `martlet resume`",
          "undo it: `martlet undo`", "end it without undoing it: `martlet undo --keep`",
        ])
    case .unknownOutcome:
      FailurePage(
        cause:
          "A command with `outward: true` failed, or the run ended before the command did, or the journal is missing. "
          + "What the command did is unknown, so Martlet neither repeats nor skips it on its own.",
        state: "Nothing was changed by this command.",
        remedies: [
          "find out what the command did, such as whether the upload is there",
          "if its work is complete: `martlet resume --skip`",
          "if it is not, fix the cause, then repeat the command: `martlet resume --repeat`",
        ])
    case .unknownPipeline:
      FailurePage(
        cause: "The variable `MARTLET_CI` names an unknown CI system.",
        state: Self.untouched,
        remedies: [
          "unset it: CI systems are detected by their own variables, and `martlet doctor` shows the result",
          "set it to one of those in the message, or to `none` for no CI system",
        ])
    case .unreachable:
      FailurePage(
        cause:
          "The git server or the forge did not respond, or not as expected: no network, a wrong address, a proxy, an "
          + "unknown host name, a network that requires a sign-in, or an overloaded or broken server.",
        state: Self.undone,
        remedies: [
          "for git: `git ls-remote origin`", "for a forge: run the `curl` command of the message",
          "wait longer for a slow server: `--timeout 300`",
          "work offline: everything but a push and a release needs no network",
        ])
    case .unreadableAnswer: .unreadableAnswer
    case .untrustedHost:
      FailurePage(
        cause:
          "The identity of the server could not be verified: its ssh key is unknown or has changed, or its certificate "
          + "is invalid.",
        state: Self.undone,
        remedies: [
          "compare the key with the published one of the host, then add it: `ssh-keyscan HOST >> ~/.ssh/known_hosts`",
          "with https: check the certificate: `curl -v https://HOST`",
          "for a forge with its own certificate: name the file with `SSL_CERT_FILE`",
        ])
    }
  }
}
