import MartletTextEditing

/// The digest of what a run does up to its first tag. Every clone with the same plan gets the same digest: it does not
/// depend on the machine, the folder, the time or secrets.
package struct PlanDigest: Hashable, Sendable {
  /// The name of its trailer in a tag message.
  package static let trailerName = "Release-Plan"

  private let sha256: ContentDigest

  /// Computes the digest of `effects`, the last of which creates the tag.
  package init(of effects: some Sequence<Effect>) {
    var form = CanonicalForm(of: "martlet plan 1")
    for effect in effects { effect.describe(to: &form) }
    sha256 = form.digest
  }

  /// Parses `sha256:` and 64 lower-case hexadecimal digits.
  package init?(_ text: String) {
    guard text.hasPrefix("sha256:"), let digest = ContentDigest(hex: String(text.dropFirst("sha256:".count))) else {
      return nil
    }
    sha256 = digest
  }

  /// Reads the trailer in a tag message; returns nil when it is missing or invalid.
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
  /// Returns the tag with a trailer that identifies its plan; `effects` are those before the tag.
  ///
  /// - Returns: nil when the user's message already has a trailer of that name.
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
