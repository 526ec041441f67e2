/// A value as the build system reads it: text, and references to settings in it.
package struct Expression: Sendable {
  package indirect enum Part: Sendable {
    /// The bytes of the value at this range, as they are.
    case text(Range<Int>)
    case reference(Reference)
  }

  /// `$(NAME)`, perhaps with operators; or `$NAME`.
  package struct Reference: Sendable {
    /// Where it stands in the value.
    package let range: Range<Int>
    /// The name, in which other references may stand: `$(HOST_$(CONFIGURATION))`.
    package let name: [Part]
    /// Whether it has brackets. Without them an unknown name is left as it is written.
    package let isBracketed: Bool
    /// Applied from left to right.
    package let operators: [Application]
  }

  /// An operator behind a name: `:upper` or `:default=1.0`.
  package struct Application: Sendable {
    package let name: String
    /// What follows the `=`; nil without one.
    package let argument: [Part]?
  }

  /// How backslashes count.
  package enum Reading: Sendable {
    /// They are characters like any other: settings that the build system declares as strings.
    case string
    /// They keep the next character from being the start of a reference: settings of the user, and lists.
    case list
  }

  package let parts: [Part]

  /// The expression that `bytes` spell. Nothing is refused: what is no reference is text.
  package init(_ bytes: [UInt8], reading: Reading = .list) {
    var parser = ExpressionParser(bytes, reading: reading)
    parts = parser.parse()
  }
}
