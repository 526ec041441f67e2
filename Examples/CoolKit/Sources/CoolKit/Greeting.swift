/// What is said to whoever comes along.
public struct Greeting {
    public let name: String

    public init(name: String) {
        self.name = name
    }

    public var text: String { "Hello, \(name)." }
}
