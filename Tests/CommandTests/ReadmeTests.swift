import Foundation
import Processes
import TestSupport
import Testing

/// Checks the README against the program: its examples work, and its links have targets.
@Suite("The README")
struct ReadmeTests {
  private let text: String

  init() throws {
    text = try #require(ProjectFolder.read("README.md"))
  }

  @Test("links to a table of the program's commands")
  func tableOfCommands() throws {
    let table = try #require(ProjectFolder.read("docs/commands.md"))
    let commands = table.matches(of: /\| `martlet ([^`]+)` (?:\(.*\) )?\|/).map { String($0.output.1) }
    #expect(commands.count >= 25)
    // These need a forge: other tests run them.
    let others = ["init", "propose", "verify"]
    for command in commands where !others.contains(where: command.hasPrefix) {
      let example = command.contains("--env") ? "Examples/ConfigApp" : "Examples/CoolApp"
      let world = try GoldenWorld(example: example)
      let result = try world.martlet(command.split(separator: " ").map(String.init) + ["--no-input"]).run()
      let isAsking = command == "run release"
      #expect(
        result.succeeded || (isAsking && result.termination == .exited(status: 64)), "\(command): \(result.errorText)")
    }
  }

  @Test("names only existing make targets")
  func makeTargets() throws {
    let makefile = try #require(ProjectFolder.read("Makefile"))
    for target in text.matches(of: /make ([a-z]+)/).map({ String($0.output.1) }) where target != "and" {
      #expect(makefile.contains("\n\(target):"), "\(target)")
    }
  }

  @Test("leaves make targets and scripts to CONTRIBUTING.md, which, like the workflows, names only existing ones")
  func scripts() throws {
    let list = try #require(ProjectFolder.read("CONTRIBUTING.md"))
    let makefile = try #require(ProjectFolder.read("Makefile"))
    let targets = makefile.matches(of: /(?m)^([a-z]+):.*##/).map { String($0.output.1) }
    #expect(targets.count == 11 && targets.first == "help")
    #expect(list.matches(of: /(?m)^\| `make ([a-z]+)` \|/).map { String($0.output.1) } == Array(targets.dropFirst()))
    let folder = ".github/workflows"
    let workflows = try ProjectFolder.files(in: folder).map { try #require(ProjectFolder.read("\(folder)/\($0)")) }
    #expect(workflows.count >= 4)
    for text in [list] + workflows {
      for script in text.matches(of: /\bscripts\/([a-z0-9.\/-]*[a-z0-9])/).map({ String($0.output.1) }) {
        #expect(FileManager.default.fileExists(atPath: "\(ProjectFolder.path)/scripts/\(script)"), "\(script)")
      }
      for target in text.matches(of: /(?:run: |&& )make ([a-z]+)/).map({ String($0.output.1) }) {
        #expect(targets.contains(target), "\(target)")
      }
    }
  }

  @Test("links, like every other document, only to existing files and headings", arguments: documents())
  func links(document: String) throws {
    let text = try #require(ProjectFolder.read(document))
    let folder = document.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    for match in text.matches(of: /\]\(([^)#]*)#?([^)]*)\)/) where !match.output.1.contains("://") {
      let target = match.output.1.isEmpty ? document : "\(folder)\(match.output.1)"
      let path = "\(ProjectFolder.path)/\(target)"
      #expect(FileManager.default.fileExists(atPath: path), "\(document): \(match.output.0)")
      guard !match.output.2.isEmpty, target.hasSuffix(".md") else { continue }
      let headings = Self.anchors(of: try String(contentsOfFile: path, encoding: .utf8))
      #expect(headings.contains(String(match.output.2)), "\(document): \(match.output.0)")
    }
  }

  @Test("lists every document in the index")
  func index() throws {
    let index = try #require(ProjectFolder.read("docs/README.md"))
    for document in Self.documents() where document.hasPrefix("docs/") && document != "docs/README.md" {
      let name = document.dropFirst("docs/".count)
      #expect(index.contains("(\(name))"), "\(document)")
    }
  }

  @Test("lists every exit status")
  func exitStatuses() throws {
    let table = try #require(ProjectFolder.read("docs/ten-minutes.md"))
    let source = try #require(ProjectFolder.read("Sources/MartletCore/Text/ExitStatus.swift"))
    let statuses = source.matches(of: /case \w+ = (\d+)/).map { String($0.output.1) }
    #expect(statuses.count >= 15)
    let listed = table.matches(of: /(?m)^\| ([\d, ]+) \|/).flatMap { $0.output.1.components(separatedBy: ", ") }
    #expect(listed.sorted() == statuses.sorted())
  }

  /// Every document for readers, by its path.
  private static func documents() -> [String] {
    let examples = ProjectFolder.files(in: "Examples").map { "Examples/\($0)/" }
    let folders = ["", "docs/", "docs/evidence/", "Tests/CommandTests/Golden/", "Tests/ReliabilityTests/"] + examples
    return folders.flatMap { folder in ProjectFolder.files(in: folder).map { "\(folder)\($0)" } }
      .filter { $0.hasSuffix(".md") }.sorted()
  }

  /// The anchors that a forge generates for the headings of `text`.
  private static func anchors(of text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" }.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .trimmingCharacters(in: .whitespaces).replacing(" ", with: "-")
      })
  }
}
