import Foundation
import Processes
import TestSupport
import Testing

/// Checks the commands on the pages against the program. A block of commands runs in the repository of the previous
/// block, unless a comment such as `<!-- run in Examples/CoolKit after git tag 1.0.0 -->` begins a new one. A comment
/// such as `<!-- file Releasefile -->` before another block writes that block to a file of the new repository first.
@Suite("The pages with commands")
struct DocumentTests {
  private static let documents = [
    "docs/getting-started.md", "docs/from-fastlane.md", "docs/from-git-archive.md",
    "docs/cookbook.md", "docs/json.md", "docs/releasefile.md",
  ]

  @Test("show the real output (`MARTLET_RECORD=1` writes them again)", arguments: documents)
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

  /// The folder of the commands, and the name of its example: the repository itself always has the same name.
  private struct Place {
    let world: GoldenWorld
    let name: String
  }

  /// The workspace of a comment at the end of `text`; nil if there is none.
  private static func world(begunBy text: String) throws -> Place? {
    guard let match = text.firstMatch(of: /<!-- run in (\S+)(?: after (.*))? -->\n$/) else { return nil }
    let world = try GoldenWorld(example: String(match.output.1))
    for file in text.matches(of: /<!-- file (\S+) -->\n```\w*\n([\s\S]*?)```/) {
      try world.folder.write("CoolApp/\(file.output.1)", Array(file.output.2.utf8))
    }
    if let script = match.output.2 { try world.setUp(String(script)) }
    return Place(world: world, name: String(match.output.1.split(separator: "/").last ?? ""))
  }

  /// The commands of a block, each with its output on both streams.
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
