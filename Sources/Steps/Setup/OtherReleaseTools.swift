import Lanes
import MartletCore

/// Other tools whose configuration the project has. If Martlet and one of them release, the second one stops at the tag.
struct OtherReleaseTools {
  /// Each with its file, in the order of the list.
  private let found: [String]

  init(in draft: Draft) throws {
    let paths = try draft.filePaths()
    found = Self.files.compactMap { tool, files in
      paths.first { files.contains($0.string) }.map { "`\(tool)` (\($0))" }
    }
  }

  /// A line with all of them; none without one.
  var remarks: [String] {
    found.isEmpty ? [] : ["other tools that release here: \(found.joined(separator: ", "))"]
  }

  /// Their configuration files, each at the root of the repository.
  private static let files: [(tool: String, files: Set<String>)] = [
    (
      "semantic-release",
      [
        ".releaserc", ".releaserc.json", ".releaserc.yml", ".releaserc.yaml", ".releaserc.js", ".releaserc.cjs",
        "release.config.js", "release.config.cjs", "release.config.mjs",
      ]
    ),
    ("release-please", ["release-please-config.json", ".release-please-manifest.json"]),
    ("GoReleaser", [".goreleaser.yml", ".goreleaser.yaml"]), ("Changesets", [".changeset/config.json"]),
    ("release-it", [".release-it.json", ".release-it.js", ".release-it.yml"]), ("Lerna", ["lerna.json"]),
    ("knope", ["knope.toml"]), ("bump-my-version", [".bumpversion.toml", ".bumpversion.cfg"]),
    ("Rocket", [".rocket.yml"]),
  ]
}
