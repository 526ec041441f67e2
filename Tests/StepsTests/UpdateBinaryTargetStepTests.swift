import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("The step update_binary_target")
struct UpdateBinaryTargetStepTests {
  private static let old = String(repeating: "0", count: 63) + "1"
  private static let new = "a172cedcae47474b615c54d510a5d84a8dea3032e958587430b413538be3f333"
  private static let address = "https://example.com/origin/CoolApp/releases/download/1.5.0/App.zip"
  private static let step = "- update_binary_target: {target: Core, artifact: dist/App.zip}"

  private func planning(_ targets: String, before: String = "") -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.head = "forge: {kind: github}\n"
    planning.world.files["dist/App.zip"] = "app"
    planning.world.files["Package.swift"] = Self.package(targets, before: before)
    return planning
  }

  private static func package(_ targets: String, before: String) -> String {
    "// swift-tools-version: 6.0\nimport PackageDescription\n\(before)let package = Package(\n  name: \"Cool\", targets: [\n"
      + "\(targets)\n  ])\n"
  }

  private static func target(_ url: String, _ checksum: String, name: String = "Core") -> String {
    "    .binaryTarget(name: \"\(name)\", url: \(url), checksum: \(checksum)),  // kept"
  }

  @Test("keeps the archive, and writes its digest and the address that it will have in the release")
  func literals() throws {
    let old = "\"https://old.example/App.zip\""
    let plan = try planning(Self.target(old, "\"\(Self.old)\"")).plan("- bump: minor\n\(Self.step)")
    #expect(
      plan.lines == [
        "bump: write VERSION -1 +1", "update_binary_target: keep dist/App.zip (3 a172)",
        "update_binary_target: write Package.swift -1 +1",
      ])
    #expect(
      plan.text(of: "Package.swift")
        == Self.package(Self.target("\"\(Self.address)\"", "\"\(Self.new)\""), before: ""))
  }

  @Test("writes the constants that the arguments name, and a version that the address contains is the one of `bump`")
  func constants() throws {
    func constants(_ version: String, _ checksum: String) -> String {
      "let version = \"\(version)\"\nlet coreChecksum: String = \"\(checksum)\"\n"
    }
    let target = Self.target(
      "\"https://example.com/origin/CoolApp/releases/download/\\(version)/App.zip\"", "coreChecksum")
    var planning = planning(target, before: constants("1.4.2", Self.old))
    planning.head += "manifests: [{plain: VERSION}, {swift: Package.swift, name: version}]\n"
    let plan = try planning.plan("- bump: minor\n\(Self.step)")
    #expect(plan.text(of: "Package.swift") == Self.package(target, before: constants("1.5.0", Self.new)))
  }

  @Test("changes one of several targets, in every manifest that declares it")
  func several() throws {
    func targets(_ url: String, _ checksum: String) -> String {
      Self.target("\"https://a.example/b.zip\"", "\"\(Self.old)\"", name: "Other") + "\n"
        + Self.target("\"\(url)\"", "\"\(checksum)\"")
    }
    var planning = planning(targets("", ""))
    planning.world.files["Package@swift-5.9.swift"] = planning.world.files["Package.swift"]
    planning.world.files["Package@swift-5.8.swift"] = "// swift-tools-version: 5.8\n"
    let plan = try planning.plan("- bump: minor\n\(Self.step)")
    let expected = Self.package(targets(Self.address, Self.new), before: "")
    #expect(plan.text(of: "Package.swift") == expected)
    #expect(plan.text(of: "Package@swift-5.9.swift") == expected)
    #expect(plan.text(of: "Package@swift-5.8.swift") == nil)
  }

  @Test("an archive that is somewhere else has its own address and checksum, and a right target stays")
  func elsewhere() throws {
    let planning = planning(Self.target("\"https://a.example/b.zip\"", "\"\(Self.new)\""))
    let step = "- update_binary_target: {target: Core, url: https://a.example/b.zip, checksum: \(Self.new)}"
    let plan = try planning.plan(step)
    #expect(plan.lines == [])
    #expect(plan.remarks == ["the binary target `Core` is as it should be"])
  }

  @Test("a plan that is only shown leaves the digest of an archive open that is not built yet")
  func preview() throws {
    let plan = try planning(Self.target("\"\"", "\"\"")).preview(
      "- bump: minor\n- {run: {shell: make, artifacts: [dist/App.zip]}, id: core}\n"
        + "- update_binary_target: {target: Core, artifact: core}")
    let open = String(repeating: "?", count: 64)
    #expect(
      plan.text(of: "Package.swift")?.contains("download/1.5.0/App.zip\", checksum: \"\(open)\"") == true,
      "\(plan.lines)")
  }

  @Test(
    "says what cannot be written, and where",
    arguments: [
      (
        target("\"\"", "checksum()"),
        """
        error: `checksum` of the binary target `Core` is not a string literal
         --> Package.swift:6:52
        hint: write it as a literal, or name a constant such as `let checksum = ""`
        """
      ),
      (
        target("\"https://b.example/\\(tag).zip\"", "\"\""),
        """
        error: `url` of the binary target `Core` is not a string literal
         --> Package.swift:6:38
        hint: write it as a literal, or name a constant such as `let url = ""`
        """
      ),
      (
        target("\"https://b.example/\\(known).zip\"", "\"\""),
        """
        error: `url` of the binary target `Core` is computed as `https://b.example/x.zip`, expected `\(address)`
         --> Package.swift:6:38
        hint: raise the constants in it before this step, or write it as one literal
        """
      ),
      (
        target("\"\"", "known") + "\n" + target("\"\"", "known", name: "Other"),
        """
        error: the constant `known` is used by several binary targets
         --> Package.swift:3:14
        hint: give each target its own constant
        """
      ),
      (
        "    .binaryTarget(name: \"Core\", path: \"Core.xcframework\")",
        """
        error: the binary target `Core` has no `url`, expected `url` and `checksum`
         --> Package.swift:6:6
        hint: replace its `path` by `url: "", checksum: ""`
        """
      ),
      (
        target("\"\"", "\"\"") + "\n" + target("\"\"", "\"\""),
        """
        error: the binary target `Core` is declared 2 times
         --> Package.swift:7:6
        hint: declare it once, and use the constant in the branches
        """
      ),
      (
        target("\"\"", "\"\"", name: "Cora"),
        """
        error: no binary target `Core` in `Package.swift`, expected one of `Cora`
        hint: did you mean `Cora`?
        """
      ),
    ])
  func refusals(targets: String, words: String) throws {
    let planning = planning(targets, before: "let known = \"x\"\n")
    let message = try planning.failure("- bump: minor\n\(Self.step)")
    let lines = message.split(separator: "\n").filter { ["error", "hint:", " --> "].contains($0.prefix(5)) }
    #expect(lines.joined(separator: "\n") == words)
  }

  @Test(
    "says which parameters are missing or contradict each other",
    arguments: [
      ("{target: Core}", "no checksum for the binary target, expected `artifact`, or `checksum` with `url`"),
      (
        "{target: Core, checksum: a, artifact: b}", "both `artifact` and `checksum` are given, expected one of them"
      ),
      ("{target: Core, checksum: a}", "`checksum` without `url`, expected the address of the archive, too"),
      (
        "{target: Core, checksum: a, url: b}",
        "`a` is not a SHA-256, expected 64 digits from `0` to `9` and `a` to `f`"
      ),
      (
        "{target: Core, artifact: dist/App.zip, url: 'a\"b'}",
        "`a\"b` cannot be an address, expected no quotation mark, backslash or line break"
      ),
      (
        "{target: Core, artifact: dist/None.zip}",
        "no file `dist/None.zip`, expected one that exists or that an earlier step makes\nhint: build it in a step before this one, correct the path in the Releasefile, or name the folder of files that are built elsewhere with `--artifacts`"
      ),
    ])
  func parameters(parameters: String, words: String) throws {
    let planning = planning(Self.target("\"\"", "\"\""))
    #expect(try planning.failure("- update_binary_target: \(parameters)") == "error: \(words)")
  }
}
