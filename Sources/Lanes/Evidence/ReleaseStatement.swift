import MartletCore

/// The contents of a published release: an in-toto statement, whose signature shows who made the release.
///
/// Source: https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md. The predicate is Martlet's own. The same
/// release always gives the same bytes, and no other bytes are accepted, so a signed text has one meaning.
package struct ReleaseStatement: Hashable, Sendable {
  /// A file of the release.
  package struct File: Hashable, Sendable {
    package let name: String
    /// The SHA-256 as hexadecimal digits.
    package let digest: String

    package init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  /// The names of the two assets that no statement lists.
  package static let fileName = "release.intoto.json"
  package static let signatureName = "\(fileName).sig"

  private static let statementType = "https://in-toto.io/Statement/v1"
  private static let predicateType = "urn:martlet:release:v1"

  /// Every asset but the statement's own two, in byte order of their names.
  package let files: [File]
  /// Such as `github.com/owner/name`.
  package let repository: String
  package let tag: String
  /// The object that the tag names, and the commit, as hexadecimal digits.
  package let (tagObject, commit): (String, String)
  package let version: String
  /// Values of the run, by name.
  package let facts: [String: String]
  /// The program that made the release, such as `martlet/1.2.0`.
  package let program: String

  package init(
    of files: [File], repository: String, tag: String, tagObject: String, commit: String, version: String,
    facts: [String: String], program: String
  ) {
    self.files = files.sorted { $0.name.precedesInBytes($1.name) }
    (self.repository, self.tag, self.tagObject, self.commit) = (repository, tag, tagObject, commit)
    (self.version, self.facts, self.program) = (version, facts, program)
  }

  /// Parses the exact bytes of a statement.
  ///
  /// - Throws: `Failure.noStatement`, `.otherPredicate`.
  package init(_ bytes: [UInt8]) throws(Failure) {
    guard let path = RelativePath(Self.fileName), let source = try? SourceText(path: path, fileBytes: bytes),
      let root = try? DocumentValue(json: source, isStrict: true), let predicate = root["predicate"],
      let type = root["predicateType"]?.text
    else { throw .noStatement }
    guard type == Self.predicateType else { throw .otherPredicate(type, expected: Self.predicateType) }
    func text(_ name: String) -> String { predicate[name]?.text ?? "" }
    let files = (root["subject"]?.elements ?? []).map { subject in
      File(name: subject["name"]?.text ?? "", digest: subject["digest"]?["sha256"]?.text ?? "")
    }
    let facts = (predicate["facts"]?.entries ?? []).map { ($0.key, $0.value.text ?? "") }
    self.init(
      of: files, repository: text("repository"), tag: text("tag"), tagObject: text("tagObject"), commit: text("commit"),
      version: text("version"), facts: Dictionary(facts) { $1 }, program: text("program"))
    // Missing, unknown, repeated and reordered members, and other spellings, all give other bytes.
    guard Array(json.utf8) == bytes, !files.isEmpty, Set(files.map(\.name)).count == files.count,
      files.allSatisfy({ ContentDigest(hex: $0.digest)?.hex == $0.digest })
    else { throw .noStatement }
  }

  /// The text of the file.
  package var json: String {
    let subjects = files.map { file in
      JSONText.members(["name": .string(file.name), "digest": .members(["sha256": .string(file.digest)])])
    }
    let facts = facts.sorted { $0.key.precedesInBytes($1.key) }.map { JSONText.Member($0.key, .string($0.value)) }
    return JSONText.members([
      "_type": .string(Self.statementType), "subject": .list(subjects), "predicateType": .string(Self.predicateType),
      "predicate": .members([
        "repository": .string(repository), "tag": .string(tag), "tagObject": .string(tagObject),
        "commit": .string(commit), "version": .string(version), "facts": .object(facts), "program": .string(program),
      ]),
    ]).document
  }
}

extension Failure {
  fileprivate static let noStatement = Failure(
    "`\(ReleaseStatement.fileName)` is not a statement with the exact bytes that Martlet writes")

  fileprivate static func otherPredicate(_ type: String, expected: String) -> Failure {
    Failure("`\(ReleaseStatement.fileName)` is a statement of the type `\(type)`, expected `\(expected)`")
  }
}
