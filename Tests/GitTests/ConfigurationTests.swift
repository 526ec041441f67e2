import TestSupport
import Testing

@testable import Git

@Suite("The configuration")
struct ConfigurationTests {
  @Test("matches git's: the user's, the repository's, the work tree's, the environment's")
  func layers() throws {
    let sandbox = try GitSandbox()
    sandbox.environment["GIT_CONFIG_GLOBAL"] = nil
    func expect(_ key: String) throws {
      let repository = try sandbox.repository()
      let all = try sandbox.attempt("config", "--get-all", key).outputText
      #expect(repository.configurationValues(key).joined(separator: "\n") == all)
      #expect(repository.configuration(key) == (all.isEmpty ? nil : try sandbox.git("config", key)))
    }
    try expect("test.key")
    try sandbox.folder.write("home/.config/git/config", "[test]\n\tkey = xdg\n")
    try expect("test.key")
    try sandbox.folder.write("home/.gitconfig", "[Test]\n\tKEY = home # comment\n[include]\n\tpath = more\n")
    try sandbox.folder.write("home/more", "[test]\n\tkey = included\n")
    try expect("test.key")
    try sandbox.git("config", "test.key", "repository")
    try sandbox.git("config", "--add", "test.key", "a b\tc\\d\"e")
    try expect("test.key")
    try sandbox.git("config", "extensions.worktreeConfig", "true")
    try sandbox.git("config", "--worktree", "test.key", "work tree")
    try expect("test.key")
    sandbox.environment["GIT_CONFIG_COUNT"] = "1"
    sandbox.environment["GIT_CONFIG_KEY_0"] = "Test.Key"
    sandbox.environment["GIT_CONFIG_VALUE_0"] = "environment"
    try expect("test.key")
    sandbox.environment["GIT_CONFIG_GLOBAL"] = "\(sandbox.folder.path)/home/more"
    try expect("test.key")
    sandbox.environment["GIT_CONFIG_GLOBAL"] = ""
    try expect("test.key")
  }

  @Test("of the system is where git says")
  func system() throws {
    let sandbox = try GitSandbox()
    let folder = sandbox.folder.path
    sandbox.environment["GIT_CONFIG_NOSYSTEM"] = nil
    sandbox.environment["GIT_CONFIG_SYSTEM"] = "\(folder)/home/system"
    #expect(try sandbox.repository().settings.systemFolder == "/etc")
    try sandbox.folder.write("home/system", "[test]\n\tkey = system\n")
    #expect(try sandbox.repository().settings.systemFolder == "\(folder)/home")
    #expect(try sandbox.repository().configuration("test.key") == "system")
  }

  @Test("includes files by all conditions of git")
  func conditions() throws {
    let sandbox = try GitSandbox()
    let folder = sandbox.folder.path
    let conditions = [
      "hasconfig:remote.*.url:https://work.example/**", "gitdir:\(sandbox.path)/", "onbranch:main", "gitdir:/nowhere/",
      "onbranch:other", "hasconfig:remote.*.url:https://home.example/**",
    ]
    var text = ""
    for (index, condition) in conditions.enumerated() {
      text += "[includeIf \"\(condition)\"]\n\tpath = \(folder)/home/file\(index)\n"
      try sandbox.folder.write("home/file\(index)", "[test]\n\tkey = \(index)\n")
    }
    try sandbox.folder.write("home/.gitconfig", text)
    sandbox.environment["GIT_CONFIG_GLOBAL"] = "\(folder)/home/.gitconfig"
    try sandbox.git("remote", "add", "origin", "https://work.example/x/y.git")
    let values = try sandbox.git("config", "--get-all", "test.key").split(separator: "\n").map(String.init)
    #expect(values.count == 3)
    let repository = try sandbox.repository()
    #expect(repository.configurationValues("test.key") == values)
    repository.runsOwnPrograms = false
    #expect(repository.configurationValues("test.key") == values)
  }

