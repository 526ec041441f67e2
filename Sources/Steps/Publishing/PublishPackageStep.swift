import Lanes
import MartletCore

/// Publishes a package in a Swift package registry.
package struct PublishPackageStep: Step {
  package static let keyword = "publish_package"
  package static let summary =
    "Publishes a source archive in a Swift package registry (SE-0391), and reads its checksum back. A version that is there with the same archive is done."
  package static let parameters = [
    Parameter<Self>.main("package", \.package, "The identifier of the package, such as `mona.LinkedList`.", .required),
    Parameter<Self>("registry", \.registry, "The address of the registry.", .required),
    Parameter<Self>(
      "archive", \.archive,
      "The zip archive of the sources, with one folder at its top: a path, or the `id` of the step that makes it.",
      .required),
    Parameter<Self>("version", \.version, "The version to publish."),
    Parameter<Self>(
      "token_env", \.tokenVariable,
      "The name of the environment variable with the token; left out, requests have no credentials."),
    Parameter<Self>(
      "user", \.user, "The user's name, for a registry that needs a name and a password; `token_env` has the password."),
  ]

  package static let predecessors = ["tag", "push"]

  package var package: Template = ""
  package var registry: Template = ""
  package var archive: Template = ""
  package var version: Template = "${version}"
  package var tokenVariable: Template?
  package var user: Template?

  package init() {}

  package var reachesServices: Bool { true }

  package var credentialVariables: [Template] { [tokenVariable].compactMap(\.self) }

  package func mistakes(id: String?) -> [StepProblem] {
    user != nil && tokenVariable == nil ? [StepProblem(.userWithoutToken)] : []
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let archive = try archive(in: draft)
    let publication = PackagePublication(
      of: try identifier(in: draft), try version(in: draft), in: try address(in: draft), archive: archive,
      tokenVariable: try tokenVariable.map(draft.text(of:)), user: try user.map(draft.text(of:)))
    var decision = Decision()
    if !draft.keeps(archive) { decision.effects.append(.keepArtifact(archive)) }
    decision.effects.append(.publishPackage(publication))
    decision.awaitsStage = archive.contents == nil
    return decision
  }

  /// Source: SE-0292, "Package scope" and "Package name".
  private func identifier(in draft: Draft) throws -> (scope: String, name: String) {
    let text = try draft.text(of: package)
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[0].isIdentifierPart(limit: 39, separators: "-"),
      parts[1].isIdentifierPart(limit: 100, separators: "-_")
    else { throw Failure.badPackageIdentifier(text) }
    return (parts[0], parts[1])
  }

  private func version(in draft: Draft) throws -> String {
    let text = try draft.text(of: version)
    guard let version = try? Version(text), version.components.count == 3 else { throw Failure.badPackageVersion(text) }
    return text
  }

  private func address(in draft: Draft) throws -> String {
    let text = try draft.text(of: registry)
    guard text.hasPrefix("https://") || text.hasPrefix("http://"),
      !text.contains(where: { "?#@".contains($0) || $0.isWhitespace })
    else { throw Failure.badRegistry(text) }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private func archive(in draft: Draft) throws -> Artifact {
    let found = try AssetList([archive], in: draft).artifacts
    guard let file = found.first, found.count == 1 else {
      throw Failure.severalArchives(try draft.text(of: archive), found.map(\.path))
    }
    guard file.name.hasSuffix(".zip") else { throw Failure.notASourceArchive(file.path) }
    return file
  }
}

extension String {
  /// Whether this has at most `limit` letters, digits and `separators`, of which none is first, last or after another.
  fileprivate func isIdentifierPart(limit: Int, separators: String) -> Bool {
    let parts = split(omittingEmptySubsequences: false) { separators.contains($0) }
    return utf8.count <= limit && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0.isLetter || $0.isDigit } }
  }
}

extension Failure {
  static let userWithoutToken = Failure("`user` without `token_env`, expected the variable with the password, too")

  static func badPackageIdentifier(_ text: String) -> Failure {
    Failure(
      "`\(text)` is not a package identifier, expected a scope and a name with a period between them, such as `mona.LinkedList`"
    ).permanent
  }

  static func badPackageVersion(_ text: String) -> Failure {
    Failure("`\(text)` is not a version for a registry, expected a semantic version such as `1.5.0`")
  }

  static func badRegistry(_ text: String) -> Failure {
    Failure("`\(text)` is not the address of a registry, expected one such as `https://registry.example.com`").permanent
  }

  static func notASourceArchive(_ path: String) -> Failure {
    Failure(
      "`\(path)` is not a name of a zip archive, expected the suffix `.zip`",
      hint: "make it with `export: {output: dist/NAME.zip, prefix: NAME/}`")
  }
}
