import Lanes
import TextEditing
import Versioning

/// What a run made, in one line.
struct ReceiptText {
  private let entries: [Plan.Entry]
  private let commits: [Int: ObjectID]

  init(_ entries: [Plan.Entry], commits: [Int: ObjectID]) {
    self.entries = entries
    self.commits = commits
  }

  func rendered() -> String {
    (["done"] + entries.compactMap(part) + [filePart].compactMap { $0 }).joined(separator: "  ").escapedForTerminal()
  }

  private var filePart: String? {
    let count = entries.count { if case .writeFile = $0.effect { true } else { false } }
    guard count > 0, commits.isEmpty else { return nil }
    return count == 1 ? "1 file written" : "\(count) files written"
  }

  private func part(_ entry: Plan.Entry) -> String? {
    switch entry.effect {
    case .createCommit: commits[entry.number].map { "commit \($0.short)" }
    case .createTag(let tag): "tag \(tag.name)"
    case .pushRefs(let push): "pushed \(push.refs.map(\.shortName).joined(separator: ", ")) → \(push.remote)"
    case .writeArchive(let write): write.path.map { "exported to \($0)" }
    case .writeFile, .runCommand, .showMessage: nil
    }
  }
}
