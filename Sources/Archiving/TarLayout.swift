import MartletCore

/// The bytes of a tar archive around the contents of its entries, identical to `git archive` (archive-tar.c): ustar
/// headers, pax headers for values that do not fit, a global header with the commit.
package struct TarLayout: Sendable {
  private let stamp: ArchiveStamp
  /// The mode bits to remove: git's `tar.umask`.
  private let umask: UInt32
  private let template: [UInt8]

  /// The length of a block in bytes; the last block is padded.
  private static let blockLength = 20 * TarHeader.length

  package init(_ stamp: ArchiveStamp, umask: UInt32 = 0o002) {
    self.stamp = stamp
    self.umask = umask
    template = TarHeader.template(time: min(stamp.time, TarHeader.maximumNumber))
  }

  /// The beginning of an archive; may be empty.
  package var beginning: [UInt8] {
    var records = PaxRecords()
    if let commit = stamp.commit { records.append("comment", Array(commit.hex.utf8)) }
    if stamp.time > TarHeader.maximumNumber { records.append("mtime", Array(String(stamp.time).utf8)) }
    var bytes: [UInt8] = []
    append(records, .globalHeader, named: "pax_global_header", to: &bytes)
    return bytes
  }

  /// Appends `entry` with its contents.
  package func append(_ entry: ArchiveEntry, _ contents: [UInt8], to output: inout [UInt8]) {
    switch entry.kind {
    case .file:
      appendHeader(of: entry, size: UInt64(contents.count), to: &output)
      output += contents
      Self.appendPadding(after: UInt64(contents.count), to: &output)
    case .link: append(entry, mode: 0o777, size: 0, target: contents, to: &output)
    case .directory: append(entry, mode: 0o777 & ~umask, size: 0, target: [], to: &output)
    }
  }

  /// Appends the header of a file; the caller adds its `size` bytes and their padding.
  package func appendHeader(of entry: ArchiveEntry, size: UInt64, to output: inout [UInt8]) {
    let mode: UInt32 = entry.kind == .file(isExecutable: true) ? 0o777 : 0o666
    append(entry, mode: mode & ~umask, size: size, target: [], to: &output)
  }

  /// Pads the last record of contents of `size` bytes.
  package static func appendPadding(after size: UInt64, to output: inout [UInt8]) {
    let tail = Int(size % UInt64(TarHeader.length))
    if tail > 0 { output.append(contentsOf: repeatElement(0, count: TarHeader.length - tail)) }
  }

  /// Returns the number of zero bytes at the end of an archive that has `length` bytes so far.
  package static func endLength(after length: UInt64) -> Int {
    let tail = blockLength - Int(length % UInt64(blockLength))
    return tail < 2 * TarHeader.length ? tail + blockLength : tail
  }

  private func append(
    _ entry: ArchiveEntry, mode: UInt32, size: UInt64, target: [UInt8], to output: inout [UInt8]
  ) {
    var records = PaxRecords()
    let place = Place(of: entry, &records)
    let fittingTarget: [UInt8]
    if target.count > TarHeader.nameLength {
      fittingTarget = Array("see \(entry.id).paxheader".utf8)
      records.append("linkpath", target)
    } else {
      fittingTarget = target
    }
    if size > TarHeader.maximumNumber { records.append("size", Array(String(size).utf8)) }
    append(records, .extendedHeader, named: "\(entry.id).paxheader", to: &output)
    var header = TarHeader(
      entry.tarKind, mode: mode, size: size > TarHeader.maximumNumber ? 0 : size, from: template)
    (header.name, header.prefix, header.target) = (place.name, place.prefix, fittingTarget[...])
    header.append(to: &output)
  }

  /// Appends `records` as a separate entry, if there are any.
  private func append(
    _ records: PaxRecords, _ kind: TarHeader.Kind, named name: @autoclosure () -> String, to output: inout [UInt8]
  ) {
    guard !records.bytes.isEmpty else { return }
    var header = TarHeader(kind, mode: 0o666, size: UInt64(records.bytes.count), from: template)
    header.name = Array(name().utf8)[...]
    header.append(to: &output)
    output += records.bytes
    Self.appendPadding(after: UInt64(records.bytes.count), to: &output)
  }

  /// The values of the two path fields.
  private struct Place {
    let name: ArraySlice<UInt8>
    let prefix: ArraySlice<UInt8>

    /// A path that does not fit goes to `records`, and is replaced by a name made of the object's id.
    init(of entry: ArchiveEntry, _ records: inout PaxRecords) {
      let path = entry.path
      guard path.count > TarHeader.nameLength else {
        (name, prefix) = (path[...], [])
        return
      }
      let slash = Self.lastSlash(in: path)
      if slash > 0, path.count - slash - 1 <= TarHeader.nameLength {
        (name, prefix) = (path[(slash + 1)...], path[..<slash])
      } else {
        records.append("path", path)
        (name, prefix) = (Array("\(entry.id).data".utf8)[...], [])
      }
    }

    /// Returns the last slash such that the text before it fits into the prefix; 0 if there is none.
    private static func lastSlash(in path: [UInt8]) -> Int {
      var index = min(path.last == UInt8(ascii: "/") ? path.count - 1 : path.count, TarHeader.prefixLength)
      repeat { index -= 1 } while index > 0 && path[index] != UInt8(ascii: "/")
      return index
    }
  }
}

extension ArchiveEntry {
  fileprivate var tarKind: TarHeader.Kind {
    switch kind {
    case .file: .file
    case .link: .link
    case .directory: .directory
    }
  }
}
