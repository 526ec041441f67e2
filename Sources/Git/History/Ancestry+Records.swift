import Processes
import Versioning

extension Ancestry {
  /// What commits tell, in the order of their numbers here, which are read on several threads where there are many. What no
  /// pack has is read on this one.
  ///
  /// - Throws: For the first of them that cannot be read.
  func records(of numbers: [Int]) throws(GitError) -> [CommitRecord] {
    let source = RecordSource(commits: numbers.map { RecordSource.Item($0, in: self) }, kept, origin)
    let threads = Threads.suitable(forItems: numbers.count)
    let parts = Threads.results(threads) { source.part($0, of: threads) }
    var records: [CommitRecord] = []
    records.reserveCapacity(numbers.count)
    for part in parts {
      for record in part {
        if let record {
          records.append(record)
        } else {
          let item = source.commits[records.count]
          records.append(item.record(CommitBytes(try bytes(of: item.number))))
        }
      }
    }
    return records
  }
}

/// What threads need to read commits.
private struct RecordSource: Sendable {
  /// A commit as it is known before it is read.
  struct Item {
    let number: Int
    private let id: RawObjectID
    private let parents: [RawObjectID]

    init(_ number: Int, in ancestry: Ancestry) {
      self.number = number
      id = ancestry.id(number)
      parents = ancestry.parentIDs(number)
    }

    func record(_ bytes: CommitBytes) -> CommitRecord { bytes.record(id.objectID, parents.map(\.objectID)) }

    /// What the packs say of it.
    func record(by reader: PackReader, _ replacements: [RawObjectID: RawObjectID]) -> CommitRecord? {
      let real = replacements.isEmpty ? id : replacements[id] ?? id
      guard let (kind, contents) = reader.read(real), kind == .commit else { return nil }
      return record(CommitBytes(contents))
    }
  }

  let commits: [Item]
  private let kept: KeptCommits
  private let packs: PackStore?
  private let replacements: [RawObjectID: RawObjectID]

  init(commits: [Item], _ kept: KeptCommits, _ origin: ExportOrigin) {
    self.commits = commits
    self.kept = kept
    packs = origin.packs
    replacements = origin.replacements
  }

  /// One of `count` parts that follow each other; nil for what has to be read elsewhere.
  func part(_ number: Int, of count: Int) -> [CommitRecord?] {
    let reader = packs.flatMap(PackReader.init)
    return (commits.count * number / count..<commits.count * (number + 1) / count).map { index in
      let commit = commits[index]
      return kept.value(of: commit.number) { commit.record(CommitBytes($0)) }
        ?? reader.flatMap { commit.record(by: $0, replacements) }
    }
  }
}
