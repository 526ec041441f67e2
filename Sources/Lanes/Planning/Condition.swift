import MartletCore

/// A condition for running a step: a name, `not` a name, `name == text` or `name != text`; of a list, all must hold.
package struct Condition: Hashable, Sendable {
  enum Test: Hashable, Sendable {
    case holds(String)
    case holdsNot(String)
    case equals(String, String)
    case differs(String, String)
  }

  let tests: [Test]

  /// The names that it uses.
  package var names: [String] {
    tests.map { test in
      switch test {
      case .holds(let name), .holdsNot(let name), .equals(let name, _), .differs(let name, _): name
      }
    }
  }

  /// The names that are compared with a text.
  var comparedNames: Set<String> {
    tests.reduce(into: []) { names, test in
      switch test {
      case .equals(let name, _), .differs(let name, _): names.insert(name)
      case .holds, .holdsNot: break
      }
    }
  }

  /// The texts that `name` is compared with.
  package func texts(comparedWith name: String) -> [String] {
    tests.compactMap { test in
      switch test {
      case .equals(name, let text), .differs(name, let text): text
      case .equals, .differs, .holds, .holdsNot: nil
      }
    }
  }

  /// Whether all tests hold; `value` returns the value of a name.
  ///
  /// A name alone holds unless it is empty, `false` or `no`.
  package func holds<E: Error>(_ value: (String) throws(E) -> String) throws(E) -> Bool {
    for test in tests {
      let isMet =
        switch test {
        case .holds(let name): try value(name).isTrue
        case .holdsNot(let name): try !value(name).isTrue
        case .equals(let name, let text): try value(name) == text
        case .differs(let name, let text): try value(name) != text
        }
      guard isMet else { return false }
    }
    return true
  }
}

extension Condition: ParameterValue {
  package static var shape: ValueShape { .condition }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    var tests: [Test] = []
    guard node.elements?.isEmpty != true else {
      decoder.report(.wrongValue(expected: Self.expectation), at: node)
      return nil
    }
    for element in node.elements ?? [node] {
      if let text = element.text, text.contains("${") {
        decoder.report(.bracesInCondition, at: element)
        return nil
      }
      guard let test = element.text.flatMap(Test.init) else {
        decoder.report(.wrongValue(expected: Self.expectation), at: element)
        return nil
      }
      tests.append(test)
      for name in Condition(tests: [test]).names { decoder.use(name, at: element.span) }
    }
    self.init(tests: tests)
  }

  package var releasefileText: String? { nil }
}

extension Condition.Test {
  /// Parses `text`. The right side is literal text without the blanks around it.
  init?(_ text: String) {
    let signs = [("==", Self.equals), ("!=", Self.differs)].compactMap { sign, make in
      text.firstRange(of: sign).map { (range: $0, make: make) }
    }
    if let (range, make) = signs.min(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let name = String(text[..<range.lowerBound]).trimmingBlanks()
      guard name.isName else { return nil }
      self = make(name, String(text[range.upperBound...]).trimmingBlanks())
      return
    }
    let words = text.split(separator: " ").map(String.init)
    switch words.count {
    case 1 where words[0].isName: self = .holds(words[0])
    case 2 where words[0] == "not" && words[1].isName: self = .holdsNot(words[1])
    default: return nil
    }
  }
}

extension String {
  /// Whether a name with this value counts as true.
  var isTrue: Bool { !["", "false", "no"].contains(self) }

  /// Whether it is a valid name: letters, digits, `_`, `-` and dots.
  var isName: Bool {
    !isEmpty && utf8.allSatisfy { $0.isIdentifier || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }
}
