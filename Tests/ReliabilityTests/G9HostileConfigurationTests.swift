import Foundation
import Processes
import TestSupport
import Testing

@Suite("A hostile configuration")
struct G9HostileConfigurationTests {
  private let world: GoldenWorld
  /// The program that must never run: it records its arguments.
  private let canary: String

  init() throws {
    world = try GoldenWorld(example: "Examples/CoolApp")
    canary = "\(world.root)/canary.sh"
    try world.folder.writeScript("canary.sh", "echo \"$0 $*\" >> '\(world.root)/ran'")
  }

  private var ran: String? { world.folder.read("ran") }

  /// All settings with which git would run a program when it reads or shows a repository.
  private func poisonConfiguration() throws {
    let programs = [
      "core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "core.gitProxy",
      "credential.helper", "diff.external", "diff.canary.command", "diff.canary.textconv", "merge.canary.driver",
      "gpg.program", "gpg.ssh.program",
      "sequence.editor", "interactive.diffFilter", "pager.status", "pager.log", "pager.diff",
      "remote.origin.uploadpack",
      "remote.origin.receivepack", "uploadpack.packObjectsHook", "trailer.canary.command",
      "filter.canary.clean", "filter.canary.smudge", "filter.canary.process", "remote.origin.vcs",
      "remote.other.uploadpack",
      "remote.other.receivepack", "core.alternateRefsCommand", "gpg.openpgp.program", "http.proxy",
    ]
    for name in programs { try world.git("config", name, canary) }
    for name in ["status", "log", "diff", "ls-remote", "tag", "rev-parse"] {
      try world.git("config", "alias.\(name)", "!\(canary)")
    }
    for (name, value) in [
      "core.hooksPath": "\(world.root)/hooks", "commit.gpgSign": "true", "tag.gpgSign": "true",
      "url.ext::\(canary) .insteadOf": "\(world.root)/", "protocol.ext.allow": "always",
    ] { try world.git("config", name, value) }
    try world.git("config", "remote.other.url", "ssh://other.invalid/x.git")
    try world.folder.write("CoolApp/.git/info/attributes", "* diff=canary merge=canary filter=canary\n")
    for name in ["pre-commit", "commit-msg", "post-index-change", "reference-transaction", "pre-push", "post-checkout"]
    {
      try world.folder.writeScript("hooks/\(name)", "exec '\(canary)' \(name)")
    }
  }

  private var poisonedVariables: [String] {
    [
      "GIT_EXTERNAL_DIFF", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_PAGER", "PAGER", "GIT_EDITOR", "EDITOR", "VISUAL",
      "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR", "BASH_ENV", "ENV", "GIT_CONFIG_VALUE_0",
      "LESSOPEN",
    ].map { "\($0)=\(canary)" } + [
      "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.fsmonitor",
      "GIT_OBJECT_DIRECTORY=/nonexistent", "GIT_EXEC_PATH=\(world.root)/bin",
      "GIT_TEMPLATE_DIR=\(world.root)/bin",
    ]
  }

  /// Puts programs with well-known names where a careless search would find them.
  private func poisonFolders() throws {
    for folder in ["CoolApp", "CoolApp/bin", "bin"] {
      for name in ["git", "sh", "ssh", "gpg", "less", "uname", "git-remote-ext", "git-receive-pack"] {
        try world.folder.writeScript("\(folder)/\(name)", "exec '\(canary)' \(folder)/\(name)")
      }
    }
  }

  private var carelessPath: String {
    "PATH=.:bin:./bin::\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
  }

  @Test("runs nothing in read-only commands")
  func looking() throws {
    try poisonFolders()
    try world.git("add", "--all")
    try world.git("commit", "--quiet", "--message=Programs")
    try poisonConfiguration()
    for line in readCommands {
      let result = try world.run(line, changes: poisonedVariables + [carelessPath])
      #expect(result.succeeded, "\(line): \(result.errorText)")
    }
    #expect(ran == nil)
    // The setting works: git runs it.
    _ = try Command("git", ["diff"], environment: ["PATH": "/usr/bin:/bin"], directory: world.repository).run()
    #expect(ran?.isEmpty == false)
  }

  /// Commands that only read, and that contact remotes or read the contents of files, too.
  private static let lookingLines = [
    "doctor", "status", "status --all", "changelog", "version --next auto", "run release --dry-run",
    "bump minor --dry-run",
    "plan release", "propose --dry-run", "check", "export HEAD -o ../x.tar", "verify 1.4.2",
    "announce --preview",
  ]

  @Test("runs nothing in commands that read files or contact remotes, not even filters", arguments: lookingLines)
  func lookingFurther(_ line: String) throws {
    try poisonConfiguration()
    // The times of all files differ from those in the index, so that git would compare the contents.
    try world.setUp("find . -name .git -prune -o -type f -exec touch -d '2001-01-01' {} +")
    _ = try world.run(line)
    #expect(ran == nil)
    #expect(try world.git("config", "protocol.ext.allow") == "always")
  }

  @Test("is reported if a command that only reads does not run its filters")
  func filters() throws {
    try poisonConfiguration()
    try world.setUp("find . -name .git -prune -o -type f -exec touch -d '2001-01-01' {} +")
    let plan = try world.run("plan release")
    #expect(
      plan.errorText == """
        warning: filters in `.git/config` do not run in a command that only reads, so their files may count as changed
        hint: declare them in your own configuration, with `git config --global`, if you trust them
        """)
    let export = try world.run("export HEAD -o ../x.tar")
    #expect(export.errorText.contains("the filter `canary` of `"))
    #expect(export.errorText.contains("is declared in `.git/config`, whose programs do not run in this command"))
    #expect(!export.succeeded)
  }

  @Test("runs nothing in a bump")
  func bumping() throws {
    try poisonConfiguration()
    try world.folder.write("CoolApp/.git/info/attributes", "* diff=canary merge=canary\n")
    let result = try world.run("bump minor", changes: poisonedVariables)
    #expect(result.succeeded, "\(result.errorText)")
    #expect(ran == nil)
  }

  @Test("makes a release run no program from the current folder, with any `PATH`")
  func path() throws {
    try poisonFolders()
    try world.git("add", "--all")
    try world.git("commit", "--quiet", "--message=Programs")
    let result = try world.run("run release --yes", changes: [carelessPath])
    #expect(result.succeeded, "\(result.errorText)")
    #expect(try world.git("tag", "--list", directory: "\(world.root)/CoolApp.git") == "1.5.0")
    #expect(ran == nil)
  }

  @Test(
    "runs nothing through a remote's address",
    arguments: [
      "--upload-pack=touch canary", "ext::touch canary", "-oProxyCommand=touch canary",
      "ssh://-oProxyCommand=touch canary/x",
      "ssh://host'$(touch canary)'/x", "file://$(touch canary)",
    ])
  func addresses(_ address: String) throws {
    try world.git("config", "remote.origin.url", address)
    let result = try world.run("run release --yes", changes: ["GIT_SSH_COMMAND=false"])
    #expect(!result.succeeded)
    #expect(world.canaries == [])
    #expect(try world.git("tag", "--list") == "")
    #expect(try world.git("status", "--porcelain") == "")
  }
}
