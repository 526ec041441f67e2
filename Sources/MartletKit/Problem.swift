import MartletCore

/// A problem with the input.
public struct Problem: Hashable, Sendable {
  /// The severity of a problem. Later releases may add more.
  public struct Severity: RawRepresentable, Hashable, Sendable {
    /// The name of the severity.
    public let rawValue: String

    /// Creates the severity with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The result is missing or incomplete.
    public static let error = Severity(rawValue: "error")
    /// It works, but is probably not intended.
    public static let warning = Severity(rawValue: "warning")
  }

  private let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  /// The severity of the problem.
  public var severity: Severity {
    switch diagnostic.severity {
    case .error: .error
    case .warning: .warning
    }
  }

  /// The problem, then what is expected: lower case, no full stop, names in back-ticks.
  public var message: String { diagnostic.message }

  /// The place; nil for a problem that is in no file.
  public var place: Place? { diagnostic.place.map(Place.init) }

  /// A suggested fix, if there is one.
  public var hint: String? { diagnostic.hint }

  /// Further lines, for example related places.
  public var notes: [String] { diagnostic.notes }
}

extension Problem: CustomStringConvertible {
  /// The problem on several lines, as a terminal shows it, with the line of the file.
  public var description: String { diagnostic.rendered() }
}
