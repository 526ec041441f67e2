/// A check of `doctor`. It changes nothing.
protocol DoctorCheck {
  /// The topic that is printed on each finding's line.
  static var topic: String { get }

  /// Returns the findings, which are none if nothing was checked. A thrown error counts as a failure.
  func findings() throws -> [Finding]
}

extension DoctorCheck {
  /// Returns the findings, including one for a thrown error.
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
