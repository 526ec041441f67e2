extension Forgery {
  private static let badSignature = "`release.intoto.json.sig` is not a signature of `release.intoto.json` by ssh"
  private static let otherSigner =
    "`release.intoto.json.sig` is by a key that `$ROOT/signers` does not have, or that is not valid now"
  private static let otherBytes = "`release.intoto.json` is not a statement with the exact bytes that Martlet writes"

  private static func missing(_ name: String) -> String {
    "the release has no asset `\(name)`, so that nothing shows what it has to contain"
  }
  private static func other(_ part: String, _ found: String, _ expected: String) -> String {
    "the statement is about the \(part) `\(found)`, expected `\(expected)`"
  }
  private static func differs(_ name: String) -> String {
    "the asset `\(name)` downloads as $DIGEST, expected $DIGEST by the statement"
  }
  private static func lacks(_ name: String) -> String { "the release has no asset `\(name)`, which the statement has" }
  private static func extra(_ name: String) -> String {
    "the release has an asset `\(name)` that the statement does not have"
  }
  private static let otherTag = other("tag object", "$ID", "$ID")
  private static let otherCommit = other("commit", "$ID", "$ID")
  private static let otherBinary =
    "the archive of the binary target `Tool` has the SHA-256 $DIGEST, expected its checksum `$DIGEST`"

  /// A change of one value of the statement, and what is wrong if the project's key has signed it.
  private static let values: [(name: String, edit: String, errors: [String])] = [
    (
      "the repository", #"s|"repository": ".*"|"repository": "example.com/fork/tool"|"#,
      [other("repository", "example.com/fork/tool", "$HOST/owner/tool")]
    ),
    ("the tag", #"s|"tag": ".*"|"tag": "1.5.0"|"#, [other("tag", "1.5.0", "1.6.0")]),
    ("the tag object", #"/tagObject/s|[0-9a-f]\{40\}|0123456789012345678901234567890123456789|"#, [otherTag]),
    ("the commit", #"/commit/s|[0-9a-f]\{40\}|0123456789012345678901234567890123456789|"#, [otherCommit]),
    ("a digest", #"0,/"sha256": ".\{8\}/s//"sha256": "00000000/"#, [differs("App.zip")]),
    ("the name of a file", "s|Tool.zip|Zool.zip|", [extra("Tool.zip"), lacks("Zool.zip")]),
    ("a file less", "/Tool.cdx.json/,+5d", [extra("Tool.cdx.json")]),
    (
      "a file more",
      #"s|  "subject": \[|&\n    {\n      "name": "A.zip",\n      "digest": {\n        "sha256": "\#(zeros)"\n      }\n    },|"#,
      [lacks("A.zip")]
    ),
    (
      "the type of the predicate", "s|urn:martlet:release:v1|https://slsa.dev/provenance/v1|",
      [
        "`release.intoto.json` is a statement of the type `https://slsa.dev/provenance/v1`, expected `urn:martlet:release:v1`"
      ]
    ),
    ("the type of the statement", "s|Statement/v1|Statement/v0.1|", [otherBytes]),
  ]
  private static let zeros = String(repeating: "0", count: 64)

  /// Each value: changed alone, signed by a stranger, and as a statement that the project's key has signed elsewhere.
  private static let statements: [Forgery] = values.flatMap { value in
    [
      Forgery("\(value.name), unsigned", "edit '\(value.edit)'", badSignature),
      Forgery("\(value.name), by a stranger", "edit '\(value.edit)'; sign stranger", otherSigner),
      Forgery("\(value.name), by the key", "edit '\(value.edit)'; sign", value.errors),
    ]
  }

  private static let edits: [(name: String, edit: String)] = [
    ("a member twice", #"s|    "tag": "1.6.0",|&\n&|"#),
    ("an unknown member", #"s|    "tag": "1.6.0",|&\n    "more": "x",|"#),
    ("another order", #"/"repository"/{h;d};/"tag":/G"#), ("other spaces", "s|^  ||"),
    ("a line end of Windows", #"s|$|\r|"#),
    ("no line end", "$!b;s|}|} |"), ("a digest in upper case", #"/sha256/s|[0-9a-f]\{64\}|\U&|"#),
    ("a missing tag", #"/"tag":/d"#), ("no file", #"/"subject"/,/^  \],/d"#),
    ("a file twice", #"s|"Tool.zip"|"App.zip"|"#), ("an escaped letter", #"s|"App.zip"|"\\u0041pp.zip"|"#),
    ("a number for a text", #"s|"tag": "1.6.0"|"tag": 1.6|"#),
  ]
  private static let editedForms: [Forgery] = edits.map { edit in
    Forgery("the form: \(edit.name)", "edit '\(edit.edit)'; sign", otherBytes)
  }

  private static let forms: [Forgery] = [
    Forgery("the form: not JSON", "echo statement > release.intoto.json; sign", otherBytes),
    Forgery("the form: nested deeply", "printf '[%.0s' $(seq 9999) > release.intoto.json; sign", otherBytes),
    Forgery("the form: a list of checksums", "cp SHA256SUMS release.intoto.json; sign", otherBytes),
    Forgery("the form: two statements", "cat ../first/release.intoto.json >> release.intoto.json; sign", otherBytes),
  ]

  private static let signatures: [Forgery] = [
    Forgery("a word as signature", "echo garbage > release.intoto.json.sig", badSignature),
    Forgery("a signature of OpenPGP", "echo '-----BEGIN PGP SIGNATURE-----' > release.intoto.json.sig", badSignature),
    Forgery("a signature of minisign", "echo 'untrusted comment: x' > release.intoto.json.sig", badSignature),
    Forgery("a signature for git", "sign key git", badSignature),
    Forgery("a signature for files", "sign key file", badSignature),
    Forgery(
      "a signature of the checksums",
      "ssh-keygen -q -Y sign -n martlet-release -f ../key SHA256SUMS; mv SHA256SUMS.sig release.intoto.json.sig",
      badSignature),
    Forgery("the signature of the first release", "cp ../first/release.intoto.json.sig .", badSignature),
    Forgery("no signature", "rm release.intoto.json.sig", missing("release.intoto.json.sig")),
    Forgery("no statement", "rm release.intoto.json", missing("release.intoto.json")),
    Forgery("neither", "rm release.*", missing("release.intoto.json")),
    Forgery(
      "only a signed list of checksums",
      "rm release.*; ssh-keygen -q -Y sign -n martlet-release -f ../key SHA256SUMS", missing("release.intoto.json")),
    Forgery(
      "a huge statement", "head -c 2000000 /dev/zero > release.intoto.json; sign",
      "the asset `release.intoto.json` is larger than 1048576 bytes, so that it is not read"),
    Forgery(
      "a huge signature", "head -c 2000000 /dev/zero > release.intoto.json.sig",
      "the asset `release.intoto.json.sig` is larger than 1048576 bytes, so that it is not read"),
  ]

  private static let files: [Forgery] = SignedRelease.files.flatMap { name -> [Forgery] in
    let binary: [String] = name == "Tool.zip" ? [otherBinary] : []
    let gone: [String] =
      name == "Tool.zip" ? ["the archive of the binary target `Tool` cannot be downloaded"] : []
    return [
      Forgery("another \(name)", "echo other >> \(name)", [differs(name)] + binary),
      Forgery("no \(name)", "rm \(name)", gone + [lacks(name)]),
    ]
  }

  private static let assets: [Forgery] = [
    Forgery("a file more", "echo other > Other.zip", extra("Other.zip")),
    Forgery(
      "a list of checksums with a file more", "echo x > Other.zip; sha256sum Other.zip > checksums.txt",
      extra("Other.zip"), extra("checksums.txt")),
    Forgery("a signature more", "echo other > App.zip.asc", extra("App.zip.asc")),
    Forgery("a file of the first release", "cp ../first/App.zip .", differs("App.zip")),
    Forgery(
      "two files, exchanged", "cp Tool.cdx.json x; cp SHA256SUMS Tool.cdx.json; mv x SHA256SUMS",
      differs("SHA256SUMS"), differs("Tool.cdx.json")),
    Forgery("a file with another name", "mv App.zip renamed.bin", lacks("App.zip"), extra("renamed.bin")),
  ]

  private static let replays: [Forgery] = [
    Forgery("the whole first release", "cp ../first/* .", otherCommit, other("tag", "1.5.0", "1.6.0"), otherTag),
    Forgery(
      "the statement of the first release", "cp ../first/release.* .", otherCommit, other("tag", "1.5.0", "1.6.0"),
      otherTag),
    Forgery(
      "the whole first release at the first tag, renamed", "cp ../first/* .",
      repository: "git push -q --force origin refs/tags/1.5.0:refs/tags/1.6.0",
      "the signature of the tag `1.6.0` does not belong to it", other("tag", "1.5.0", "1.6.0")),
    Forgery(
      "the statement of another repository with the same key",
      #"edit 's|"repository": ".*"|"repository": "example.com/owner/other"|'; sign"#,
      other("repository", "example.com/owner/other", "$HOST/owner/tool")),
    Forgery(
      "the statement of a try that was undone",
      repository: "git tag -f -s -m 'Second try' 1.6.0 1.6.0^{}; git push -q --force origin 1.6.0", otherTag),
  ]

  private static let tags: [Forgery] = [
    Forgery(
      "the tag moved, unsigned", repository: "git tag -f -m Moved 1.6.0 1.6.0~1; git push -q --force origin 1.6.0",
      otherCommit, otherTag),
    Forgery(
      "the tag moved, signed by a stranger",
      repository:
        "git config user.signingKey \"$PWD/../stranger\"; git tag -f -s -m Other 1.6.0 1.6.0^{}; git push -q --force origin 1.6.0",
      otherTag),
    Forgery(
      "the tag is only a name", repository: "git tag -f 1.6.0 1.6.0^{}; git push -q --force origin 1.6.0", otherTag),
    Forgery(
      "the tag has another message",
      repository: "git tag -f -a -m Other 1.6.0 1.6.0^{}; git push -q --force origin 1.6.0",
      otherTag),
    Forgery(
      "the checksum in the package manifest",
      repository: """
        sed -i 's/checksum: "[0-9a-f]*/checksum: "\(zeros)/' Package.swift
        git commit -qam Other; git tag -f -m Other 1.6.0; git push -q --force origin 1.6.0
        """, otherBinary, otherCommit, otherTag),
    Forgery(
      "the tag is gone", repository: "git push -q origin :refs/tags/1.6.0",
      "`origin` has no tag `1.6.0`, and the release of it is public",
      other("commit", "$ID", "one of the remote"), other("tag object", "$ID", "one of the remote")),
  ]

  private static let keys: [Forgery] = [
    Forgery(
      "a key that has expired", #"printf 'r@x valid-before="20200101" %s\n' "$(cat ../key.pub)" > ../signers"#,
      otherSigner),
    Forgery(
      "a key that has expired, with a chosen time",
      #"printf 'r@x valid-before="20200101" %s\n' "$(cat ../key.pub)" > ../signers"#,
      repository:
        "export GIT_COMMITTER_DATE='2019-01-01 00:00:00 +0000'; git tag -f -s -m 'Cool 1.6.0' 1.6.0 1.6.0^{}; git push -q --force origin 1.6.0",
      otherSigner),
    Forgery(
      "a key that is valid later", #"printf 'r@x valid-after="20990101" %s\n' "$(cat ../key.pub)" > ../signers"#,
      otherSigner),
    Forgery(
      "a key for another purpose", #"printf 'r@x namespaces="git" %s\n' "$(cat ../key.pub)" > ../signers"#, otherSigner),
    Forgery("no keys", ": > ../signers", otherSigner),
    Forgery(
      "no file with keys", "rm ../signers", "no file `$ROOT/signers`, expected one with the keys that may sign"),
    Forgery(
      "a key that its file revokes", "sed 's/^/# revoked: /' ../signers >> ../signers",
      "`release.intoto.json.sig` is by a key that `$ROOT/signers` revokes"),
    Forgery(
      "a key that its file revokes with a time",
      #"printf '#Revoked: r@x valid-before="20200101" %s\n' "$(cat ../key.pub)" >> ../signers"#,
      "`release.intoto.json.sig` is by a key that `$ROOT/signers` revokes"),
    Forgery(
      "a revocation without a key", "echo '# revoked: the old one' >> ../signers",
      "`revoked: the old one` in `$ROOT/signers` has no key, expected one such as `ssh-ed25519 AAAA…`"),
    Forgery(
      "a key that the default branch revokes",
      repository: """
        sed 's/^/# revoked: /' ../signers > allowed_signers
        git add allowed_signers; git commit -qm 'Revoke the key'; git push -q origin HEAD:main
        """, "`release.intoto.json.sig` is by a key that `allowed_signers` on the default branch revokes"),
  ]

  static let all: [Forgery] = [
    statements, editedForms, forms, signatures, files, assets, replays, tags, keys,
  ].flatMap(\.self)

  private init(_ description: String, _ script: String, _ errors: [String]) {
    testDescription = description
    (self.script, self.errors) = (script, errors)
  }
}
