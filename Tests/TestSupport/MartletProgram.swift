import Foundation

/// The program under test.
package enum MartletProgram {
  /// `MARTLET_TEST_BINARY`, else the one built with these tests, in the same folder.
  package static func path() throws -> String {
    handleHangups
    return try ProcessInfo.processInfo.environment["MARTLET_TEST_BINARY"] ?? path(of: "martlet")
  }

  /// A program ignores the signals that its parent ignores, such as SIGHUP under `nohup`, but not those that its parent handles.
  private static let handleHangups: Void = {
    let former = signal(SIGHUP) { _ in }
    if unsafeBitCast(former, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGHUP, former) }
  }()

  /// A program of this package, built with these tests, in the same folder.
  package static func path(of name: String) throws -> String {
    // On Linux the tests are a program beside it. On macOS they are a bundle beside it,
    // martletPackageTests.xctest/Contents/MacOS/…, which a program of the toolchain loads.
    let starts =
      [Bundle.main.bundlePath, CommandLine.arguments.first ?? ""] + CommandLine.arguments.dropFirst()
      + Bundle.allBundles.map(\.bundlePath)
    for start in starts where start.hasPrefix("/") {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<5 where folder.path != "/" {
        let candidate = folder.appendingPathComponent(name).path
        if isProgram(candidate) { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    throw Missing(name: name, starts: starts)
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: path)
  }

  package struct Missing: Error, CustomStringConvertible {
    let name: String
    let starts: [String]

    package var description: String {
      "no program `\(name)` above \(starts.joined(separator: ", ")), expected the one that is built with these tests"
    }
  }
}
