import Git
import Lanes
import MartletCore
import SystemAPI

/// Reads a published release back as a consumer gets it.
struct PublishedReleaseCheck {
  private let verification: ReleaseVerification
  private let client: any ForgeClient
  private let workspace: Workspace
  private let run: RunState
  private let parts = AuditedParts()

  init(_ verification: ReleaseVerification, in workspace: Workspace, _ run: RunState) throws {
    self.verification = verification
    self.workspace = workspace
    self.run = run
    // Outside of a lane, nothing waits for the check.
    let isAudit = !run.folder.keepsCopies
    let access = isAudit ? ForgeAccess(workspace) : ForgeAccess(workspace, reporter: run.reporter)
    client = try access.publicClient(of: verification.repository)
  }

  /// The most assets that a release is checked with. GitHub allows 1,000.
  private static let assetLimit = 2000
  /// The largest list of checksums, in bytes.
  private static let listLimit = 1 << 20

  /// Checks the tag, the release, each asset by downloading it, and the binary targets of the package. Each asset is compared
  /// with the plan or the record of the run, with the lists of checksums among the assets, and with the digest of the forge.
  ///
  /// - Returns: What was found right.
  /// - Throws: `Failure` with everything that differs.
  func check() throws -> [AuditedPart] {
    let found = client.release(tagged: verification.tag)
    if case .notFound(let failure) = found { throw failure.withoutRelease(of: verification) }
    let release = try found.get()
    guard release.assets.count <= Self.assetLimit else { throw Failure.tooManyAssets(release, limit: Self.assetLimit) }
    var problems = try tagProblems()
    report(AuditedPart("release `\(release.tag)` is published: \(release.page)", comparedWith: "the tag"))
    problems += try assetProblems(of: release)
    for binary in verification.binaries { problems += try self.problems(with: binary) }
    guard problems.isEmpty else { throw Failure(problems) }
    return parts.all
  }

  private func report(_ part: AuditedPart) {
    parts.all.append(part)
    run.reporter.didVerify(part)
  }

  private func tagProblems() throws -> [Diagnostic] {
    let (tag, remote) = (verification.tag, verification.repository.remote)
    let reference = "refs/tags/\(tag)"
    let found = try workspace.transport(to: remote).references([reference], of: remote)[reference]
    let own = try run.references[reference] ?? workspace.repository.reference(named: reference)
    guard let found else { return [.missingTag(tag, remote: remote)] }
    if let own, own != found { return [.otherTag(tag, found, expected: own, remote: remote)] }
    let signature = own == nil ? nil : try workspace.repository.signature(ofTag: tag, signers: verification.signers)
    if signature == .bad { return [Diagnostic("the signature of the tag `\(tag)` does not belong to it")] }
    if let signers = verification.signers, signature != .good {
      return [.otherSigner(tag, signers, isHere: own != nil)]
    }
    let words = signature == .good ? ", with a good signature" : ""
    report(
      AuditedPart(
        "tag `\(tag)` on `\(remote)` is \(found.short)\(words)",
        comparedWith: own == nil ? nil : "the tag in this clone",
        remark: own == nil ? "it is not in this clone" : nil))
    return []
  }

  private func assetProblems(of release: ForgeRelease) throws -> [Diagnostic] {
    var known = KnownAssets(ofTag: verification.tag, planned: verification.assets, in: workspace)
    var (problems, digests): ([Diagnostic], [String: ContentDigest]) = ([], [:])
    var signed: [UInt8]?
    // The lists first, because they have the digests of the others.
    for asset in release.assets where ChecksumList.isList(asset.name) {
      guard let list = try? contents(of: asset) else { continue }
      guard let bytes = list.bytes else {
        problems.append(.largeList(asset.name, limit: Self.listLimit, page: release.page))
        continue
      }
      digests[asset.name] = list.digest
      if asset.name == ChecksumList.signedName { signed = bytes }
      known.add(ChecksumList(String(decoding: bytes, as: UTF8.self)), named: asset.name)
    }
    if let text = known.text {
      problems += textProblems(of: release, text)
      if verification.isNewest == true { problems += known.trees.flatMap { treeProblems($0, text.run) } }
    }
    let missing = known.missing(from: Set(release.assets.map(\.name)))
    for (name, source) in missing {
      problems.append(Diagnostic("the release has no asset `\(name)`, which \(source) has", notes: [release.page]))
    }
    let names = release.assets.map(\.name) + missing.map(\.name)
    if let lane = verification.listingLane, !names.contains(where: ChecksumList.isList) {
      problems.append(.withoutList(lane, tag: verification.tag, page: release.page))
    }
    for asset in release.assets {
      if let signal = workspace.interruption?.signal { throw ExecutionError.interrupted(signal: signal) }
      if let source = known.sourceWithout(asset.name, isSigned: verification.signers != nil) {
        problems.append(
          Diagnostic("the release has an asset `\(asset.name)` that \(source) does not have", notes: [release.page]))
      }
      problems += try self.problems(with: asset, known, &digests)
    }
    return try problems + signatureProblems(of: release, signed)
  }

