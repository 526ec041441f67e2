import Foundation
import Processes
import TestSupport
import Testing

/// Checks the commands on the pages against the program.
///
/// A block of commands (`console`) runs in the repository of the previous block, unless a comment begins a new one, such
/// as `<!-- run in Examples/CoolKit after git tag 1.0.0 -->`. `on github` before `after` gives the new repository a remote
/// on a test server with the API of GitHub. A comment such as `<!-- file Releasefile -->` before another block writes
/// that block to a file of the repository first. Programs in `../bin`, which `after` can create, replace those of this
/// machine.
@Suite("The pages with commands")
struct DocumentTests {
  /// Every page, by its path.
  private static let pages: [String] = {
    let folders = ["", "docs/", "docs/evidence/"]
    return folders.flatMap { folder in ProjectFolder.files(in: folder).map { "\(folder)\($0)" } }
      .filter { $0.hasSuffix(".md") }
  }()

  private static let pagesWithCommands = pages.filter { ProjectFolder.read($0)?.contains("```console\n") == true }
  private static let pagesWithForge = pagesWithCommands.filter { ProjectFolder.read($0)?.contains(forge) == true }
  private static let forge = " on github after "

  @Test(
    "show the real output (`MARTLET_RECORD=1` writes them again)",
    arguments: pagesWithCommands.filter { !pagesWithForge.contains($0) })
  func commands(page: String) throws { try run(page) }

  @Test(
    "show the real output of releases on a forge",
    .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"),
    arguments: pagesWithForge)
  func releases(page: String) throws { try run(page) }

  private func run(_ page: String) throws {
    let text = try #require(ProjectFolder.read(page))
    var place: Place?
    var parts: [String] = []
    for (index, part) in text.components(separatedBy: "```console\n").enumerated() {
      guard index > 0, let end = part.range(of: "```") else {
        parts.append(part)
        continue
      }
      let before = parts.last ?? ""
      let start = before.firstMatch(of: /<!-- run in (\S+)(?: on (github))?(?: after (.*))? -->\n$/)
      if let start { place = try Place(example: String(start.output.1), hasForge: start.output.2 != nil) }
      let here = try #require(place, "no comment such as `<!-- run in Examples/CoolKit -->` before the first block")
      try here.writeFiles(of: before)
      if let script = start?.output.3 { try here.world.setUp(String(script)) }
      let shown = String(part[..<end.lowerBound])
      let printed = try here.printed(shown)
      if !ProjectFolder.isRecording { #expect(printed == shown) }
      parts.append(printed + part[end.lowerBound...])
    }
    if ProjectFolder.isRecording { try ProjectFolder.write(page, parts.joined(separator: "```console\n")) }
  }

  /// Their texts are part of the commits of the golden cases, so they have no output.
  @Test("of the examples have commands that work", arguments: ["ConfigApp", "CoolApp"])
  func examples(name: String) throws {
    let text = try #require(ProjectFolder.read("Examples/\(name)/README.md"))
    let commands = text.matches(of: /(?m)^martlet ([^#\n]+)/).map { $0.output.1.split(separator: " ").map(String.init) }
    #expect(commands.count >= 2)
    let world = try GoldenWorld(example: "Examples/\(name)")
    for command in commands {
      let result = try world.martlet(command + (command.first == "run" ? ["--yes"] : [])).run()
      #expect(result.succeeded, "\(command): \(result.errorText)")
    }
  }

  @Test("have no commands that no test runs", arguments: pages)
  func unmarked(page: String) throws {
    let tests = try FileManager.default.subpathsOfDirectory(atPath: "\(ProjectFolder.path)/Tests")
    let lines = try #require(ProjectFolder.read(page)).components(separatedBy: "\n")
    var language: String?
    for (number, line) in lines.enumerated() {
      let place = "\(page):\(number + 1)"
      guard let fence = line.firstMatch(of: /^ *```(\S*)$/) else {
        let isCommand =
          switch language {
          case nil: line.firstMatch(of: /^(    |\t)(\$|martlet|git|make)\s/) != nil
          case "text": line.firstMatch(of: /^(\$|martlet|git|make) \w/) != nil
          default: false
          }
        #expect(!isCommand, "\(place): use a `console` block")
        continue
      }
      guard language == nil else {
        language = nil
        continue
      }
      let opened = String(fence.output.1)
      language = opened
      #expect(!opened.isEmpty, "\(place): write `console` for commands, otherwise the language or `text`")
      #expect(opened != "console" || line.hasPrefix("`"), "\(place): move the commands out of the list")
      let previous = number > 0 ? lines[number - 1] : ""
      guard ["sh", "bash", "shell"].contains(opened), !previous.hasPrefix("<!-- file ") else { continue }
      let suite = previous.firstMatch(of: /^<!-- run by (\w+) -->$/).map { "/\($0.output.1).swift" }
      #expect(
        tests.contains { file in suite.map(file.hasSuffix) ?? false },
        "\(place): write `console`, or name the suite that runs the script: `<!-- run by SUITE -->`")
    }
  }

  /// The repository in which commands run.
  private struct Place {
    let world: GoldenWorld
    /// The name of the example. The repository itself always has the same name.
    private let name: String
    private let server: ForgeServer?

    init(example: String, hasForge: Bool) throws {
      world = try GoldenWorld(example: example)
      name = String(example.split(separator: "/").last ?? "")
      guard hasForge else {
        server = nil
        return
      }
      let repository = "\(world.root)/forge/owner/\(name).git"
      try world.git("clone", "--quiet", "--bare", "\(world.root)/CoolApp.git", repository)
      try world.git("config", "http.receivepack", "true", directory: repository)
      let server = try ForgeServer(repositories: "\(world.root)/forge")
      try world.git("remote", "set-url", "origin", server.remote("owner/\(name)"))
      self.server = server
    }

    /// Writes the blocks of `text` that a comment names as files.
    func writeFiles(of text: String) throws {
      for file in text.matches(of: /<!-- file (\S+) -->\n```\w*\n([\s\S]*?)```/) {
        try world.folder.write("CoolApp/\(file.output.1)", Array(file.output.2.utf8))
      }
    }

    /// The commands of a block, each with its output on both streams.
    func printed(_ block: String) throws -> String {
      let folder = (try MartletProgram.path() as NSString).deletingLastPathComponent
      return try block.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { line in
        var command = try world.martlet([])
        if let server {
          command.environment["GITHUB_TOKEN"] = "write-token"
          command.environment.allow("GITHUB_TOKEN", at: server.address)
        }
        command.program = "/bin/sh"
        command.arguments = ["-c", String(line.dropFirst(2))]
        command.environment["PATH"] = "\(world.root)/bin:\(folder):\(command.environment["PATH"] ?? "")"
        command.streams = .capturedTogether
        var printed = world.neutral(String(decoding: try command.run().output, as: UTF8.self))
        if let server {
          // The links in a changelog, and so its commit, contain the port of the server.
          printed = printed.replacing(server.address, with: "https://github.com")
            .replacing(/(?m)^  commit [0-9a-f]{7}$/, with: "  commit 244e083")
        }
        return "\(line)\n" + printed.replacing("CoolApp", with: name)
      }.joined()
    }
  }
}
