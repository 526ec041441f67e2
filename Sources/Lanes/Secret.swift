/// A value that must not be seen. It can neither be encoded nor printed; who needs it says so by asking for `exposed`.
package struct Secret: Sendable {
  private let value: String

  package init(_ value: String) {
    self.value = value
  }

  /// The value itself, for the one place that hands it on.
  package var exposed: String { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The secrets of a run.
package struct RunSecrets: Sendable {
  /// What commands find in their environment, by the number of their entry and the variable's name.
  package let byEntry: [Int: [String: Secret]]
  /// All that were given so far, by parameters or answers, whether or not a command finds them.
  package let known: [Secret]

  package init(byEntry: [Int: [String: Secret]] = [:], known: [Secret] = []) {
    self.byEntry = byEntry
    self.known = known
  }
}
