/// A build number (`CFBundleVersion`, `CURRENT_PROJECT_VERSION`): one to four numbers.
///
/// Apple documents three and ignores more; its stores still accept apps with four (`9.1.18.2`).
package struct BuildNumber: Hashable, Sendable {
  /// As written, for example `42`.
  package let text: String
  private let components: [UInt64]

  /// - Throws: `VersionError` for anything except numbers separated by dots. No number is wrapped or rounded.
  package init(_ text: String) throws(VersionError) {
    guard text.utf8.count <= 256 else { throw .tooLong(length: text.utf8.count) }
    var components: [UInt64] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.isNumber else { throw .invalidBuildNumber(text) }
      guard let number = UInt64(part) else { throw .numberTooLarge(text, number: String(part)) }
      components.append(number)
    }
    guard components.count <= 4 else { throw .invalidBuildNumber(text) }
    self.text = text
    self.components = components
  }

  /// Returns the build number with its last component incremented, of at least as many digits: `2018.02.07` becomes `2018.02.08`.
  package func incremented() throws(VersionError) -> BuildNumber {
    let last = components.last ?? 0
    guard last < .max else { throw .cannotRaise(text, number: String(last)) }
    let parts = text.split(separator: ".")
    let digits = String(last + 1)
    let zeros = String(repeating: "0", count: max(0, (parts.last?.utf8.count ?? 0) - digits.utf8.count))
    return try BuildNumber((parts.dropLast().map(String.init) + [zeros + digits]).joined(separator: "."))
  }

  /// Whether it is the day and time of a build, such as `20261121.1830`.
  package var isTimestamp: Bool {
    components.count == 2 && (20_000_101...20_991_231).contains(components[0]) && components[1] < 240_000
  }

  /// Whether a store treats `other` as the later build; missing components count as 0.
  package func precedes(_ other: BuildNumber) -> Bool {
    for index in 0..<4 where component(index) != other.component(index) {
      return component(index) < other.component(index)
    }
    return false
  }

  private func component(_ index: Int) -> UInt64 {
    components.indices.contains(index) ? components[index] : 0
  }
}

extension Sequence<BuildNumber> {
  /// The highest number; of several that a store treats as the same, such as `7` and `007`, the one whose text is last in byte order.
  package var highest: BuildNumber? {
    self.max { $0.precedes($1) || !$1.precedes($0) && $0.text.precedesInBytes($1.text) }
  }
}

extension BuildNumber: CustomStringConvertible {
  package var description: String { text }
}
