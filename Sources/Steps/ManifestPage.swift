import Manifests

/// The page of `docs/manifests.md`: every format of manifests, in Markdown.
package enum ManifestPage {
  /// The page of `formats`, in their order.
  package static func text(of formats: [ManifestFormat]) -> String {
    var lines = [
      "# Manifests", "",
      "A manifest is a file in which a project writes its version. Under `manifests:` a Releasefile names them, each by its",
      "format's word and its path; left out, Martlet finds them ([how](version.md)). Only the bytes of the version are ever",
      "changed.",
    ]
    for format in formats {
      lines += [
        "", "## `\(format.keyword)`", "", "It is \(format.summary).", "", "```yaml", "- \(format.keyword): PATH", "```",
      ]
      guard !format.options.isEmpty else { continue }
      lines += ["", "| key | |", "| --- | --- |"]
      lines += format.options.map { option in
        let necessity = option.isRequired ? " It must be given." : ""
        return "| `\(option.name)` | \(option.summary).\(necessity)\(option.isList ? " A list." : "") |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
