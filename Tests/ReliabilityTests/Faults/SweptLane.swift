/// The lanes of the sweep of changes: each adds what other users can see of a release.
enum SweptLane: String, CaseIterable {
  /// Only files and git.
  case plain
  /// With commands between the steps.
  case staged
  /// With commands after the push that others see.
  case announced
  /// With a draft before the push, its publication, and commands that others see.
  case published

  /// The steps after `ensure: {branch: main}`, as lines of YAML. The commands are scripts of the world.
  var steps: [String] {
    let outward = Self.outwardCommands.map { "run: {command: [../bin/\($0)], outward: true}" }
    return switch self {
    case .plain: ["bump: minor", "commit: Version ${version}", "tag", "push"]
    case .staged:
      [
        "bump: minor", "run: {command: [../bin/write], outputs: [made]}", "commit: Version ${version}",
        "run: [../bin/check]",
        "tag", "push",
      ]
    case .announced: ["bump: minor", "commit: Version ${version}", "tag", "push"] + outward
    case .published:
      [
        "bump: minor", "run: {command: [../bin/build], artifacts: [dist/*.txt]}", "commit: Version ${version}", "tag",
        "checksums", "push", "publish_release: {notes: New.}",
      ] + outward
    }
  }

  static let outwardCommands = ["upload", "post"]

  /// The commands that the lane runs.
  var commands: [String] {
    switch self {
    case .plain: []
    case .staged: ["write", "check"]
    case .announced: Self.outwardCommands
    case .published: ["build"] + Self.outwardCommands
    }
  }

  /// The scripts, by their names. Each build has other bytes.
  static let scripts = [
    "write": "echo \"made $MARTLET_VERSION\" > made", "check": "true",
    "build": "mkdir -p dist; echo $$ > dist/Notes.txt; echo y > dist/More.txt", "upload": "echo upload >> ../effects",
    "post": "echo post >> ../effects",
  ]

  /// The effects on services after a release, one line each.
  var effects: [String] {
    switch self {
    case .plain, .staged: []
    case .announced: Self.outwardCommands
    case .published: Self.outwardCommands + ["release More.txt Notes.txt SHA256SUMS"]
    }
  }

  /// The files that the commit of the release changes.
  var changedFiles: [String] {
    ["VERSION", "deep/er/.env.version"] + (self == .staged ? ["made"] : []) + ["package.json"]
  }

  /// Whether the remote is on a forge.
  var isOnForge: Bool { self == .published }
}
