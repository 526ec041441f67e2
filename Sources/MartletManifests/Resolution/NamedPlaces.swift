import MartletBuildSettings
import MartletCore

/// The places in a text whose names mean a version and that have a given version: `#define COOL_VERSION "1.4.2"`,
/// `"version": "1.4.2"`, `<widget version="1.4.2">`, `static let version = "1.4.2"`.
///
/// They are found from the value outwards, in any file. A place under a name of the product with exactly the current version
/// follows it (`.copy`), unless the value may be chance or belongs to one release (`.independent`): an argument, a common version,
/// a line or block with a checksum, a date, a size or the version again. A name of something else stays (`.format`), and so
/// does another release (`.otherValue`). A line with `x-release-please-version` follows under any name.
struct NamedPlaces {
  struct Place {
    let manifest: any Manifest
    let options: [String: [String]]
    let value: String
    let role: VersionSite.Role
    var isMarked = false
    /// Where the values begin that are meant; empty for all with this value.
    var starts: Set<Int> = []
  }

  let source: SourceText
  let bytes: [UInt8]
  let names: ProductNames
  let sought: SoughtVersions
  /// The values with their paths, in a format with nested keys; nil in others.
  private let keys: [ScalarValue]?
  /// Whether it is a text with the name of a version, or with the current one.
  private let isText: Bool

  init(in source: SourceText, of sought: SoughtVersions, _ names: ProductNames) {
    (self.source, self.sought, self.names) = (source, sought, names)
    bytes = source.bytes
    // release-please stores the version of the folder `.` under that name.
    let isState = source.path.lastComponent == ".release-please-manifest.json"
    let mayBeNamed = isState || Self.hasName(bytes) || sought.isDistinctive && sought.mayBe(in: source)
    isText = bytes.prefix(1024).firstIndex(of: 0) == nil && mayBeNamed
    keys =
      switch source.path.pathExtension?.lowercased() {
      case "json" where isText: (try? ScalarValue.all(inJSON: source)) ?? []
      case "toml" where isText: ScalarValue.all(inTOML: source)
      case "yaml" where isText, "yml" where isText: try? ScalarValue.all(inYAML: source)
      default: nil
      }
  }

  /// Whether the word occurs that all names of versions have, and the marker.
  private static func hasName(_ bytes: [UInt8]) -> Bool {
    ["ersion", "ERSION"].contains { bytes.firstIndex(of: $0, from: 0) != nil }
  }

  var all: [Place] {
    if source.isOnlyVersion, let isOwn = names.owns(source.path.nameWithoutExtension) {
      let value = source.string(at: source.startOffset..<bytes.count).filter { !$0.isWhitespace }
      return sought.contains(value)
        ? [place(PlainManifest(path: source.path), value, isOwn: isOwn)].compactMap(\.self) : []
    }
    guard isText else { return [] }
    if source.path.pathExtension == "plist" { return propertyListKeys }
    let isSwift = source.path.pathExtension == "swift"
    var found = (isSwift ? swiftDeclarations : []) + parts
    var start = source.startOffset
    while let span = next(from: start) {
      start = span.upperBound
      guard let place = line(with: span, isSwift) else { continue }
      if let same = found.firstIndex(where: { $0.options == place.options && $0.role == place.role }) {
        found[same].starts.insert(span.lowerBound)
      } else {
        found.append(place)
      }
    }
    return found
  }

  /// Returns the next separate token that is one of the versions.
  private func next(from start: Int) -> Range<Int>? {
    var index = start
    while index < bytes.count {
      guard bytes[index].isDigit, let token = bytes.versionToken(at: index) else {
        index += 1
        continue
      }
      if sought.hasLength(token.count), sought.contains(source.string(at: token)),
        isSeparate(token) || isMarked(line(of: token))
      {
        return token
      }
      index = token.upperBound
    }
    return nil
  }

  func isSeparate(_ token: Range<Int>) -> Bool {
    let before = bytes.byte(at: token.lowerBound - 1) ?? .space
    let isFree = !before.isIdentifier && !".-".utf8.contains(before)
    let hasPrefix = before.lowercased == UInt8(ascii: "v") && bytes.byte(at: token.lowerBound - 2)?.isIdentifier != true
    return (isFree || hasPrefix) && bytes.byte(at: token.upperBound)?.isIdentifier != true
  }

  /// Returns the place of a value under a name; nil for another release of something else.
  private func place(
    _ manifest: any Manifest, options: [String: [String]] = [:], _ value: String, isOwn: Bool, isAlone: Bool = true
  ) -> Place? {
    guard sought.isCurrent(value) else {
      return isOwn ? Place(manifest: manifest, options: options, value: value, role: .otherValue) : nil
    }
    let role: VersionSite.Role = !isOwn ? .format : isAlone && sought.isDistinctive ? .copy : .independent
    return Place(manifest: manifest, options: options, value: value, role: role)
  }

