import Lanes
import MartletCore

extension String {
  /// The line of a file, in which the values that are probably secret are replaced by `…`: a literal with a secret's name, a
  /// known form of a token, and an address with a password or of a webhook.
  ///
  /// A reference such as `ENV["TOKEN"]` or `#{token}` stays.
  var withoutSecrets: String {
    var text = self
    if SecretName.isLikely(text) {
      text = text.replacing(Self.namedLiteral) { match in
        SecretName.isLikely(String(match.output.1)) ? "\(match.output.1)\(match.output.2)…" : String(match.output.0)
      }
      text = text.replacing(Self.namedWord) { match in
        SecretName.isLikely(String(match.output.1)) ? "\(match.output.1)\(match.output.2)…" : String(match.output.0)
      }
    }
    if text.contains("earer ") || text.contains("asic ") {
      text = text.replacing(/([Bb]earer|[Bb]asic) [A-Za-z0-9._~+\/=-]{6,}/) { "\($0.output.1) …" }
    }
    if text.contains("://") {
      text = text.replacing(/:\/\/[^\/\s"'@#]+:[^\/\s"'@]+@/) { _ in "://…@" }
      text = text.replacing(
        /(:\/\/[^\/\s"']*(?:hooks\.|webhook)[^\/\s"']*|:\/\/[^\/\s"']+\/(?:api\/)?webhooks?)\/[^\s"']+/
      ) {
        "\($0.output.1)/…"
      }
    }
    return text.replacing(Self.token) { match in match.output.isTokenLike ? "…" : String(match.output) }
  }

  /// `name: "text"`, `"NAME" => "text"`, `name("text`, `NAME = 'text'`.
  private static var namedLiteral: Regex<(Substring, Substring, Substring)> {
    /(?i)([a-z0-9_]*(?:token|passw|secret|private|key|auth|credential|webhook)[a-z0-9_]*)(["']?\]?\s*(?::|=>|=|,|\()\s*["'])(?!#\{)[^"'\s][^"']*/
  }
  /// `--token abc`, `TOKEN=abc`, `token:abc`.
  private static var namedWord: Regex<(Substring, Substring, Substring)> {
    /(?i)([a-z0-9_-]*(?:token|passw|secret|private|key|auth|credential|webhook)[a-z0-9_-]*)((?:=|:|\s)(?![\s#$"'(\[{:=>]))[^\s"'&|;,)\]}#]{4,}/
  }
  private static var token: Regex<Substring> { /[A-Za-z0-9_+\/-]{20,}/ }
}

extension Substring {
  /// Whether it has a known form of a token, or is a long mix of letters and digits.
  fileprivate var isTokenLike: Bool {
    let starts = [
      "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "xox", "AKIA", "AIza", "sk_", "eyJ", "ya29", "npm_",
    ]
    if starts.contains(where: hasPrefix) { return true }
    if count >= 32, allSatisfy(\.isHexDigit) { return true }
    return count >= 32 && !contains("/") && contains(where: \.isNumber) && contains(where: \.isUppercase)
      && contains(where: \.isLowercase) && !contains("_") && !contains("-")
  }
}
