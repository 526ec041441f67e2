import Lanes
import MartletCore

/// Reads knope (knope.tech, 0.23): `versioned_files` of `[package]` or `[packages.NAME]`. Its tags are `v1.2.3` for a
/// single package and `NAME/v1.2.3` for one of several.
enum Knope {
  static func imported(_ source: SourceText) -> ImportedConfiguration {
    var result = ImportedConfiguration("knope", source.path)
    let root = DocumentValue(tomlIn: source)
    if let package = root["package"] {
      result.tagFormat = .vPrefixed
      add(package, to: &result, of: source)
    } else if let packages = root["packages"]?.entries, let first = packages.first {
      result.tagFormat = packages.count == 1 ? .vPrefixed : TagFormat("\(first.key)/v${version}")
      add(first.value, to: &result, of: source)
      for other in packages.dropFirst() {
        result.note(
          "package `\(other.key)` is not imported: only one package is supported", at: other.value.span, of: source)
      }
    }
    for workflow in root["workflows"]?.elements ?? [] {
      let name = workflow["name"]?.text ?? ""
      result.note("workflow `\(name)` is not imported", at: workflow.span, of: source)
    }
    return result
  }

  private static func add(_ package: DocumentValue, to result: inout ImportedConfiguration, of source: SourceText) {
    for file in package["versioned_files"]?.elements ?? [] {
      if let manifest = manifest(file) {
        result.manifests.append(manifest)
      } else {
        result.note("not imported: \(source.excerpt(at: file.span))", at: file.span, of: source)
      }
    }
  }

  /// Returns the manifest of a versioned file, whose format knope detects by its name.
  private static func manifest(_ file: DocumentValue) -> ManifestDeclaration? {
    guard let path = (file.text ?? file["path"]?.text).flatMap({ RelativePath($0) }), file["dependency"] == nil else {
      return nil
    }
    if let regex = file["regex"]?.text {
      return pattern(regex).map { ManifestDeclaration("text", path, options: ["pattern": [$0]]) }
    }
    switch path.lastComponent {
    case "Cargo.toml": return ManifestDeclaration("toml", path, options: ["key": ["package.version"]])
    case "pyproject.toml": return ManifestDeclaration("toml", path, options: ["key": ["project.version"]])
    case "package.json", "deno.json": return ManifestDeclaration("json", path)
    case "gleam.toml": return ManifestDeclaration("toml", path)
    case "pubspec.yaml": return ManifestDeclaration("yaml", path, options: ["key": ["version"]])
    default: return nil
    }
  }

  /// Returns the pattern for a regular expression of plain text and the group `version`; nil for others.
  static func pattern(_ regex: String) -> String? {
    guard let open = regex.firstRange(of: "(?<version>") ?? regex.firstRange(of: "(?P<version>") else { return nil }
    let rest = regex[open.upperBound...]
    var depth = 0
    var close = rest.startIndex
    while close < rest.endIndex, rest[close] != ")" || depth > 0 {
      if rest[close] == "(" { depth += 1 }
      if rest[close] == ")" { depth -= 1 }
      if rest[close] == "\\" { close = rest.index(after: close) }
      if close < rest.endIndex { close = rest.index(after: close) }
    }
    guard close < rest.endIndex, let before = plain(regex[..<open.lowerBound]),
      let after = plain(rest[rest.index(after: close)...])
    else { return nil }
    let pattern = before + "${version}" + after
    return pattern == "${version}" ? nil : pattern
  }

  /// Returns the text that an expression without special characters matches; nil for other expressions.
  private static func plain(_ regex: Substring) -> String? {
    var text = ""
    var isEscaped = false
    for character in regex {
      if isEscaped {
        guard !character.isLetter, !character.isNumber else { return nil }
        text.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        guard !".^$*+?()[]{}|".contains(character) else { return nil }
        text.append(character)
      }
    }
    return isEscaped || text.contains("${") ? nil : text
  }
}
