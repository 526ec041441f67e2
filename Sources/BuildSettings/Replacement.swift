/// An operator that replaces a part of a path: `$(NAME:suffix=.zip)`.
enum Replacement: String {
  case dir, file, base, suffix

  func applied(to path: String, with argument: String) -> String {
    switch self {
    case .dir: argument.appendingPath(path.fileName)
    case .file: path.directory.appendingPath(argument)
    case .base: path.directory.appendingPath(argument) + "." + path.fileSuffix.dropFirst()
    case .suffix:
      path.dropLast(path.fileSuffix.count) + "."
        + (argument.contains(".") ? String(argument.fileSuffix.dropFirst()) : argument)
    }
  }
}

/// Paths as texts: their parts by the slashes and dots in them, whatever is on a disk.
extension String {
  /// What stands before the last slash; `/` for what lies right below the root, empty without a slash.
  var directory: String {
    guard let slash = lastIndex(of: "/") else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// What stands behind the last slash.
  var fileName: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }

  /// The last dot of the file's name and what follows it; empty without a dot.
  var fileSuffix: String {
    let name = fileName
    return name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
  }

  /// The path without `.`, doubled and trailing slashes; `..` takes a part away in absolute paths only.
  var standardizedPath: String {
    guard self != "." else { return self }
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == "..", hasPrefix("/"), parts.last.map({ $0 != ".." }) == true {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  fileprivate func appendingPath(_ other: String) -> String {
    if isEmpty || other.hasPrefix("/") { return other }
    if other.isEmpty { return self }
    return hasSuffix("/") ? self + other : self + "/" + other
  }
}
