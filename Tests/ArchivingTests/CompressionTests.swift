import TestSupport
import Testing

@testable import Archiving

@Suite("Compression")
struct CompressionTests {
  private let sample = Array(String(repeating: "The swift never lands. ", count: 20_000).utf8)

  @Test("in blocks is readable by gzip, as one file")
  func gzip() throws {
    let compressor = try DeflateCompressor(.gzip)
    var bytes: [UInt8] = []
    for _ in 0..<2 { try compressor.compress(sample, to: &bytes) }
    let folder = try TemporaryFolder()
    try folder.write("sample.gz", bytes)
    let program = try #require(ReferenceProgram("gzip"), "no gzip")
    #expect(try program.run(["-dk", "sample.gz"], in: folder).status == 0)
    #expect(folder.bytes(of: "sample") == sample + sample)
  }

  @Test("by zlib gives the same bytes however they are split")
  func zlibParts() throws {
    let whole = try ZlibStream()
    var expected: [UInt8] = []
    try whole.append(sample, to: &expected)
    try whole.finish(to: &expected)
    let stream = try ZlibStream()
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: sample.count, by: 10_007) {
      try stream.append(Array(sample[start..<min(start + 10_007, sample.count)]), to: &bytes)
    }
    try stream.finish(to: &bytes)
    #expect(bytes == expected)
  }

  @Test(
    "is chosen by the name of the file",
    arguments: [
      ("a.tar", "tar"), ("a.tar.gz", "tar.gz"), ("A.TGZ", "tar.gz"), ("a.zip", "zip"), ("a.tar.zst", nil),
      ("a.rar", nil), ("tar", nil), ("directory", nil), ("a.directory", nil),
    ])
  func names(file: String, format: String?) {
    #expect(ArchiveFormat(ofFileNamed: file)?.rawValue == format)
  }
}
