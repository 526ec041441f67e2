import Libc
import TextEditing
import Versioning

/// The packs of a repository and of those that it borrows objects from, to be read by any number of threads.
package final class PackStore: Sendable {
  let packs: [Pack]

  /// The packs below an `objects` folder.
  package init(objects: String) {
    var packs: [Pack] = []
    var folders = [objects]
    var seen: Set<String> = []
    while let folder = folders.popLast() {
      // A repository that borrows from one that borrows; git stops at five.
      guard seen.count < 64, seen.insert(folder).inserted else { continue }
      for name in Self.names(in: "\(folder)/pack") where name.hasSuffix(".idx") {
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
  /// The names in a folder, in byte order; none where there is no such folder.
  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted()
  }
}
