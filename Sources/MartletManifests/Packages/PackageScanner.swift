import MartletCore

/// Finds the calls in a Package.swift by its tokens, without evaluating them.
///
/// A call counts as conditional inside braces (`if`, `switch`, closures), between `#if` and `#endif`, and in a branch
/// of `?:`. The scanner makes one pass; calls nested deeper than `greatestDepth` are skipped.
struct PackageScanner {
  /// An open bracket.
  private struct Frame {
    /// The closing sign.
    let end: UInt8
    /// The word before the parenthesis; empty for a bracket or brace.
    var name = ""
    /// The start of the call, in bytes.
    var start = 0
    var arguments: [PackageCall.Argument] = []
    /// The first token of the current argument.
    var argumentStart: Int
    var isConditional: Bool
    /// Whether the current argument contains a `?`.
    var hasQuestion = false
  }

  private let tokens: [SwiftToken]
  private var frames: [Frame] = []
  /// The number of open brackets that are nested too deeply.
  private var excess = 0
  private var openDirectives = 0
  private var hasQuestion = false
  private var calls: [PackageCall] = []

  private static let greatestDepth = 64

  private init(_ tokens: [SwiftToken]) {
    self.tokens = tokens
  }

  /// Returns every call, in the order of their ends.
  static func calls(of tokens: [SwiftToken]) -> [PackageCall] {
    var scanner = PackageScanner(tokens)
    for index in tokens.indices { scanner.scan(at: index) }
    return scanner.calls
  }

  private mutating func scan(at index: Int) {
    let token = tokens[index]
    switch token.kind {
    case .sign(let sign):
      switch sign {
      case UInt8(ascii: "("): open(until: UInt8(ascii: ")"), at: index)
      case UInt8(ascii: "["): open(until: UInt8(ascii: "]"), at: index)
      case UInt8(ascii: "{"): open(until: UInt8(ascii: "}"), at: index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(by: sign, at: index)
      case UInt8(ascii: ","): endArgument(before: index)
      case UInt8(ascii: "?") where index > 0 && tokens[index - 1].span.upperBound < token.span.lowerBound: question()
      case UInt8(ascii: "#"): directive(at: index)
      default: break
      }
    case .word: if token.startsLine, frames.isEmpty { hasQuestion = false }
    case .integer, .string: break
    }
  }

  private var isConditional: Bool {
    openDirectives > 0 || (frames.last.map { $0.isConditional || $0.hasQuestion } ?? hasQuestion)
  }

  private mutating func question() {
    if frames.isEmpty { hasQuestion = true } else { frames[frames.count - 1].hasQuestion = true }
  }

  private mutating func directive(at index: Int) {
    guard index + 1 < tokens.count, case .word(let word) = tokens[index + 1].kind else { return }
    if word == "if" { openDirectives += 1 }
    if word == "endif" { openDirectives = max(0, openDirectives - 1) }
  }

  private mutating func open(until end: UInt8, at index: Int) {
    guard frames.count < Self.greatestDepth, excess == 0 else {
      excess += 1
      return
    }
    var frame = Frame(
      end: end, argumentStart: index + 1, isConditional: isConditional || end == UInt8(ascii: "}"))
    if end == UInt8(ascii: ")"), index > 0, case .word(let name) = tokens[index - 1].kind {
      frame.name = name
      frame.start = tokens[index - 1].span.lowerBound
    }
    frames.append(frame)
  }

  /// Closes the innermost bracket; ignores a sign that does not match it.
  private mutating func close(by sign: UInt8, at index: Int) {
    guard excess == 0 else {
      excess -= 1
      return
    }
    guard frames.last?.end == sign else { return }
    endArgument(before: index)
    guard let frame = frames.popLast(), !frame.name.isEmpty else { return }
    calls.append(
      PackageCall(
        name: frame.name, span: frame.start..<tokens[index].span.upperBound, arguments: frame.arguments,
        enclosing: frames.map(\.name).filter { !$0.isEmpty }, isConditional: frame.isConditional))
  }

  private mutating func endArgument(before index: Int) {
    guard excess == 0, var frame = frames.popLast() else { return }
    let start = frame.argumentStart
    if start + 1 < index, case .word(let label) = tokens[start].kind, tokens[start + 1].isSign(":") {
      frame.arguments.append(PackageCall.Argument(label: label, value: start + 2..<index))
    } else if start < index {
      frame.arguments.append(PackageCall.Argument(label: nil, value: start..<index))
    }
    frame.argumentStart = index + 1
    frame.hasQuestion = false
    frames.append(frame)
  }
}
