import Git
import SystemAPI

/// Checks the free space on the repository's disk, and the permission to write to it.
struct DiskCheck: DoctorCheck {
  static let topic = "disk"
  let repository: Repository

  /// Bytes. Below the first, journals, backups and objects may not fit; below the second, an archive may not.
  private static let (least, enough) = (Int64(50_000_000), Int64(1_000_000_000))

  func findings() throws -> [Finding] {
    for folder in Set([repository.workTree, repository.commonDirectory]).sorted() where access(folder, W_OK) != 0 {
      return [fail("`\(folder)` is not writable", hint: "check its owner with `ls -ld \(folder.shellWord)`")]
    }
    let attributes = try FileManager.default.attributesOfFileSystem(forPath: repository.commonDirectory)
    let size = attributes[.systemFreeSize]
    // On Linux, it is unsigned.
    guard let free = size as? Int64 ?? (size as? UInt64).map(Int64.init(clamping:)) else {
      return [ok("free space unknown")]
    }
    if free >= Self.enough { return [ok("1 GB or more is free")] }
    let words = "\(free / 1_000_000) MB are free, expected 1 GB"
    let hint = "free some space, for example with `git gc` and `swift package clean`"
    return [free < Self.least ? fail(words, hint: hint) : warn(words, hint: hint)]
  }
}
