import Git
import Lanes
import MartletCore

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
    let access =
      verification.audit == nil ? ForgeAccess(workspace, reporter: run.reporter) : ForgeAccess(workspace)
    client = try access.publicClient(of: verification.repository)
  }

  /// The most assets that a release is checked with. GitHub allows 1,000.
  private static let assetLimit = 2000
  /// The largest statement or signature, in bytes.
  private static let evidenceLimit = 1 << 20

  /// Checks the tag, the release, each asset by downloading it, and the binary targets of the package. A lane compares the
  /// assets with its plan, an audit with the signed statement.
  ///
  /// - Returns: What was found right.
  /// - Throws: `Failure` with everything that differs; `.unauthenticated` if nothing differs, and the signer is unknown.
  func check() throws -> [AuditedPart] {
    let found = client.release(tagged: verification.tag)
    if case .notFound(let failure) = found { throw failure.withoutRelease(of: verification) }
    let release = try found.get()
    guard release.assets.count <= Self.assetLimit else { throw Failure.tooManyAssets(release, limit: Self.assetLimit) }
    let (remote, reference) = (verification.repository.remote, "refs/tags/\(verification.tag)")
    let references = try workspace.transport(to: remote).references([reference, "\(reference)^{}"], of: remote)
    var problems = try tagProblems(reference, references[reference])
    report(AuditedPart("release `\(release.tag)` is published: \(release.page)", comparedWith: "the tag"))
    if let mark = verification.isPrerelease, mark != release.isPrerelease {
      let found = release.isPrerelease ? "a" : "no"
      problems.append(Diagnostic("the release was marked as \(found) pre-release since run \(run.folder.id)"))
    }
    let planned = verification.assets.map { ($0.name, $0.contents?.digest) }
    var list = planned.isEmpty ? nil : FileList("the plan", planned)
    var signer: String?
    if let audit = verification.audit {
      let check = StatementCheck(verification: verification, audit: audit, workspace: workspace, references: references)
      do {
        (list, signer) = try statement(of: release, by: check)
      } catch let failure as Failure {
        problems += failure.diagnostics
      }
    }
    problems += try assetProblems(of: release, list)
    for binary in verification.binaries { problems += try self.problems(with: binary) }
    guard problems.isEmpty else { throw Failure(problems) }
    if verification.audit != nil {
      report(AuditedPart("title, notes and source archives", comparedWith: nil, remark: "they are in no statement"))
      if signer == nil { throw Failure.unauthenticated(verification.tag) }
    }
    return parts.all
  }

  private func report(_ part: AuditedPart) {
    parts.all.append(part)
    run.reporter.didVerify(part)
  }

  private func tagProblems(_ reference: String, _ found: ObjectID?) throws -> [Diagnostic] {
    let (tag, remote) = (verification.tag, verification.repository.remote)
    let own = try run.references[reference] ?? workspace.repository.reference(named: reference)
    guard let found else { return [.missingTag(tag, remote: remote)] }
    if let own, own != found { return [.otherTag(tag, found, expected: own, remote: remote)] }
    let signature =
      own == nil ? nil : try workspace.repository.signature(ofTag: tag, signers: verification.audit?.signers)
    if signature == .bad { return [Diagnostic("the signature of the tag `\(tag)` does not belong to it")] }
    let words = signature == .good ? ", with a good signature" : ""
    report(
      AuditedPart(
        "tag `\(tag)` on `\(remote)` is \(found.short)\(words)",
        comparedWith: own == nil ? nil : "the tag in this clone"))
    return []
  }

  /// The files that the signed statement of the release lists, and who signed it; nil if that is unknown.
  private func statement(
    of release: ForgeRelease, by check: StatementCheck
  ) throws -> (list: FileList, signer: String?) {
    let bytes = try contents(of: ReleaseStatement.fileName, in: release)
    let signature = try contents(of: ReleaseStatement.signatureName, in: release)
    let (statement, signer) = try check.statement(bytes, signature: signature)
    report(
      AuditedPart(
        "signature of the statement of `\(statement.repository)` is \(signer.map { "by \($0)" } ?? "valid")",
        comparedWith: check.audit.signers.map { "`\($0)`" }))
    return (FileList("the statement", statement.files.map { ($0.name, ContentDigest(hex: $0.digest)) }), signer)
  }

  private func assetProblems(of release: ForgeRelease, _ list: FileList?) throws -> [Diagnostic] {
    let names = release.assets.map(\.name)
    let evidence = [ReleaseStatement.fileName, ReleaseStatement.signatureName]
    var problems = Set(names.filter { name in names.count { $0 == name } > 1 }).sorted().map { name in
      Diagnostic("the release has several assets `\(name)`", notes: [release.page])
    }
    for name in list?.digests.keys.sorted() ?? [] where !names.contains(name) {
      problems.append(
        Diagnostic("the release has no asset `\(name)`, which \(list?.name ?? "") has", notes: [release.page]))
    }
    for asset in release.assets {
      if let signal = workspace.interruption?.signal { throw ExecutionError.interrupted(signal: signal) }
      // No statement can have its own digest.
      if verification.audit != nil, list != nil, evidence.contains(asset.name) { continue }
      if let list, list.digests[asset.name] == nil {
        problems.append(
          Diagnostic("the release has an asset `\(asset.name)` that \(list.name) does not have", notes: [release.page]))
      }
      problems += try self.problems(with: asset, list)
    }
    return problems
  }

  private func problems(with asset: ForgeAsset, _ list: FileList?) throws -> [Diagnostic] {
    let expected = list?.digests[asset.name]
    let found: ContentDigest
    do throws(Failure) {
      found = try digest(of: asset, expecting: expected ?? asset.digest)
    } catch {
      return [
        Diagnostic("the asset `\(asset.name)` cannot be downloaded: \(error.firstMessage)", notes: [asset.address])
      ]
    }
    guard expected == nil || expected == found else {
      return [
        Diagnostic(
          "the asset `\(asset.name)` downloads as \(found.hex), expected \(expected?.hex ?? "") by \(list?.name ?? "")",
          notes: [asset.address])
      ]
    }
    report(
      AuditedPart(
        "asset `\(asset.name)` downloads as sha256 \(found.hex)", comparedWith: expected == nil ? nil : list?.name,
        remark: expected == nil ? "no digest of it is known" : nil))
    return []
  }

  /// Downloads as a consumer does. A private repository has its assets only for a token.
  private func digest(of asset: ForgeAsset, expecting digest: ContentDigest?) throws(Failure) -> ContentDigest {
    let open = client.publicDigest(of: asset.address)
    if case .done(let found) = open, digest == nil || found == digest { return found }
    if case .done(let found) = client.download(asset, to: nil), digest == nil || found == digest { return found }
    return if case .done(let found) = open { found } else { try client.download(asset, to: nil).get() }
  }

  /// Downloads the statement or its signature.
  ///
  /// - Throws: `Failure.withoutStatement`; a failure if it is too large.
  private func contents(of name: String, in release: ForgeRelease) throws -> [UInt8] {
    guard let asset = release.assets.first(where: { $0.name == name }) else { throw Failure.withoutStatement(name) }
    let tooLarge = Failure(
      "the asset `\(name)` is larger than \(Self.evidenceLimit) bytes, so that it is not read", notes: [release.page])
    guard asset.size ?? 0 <= Self.evidenceLimit else { throw tooLarge }
    return try TemporaryFile.withPath(below: workspace.temporaryFolder) { file in
      _ = try client.download(asset, to: file).get()
      var bytes: [UInt8] = []
      _ = try ArtifactReader(path: file).contents { piece in
        bytes += piece
        guard bytes.count <= Self.evidenceLimit else { throw tooLarge }
      }
      return bytes
    }
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

/// The files that a release has to have, and no others.
private struct FileList {
  /// Where the list is from, for messages.
  let name: String
  let digests: [String: ContentDigest]

  init(_ name: String, _ files: [(String, ContentDigest?)]) {
    self.name = name
    digests = Dictionary(files.compactMap { name, digest in digest.map { (name, $0) } }) { $1 }
  }
}

/// The parts that a check has found right, in order.
private final class AuditedParts {
  var all: [AuditedPart] = []
}

extension Diagnostic {
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

  fileprivate static func withoutStatement(_ name: String) -> Failure {
    Failure(
      "the release has no asset `\(name)`, so that nothing shows what it has to contain",
      hint: "releases with `checksums: {sign: true}` in their lane have one")
  }

  fileprivate static func unauthenticated(_ tag: String) -> Failure {
    Failure(
      "the release of `\(tag)` is consistent, and unauthenticated: without trusted keys, anyone may have made it",
      hint:
        "get the project's keys from a place that you trust, and run `martlet verify \(tag.shellWord) --signers FILE`")
  }
}
