import Lanes
import MartletCore
import Steps

/// The changelog section of a version that a run releases.
struct ReleasedNotes: Equatable {
  /// Nil where the repository is one package.
  let package: String?
  let version: Version
  /// The Markdown text below the version's heading.
  let text: String
}

/// The changelog and the tag format of a package.
struct NotesPlace {
  let package: String?
  let path: RelativePath
  /// The declared form of the changelog's headings.
  let heading: String?
  let tagFormat: TagFormat

  /// Returns the place of the project, or one for each of its packages.
  static func all(of draft: Draft) -> [NotesPlace] {
    let names: [String?] = draft.releasefile.packages.isEmpty ? [nil] : draft.releasefile.packages.map(\.name)
    return names.compactMap { name in
      var draft = draft
      draft.focus(onPackage: name)
      guard let path = try? draft.changelogPath(), let format = try? draft.tagFormat() else { return nil }
      return NotesPlace(
        package: name, path: path, heading: draft.releasefile.changelog.heading, tagFormat: format)
    }
  }
}
