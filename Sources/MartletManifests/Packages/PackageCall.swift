/// A call in a Package.swift, such as `.package(url: …, from: …)` or `.unsafeFlags([…])`.
struct PackageCall {
  struct Argument {
    let label: String?
    /// The tokens of the value.
    let value: Range<Int>
  }

  /// The name without the type and the dot before it.
  let name: String
  /// The bytes from the name to the closing parenthesis.
  let span: Range<Int>
  let arguments: [Argument]
  /// The names of the calls around it, the outermost first.
  let enclosing: [String]
  /// Whether the call is conditional, for example on the machine.
  let isConditional: Bool

  func argument(_ label: String) -> Range<Int>? {
    arguments.first { $0.label == label }?.value
  }
}
