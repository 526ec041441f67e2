import Foundation

/// This project's own files, for tests that compare them with the code.
package enum ProjectFolder {
  /// The project's top folder, absolute.
  package static let path: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The text of a file; nil if there is none.
  package static func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether generated files are written again instead of compared: `MARTLET_RECORD=1`.
  package static let isRecording = ProcessInfo.processInfo.environment["MARTLET_RECORD"] == "1"

  /// Writes a file, and creates its folders.
  package static func write(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// The names of the files of a folder, in alphabetical order.
  package static func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }
}
