import TestSupport
import Testing

@testable import Archiving

@Suite("Compression")
struct CompressionTests {
  private let sample = Array(String(repeating: "The swift never lands. ", count: 20_000).utf8)

  private func packed(_ compressor: any Compressor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    // Two consecutive blocks, which readers treat as one file.
    for _ in 0..<2 { try compressor.compress(sample, to: &bytes) }
    return bytes
  }

  @Test("in blocks is readable by the programs of each format", arguments: [1, 6, 12])
  func gzip(level: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("sample.gz", try packed(BlockCompression.gzip(level: level).makeCompressor()))
    let program = try #require(ReferenceProgram("gzip"), "no gzip")
    #expect(try program.run(["-dk", "sample.gz"], in: folder).status == 0)
    #expect(folder.bytes(of: "sample") == sample + sample)
  }

  @Test(
    "in blocks is readable by zstd, too", .enabled(if: ReferenceProgram("zstd") != nil, "there is no zstd"),
    arguments: [1, 3, 19])
  func zstd(level: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("sample.zst", try packed(BlockCompression.zstd(level: level).makeCompressor()))
    let program = try #require(ReferenceProgram("zstd"))
    #expect(try program.run(["-dkq", "sample.zst"], in: folder).status == 0)
    #expect(folder.bytes(of: "sample") == sample + sample)
  }

  @Test("by zlib gives the same bytes however they are split")
  func zlibParts() throws {
    let whole = try ZlibStream(.gzip, level: 6)
    var expected: [UInt8] = []
    try whole.compress(sample, to: &expected)
    let stream = try ZlibStream(.gzip, level: 6)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: sample.count, by: 10_007) {
      try stream.append(Array(sample[start..<min(start + 10_007, sample.count)]), to: &bytes)
    }
    try stream.finish(to: &bytes)
    #expect(bytes == expected)
  }

  @Test(
    "rejects levels outside the range of its format",
    arguments: [
      (.tarGzip, .libdeflate, 13, "invalid level 13 of `tar.gz`, expected 1 to 12"),
      (.tarGzip, .libdeflate, 0, "invalid level 0 of `tar.gz`, expected 1 to 12"),
      (.tarGzip, .zlib, 10, "invalid level 10 of `tar.gz`, expected 0 to 9"),
      (.tarZstd, .libdeflate, 20, "invalid level 20 of `tar.zst`, expected 1 to 19"),
      (.zip, .libdeflate, 13, "invalid level 13 of `zip`, expected 0 to 12"),
      (.zip, .zlib, 10, "invalid level 10 of `zip`, expected 0 to 9"),
    ] as [(ArchiveFormat, CompressionLibrary, Int, String)])
  func levels(format: ArchiveFormat, library: CompressionLibrary, level: Int, message: String) {
    let error = #expect(throws: ArchiveError.self) { try format.check(level: level, of: library) }
    #expect(error?.diagnostics.map { $0.rendered() } == ["error: \(message)"])
  }

  @Test(
    "accepts the levels of its format, and any level for uncompressed formats",
    arguments: [
      (.tarGzip, .libdeflate, 1...12), (.tarGzip, .zlib, 0...9), (.tarZstd, .zlib, 1...19), (.zip, .libdeflate, 0...12),
      (.zip, .zlib, 0...9), (.tar, .zlib, -1...100), (.directory, .libdeflate, -1...100),
    ] as [(ArchiveFormat, CompressionLibrary, ClosedRange<Int>)])
  func allowed(format: ArchiveFormat, library: CompressionLibrary, levels: ClosedRange<Int>) throws {
    for level in levels { #expect(throws: Never.self) { try format.check(level: level, of: library) } }
  }

  @Test(
    "is chosen by the name of the file",
    arguments: [
      ("a.tar", "tar"), ("a.tar.gz", "tar.gz"), ("A.TGZ", "tar.gz"), ("a.tar.zst", "tar.zst"), ("a.tzst", "tar.zst"),
      ("a.zip", "zip"), ("a.rar", nil), ("tar", nil), ("directory", nil),
    ])
  func names(file: String, format: String?) {
    #expect(ArchiveFormat(ofFileNamed: file)?.rawValue == format)
  }
}
