import SystemAPI

/// A file in a separate folder that only this user can read.
enum TemporaryFile {
  /// Calls `body` with the path of a file that does not exist yet, and removes the file afterwards.
  ///
  /// - Parameter folder: The folder for temporary files.
  static func withPath<Result>(below folder: String, _ body: (String) throws -> Result) throws -> Result {
    var template = Array("\(folder)/martlet-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ExecutionError.cannotWrite(folder, code: lastSystemError) }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { rmdir(path) }
    let file = "\(path)/file"
    defer { unlink(file) }
    return try body(file)
  }
}
