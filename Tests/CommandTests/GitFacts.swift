import Foundation
import TestSupport

/// The state of the repository and its remote according to git.
struct GitFacts: Equatable {
  /// In readable form: commits, changes and references.
  let text: String
  /// The checked-out and staged files, byte for byte.
  private let head: String
  private let index: String

  /// - Returns: nil without a repository.
  init?(of world: GoldenWorld) throws {
    guard FileManager.default.fileExists(atPath: "\(world.repository)/.git") else { return nil }
    var text = ""
    func ask(_ title: String, _ answer: String) { text += "$ \(title)\n" + (answer.isEmpty ? "" : answer + "\n") }
    ask(
      "git log --format='%H %an %s' --all",
      try world.git("log", "--format=%H %an %s", "--all", "--topo-order"))
    ask("git status --porcelain", try world.git("status", "--porcelain"))
    ask("git for-each-ref", try world.git("for-each-ref"))
    ask(
      "git -C ../CoolApp.git for-each-ref",
      try world.git("for-each-ref", directory: "\(world.root)/CoolApp.git")
        // Each state of a record has a random number.
        .replacing(/[0-9a-f]+(?= commit\trefs\/martlet\/)/, with: "$RECORD"))
    self.text = text
    head = try String(contentsOfFile: "\(world.repository)/.git/HEAD", encoding: .utf8)
    index = try world.git("ls-files", "--stage")
  }
}
