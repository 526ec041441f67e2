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
        - draft_release
        - push
        - publish_release
        - verify_release
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
        - run: {shell: "mkdir -p build && echo app > build/App.zip"}
        - draft_release: {assets: build/App.zip, notes: New.}
        - push
        - {publish_release: , id: released}
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
    let outcome = try forge.martlet("resume", "--yes")
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
        - draft_release: {notes: New.}
        - push
        - publish_release
        - verify_release
        """)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.releases().map(\.assetNames) == [["tool-1.5.0.tar.gz", "tool-1.5.0.tar.gz.sha256"]])
    #expect(outcome.errors.contains("ok  asset `tool-1.5.0.tar.gz` downloads as sha256 "))
  }
}
