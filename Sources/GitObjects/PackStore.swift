import Libc
import MartletTextEditing
import MartletVersioning

/// The packs of a repository and of its alternates, for any number of threads.
package final class PackStore: Sendable {
  let packs: [Pack]

  /// Opens the packs below an `objects` folder.
  package init(objects: String) {
    var packs: [Pack] = []
    var folders = [objects]
    var seen: Set<String> = []
    while let folder = folders.popLast() {
      // Alternates can have alternates; git stops at five levels.
      guard seen.count < 64, seen.insert(folder).inserted else { continue }
      for name in (try? SystemFile.names(in: "\(folder)/pack")) ?? [] where name.hasSuffix(".idx") {
        if let pack = Pack("\(folder)/pack/\(name.dropLast(4))") { packs.append(pack) }
      }
      let alternates = MappedFile.view(of: "\(folder)/info/alternates").map { Array($0.pointers) }
      for line in (alternates ?? []).split(separator: .lineFeed) where line.first != UInt8(ascii: "#") {
        let path = String(decoding: line, as: UTF8.self)
        folders.append(path.hasPrefix("/") ? path : "\(folder)/\(path)")
      }
    }
    self.packs = packs
  }
}
