import Foundation
import TestSupport
import Testing

/// A small project with three files to release, whose remote is on a local test forge.
final class ForgeProject {
  /// A kind of forge of the test server.
  enum Kind: String, CaseIterable {
    case github, gitlab, forgejo

    fileprivate var tokenVariable: String {
      switch self {
      case .github: "GITHUB_TOKEN"
      case .gitlab: "GITLAB_TOKEN"
      case .forgejo: "FORGEJO_TOKEN"
      }
    }
  }

  let project: StrangeProject
  let server: ForgeServer
  private let kind: Kind
  /// The Releasefile with these steps of the lane `release`.
  private let releasefile: (String) -> String

  /// The names of the three files, in order.
  static let assets = ["App.zip", "Notes.txt", "Tool.zip"]

  /// A lane with the draft before the push.
  static let steps = """
    - bump: minor
    - commit
    - tag
    - push
    - publish_release: {assets: [dist/*], notes: What is new.}
    """

  /// A lane with one small file.
  static let stepsWithOneAsset = """
    - bump: minor
    - commit
    - tag
    - push
    - publish_release: {assets: [dist/App.zip], notes: New.}
    """

  /// - Parameters:
  ///   - steps: Those of the lane `release`, as lines of YAML.
  ///   - version: Where the version is, a line of the Releasefile.
  ///   - lanes: Further lanes, as lines of YAML.
  ///   - tokenVariable: The variable that the Releasefile names for the token; nil: the usual one.
  ///   - files: Further files of the project.
  ///   - isSecure: Whether the forge has a certificate, the file `certificate.pem` beside the project.
  init(
    _ kind: Kind, steps: String = ForgeProject.steps, version: String = "manifests: [{plain: VERSION}]",
    lanes: String = "", tokenVariable: String? = nil, files: [String: String] = [:], isSecure: Bool = false
  ) throws {
    self.kind = kind
    project = try StrangeProject()
    let folder = "\(project.root)/forge"
    try project.shell(
      """
      mkdir -p \(folder)/owner
      git clone -q --bare . \(folder)/owner/tool.git
      git --git-dir \(folder)/owner/tool.git config http.receivepack true
      """)
    let certificate = "\(project.root)/certificate.pem"
    if isSecure {
      try project.shell(
        """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -subj /CN=127.0.0.1 -addext 'subjectAltName=IP:127.0.0.1' \\
          -keyout ../key.pem -out ../own.pem 2> /dev/null
        cat ../key.pem ../own.pem > \(certificate)
        """)
      project.environment["SSL_CERT_FILE"] = certificate
      project.environment["GIT_SSL_CAINFO"] = certificate
    }
    server = try ForgeServer(repositories: folder, certificate: isSecure ? certificate : nil)
    releasefile = { steps in
      let lines = steps.split(separator: "\n").map { "      \($0)\n" }.joined()
      let others = lanes.split(separator: "\n").map { "  \($0)\n" }.joined()
      return """
        project: Tool
        \(version)
        forge: {kind: \(kind.rawValue)\(tokenVariable.map { ", token_env: \($0)" } ?? "")}
        lanes:
        \(others)  release:
            steps:
        \(lines)
        """
    }
    try project.write("Releasefile", releasefile(steps))
    try project.write(".gitignore", "dist\nbuild\n")
    for (name, text) in files { try project.write(name, text) }
    for name in Self.assets { try project.write("dist/\(name)", Self.text(of: name)) }
    try project.git("remote", "set-url", "origin", server.remote("owner/tool"))
    try project.git("add", "--all")
    try project.git("commit", "-qm", "Release on a forge")
    try project.git("push", "-q", "origin", "main")
    project.environment[tokenVariable ?? kind.tokenVariable] = "write-token"
    project.environment.allow(tokenVariable ?? kind.tokenVariable, at: server.address)
  }

  /// The contents of an asset; those of an archive have the start and the end of one.
  private static func text(of name: String) -> String {
    let text = String(repeating: "\(name)\n", count: 200)
    guard name.hasSuffix(".zip") else { return text }
    return "PK\u{3}\u{4}\(text.dropLast(26))PK\u{5}\u{6}\(String(repeating: "\0", count: 18))"
  }

  /// Makes a new clone of the remote, and goes to it.
  func enterClone() throws {
    try project.shell("git clone -q \(server.remote("owner/tool")) ../clone")
    project.place = "clone"
  }

  /// Runs the built program. The server reads its process id for faults that kill it.
  func martlet(_ words: String...) throws -> StrangeProject.Outcome {
    try project.martlet(words, by: ["sh", "-c", "echo $$ > ../pid; exec \"$@\"", "sh"])
  }

  /// Commits other steps for the lane `release`, without a push.
  func setSteps(_ steps: String) throws {
    try project.write("Releasefile", releasefile(steps))
    try project.git("commit", "-qam", "Change the lane")
  }

  /// Adds a fault to the request after the first `count`; see `faults.py`.
  func add(_ fault: String, after count: Int) throws {
    try server.add(fault: "{\(fault), \"skip\": \(count), \"pid_file\": \"\(project.root)/pid\"}")
  }

