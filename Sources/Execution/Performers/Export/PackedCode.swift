import Archiving
import Lanes
import MartletCore

/// A file whose machine code must be for some target triples.
struct PackedCode {
  /// As the step names it.
  let path: String
  /// Whether it is an executable; otherwise it is a static library.
  let isExecutable: Bool
  let triples: [String]

  /// - Throws: `Failure.notCode`, `.otherCode`.
  func check(_ bytes: [UInt8]) throws {
    guard let found = isExecutable ? MachineCode.ofExecutable(bytes) : MachineCode.ofLibrary(bytes) else {
      throw Failure.notCode(path, isExecutable ? "an executable" : "a static library", triple: triples[0])
    }
    guard !found.isEmpty else { return }
    for triple in triples where !found.contains(where: { $0.fits(triple) }) {
      throw Failure.otherCode(path, found, expected: triple)
    }
  }
}

extension MachineCode {
  /// Such as `arm64 (Mach-O for macosx)`.
  fileprivate var phrase: String { "\(processor) (\(format)\(system.map { " for \($0)" } ?? ""))" }
}

extension Failure {
  fileprivate static func notCode(_ path: String, _ kind: String, triple: String) -> Failure {
    Failure(
      "`\(path)` is not \(kind), expected one for `\(triple)`",
      hint: "name the file that the compiler has written in `variants`")
  }

  fileprivate static func otherCode(_ path: String, _ found: [MachineCode], expected triple: String) -> Failure {
    Failure(
      "`\(path)` has machine code for \(found.map { "`\($0.phrase)`" }.joined(separator: " and ")), expected `\(triple)`",
      hint: "build the file for that triple, or correct the triple in `variants`")
  }
}
