/// A private key for signatures that a variable of the environment holds: for machines, such as those of CI, on which
/// nobody has configured git to sign.
///
/// It is written to a file of this user's alone for as long as a signature takes, and is never an argument.
struct GivenKey {
  /// What kinds of keys there are.
  enum Form {
    case openpgp, ssh
  }

  /// The variable with the key: an OpenPGP key in its armour, or a private key for ssh.
  static let keyVariable = "MARTLET_SIGNING_KEY"
  /// The variable with the passphrase of the key, where it has one.
  static let passphraseVariable = "MARTLET_SIGNING_KEY_PASSPHRASE"

  let form: Form
  /// The key with line feeds and one at its end, which ssh-keygen insists on and forms for secrets drop.
  let text: String
  /// Nil for a key without one.
  let passphrase: String?

  static func isSet(in environment: [String: String]) -> Bool { !environment[keyVariable, default: ""].isEmpty }

  /// The key that `environment` holds; nil when it holds none.
  ///
  /// - Throws: `GitError.unusableGivenKey` for what is no private key.
  init?(in environment: [String: String]) throws(GitError) {
    guard Self.isSet(in: environment), let key = environment[Self.keyVariable] else { return nil }
    if key.contains("-----BEGIN PGP PRIVATE KEY BLOCK-----") {
      form = .openpgp
    } else if key.contains("-----BEGIN "), key.contains("PRIVATE KEY-----") {
      form = .ssh
    } else {
      throw .unusableGivenKey(variable: Self.keyVariable)
    }
    // The armour of OpenPGP has an empty line that must stay.
    let lines = key.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    text = lines.joined(separator: "\n") + "\n"
    let words = environment[Self.passphraseVariable, default: ""]
    passphrase = words.isEmpty ? nil : words
  }
}

extension Repository {
  /// The variables that hold secrets of ours, which no program sees but the one that needs them.
  package static let secretVariables: Set<String> = [GivenKey.keyVariable, GivenKey.passphraseVariable]
}
