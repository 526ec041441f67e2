/// A path below one folder, usually the repository's: never absolute, never leaving it, with `/` between the
/// components.
///
/// `a//b`, `./a` and `a/` are normalised. `..` is refused even where it would stay inside, because its meaning depends
/// on links on the disk. Paths are compared and split as bytes, as the disk does: in Swift a `/` with a combining mark
/// after it is one character, and not a slash.
package struct RelativePath: Hashable, Sendable {
  /// The path as git spells it, for example `Configuration/Shared.xcconfig`.
  package let string: String

  /// Parses `string`; nil if it is empty, absolute, contains a NUL byte or has a `..` component.
  package init?(_ string: String) {
    guard string.utf8.first != .slash, !string.utf8.contains(0) else { return nil }
    guard !string.isPlainPath else {
      self.string = string
      return
    }
    let parts = string.pathComponents.filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    self.string = parts.joined(separator: "/")
  }

  private init(parts: [Substring]) {
    string = parts.joined(separator: "/")
  }

  /// - Parameter beginning: The beginning of another path, up to one of its slashes.
  private init(beginning: Substring.UTF8View) {
    string = String(Substring(beginning))
  }

  /// Resolves `other` in the folder of this file; `..` components are resolved by name.
  ///
  /// - Returns: nil if it leaves the root, or is absolute.
  package func sibling(_ other: String) -> RelativePath? {
    guard other.utf8.first != .slash, !other.utf8.contains(0) else { return nil }
    var parts = string.pathComponents.dropLast()
    for part in other.pathComponents where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : RelativePath(parts: Array(parts))
  }

  /// Returns this path with `component` below it.
  package func appending(_ component: RelativePath) -> RelativePath {
    RelativePath(parts: [Substring(string), Substring(component.string)])
  }

  /// The folder of the file; nil if that is the root.
  package var parent: RelativePath? {
    string.utf8.lastIndex(of: .slash).map { RelativePath(beginning: string.utf8[..<$0]) }
  }

  /// The components between the slashes, never empty.
  package var components: [Substring] { string.pathComponents }

  /// The number of components.
  package var depth: Int { string.utf8.count { $0 == .slash } + 1 }

  /// The last component, for example `Info.plist`.
  package var lastComponent: String {
    guard let slash = string.utf8.lastIndex(of: .slash) else { return string }
    return String(Substring(string.utf8[slash...].dropFirst()))
  }

  /// The last component up to its last dot: `Cool.App` of `Cool.App.xcodeproj`.
  package var nameWithoutExtension: String {
    pathExtension.map { String(lastComponent.dropLast($0.count + 1)) } ?? lastComponent
  }

  /// The text after the last dot of the last component; nil without a dot, or if the name begins with it.
  package var pathExtension: String? {
    let name = lastComponent
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
    return String(Substring(name.utf8[dot...].dropFirst()))
  }
}

extension RelativePath: Comparable {
  /// Compares bytes: in Swift `é` in one scalar and in two is the same text, in git it names two files.
  package static func == (left: RelativePath, right: RelativePath) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  /// Compares bytes, in the order of the entries in git's index.
  package static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.string.precedesInBytes(right.string)
  }
}

extension [RelativePath] {
  /// Returns the paths below `folder`, nil for all. The array must be sorted.
  package func below(_ folder: RelativePath?) -> ArraySlice<RelativePath> {
    guard let folder else { return self[...] }
    let beginning = "\(folder)/"
    let start = partitioningIndex { !$0.string.precedesInBytes(beginning) }
    let end = self[start...].partitioningIndex { !$0.string.utf8.starts(with: beginning.utf8) }
    return self[start..<end]
  }
}

extension RelativePath: CustomStringConvertible {
  package var description: String { string }
}

extension RelativePath: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let string = try container.decode(String.self)
    guard let path = RelativePath(string) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "`\(string)` is not a relative path")
    }
    self = path
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}

extension UInt8 {
  fileprivate static let slash = UInt8(ascii: "/")
}

extension String {
  fileprivate var pathComponents: [Substring] { utf8.split(separator: .slash).map { Substring($0) } }

  /// Whether no component is empty, `.` or `..`, which is the common case.
  fileprivate var isPlainPath: Bool {
    var (length, dots) = (0, 0)
    for byte in utf8 {
      if byte == .slash {
        guard length > 2 || length > dots else { return false }
        (length, dots) = (0, 0)
      } else {
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
      }
    }
    return length > 2 || length > dots
  }
}
