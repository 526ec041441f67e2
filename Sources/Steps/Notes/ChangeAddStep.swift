import Lanes
import MartletChangelogs
import MartletCore

/// Writes a change file. `martlet changelog add` is a lane of this one step. The step is not in the catalogue, because
/// change files are written by contributors and not by releases.
package struct ChangeAddStep: Step {
  package static let keyword = "change"
  package static let summary = "Writes a change file."
  package static let parameters: [Parameter<Self>] = []

  package var level = ReleaseLevel.patch
  package var text = ""
  package var packages: [String] = []
  package var type: String?

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    if let unknown = packages.first(where: { draft.releasefile.package(named: $0) == nil }) {
      throw Failure.unknownPackage(unknown, known: draft.releasefile.packages.map(\.name))
    }
    let head =
      ["level: \(level.rawValue)"] + (type.map { ["type: \($0)"] } ?? [])
      + (packages.isEmpty ? [] : ["package: \(packages.joined(separator: ", "))"])
    let path = try freePath(in: draft)
    let file = SourceText(path: path, text: (["---"] + head + ["---", "", text]).joined(separator: "\n") + "\n")
    _ = try ChangeFile(file)
    return Decision([.writeFile(FileWrite(from: nil, to: file))])
  }

  /// Returns a file name made of the text's first words, with a number if that name is taken.
  private func freePath(in draft: Draft) throws -> RelativePath {
    let folder = draft.releasefile.releaseRules.changesFolder
    let words = text.lowercased().utf8.split { !$0.isLetter && !$0.isDigit }.prefix(6).map {
      String(decoding: $0, as: UTF8.self)
    }
    let stem = words.isEmpty ? "change" : String(words.joined(separator: "-").prefix(60))
    var number = 1
    while true {
      let path = try draft.path("\(folder)/\(stem)\(number == 1 ? "" : "-\(number)").md")
      if try draft.source(at: path) == nil { return path }
      number += 1
    }
  }
}
