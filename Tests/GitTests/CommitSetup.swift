/// A configuration of git in which a commit and a tag are made, as shell commands.
struct CommitSetup: CustomStringConvertible, Sendable {
  let description: String
  /// Run in the repository, in which `a.txt` has a change.
  let script: String
  /// Whether the people come from the configuration, and not from variables.
  let namesNobody: Bool
  let environment: [String: String]

  init(_ description: String, _ script: String = ":", namesNobody: Bool = false, _ environment: [String: String] = [:])
  {
    self.description = description
    self.script = script
    self.namesNobody = namesNobody
    self.environment = environment
  }

  /// A user's configuration of an identity.
  private static let me = "git config --global user.name Me; git config --global user.email me@private.example"
  private static let work = "printf '[user]\\n\\temail = me@work.example\\n' > ~/work.inc"
  private static func include(_ condition: String) -> String {
    "\(me); \(work); git config --global 'includeIf.\(condition).path' ~/work.inc"
  }

  private static func hook(_ name: String, _ lines: String) -> String {
    "printf '#!/bin/sh\\n\(lines)\\n' > .git/hooks/\(name); chmod +x .git/hooks/\(name)"
  }

  static let identities = [
    CommitSetup("people in variables"),
    CommitSetup("a person in the user's configuration", me, namesNobody: true),
    CommitSetup("a person in the repository", "\(me); git config user.email me@here.example", namesNobody: true),
    CommitSetup("author and committer apart", "\(me); git config author.name Writer", namesNobody: true),
    CommitSetup("a committer of its own", "\(me); git config committer.email c@c.example", namesNobody: true),
    CommitSetup("a name with signs that git removes", "\(me); git config user.name ' <J. Doe>, '", namesNobody: true),
    CommitSetup("a name that is not ASCII", "\(me); git config user.name 'Zoë Müller'", namesNobody: true),
    CommitSetup(
      "includeIf hasconfig",
      "\(include("hasconfig:remote.*.url:https://work.example/**")); "
        + "git remote add o https://work.example/x.git", namesNobody: true),
    CommitSetup(
      "includeIf hasconfig without a match", include("hasconfig:remote.*.url:https://work.example/**"),
      namesNobody: true),
    CommitSetup("includeIf gitdir", include("gitdir:**/work/"), namesNobody: true),
    CommitSetup("includeIf gitdir/i", include("gitdir/i:**/WORK/"), namesNobody: true),
    CommitSetup("includeIf onbranch", include("onbranch:ma*"), namesNobody: true),
    CommitSetup("includeIf onbranch of another", include("onbranch:release"), namesNobody: true),
    CommitSetup("include.path", "\(me); \(work); git config include.path ~/work.inc", namesNobody: true),
    CommitSetup(
      "user.useConfigOnly with an address", "\(me); git config user.useConfigOnly true", namesNobody: true),
    CommitSetup("EMAIL", "git config --global user.name Me", namesNobody: true, ["EMAIL": "env@mail.example"]),
    CommitSetup("dates in variables, with a zone", ":", ["GIT_COMMITTER_DATE": "2026-02-03T04:05:06+0530"]),
    CommitSetup("dates as git reads them", ":", ["GIT_AUTHOR_DATE": "Fri, 13 Feb 2026 23:31:30 -0800"]),
  ]

  static let messages = [
    CommitSetup("commit.cleanup strip", "git config commit.cleanup strip"),
    CommitSetup("commit.cleanup whitespace", "git config commit.cleanup whitespace"),
    CommitSetup("commit.cleanup verbatim", "git config commit.cleanup verbatim"),
    CommitSetup("commit.cleanup scissors", "git config commit.cleanup scissors"),
    CommitSetup("core.commentChar", "git config core.commentChar ';'; git config commit.cleanup strip"),
    CommitSetup("commit.template", "echo Template > ~/t; git config commit.template ~/t"),
    CommitSetup("commit.verbose", "git config commit.verbose true"),
    CommitSetup("commit.status", "git config commit.status false"),
    CommitSetup("trailers", "git config trailer.sign.key 'Signed-off-by: '"),
    CommitSetup("format.signOff", "git config format.signOff true"),
  ]

