import MartletCore

/// The conversions of a file on export (convert.c): `$Id$`, line ends, encoding, filter.
struct Conversion: Sendable {
  /// The cases where LF becomes CRLF.
  enum LineEnds: Sendable {
    case kept
    case crlf
    /// Only in files that look like text and contain no CR.
    case crlfInText
  }

  /// A configured filter program.
  struct Filter: Sendable {
    /// How the program is called.
    enum Kind: Sendable {
      /// `smudge`: started for each file, which it reads from standard input.
      case simple
      /// `process`: a protocol for several files, which git prefers.
      case process
    }

    let name: String
    let command: String
    let kind: Kind
    let isRequired: Bool
    let program: GitProgram
  }

  var lineEnds = LineEnds.kept
  var expandsID = false
  var encoding: WorkTreeEncoding?
  var filter: Filter?

  /// Whether it changes no file.
  var isNothing: Bool {
    if case .kept = lineEnds { return !expandsID && encoding == nil && filter == nil }
    return false
  }

  /// Returns `bytes` of the object `id` as exported to `path`.
  func applied(to bytes: [UInt8], of id: ObjectID, at path: [UInt8]) throws(GitError) -> [UInt8] {
    var bytes = bytes
    if expandsID { bytes = Self.expandingID(bytes, id) }
    switch lineEnds {
    case .kept: break
    case .crlf: bytes = Self.addingCarriageReturns(bytes)
    case .crlfInText:
      let statistics = LineStatistics(of: bytes)
      if statistics.isText, !statistics.hasCarriageReturns { bytes = Self.addingCarriageReturns(bytes) }
    }
    if let encoding, !bytes.isEmpty { bytes = encoding.encoded(bytes) ?? bytes }
    return try filter?.applied(to: bytes, at: path) ?? bytes
  }

  private static func addingCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 16)
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == .lineFeed, previous != .carriageReturn { result.append(.carriageReturn) }
      result.append(byte)
      previous = byte
    }
    return result
  }

  /// Replaces `$Id$` and `$Id: … $` by the ID of the object, except for IDs of other systems (ident_to_worktree).
  private static func expandingID(_ bytes: [UInt8], _ id: ObjectID) -> [UInt8] {
    let dollar = UInt8(ascii: "$")
    var result: [UInt8] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(of: dollar) {
      result += rest[...start]
      rest = rest[(start + 1)...]
      guard rest.starts(with: "Id".utf8), let next = rest.byte(at: rest.startIndex + 2) else { continue }
      let end: Int
      if next == dollar {
        end = rest.startIndex + 2
      } else if next == UInt8(ascii: ":") {
        let value = rest.startIndex + 3
        guard let close = rest[value...].firstIndex(of: dollar) else { break }
        guard !rest[value..<close].contains(.lineFeed) else { continue }
        // With a blank inside, it is not an ID of git.
        if let blank = rest[min(value + 1, close)..<close].firstIndex(of: .space), blank < close - 1 { continue }
        end = close
      } else {
        continue
      }
      rest = rest[(end + 1)...]
      result += Array("Id: \(id) $".utf8)
    }
    return result + rest
  }
}

/// The counts by which convert.c detects text.
private struct LineStatistics {
  private var printable = 0
  private var unprintable = 0
  private var hasNUL = false
  private var hasLoneCarriageReturn = false
  private(set) var hasCarriageReturns = false

  init(of bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case .carriageReturn:
        hasCarriageReturns = true
        if bytes.byte(at: index + 1) == .lineFeed { index += 1 } else { hasLoneCarriageReturn = true }
      case .lineFeed: break
      case 0:
        hasNUL = true
        unprintable += 1
      case 8, 9, 12, 27: printable += 1
      case 1..<32, 127: unprintable += 1
      default: printable += 1
      }
      index += 1
    }
    // DOS ended text files with this byte.
    if bytes.last == 26 { unprintable -= 1 }
  }

  var isText: Bool { !hasLoneCarriageReturn && !hasNUL && printable >> 7 >= unprintable }
}
