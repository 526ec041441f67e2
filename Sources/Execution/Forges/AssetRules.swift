import Lanes
import MartletCore

extension Forge {
  /// Returns everything that this forge would refuse or change in a release; nil if there is nothing. Sends no request.
  package func problems(of text: ReleaseDescription, assets: [AssetFile]) -> Failure? {
    var diagnostics: [Diagnostic] = []
    if let limit = notesLengthLimit, text.notes.unicodeScalars.count > limit {
      diagnostics.append(
        Diagnostic(
          "the notes have \(text.notes.unicodeScalars.count) characters, \(name) accepts at most \(limit)",
          hint: "shorten the notes, and link to the changelog"))
    }
    for asset in assets {
      if let rule = rule(against: asset.name) {
        diagnostics.append(
          Diagnostic(
            "\(name) would not keep the asset name `\(asset.name)`: \(rule)",
            hint: "rename the file `\(asset.path)`"))
      }
      if asset.size == 0 {
        diagnostics.append(Diagnostic("the asset `\(asset.name)` is empty", hint: "build `\(asset.path)` again"))
      }
      if let limit = assetSizeLimit, asset.size >= limit {
        diagnostics.append(
          Diagnostic(
            "the asset `\(asset.name)` has \(asset.size) bytes, \(name) accepts fewer than \(limit)",
            hint: "compress or split `\(asset.path)`"))
      }
    }
    let names = Dictionary(grouping: assets, by: \.name)
    for (assetName, group) in names.sorted(by: { $0.key < $1.key }) where group.count > 1 {
      diagnostics.append(
        Diagnostic(
          "\(group.count) assets have the name `\(assetName)`", hint: "rename all but one",
          notes: group.map(\.path).sorted()
        ))
    }
    return diagnostics.isEmpty ? nil : Failure(diagnostics, code: .assetRules)
  }
}

extension Forge {
  /// The rule that a file name breaks; nil if the forge keeps the name.
  fileprivate func rule(against name: String) -> String? {
    let others = name.unicodeScalars.filter { !nameCharacters.contains($0) }
    if let other = others.first { return "it allows no `\(String(Character(other)).printable)`" }
    if let first = name.first, assetNames.notFirst.contains(first) { return "it must not start with `\(first)`" }
    if let last = name.last, assetNames.notLast.contains(last) { return "it must not end with `\(last)`" }
    let lengths = assetNames.lengths
    guard !lengths.contains(name.count) else { return nil }
    return "it has \(name.count) characters, expected \(lengths.lowerBound) to \(lengths.upperBound)"
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  private var nameCharacters: Set<Unicode.Scalar> { Set((Self.letters + assetNames.marks).unicodeScalars) }
}

extension String {
  /// The character as messages print it.
  fileprivate var printable: String {
    unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
      ? self : "U+" + unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
