import TestSupport

/// A random lane in a small part of Ruby, with an interpreter: assignments, changes of texts, conditions, blocks, methods,
/// messages and commands.
struct GeneratedFastfile {
  indirect enum Value {
    case text(String)
    case variable(String)
    case option(String)
    case interpolated([Value])
    case sum(Value, Value)
    /// The result of a method that only computes.
    case result(Value)
    /// The text of a variable, or another one.
    case environment(String)
  }

  indirect enum Statement {
    case assignment(String, Value)
    /// Both names are the same object afterwards.
    case alias(String, String)
    case append(String, Value)
    case replacement(String, Value)
    case pair(String, String, Value, Value)
    case message(Value)
    case command([Value])
    case ifOption(String, [Statement], [Statement])
    case ifEqual(String, String, [Statement])
    /// A condition that a variable stores, and its use.
    case flag(String, String)
    case ifFlag(String, [Statement], [Statement])
    case choice(String, [Statement], [Statement], otherwise: [Statement])
    /// Whether a variable is set.
    case ifEnvironment([Statement])
    /// A condition that a translation cannot have.
    case ifUnknown([Statement])
    case block([Statement])
    case guarded(String)
    /// An end of the lane with a message before it.
    case guardedWith(String, Value)
    /// Whether an option is missing or empty.
    case ifMissing(String, [Statement])
    /// `begin` with a `rescue` of these lines, which never runs, and an `ensure`, which always does.
    case attempt([Statement], rescue: String, ensure: [Statement])
    /// A method that changes the text that it gets.
    case call(String)
  }

  private(set) var statements: [Statement] = []
  private var storedFlags: [String] = []
  private var names: [String] = []
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for name in Self.variables where Bool.random(using: &random) {
      statements.append(.assignment(name, text()))
      names.append(name)
    }
    for name in Self.flags where Bool.random(using: &random) {
      statements.append(.flag(name, option()))
      storedFlags.append(name)
    }
    statements += body(depth: 0, count: Int.random(in: 2...7, using: &random))
  }

  static let variables = ["a", "b", "c"]
  static let flags = ["f", "g"]
  static let options = ["x", "y"]

  private mutating func text() -> Value { .text(["one", "two", "3", "four"].randomElement(using: &random) ?? "") }

  private mutating func value(depth: Int = 0) -> Value {
    switch Int.random(in: 0..<(depth > 1 ? 3 : 7), using: &random) {
    case 1: return names.randomElement(using: &random).map { .variable($0) } ?? text()
    case 2: return .interpolated([.option(option())])
    case 3: return .interpolated([text(), value(depth: depth + 1), value(depth: depth + 1)])
    case 4: return .sum(text(), value(depth: depth + 1))
    case 5: return .result(value(depth: depth + 1))
    case 6: return .environment(["one", "other"].randomElement(using: &random) ?? "")
    default: return text()
    }
  }

  private mutating func option() -> String { Self.options.randomElement(using: &random) ?? "" }

  private mutating func body(depth: Int, count: Int) -> [Statement] {
    (0..<count).map { _ in statement(depth: depth) }
  }

  private mutating func statement(depth: Int) -> Statement {
    let name = names.randomElement(using: &random)
    let other = names.randomElement(using: &random)
    let isDeep = depth > 2
    let flag = storedFlags.randomElement(using: &random)
    switch Int.random(in: 0..<(isDeep ? 8 : 21), using: &random) {
    case 0: if let name { return .assignment(name, value()) }
    case 1: if let name, let other { return .alias(name, other) }
    case 2: if let name { return .append(name, value()) }
    case 3: if let name { return .replacement(name, value()) }
    case 4: if let name, let other, name != other { return .pair(name, other, value(), value()) }
    case 5: return .command([.text("echo"), value()])
    case 8: return .ifOption(option(), body(depth: depth + 1, count: 2), body(depth: depth + 1, count: 1))
    case 9: return .ifOption(option(), body(depth: depth + 1, count: 2), [])
    case 10: return .ifEqual(option(), "one", body(depth: depth + 1, count: 1))
    case 11:
      let body = body(depth: depth + 1, count: 2)
      return Bool.random(using: &random) ? .ifEnvironment(body) : .ifUnknown(body)
    case 12: return .block(body(depth: depth + 1, count: 2))
    case 13: return .guarded(option())
    case 14: if let name { return .call(name) }
    case 15:
      let handler =
        ["raise", "puts \"x\"\nraise", "puts \"x\"", "sh(\"x\")\nraise"].randomElement(using: &random) ?? ""
      return .attempt(
        body(depth: depth + 1, count: 2), rescue: handler,
        ensure: Bool.random(using: &random) ? body(depth: depth + 2, count: 1) : [])
    case 16: if let flag { return .ifFlag(flag, body(depth: depth + 1, count: 1), body(depth: depth + 1, count: 1)) }
    case 17:
      return .choice(
        option(), body(depth: depth + 1, count: 1), body(depth: depth + 1, count: 1),
        otherwise: Bool.random(using: &random) ? body(depth: depth + 1, count: 1) : [])
    case 18: if let flag { return .flag(flag, option()) }
    case 19: return .guardedWith(option(), value())
    case 20: return .ifMissing(option(), body(depth: depth + 1, count: 2))
    default: break
    }
    return .message(value())
  }
}

