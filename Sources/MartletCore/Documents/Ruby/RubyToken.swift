/// A token of a Ruby text.
package struct RubyToken: Equatable {
  package enum Kind: Equatable {
    /// A name, a keyword or a constant, with its `?` or `!`.
    case word(String)
    /// `key:` before a value.
    case label(String)
    case string([Piece])
    case symbol(String)
    /// `%w{major minor}`, `%i[…]`.
    case words([String])
    case number(String)
    /// An operator or a bracket.
    case mark(String)
    case lineEnd
    /// Irrelevant for Martlet: a command in back-ticks, a regular expression.
    case opaque
  }

  /// A part of a string.
  package enum Piece: Equatable {
    case text(String)
    /// The range between `#{` and `}`.
    case code(Range<Int>)
  }

  package let kind: Kind
  package let span: Range<Int>
  /// Whether a blank is before it.
  package let isSpaced: Bool

  package func isWord(_ word: String) -> Bool { kind == .word(word) }
  package func isMark(_ mark: String) -> Bool { kind == .mark(mark) }

  /// Whether it ends a statement that is not continued.
  package var isEnd: Bool { kind == .lineEnd || kind == .mark(";") }
}
