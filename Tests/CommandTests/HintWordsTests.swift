import ArgumentParser
import Foundation
import Processes
import TestSupport
import Testing

@testable import Commands

/// What hints, notes and help name between back-ticks in the sources exists.
@Suite("The words of hints")
struct HintWordsTests {
  /// The texts between back-ticks in the Swift files of Sources, besides those of comments.
  private static let quoted: [String] = {
    let folder = "\(ProjectFolder.path)/Sources"
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let texts = paths.filter { $0.hasSuffix(".swift") }.compactMap { ProjectFolder.read("Sources/\($0)") }
    let found = texts.flatMap { text in
      text.replacing(#/(^|\s)\/\/.*/#.anchorsMatchLineEndings(), with: "").split(separator: "\n").flatMap { line in
        line.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
      }
    }
    return Set(found).sorted()
  }()

  private static let commands = quoted.filter { $0.hasPrefix("martlet ") }

  @Test("are commands that the program can read", arguments: commands)
  func command(_ text: String) {
    // What only a run knows is a word, a number, or nothing.
    let isRead = ["release", "1", "", "run"].contains { value in
      let line = Self.literal(text, with: value).split(separator: " | ")[0].replacing("VERSION", with: "1.5.0")
      let words = line.matches(of: #/'[^']*'|\S+/#).map { String($0.output).replacing("'", with: "") }.dropFirst()
      return Self.isRead(Array(words))
    }
    #expect(isRead)
  }

  /// Whether the words are a command line, or ask for help.
  private static func isRead(_ words: [String]) -> Bool {
    do {
      _ = try MartletCommand.parseAsRoot(Arguments.arranged(words, commands: MartletCommand.names))
      return true
    } catch {
      return MartletCommand.exitCode(for: error).isSuccess
    }
  }

  /// Replaces each `\(…)` of a literal.
  private static func literal(_ text: String, with value: String) -> String {
    var result = ""
    var depth = 0
    var isEscaped = false
    for character in text {
      switch (character, depth) {
      case ("\\", 0): isEscaped = true
      case ("(", 0) where isEscaped: depth = 1
      case ("(", 1...): depth += 1
      case (")", 1):
        depth = 0
        isEscaped = false
        result += value
      case (")", 2...): depth -= 1
      case (_, 0): result.append(character)
      default: break
      }
    }
    return result
  }

  private static func printed(_ words: String...) throws -> String {
    try Command(MartletProgram.path(), words, environment: ProcessInfo.processInfo.environment).run().outputText
  }

  /// Options of docc and xcodebuild.
  private static let otherOptions: Set = ["--hosting-base-path"]

  @Test("are options that exist")
  func options() throws {
    let known = Set(try Self.printed("completion", "bash").matches(of: #/--[a-z][a-z-]*/#).map { String($0.output) })
    let named = Self.quoted.compactMap { $0.firstMatch(of: #/^--[a-z][a-z-]*/#).map { String($0.output) } }
    #expect(Set(named).subtracting(known) == Self.otherOptions)
  }

  /// Keys of change files and CI systems, names of users, and labels of Swift.
  private static let otherKeys: Set = ["blog", "checkout", "clone", "contents", "git", "https", "level", "separator"]

  @Test("are keys of a Releasefile")
  func keys() throws {
    var known: Set<String> = []
    func collect(_ value: Any) {
      if let object = value as? [String: Any] {
        known.formUnion((object["properties"] as? [String: Any])?.keys.map { $0 } ?? [])
        object.values.forEach(collect)
      } else if let list = value as? [Any] {
        list.forEach(collect)
      }
    }
    collect(try JSONSerialization.jsonObject(with: Data(Self.printed("schema").utf8)))
    let named = Self.quoted.filter { $0.contains(#/^-? ?[a-z_]+:( |$)/#) }.flatMap { text in
      text.matches(of: #/([A-Za-z_-]+):(?= |$)/#).map { String($0.output.1) }
    }
    #expect(Set(named).subtracting(known) == Self.otherKeys)
  }
}
