import Foundation
import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The lanes of random Fastfiles")
struct GeneratedFastfileTests {
  /// The number of files; `MARTLET_FASTFILES=10000` generates more.
  static let count = ProcessInfo.processInfo.environment["MARTLET_FASTFILES"].flatMap { UInt64($0) } ?? 400

  private static let choices: [[String: String]] = [
    [:], ["x": "one"], ["x": "two", "y": "one", "env.E": "1"], ["y": "3", "env.E": "x"], ["env.E": "no"],
  ]

  @Test("do what an interpreter of their Ruby does, or stop", arguments: 0..<4 as Range<UInt64>)
  func equalsInterpreter(part: UInt64) throws {
    var complete = 0
    for seed in stride(from: part, to: Self.count, by: 4) {
      let file = GeneratedFastfile(seed: seed)
      let body = Fastfile(SourceText(path: "Fastfile", text: file.source), project: .sample).translated()
      let text = body.lines.joined(separator: "\n") + "\n"
      let releasefile = try Releasefile(SourceText(path: "Releasefile", text: text), vocabulary: .standard)
      let steps = releasefile.lanes.first?.steps ?? []
      if (steps.first?.step as? RunStep)?.shell.flatMap({ MissingParts.count(in: $0.text) }) != nil { continue }
      guard releasefile.lifeCycle.beforeAll.isEmpty else { continue }
      complete += 1
      for options in Self.choices {
        guard let effects = effects(of: steps, options) else { continue }
        #expect(
          isTranslation(effects, of: file.effects(options: options)),
          "seed \(seed), options \(options)\n\(file.source)\n\(text)")
      }
    }
    // Neither all nor none stop.
    #expect(complete > 0)
  }

  /// Whether only messages are missing, which a lane may do without.
  private func isTranslation(_ effects: [String], of expected: [String]) -> Bool {
    var rest = effects[...]
    for effect in expected {
      if rest.first == effect { rest = rest.dropFirst() } else if !effect.hasPrefix("message ") { return false }
    }
    return rest.isEmpty
  }

  /// The messages and commands of the lane; nil if it stops, where Ruby and `if` differ.
  private func effects(of steps: [StepDeclaration], _ options: [String: String]) -> [String]? {
    var effects: [String] = []
    var outputs: [String: String] = [:]
    let value = { (name: String) in outputs[name] ?? options[name] ?? "" }
    for declaration in steps where declaration.condition?.holds(value) != false {
      switch declaration.step {
      case let step as MessageStep: effects.append("message " + step.text.resolved(value))
      case let step as RunStep where step.shell?.text.hasPrefix("case \"${E-1}\" in ''|false|no) ") == true:
        if ["", "false", "no"].contains(options["env.E"] ?? "1") { return nil }
      case let step as RunStep
      where step.shell?.text.hasPrefix("if [ -n \"${E+x}\" ]; then printf %s \"$E\"; else ") == true:
        let text = step.shell?.text.contains("printf %s one;") == true ? "one" : "other"
        outputs["steps.\(declaration.id ?? "").output"] = options["env.E"] ?? text
      case let step as RunStep:
        effects.append("run " + step.command.map { $0.resolved(value) }.joined(separator: " "))
      default: effects.append("unexpected \(declaration.keyword)")
      }
    }
    return effects
  }
}
