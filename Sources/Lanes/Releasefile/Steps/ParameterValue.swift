import MartletCore

/// The accepted form of a value in a Releasefile, used by messages, reference pages and the schema.
package indirect enum ValueShape: Hashable, Sendable {
  case text, flag, step, lane, condition
  /// A whole number within these bounds.
  case number(ClosedRange<Int>)
  case choice([String])
  case list(ValueShape)
  /// Names to texts.
  case mapping
  /// One of these checks: its name, or a mapping with its parameters.
  case check([String])

  /// The expectation for messages: `text`, `a list of steps`.
  package var expectation: String {
    switch self {
    case .text: "text"
    case .flag: "`true` or `false`"
    case .number(let bounds): "a whole number\(Self.words(for: bounds))"
    case .step: "a step"
    case .lane: "the name of a lane"
    case .condition: "`name`, `not name`, `name == text`, `name != text`, or a list of these"
    case .choice(let words): "one of \(words.map { "`\($0)`" }.joined(separator: ", "))"
    case .list(let element): "a list of \(element.plural)"
    case .mapping: "a mapping of names to texts"
    case .check(let names): "a check: \(names.quotedList)"
    }
  }

  private static func words(for bounds: ClosedRange<Int>) -> String {
    bounds.upperBound == .max
      ? " of at least \(bounds.lowerBound)" : " from \(bounds.lowerBound) to \(bounds.upperBound)"
  }

  private var plural: String {
    switch self {
    case .text: "texts"
    case .number(let bounds): "whole numbers\(Self.words(for: bounds))"
    case .step: "steps"
    case .check(let names): "checks: \(names.quotedList)"
    case .flag, .lane, .condition, .choice, .list, .mapping: expectation
    }
  }
}

/// A type that a parameter of a step can have.
package protocol ParameterValue: Sendable {
  /// The accepted form in a Releasefile.
  static var shape: ValueShape { get }

  /// Decodes `node`; reports an invalid value to `decoder` and returns nil.
  init?(_ node: Node, decoder: inout StepDecoder)

  /// The value as written in a Releasefile; nil when it would be omitted.
  var releasefileText: String? { get }
}

extension ParameterValue {
  /// The expectation for messages.
  package static var expectation: String { shape.expectation }
}

extension Template: ParameterValue {
  package static var shape: ValueShape { .text }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let text = node.text else {
      decoder.report(.wrongKind(expected: Self.expectation), at: node)
      return nil
    }
    do {
      try self.init(text)
    } catch {
      decoder.report(.badTemplate(error), at: node)
      return nil
    }
    decoder.use(names, in: node)
  }

  package var releasefileText: String? { source.isEmpty ? nil : source }
}

/// Literal text, in which `${…}` is not replaced.
package struct Verbatim: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}

extension Verbatim: ParameterValue {
  package static var shape: ValueShape { .text }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let text = node.text else {
      decoder.report(.wrongKind(expected: Self.expectation), at: node)
      return nil
    }
    self.init(text)
  }

  package var releasefileText: String? { text.isEmpty ? nil : text }
}

extension Bool: ParameterValue {
  package static var shape: ValueShape { .flag }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    switch node.text {
    case "true", "yes": self = true
    case "false", "no": self = false
    default:
      decoder.report(.wrongValue(expected: Self.expectation), at: node)
      return nil
    }
  }

  package var releasefileText: String? { self ? "true" : "false" }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
  package static var shape: ValueShape { Wrapped.shape }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let value = Wrapped(node, decoder: &decoder) else { return nil }
    self = value
  }

  package var releasefileText: String? { self?.releasefileText }
}

/// A type that can be the element of a list in a Releasefile.
package protocol ParameterElement: Sendable {
  /// The accepted form of one element in a Releasefile.
  static var elementShape: ValueShape { get }

  /// Decodes `node`; reports an invalid value to `decoder` and returns nil.
  init?(_ node: Node, decoder: inout StepDecoder)
}

/// A list; a single element counts as a list of one.
extension Array: ParameterValue where Element: ParameterElement {
  package static var shape: ValueShape { .list(Element.elementShape) }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    self = (node.elements ?? [node]).compactMap { Element($0, decoder: &decoder) }
  }

  package var releasefileText: String? {
    let texts = compactMap { ($0 as? any ParameterValue)?.releasefileText }
    return texts.isEmpty ? nil : "[\(texts.joined(separator: ", "))]"
  }
}

extension Template: ParameterElement {
  package static var elementShape: ValueShape { .text }
}

extension StepDeclaration: ParameterElement {
  package static var elementShape: ValueShape { .step }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let declaration = decoder.declaration(of: node) else { return nil }
    self = declaration
  }
}

extension Verbatim: ParameterElement {
  package static var elementShape: ValueShape { .text }
}

/// One of a fixed set of words.
package protocol ParameterChoice: ParameterValue, CaseIterable, RawRepresentable<String> {}

extension ParameterChoice {
  package static var shape: ValueShape { .choice(allCases.map(\.rawValue)) }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let choice = node.text.flatMap(Self.init) else {
      decoder.report(.wrongValue(expected: Self.expectation), at: node)
      return nil
    }
    self = choice
  }

  package var releasefileText: String? { rawValue }
}

extension LaneParameter.Kind: ParameterChoice {}

/// A lane that a step calls. Whether it exists is checked when all lanes are decoded.
package struct LaneName: Hashable, Sendable {
  package let name: String
  package let span: Range<Int>

  package init(_ name: String, span: Range<Int> = 0..<0) {
    self.name = name
    self.span = span
  }
}

extension LaneName: ParameterValue {
  package static var shape: ValueShape { .lane }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let text = node.text else {
      decoder.report(.wrongKind(expected: Self.expectation), at: node)
      return nil
    }
    self.init(text, span: node.span)
    decoder.mention(self)
  }

  package var releasefileText: String? { name.isEmpty ? nil : name }
}
