import Git
import TextEditing

/// A push that failed, and that the remote may have taken all the same.
struct UncertainPush: ExplainedError {
  private let order: PushOrder
  private let underlying: TransportError

  init(_ order: PushOrder, _ underlying: TransportError) {
    self.order = order
    self.underlying = underlying
  }

  var failure: Failure {
    let expected = order.references.map { "  pushed was \($0.object) to \($0.destination)" }
    let names = order.references.map(\.destination).joined(separator: " ")
    return Failure(
      underlying.diagnostics.map { diagnostic in
        Diagnostic(
          "whether `\(order.remote)` has the push is not known: \(diagnostic.message)",
          hint: "see what it has with `git ls-remote \(order.remote) \(names)`", notes: diagnostic.notes + expected)
      })
  }
}