  @Test("rewrites addresses as git does")
  func rewriting() throws {
    let sandbox = try GitSandbox()
    let remotes = ["short:a", "sho:b", "https://example.org/c", "/plain"]
    for (index, address) in remotes.enumerated() { try sandbox.git("remote", "add", "r\(index)", address) }
    try sandbox.git("remote", "set-url", "--push", "r3", "sho:push")
    for (base, name, beginning) in [
      ("one://", "insteadOf", "sho"), ("two://", "insteadOf", "short:"), ("three://", "pushInsteadOf", "short"),
      ("Four://X.", "insteadOf", "https://example.org"), ("five://", "pushInsteadOf", "sho:push"),
    ] { try sandbox.git("config", "--add", "url.\(base).\(name)", beginning) }
    let repository = try sandbox.repository()
    for index in remotes.indices {
      let (name, address) = ("r\(index)", remotes[index])
      #expect(try repository.url(behind: address).string == sandbox.git("remote", "get-url", name))
      #expect(try repository.remoteURL(name)?.string == sandbox.git("remote", "get-url", "--push", name))
    }
  }

  @Test("reads booleans like git", arguments: ["true", "yes", "on", "1", "false", "no", "off", "0", "", "2"])
  func flags(value: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "test.flag", value)
    #expect(
      try sandbox.repository().configurationFlag("test.flag")
        == (sandbox.git("config", "--type=bool", "test.flag") == "true"))
  }

  @Test("treats a name without a value as true, and an invalid value as unset")
  func oddFlags() throws {
    let sandbox = try GitSandbox()
    try sandbox.write(".git/config", "\(sandbox.read(".git/config") ?? "")[test]\n\tflag\n\tother = maybe\n")
    #expect(try sandbox.repository().configurationFlag("test.flag") == true)
    #expect(try sandbox.repository().configurationFlag("test.other") == nil)
    #expect(try sandbox.repository().configurationFlag("test.none") == nil)
  }

  @Test("lists remotes without secrets")
  func remotes() throws {
    let sandbox = try GitSandbox()
    #expect(try sandbox.repository().remoteNames() == [])
    try sandbox.git("remote", "add", "origin", "https://user:secret@example.com/a.git")
    try sandbox.git("remote", "add", "fork", "short:b.git")
    try sandbox.git("config", "url.ssh://git@example.org/.insteadOf", "short:")
    let repository = try sandbox.repository()
    #expect(repository.remoteNames() == ["fork", "origin"])
    #expect(repository.remoteURL("origin")?.string == "https://user:secret@example.com/a.git")
    #expect(repository.remoteURL("origin")?.redacted == "https://example.com/a.git")
    #expect(repository.remoteURL("fork")?.string == "ssh://git@example.org/b.git")
    #expect(repository.remoteURL("none") == nil)
    #expect(repository.remoteURL("") == nil)
    try sandbox.git("config", "remote.origin.pushurl", "https://token@example.com/push.git")
    #expect(try sandbox.repository().remoteURL("origin")?.description == "https://example.com/push.git")
  }

  @Test(
    "redacts only the part before the host",
    arguments: [
      ("git@host:path", "git@host:path"), ("ssh://git@host/p@q", "ssh://host/p@q"), ("https://h/a@b", "https://h/a@b"),
      ("https://a:b@c@host/x", "https://host/x"), ("/plain/path@x", "/plain/path@x"),
      ("https://a@h?x=@y", "https://h?x=@y"),
    ])
  func redaction(url: String, expected: String) {
    #expect(RemoteURL(url).redacted == expected)
  }

  @Test("has the push destination of a branch")
  func pushDestination() throws {
    let sandbox = try GitSandbox()
    func destination() throws -> String? {
      try sandbox.repository().pushDestination(ofBranch: "main").map { "\($0.remote) \($0.ref)" }
    }
    #expect(try destination() == nil)
    try sandbox.git("remote", "add", "upstream", "/nowhere")
    #expect(try destination() == "upstream refs/heads/main")
    try sandbox.git("remote", "add", "fork", "/nowhere")
    #expect(try destination() == nil)
    try sandbox.git("remote", "add", "origin", "/nowhere")
    #expect(try destination() == "origin refs/heads/main")
    try sandbox.git("config", "branch.main.remote", "upstream")
    try sandbox.git("config", "branch.main.merge", "refs/heads/trunk")
    #expect(try destination() == "upstream refs/heads/trunk")
    try sandbox.git("config", "remote.pushDefault", "fork")
    #expect(try destination() == "fork refs/heads/main")
    try sandbox.git("config", "branch.main.pushRemote", "origin")
    #expect(try destination() == "origin refs/heads/main")
    try sandbox.git("config", "branch.main.pushRemote", "gone")
    #expect(try destination() == nil)
  }
}
