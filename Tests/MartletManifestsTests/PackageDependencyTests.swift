import MartletCore
import Testing

@testable import MartletManifests

@Suite("The dependencies in a Package.swift")
struct PackageDependencyTests {
  private func description(_ dependencies: String, before: String = "") -> PackageDescription {
    let text =
      "// swift-tools-version: 5.9\n\(before)let package = Package(name: \"Cool\", dependencies: [\n\(dependencies)\n])\n"
    return PackageDescription(SourceText(path: "Package.swift", text: text))
  }

  /// The text of the dependency after the version that it requires of `core` was raised to 1.4.0; nil for no change.
  private func raised(_ dependency: String, before: String = "") throws -> String? {
    let package = description(dependency, before: before)
    let edits = try package.edits(ofDependency: "core", to: Version("1.4.0"))
    let result = try package.source.applying(edits)
    let text = String(decoding: result.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    return edits.isEmpty ? nil : lines.first { $0.lowercased().contains("core") || $0.contains("let v") }
  }

  private func message(_ dependency: String) -> [Diagnostic] {
    do {
      _ = try description(dependency).edits(ofDependency: "core", to: Version("1.4.0"))
      return []
    } catch {
      return Failure(of: error).diagnostics
    }
  }

  @Test(
    "raises the lowest version in every form of a requirement, and no other byte",
    arguments: [
      (".package(url: \"https://example.com/core.git\", from: \"1.2.0\"), // kept", "from: \"1.4.0\"), // kept"),
      (".package(url: \"https://example.com/Core\", exact: \"1.3.9\")", "exact: \"1.4.0\")"),
      (
        ".package(name: \"Core\", url: \"git@example.com:org/core.git\", .upToNextMinor(from: \"1.2.0\"))",
        ".upToNextMinor(from: \"1.4.0\"))"
      ),
      (
        ".package(url: \"https://example.com/core\", .upToNextMajor(from: \"1.0.0\"))",
        ".upToNextMajor(from: \"1.4.0\"))"
      ),
      (".package(url: \"https://example.com/core\", .exact(\"1.0.0\"))", ".exact(\"1.4.0\"))"),
      (".package(url: \"https://example.com/core\", \"1.0.0\"..<\"2.0.0\")", "\"1.4.0\"..<\"2.0.0\")"),
      (".package(url: \"https://example.com/core\", \"1.0.0\"...\"1.4.0\")", "\"1.4.0\"...\"1.4.0\")"),
      (".package(url: \"https://example.com/core\", from: \"1.4.0-beta.1\")", "from: \"1.4.0\")"),
    ])
  func raises(dependency: String, expected: String) throws {
    let text = try #require(try raised(dependency))
    #expect(text.hasSuffix(expected))
    #expect(text.hasPrefix(String(dependency.prefix(20))))
  }

  @Test("raises the constant that a requirement names")
  func constant() throws {
    let text = try raised(".package(url: \"https://example.com/core\", from: v)", before: "let v = \"1.0.0\"\n")
    #expect(text == "let v = \"1.4.0\"")
  }

  @Test("leaves a requirement that is not lower", arguments: ["1.4.0", "1.10.0", "2.0.0-beta.1"])
  func notLower(version: String) throws {
    #expect(try raised(".package(url: \"https://example.com/core\", from: \"\(version)\")") == nil)
  }

  @Test("stops at a requirement that is not a version, and at a range that ends before it")
  func problems() {
    #expect(
      message(".package(url: \"https://example.com/core\", branch: \"main\")").first.map { [$0.message, $0.hint] }
        == ["the dependency `core` does not require a version", "write `from: \"1.4.0\"`"])
    #expect(
      message(".package(url: \"https://example.com/core\", \"1.0.0\"..<\"1.4.0\")").first.map { [$0.message, $0.hint] }
        == ["the range of the dependency `core` ends before 1.4.0", "write `from: \"1.4.0\"`"])
    #expect(
      message(".package(url: \"https://example.com/cores\", from: \"1.0.0\")").first.map { [$0.message, $0.hint] }
        == ["no dependency `core` in `Package.swift`, expected one of `cores`", "did you mean `cores`?"])
  }

  @Test("lists each with SwiftPM's identity and the lowest version")
  func list() throws {
    let package = description(
      """
      .package(url: "https://example.com/Swift-Core.git", from: "1.0.0"), .package(path: "../Local"),
      .package(url: "git@example.com:org/net", branch: "main"), .package(url: base + "x", from: "1.0.0"),
      """)
    #expect(
      package.dependencies == [
        PackageDependency(
          identity: "swift-core", url: "https://example.com/Swift-Core.git", lowest: try Version("1.0.0")),
        PackageDependency(identity: "local", url: nil, lowest: nil),
        PackageDependency(identity: "net", url: "git@example.com:org/net", lowest: nil),
      ])
  }
}