  /// - Parameter list: The bytes of `SHA256SUMS`; nil if the release has none that can be read.
  private func signatureProblems(of release: ForgeRelease, _ list: [UInt8]?) throws -> [Diagnostic] {
    let asset = release.assets.first { $0.name == ChecksumList.signatureName }
    let (name, signed) = (ChecksumList.signatureName, ChecksumList.signedName)
    guard let signers = verification.signers else {
      let remark = "name the file with the keys that may sign with `--signers`"
      if asset != nil { report(AuditedPart("signature `\(name)`", comparedWith: nil, remark: remark)) }
      return []
    }
    guard let list, let signature = try asset.flatMap({ try contents(of: $0).bytes }) else {
      return [.unsigned(signers)]
    }
    switch try workspace.repository.state(ofSignature: signature, for: list, signers: signers) {
    case .bad: return [Diagnostic("`\(name)` is not a signature of `\(signed)` by ssh")]
    case .otherKey: return [Diagnostic("`\(name)` is by a key that `\(signers)` does not have")]
    case .good(let signer):
      report(AuditedPart("signature `\(name)` of `\(signed)` is by \(signer)", comparedWith: "`\(signers)`"))
      return []
    }
  }

  private func treeProblems(_ publication: TreePublication, _ run: RunID) -> [Diagnostic] {
    let check = PublishedTreeCheck(publication: publication, run: run, workspace: workspace)
    return check.problems(report: report, warn: self.run.reporter.warn)
  }

  /// Warns of a title and notes that were edited, as a maintainer may do; another mark is a problem.
  private func textProblems(
    of release: ForgeRelease, _ text: (description: ReleaseDescription, run: RunID)
  ) -> [Diagnostic] {
    let comparison = ReleaseComparison(of: text.description, [], on: client.forge, with: release.with(assets: [])) {
      _ in
      ContentDigest(of: [])
    }
    for (part, words) in [
      (ReleaseComparison.Part.title, "title of the release was"), (.notes, "notes of the release were"),
    ]
    where comparison.difference(of: part) != nil {
      run.reporter.warn(.edited(words, since: text.run, page: release.page))
    }
    guard comparison.difference(of: .prerelease) != nil else { return [] }
    let mark = release.isPrerelease ? "marked as a pre-release" : "marked as no pre-release"
    return [Diagnostic("the release was \(mark) since run \(text.run)", notes: [release.page])]
  }

  private func problems(
    with asset: ForgeAsset, _ known: KnownAssets, _ digests: inout [String: ContentDigest]
  ) throws -> [Diagnostic] {
    var sources = known.sources(of: asset.name)
    if let digest = asset.digest { sources.append(("the digest of \(client.forge.name)", digest)) }
    let found: ContentDigest
    do throws(Failure) {
      found =
        if let read = digests[asset.name] { read } else { try digest(of: asset, expecting: sources.first?.digest) }
    } catch {
      return [
        Diagnostic("the asset `\(asset.name)` cannot be downloaded: \(error.firstMessage)", notes: [asset.address])
      ]
    }
    digests[asset.name] = found
    for (name, digest) in sources where digest != found {
      return [
        Diagnostic(
          "the asset `\(asset.name)` downloads as \(found.hex), expected \(digest.hex) by \(name)",
          notes: [asset.address])
      ]
    }
    report(
      AuditedPart(
        "asset `\(asset.name)` downloads as sha256 \(found.hex)", comparedWith: sources.first?.name,
        remark: sources.isEmpty ? "no digest of it is known" : nil))
    return []
  }

  /// Downloads as a consumer does. A private repository has its assets only for a token.
  private func digest(of asset: ForgeAsset, expecting digest: ContentDigest?) throws(Failure) -> ContentDigest {
    let open = client.publicDigest(of: asset.address)
    if case .done(let found) = open, digest == nil || found == digest { return found }
    if case .done(let found) = client.download(asset, to: nil), digest == nil || found == digest { return found }
    return if case .done(let found) = open { found } else { try client.download(asset, to: nil).get() }
  }

