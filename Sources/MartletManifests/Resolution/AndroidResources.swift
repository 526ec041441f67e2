import MartletCore

/// The elements of an Android resource file with only a given version, whose names mean a version:
/// `<string name="cool_version">1.4.2</string>`.
struct AndroidResources {
  /// An element as a pattern for `TextManifest`.
  struct Element {
    let pattern: String
    let isOfSomethingElse: Bool
  }

  let elements: [Element]

  init(of version: Version, in source: SourceText) {
    let bytes = source.bytes
    guard bytes.firstIndex(of: "<resources", from: 0) != nil else {
      elements = []
      return
    }
    var elements: [Element] = []
    var start = source.startOffset
    while let end = bytes.firstIndex(of: ">\(version)</", from: start) {
      start = end + 1
      let open = bytes.index(before: end) { $0 != UInt8(ascii: "<") }
      let tag = source.string(at: open..<end)
      let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].hasSuffix(" name="), let name = VersionName(String(parts[1])) else { continue }
      elements.append(Element(pattern: "<\(tag)>${version}</", isOfSomethingElse: name.isOfSomethingElse))
    }
    self.elements = elements
  }
}
