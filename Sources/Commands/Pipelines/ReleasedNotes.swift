import Lanes
import Steps
import TextEditing
import Versioning

/// What a run says in a changelog of a version that it releases.
struct ReleasedNotes: Equatable {
  /// Nil where the repository is one package.
  let package: String?
  let version: Version
  /// In Markdown, as it stands below the version's heading.
  let text: String
}

/// Where the notes of a package stand, and what its tags look like.
struct NotesPlace {
  let package: String?
  let path: RelativePath
  let tagFormat: TagFormat

  /// Those of the project, or of each of its packages.
  static func all(of draft: Draft) -> [NotesPlace] {
    let names: [String?] = draft.releasefile.packages.isEmpty ? [nil] : draft.releasefile.packages.map(\.name)
    return names.compactMap { name in
      var draft = draft
      draft.focus(onPackage: name)
      guard let path = try? draft.changelogPath(), let format = try? draft.tagFormat() else { return nil }
      return NotesPlace(package: name, path: path, tagFormat: format)
    }
  }
}
