import MartletCore

/// Tags with versions in a format that is not used, such as `release-1.4.2` or `ios/1.4.2`.
package struct OtherTags {
  /// A tag format and the number of tags that have it.
  package struct Form: Equatable {
    package let format: TagFormat
    package let count: Int
  }

  /// The formats with more tags than the one in use, the most frequent first.
  package let forms: [Form]
  /// The names of packages if tags such as `core/1.4.2` and `app/2.0.0` have them.
  package let packages: [String]
  private let used: Form

  /// Finds none if the declared format has tags, or if packages declare their own formats.
  ///
  /// - Parameter declared: The format that a new Releasefile declares; nil: that of the Releasefile, if any.
  package init(in draft: Draft, declaring declared: TagFormat? = nil) throws {
    let names = try draft.tags().keys.sorted()
    let declared = declared ?? draft.releasefile.tagFormat
    let format = declared ?? TagFormat.used(by: names)
    let usedCount = names.count { format.version(of: $0).map { $0.components.count > 1 } ?? false }
    used = Form(format: format, count: usedCount)
    guard draft.releasefile.packages.isEmpty, declared == nil || usedCount == 0 else {
      (forms, packages) = ([], [])
      return
    }
    let read = declared.map { [$0] } ?? [.plain, .vPrefixed]
    let others = names.filter { name in !read.contains { $0.version(of: name) != nil } }
      .compactMap(TagFormat.init(ofTag:))
    let counts = Dictionary(grouping: others) { $0 }.mapValues(\.count)
    forms = counts.filter { $0.value > usedCount }
      .map { Form(format: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.format.description) < ($0.count, $1.format.description) }
    let packages = forms.isEmpty ? [] : TagFormat.packageNames(in: names)
    self.packages = packages.count > 1 ? packages : []
  }

  /// A line for each format, with the Releasefile line that selects it; at most three.
  package var remarks: [String] {
    if let first = packages.first {
      let declarations = packages.map { "\($0): {paths: [\($0)]}" }.joined(separator: ", ")
      return [
        "tags such as `\(first)/${version}` are of packages: declare them with their folders, in place of `version:` and "
          + "`manifests:`, such as `packages: {\(declarations)}`"
      ]
    }
    return forms.prefix(3).map { form in
      "\(form.count == 1 ? "1 tag has" : "\(form.count) tags have") the format `\(form.format)`, and "
        + "\(used.count == 1 ? "1 has" : "\(used.count) have") `\(used.format)`: to use the first, "
        + "write `version: {tag: \"\(form.format)\"}` in the Releasefile"
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
