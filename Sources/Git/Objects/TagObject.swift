import MartletCore

/// An annotated tag of a commit to be stored, in git's format:
///
///     object <id>
///     type commit
///     tag <name>
///     tagger <name> <<email>> <seconds> <zone>
///
///     <message>
///     <signature, if any>
struct TagObject {
  let commit: ObjectID
  let name: String
  let tagger: Identity
  let message: String

  /// Returns the object's bytes; the signature is over the bytes without it.
  func bytes(signature: String? = nil) -> [UInt8] {
    let lines = ["object \(commit)", "type commit", "tag \(name)", "tagger \(tagger.line)", "", message]
    return Array((lines.joined(separator: "\n") + (signature ?? "")).utf8)
  }
}
