import Git
import Lanes
import MartletCore

/// Compares the evidence among the assets of a release with the other assets and with the tag.
struct EvidenceAudit {
  /// The kinds of evidence, by the names of the files.
  enum Kind {
    case materials, provenance, attestation
    /// The signature of the asset with this name.
    case signature(of: String)

    init?(ofFileNamed name: String) {
      let suffixes: [(String, Kind)] = [
        (BillOfMaterials.fileSuffix, .materials), (Provenance.fileSuffix, .provenance),
        (".sigstore.json", .attestation),
      ]
      if let found = suffixes.first(where: { name.hasSuffix($0.0) }) {
        self = found.1
      } else if let suffix = Self.signatureSuffixes.first(where: name.hasSuffix), name.count > suffix.count {
        self = .signature(of: String(name.dropLast(suffix.count)))
      } else {
        return nil
      }
    }

    private static let signatureSuffixes = [FileSignature.suffix, ".asc", ".minisig"]
  }

  /// What was found.
  struct Result {
    var problems: [Diagnostic] = []
    var parts: [AuditedPart] = []

    static func problem(_ message: String, hint: String? = nil) -> Result {
      Result(problems: [Diagnostic(message, hint: hint)])
    }

    static func right(_ finding: String, comparedWith: String?, remark: String? = nil) -> Result {
      Result(parts: [AuditedPart(finding, comparedWith: comparedWith, remark: remark)])
    }
  }

  let tag: String
  /// The commit of the tag; nil if the tag is not in this clone.
  let commit: ObjectID?
  /// The digests of the assets as they download.
  let digests: [String: ContentDigest]
  let signatures: FileSignatureCheck

  /// Checks the asset `name`, which has these bytes.
  ///
  /// - Parameter signed: The bytes of the asset that it signs.
  func check(_ name: String, _ kind: Kind, _ bytes: [UInt8], signed: [UInt8]?) throws -> Result {
    switch kind {
    case .materials: try checked(name) { try materials(name, source(name, bytes)) }
    case .provenance: try checked(name) { try provenance(name, source(name, bytes)) }
    case .attestation: try checked(name) { try attestation(name, source(name, bytes)) }
    case .signature(let signedName): try signature(name, of: signedName, bytes, signed)
    }
  }

  private func source(_ name: String, _ bytes: [UInt8]) throws -> SourceText {
    guard let path = RelativePath(name) else { throw ExecutionError.outside(name) }
    return try SourceText(path: path, fileBytes: bytes)
  }

  private func checked(_ name: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as DocumentError {
      return .problem("`\(name)` is not valid JSON: \(error.firstMessage)")
    }
  }

  private func materials(_ name: String, _ source: SourceText) throws -> Result {
    guard let claimed = try BillOfMaterials.digests(in: source) else {
      return .right("bill of materials `\(name)`", comparedWith: nil, remark: "it is not CycloneDX")
    }
    var result = compare(claimed, of: name, as: "the bill of materials")
    guard result.problems.isEmpty else { return result }
    result.parts = [
      claimed.isEmpty
        ? AuditedPart("bill of materials `\(name)`", comparedWith: nil, remark: "it lists no file of the release")
        : AuditedPart("bill of materials `\(name)` lists \(claimed.count.of("file"))", comparedWith: "the assets")
    ]
    return result
  }

  private func provenance(_ name: String, _ source: SourceText) throws -> Result {
    guard let claims = try Provenance.claims(in: source) else {
      return .right("provenance `\(name)`", comparedWith: nil, remark: "it is not a statement of in-toto")
    }
    var result = compare(claims.digests, of: name, as: "the provenance")
    if let commit, let claimed = claims.commits.first?.commit, claimed != commit.hex {
      result.problems.append(
        Diagnostic("the provenance `\(name)` names the commit \(claimed), expected \(commit.hex) of the tag `\(tag)`"))
    }
    guard result.problems.isEmpty else { return result }
    let compared = claims.commits.isEmpty || commit == nil ? "the assets" : "the assets and the tag `\(tag)`"
    result.parts = [
      AuditedPart("provenance `\(name)` names \(claims.digests.count.of("file"))", comparedWith: compared)
    ]
    return result
  }

  /// A Sigstore bundle: https://docs.sigstore.dev/about/bundle/. Its payload is a statement in Base64.
  private func attestation(_ name: String, _ source: SourceText) throws -> Result {
    let payload = try DocumentValue(json: source, isStrict: true)["dsseEnvelope"]?["payload"]?.text
    guard let payload, let bytes = Base64.standard.bytes(of: payload),
      let claims = try Provenance.claims(in: self.source(name, bytes))
    else {
      return .right("attestation `\(name)`", comparedWith: nil, remark: "it has no statement of in-toto")
    }
    var result = compare(claims.digests, of: name, as: "the attestation")
    guard result.problems.isEmpty else { return result }
    result.parts = [
      AuditedPart(
        "attestation `\(name)` names \(claims.digests.count.of("file"))", comparedWith: "the assets",
        remark: "its signature is not verified, as `gh attestation verify --bundle` does")
    ]
    return result
  }

  /// Compares claimed digests with those of the assets.
  private func compare(_ claimed: [String: ContentDigest], of name: String, as kind: String) -> Result {
    var result = Result()
    for (file, digest) in claimed.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      guard let found = digests[file] else {
        result.problems.append(Diagnostic("\(kind) `\(name)` names `\(file)`, which the release does not have"))
        continue
      }
      if found != digest {
        result.problems.append(
          Diagnostic("\(kind) `\(name)` has \(digest.hex) for `\(file)`, which downloads as \(found.hex)"))
      }
    }
    return result
  }

  private func signature(_ name: String, of signedName: String, _ bytes: [UInt8], _ signed: [UInt8]?) throws -> Result {
    guard let signed else {
      return digests[signedName] == nil
        ? .problem("`\(name)` signs `\(signedName)`, which the release does not have")
        : .right("signature `\(name)`", comparedWith: nil, remark: "`\(signedName)` is too large to check it here")
    }
    switch try signatures.state(of: bytes, for: signed) {
    case .good(let signer):
      return .right("signature `\(name)` of `\(signedName)` is by \(signer)", comparedWith: "the keys of the signers")
    case .unknownKey(let key):
      return .right(
        "signature `\(name)` belongs to `\(signedName)`", comparedWith: nil,
        remark: "the owner of the \(key) is unknown, name the file with the signers with `--signers`")
    case .bad: return .problem("the signature `\(name)` does not belong to `\(signedName)`")
    case .otherKey: return .problem("the signature `\(name)` is by a key that the file with the signers does not have")
    case .unchecked(let reason): return .right("signature `\(name)`", comparedWith: nil, remark: reason)
    }
  }
}
