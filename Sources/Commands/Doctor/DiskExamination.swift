import Essentials
import Git
import Libc

/// Room on the disk of the repository, and the right to write to it.
struct DiskExamination: Examination {
  static let topic = "disk"
  let repository: Repository

  /// Below the first, journals, copies and objects may not fit; below the second, an archive may not.
  private static let (least, enough) = (Int64(50_000_000), Int64(1_000_000_000))

  func findings() throws -> [Finding] {
    for folder in Set([repository.workTree, repository.commonDirectory]).sorted() where access(folder, W_OK) != 0 {
      return [fail("`\(folder)` may not be written to", hint: "see whose it is with `ls -ld \(folder.shellWord)`")]
    }
    let attributes = try FileManager.default.attributesOfFileSystem(forPath: repository.commonDirectory)
    let size = attributes[.systemFreeSize]
    // On Linux it has no sign.
    guard let free = size as? Int64 ?? (size as? UInt64).map(Int64.init(clamping:)) else { return [ok("not known")] }
    if free >= Self.enough { return [ok("1 GB or more is free")] }
    let words = "\(free / 1_000_000) MB are free, expected 1 GB"
    let hint = "make room: `git gc` may, and `swift package clean` does"
    return [free < Self.least ? fail(words, hint: hint) : warn(words, hint: hint)]
  }
}
