import TextEditing
import Versioning

/// The packs of a repository and of those that it borrows objects from, to be read by any number of threads.
package final class PackStore: Sendable {
  let packs: [Pack]

  /// The packs below an `objects` folder.
  init(objects: String) {
    var packs: [Pack] = []
    var folders = [objects]
    var seen: Set<String> = []
    while let folder = folders.popLast() {
      // A repository that borrows from one that borrows; git stops at five.
      guard seen.count < 64, seen.insert(folder).inserted else { continue }
      for name in Files.names(in: "\(folder)/pack") where name.hasSuffix(".idx") {
        if let pack = Pack("\(folder)/pack/\(name.dropLast(4))") { packs.append(pack) }
      }
      let alternates = (try? Files.contents(of: "\(folder)/info/alternates")) ?? []
      for line in alternates.split(separator: .lineFeed) where line.first != UInt8(ascii: "#") {
        let path = String(decoding: line, as: UTF8.self)
        folders.append(path.hasPrefix("/") ? path : "\(folder)/\(path)")
      }
    }
    self.packs = packs
  }
}
