import Git
import MartletCore

/// A failed push that the remote may still have accepted.
struct UncertainPush: ExplainedError {
  private let request: PushRequest
  private let underlying: TransportError

  init(_ request: PushRequest, _ underlying: TransportError) {
    self.request = request
    self.underlying = underlying
  }

  var failure: Failure {
    let expected = request.references.map { "  pushed \($0.object) to \($0.destination)" }
    let names = request.references.map(\.destination).joined(separator: " ")
    return Failure(
      underlying.diagnostics.map { diagnostic in
        Diagnostic(
          "whether the push arrived at `\(request.remote)` is unknown: \(diagnostic.message)",
          hint: "see what the remote has with `git ls-remote \(request.remote) \(names)`",
          notes: diagnostic.notes + expected)
      })
  }
}
