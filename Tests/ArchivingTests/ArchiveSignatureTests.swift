import TestSupport
import Testing

@testable import Archiving

/// Archives of other programs, whole and cut off: the programs are the judges of what is whole.
@Suite("The signature of an archive")
struct ArchiveSignatureTests {
  @Test(
    "is found in a whole file, and not in one that is cut off or has another format",
    arguments: ["a.zip", "a.tar.gz", "A.ZIP"])
  func archives(name: String) throws {
    let folder = try TemporaryFolder()
    guard let python = ReferenceProgram("python3") else { return }
    let script = """
      import io, sys, tarfile, zipfile
      if sys.argv[1].lower().endswith('zip'):
          with zipfile.ZipFile('archive', 'w') as archive:
              archive.writestr('a', 'content')
              archive.comment = b'a comment'
      else:
          tarfile.open('archive', 'w:gz').addfile(tarfile.TarInfo('a'))
      """
    #expect(try python.run(["-c", script, name], in: folder).status == 0)
    let bytes = try #require(folder.bytes(of: "archive"))
    let signature = try #require(ArchiveSignature(ofFileNamed: name))
    func matches(_ bytes: [UInt8]) -> Bool {
      signature.matches(FileEnds(first: bytes, last: Array(bytes.suffix(FileEnds.count))))
    }
    #expect(matches(bytes))
    #expect(matches(Array(bytes.dropLast(3))) == (signature.name != "zip"))
    #expect(!matches([0] + bytes) && !matches([]))
  }

  @Test("is unknown for other names", arguments: ["a.tar", "a.txt", "zip", ""])
  func others(name: String) { #expect(ArchiveSignature(ofFileNamed: name) == nil) }
}
