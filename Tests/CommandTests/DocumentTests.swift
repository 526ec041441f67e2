import Foundation
import Processes
import TestSupport
import Testing

/// The pages that show commands are held against the program. A block of commands is run in the world of the one before,
/// unless a comment such as `<!-- run in Examples/CoolKit after git tag 1.0.0 -->` begins another one.
@Suite("The pages that show commands")
struct DocumentTests {
  private static let documents = ["docs/getting-started.md", "docs/from-fastlane.md", "docs/from-git-archive.md"]

  @Test("show what they print (`MARTLET_RECORD=1` writes them anew)", arguments: documents)
  func commands(document: String) throws {
    let text = try #require(ProjectFolder.read(document))
    var world: Place?
    var parts: [String] = []
    for (index, part) in text.components(separatedBy: "```console\n").enumerated() {
      guard index > 0, let end = part.range(of: "```") else {
        parts.append(part)
        continue
      }
      if let begun = try Self.world(begunBy: parts.last ?? "") { world = begun }
      let shown = String(part[..<end.lowerBound])
      let printed = try Self.printed(shown, in: try #require(world, "no world to run in"))
      if !ProjectFolder.isRecording { #expect(printed == shown) }
      parts.append(printed + part[end.lowerBound...])
    }
    #expect(parts.count > 1)
    if ProjectFolder.isRecording { try ProjectFolder.write(document, parts.joined(separator: "```console\n")) }
  }

  @Test("and all others point to what is there")
  func links() throws {
    let pages = ProjectFolder.files(in: "docs").filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    #expect(pages.count > 8)
    for page in pages {
      let text = try #require(ProjectFolder.read(page))
      for match in text.matches(of: /\]\(([^)#\s]*)(?:#([^)]+))?\)/) where !match.output.1.contains("://") {
        let target = match.output.1.isEmpty ? page : "docs/\(match.output.1)"
        #expect(FileManager.default.fileExists(atPath: "\(ProjectFolder.path)/\(target)"), "\(page): \(target)")
        guard let anchor = match.output.2 else { continue }
        let headings = (ProjectFolder.read(target) ?? "").matches(of: /\n#+ (.+)/).map { heading in
          heading.output.1.lowercased().filter { $0.isLetter || $0.isNumber || "- _".contains($0) }
            .replacing(" ", with: "-")
        }
        #expect(headings.contains(String(anchor)), "\(page): \(target)#\(anchor)")
      }
    }
  }

  /// Where commands are run, and the name of the example that it began with: the repository itself is always called the
  /// same.
  private struct Place {
    let world: GoldenWorld
    let name: String
  }

  /// The world that a comment at the end of `text` begins; nil when there is none.
  private static func world(begunBy text: String) throws -> Place? {
    guard let match = text.firstMatch(of: /<!-- run in (\S+)(?: after (.*))? -->\n$/) else { return nil }
    let world = try GoldenWorld(example: String(match.output.1))
    if let script = match.output.2 { try world.setUp(String(script)) }
    return Place(world: world, name: String(match.output.1.split(separator: "/").last ?? ""))
  }

  /// The commands of a block, each with what it prints on either stream.
  private static func printed(_ block: String, in place: Place) throws -> String {
    let folder = (try MartletProgram.path() as NSString).deletingLastPathComponent
    return try block.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { line in
      var command = try place.world.martlet([])
      command.program = "/bin/sh"
      command.arguments = ["-c", String(line.dropFirst(2))]
      command.environment["PATH"] = "\(folder):\(command.environment["PATH"] ?? "")"
      command.streams = .capturedTogether
      let printed = place.world.neutral(String(decoding: try command.run().output, as: UTF8.self))
      return "\(line)\n" + printed.replacing("CoolApp", with: place.name)
    }.joined()
  }
}
