import Lanes
import MartletTextEditing
import MartletVersioning

/// Tags with versions in a format that is not used, such as `release-1.4.2` or `ios/1.4.2`.
package struct OtherTags {
  /// A tag format and the number of tags that have it.
  package struct Form: Equatable {
    package let format: TagFormat
    package let count: Int
  }

  /// The formats with more tags than the one in use, the most frequent first.
  package let forms: [Form]
  private let used: Form

  package init(in draft: Draft) throws {
    let names = try draft.tags().keys.sorted()
    let format = (try? draft.tagFormat()) ?? .plain
    let usedCount = names.count { format.version(of: $0).map { $0.components.count > 1 } ?? false }
    used = Form(format: format, count: usedCount)
    guard draft.releasefile.tagFormat == nil else {
      forms = []
      return
    }
    let isRead = { (name: String) in
      [TagFormat.plain, .lettered].contains { $0.version(of: name) != nil }
    }
    let packages = draft.releasefile.packages.map(\.tagFormat)
    let others = names.filter { !isRead($0) }.compactMap(TagFormat.init(ofTag:)).filter { !packages.contains($0) }
    let counts = Dictionary(grouping: others) { $0 }.mapValues(\.count)
    forms = counts.filter { $0.value > max(usedCount, 1) }
      .map { Form(format: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.format.description) < ($0.count, $1.format.description) }
  }

  /// A line for each format, with the Releasefile line that selects it; at most three.
  package var remarks: [String] {
    forms.prefix(3).map { form in
      "\(form.count) tags have the format `\(form.format)`, \(used.count) have `\(used.format)`: to use the first, "
        + "add `version: {tag: \"\(form.format)\"}` to the Releasefile"
    }
  }
}

extension TagFormat {
  /// Creates the format of a tag with one version of two or more numbers, and other text before or after it.
  fileprivate init?(ofTag name: String) {
    let bytes = Array(name.utf8)
    let starts = bytes.indices.filter { index in
      bytes[index].isDigit && !(bytes.byte(at: index - 1).map { $0.isDigit || $0 == UInt8(ascii: ".") } ?? false)
    }
    for start in starts {
      let end = bytes.index(after: start) { $0.isDigit || $0 == UInt8(ascii: ".") }
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      guard let version = try? Version(text), version.components.count > 1 else { continue }
      let suffix = String(decoding: bytes[end...], as: UTF8.self)
      guard !suffix.utf8.contains(where: \.isDigit) else { continue }
      self.init(String(decoding: bytes[..<start], as: UTF8.self) + "${version}" + suffix)
      return
    }
    return nil
  }
}
