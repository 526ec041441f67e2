/// The parts of a tag after its prefix.
struct TagParts {
  /// The numbers, with a pre-release if the text has the form of one.
  let version: Version
  /// The text after the numbers.
  let text: String
  /// The text between the version and a number at the end; nil without such a number.
  let separator: String?
  let build: String
  let suffix: String

  init?(_ rest: Substring) {
    var numbers = rest.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    if numbers.last == UInt8(ascii: ".") { numbers = numbers.dropLast() }
    let text = rest[numbers.endIndex...]
    guard let version = Version(partOfTag: Substring(numbers)) else { return nil }
    self.version = version
    self.text = String(text)
    guard !text.isEmpty else {
      (separator, build, suffix) = (nil, "", "")
      return
    }
    let suffix = text.utf8.last == UInt8(ascii: ")") ? ")" : ""
    let body = text.dropLast(suffix.count)
    let digits = TagFormat.buildLength(atEndOf: body.utf8)
    build = String(body.suffix(digits))
    let separator = String(body.dropLast(digits))
    self.separator = digits > 0 && !separator.isEmpty && !separator.utf8.contains(where: \.isDigit) ? separator : nil
    self.suffix = suffix
  }

  /// The name after the version, such as `cool-kit` of `1.4.2-cool-kit`; nil if the text is none, or that of a pre-release.
  var name: String? {
    let words = text.dropFirst().lowercased().split(separator: "-", omittingEmptySubsequences: false)
    let isName = words.allSatisfy { word in
      let letters = word.prefix { $0.isLetter }
      return !letters.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        && !TagForms.channels.contains(String(letters)) && !Version.isPrereleaseWord(letters.utf8)
    }
    return text.first == "-" && isName ? String(text.dropFirst()) : nil
  }

  /// Whether the last number may be a build number; up to 31 it may be a day.
  var mayEndInBuild: Bool { text.isEmpty && version.components.count > 2 && version.components.last ?? 0 > 31 }

  func precedes(_ other: TagParts) -> Bool {
    if version.precedes(other.version) { return true }
    guard version.hasSamePrecedence(as: other.version) else { return false }
    // A release follows its pre-releases.
    guard !text.isEmpty, !other.text.isEmpty else { return !text.isEmpty && other.text.isEmpty }
    guard separator == other.separator, let own = try? BuildNumber(build), let others = try? BuildNumber(other.build)
    else { return text < other.text }
    return own.precedes(others)
  }
}
