/// An integer within bounds.
package protocol BoundedNumber: ParameterValue, ParameterElement, Hashable {
  static var bounds: ClosedRange<Int> { get }

  var number: Int { get }

  /// - Parameter number: Within `bounds`.
  init(_ number: Int)
}

extension BoundedNumber {
  package static var shape: ValueShape { .number(bounds) }

  package static var elementShape: ValueShape { shape }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let number = node.text.flatMap({ Int($0) }), Self.bounds.contains(number) else {
      decoder.report(.wrongValue(expected: Self.expectation), at: node)
      return nil
    }
    self.init(number)
  }

  package var releasefileText: String? { String(number) }
}

/// A number of occurrences.
package struct Count: BoundedNumber {
  package static let bounds = 0...Int.max
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}

/// A time limit in seconds.
package struct Seconds: BoundedNumber {
  package static let bounds = 1...Int.max
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}

/// The exit status of a program.
package struct CommandStatus: BoundedNumber {
  /// An exit status is one byte.
  package static let bounds = 0...255
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}
