import MartletCore

/// The places of the address and the checksum of a binary target in a Package.swift.
package struct BinaryTargetSites: Sendable {
  /// A string, which is written as a literal, as the constant that it names, or with constants inside.
  package struct Site: Hashable, Sendable {
    /// `url` or `checksum`.
    let label: String
    package let value: String
    /// The bytes of the value in the call.
    let span: Range<Int>
    /// The bytes between the quotes of the literal or of the constant's; nil if the string is computed.
    let content: Range<Int>?
    /// The names of the constants.
    let constants: [String]
  }

  package let target: String
  package let url: Site
  package let checksum: Site
}

extension PackageDescription {
  /// Returns the places of the address and the checksum of a binary target.
  ///
  /// - Throws: `ManifestError.notFound`, or `.malformed` for a target without them, and for a value that is neither a
  ///   literal nor made of constants.
  package func binaryTarget(named name: String) throws(ManifestError) -> BinaryTargetSites {
    let named = binaryCalls.filter { self.name(of: $0) == name }
    guard let call = named.first else {
      throw .notFound(
        source.path, what: "binary target", name: name, known: binaryCalls.compactMap(self.name).sorted())
    }
    if named.count > 1 {
      throw .malformed(
        source, at: named[1].span, problem: "the binary target `\(name)` is declared \(named.count) times",
        hint: "declare it once, and use the constant in the branches")
    }
    return BinaryTargetSites(
      target: name, url: try site("url", of: call, name), checksum: try site("checksum", of: call, name))
  }

  /// Returns the edits that give a binary target this address and this checksum.
  ///
  /// - Throws: as `binaryTarget(named:)`; `ManifestError.malformed` for a computed value that differs, and for a
  ///   constant that another target uses.
  package func edits(ofBinaryTarget name: String, url: String, checksum: String) throws(ManifestError) -> [TextEdit] {
    let sites = try binaryTarget(named: name)
    var edits: [TextEdit] = []
    for (site, text) in [(sites.url, url), (sites.checksum, checksum)] where site.value != text {
      guard let content = site.content else {
        throw .malformed(
          source, at: site.span,
          problem: "`\(site.label)` of the binary target `\(name)` is computed as `\(site.value)`, expected `\(text)`",
          hint: "raise the constants in it before this step, or write it as one literal")
      }
      for other in binaryCalls where self.name(of: other) != name {
        guard let constant = site.constants.first(where: { uses(other, $0) }) else { continue }
        throw .malformed(
          source, at: content, problem: "the constant `\(constant)` is used by several binary targets",
          hint: "give each target its own constant")
      }
      edits.append(TextEdit(content, expected: site.value, replacement: text))
    }
    return edits
  }

  /// The names of the binary targets, in the order of the file.
  package var binaryTargetNames: [String] { binaryCalls.compactMap(name) }

  private var binaryCalls: [PackageCall] { calls.filter { $0.name == "binaryTarget" } }

  private func name(of call: PackageCall) -> String? { call.argument("name").flatMap(string)?.value }

  /// Whether an argument of the call contains the constant.
  private func uses(_ call: PackageCall, _ constant: String) -> Bool {
    ["url", "checksum"].compactMap(call.argument).contains { value in
      string(at: value)?.constants.contains(constant) == true
    }
  }

  private func site(
    _ label: String, of call: PackageCall, _ target: String
  ) throws(ManifestError) -> BinaryTargetSites.Site {
    guard let value = call.argument(label) else {
      throw .malformed(
        source, at: call.span,
        problem: "the binary target `\(target)` has no `\(label)`, expected `url` and `checksum`",
        hint: call.argument("path") == nil ? nil : "replace its `path` by `url: \"\", checksum: \"\"`")
    }
    guard let string = string(at: value), let last = value.last else {
      throw .malformed(
        source, at: tokens[value.lowerBound].span,
        problem: "`\(label)` of the binary target `\(target)` is not a string literal",
        hint:
          "write it as a literal, or name a constant such as `let \(label) = \"\"`")
    }
    return BinaryTargetSites.Site(
      label: label, value: string.value, span: tokens[value.lowerBound].span.lowerBound..<tokens[last].span.upperBound,
      content: string.content, constants: string.constants)
  }
}
