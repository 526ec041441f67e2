import Lanes

/// Masks secret values in every form in which programs write them.
package struct Redaction: Sendable {
  /// The replacement for a value.
  static let mask = Array("***".utf8)

  /// The patterns by their first four bytes, longest first.
  private var patterns: [UInt32: [[UInt8]]] = [:]
  /// Whether a pattern may begin with four bytes of that hash. It rules out most positions quickly.
  private var isBeginning: [Bool] = []
  /// The first one, two and three bytes of the patterns.
  private var beginnings: Set<[UInt8]> = []

  /// Masks `secrets`, and the values of variables with secret names.
  ///
  /// Values of fewer than five characters, and `false`, are not masked.
  package init(of secrets: [Secret] = [], environment: [String: String] = [:]) {
    let likely = environment.filter { SecretName.isLikely($0.key) && $0.value != "false" }.values
    let forms = (secrets.map(\.exposed) + likely).reduce(into: Set<[UInt8]>()) { $0.formUnion(SecretForms(of: $1).all) }
    guard !forms.isEmpty else { return }
    isBeginning = [Bool](repeating: false, count: 1 << 16)
    let longestFirst = forms.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
    for form in longestFirst {
      let key = form.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
      patterns[key, default: []].append(form)
      isBeginning[Self.hash(key)] = true
      for length in 1...3 { beginnings.insert(Array(form.prefix(length))) }
    }
  }

  /// Returns `text` with all values masked.
  package func redacted(_ text: String) -> String {
    guard !patterns.isEmpty else { return text }
    var stream = RedactionStream(self)
    return String(decoding: stream.redacted(Array(text.utf8)) + stream.rest(), as: UTF8.self)
  }

  private static func hash(_ key: UInt32) -> Int { Int(truncatingIfNeeded: (key &* 2_654_435_761) >> 16) }
}

extension Redaction {
  /// The values at one position of a text.
  struct Match: Equatable {
    /// The length of the longest value at this position; 0 for none.
    var length = 0
    /// Whether the text ends before a longer value can be ruled out.
    var isOpen = false
  }

  /// Whether there is nothing to mask.
  var isEmpty: Bool { patterns.isEmpty }

  /// Returns the first position from `start` on where a value begins or, at the end of `bytes`, may begin; the end of
  /// `bytes` when there is none.
  func candidate(in bytes: [UInt8], from start: Int) -> Int {
    let end = bytes.count
    guard start + 3 < end else { return start }
    return bytes.withUnsafeBufferPointer { bytes in
      isBeginning.withUnsafeBufferPointer { isBeginning in
        var key = UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
        var last = start + 3
        while last < end {
          key = key << 8 | UInt32(bytes[last])
          if isBeginning[Self.hash(key)] { return last - 3 }
          last += 1
        }
        return end - 3
      }
    }
  }

  /// Returns the match at `place` of `bytes`.
  func match(in bytes: [UInt8], at place: Int) -> Match {
    let rest = bytes[place...]
    guard rest.count >= 4 else { return Match(isOpen: beginnings.contains(Array(rest))) }
    let key = rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    var match = Match()
    for pattern in patterns[key] ?? [] {
      if rest.starts(with: pattern) {
        match.length = pattern.count
        break
      }
      if pattern.count > rest.count, pattern.starts(with: rest) { match.isOpen = true }
    }
    return match
  }
}
