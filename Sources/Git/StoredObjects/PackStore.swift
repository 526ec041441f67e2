import MartletCore
import SystemAPI

/// The packs of a repository and of its alternates, for any number of threads.
package final class PackStore: Sendable {
  let packs: [Pack]
  /// The folders `objects`, the repository's own first.
  let folders: [String]
  /// The packs that cannot be used. Any object may be in one of them.
  let refused: [RefusedFile]
  /// The paths of the packs that were opened, without `.pack`.
  private let paths: [String: Pack]

  /// Opens the packs below an `objects` folder.
  package convenience init(objects: String) {
    self.init(objects, knowing: [:])
  }

  private init(_ objects: String, knowing known: [String: Pack]) {
    var paths: [String: Pack] = [:]
    var (packs, folders, refused): ([Pack], [String], [RefusedFile]) = ([], [], [])
    var next = [objects]
    while let folder = next.popLast() {
      // Alternates can have alternates; git stops at five levels.
      guard folders.count < 64, !folders.contains(folder) else { continue }
      folders.append(folder)
      for name in (try? SystemFile.names(in: "\(folder)/pack")) ?? [] where name.hasSuffix(".idx") {
        let path = "\(folder)/pack/\(name.dropLast(4))"
        do throws(RefusedFile) {
          var pack = known[path]
          if pack == nil { pack = try Pack(path) }
          guard let pack else { continue }
          packs.append(pack)
          paths[path] = pack
        } catch {
          refused.append(error)
        }
      }
      let file = "\(folder)/info/alternates"
      do throws(Refusal) {
        let alternates = try MappedFile.view(of: file)?.array ?? []
        for line in alternates.split(separator: .lineFeed) where line.first != UInt8(ascii: "#") {
          let path = String(decoding: line, as: UTF8.self)
          next.append(path.hasPrefix("/") ? path : "\(folder)/\(path)")
        }
      } catch {
        // git takes an empty file for none.
        if error != .empty { refused.append(RefusedFile(file: file, reason: error.reason)) }
      }
    }
    (self.packs, self.folders, self.refused, self.paths) = (packs, folders, refused, paths)
  }

  /// Returns the packs that exist now; nil when no pack was added.
  func refreshed() -> PackStore? {
    guard let objects = folders.first else { return nil }
    let now = PackStore(objects, knowing: paths)
    return now.paths.keys.allSatisfy { paths[$0] != nil } ? nil : now
  }
}
