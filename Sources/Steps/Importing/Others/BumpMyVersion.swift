import Lanes
import MartletCore

/// Reads bump-my-version (callowayproject, 1.3) and its predecessors: the section `bumpversion` with the current
/// version, the tag format, and files with the search text for each. In TOML the section is `[tool.bumpversion]`, in a
/// `.cfg` `[bumpversion]` with `[bumpversion:file:PATH]`.
enum BumpMyVersion {
  /// A file that the tool edits, with its settings.
  struct File {
    let path: String?
    let settings: [String: String]
    let span: Range<Int>
  }

  /// Returns the configuration; nil when the file has no such section.
  static func imported(_ source: SourceText, in files: any FileReading) throws -> ImportedConfiguration? {
    let isTOML = source.path.pathExtension == "toml"
    guard let (settings, edited) = isTOML ? configuration(inTOML: source) : configuration(inINI: source) else {
      return nil
    }
    var result = ImportedConfiguration("bump-my-version", source.path)
    if settings["tag"] == "true" || settings["tag_name"] != nil {
      let name = settings["tag_name", default: "v{new_version}"]
      result.tagFormat = name.contains("$") ? nil : TagFormat(name.replacing("{new_version}", with: "${version}"))
    }
    for file in edited.prefix(100) {
      let all = settings.merging(file.settings) { $1 }
      if let manifest = try manifest(file, all, in: files) {
        result.manifests.append(manifest)
      } else {
        result.note("not imported: `\(file.path ?? "files without a name")`", at: file.span, of: source)
      }
    }
    return result
  }

  /// Returns the manifest for the text around the version; nil for a regular expression, for only the version, and for
  /// a different replacement.
  private static func manifest(
    _ file: File, _ settings: [String: String], in files: any FileReading
  ) throws -> ManifestDeclaration? {
    let search = settings["search", default: "{current_version}"]
    let replacement = settings["replace", default: "{new_version}"]
    guard let path = file.path.flatMap({ RelativePath($0) }), settings["regex"] != "true", !search.contains("${"),
      search.replacing("{current_version}", with: "{new_version}") == replacement,
      let source = try files.source(at: path), let current = settings["current_version"]
    else { return nil }
    let holes = search.split(separator: "{current_version}", omittingEmptySubsequences: false).count - 1
    let isAlone =
      source.string(at: source.startOffset..<source.bytes.count).split(whereSeparator: \.isWhitespace) == [current[...]]
    if search == "{current_version}" { return isAlone ? ManifestDeclaration("plain", path) : nil }
    let count = source.count(of: search.replacing("{current_version}", with: current))
    guard holes == 1, count > 0 else { return nil }
    var options = ["pattern": [search.replacing("{current_version}", with: "${version}")]]
    if count > 1 { options["count"] = [String(count)] }
    return ManifestDeclaration("text", path, options: options)
  }

  private static func configuration(inTOML source: SourceText) -> ([String: String], [File])? {
    guard let section = DocumentValue(tomlIn: source)["tool"]?["bumpversion"] else { return nil }
    let files = (section["files"]?.elements ?? []).map { file in
      File(path: file["glob"] == nil ? file["filename"]?.text : nil, settings: settings(of: file), span: file.span)
    }
    return (settings(of: section), files)
  }

  private static func settings(of table: DocumentValue) -> [String: String] {
    table.entries.reduce(into: [:]) { settings, entry in
      switch entry.value.content {
      case .text(let text), .word(let text): settings[entry.key] = text
      case .real, .data, .list, .table: break
      }
    }
  }

  private static func configuration(inINI source: SourceText) -> ([String: String], [File])? {
    let sections = INIReader.sections(of: source)
    guard let section = sections.first(where: { $0.name == "bumpversion" }) else { return nil }
    let files = sections.compactMap { section -> File? in
      guard section.name.hasPrefix("bumpversion:") else { return nil }
      let name = section.name.dropFirst("bumpversion:".count)
      if name.hasPrefix("glob") { return File(path: nil, settings: [:], span: section.span) }
      guard name.hasPrefix("file"), let colon = name.firstIndex(of: ":") else { return nil }
      return File(path: String(name[name.index(after: colon)...]), settings: section.settings, span: section.span)
    }
    return (section.settings, files)
  }
}

extension SourceText {
  /// Returns the number of non-overlapping occurrences of `text`.
  fileprivate func count(of text: String) -> Int {
    var count = 0
    var index = startOffset
    while let start = bytes.firstIndex(of: text, from: index) {
      count += 1
      index = start + text.utf8.count
    }
    return count
  }
}
