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

  /// Checks the tag, the release, each asset by downloading it, the evidence among the assets, and the binary targets of the
  /// package. Each asset is compared with the plan or the record of the run, with the lists of checksums among the assets, and
  /// with the digest of the forge.
  ///
  /// - Returns: What was found right.
  /// - Throws: `Failure` with everything that differs.
  func check() throws -> [AuditedPart] {
    let found = client.release(tagged: verification.tag)
    if case .notFound(let failure) = found { throw failure.withoutRelease(of: verification) }
    let release = try found.get()
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
    if let signers = verification.signers, signature == .unknown { return [.otherSigner(tag, signers)] }
    let words =
      switch signature {
      case .good: ", with a good signature"
      case .unknown: ", with a signature that cannot be checked here"
      case .bad, TagSignature.none?, nil: ""
      }
    report(
      AuditedPart(
        "tag `\(tag)` on `\(remote)` is \(found.short)\(words)",
        comparedWith: own == nil ? nil : "the tag in this clone",
        remark: own == nil ? "it is not in this clone" : nil))
    return []
  }

  private func assetProblems(of release: ForgeRelease) throws -> [Diagnostic] {
    var known = KnownAssets(ofTag: verification.tag, planned: verification.assets, in: workspace)
    var (problems, read): ([Diagnostic], [String: ReadAsset]) = ([], [:])
    for asset in release.assets
    where ChecksumList.isList(asset.name) || EvidenceAudit.Kind(ofFileNamed: asset.name) != nil {
      read[asset.name] = try? contents(of: asset)
    }
    // The lists first, because they have the digests of the others.
    for asset in release.assets where ChecksumList.isList(asset.name) {
      guard let list = read[asset.name] else { continue }
      known.add(ChecksumList(String(decoding: list.bytes, as: UTF8.self), named: asset.name), named: asset.name)
    }
    var digests = read.mapValues(\.digest)
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
      if let source = known.sourceWithout(asset.name) {
        problems.append(
          Diagnostic("the release has an asset `\(asset.name)` that \(source) does not have", notes: [release.page]))
      }
      problems += try self.problems(with: asset, known, &digests)
    }
    return try problems + evidenceProblems(read, digests)
  }

  private func evidenceProblems(_ read: [String: ReadAsset], _ digests: [String: ContentDigest]) throws -> [Diagnostic]
  {
    let audit = EvidenceAudit(
      tag: verification.tag, commit: try workspace.repository.tag(named: verification.tag)?.commit, digests: digests,
      signatures: FileSignatureCheck(in: workspace.repository, signers: verification.signers))
    var (problems, hasSignature): ([Diagnostic], Bool) = ([], false)
    for (name, asset) in read.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      guard let kind = EvidenceAudit.Kind(ofFileNamed: name) else { continue }
      var signed: [UInt8]?
      if case .signature(let signedName) = kind {
        hasSignature = hasSignature || ChecksumList.isList(signedName)
        signed = read[signedName]?.bytes
      }
      let result = try audit.check(name, kind, asset.bytes, signed: signed)
      problems += result.problems
      for part in result.parts { report(part) }
    }
    if let signers = verification.signers, !hasSignature { problems.append(.unsigned(signers)) }
    return problems
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

  /// An asset that was read.
  private struct ReadAsset {
    let digest: ContentDigest
    /// At most 16 MB of it.
    let bytes: [UInt8]
  }

  private func contents(of asset: ForgeAsset) throws -> ReadAsset {
    var folder = Array("\(workspace.userEnvironment["TMPDIR"] ?? "/tmp")/martlet-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else { throw ExecutionError.cannotWrite("/tmp", code: lastSystemError) }
    let path = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { rmdir(path) }
    let file = "\(path)/checksums"
    defer { unlink(file) }
    let digest = try client.download(asset, to: file).get()
    var bytes: [UInt8] = []
    _ = try ArtifactReader(path: file).contents { piece in
      if bytes.count < 1 << 24 { bytes.append(contentsOf: piece) }
    }
    return ReadAsset(digest: digest, bytes: bytes)
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
  fileprivate static func otherSigner(_ tag: String, _ signers: String) -> Diagnostic {
    Diagnostic("the tag `\(tag)` is signed by a key that `\(signers)` does not have")
  }

  fileprivate static func unsigned(_ signers: String) -> Diagnostic {
    Diagnostic(
      "the release has no signature of its checksums, expected one by a key in `\(signers)`",
      hint: "do not use the release, or ask its maintainers")
  }

  fileprivate static func withoutList(_ lane: String, tag: String, page: String) -> Diagnostic {
    Diagnostic(
      "the release has no list of checksums, which the lane `\(lane)` publishes in the Releasefile of `\(tag)`",
      notes: [page])
  }

  fileprivate static func edited(_ words: String, since run: RunID, page: String) -> Diagnostic {
    var diagnostic = Diagnostic("the \(words) edited since run \(run): \(page)")
    diagnostic.severity = .warning
    return diagnostic
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
  /// Returns this failure as that of a release that does not exist, or that the token does not show.
  fileprivate func withoutRelease(of verification: ReleaseVerification) -> Failure {
    let repository = verification.repository
    return Failure(
      "\(repository.kind.name) shows no release of the tag `\(verification.tag)` in `\(repository.name)`",
      hint:
        "check the tag with `git ls-remote --tags \(repository.remote)`, and whether a token can read the repository",
      notes: diagnostics.flatMap(\.notes), code: code)
  }
}
