/// What is said to whoever comes along.
public struct Greeting {
  /// Who comes along.
  public let name: String

  /// A greeting for the one called `name`.
  public init(name: String) {
    self.name = name
  }

  /// The greeting as a sentence.
  public var text: String { "Hello, \(name)." }
}
