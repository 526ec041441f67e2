import TextEditing

/// What a run does up to its first tag, in one number, to which every clone comes that plans the same: nothing goes into
/// it that changes with the machine, the folder or the time, and no secret.
package struct PlanDigest: Hashable, Sendable {
  /// What the trailer of a tag's message is called that says it.
  package static let trailerName = "Release-Plan"

  private let sha256: ContentDigest

  /// The digest of `effects`, the last of which makes the tag.
  package init(of effects: some Sequence<Effect>) {
    var form = CanonicalForm(of: "martlet plan 1")
    for effect in effects { effect.describe(to: &form) }
    sha256 = form.digest
  }

  /// The digest that is spelled `sha256:` and 64 lower-case hexadecimal digits.
  package init?(_ text: String) {
    guard text.hasPrefix("sha256:"), let digest = ContentDigest(hex: String(text.dropFirst("sha256:".count))) else {
      return nil
    }
    sha256 = digest
  }

  /// What the trailer in a tag's message says; nil where there is none, or another one of that name.
  package init?(trailerOf message: some Collection<UInt8>) {
    guard let digest = TrailerBlock(of: message).value(of: Self.trailerName).flatMap({ Self($0) }) else { return nil }
    self = digest
  }
}

extension PlanDigest: CustomStringConvertible {
  package var description: String { "sha256:\(sha256.hex)" }
}

extension PlanDigest: Codable {
  package init(from decoder: any Decoder) throws {
    sha256 = try ContentDigest(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try sha256.encode(to: encoder)
  }
}

extension TagCreation {
  /// The tag with a message that says what plan led to it, `effects` being what comes before it.
  ///
  /// - Returns: nil when the message says something by a trailer of that name already: it is the user's.
  func tracing(_ effects: some Sequence<Effect>) -> TagCreation? {
    guard TrailerBlock(of: message.utf8).value(of: PlanDigest.trailerName) == nil else { return nil }
    let digest = PlanDigest(of: Array(effects) + [.createTag(self)])
    let message = TrailerBlock.adding(PlanDigest.trailerName, "\(digest)", to: message)
    var tag = TagCreation(name: name, message: message, target: target)
    tag.isSigned = isSigned
    tag.plan = digest
    return tag
  }
}
