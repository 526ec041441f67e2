import Foundation
import TestSupport
import Testing

/// Checks what a run synchronises before it continues, so that after a power failure the disk has either the old files
/// or the new ones, and a journal that records which. `strace` records the order of the calls of the release build.
@Suite(
  "A run synchronises",
  .enabled(if: ReferenceProgram("strace") != nil, "there is no `strace`"))
struct E11DurabilityTests {
  /// A finished call.
  private struct Call {
    let name: String
    /// The paths in it, relative to the project's folder.
    let paths: [String]
  }

  private let project: StrangeProject

  init() throws { project = try StrangeProject() }

  /// The calls of `martlet run local --yes` in the order of their ends, of all threads.
  private func calls() throws -> [Call] {
    let tracer = [
      "strace", "-f", "-y", "-qq", "-s", "4096", "-o", "\(project.root)/trace", "-e",
      "trace=?rename,?renameat,?renameat2,?fsync,?fdatasync,?pwrite64",
    ]
    let outcome = try project.martlet(["run", "local", "--yes"], by: tracer)
    try #require(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    let trace = try String(decoding: Data(contentsOf: URL(fileURLWithPath: "\(project.root)/trace")), as: UTF8.self)
    var begun: [Substring: Substring] = [:]
    return trace.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let (thread, text) = (parts[0], parts[1].drop { $0 == " " })
      if text.hasSuffix("<unfinished ...>") {
        begun[thread] = text
        return nil
      }
      let whole = text.hasPrefix("<... ") ? begun.removeValue(forKey: thread) ?? text : text
      let name = String(whole.prefix { $0 != "(" })
      let paths = name.hasPrefix("renameat") ? Self.pathsBelowFolders(whole) : Self.paths(whole)
      return Call(name: name, paths: paths.map { $0.replacing("\(project.folder)/", with: "") })
    }
  }

  /// The paths of descriptors, and those in quotation marks, in the text of a call.
  private static func paths(_ text: Substring) -> [String] {
    text.matches(of: /[<"](\/[^">]*|\.[^">]*)[">]/).map { String($0.output.1) }
  }

  /// The paths in the text of a call whose names are each relative to the folder of the descriptor before it, such as
  /// `renameat(7</a>, "b", 7</a>, "c")`.
  private static func pathsBelowFolders(_ text: Substring) -> [String] {
    text.matches(of: /(?:<([^>]*)>, )?"([^"]*)"/).map { match in
      guard let folder = match.output.1, !match.output.2.hasPrefix("/") else { return String(match.output.2) }
      return "\(folder)/\(match.output.2)"
    }
  }

  /// Whether a call of `names` on `path` has finished within `calls`.
  private func has(_ calls: ArraySlice<Call>, _ names: [String], _ path: (String) -> Bool) -> Bool {
    calls.contains { names.contains($0.name) && $0.paths.contains(where: path) }
  }

  private static let waits = ["fsync", "fdatasync"]
  private static let renames = ["rename", "renameat", "renameat2"]

  private static func isJournal(_ path: String) -> Bool { path.hasSuffix("/journal.jsonl") }

  @Test(
    "copies, journal and new files before it replaces a file, and its name before it records that")
  func file() throws {
    let calls = try calls()
    let replaced = try #require(
      calls.firstIndex { Self.renames.contains($0.name) && $0.paths.last?.hasSuffix("VERSION") == true })
    let before = calls[..<replaced]
    let staged = try #require(calls[replaced].paths.first)
    #expect(staged.contains(".martlet-"))
    #expect(has(before, Self.waits) { $0 == staged }, "the new file")
    #expect(has(before, Self.waits) { $0.hasSuffix("/before/1.file") }, "the copy of the old one")
    #expect(has(before, Self.waits) { $0.hasSuffix("/before") }, "the name of the copy")
    #expect(has(before, Self.waits) { $0.hasSuffix("/before/paths") }, "the list of the copies")
    #expect(has(before, Self.waits) { $0.hasSuffix("/martlet/runs") }, "the name of the run")
    let intended = try #require(before.lastIndex { $0.name == "pwrite64" && $0.paths.contains(where: Self.isJournal) })
    #expect(has(before[intended...], Self.waits, Self.isJournal), "the journal line before the operation")
    let copied = try #require(
      before.firstIndex { Self.waits.contains($0.name) && $0.paths.contains { $0.hasSuffix("/before/1.file") } })
    #expect(copied < intended, "the copy, before the journal names it")

    let after = calls[(replaced + 1)...]
    let noted = try #require(after.firstIndex { $0.name == "pwrite64" && $0.paths.contains(where: Self.isJournal) })
    #expect(has(after[..<noted], Self.waits) { $0 == project.folder }, "the name of the new file")
    #expect(has(after[noted...], Self.waits, Self.isJournal), "the journal line after the operation")
  }

  @Test("a kept artifact before it gets its name, and the name before the journal has the artifact")
  func artifact() throws {
    try project.write(
      "Releasefile",
      StrangeProject.releasefile.replacing(
        "steps: [bump: minor, commit, tag,", with: "steps: [run: {shell: 'echo one > one.txt', artifacts: [one.txt]},"))
    try project.shell("git commit -qam Artifact")
    let calls = try calls()
    let named = try #require(
      calls.firstIndex { Self.renames.contains($0.name) && $0.paths.first?.hasSuffix("/artifacts/new.part") == true })
    #expect(has(calls[..<named], Self.waits) { $0.hasSuffix("/artifacts/new.part") }, "the copy")
    let after = calls[(named + 1)...]
    let noted = try #require(after.firstIndex { $0.name == "pwrite64" && $0.paths.contains(where: Self.isJournal) })
    #expect(has(after[..<noted], Self.waits) { $0.hasSuffix("/artifacts") }, "its name")
  }

  @Test("every line of the journal before the next one, and at the end")
  func journal() throws {
    var isWaitedFor = true
    for call in try calls() where call.paths.contains(where: Self.isJournal) {
      if call.name == "pwrite64" {
        #expect(isWaitedFor)
        isWaitedFor = false
      } else if Self.waits.contains(call.name) {
        isWaitedFor = true
      }
    }
    #expect(isWaitedFor)
  }

  @Test("all of many files before it replaces the first, and all names before it records that")
  func manyFiles() throws {
    let names = (1...70).map { "V\($0)" }
    for name in names { try project.write(name, "1.4.2\n") }
    try project.write(
      "Releasefile",
      StrangeProject.releasefile.replacing(
        "  - plain: VERSION\n", with: "  - plain: VERSION\n" + names.map { "  - plain: \($0)\n" }.joined()))
    try project.shell("git add .; git commit -q -m Many")
    let calls = try calls()
    let replacements = calls.indices.filter {
      Self.renames.contains(calls[$0].name) && calls[$0].paths.first?.contains(".martlet-") == true
    }
    #expect(replacements.count == 71)
    let (first, last) = (try #require(replacements.first), try #require(replacements.last))
    let staged = replacements.compactMap { calls[$0].paths.first }
    #expect(staged.filter { file in !has(calls[..<first], Self.waits) { $0 == file } } == [], "the new files")
    let copied = try #require(
      calls[..<first].lastIndex { $0.name == "pwrite64" && $0.paths.contains { $0.contains("/before/") } })
    let intended = try #require(
      calls[copied..<first].firstIndex { $0.name == "pwrite64" && $0.paths.contains(where: Self.isJournal) })
    let copies = (1...71).filter { number in
      has(calls[..<intended], Self.waits) { $0.hasSuffix("/before/\(number).file") }
    }
    #expect(copies == Array(1...71), "the copies of the old ones")
    #expect(has(calls[..<intended], Self.waits) { $0.hasSuffix("/before") }, "the names of the copies")
    let noted = try #require(
      calls[last...].firstIndex { $0.name == "pwrite64" && $0.paths.contains(where: Self.isJournal) })
    #expect(has(calls[last..<noted], Self.waits) { $0 == project.folder }, "the names of the new files")
  }
}
