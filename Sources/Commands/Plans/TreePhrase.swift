import Lanes
import MartletCore

extension TreePublication {
  /// Such as `gh-pages of https://github.com/example/tool`.
  var phrase: String { "\(branch.name) of \(branch.address)" }

  /// Such as `2 added, 1 changed`.
  var detailPhrase: String {
    if isUnread == true { return "compared when it runs" }
    guard let changes else { return "when the files are built" }
    let counts = TreeChange.Kind.allCases.map { kind in (kind, changes.count { $0.kind == kind }) }
    let parts = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    return ((base == nil ? ["new branch"] : []) + parts).joined(separator: ", ")
  }

  private static let shownCount = 10

  /// The changed files for a terminal, at most ten.
  var shownChanges: [String] {
    let changes = changes ?? []
    let hidden = changes.count - Self.shownCount
    let width = TreeChange.Kind.allCases.map(\.rawValue.count).max() ?? 0
    let lines = changes.prefix(hidden == 1 ? changes.count : Self.shownCount).map { change in
      "\(change.kind.rawValue.padded(to: width))  \(change.path)".escapedForTerminal()
    }
    return lines + (hidden > 1 ? ["and \(hidden) more"] : [])
  }
}

extension TreeChange {
  fileprivate enum Kind: String, CaseIterable {
    case added, changed, removed
  }

  fileprivate var kind: Kind { after == nil ? .removed : before == nil ? .added : .changed }
}
