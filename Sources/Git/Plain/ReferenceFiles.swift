import Processes
import TextEditing
import Versioning

/// What the references of a repository say, read from their files (gitrepository-layout(5), git-pack-refs(1)).
///
/// Of anything unusual it says that it is unclear, and libgit2 is asked.
final class ReferenceFiles {
  /// What can be said of a reference.
  enum Finding: Equatable, Sendable {
    case object(ObjectID)
    /// It stands for the reference of that name.
    case symbolic(String)
    case nothing
    case unclear
  }

  private let folder: String
  private var packedStamp: FileStamp?
  private var packed: PackedReferences?

  /// More than any file of a reference has.
  private static let lengthLimit = 4096
  /// As git has it (SYMREF_MAXDEPTH).
  private static let maximumDepth = 5

  /// - Parameter folder: The git directory.
  init(in folder: String) {
    self.folder = folder
  }

  /// What the reference of that full name, or `HEAD`, says itself.
  func finding(_ name: String) -> Finding {
    guard name == "HEAD" || RefName.isValid(name) else { return .unclear }
    let loose = looseFinding(name)
    guard loose == .nothing else { return loose }
    guard let packed = readPacked() else { return .unclear }
    return packed.reference(named: name).map { .object($0.object) } ?? .nothing
  }

  /// The object that a reference leads to in the end.
  func resolved(_ name: String) -> Finding {
    var name = name
    for _ in 0...Self.maximumDepth {
      let finding = finding(name)
      guard case .symbolic(let target) = finding else { return finding }
      name = target
    }
    return .unclear
  }

  /// All references whose names begin with `prefix`, such as `refs/tags/`, in byte order; nil when one of them is unclear.
  ///
  /// `peeled` is what git has noted that the tag in it leads to: the object itself for one that is no tag, nil where that
  /// is not known.
  func all(below prefix: String) -> [(name: String, finding: Finding, peeled: ObjectID?)]? {
    guard let packed = readPacked() else { return nil }
    var found: [String: (finding: Finding, peeled: ObjectID?)] = [:]
    for reference in packed.references where reference.name.hasPrefix(prefix) {
      found[reference.name] = (.object(reference.object), reference.peeled)
    }
    guard let names = looseNames(below: prefix) else { return nil }
    for (name, finding) in zip(names, looseFindings(names)) {
      guard finding != .unclear, finding != .nothing else { return nil }
      found[name] = (finding, nil)
    }
    return found.keys.sorted { $0.precedesInBytes($1) }.compactMap { name in
      found[name].map { (name, $0.finding, $0.peeled) }
    }
  }

  /// The names of the references that have files of their own; nil where git would not take one of them.
  private func looseNames(below prefix: String) -> [String]? {
    var names: [String] = []
    var folders = [String(prefix.dropLast())]
    while let folder = folders.popLast() {
      guard let entries = try? Files.entries(of: "\(self.folder)/\(folder)") else {
        guard FileStamp("\(self.folder)/\(folder)") == nil else { return nil }
        continue
      }
      for (bytes, isFolder) in entries {
        guard let text = String(validUTF8: bytes) else { return nil }
        let name = "\(folder)/\(text)"
        if isFolder {
          guard name.utf8.count < Self.lengthLimit else { return nil }
          folders.append(name)
        } else if !text.hasSuffix(".lock") {
          guard RefName.isValid(name) else { return nil }
          names.append(name)
        }
      }
    }
    return names
  }

  /// What the files of many references say, each of which is opened, read to its end and closed: read on several threads.
  private func looseFindings(_ names: [String]) -> [Finding] {
    let folder = folder
    let threadCount = Threads.suitable(forItems: 4 * names.count)
    return Threads.results(threadCount) { thread in
      let share = names.count * thread / threadCount..<names.count * (thread + 1) / threadCount
      return names[share].map { Self.looseFinding($0, in: folder) }
    }.flatMap { $0 }
  }

  private func looseFinding(_ name: String) -> Finding { Self.looseFinding(name, in: folder) }

  private static func looseFinding(_ name: String, in folder: String) -> Finding {
    switch SmallFile("\(folder)/\(name)", limit: lengthLimit) {
    case .contents(let bytes): finding(in: bytes)
    case .nothing: .nothing
    case .unclear: .unclear
    }
  }

  /// `ref: refs/heads/main` or an id, perhaps with blanks behind it.
  private static func finding(in bytes: [UInt8]) -> Finding {
    let text = bytes.prefix(bytes.lastIndex { !$0.isBlank && !$0.isLineEnd }.map { $0 + 1 } ?? 0)
    if text.starts(with: "ref:".utf8) {
      let name = text.dropFirst(4).drop(while: \.isBlank)
      return String(validUTF8: name).map { .symbolic($0) } ?? .unclear
    }
    guard text.count == 40, let id = ObjectID(String(decoding: text, as: UTF8.self)),
      text.contains(where: { $0 != UInt8(ascii: "0") })
    else { return .unclear }
    return .object(id)
  }

  /// Those that git has put into one file, as they are by now; nil when it is not understood.
  private func readPacked() -> PackedReferences? {
    let path = "\(folder)/packed-refs"
    guard let stamp = FileStamp(path) else {
      packedStamp = nil
      return PackedReferences()
    }
    if stamp == packedStamp { return packed }
    packedStamp = stamp
    packed = ((try? Files.contents(of: path)) ?? nil).flatMap { PackedReferences($0) }
    return packed
  }
}
