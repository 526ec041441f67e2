import TestSupport
import Testing

@Suite("Whole releases on a forge", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct ReleasedProjectTests {
  @Test("a package: the version is in the tags, the notes are from the changelog, and the release is verified")
  func package() throws {
    let forge = try ForgeProject(
      .github,
      steps: """
        - bump: minor
        - changelog
        - commit
        - tag
        - push
        - publish_release
        """, version: "version: {source: tag}",
      files: [
        "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n- A window.\n",
        "Package.swift":
          "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"Tool\")\n",
      ])
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("ok  release `1.5.0` is published: "))
    #expect(try forge.server.state().contains(#""body": "- A window.\n\n<!-- martlet run="#))
    #expect(try forge.releases().map(\.isDraft) == [false])
  }

  @Test("an app: a command builds it, and later steps read the addresses of the release")
  func app() throws {
    let forge = try ForgeProject(
      .gitlab,
      steps: """
        - bump: minor
        - commit
        - tag
        - run: {shell: "mkdir -p build && git archive -o build/App.zip HEAD VERSION"}
        - push
        - {publish_release: {assets: build/App.zip, notes: New.}, id: released}
        - message: "${steps.released.asset_urls} ${steps.released.digests}"
        """, version: "manifests: [{plist: App/Info.plist}]",
      files: [
        "App/Info.plist":
          "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key><string>1.4.2</string></dict></plist>\n"
      ])
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let digest = try forge.project.shell("sha256sum build/App.zip").prefix(64)
    #expect(outcome.errors.contains("App.zip \(digest)  App.zip"), "\(outcome.errors)")
    #expect(forge.project.read("App/Info.plist")?.contains("<string>1.5.0</string>") == true)
  }

  @Test("later steps read the address of a release that was published when the program was killed")
  func killedAfterPublishing() throws {
    let forge = try ForgeProject(
      .github,
      steps: """
        - bump: minor
        - commit
        - tag
        - push
        - {publish_release: {assets: dist/App.zip, notes: New.}, id: released}
        - message: "Released at ${steps.released.release_url}"
        """)
    try forge.add(#""kind": "kill", "after": true, "method": "PATCH""#, after: 0)
    #expect(try forge.martlet("run", "release", "--yes").status == 137)
    let outcome = try forge.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("Released at \(forge.server.address)/owner/tool/releases/tag/1.5.0"), "\(outcome.errors)")
  }

  @Test("a tool: the archive and its checksum that the run exports are the assets")
  func tool() throws {
    let forge = try ForgeProject(
      .forgejo,
      steps: """
        - bump: minor
        - commit
        - tag
        - export: {output: "dist/tool-${version}.tar.gz", checksum: true}
        - push
        - publish_release: {notes: New.}
        """)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.releases().map(\.assetNames) == [["tool-1.5.0.tar.gz", "tool-1.5.0.tar.gz.sha256"]])
    #expect(outcome.errors.contains("ok  asset `tool-1.5.0.tar.gz` downloads as sha256 "))
  }

  /// A kind of project.
  struct Kind: CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    let forge: ForgeProject.Kind
  }

  private static let projects = [
    Kind(
      testDescription: "a package",
      files: [
        "Package.swift":
          "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"Tool\", targets: [.target(name: \"Tool\")])\n",
        "Sources/Tool/Tool.swift": "enum Tool {}\n",
      ], forge: .github),
    Kind(
      testDescription: "an app",
      files: [
        "project.yml":
          "targets:\n  App:\n    settings:\n      MARKETING_VERSION: 1.4.2\n      CURRENT_PROJECT_VERSION: 7\n",
        "App.podspec": "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n",
      ], forge: .gitlab),
    Kind(
      testDescription: "a tool",
      files: [
        "Package.swift":
          "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"tool\", targets: [.executableTarget(name: \"tool\")])\n",
        "Sources/tool/Version.swift": "let version = \"1.4.2\"\n", "Sources/tool/main.swift": "print(version)\n",
      ], forge: .forgejo),
  ]

  @Test("the Releasefile of `martlet init` publishes a release with notes and files", arguments: projects)
  func firstReleasefile(_ kind: Kind) throws {
    let log = "# Changelog\n\n## [Unreleased]\n\n- A window.\n\n## 1.4.2\n\n- First.\n"
    let forge = try ForgeProject(kind.forge, files: kind.files.merging(["CHANGELOG.md": log]) { $1 })
    try forge.project.git("rm", "-q", "Releasefile", "VERSION")
    try forge.project.git("commit", "-qm", "Begin again")
    // The host of the test server does not show its kind.
    try forge.project.git("remote", "set-url", "origin", "https://\(kind.forge.rawValue).com/owner/tool.git")
    let first = try forge.project.martlet("init")
    #expect(first.status == 0, "\(first.errors)")
    let releasefile = try #require(forge.project.read("Releasefile"))
    #expect(releasefile.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 25, "\(releasefile)")
    try forge.project.git("remote", "set-url", "origin", forge.server.remote("owner/tool"))
    try forge.project.write("Releasefile", releasefile + "forge: {kind: \(kind.forge.rawValue)}\n")
    try forge.project.git("add", "--all")
    try forge.project.git("commit", "-qm", "Say how Tool is released")
    try forge.project.shell("cp -R dist ../built")
    let outcome = try forge.martlet(
      "run", "release", "--answer", "version=minor", "--artifacts", "../built", "--yes")
    #expect(outcome.status == 0, "\(releasefile)\(outcome.output)\(outcome.errors)")
    #expect(try forge.problemsOfRelease() == [])
    #expect(try forge.server.state().contains("- A window."))
  }
}