  /// Downloads an asset with a signature or digests.
  ///
  /// - Returns: Its digest, and its bytes, unless it is too large.
  private func contents(of asset: ForgeAsset) throws -> (digest: ContentDigest, bytes: [UInt8]?) {
    var folder = Array("\(workspace.userEnvironment["TMPDIR"] ?? "/tmp")/martlet-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else { throw ExecutionError.cannotWrite("/tmp", code: lastSystemError) }
    let path = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { rmdir(path) }
    let file = "\(path)/checksums"
    defer { unlink(file) }
    let digest = try client.download(asset, to: file).get()
    var bytes: [UInt8]? = []
    _ = try ArtifactReader(path: file).contents { piece in
      bytes = bytes.flatMap { $0.count + piece.count > Self.listLimit ? nil : $0 + piece }
    }
    return (digest, bytes)
  }

  private func problems(with binary: BinaryTarget) throws -> [Diagnostic] {
    let found: ContentDigest
    do throws(Failure) {
      found = try client.publicDigest(of: binary.url).get()
    } catch {
      return [
        Diagnostic(
          "the archive of the binary target `\(binary.name)` cannot be downloaded: \(error.firstMessage)",
          notes: [binary.url])
      ]
    }
    guard found.hex == binary.checksum.lowercased() else {
      return [
        Diagnostic(
          "the archive of the binary target `\(binary.name)` has the SHA-256 \(found.hex), expected its checksum `\(binary.checksum)`",
          notes: [binary.url])
      ]
    }
    report(
      AuditedPart(
        "binary target `\(binary.name)`: its archive has the checksum \(found.hex)",
        comparedWith: "the tagged `Package.swift`"))
    return []
  }
}

/// The parts that a check has found right, in order.
private final class AuditedParts {
  var all: [AuditedPart] = []
}

extension Diagnostic {
  fileprivate static func otherSigner(_ tag: String, _ signers: String, isHere: Bool) -> Diagnostic {
    isHere
      ? Diagnostic(
        "the tag `\(tag)` is not signed by a key in `\(signers)`",
        hint: "do not use the release, or ask its maintainers")
      : Diagnostic(
        "the tag `\(tag)` is not in this clone, so that its signature is unknown", hint: "run `git fetch --tags`")
  }

  fileprivate static func unsigned(_ signers: String) -> Diagnostic {
    Diagnostic(
      "the release has no `SHA256SUMS` with `SHA256SUMS.sig`, expected both, signed by a key in `\(signers)`",
      hint: "do not use the release, or ask its maintainers")
  }

  fileprivate static func largeList(_ name: String, limit: Int, page: String) -> Diagnostic {
    Diagnostic("the asset `\(name)` is larger than \(limit) bytes, so that it is not read", notes: [page])
  }

  fileprivate static func withoutList(_ lane: String, tag: String, page: String) -> Diagnostic {
    Diagnostic(
      "the release has no list of checksums, which the lane `\(lane)` publishes in the Releasefile of `\(tag)`",
      notes: [page])
  }

  fileprivate static func edited(_ words: String, since run: RunID, page: String) -> Diagnostic {
    Diagnostic("the \(words) edited since run \(run): \(page)", severity: .warning)
  }

  fileprivate static func missingTag(_ tag: String, remote: String) -> Diagnostic {
    Diagnostic(
      "`\(remote)` has no tag `\(tag)`, and the release of it is public",
      hint: "push the tag with `git push \(remote.shellWord) refs/tags/\(tag.shellWord)`")
  }

  fileprivate static func otherTag(
    _ tag: String, _ found: ObjectID, expected: ObjectID, remote: String
  ) -> Diagnostic {
    Diagnostic(
      "the tag `\(tag)` on `\(remote)` is \(found.short), expected \(expected.short)",
      hint:
        "compare the two with `git ls-remote \(remote.shellWord) refs/tags/\(tag.shellWord)` and `git show \(tag.shellWord)`"
    )
  }
}

extension Failure {
  fileprivate static func tooManyAssets(_ release: ForgeRelease, limit: Int) -> Failure {
    Failure(
      "the release `\(release.tag)` has \(release.assets.count) assets, expected at most \(limit)",
      notes: [release.page])
  }
}
