import Foundation
import TestSupport
import Testing

/// A project with two signed releases, 1.5.0 and 1.6.0, which the key `../key` has signed. The file `../signers` allows it.
struct SignedRelease {
  let forge: ForgeProject
  private let kind: ForgeProject.Kind
  /// The files of a release beside the statement and its signature.
  static let files = ["App.zip", "SHA256SUMS", "Tool.cdx.json", "Tool.zip"]

  private static let lane = """
    - bump: minor
    - update_binary_target: {target: Tool, artifact: dist/Tool.zip}
    - commit
    - tag: {sign: true}
    - checksums: {files: [dist/App.zip, dist/Tool.zip], sbom: dist/Tool.cdx.json, sign: true}
    - push
    - publish_release: {notes: New.}
    """

  /// Functions for the scripts of a forgery.
  private static let functions = """
    sign() { rm -f release.intoto.json.sig; ssh-keygen -q -Y sign -n "${2:-martlet-release}" -f ../"${1:-key}" release.intoto.json; }
    edit() { sed -i "$1" release.intoto.json; }
    """

  init(on kind: ForgeProject.Kind) throws {
    self.kind = kind
    forge = try ForgeProject(
      kind, steps: Self.lane,
      files: [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Tool",
          targets: [.binaryTarget(name: "Tool", url: "https://example.com/Tool.zip", checksum: "00")])

        """
      ])
    try forge.project.shell(
      """
      for name in key stranger; do ssh-keygen -q -t ed25519 -N '' -C $name -f ../$name; done
      printf 'release@example.com %s\\n' "$(cat ../key.pub)" > ../signers
      git config gpg.format ssh
      git config user.signingKey "$PWD/../key"
      git config gpg.ssh.allowedSignersFile "$PWD/../signers"
      """)
    for folder in ["first", "second"] {
      let run = try forge.martlet("run", "release", "--yes")
      try #require(run.status == 0, "\(run.errors)")
      try forge.project.shell(
        """
        mkdir ../\(folder); cp dist/App.zip dist/Tool.* dist/SHA256SUMS dist/release.* ../\(folder)
        cat dist/Tool.zip > dist/App.zip; git commit -q --allow-empty -m More
        """)
    }
    try forge.server.save()
    try forge.project.shell("cp ../signers ../kept.signers; cp -R ../forge/owner/tool.git ../kept.git")
    try makeClone()
  }

  func makeClone() throws {
    try forge.project.shell("rm -rf ../new && git clone -q \(forge.server.remote("owner/tool")) ../new")
  }

  /// Runs `martlet verify 1.6.0` in the new clone.
  func verify(_ words: String...) throws -> StrangeProject.Outcome {
    try forge.project.martlet(["-C", "../new", "verify", "1.6.0"] + words, by: [])
  }

  /// Runs `martlet verify` with the keys in `../signers`.
  func verify() throws -> StrangeProject.Outcome { try verify("--signers", "\(forge.project.root)/signers") }

  /// The errors among the lines of an outcome, with names for values that differ in each run.
  func errors(of outcome: StrangeProject.Outcome) -> [String] {
    let text = forge.masked(outcome.errors).replacing(/[0-9a-f]{64}/, with: "$DIGEST")
      .replacing(/[0-9a-f]{40}/, with: "$ID")
      .replacing(forge.server.address.replacing("http://", with: ""), with: "$HOST")
      .replacing(/(cannot be downloaded): .*/, with: { $0.output.1 })
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    return lines.map { String($0.dropFirst("error: ".count)) }.sorted()
  }

  /// Changes the release 1.6.0 as someone does who may write to the repository.
  func apply(_ forgery: Forgery) throws {
    try forge.project.shell(
      "rm -rf ../got; cp -R ../second ../got; cd ../got; \(Self.functions)\n\(forgery.script)")
    let names = try forge.project.shell(
      "cd ../got; for name in *; do cmp -s $name ../second/$name || echo $name; done; cd ../second; for name in *; do [ -e ../got/$name ] || echo -$name; done"
    )
    for name in names.split(separator: "\n") {
      let isGone = name.hasPrefix("-")
      try tamper(isGone ? "delete-asset" : "put-asset", asset: isGone ? name.dropFirst() : name)
    }
    guard let repository = forgery.repository else { return }
    try forge.project.shell(
      """
      rm -rf ../other; git clone -q ../forge/owner/tool.git ../other; cd ../other
      git config gpg.format ssh; git config user.signingKey "$PWD/../key"
      \(repository)
      """)
    try makeClone()
  }

  /// Makes everything as it was before `apply`.
  func restore(after forgery: Forgery) throws {
    try forge.server.restore()
    try forge.project.shell("cp ../kept.signers ../signers")
    guard forgery.repository != nil else { return }
    try forge.project.shell("rm -rf ../forge/owner/tool.git; cp -R ../kept.git ../forge/owner/tool.git")
    try makeClone()
  }

  private func tamper(_ action: String, asset: some StringProtocol) throws {
    try forge.server.tamper(
      #"{"forge": "\#(kind.rawValue)", "repository": "owner/tool", "tag": "1.6.0", "action": "\#(action)", "asset": "\#(asset)", "file": "\#(forge.project.root)/got/\#(asset)"}"#
    )
  }
}

/// A change of a release by someone who can replace all of its files and move its tag.
struct Forgery: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// A script in the folder with the files of the release, beside `../key` and `../stranger`. Changed files are uploaded, and those
  /// that are gone are deleted.
  var script = "true"
  /// A script in a clone that may push with `--force`.
  var repository: String?
  /// All errors of `martlet verify`, sorted.
  let errors: [String]

  init(
    _ description: String, _ script: String = "true", repository: String? = nil,
    _ errors: String...
  ) {
    testDescription = description
    (self.script, self.repository, self.errors) = (script, repository, errors)
  }
}