// MARK: Text

extension GeneratedFastfile {
  var source: String {
    "def change(text)\n  text << \"!\"\nend\ndef tail(text)\n  other = \"#{text}-x\"\n  other\nend\nlane :l do |options|\n\(Self.source(statements))end\n"
  }

  private static func source(_ statements: [Statement]) -> String { statements.map { source($0) + "\n" }.joined() }

  private static func source(_ statement: Statement) -> String {
    switch statement {
    case .assignment(let name, let value): "\(name) = \(source(value))"
    case .alias(let name, let other): "\(name) = \(other)"
    case .append(let name, let value): "\(name) << \(source(value))"
    case .replacement(let name, let value): "\(name).replace(\(source(value)))"
    case .pair(let first, let second, let a, let b): "\(first), \(second) = \(source(a)), \(source(b))"
    case .message(let value): "puts \(source(value))"
    case .command(let values): "sh(\(values.map { source($0) }.joined(separator: ", ")))"
    case .ifOption(let option, let body, let otherwise):
      "if options[:\(option)]\n\(source(body))\(otherwise.isEmpty ? "" : "else\n" + source(otherwise))end"
    case .ifEqual(let option, let text, let body): "if options[:\(option)] == \"\(text)\"\n\(source(body))end"
    case .flag(let name, let option): "\(name) = options[:\(option)] || false"
    case .ifFlag(let name, let body, let otherwise): "if \(name)\n\(source(body))else\n\(source(otherwise))end"
    case .choice(let option, let first, let second, let otherwise):
      "case options[:\(option)]\nwhen \"one\"\n\(source(first))when \"two\" then\n\(source(second))"
        + (otherwise.isEmpty ? "" : "else\n" + source(otherwise)) + "end"
    case .ifEnvironment(let body): "if ENV[\"E\"]\n\(source(body))end"
    case .ifUnknown(let body): "if ENV[\"PATH\"] =~ /./\n\(source(body))end"
    case .block(let body): "[1].each do |n|\n\(source(body))end"
    case .guarded(let option): "next if options[:\(option)]"
    case .guardedWith(let option, let value): "if options[:\(option)]\nputs \(source(value))\nnext\nend"
    case .ifMissing(let option, let body):
      "if options[:\(option)].nil? || options[:\(option)].empty?\n\(source(body))end"
    case .attempt(let body, let handler, let final):
      "begin\n\(source(body))rescue => e\n\(handler)\n\(final.isEmpty ? "" : "ensure\n" + source(final))end"
    case .call(let name): "change(\(name))"
    }
  }

  private static func source(_ value: Value) -> String {
    switch value {
    case .text(let text): "\"\(text)\""
    case .variable(let name): name
    case .option(let name): "options[:\(name)]"
    case .interpolated(let values): "\"" + values.map { "#{\(source($0))}" }.joined() + "\""
    case .sum(let left, let right): "\(source(left)) + \(source(right))"
    case .result(let value): "tail(\(source(value)))"
    case .environment(let text): "(ENV[\"E\"] || \"\(text)\")"
    }
  }
}

