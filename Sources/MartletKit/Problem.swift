import TextEditing

/// One thing that is wrong with what was read or asked for.
public struct Problem: Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// What was asked for cannot be had, or not all of it.
    case error
    /// It works, but somebody hardly meant it.
    case warning
  }

  private let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  /// How much it matters.
  public var severity: Severity {
    switch diagnostic.severity {
    case .error: .error
    case .warning: .warning
    }
  }

  /// What was found, then what is expected: lower case, no full stop, names in back-ticks.
  public var message: String { diagnostic.message }

  /// Where; nil for what stands in no file.
  public var place: Place? { diagnostic.place.map(Place.init) }

  /// What to do, where that can be said.
  public var hint: String? { diagnostic.hint }

  /// Further lines, such as the places that a message is about.
  public var notes: [String] { diagnostic.notes }
}

extension Problem: CustomStringConvertible {
  /// All of it in several lines, as a terminal would show it, with the line of the file that it is about.
  public var description: String { diagnostic.rendered() }
}
