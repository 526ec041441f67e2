import Archiving
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Execution

@Suite("A killed export")
struct InterruptedExportTests {
  private let release: Release
  private var folder: TemporaryFolder { release.sandbox.folder }

  init() throws { release = try Release(dirt: false) }

  /// An export of each kind, by the file that it writes next to `work`.
  private func performers() throws -> [any EffectPerformer] {
    let source = ArchiveWrite.Source.commit(.existing(try release.id(release.base)))
    var terms = ExportOptions()
    terms.hasChecksum = true
    try folder.write("out/old.tar", "old")
    try folder.write("out/into/mine", "mine")
    try folder.makeFolder("out/empty")
    let path = "\(folder.path)/out"
    return [
      ArchivePerformer(write: ArchiveWrite(source, as: .tar, to: .file("\(path)/old.tar"), terms)),
      ArchivePerformer(write: ArchiveWrite(source, as: .zip, to: .file("\(path)/a/b/new.zip"), terms)),
      ArchivePerformer(write: ArchiveWrite(source, as: .directory, to: .folder("\(path)/new/folder"), ExportOptions())),
      ArchivePerformer(write: ArchiveWrite(source, as: .directory, to: .folder("\(path)/empty"), ExportOptions())),
      ArchivePerformer(write: ArchiveWrite(source, as: .directory, to: .into("\(path)/into"), ExportOptions())),
    ]
  }

  @Test("is refused beforehand if it would be in the git directory")
  func inGitDirectory() throws {
    let source = ArchiveWrite.Source.commit(.existing(try release.id(release.base)))
    let write = ArchiveWrite(source, as: .tar, to: .file(".git/new.tar"), ExportOptions())
    #expect(throws: ExecutionError.inGitDirectory(".git/new.tar")) {
      var pending = PendingChanges()
      try ArchivePerformer(write: write).verify(in: release.workspace(), after: &pending)
    }
  }

  @Test("leaves nothing after its undo, however often")
  func undone() throws {
    let performers = try performers()
    let before = try FolderSnapshot(of: "\(folder.path)/out")
    for (index, performer) in performers.enumerated() {
      let run = try release.state(entry: index + 1)
      var prepared = try performer.prepare(in: release.workspace(), run)
      try prepared.stage()
      #expect(try FolderSnapshot(of: "\(folder.path)/out").differences(from: before) != [])
      for _ in 1...2 {
        try prepared.change.revert(in: release.workspace(), run.folder)
        #expect(try FolderSnapshot(of: "\(folder.path)/out").differences(from: before) == [])
      }
    }
  }

  @Test("is repeated when its run is resumed, and leaves no draft")
  func doneAgain() throws {
    for (index, performer) in try performers().enumerated() {
      var run = try release.state(entry: index + 1)
      for isSecond in [false, true] {
        var prepared = try performer.prepare(in: release.workspace(), run)
        try prepared.stage()
        if isSecond { try prepared.perform(&run) }
      }
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/out")
    #expect(names.filter { $0.contains(".martlet") } == [])
    #expect(folder.has("out/old.tar.sha256") && folder.has("out/a/b/new.zip"))
    for place in ["new/folder", "empty", "into"] { #expect(folder.has("out/\(place)/VERSION"), "\(place)") }
    #expect(folder.read("out/into/mine") == "mine")
  }
}
