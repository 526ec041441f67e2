/// One thing that `doctor` looks at. It changes nothing.
protocol Examination {
  /// What is looked at, in a word.
  static var topic: String { get }

  /// At least one; what is thrown counts as a failure.
  func findings() throws -> [Finding]
}

extension Examination {
  /// What was found, whatever came between.
  func results() -> [Finding] {
    do {
      return try findings()
    } catch {
      return Finding.findings(Self.topic, .fail, of: error)
    }
  }

  func ok(_ message: String) -> Finding { .ok(Self.topic, message) }

  func warn(_ message: String, hint: String? = nil) -> Finding { .warn(Self.topic, message, hint: hint) }

  func fail(_ message: String, hint: String? = nil) -> Finding { .fail(Self.topic, message, hint: hint) }
}
