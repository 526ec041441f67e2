import Foundation
import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

/// A mostly valid Releasefile, with random mistakes.
private struct GeneratedReleasefile {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private mutating func pick(_ words: [String]) -> String { words[Int.random(in: words.indices, using: &generator)] }

  private mutating func happens(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

  /// The bytes; many are left unchanged.
  mutating func bytes() -> [UInt8] {
    var bytes = Array(text().utf8)
    for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty { damage(&bytes) }
    return bytes
  }

  private mutating func text() -> String {
    var text = "project: \(value())\napp_store: {app: com.example.CoolApp, platform: ios}\n"
    if happens(oneIn: 3) { text += "version: {tag: '\(pick(["v", "", "app/"]))${version}'}\n" }
    if happens(oneIn: 2) {
      text +=
        "manifests:\n  - \(pick(["plist", "json", "text", "xcodeproj"])): \(pick(["a.plist", "b/c.json", "a.plist", "../x"]))\n"
      if happens(oneIn: 2) { text += "    \(pick(["key", "pattern", "targets", "count"])): \(value())\n" }
    }
    for key in ["before_all", "after_all", "on_error", "finally"] where happens(oneIn: 4) {
      text += "\(key):\n\(steps(at: 1))"
    }
    text += "lanes:\n  leaf:\n    parameters: {p: {}}\n    steps: [message: leaf]\n"
    for index in 0..<Int.random(in: 1...4, using: &generator) { text += lane("lane\(index)") }
    return text
  }

  private mutating func lane(_ name: String) -> String {
    guard !happens(oneIn: 6) else { return "  \(name)_${v}:\n    for_each: {v: [a, b]}\n    steps:\n\(steps(at: 3))" }
    var text = "  \(name):\n"
    if happens(oneIn: 2) { text += "    summary: \(value())\n" }
    if happens(oneIn: 4) { text += "    private: \(value(.flag))\n" }
    if happens(oneIn: 3) {
      text +=
        "    parameters:\n      p: {type: \(pick(["string", "string", "bool", "int", "choice"])), \(pick(["env", "summary"])): \(value())}\n"
    }
    return text + "    steps:\n\(steps(at: 3))"
  }

  private mutating func steps(at level: Int) -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in step(at: level) }.joined()
  }

  private mutating func step(at level: Int) -> String {
    let indentation = String(repeating: "  ", count: level)
    if level < 8, happens(oneIn: 6) {
      return
        "\(indentation)- confirm:\n\(indentation)    text: \(value())\n\(indentation)    steps:\n\(steps(at: level + 3))"
    }
    if happens(oneIn: 3) { return "\(indentation)- \(pick(["changelog", "commit", "ensure: clean", "push", "tag"]))\n" }
    let types = StepCatalogue.standard.steps.filter { $0.keyword != "confirm" }
    let type = types[Int.random(in: types.indices, using: &generator)]
    let reference = StepReference.all(of: .standard).first { $0.keyword == type.keyword }
    let parameters = (reference?.parameters ?? []).filter { $0.isRequired || happens(oneIn: 4) }
    var text = "\(indentation)- \(type.keyword)"
    if type.keyword == "ensure", let checks = parameters.first { return text + ": \(value(checks.shape))\n" }
    text +=
      parameters.isEmpty ? "" : ": {\(parameters.map { "\($0.name): \(value($0.shape))" }.joined(separator: ", "))}"
    if !parameters.isEmpty, happens(oneIn: 4) {
      text += "\n\(indentation)  if: \(value(.condition))"
    }
    if !parameters.isEmpty, happens(oneIn: 5) {
      text += "\n\(indentation)  id: id\(Int.random(in: 0..<1000, using: &generator))"
    }
    return text + "\n"
  }

  /// A value of `shape`, or in one of forty cases of another shape.
  private mutating func value(_ shape: ValueShape = .text) -> String {
    guard !happens(oneIn: 40) else {
      return pick(["[a, b]", "{a: b}", "", "'${p}'", "nowhere", "1.10", "'${steps.a.answer}'"])
    }
    switch shape {
    case .text:
      return pick(["text", "1.10", "no", "'${version}'", "'Größe 🚀 ${tag}'", "'$$'", "docs/a.md", "minor", "5"])
    case .flag: return pick(["true", "no"])
    case .number: return pick(["0", "5", "12"])
    case .lane: return "leaf"
    case .step: return "tag"
    case .condition: return pick(["ci", "not ci", "branch == main", "[ci, version != 2]"])
    case .choice(let words): return pick(words)
    case .list(let element): return "[\(value(element)), \(value(element))]"
    case .mapping: return "{p: \(value(.text))}"
    case .check(let names): return pick(names.filter { !["branch", "environment"].contains($0) })
    }
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    let start = Int.random(in: bytes.indices, using: &generator)
    let end = min(bytes.count, start + Int.random(in: 1...6, using: &generator))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
    case 2: bytes[start] = UInt8.random(in: 0x20..<0x7F, using: &generator)
    case 3: bytes.removeLast(bytes.count - start)
    case 4: bytes.swapAt(start, end - 1)
    case 5:
      bytes.insert(
        contentsOf: Array(
          pick(["\t", "\r\n", ": ", "- ", "*x", "&x ", "${", "}", "'", "\"", "\u{FEFF}", "\u{2028}", "---\n", "? "])
            .utf8), at: start)
    case 6: bytes.insert(contentsOf: bytes[start..<end], at: start)
    default: bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n").utf8)
    }
  }
}

@Suite("A random Releasefile")
struct GeneratedReleasefileTests {
  /// A thousand each time; ten thousand with `MARTLET_SWEEP=1`.
  static let count: UInt64 = ProcessInfo.processInfo.environment["MARTLET_SWEEP"] == "1" ? 10_000 : 1000

  @Test("is read, or refused with places inside the file")
  func sweep() throws {
    var (accepted, planned) = (0, 0)
    for seed in 1...Self.count {
      var generated = GeneratedReleasefile(seed: seed)
      let source = SourceText(path: "Releasefile", bytes: generated.bytes())
      switch Result(catching: { try Releasefile(source, vocabulary: .standard) }) {
      case .success(let releasefile):
        accepted += 1
        planned += plans(of: releasefile)
      case .failure(let error):
        let diagnostics = (error as? any ExplainedError)?.diagnostics ?? []
        #expect(!diagnostics.isEmpty, "seed \(seed): \(error)")
        for diagnostic in diagnostics {
          let isPlaced = isInside(diagnostic.place, of: source)
          #expect(isPlaced, "seed \(seed): \(diagnostic.rendered())")
        }
      }
    }
    #expect(accepted > Int(Self.count) / 50, "too few are right to show anything: \(accepted)")
    #expect(planned > 0)
  }

  /// The number of lanes that can be planned; none may crash.
  private func plans(of releasefile: Releasefile) -> Int {
    let world = PlanningContext(
      workspace: project, versions: ProjectVersion(), answers: TestAnswers(confirmation: true))
    return releasefile.publicLanes.count {
      (try? Planner(laneNamed: $0.name, of: releasefile, in: world).wholePlan()) != nil
    }
  }

  private func isInside(_ place: Place?, of source: SourceText) -> Bool {
    guard let place, let line = source.span(ofLine: place.line) ?? (place.line == 1 ? 0..<0 : nil) else { return false }
    return place.column >= 1 && place.column <= source.string(at: line).unicodeScalars.count + 1
  }
}
