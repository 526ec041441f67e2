import MartletKit
import TestSupport
import Testing

/// Text in an invalid format is an error of the library or a result, and never a crash.
@Suite("Hostile input")
struct HostileInputTests {
  private static let texts:
    [(path: String, manifest: Project.Manifest.Format, options: [String: [String]], text: String)] =
      [
        ("a.xcconfig", .xcconfig, [:], "#include? \"b.xcconfig\"\nMAJOR = 1\nMARKETING_VERSION = $(MAJOR).4.2 // x\n"),
        (
          "Info.plist", .plist, [:],
          "<plist><dict><key>CFBundleShortVersionString</key><string>1.4.2</string></dict></plist>\n"
        ),
        ("Cool.podspec", .podspec, [:], "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n"),
        ("Version.swift", .swift, [:], "public let version = \"1.4.2\" // \\(1)\n"),
        ("a.json", .json, [:], "{\"version\": \"1.4.2\", \"a\": [1, {\"b\": null}]}\n"),
        ("a.yml", .yaml, ["key": ["version"]], "version: 1.4.2\na:\n  - b\n"),
        ("a.toml", .toml, [:], "version = '1.4.2'\n[a]\nb = [1]\n"), (".env", .env, [:], "VERSION=1.4.2\n"),
        (
          "README.md", .readme, ["repositories": ["https://example.com/a/b"]],
          ".package(url: \"https://example.com/a/b\", from: \"1.4.2\")\n"
        ),
        ("VERSION", .plain, [:], "1.4.2\n"), ("a.txt", .text, ["pattern": ["v${version} "]], "at v1.4.2 now\n"),
      ]

  /// `text` with some of its bytes removed, doubled, or changed.
  private func broken(_ text: String, by random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
      let start = Int.random(in: bytes.indices, using: &random)
      let range = start..<min(bytes.count, start + Int.random(in: 0...6, using: &random))
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes.insert(contentsOf: bytes[range], at: start)
      default: bytes[start] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }

  @Test("causes an error, or a project with the written version", arguments: [1, 2, 3])
  func manifests(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let new = try Version("7.8.9")
    var (raised, silent) = (0, 0)
    for _ in 0..<20 {
      for (path, format, options, text) in Self.texts {
        let bytes = broken(text, by: &random)
        do {
          let manifests = [Project.Manifest(format, at: path, options: options)]
          let changed = try Project(ProjectFiles([path: bytes]), manifests: manifests).changedFiles(for: new)
          guard let after = changed[path] else { continue }
          let project = try Project(ProjectFiles([path: after]), manifests: manifests)
          #expect(project.sites.contains { $0.value == "7.8.9" }, "seed \(seed): \(bytes)")
          raised += 1
        } catch {
          if error.problems.isEmpty || error.description.isEmpty { silent += 1 }
        }
      }
    }
    #expect(raised > 20)
    #expect(silent == 0)
  }

  @Test("causes an error, or settings, notes and a changelog", arguments: [4, 5])
  func others(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (read, silent) = (0, 0)
    for _ in 0..<50 {
      do {
        let bytes = broken("A = $(B:upper) \"x y\"\nB[sdk=*] = $(A) $(inherited)\n#include \"a\"\n", by: &random)
        let settings = try XcconfigSettings("a.xcconfig", in: ProjectFiles(["a.xcconfig": bytes]), for: ["sdk": "x"])
        for name in settings.names {
          _ = try settings.value(of: name)
          _ = try settings.elements(of: name)
          _ = settings.place(of: name)
        }
        #expect(settings.problems.allSatisfy { !$0.description.isEmpty })
        let message = String(
          decoding: broken("feat(ui)!: a `b`\n\nRelease-As: 2.0\nBREAKING CHANGE: c\n", by: &random), as: UTF8.self)
        let notes = try ReleaseNotes(of: [ReleaseNotes.Commit(id: String(repeating: "a", count: 40), message: message)])
        let text = broken(
          "# C\n\n## [Unreleased]\n\n- x\n\n## [1.0] - 2026-01-01\n\n[1.0]: a/compare/b...c\n", by: &random)
        let changelog = try Changelog(text)
        let inserted = try changelog.inserting(notes.markdown, for: Version("7.8.9"), on: "2026-11-21")
        #expect(try Changelog(inserted).versions.contains(Version("7.8.9")), "seed \(seed): \(text)")
        _ = try notes.version(after: changelog.versions)
        read += 1
      } catch {
        if error.problems.isEmpty { silent += 1 }
      }
    }
    #expect(read > 0)
    #expect(silent == 0)
  }
}