  /// Runs the built program, and compares everything that it prints. `$SERVER` replaces the address of the forge, `$COMMIT` one in parentheses, and `$RUN`
  /// the id of a run; the line of the failure's code is left out.
  func expect(
    _ words: String..., status: Int32, output: String? = nil, errors: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try project.martlet(words, by: ["sh", "-c", "echo $$ > ../pid; exec \"$@\"", "sh"])
    #expect(outcome.status == status, sourceLocation: location)
    if let output { #expect(masked(outcome.output) == output, sourceLocation: location) }
    #expect(masked(outcome.errors) == errors, sourceLocation: location)
  }

  /// The text with `$SERVER` for the address of the forge, and `$RUN` for the id of a run.
  func masked(_ text: String) -> String {
    text.replacing(server.address, with: "$SERVER").replacing(/[0-9]{8}-[0-9]{6}-[0-9a-f]{4}/, with: "$RUN")
      .replacing(/untagged-[0-9a-f]+/, with: "untagged").replacing(/\([0-9a-f]{7}\)/, with: "($COMMIT)")
  }

  /// A release as the forge stores it.
  struct Release {
    let isDraft: Bool
    let tag: String
    let title: String
    let notes: String
    let isPrerelease: Bool
    let assetNames: [String]
    /// The SHA-256 of the stored bytes, by the names of assets.
    let digests: [String: String]
  }

  /// All releases of the project.
  func releases() throws -> [Release] {
    let state = try JSONSerialization.jsonObject(with: Data(server.state().utf8)) as? [String: [String: Any]]
    let found = state?[kind.rawValue]?["owner/tool"]
    let list = found as? [[String: Any]] ?? (found as? [String: Any])?["releases"] as? [[String: Any]] ?? []
    return list.map { release in
      let assets =
        release["assets"] as? [[String: Any]] ?? (release["assets"] as? [String: Any])?["links"] as? [[String: Any]]
      return Release(
        isDraft: release["draft"] as? Bool ?? false, tag: release["tag_name"] as? String ?? "",
        title: release["name"] as? String ?? "", notes: (release["body"] ?? release["description"]) as? String ?? "",
        isPrerelease: release["prerelease"] as? Bool ?? false,
        assetNames: (assets ?? []).compactMap { $0["name"] as? String },
        digests: release["digests"] as? [String: String] ?? [:])
    }
  }

  /// Checks that there is exactly one release, public, with the right bytes, that no asset was deleted, and that git has
  /// the tag.
  ///
  /// - Returns: what is wrong, a line each.
  func problemsOfRelease() throws -> [String] {
    var problems: [String] = []
    let releases = try releases()
    if releases.count != 1 { problems.append("\(releases.count) releases") }
    if releases.contains(where: \.isDraft) { problems.append("a draft") }
    let names = releases.first?.assetNames.sorted() ?? []
    if names != Self.assets { problems.append("assets: \(names)") }
    let proof = try project.martlet("verify", "1.5.0")
    if !proof.lacksOnlyStatement { problems.append("verify: \(proof.errors)") }
    for name in Self.assets {
      let digest = try project.shell("sha256sum dist/\(name)").prefix(64)
      if !proof.errors.contains("asset `\(name)` downloads as sha256 \(digest)") { problems.append("bytes of \(name)") }
    }
    let deletions = try server.requests().filter { $0.method == "DELETE" && (200..<300).contains($0.status ?? 0) }
    if !deletions.isEmpty { problems.append("\(deletions.count) deletions") }
    if try project.git("rev-parse", "1.5.0")
      != project.git("--git-dir", "../forge/owner/tool.git", "rev-parse", "1.5.0")
    {
      problems.append("the tag")
    }
    if try project.git("status", "--porcelain") != "" { problems.append("the working tree is not clean") }
    return problems
  }

  /// Checks that a run left neither files nor a tag nor a release.
  func expectNothingReleased(at location: SourceLocation = #_sourceLocation) throws {
    #expect(project.read("VERSION") == "1.4.2\n", sourceLocation: location)
    #expect(try project.git("tag", "--list", "1.5.0") == "", sourceLocation: location)
    #expect(try releases().isEmpty, sourceLocation: location)
  }

  /// Sends a request to the API of GitHub, as another user.
  func request(_ method: String, _ path: String, _ body: String) throws {
    try project.shell(
      """
      python3 - '\(server.address)/api/v3/repos/owner/tool/\(path)' <<'END'
      import sys, urllib.request
      urllib.request.urlopen(urllib.request.Request(
          sys.argv[1], method="\(method)", data=br'''\(body)''', headers={"Authorization": "Bearer write-token"}))
      END
      """)
  }
}

extension StrangeProject.Outcome {
  /// Whether `martlet verify` has found nothing wrong with an unsigned release.
  var lacksOnlyStatement: Bool {
    let found = errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    return status == 1
      && found == [
        "error: the release has no asset `release.intoto.json`, so that nothing shows what it has to contain"
      ]
  }
}
