import TextEditing

/// What is to be known about one kind of failure.
struct FailurePage: Equatable {
  /// What has happened, and how that comes.
  let cause: String
  /// What has been changed, and who can see it.
  let state: String
  /// What to do, the likeliest first.
  let remedies: [String]
}

extension FailureCode {
  private static let untouched = "Nothing was changed: what is looked at first has stopped the run."
  private static let takenBack =
    "Nothing is public. What had been done here was taken back, unless the message says otherwise."

  /// The page of this failure. A `switch`, so that none is without one.
  var page: FailurePage {
    switch self {
    case .alreadyPublic:
      FailurePage(
        cause: "A run can be taken back as long as nobody else can have seen it. This one has pushed, or has run a "
          + "command with `outward: true`.",
        state: "Nothing was changed by this command. `martlet status` lists what is public.",
        remedies: [
          "if the run has not ended, finish it with `martlet resume`",
          "if the release is wrong, put it right with a next version: a tag that was public is never moved, because "
            + "package managers keep note of it",
          "if it is right as it is, end the run with `martlet undo --keep`",
        ])
    case .anotherRun:
      FailurePage(
        cause: "Another `martlet` changes this repository right now; its process and lane stand in the message. The "
          + "lock goes with the process, so it cannot be left over.",
        state: Self.untouched, remedies: ["wait until it has ended, then run the command again"])
    case .answerLost: .answerLost
    case .assetRules: .assetRules
    case .changedSince:
      FailurePage(
        cause:
          "A file is not what it was when the plan was made, or when the run wrote it. An editor, a formatter, a hook "
          + "or a command of the lane wrote to it. A release holds the planned contents or is not made.",
        state: "That file was left as it is. \(Self.takenBack)",
        remedies: [
          "look at the file with `git diff`",
          "if the run has not ended: set the change aside with `git stash push --include-untracked -- FILE`, then "
            + "`martlet resume`",
          "if the run has ended: run the command again, and it plans with the new contents",
          "if a command of the lane writes the file, declare the file in the command's `outputs`",
        ])
    case .credentials:
      FailurePage(
        cause: "The server wants to know who you are, and what was offered did not convince it. Nothing is asked for "
          + "behind your back: without a terminal a missing password is an error, not a question.",
        state: Self.takenBack,
        remedies: [
          "see what git says: `git push --dry-run`", "with https: look at `git config --get credential.helper`",
          "with ssh: `ssh -T git@HOST` says whether the key is accepted",
          "in CI: give the job a token that may write contents, and check out with it",
        ])
    case .damagedRepository:
      FailurePage(
        cause: "An object, reference or index of the repository is missing or is not what its name says.",
        state: Self.untouched,
        remedies: [
          "see what is broken: `git fsck`", "get again what the remote has: `git fetch --refetch`",
          "when only the index is broken: `rm \"$(git rev-parse --git-path index)\" && git reset`",
        ])
    case .disk:
      FailurePage(
        cause: "The system could not read, write or lock a file; its reason stands in the message: no space, no "
          + "permission, a broken disk, a limit of the process.",
        state: "Every file is as it was before, or as planned, never in between. \(Self.takenBack)",
        remedies: [
          "mend the cause: `df -h .`, `ls -l FILE`, `ulimit -a`",
          "then `martlet resume` if a run is open, otherwise run the command again",
        ])
    case .foreignOwner:
      FailurePage(
        cause: "The repository belongs to another user, as in a container that mounts it. git refuses such "
          + "repositories, because their configuration can run programs, and so do we.",
        state: Self.untouched,
        remedies: ["if you trust it: `git config --global --add safe.directory PATH`, with the path of the message"])
    case .gitLock:
      FailurePage(
        cause: "Another git command holds a lock of this repository, or left one behind when it was killed. Locks are "
          + "waited for two seconds, and never removed.",
        state: Self.takenBack,
        remedies: [
          "close other git programs and editors, then run the command again",
          "when no git command is running, remove the file that the message names",
        ])
    case .headMoved:
      FailurePage(
        cause: "Since the plan was made, somebody has committed, switched branches or moved a reference here.",
        state: Self.takenBack,
        remedies: ["run the command again: it plans with what is there now", "if a run is open: `martlet status`"])
    case .hookFailed:
      FailurePage(
        cause: "A hook of yours refused the commit or the push; what it said stands in the message.",
        state: Self.takenBack,
        remedies: [
          "do what the hook wants, then run the command again",
          "if the hook is not meant for releases: `commit: {hooks: false}` or `push: {hooks: false}`",
        ])
    case .identity:
      FailurePage(
        cause: "git does not know in whose name to commit. No name is invented.", state: Self.untouched,
        remedies: [
          "`git config --global user.name 'Your Name'`, `git config --global user.email you@example.com`",
          "in CI: set `GIT_AUTHOR_NAME`, `GIT_AUTHOR_EMAIL`, `GIT_COMMITTER_NAME` and `GIT_COMMITTER_EMAIL`",
        ])
    case .journalGone:
      FailurePage(
        cause: "A run whose journal is gone is known by the tag that it made: the trailer `Release-Plan` of the tag's "
          + "message is the digest of all that the run did up to it. No such tag is here, or the lane comes to another plan "
          + "than it says.",
        state: "Nothing was changed by this command.",
        remedies: [
          "have the tag here: `git fetch --tags`",
          "check out the commit of the tag, with the branch at it: `git switch main && git merge --ff-only TAG`",
          "give the lane what it was given then: `martlet resume --lane LANE name=value --answer name=value`",
          "where the Releasefile names no `project`, work in a folder of the same name",
        ])
    case .newerJournal:
      FailurePage(
        cause: "The run was begun by a newer Martlet, whose journal this one does not understand.",
        state: Self.untouched, remedies: ["go on with that version, or a newer one"])
    case .noAtomicPush:
      FailurePage(
        cause: "This server, or this transport, cannot take a branch and a tag together or not at all, so a tag could "
          + "be out whose branch was refused.",
        state: Self.takenBack,
        remedies: [
          "send one after the other, the tag last: `push: {atomic: false}`", "push with git, over ssh or https",
        ])
    case .noLibcurl: .noLibcurl
    case .notClean:
      FailurePage(
        cause: "A release is made from what is committed, and there are changes that are not.", state: Self.untouched,
        remedies: [
          "commit them", "set them aside: `git stash --include-untracked`",
          "allow new files: `ensure_clean: {allow_untracked: true}`",
        ])
    case .outputs:
      FailurePage(
        cause:
          "What a run says about itself (`martlet.env`, `martlet-result.json`) was to be written over a file that is "
          + "part of the commit which is checked out.",
        state: Self.untouched,
        remedies: [
          "name a folder that git ignores: `--outputs DIR`, or the variable `MARTLET_OUTPUTS`",
          "or take the file out of git: `git rm --cached FILE`, and ignore it",
        ])
    case .pullRequest:
      FailurePage(
        cause: "This is the pipeline of a pull request that comes from a fork, or from nobody knows where. Whoever "
          + "opened it may not release, so a lane does nothing there that changes the project or that others see.",
        state: "\(Self.untouched) The steps of `on_error` are left out, too.",
        remedies: [
          "look at it all the same: `martlet plan LANE` and `martlet check` work here",
          "run the lane where a branch is built, such as `main` after the merge",
          "where the CI system does not tell forks apart, and only those who may release can start the pipeline: "
            + "`MARTLET_CI=none`",
        ])
    case .pullRequestReleasefile:
      FailurePage(
        cause:
          "This is the pipeline of a pull request that changes the Releasefile, or may do so: the branch that it is for is "
          + "not known, or not fetched. By a changed Releasefile nothing is run before somebody has merged it.",
        state: "\(Self.untouched) The steps of `on_error` are left out, too.",
        remedies: [
          "have the branch here that it is for: `git fetch origin +refs/heads/main:refs/remotes/origin/main`",
          "look at it all the same: `martlet plan LANE` and `martlet check` work here",
          "merge the change first, then run the lane where the branch is built",
        ])
    case .pushBehind:
      FailurePage(
        cause: "The branch has commits on the server that are not here; both heads stand in the message.",
        state: Self.takenBack,
        remedies: ["get them: `git pull --rebase`", "then run the command again; nothing is ever forced"])
    case .pushPartial:
      FailurePage(
        cause: "Branch and tag were sent one after the other (`atomic: false`), and the server took only the first.",
        state: "What the message calls arrived is public. The rest is not.",
        remedies: ["mend the cause that the server names", "then `martlet resume`, which sends what is missing"])
    case .pushRefused:
      FailurePage(
        cause: "The server's rules forbid this push: a protected branch, a rule for tags, a required check, a quota. "
          + "Its words stand in the message.",
        state: Self.takenBack,
        remedies: [
          "let the one who releases bypass the rule, or release from a branch that allows it",
          "release a tag alone, from a commit that went through review: a lane with `tag` and `push`, without `commit`",
        ])
    case .pushUnknown:
      FailurePage(
        cause:
          "The connection ended before the server's answer came, or the server does not show what it said it took.",
        state: "What was done here is kept, because it may be public.",
        remedies: [
          "`martlet status` asks the server what it has",
          "`martlet resume` goes on from there: what is out is not sent again",
        ])
    case .rateLimit: .rateLimit
    case .releaseExists: .releaseExists
    case .releaseImmutable: .releaseImmutable
    case .requestRefused: .requestRefused
    case .shallowClone:
      FailurePage(
        cause: "This clone has only the newest commits, so tags and counts of commits could be wrong. CI systems make "
          + "such clones unless told otherwise.",
        state: Self.untouched,
        remedies: [
          "`git fetch --unshallow --tags`", "GitHub, Gitea and Forgejo: `fetch-depth: 0` for `actions/checkout`",
          "GitLab: `GIT_DEPTH: 0`",
        ])
    case .signing:
      FailurePage(
        cause: "Commits or tags are to be signed, and a trial signature before the run has failed.",
        state: Self.untouched,
        remedies: [
          "see whether it works at all: `echo x | gpg --clearsign`, or `ssh-add -l` for ssh",
          "at a terminal over ssh: `export GPG_TTY=$(tty)`",
          "in CI: give the key with `MARTLET_SIGNING_KEY`, which needs no change of git's configuration",
          "for this step alone: `sign: false`",
        ])
    case .tagProtected: .tagProtected
    case .tagTaken:
      FailurePage(
        cause: "The tag of this version is there already and names another commit: somebody has released it, or an "
          + "earlier release was left half done. No tag is ever moved.",
        state: Self.takenBack,
        remedies: [
          "see who made it: `git show TAG`",
          "if it is half of a release, finish that: check out its commit, then `martlet resume --lane LANE`",
          "get what is out: `git fetch --tags`, then release the next version",
          "if it exists only here and was never pushed: `git tag --delete TAG`",
        ])
    case .unanswered:
      FailurePage(
        cause: "The lane asks something, and nobody is there to answer: no terminal, a CI system, or `--no-input`.",
        state: Self.untouched,
        remedies: [
          "answer whether to go on ahead: `--yes`", "answer a question by its name ahead: `--answer version=1.5.0`",
          "see what a lane asks: `martlet plan LANE`, at a terminal",
        ])
    case .unfinishedRun:
      FailurePage(
        cause:
          "An earlier run has not ended: it was killed, or it stopped in the middle. A new one would be planned on "
          + "half a release.",
        state: Self.untouched,
        remedies: [
          "see what has become of it: `martlet status`", "finish it: `martlet resume`",
          "take it back: `martlet undo`", "end it as it is: `martlet undo --keep`",
        ])
    case .unknownOutcome:
      FailurePage(
        cause:
          "A command whose work others may see (`outward: true`) was begun, and the run ended before it did; or the "
          + "journal that could tell is gone.",
        state: "Nothing was changed by this command.",
        remedies: [
          "find out whether it did its work", "if it did: `martlet resume --skip`",
          "if it did not: `martlet resume --repeat`",
        ])
    case .unknownPipeline:
      FailurePage(
        cause: "The variable `MARTLET_CI` says which CI system this is, and what it says is none that is known.",
        state: Self.untouched,
        remedies: [
          "leave it out: systems are known by their own variables, and `martlet doctor` shows what they say",
          "name one of those that the message lists, or `none` for no CI system at all",
        ])
    case .unreachable:
      FailurePage(
        cause:
          "The server did not answer, or not as a git server: no network, a wrong address, a proxy, a name that is not "
          + "known, a network that wants you to sign in, or a server that is overloaded or broken.",
        state: Self.takenBack,
        remedies: [
          "see what git says: `git ls-remote origin`", "where a server is slow, wait longer: `--timeout 300`",
          "everything but the push works without a network",
        ])
    case .unreadableAnswer: .unreadableAnswer
    case .untrustedHost:
      FailurePage(
        cause:
          "The server could not prove that it is the one it says it is: its ssh key is not known or has changed, or "
          + "its certificate is not valid here.",
        state: Self.takenBack,
        remedies: [
          "compare the key with the one that the host publishes, then add it: `ssh-keyscan HOST >> ~/.ssh/known_hosts`",
          "with https: see what is wrong with the certificate: `curl -v https://HOST`",
        ])
    }
  }
}
