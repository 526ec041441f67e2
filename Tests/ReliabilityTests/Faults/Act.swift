/// What a user does after a process has ended, or during one of its commands, and before the next command.
struct Act: Sendable {
  let name: String
  /// A script in the working tree of the run; its failures are the user's.
  var script = "true"
  /// Whether the drafts on the forge are deleted.
  var deletesDrafts = false
  /// Whether the run has a linked working tree, which is removed.
  var removesWorkTree = false
  /// Seconds since 1970 of every later command.
  var time = 1_767_225_600
  /// Whether it leaves the line `MINE` somewhere, which must not get lost.
  var leavesWork = false

  private static let commit = "echo MINE >> mine; git commit -q -m Mine -- mine"
  private static let pushOfOthers =
    "git clone -q ../forge/owner/tool.git ../other; cd ../other; echo other > other; git add other; git commit -q -m Other; git push -q origin main; cd - > /dev/null"

  static let all = [
    Act(name: "nothing"),
    Act(name: "edit a planned file", script: #"sed -i 's/}$/, "x": "MINE"}/' package.json"#, leavesWork: true),
    Act(name: "edit another file", script: "echo MINE >> notes", leavesWork: true),
    Act(name: "delete a file", script: "rm -f package.json"),
    Act(name: "commit", script: commit, leavesWork: true),
    Act(name: "commit everything", script: "echo MINE >> mine; git commit -q -a -m Mine", leavesWork: true),
    Act(name: "amend", script: "echo MINE >> mine; git commit -q --amend -m Mine -- mine", leavesWork: true),
    Act(name: "switch", script: "git switch -q -c feature"),
    Act(name: "switch and commit", script: "git switch -q -c feature; \(commit)", leavesWork: true),
    Act(name: "reset", script: "git reset -q --hard origin/main"),
    Act(name: "reset the index", script: "git reset -q"),
    Act(name: "stash", script: "echo MINE >> mine; git stash push -q --include-untracked", leavesWork: true),
    Act(
      name: "pull --rebase",
      script: "\(pushOfOthers); \(commit); git pull -q --rebase origin main || git rebase --abort",
      leavesWork: true),
    Act(name: "push by hand", script: "git push -q origin HEAD:main; git push -q origin --tags"),
    Act(name: "push the branch by hand", script: "git push -q origin HEAD:main"),
    Act(name: "delete the tag", script: "git tag -d 1.5.0"),
    Act(name: "delete the tag of the remote", script: "git push -q origin :refs/tags/1.5.0"),
    Act(name: "delete the record of the remote", script: "git push -q origin :refs/martlet/runs/release"),
    Act(
      name: "damage the record of the remote",
      script:
        "git ls-remote --exit-code origin refs/martlet/runs/release && git push -q --force origin HEAD:refs/martlet/runs/release"
    ),
    Act(name: "delete the draft", deletesDrafts: true),
    Act(name: "a push of others", script: pushOfOthers),
    Act(name: "remove the working tree", removesWorkTree: true),
    Act(name: "set the clock back", time: 1_735_689_600),
  ]

  /// Those that a command of the lane can do itself. A tag that is deleted during the last commands stays deleted.
  static let live = all.filter {
    !$0.deletesDrafts && !$0.removesWorkTree && $0.time == all[0].time && !$0.name.contains("of the remote")
  }
}

/// Where the next command is given.
enum Place: String, CaseIterable {
  case same = "same clone"
  /// A clone from before the run.
  case second = "second clone"
  case new = "new clone"
  /// As `actions/checkout` makes it.
  case shallow = "shallow clone"

  /// The folder in the world.
  var folder: String {
    switch self {
    case .same: "work"
    case .second: "second"
    case .new, .shallow: "clone"
    }
  }

  /// The script that makes it, in `work`.
  var script: String {
    switch self {
    case .same, .second: "true"
    case .new: "git clone -q $(git remote get-url origin) ../clone"
    case .shallow:
      """
      url=$(git remote get-url origin); git init -q ../clone; cd ../clone; git remote add origin $url
      git fetch -q --no-tags --depth=1 origin +refs/heads/main:refs/remotes/origin/main
      git checkout -q -B main refs/remotes/origin/main
      """
    }
  }
}
