/// A token for the API of a forge. It can be neither printed nor encoded.
package struct ForgeToken: Sendable {
  package enum Kind: Sendable {
    /// A token of a user or of an app.
    case personal
    /// The token of one job of GitLab CI/CD, `CI_JOB_TOKEN`.
    case job
  }

  package let kind: Kind
  /// The environment variable that holds it, for messages; nil: one of the usual names.
  let variable: String?
  private let value: String

  package init(_ value: String, kind: Kind = .personal, variable: String? = nil) {
    self.value = value
    self.kind = kind
    self.variable = variable
  }

  /// The token itself, for the header of a request.
  var exposed: String { value }
}

extension ForgeToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
