import Foundation
import Processes
import TestSupport
import Testing

/// Compares public interfaces with the real toolchain. Each comparison builds a package twice, which takes many
/// seconds, so only `scripts/test api` runs it, which sets `MARTLET_API`. `make test` checks recorded output of the
/// toolchain (`EnsureAPICompatibleStepTests`).
@Suite(
  "The public interface of a package", .enabled(if: ProcessInfo.processInfo.environment["MARTLET_API"] != nil))
struct InterfaceTests {
  /// One change of a library, and the version after `1.4.2` that it requires if the commit has the type `fix`.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let new: String
    let next: String
    /// The breaks that the comparison reports.
    let finding: String?
  }

  private static let old = """
    public protocol Greeting { func greet() }
    public enum Tone { case loud, quiet }
    public struct Greeter { public init() {}; public func greet(name: String) -> String { name } }
    public func wave() {}
    """

  private static let edits = [
    Edit(testDescription: "an added symbol", new: old + "\npublic func bow() {}", next: "1.4.3", finding: nil),
    Edit(
      testDescription: "a removed symbol", new: old.replacing("public func wave() {}", with: ""), next: "2.0.0",
      finding: "func wave() has been removed"),
    Edit(
      testDescription: "a changed symbol", new: old.replacing("-> String { name }", with: "-> Int { 1 }"),
      next: "2.0.0",
      finding: "func Greeter.greet(name:) has return type change from Swift.String to Swift.Int"),
    Edit(
      testDescription: "a renamed label", new: old.replacing("greet(name:", with: "greet(person name:"), next: "2.0.0",
      finding: "func Greeter.greet(name:) has been renamed to func greet(person:)"),
    Edit(
      testDescription: "a new requirement of a protocol",
      new: old.replacing("func greet() }", with: "func greet(); func leave() }"),
      next: "2.0.0", finding: "func Greeting.leave() has been added as a protocol requirement"),
    Edit(
      testDescription: "a new case of an enumeration", new: old.replacing("loud, quiet", with: "loud, quiet, silent"),
      next: "2.0.0", finding: "enumelement Tone.silent has been added as a new enum case"),
  ]

  private static let manifest = """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])
    """

  /// The result of `martlet bump auto --api` after `new` has been committed as a fix.
  private func outcome(of new: String, allowing allowed: String = "") throws -> CommandResult {
    let world = try GoldenWorld(
      example: nil,
      files: [
        "Package.swift": Data(Self.manifest.utf8), "Sources/Kit/Kit.swift": Data(Self.old.utf8),
        ".gitignore": Data(".build\n".utf8), "allowed.txt": Data(allowed.utf8),
        "Releasefile": Data(
          """
          version: {source: tag}
          lanes:
            release:
              steps:
                - ensure: {api_compatible: {when_too_small: raise, allow: allowed.txt}}
                - bump: auto
                - changelog

          """.utf8),
      ])
    try world.git("tag", "1.4.2")
    try world.folder.write("CoolApp/Sources/Kit/Kit.swift", Array(new.utf8))
    try world.git("commit", "--quiet", "--all", "--message=fix: it")
    // The toolchain's caches are there; in a new home it would start with empty ones.
    return try world.martlet(["run", "release"]).run()
  }

  @Test("reports every break, and raises the version accordingly")
  func allAtOnce() throws {
    let new = """
      public protocol Greeting { func greet(); func leave() }
      public enum Tone { case loud, quiet, silent }
      public struct Greeter { public init() {}; public func greet(person: String) -> String { person } }
      public func bow() {}
      """
    let result = try outcome(of: new)
    #expect(result.succeeded, "\(result.errorText)")
    #expect(result.outputText.contains("release  1.4.2 → 2.0.0"), "\(result.outputText)")
    #expect(result.outputText.contains("the public interface has 4 breaking changes since 1.4.2"))
  }

  @Test(
    "decides the version alone", arguments: edits)
  func each(_ edit: Edit) throws {
    let result = try outcome(of: edit.new)
    #expect(result.outputText.contains("1.4.2 → \(edit.next)"), "\(result.outputText)\n\(result.errorText)")
    let words = edit.finding ?? "the public interface has no breaking changes since 1.4.2"
    #expect(result.outputText.contains(words), "\(result.outputText)\n\(result.errorText)")
    guard let finding = edit.finding else { return }
    let allowed = try outcome(of: edit.new, allowing: "API breakage: \(finding)\n")
    #expect(allowed.outputText.contains("1.4.2 → 1.4.3"), "\(allowed.outputText)\n\(allowed.errorText)")
  }
}
