/// Purely textual operations on paths, without file system access (swiftlang/swift-build, `SWBUtil/Path.swift`).
extension String {
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  private var isAbsolutePath: Bool { utf8.first == Self.slash }

  /// The part before the last slash; `/` for an entry directly below the root, empty without a slash.
  var directory: String {
    guard let slash = utf8.lastIndex(of: Self.slash) else { return "" }
    return slash == startIndex ? "/" : String(Substring(utf8[..<slash]))
  }

  /// The part after the last slash.
  var fileName: String {
    utf8.lastIndex(of: Self.slash).map { String(Substring(utf8[utf8.index(after: $0)...])) } ?? self
  }

  /// The index of the last dot of the file's name; nil without one.
  private var suffixStart: Index? {
    guard let index = utf8.lastIndex(where: { $0 == Self.dot || $0 == Self.slash }) else { return nil }
    return utf8[index] == Self.dot ? index : nil
  }

  /// The last dot of the file's name and the rest; empty without a dot.
  var fileSuffix: String { suffixStart.map { String(Substring(utf8[$0...])) } ?? "" }

  /// The suffix without its dot.
  var fileExtension: String { String(Substring(fileSuffix.utf8.dropFirst())) }

  var withoutSuffix: String { suffixStart.map { String(Substring(utf8[..<$0])) } ?? self }

  /// The file's name without its suffix.
  var fileStem: String { fileName.withoutSuffix }

  /// The path without `.`, doubled and trailing slashes; `..` removes a component only in absolute paths.
  var standardizedPath: String {
    guard self != "." else { return self }
    return (isAbsolutePath ? "/" : "") + standardizedParts.joined(separator: "/")
  }

  private var standardizedParts: [Substring] {
    var parts: [Substring] = []
    for part in utf8.split(separator: Self.slash).map({ Substring($0) }) where part != "." {
      if part == "..", isAbsolutePath {
        parts = parts.dropLast()
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  func appendingPath(_ other: String) -> String {
    if isEmpty || other.isAbsolutePath { return other }
    if other.isEmpty { return self }
    return hasSuffix("/") ? self + other : self + "/" + other
  }

  /// Returns the relative path from the folder `start`, `.` for itself; nil unless both are absolute.
  func path(from start: String) -> String? {
    guard isAbsolutePath, start.isAbsolutePath else { return nil }
    let (parts, startParts) = (standardizedParts, start.standardizedParts)
    let common = zip(parts, startParts).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: startParts.count - common) + parts.dropFirst(common)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Whether the path is below `folder`; both must be absolute.
  func isBelow(_ folder: String) -> Bool {
    guard isAbsolutePath, folder.isAbsolutePath else { return false }
    let (parts, folderParts) = (standardizedParts, folder.standardizedParts)
    return parts.count > folderParts.count && parts.starts(with: folderParts)
  }
}
