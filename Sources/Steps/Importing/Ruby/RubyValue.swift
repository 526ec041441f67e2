import MartletCore

/// The value of an expression.
indirect enum RubyValue {
  enum Piece {
    case text(String)
    case value(RubyValue)
  }

  case string([Piece])
  case symbol(String)
  /// A number, `true`, `false` or `nil`.
  case literal(String)
  case list([RubyValue])
  case call(RubyCall)
  /// `options[:key]`.
  case element(of: RubyValue, RubyValue)
  /// `==`, `!=`, `&&`, `||`, `+`.
  case operation(String, RubyValue, RubyValue)
  case not(RubyValue)
  case unknown

  /// The text of a string without interpolation, or of a symbol.
  var text: String? {
    switch self {
    case .symbol(let name): name
    case .string(let pieces):
      pieces.reduce("") { text, piece in
        guard let text, case .text(let more) = piece else { return nil }
        return text + more
      }
    case .literal, .list, .call, .element, .operation, .not, .unknown: nil
    }
  }

  /// The name of a variable, or of a method call without receiver, arguments and block.
  var bareName: String? {
    guard case .call(let call) = self, call.receiver == nil, call.arguments.isEmpty, call.block == nil else {
      return nil
    }
    return call.name
  }
}

/// A method call; variables and constants have the same form.
struct RubyCall {
  var receiver: RubyValue?
  var name: String
  var arguments: [RubyArgument] = []
  var block: RubyBlock?

  /// The name of the method that runs a command in back-ticks.
  static let backTicks = "`"

  /// `UI.message` in one text; nil when the receiver is not a plain name.
  var path: String? {
    guard let receiver else { return name }
    guard case .call(let call) = receiver, call.arguments.isEmpty, let path = call.path else { return nil }
    return "\(path).\(name)"
  }
}

struct RubyArgument {
  /// Nil for a positional argument.
  let name: String?
  let value: RubyValue
  let span: Range<Int>
}

/// `do |x| … end` or `{ |x| … }`.
struct RubyBlock {
  /// A keyword parameter, such as `x: nil`.
  struct Keyword {
    enum Default {
      /// `nil` or `false`.
      case none
      case text(String)
      /// Required, or a value that only Ruby knows.
      case unknown
    }

    let name: String
    let defaultValue: Default

    /// - Parameter tokens: Those after the label.
    init(name: String, valueOf tokens: [RubyToken]) {
      self.name = name
      guard tokens.count == 1, let token = tokens.first else {
        defaultValue = .unknown
        return
      }
      switch token.kind {
      case .word("nil"), .word("false"): defaultValue = .none
      case .string(let pieces):
        if pieces.count == 1, case .text(let text) = pieces[0] {
          defaultValue = .text(text)
        } else {
          defaultValue = .unknown
        }
      default: defaultValue = .unknown
      }
    }
  }

  let parameters: [String]
  let keywords: [Keyword]
  let body: [RubyStatement]
}

extension RubyValue {
  func forEach(_ visit: (RubyValue) -> Void) {
    visit(self)
    switch self {
    case .symbol, .literal, .unknown: break
    case .string(let pieces):
      for case .value(let value) in pieces { value.forEach(visit) }
    case .list(let values): values.forEach { $0.forEach(visit) }
    case .element(let base, let key):
      base.forEach(visit)
      key.forEach(visit)
    case .operation(_, let left, let right):
      left.forEach(visit)
      right.forEach(visit)
    case .not(let value): value.forEach(visit)
    case .call(let call):
      call.receiver?.forEach(visit)
      call.arguments.forEach { $0.value.forEach(visit) }
      call.block?.body.forEach { $0.forEachValue(visit) }
    }
  }
}