  static let hooks = [
    CommitSetup("a hook that approves", hook("pre-commit", "exit 0")),
    CommitSetup("a hook that refuses", hook("pre-commit", "echo no >&2; exit 1")),
    CommitSetup("a hook that refuses the message", hook("commit-msg", "exit 7")),
    CommitSetup("a hook that changes the message", hook("commit-msg", "echo Ticket: 7 >> \"$1\"")),
    CommitSetup("a hook that prepares the message", hook("prepare-commit-msg", "echo \"$2\" >> \"$1\"")),
    CommitSetup("a hook that empties the message", hook("commit-msg", ": > \"$1\"")),
    CommitSetup("a hook that adds a file", hook("pre-commit", "echo x > x; git add x")),
    CommitSetup("a hook that changes the file", hook("pre-commit", "echo x >> a.txt; git add a.txt")),
    CommitSetup("a hook that changes the disk only", hook("pre-commit", "echo x >> a.txt")),
    CommitSetup("a hook after the commit", hook("post-commit", "git notes add -m done")),
    CommitSetup("a hook after the commit that fails", hook("post-commit", "exit 9")),
    CommitSetup("a hook of references that refuses", hook("reference-transaction", "[ $1 != prepared ]")),
    CommitSetup("a hook of references", hook("reference-transaction", "cat > /dev/null")),
    CommitSetup("a hook of the index", hook("post-index-change", "exit 3")),
    CommitSetup("a hook without a first line", "echo 'exit 0' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"),
    CommitSetup("a hook that is not executable", "echo 'exit 1' > .git/hooks/pre-commit"),
    CommitSetup(
      "core.hooksPath",
      "mkdir ~/h; printf '#!/bin/sh\\nexit 5\\n' > ~/h/pre-commit; chmod +x ~/h/pre-commit; "
        + "git config core.hooksPath '~/h'"),
    CommitSetup("core.hooksPath to nothing", "git config core.hooksPath /dev/null"),
    // Read since git 2.54.
    CommitSetup(
      "a hook of the configuration",
      "git config hook.no.event pre-commit; git config hook.no.command 'echo no >&2; exit 1'"),
    CommitSetup(
      "a disabled hook of the configuration",
      "git config hook.no.event pre-commit; git config hook.no.command 'exit 1'; git config hook.no.enabled false"),
  ]

  static let repositories = [
    CommitSetup("a detached HEAD", "git checkout -q --detach"),
    CommitSetup("a branch with a slash and a bracket", "git checkout -q -b 'team/x]'"),
    CommitSetup("packed references", "git pack-refs --all"),
    CommitSetup("no reflog", "git config core.logAllRefUpdates false"),
    CommitSetup(
      "extensions.worktreeConfig",
      "git config extensions.worktreeConfig true; "
        + "git config --worktree user.name Tree; git config user.email t@t.example", namesNobody: true),
    CommitSetup("a sparse checkout", "git sparse-checkout set --cone sub"),
    CommitSetup("a sparse index", "git sparse-checkout set --cone --sparse-index sub"),
    CommitSetup("a split index", "git update-index --split-index"),
    CommitSetup("an index of version 4", "git update-index --index-version 4"),
    CommitSetup("an untracked cache", "git update-index --untracked-cache"),
    CommitSetup("other staged files", "echo b > b.txt; echo n > n; git add b.txt n"),
    CommitSetup("a replaced HEAD", "git commit -q --allow-empty -m Other; git replace HEAD HEAD~1"),
    CommitSetup("core.fsync", "git config core.fsync all; git config core.fsyncMethod fsync"),
    CommitSetup("core.sharedRepository", "git config core.sharedRepository group"),
    CommitSetup("core.abbrev", "git config core.abbrev 4"),
    CommitSetup("log.showSignature", "git config log.showSignature true"),
    CommitSetup("core.autocrlf", "git config core.autocrlf true; printf 'two\\r\\n' > a.txt"),
    CommitSetup("a filter", "git config filter.up.clean 'tr a-z A-Z'; echo '*.txt filter=up' > .git/info/attributes"),
    CommitSetup(
      "a filter that fails",
      "git config filter.up.clean false; git config filter.up.required true; "
        + "echo '*.txt filter=up' > .git/info/attributes"),
    CommitSetup("a shallow clone", "git rev-parse HEAD > .git/shallow"),
    CommitSetup(
      "a partial clone",
      "git config extensions.partialClone o; git config remote.o.promisor true; "
        + "git config remote.o.url /nowhere"),
    CommitSetup("nothing to commit", "git checkout -q a.txt"),
  ]

  static let signatures = [
    CommitSetup("signing without a key for ssh", "git config gpg.format ssh; git config commit.gpgSign true"),
    CommitSetup(
      "signing by a program that is missing", "git config gpg.program /no/such/gpg; git config commit.gpgSign true"),
    CommitSetup(
      "signing by a program that fails",
      "printf '#!/bin/sh\\nexit 2\\n' > ~/gpg; chmod +x ~/gpg; git config gpg.program ~/gpg; git config commit.gpgSign true"
    ),
    CommitSetup(
      "an agent that is gone",
      "git config gpg.format ssh; git config commit.gpgSign true; "
        + "git config user.signingKey 'key::ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'",
      ["SSH_AUTH_SOCK": "/no/such/socket"]),
    CommitSetup("a tag that cannot be signed", "git config gpg.program /no/such/gpg; git config tag.gpgSign true"),
    CommitSetup("an unknown format", "git config gpg.format pgp; git config commit.gpgSign true"),
    CommitSetup(
      "a key in a file",
      "ssh-keygen -q -t ed25519 -N '' -f ~/key; git config gpg.format ssh; "
        + "git config user.signingKey ~/key.pub; git config commit.gpgSign true; git config tag.gpgSign true"),
    CommitSetup(
      "a key for each work",
      "\(me); ssh-keygen -q -t ed25519 -N '' -f ~/key; "
        + "printf '[user]\\n\\tsigningkey = ~/key\\n[commit]\\n\\tgpgsign = true\\n[gpg]\\n\\tformat = ssh\\n' > ~/work.inc; "
        + "git config --global 'includeIf.hasconfig:remote.*.url:https://work.example/**.path' ~/work.inc; "
        + "git remote add o https://work.example/x.git", namesNobody: true),
  ]

  static let all = identities + messages + hooks + repositories + signatures
}
