import Lanes
import MartletCore

/// Reads a published release back as a consumer gets it.
struct PublishedReleaseCheck {
  private let verification: ReleaseVerification
  private let client: any ForgeClient
  private let workspace: Workspace
  private let run: RunState

  init(_ verification: ReleaseVerification, in workspace: Workspace, _ run: RunState) throws {
    self.verification = verification
    self.workspace = workspace
    self.run = run
    client = try ForgeAccess(workspace, reporter: run.reporter).publicClient(of: verification.repository)
  }

  /// Checks the tag, the release, each asset by downloading it, and the binary targets of the package.
  ///
  /// - Throws: `Failure` with everything that differs.
  func check() throws {
    let found = client.release(tagged: verification.tag)
    if case .notFound(let failure) = found { throw failure.withoutRelease(of: verification) }
    let release = try found.get()
    var problems = try tagProblems()
    run.reporter.didVerify("release `\(release.tag)` is published: \(release.page)")
    for artifact in verification.assets where !release.assets.contains(where: { $0.name == artifact.name }) {
      problems.append(Diagnostic("the release has no asset `\(artifact.name)`", notes: [release.page]))
    }
    for asset in release.assets {
      let planned = verification.assets.first { $0.name == asset.name }?.contents?.digest
      problems += try self.problems(with: asset, expecting: planned ?? asset.digest)
    }
    for binary in verification.binaries { problems += try self.problems(with: binary) }
    guard problems.isEmpty else { throw Failure(problems) }
  }

  private func tagProblems() throws -> [Diagnostic] {
    let (tag, remote) = (verification.tag, verification.repository.remote)
    let reference = "refs/tags/\(tag)"
    let found = try workspace.transport(to: remote).references([reference], of: remote)[reference]
    let own = try run.references[reference] ?? workspace.repository.reference(named: reference)
    guard let found else { return Failure.tagNotOnRemote(tag, remote: remote).diagnostics }
    if let own, own != found {
      return Failure.otherTagOnRemote(tag, found, expected: own, remote: remote).diagnostics
    }
    run.reporter.didVerify("tag `\(tag)` on `\(remote)` is \(found.short)\(own == nil ? "" : ", as it is here")")
    return []
  }

  /// - Parameter digest: Nil if it is unknown: then the digest is only reported.
  private func problems(with asset: ForgeAsset, expecting digest: ContentDigest?) throws -> [Diagnostic] {
    // A private repository shows its assets only with a token.
    let open = client.publicDigest(of: asset.address)
    let found = if case .done(let digest) = open { digest } else { try client.download(asset, to: nil).get() }
    guard digest == nil || found == digest else {
      return [
        Diagnostic(
          "the asset `\(asset.name)` downloads as \(found.hex), expected \(digest?.hex ?? "")", notes: [asset.address])
      ]
    }
    run.reporter.didVerify("asset `\(asset.name)` downloads as sha256 \(found.hex)")
    return []
  }

  private func problems(with binary: BinaryTarget) throws -> [Diagnostic] {
    let found = try client.publicDigest(of: binary.url).get()
    guard found.hex == binary.checksum.lowercased() else {
      return [
        Diagnostic(
          "the archive of the binary target `\(binary.name)` has the SHA-256 \(found.hex), expected its checksum `\(binary.checksum)`",
          notes: [binary.url])
      ]
    }
    run.reporter.didVerify("binary target `\(binary.name)`: its archive has the checksum \(found.hex)")
    return []
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
