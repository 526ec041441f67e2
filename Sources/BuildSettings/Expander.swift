import TextEditing

/// Expands one value with all that it refers to: swiftlang/swift-build, `SWBMacro/MacroEvaluationProgram.swift`.
struct Expander {
  private static let depthLimit = 64
  private static let stepLimit = 20_000
  private static let lengthLimit = 1 << 20

  /// A setting that is being expanded, and which of its assignments.
  private struct Frame {
    let name: String
    let position: SettingsTable.Position
  }

  private let scope: SettingsScope
  /// The innermost last.
  private var frames: [Frame] = []
  private var steps = 0

  init(_ scope: SettingsScope) {
    self.scope = scope
  }

  mutating func expand(
    _ assignment: Assignment, at position: SettingsTable.Position
  ) throws(BuildSettingsError) -> Expansion {
    frames.append(Frame(name: assignment.name, position: position))
    defer { frames.removeLast() }
    guard frames.count <= Self.depthLimit else { throw .tooDeep(frames[0].name) }
    return try expand(assignment.value)
  }

  mutating func expand(_ text: LocatedText) throws(BuildSettingsError) -> Expansion {
    guard !text.bytes.isEmpty else {
      var empty = Expansion()
      empty.appendEmpty(text)
      return empty
    }
    return try expand(Expression(text.bytes).parts, of: text)
  }

  private mutating func expand(
    _ parts: [Expression.Part], of text: LocatedText
  ) throws(BuildSettingsError) -> Expansion {
    var expansion = Expansion()
    for part in parts {
      steps += 1
      switch part {
      case .text(let range): expansion.append(range, of: text)
      case .reference(let reference): expansion.append(try expand(reference, of: text))
      }
      guard steps <= Self.stepLimit, expansion.count <= Self.lengthLimit else {
        throw .tooLarge(frames.first?.name ?? text.string)
      }
    }
    return expansion
  }

  private mutating func expand(
    _ reference: Expression.Reference, of text: LocatedText
  ) throws(BuildSettingsError) -> Expansion {
    var expansion = Expansion()
    let name = try expand(reference.name, of: text).string
    if let (position, assignment) = assignment(meantBy: name) {
      expansion = try expand(assignment, at: position)
    } else if !reference.isBracketed {
      expansion.append(reference.range, of: text)
    } else if !name.isEmpty, !Self.isInherited(name) {
      expansion = .unknown
    }
    for application in reference.operators {
      expansion = try apply(application, to: expansion, of: text)
    }
    return expansion
  }

  /// The assignment that a reference to `name` is to, seen from the setting that is being expanded.
  private func assignment(
    meantBy name: String
  ) -> (position: SettingsTable.Position, assignment: Assignment)? {
    guard !name.isEmpty else { return nil }
    guard !Self.isInherited(name) || !frames.isEmpty else { return nil }
    let name = Self.isInherited(name) ? frames[frames.count - 1].name : name
    let open = frames.last { $0.name == name }
    return scope.table.assignment(of: name, below: open?.position, for: scope.parameters)
  }

  /// Whether the name stands for the weaker value of the setting that is being expanded.
  private static func isInherited(_ name: String) -> Bool { name == "inherited" || name == "value" }

  private mutating func apply(
    _ application: Expression.Application, to expansion: Expansion, of text: LocatedText
  ) throws(BuildSettingsError) -> Expansion {
    guard let parts = application.argument else {
      guard let transformation = Transformation(rawValue: application.name), expansion.isDefined else {
        return expansion
      }
      return .made(transformation.applied(to: expansion.string), isComplete: expansion.isComplete)
    }
    let argument = try expand(parts, of: text)
    if application.name == "default" { return expansion.count == 0 ? argument : expansion }
    guard let replacement = Replacement(rawValue: application.name), expansion.isDefined else { return expansion }
    return .made(
      replacement.applied(to: expansion.string, with: argument.string),
      isComplete: expansion.isComplete && argument.isComplete)
  }
}
