import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("The step tap")
struct TapStepTests {
  private static let formula = """
    class Tool < Formula
      desc "Says that it is cool"
      homepage "https://example.com"
      url "https://example.com/old.zip"
      version "1.0.0"
      sha256 "0"
      license "MIT"
    end

    """

  private static let tap = """
    - publish_files: {formula: Formula/tool.rb, archives: {any: dist/Tool.zip}, repository: ../tap, tag: 1.4.2}
    """

  /// A project with a release, and a tap with its formula.
  private func planning(version: String = "1.4.2", isTagged: Bool = true) -> Planning {
    var planning = Planning(version: version, tags: isTagged ? [version] : [])
    planning.head = "forge: {kind: github}\n"
    planning.world.files["dist/Tool.zip"] = "tool"
    planning.world.branches["main"] = ["Formula/tool.rb": Self.formula]
    return planning
  }

  private func files(_ plan: Plan) -> [String] {
    plan.entries.compactMap { entry in
      guard case .publishTree(let publication) = entry.effect else { return nil }
      return (publication.changes ?? []).map(\.path).joined(separator: " ")
    }
  }

  @Test("alone, it needs the published release, with exactly the files that the formula names")
  func published() throws {
    var planning = planning()
    #expect(
      try planning.failure(Self.tap) == """
        error: GitHub shows no published release of `1.4.2` in `origin/CoolApp`, which the formula would refer to
        hint: put `publish_release` before `publish_files`, or name the address of the archives in `base_url`
        """)
    let page = "https://github.com/origin/CoolApp/releases/tag/1.4.2"
    planning.world.published["1.4.2"] = .value(PublishedRelease(url: page, differences: ["Tool.zip"]))
    #expect(
      try planning.failure(Self.tap) == """
        error: the release of `1.4.2` is published without these files, or with others of their names: `Tool.zip`: \(page)
        hint: name in `archives` the files that were published, or their address in `base_url`
        """)
    planning.world.published["1.4.2"] = .value(PublishedRelease(url: page, differences: []))
    #expect(try files(planning.plan(Self.tap)) == ["Formula/tool.rb"])
    planning.world.published["1.4.2"] = .unknown(Failure("cannot find the server `api.github.com`"))
    #expect(try planning.failure(Self.tap) == "error: cannot find the server `api.github.com`")
  }

  @Test("a release of the same run, and archives at another address, are not read from the forge")
  func ownRelease() throws {
    let release = """
      - tag
      - push
      - publish_release: {assets: dist/Tool.zip, notes: New}

      """
    #expect(try files(planning(isTagged: false).plan(release + Self.tap)) == ["Formula/tool.rb"])
    let elsewhere = Self.tap.replacing("tag: 1.4.2", with: "base_url: \"https://example.com\"")
    #expect(try files(planning().plan(elsewhere)) == ["Formula/tool.rb"])
  }

  @Test("skips a pre-release, unless the tap takes them")
  func prerelease() throws {
    let steps = Self.tap.replacing("tag: 1.4.2", with: "base_url: \"https://example.com\"")
    let plan = try planning(version: "2.0.0-beta.1").plan(steps)
    #expect(files(plan) == [])
    #expect(
      plan.remarks == ["nothing to do: `2.0.0-beta.1` is a pre-release, and `prereleases` is not `true`"])
    let taken = steps.replacing("repository:", with: "prereleases: true, repository:")
    #expect(try files(planning(version: "2.0.0-beta.1").plan(taken)) == ["Formula/tool.rb"])
  }

  @Test("refuses what would end the text in the formula, a password, a missing branch, and the same file twice")
  func refusals() throws {
    let steps = Self.tap.replacing("tag: 1.4.2", with: "base_url: \"https://example.com\"")
    #expect(
      try planning().failure(steps.replacing("example.com\"", with: "example.com/it's\""))
        == "error: `https://example.com/it's/Tool.zip` cannot be an address, expected no quotation mark, backslash or line break"
    )
    #expect(
      try planning().failure(steps.replacing("../tap", with: "\"https://user:secret@example.com/tap.git\"")) == """
        error: the address of the repository contains a password
        hint: remove it, and name the environment variable with the token in `token_env`
        """)
    #expect(
      try planning().failure("\(steps)\n\(steps)") == """
        error: two steps write `Formula/tool.rb` on `main` of `../tap`
        hint: write the file in one step
        """)
    var planning = planning()
    planning.world.branches = [:]
    planning.world.files["packaging/tool.rb"] = Self.formula
    let found = try planning.failure(
      steps.replacing("formula: Formula/tool.rb", with: "formula: Formula/tool.rb, template: packaging/tool.rb"))
    #expect(
      found == """
        error: no branch `main` in `../tap`
        hint: correct `branch`, or push a first commit to it
        """)
  }

  @Test(
    "an unknown system is refused, and the hint names the one that is meant",
    arguments: [
      ("linux-x86", "linux-intel"), ("linux_x86_64", "linux-intel"), ("linux-amd64", "linux-intel"),
      ("linux-aarch64", "linux-arm"), ("linux-arm64", "linux-arm"), ("darwin-arm64", "macos-arm"),
      ("macOS-x86_64", "macos-intel"), ("mac", "macos"), ("windows-x86", nil), ("linux-armv6", nil), ("x86_64", nil),
    ])
  func systems(name: String, meant: String?) throws {
    #expect(
      try planning().failure(Self.tap.replacing("any:", with: "\(name):"))
        == "error: unknown system `\(name)`, expected one of `any`, `macos`, `linux`, `macos-arm`, `macos-intel`, "
        + "`linux-arm`, `linux-intel`" + (meant.map { "\nhint: did you mean `\($0)`?" } ?? ""))
  }
}
