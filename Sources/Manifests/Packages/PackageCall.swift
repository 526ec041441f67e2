/// A call in a Package.swift, such as `.package(url: …, from: …)` or `.unsafeFlags([…])`.
struct PackageCall {
  struct Argument {
    let label: String?
    /// The tokens of the value.
    let value: Range<Int>
  }

  /// Without the type and the dot before it.
  let name: String
  /// From the name to the closing parenthesis, in bytes.
  let span: Range<Int>
  let arguments: [Argument]
  /// The names of the calls around it, the outermost first.
  let enclosing: [String]
  /// Whether it depends on the machine, or on anything else, whether it is made.
  let isConditional: Bool

  func argument(_ label: String) -> Range<Int>? {
    arguments.first { $0.label == label }?.value
  }
}
