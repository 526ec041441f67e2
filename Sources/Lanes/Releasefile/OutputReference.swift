/// A name such as `steps.build.path`: an output of the step with that `id`.
struct OutputReference: Hashable, Sendable {
  let step: String
  let output: String

  /// Parses `name`; returns nil for other names.
  init?(_ name: String) {
    let parts = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == "steps", !parts[1].isEmpty, !parts[2].isEmpty else { return nil }
    step = parts[1]
    output = parts[2]
  }
}

/// The facts about a failure for `on_error` steps.
package struct FailureFacts: Sendable {
  package let step: String
  package let message: String
  package let lane: String

  package init(step: String, message: String, lane: String) {
    self.step = step
    self.message = message
    self.lane = lane
  }

  static let names = ["error.step", "error.message", "error.lane"]

  func value(of name: String) -> String? {
    switch name {
    case "error.step": step
    case "error.message": message
    case "error.lane": lane
    default: nil
    }
  }
}
