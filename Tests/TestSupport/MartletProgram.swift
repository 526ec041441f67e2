import Foundation

/// The program under test.
package enum MartletProgram {
  /// `MARTLET_TEST_BINARY`, otherwise the one that was built with these tests and lies beside them.
  package static func path() throws -> String {
    if let named = ProcessInfo.processInfo.environment["MARTLET_TEST_BINARY"] { return named }
    // On Linux the tests are a program beside it. On macOS they are a bundle beside it,
    // martletPackageTests.xctest/Contents/MacOS/…, which a program of the toolchain is told to load.
    let starts =
      [Bundle.main.bundlePath, CommandLine.arguments.first ?? ""] + CommandLine.arguments.dropFirst()
      + Bundle.allBundles.map(\.bundlePath)
    for start in starts where start.hasPrefix("/") {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<5 where folder.path != "/" {
        let candidate = folder.appendingPathComponent("martlet").path
        if isProgram(candidate) { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    throw Missing(starts: starts)
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: path)
  }

  package struct Missing: Error, CustomStringConvertible {
    let starts: [String]

    package var description: String {
      "no program `martlet` above \(starts.joined(separator: ", ")); name it with MARTLET_TEST_BINARY"
    }
  }
}
