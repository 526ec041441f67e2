/// A private signing key from an environment variable, for machines such as CI runners where git is not configured to
/// sign.
///
/// While a signature is made, the key is in a file that only this user can read. It is never a command-line argument.
struct GivenKey {
  /// The kinds of keys.
  enum Form {
    case openpgp, ssh
  }

  /// The variable with the key: an OpenPGP key in ASCII armour, or an SSH private key.
  static let keyVariable = "MARTLET_SIGNING_KEY"
  /// The variable with the passphrase of the key, if any.
  static let passphraseVariable = "MARTLET_SIGNING_KEY_PASSPHRASE"

  let form: Form
  /// The key with line feeds and one at its end, which ssh-keygen requires but forms for secrets often drop.
  let text: String
  /// Nil for a key without a passphrase.
  let passphrase: String?

  static func isSet(in environment: [String: String]) -> Bool { !environment[keyVariable, default: ""].isEmpty }

  /// Reads the key from `environment`; nil when the variable is not set.
  ///
  /// - Throws: `GitError.unusableGivenKey` if it is not a private key.
  init?(in environment: [String: String]) throws(GitError) {
    guard Self.isSet(in: environment), let key = environment[Self.keyVariable] else { return nil }
    if key.contains("-----BEGIN PGP PRIVATE KEY BLOCK-----") {
      form = .openpgp
    } else if key.contains("-----BEGIN "), key.contains("PRIVATE KEY-----") {
      form = .ssh
    } else {
      throw .unusableGivenKey(variable: Self.keyVariable)
    }
    // OpenPGP armour contains an empty line that must be kept.
    let lines = key.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    text = lines.joined(separator: "\n") + "\n"
    let value = environment[Self.passphraseVariable, default: ""]
    passphrase = value.isEmpty ? nil : value
  }
}

extension Repository {
  /// The variables with Martlet's secrets, which only the program that needs them receives.
  package static let secretVariables: Set<String> = [GivenKey.keyVariable, GivenKey.passphraseVariable]
}
