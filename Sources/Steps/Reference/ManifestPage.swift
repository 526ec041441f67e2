import MartletManifests

/// The page of `docs/manifests.md`: every manifest format, in Markdown.
package enum ManifestPage {
  /// Returns the page for `formats`, in their order.
  package static func text(of formats: [ManifestFormat]) -> String {
    var lines = [
      "# Manifests", "",
      "A manifest is a file that contains the project's version. A Releasefile lists them under `manifests:`, each with",
      "the keyword of its format and its path. Without a list, Martlet finds them ([how](version.md)). Only the bytes of",
      "the version change.",
    ]
    for format in formats {
      lines += [
        "", "## `\(format.keyword)`", "", "\(format.summary.prefix(1).uppercased())\(format.summary.dropFirst()).", "",
        "```yaml", "- \(format.keyword): PATH", "```",
      ]
      guard !format.options.isEmpty else { continue }
      lines += ["", "| key | |", "| --- | --- |"]
      lines += format.options.map { option in
        let necessity = option.isRequired ? " Required." : ""
        return "| `\(option.name)` | \(option.summary).\(necessity)\(option.isList ? " A list." : "") |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
