/// Commands of other programs, which users try first.
enum ForeignCommand {
  /// The command of Martlet for each of them.
  static let all: [String: String] = {
    let names: [String: [String]] = [
      "run release": ["create-release", "deploy", "publish", "push", "release", "ship", "tag"],
      "plan": ["dry-run", "preview", "simulate"],
      "plan --list": ["lanes", "list", "tasks"],
      "status --all": ["history", "log", "runs"],
      "undo": ["abort", "cancel", "revert", "rollback"],
      "finish": ["continue", "resume", "retry"],
      "check": ["lint", "validate"],
      "init": ["migrate", "new", "setup"],
      "bump minor": ["minor"], "bump major": ["major"], "bump patch": ["patch"],
      "version --next auto": ["ci", "matrix", "next"],
      "changelog": ["changes", "notes", "release-notes"],
      "changelog add --help": ["change"],
      "help steps": ["actions", "steps"],
      "help errors": ["errors", "explain"],
      "config get --all": ["env", "settings"],
      "export --help": ["archive", "tar", "zip"],
    ]
    return names.reduce(into: [:]) { all, entry in for name in entry.value { all[name] = entry.key } }
  }()
}
