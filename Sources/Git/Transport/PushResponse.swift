/// The parsed output of `git push --porcelain`.
///
/// A line is `<flag> TAB <from>:<to> TAB <summary>`, the flag one of ` + - * ! =`; a `!` has its reason in brackets at
/// the end of the summary.
struct PushResponse: Equatable {
  struct Line: Equatable {
    let flag: Character
    /// The full name on the remote.
    let destination: String
    /// The text in brackets; empty when there is none.
    let reason: String
  }

  let lines: [Line]

  init(_ output: String) {
    lines = output.split(separator: "\n").compactMap { text in
      let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count >= 3, parts[0].count == 1, let flag = parts[0].first, let colon = parts[1].lastIndex(of: ":")
      else { return nil }
      let summary = parts[2...].joined(separator: "\t")
      var reason = ""
      if summary.hasSuffix(")"), let open = summary.firstIndex(of: "(") {
        reason = String(summary[summary.index(after: open)...].dropLast())
      }
      return Line(flag: flag, destination: String(parts[1][parts[1].index(after: colon)...]), reason: reason)
    }
  }

  /// The references that were refused themselves, not because of another one.
  var causes: [Line] {
    lines.filter { $0.flag == "!" && !Self.consequences.contains($0.reason) }
  }

  /// The reasons of git and servers for a reference that was refused because of another one.
  private static let consequences: Set<String> = [
    "atomic push failed", "atomic push failure", "atomic transaction failed", "transaction failed",
  ]
}

extension [PushResponse.Line] {
  func has(_ flag: Character, _ destination: String) -> Bool {
    contains { $0.flag == flag && $0.destination == destination }
  }
}