  private func line(of span: Range<Int>) -> Range<Int> {
    bytes.index(before: span.lowerBound) { !$0.isLineEnd }..<bytes.index(after: span.upperBound) { !$0.isLineEnd }
  }

  private func line(with span: Range<Int>, _ isSwift: Bool) -> Place? {
    let line = self.line(of: span)
    let start = bytes.index(after: line.lowerBound, while: \.isBlank)
    let value = source.string(at: span)
    let count =
      source.string(at: start..<line.upperBound).split(separator: value, omittingEmptySubsequences: false).count - 1
    if isMarked(line) {
      let manifest = TextManifest(around: span, from: start, to: line.upperBound, in: source)
      guard sought.isCurrent(value) else { return nil }
      return Place(
        manifest: manifest, options: manifest.options, value: value, role: count > 2 ? .independent : .copy,
        isMarked: true, starts: [span.lowerBound])
    }
    guard var name = name(of: span, in: start..<line.upperBound) else { return nil }
    if isSwift, !name.isArgument {
      // The scanner of declarations has found the version of the product.
      guard let literal = literal(at: span) else { return nil }
      name = literal
    }
    let end = bytes.byte(at: span.upperBound).map(Self.isQuote) == true ? span.upperBound + 1 : span.upperBound
    let isAlone = count == 1 && !name.isArgument && !ReleaseBlock(around: span, in: source).isOfOneRelease
    if let (keyed, key) = keyed(span) {
      return place(keyed, options: ["key": [key]], value, isOwn: name.isOwn, isAlone: isAlone)
    }
    let text = TextManifest(around: span, from: start, to: end, in: source)
    var place = place(text, options: text.options, value, isOwn: name.isOwn, isAlone: isAlone)
    place?.starts = [span.lowerBound]
    return place
  }

  /// Returns the manifest of a value that is a whole value in JSON, TOML or YAML, with its key; nil for others.
  private func keyed(_ span: Range<Int>) -> (any Manifest, key: String)? {
    guard let key = keys?.first(where: { $0.span == span })?.path.description else { return nil }
    return switch source.path.pathExtension?.lowercased() {
    case "json": (JSONManifest(path: source.path, key: key), key)
    case "toml": (TOMLManifest(path: source.path, key: key), key)
    default: (YAMLManifest(path: source.path, key: key), key)
    }
  }

  /// Whether the line has a marker of release-please, or the last marker before it opens a block.
  private func isMarked(_ line: Range<Int>) -> Bool {
    if bytes[line].firstIndex(of: "x-release-please-version", from: line.lowerBound) != nil { return true }
    guard let end = bytes.firstIndex(of: "x-release-please-end", from: line.lowerBound) else { return false }
    return bytes[line.lowerBound..<end].firstIndex(of: "x-release-please-start-", from: line.lowerBound) == nil
      && bytes[..<line.lowerBound].firstIndex(of: "x-release-please-start-version", from: 0) != nil
  }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private var swiftDeclarations: [Place] {
    var declared = Set<String>()
    return SwiftScanner.declarations(of: source).compactMap { declaration in
      let name = declaration.qualifiedName
      guard sought.contains(declaration.value), declared.insert(name).inserted,
        let isOwn = declaration.isOwn(names, in: source.path)
      else { return nil }
      let span = declaration.pieces[0].span
      return place(
        SwiftManifest(path: source.path, name: name), options: ["name": [name]], declaration.value, isOwn: isOwn,
        isAlone: !ReleaseBlock(around: span, in: source).isOfOneRelease)
    }
  }

  /// The keys of a property list with Apple's name, or one that a project has chosen: `CoolBundleVersion`.
  private var propertyListKeys: [Place] {
    ((try? PropertyList(source))?.entries ?? []).compactMap { entry in
      guard sought.contains(entry.text.string), let isOwn = names.owns(entry.key) else { return nil }
      if let kind = VersionSite.Kind(appleName: entry.key) {
        return kind == .version ? place(PlistManifest(path: source.path), entry.text.string, isOwn: true) : nil
      }
      return place(
        PlistManifest(path: source.path, key: entry.key), options: ["key": [entry.key]], entry.text.string, isOwn: isOwn
      )
    }
  }

  /// The version in three lines, one for each number.
  private var parts: [Place] {
    VersionParts.versions(in: source).compactMap { found in
      guard sought.contains(found.text), let isOwn = names.owns(found.name) else { return nil }
      return place(VersionParts(path: source.path), found.text, isOwn: isOwn)
    }
  }

  /// The key of a value in JSON, TOML or YAML; nil in other formats.
  func key(of span: Range<Int>) -> [String]? {
    keys.map { keys in keys.first { $0.span.overlaps(span) }?.path.components ?? [] }
  }
}

extension SourceText {
  /// Whether it has only a short text with a digit first.
  fileprivate var isOnlyVersion: Bool {
    bytes.count < 64 && bytes.indices.contains(startOffset) && bytes[startOffset].isDigit
  }
}