// MARK: Interpreter

extension GeneratedFastfile {
  private final class Object {
    var text: String
    init(_ text: String) { self.text = text }
  }

  private struct Stop: Error {
    /// `next` in a block ends only the block.
    let isOfLane: Bool
  }

  /// Returns the messages and commands of the lane with these options, each as one line.
  func effects(options: [String: String]) -> [String] {
    var machine = Machine(options: options)
    do { try machine.run(statements, isInBlock: false) } catch {}
    return machine.effects
  }

  private struct Machine {
    let options: [String: String]
    var effects: [String] = []
    var variables: [String: Object] = [:]
    var flags: [String: Bool] = [:]

    init(options: [String: String]) { self.options = options }

    mutating func run(_ statements: [Statement], isInBlock: Bool) throws {
      for statement in statements { try run(statement, isInBlock: isInBlock) }
    }

    private mutating func run(_ statement: Statement, isInBlock: Bool) throws {
      switch statement {
      case .assignment(let name, .variable(let other)), .alias(let name, let other): variables[name] = variables[other]
      case .assignment(let name, let value): variables[name] = Object(text(value))
      case .append(let name, let value): variables[name]?.text += text(value)
      case .replacement(let name, let value): variables[name]?.text = text(value)
      case .pair(let first, let second, let a, let b):
        let objects = (object(a), object(b))
        (variables[first], variables[second]) = objects
      case .message(let value): effects.append("message " + text(value))
      case .command(let values): effects.append("run " + values.map { text($0) }.joined(separator: " "))
      case .ifOption(let option, let body, let otherwise):
        try run(options[option] == nil ? otherwise : body, isInBlock: isInBlock)
      case .ifEqual(let option, let text, let body):
        if options[option] == text { try run(body, isInBlock: isInBlock) }
      case .flag(let name, let option): flags[name] = options[option] != nil
      case .ifFlag(let name, let body, let otherwise):
        try run(flags[name] == true ? body : otherwise, isInBlock: isInBlock)
      case .choice(let option, let first, let second, let otherwise):
        switch options[option] {
        case "one": try run(first, isInBlock: isInBlock)
        case "two": try run(second, isInBlock: isInBlock)
        default: try run(otherwise, isInBlock: isInBlock)
        }
      case .ifEnvironment(let body): if options["env.E"] != nil { try run(body, isInBlock: isInBlock) }
      case .ifUnknown(let body): try run(body, isInBlock: isInBlock)
      case .block(let body):
        do { try run(body, isInBlock: true) } catch let stop as Stop where !stop.isOfLane {}
      case .attempt(let body, _, let final):
        // `next` leaves the body after `ensure`.
        do { try run(body, isInBlock: isInBlock) } catch {
          try run(final, isInBlock: isInBlock)
          throw error
        }
        try run(final, isInBlock: isInBlock)
      case .guarded(let option): if options[option] != nil { throw Stop(isOfLane: !isInBlock) }
      case .guardedWith(let option, let value):
        guard options[option] != nil else { return }
        effects.append("message " + text(value))
        throw Stop(isOfLane: !isInBlock)
      case .ifMissing(let option, let body): if options[option] == nil { try run(body, isInBlock: isInBlock) }
      case .call(let name): variables[name]?.text += "!"
      }
    }

    private func object(_ value: Value) -> Object? {
      if case .variable(let name) = value { variables[name] } else { Object(text(value)) }
    }

    private func text(_ value: Value) -> String {
      switch value {
      case .text(let text): text
      case .variable(let name): variables[name]?.text ?? ""
      case .option(let name): options[name] ?? ""
      case .interpolated(let values): values.map { text($0) }.joined()
      case .sum(let left, let right): text(left) + text(right)
      case .result(let value): text(value) + "-x"
      case .environment(let text): options["env.E"] ?? text
      }
    }
  }
}
