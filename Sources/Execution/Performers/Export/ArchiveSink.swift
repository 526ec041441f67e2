import MartletCore

/// The destination of an archive's bytes. Counts them in order, and computes their digest if required.
struct ArchiveSink {
  private let write: ([UInt8]) throws -> Void
  private var hasher: ContentHasher?
  private(set) var length: UInt64 = 0

  init(isDigested: Bool, _ write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
    hasher = isDigested ? ContentHasher() : nil
  }

  mutating func append(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    hasher?.append(bytes[...])
    try write(bytes)
    length += UInt64(bytes.count)
  }

  var digest: ContentDigest? { hasher?.digest() }
}
