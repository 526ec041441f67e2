import Foundation
import TestSupport

extension GoldenWorld {
  /// The places of a file `canary`: here, in the remote, or where the tests run.
  var canaries: [String] {
    let manager = FileManager.default
    let inside = (manager.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter {
      $0.split(separator: "/").last == "canary"
    }
    return inside + (manager.fileExists(atPath: "canary") ? ["./canary"] : [])
  }
}

extension String {
  /// The characters that a terminal interprets, or that reorder text; without line ends and tabs.
  var terminalOrders: [String] {
    unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x09, 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }.map { String($0.value, radix: 16) }
  }

  /// The lines that GitHub would treat as a command.
  var logOrders: [String] {
    split(whereSeparator: \.isNewline).map(String.init)
      .filter { $0.drop(while: \.isWhitespace).hasPrefix("::") || $0.contains("##[") }
  }
}
