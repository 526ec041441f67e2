import MartletCore

extension VersionSite {
  /// Returns the edits that set the site to `text`, by file.
  ///
  /// A piece that already has its part is not edited.
  /// - Throws: `ManifestError.doesNotFit` when the text has parts without a place in the site, `.notEditable` when it
  ///   is in a binary file.
  package func edits(toHold text: String) throws(ManifestError) -> [RelativePath: [TextEdit]] {
    var edits: [RelativePath: [TextEdit]] = [:]
    let parts = try parts(of: text)
    for piece in pieces {
      let value: String
      switch piece.part {
      case .whole: value = text
      case .component(let index): value = parts.component(index)
      case .leading(let count): value = (0..<count).map(parts.component).joined(separator: ".")
      case .suffix: value = parts.suffix
      case .prerelease: value = String(parts.suffix.dropFirst())
      }
      if piece.spelling == .binary {
        guard self.value == text else { throw .binaryPropertyList(piece.path) }
        continue
      }
      guard piece.spelling.value(of: piece.text) != value else { continue }
      let replacement = piece.spelling.text(for: value, replacing: piece.text)
      edits[piece.path, default: []].append(
        TextEdit(piece.span, expected: piece.text, replacement: replacement))
    }
    return edits
  }

  /// Whether the site already has the parts of `text` that fit.
  package func holds(_ text: String) -> Bool {
    (try? edits(toHold: text).isEmpty) ?? false
  }

  private func parts(of text: String) throws(ManifestError) -> Parts {
    let parts = Parts(text)
    let room = pieces.count { if case .component = $0.part { true } else { false } }
    guard room > 0 else { return parts }
    let hasRoomForSuffix =
      parts.suffix.isEmpty || pieces.contains { $0.part == .suffix }
      || (parts.suffix.hasPrefix("-") && pieces.contains { $0.part == .prerelease })
    guard parts.components.count <= room, hasRoomForSuffix else {
      throw .doesNotFit(text, site: value, place: place)
    }
    return parts
  }

  /// The parts of a version's text.
  private struct Parts {
    let components: [String]
    /// The pre-release and metadata, with the `-` or `+` before them.
    let suffix: String

    init(_ text: String) {
      let core = text.prefix { $0 != "-" && $0 != "+" }
      components = core.split(separator: ".").map(String.init)
      suffix = String(text.dropFirst(core.count))
    }

    func component(_ index: Int) -> String { components.indices.contains(index) ? components[index] : "0" }
  }
}
