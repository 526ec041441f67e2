import Foundation
import Testing

/// What others could exchange: actions, images and packages, in our own files and in those that Martlet writes.
@Suite("A pinned version")
struct PinTests {
  /// The files that name actions or images, with their paths.
  private static func files() throws -> [(path: String, text: String)] {
    let folders = [".github", "templates/pipelines", "docs", "Examples", "packaging"]
    let paths = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: SourceFile.package.appendingPathComponent(folder).path)?
        .compactMap { $0 as? String } ?? [])
        .filter { name in [".yml", ".mustache", ".md"].contains { name.hasSuffix($0) } && !name.contains(".build") }
        .map { "\(folder)/\($0)" }
    }
    return try (paths + ["action.yml", "Containerfile", "README.md"]).map { ($0, try SourceFile.text(of: $0)) }
  }

  @Test("is the commit of an action with its version as a comment, the same in every file")
  func actions() throws {
    var found: [Substring: Set<Substring>] = [:]
    for file in try Self.files() {
      for line in file.text.split(separator: "\n") {
        guard let use = line.firstMatch(of: /uses: (?<action>[^@\s]+)(?<pin>.*)$/)?.output else { continue }
        // Files of this repository, and the place of the reader's copy of Martlet.
        if use.action.hasPrefix("./") || use.action == "OWNER/martlet" { continue }
        #expect(use.pin.wholeMatch(of: /@[0-9a-f]{40} # v\d+\.\d+\.\d+/) != nil, "\(file.path): \(line)")
        found[use.action, default: []].insert(use.pin)
      }
    }
    #expect(found.keys.sorted().first == "actions/attest" && found["actions/checkout"] != nil)
    for (action, pins) in found { #expect(pins.count == 1, "\(action): \(pins)") }
  }

  @Test("is the digest of an image, the same in every file")
  func images() throws {
    var found: [Substring: Set<Substring>] = [:]
    for file in try Self.files() where !file.path.hasSuffix(".md") {
      for image in file.text.matches(of: /\b(?<name>(?:swift|debian|ubuntu|fedora):[\w.-]+)(?<pin>@sha256:\w+)?/) {
        // docker-library/repo-info has no digest for it.
        if image.output.name == "swift:6.2-fedora39" { continue }
        let pin = image.output.pin ?? ""
        #expect(pin.wholeMatch(of: /@sha256:[0-9a-f]{64}/) != nil, "\(file.path): \(image.output.0)")
        found[image.output.name, default: []].insert(pin)
      }
      for line in file.text.split(separator: "\n") {
        guard let image = line.firstMatch(of: /^\s*(?:- )?(?:image|container): ([a-z.\/]+:\S+)/)?.output.1 else {
          continue
        }
        #expect(image.contains("@sha256:"), "\(file.path): \(line)")
      }
    }
    #expect(found["swift:6.2-bookworm"]?.count == 1 && found["debian:bookworm-slim"]?.count == 1)
    for (image, pins) in found { #expect(pins.count == 1, "\(image): \(pins)") }
  }

  @Test("is not exact for a package, so that other packages can use a later version of it beside Martlet")
  func packages() throws {
    let text = try SourceFile.text(of: "Package.swift")
    let dependencies = text.matches(of: /dependency\("https:[^"]+", (\w+: "[\d.]+")\)/).map(\.output.1)
    #expect(dependencies == [#"from: "1.8.2""#])
    #expect(text.contains(".package(url: url, from: version)") && !text.contains("exact"))
  }

  @Test("of the image is run by a user of its own")
  func user() throws {
    let containerfile = try SourceFile.text(of: "Containerfile")
    let last = try #require(containerfile.components(separatedBy: "\nFROM ").last)
    let lines = last.split(separator: "\n")
    let user = try #require(lines.firstIndex { $0.hasPrefix("USER ") })
    #expect(lines[user] == "USER martlet" && last.contains("useradd --create-home --uid 1000 martlet\n"))
    #expect(lines[(user + 1)...] == ["ENTRYPOINT [\"martlet\"]"])
  }
}
