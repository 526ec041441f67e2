/// A secret value. It can neither be encoded nor printed; use `exposed` to access it.
package struct Secret: Sendable {
  private let value: String

  package init(_ value: String) {
    self.value = value
  }

  /// The plain value.
  package var exposed: String { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The secrets of a run.
package struct RunSecrets: Sendable {
  /// The secrets in the environment of commands, by the number of their entry and the variable's name.
  package let byEntry: [Int: [String: Secret]]
  /// All secrets so far, from parameters or answers, even if no command uses them.
  package let known: [Secret]

  package init(byEntry: [Int: [String: Secret]] = [:], known: [Secret] = []) {
    self.byEntry = byEntry
    self.known = known
  }
}
