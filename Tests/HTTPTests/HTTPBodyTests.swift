import TestSupport
import Testing

@testable import HTTP

@Suite("A body")
struct HTTPBodyTests {
  private let folder: TemporaryFolder
  private let body: HTTPBody

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("file", "0123456789")
    body = HTTPBody([
      .bytes(Array("<".utf8)), .file(path: "\(folder.path)/file", size: 10), .bytes([]), .bytes(Array(">".utf8)),
    ])
  }

  @Test("is read in pieces of any size", arguments: 1...13)
  func pieces(_ size: Int) {
    let reader = HTTPBodyReader(body)
    #expect(text(from: reader, size) == "<0123456789>")
    #expect(reader.isAtEnd)
  }

  @Test("is read again from any offset", arguments: 0...12)
  func seek(_ offset: Int) {
    let reader = HTTPBodyReader(body)
    _ = text(from: reader, 4)
    #expect(reader.seek(to: offset))
    #expect(text(from: reader, 5) == String("<0123456789>".dropFirst(offset)))
  }

  @Test("ends after its last byte")
  func beyond() {
    let reader = HTTPBodyReader(body)
    #expect(body.size == 12)
    #expect(!reader.seek(to: 13))
    #expect(!reader.seek(to: -1))
  }

  @Test("cannot be read when its file is missing, or shorter than announced")
  func shortFile() {
    let missing = HTTPBodyReader(HTTPBody([.file(path: "/nowhere/file", size: 1)]))
    #expect(piece(of: missing, 4) == nil)
    #expect(missing.problem == "`/nowhere/file`: No such file or directory")
    let short = HTTPBodyReader(HTTPBody([.file(path: "\(folder.path)/file", size: 11)]))
    #expect(piece(of: short, 20) == Array("0123456789".utf8))
    #expect(piece(of: short, 20) == nil)
    #expect(short.problem == "`\(folder.path)/file` is 10 bytes long, expected 11")
  }

  private func text(from reader: HTTPBodyReader, _ size: Int) -> String {
    var bytes: [UInt8] = []
    while let piece = piece(of: reader, size), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func piece(of reader: HTTPBodyReader, _ size: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    return bytes.withUnsafeMutableBytes { reader.read(into: $0) }.map { Array(bytes.prefix($0)) }
  }
}
