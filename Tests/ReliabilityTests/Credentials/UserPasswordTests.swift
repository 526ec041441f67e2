import Foundation
import TestSupport
import Testing

/// The passwords that the user has stored for git and curl, and no variable holds: in `.netrc`, in a helper, in a header.
@Suite("The user's stored password")
struct UserPasswordTests {
  private let project: StrangeProject
  private let server: CanaryServer

  init() throws {
    project = try StrangeProject()
    server = try CanaryServer(asksForPassword: true)
    try project.shell(
      """
      mkdir ../me
      printf 'machine 127.0.0.1 login me password hush\\ndefault login me password hush\\n' > ../me/.netrc
      chmod 600 ../me/.netrc
      git config --file ../me/.gitconfig credential.helper '!f() { echo called >> "$HOME/helper"; echo username=me; echo password=hush; }; f'
      git config --file ../me/.gitconfig http.extraHeader 'Authorization: Basic bWU6aHVzaA=='
      git config --file ../me/.gitconfig url.\(server.address)/.insteadOf https://git.example.com/
      """)
    project.environment["HOME"] = "\(project.root)/me"
    project.environment["GIT_CONFIG_GLOBAL"] = nil
    try project.write("site/index.html", "x\n")
    try release(from: server.address)
  }

  /// Writes a Releasefile with lanes that compare files with a repository at `address`.
  private func release(from address: String) throws {
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}]
      forge: {kind: github, url: "\(server.address)"}
      lanes:
        files: {steps: [publish_files: {repository: "\(address)/o/t.git", files: {a: VERSION}}]}
        docs: {steps: [publish_files: {repository: "\(address)/o/t.git", docs: {.: site}, base: ""}]}
        draft: {steps: [publish_release: {tag: 1.4.2, notes: New., assets: []}]}

      """)
  }

  private var leaks: [String] { server.requests.filter { $0.contains("hush") || $0.contains("Authorization") } }

  @Test(
    "is sent by no command that only looks",
    arguments: [
      "plan files", "plan docs", "run files --dry-run", "run docs --dry-run", "plan draft", "status", "check", "doctor",
      "verify 1.4.2", "version", "init --dry-run",
    ])
  func looking(line: String) throws {
    _ = try project.martlet(line.split(separator: " ").map(String.init))
    #expect(leaks == [])
    #expect(!project.has("../me/helper"))
    let contacts = ["plan files", "plan docs", "run files --dry-run", "run docs --dry-run"]
    if contacts.contains(line) { #expect(!server.requests.isEmpty) }
  }

  @Test("is not sent, while the user's other settings of git count")
  func settings() throws {
    try release(from: "https://git.example.com")
    _ = try project.martlet("plan", "files")
    #expect(server.requests.first?.hasPrefix("GET /o/t.git/info/refs") == true, "\(server.requests)")
    #expect(leaks == [])
  }

  @Test("is sent by no request to a forge, which has its own token, nor to the target of a redirect")
  func forge() throws {
    let first = try CanaryServer(redirectingTo: server.otherAddress)
    try release(from: first.address)
    let text = try #require(project.read("Releasefile"))
    try project.write("Releasefile", text.replacing("url: \"\(server.address)", with: "url: \"\(first.address)"))
    try project.shell(
      "git remote set-url origin https://github.com/o/r.git; git config url.$PWD/../origin.git.insteadOf https://github.com/o/r.git"
    )
    for words in [["verify", "1.4.2"], ["run", "draft", "--yes"]] { _ = try project.martlet(words) }
    #expect(!first.requests.isEmpty)
    #expect(leaks == [] && first.requests.filter { $0.contains("Authorization") } == [])
  }

  @Test("cannot go to another machine without encryption: neither from a plan, nor in a push, nor from `doctor`")
  func unencrypted() throws {
    let address = "http://vm.example.com:1/o/t.git"
    try release(from: "http://vm.example.com:1")
    let reason = """
      other machines could read a password that git sends to `\(address)`
      """
    for words in [["plan", "files"], ["run", "docs", "--yes"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 4, "\(outcome.errors)")
      #expect(
        outcome.errors == """
          error: \(reason)
           --> Releasefile:\(words[1] == "files" ? 5 : 6):\(words[1] == "files" ? 19 : 18)
          hint: use its `https` or ssh address
          """)
    }
    try project.shell("git checkout -q -- Releasefile; rm -r site; git remote set-url origin \(address)")
    let pushed = try project.martlet("run", "release", "--yes")
    #expect(pushed.status != 0 && pushed.errors.contains(reason), "\(pushed.errors)")
    let doctor = try project.martlet("doctor")
    #expect(doctor.output.contains(reason), "\(doctor.output)")
    #expect(!project.has("../me/helper"))
  }
}
