import Lanes
import MartletCore

/// The result of a run in one line.
struct ReceiptText {
  private let entries: [Plan.Entry]
  private let commits: [Int: ObjectID]
  private let releases: [Int: ReleaseResult]
  private let posts: [Int: String]

  init(_ entries: [Plan.Entry], _ result: StageResult) {
    self.entries = entries
    commits = result.commits
    releases = result.releases
    posts = result.posts
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
    case .release(.publishRelease(let publication)):
      "published \(releases[entry.number]?.url ?? publication.draft.release.tag)"
    case .release(.publishPackage(let publication)): "published \(publication.title)"
    case .postMessage(let announcement): "posted on \(posts[entry.number] ?? announcement.name)"
    case .publishTree(let publication): "published \(publication.phrase)"
    case .writeFile, .runCommand, .showMessage, .release: nil
    }
  }
}
