import Lanes
import MartletCore

/// A tag that the run would create, but that points to another commit.
package struct TagConflict: ExplainedError, Equatable {
  package let name: String
  let tag: ExistingTag
  let planned: CommitReference
  /// How to get a free tag.
  let remedy: String

  package var failure: Failure {
    let origin = tag.origin.map { " (\($0))" } ?? ""
    let expected =
      switch planned {
      case .existing(let id): id.short
      case .planned: "the commit of this run"
      }
    return Failure(
      "the tag `\(name)` already points to \(tag.target.short)\(origin), expected \(expected)",
      hint: remedy, code: .tagTaken, exit: .conflict)
  }
}
