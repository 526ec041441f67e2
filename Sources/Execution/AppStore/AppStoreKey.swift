import Lanes
import MartletCore
import Processes
import SystemAPI

/// A key of App Store Connect, checked without a network.
///
/// Source: Apple, "Creating API Keys for App Store Connect API": PKCS#8 in PEM, with an EC key on P-256.
struct AppStoreKey: Sendable {
  let id: String
  /// Nil for an individual key.
  let issuer: String?
  /// The key in PEM.
  private let pem: Secret
  /// The variable that holds it.
  let variable: String

  /// - Parameter text: PEM with line breaks or a literal `\n`, or the Base64 of that.
  init(id: String, issuer: String?, text: String, variable: String) throws(Failure) {
    var text = text.replacing("\\n", with: "\n").replacing("\r", with: "")
    if !text.contains("-----BEGIN"), let bytes = Base64.standard.bytes(of: text.filter { !$0.isWhitespace }) {
      text = String(decoding: bytes, as: UTF8.self)
    }
    guard let start = text.firstRange(of: "-----BEGIN PRIVATE KEY-----"),
      let end = text.firstRange(of: "-----END PRIVATE KEY-----"), start.upperBound <= end.lowerBound,
      let bytes = Base64.standard.bytes(of: text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
    else { throw .unreadableAppStoreKey(variable, "it is not PEM with `-----BEGIN PRIVATE KEY-----`") }
    guard DERReader.isP256Key(bytes) else {
      throw .unreadableAppStoreKey(variable, "it is not an elliptic key on P-256")
    }
    self.id = id
    self.issuer = issuer
    self.variable = variable
    let body = Base64.standard.text(of: bytes)
    let lines = stride(from: 0, to: body.count, by: 64).map { body.dropFirst($0).prefix(64) }
    pem = Secret("-----BEGIN PRIVATE KEY-----\n\(lines.joined(separator: "\n"))\n-----END PRIVATE KEY-----\n")
  }

  /// Returns a token that is valid for 19 minutes: Apple accepts 20, and a clock that is fast by a minute.
  ///
  /// Source: Apple, "Generating Tokens for API Requests".
  ///
  /// - Parameter now: In seconds since 1970.
  func token(at now: Int, environment: [String: String]) throws -> String {
    let start = now - 60
    let claims =
      issuer.map { #"{"aud":"appstoreconnect-v1","exp":\#(start + 1140),"iat":\#(start),"iss":"\#($0)"}"# }
      ?? #"{"aud":"appstoreconnect-v1","exp":\#(start + 1140),"iat":\#(start),"sub":"user"}"#
    let text = [#"{"alg":"ES256","kid":"\#(id)","typ":"JWT"}"#, claims].map(Self.encoded).joined(separator: ".")
    return "\(text).\(Self.encoded(try signature(of: text, environment)))"
  }

  private static func encoded(_ text: String) -> String { encoded(Array(text.utf8)) }

  private static func encoded(_ bytes: [UInt8]) -> String {
    String(decoding: Base64.urlSafe.digits(of: bytes), as: UTF8.self)
  }

  /// Signs with the program `openssl`: the key reaches it by a pipe, and the text, which is public, by a file.
  private func signature(of text: String, _ environment: [String: String]) throws -> [UInt8] {
    var path = Array("\(environment["TMPDIR"] ?? "/tmp")/martlet-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw ExecutionError.cannotWrite(name, code: lastSystemError) }
    defer {
      close(descriptor)
      unlink(name)
    }
    try SystemFile.write(Array(text.utf8), to: descriptor)
    var command = Command(
      "openssl", ["dgst", "-sha256", "-sign", "/dev/stdin", name], environment: environment.filter { $0.key == "PATH" })
    command.input = .bytes(Array(pem.exposed.utf8))
    command.timeout = .seconds(30)
    let result: CommandResult
    do throws(ProcessError) {
      result = try command.run()
    } catch {
      throw Failure.noOpenSSL("\(error)")
    }
    guard result.succeeded, let signature = Self.rawSignature(result.output) else {
      throw Failure.unreadableAppStoreKey(variable, "`openssl` cannot sign with it")
    }
    return signature
  }

  /// The two numbers of a signature in DER, each in 32 bytes (RFC 7518, 3.4).
  static func rawSignature(_ der: [UInt8]) -> [UInt8]? {
    var file = DERReader(der)
    guard let numbers = file.read(DERReader.sequence), file.isAtEnd else { return nil }
    var rest = DERReader(numbers)
    var raw: [UInt8] = []
    for _ in 0..<2 {
      guard let number = rest.read(DERReader.integer)?.drop(while: { $0 == 0 }), number.count <= 32 else { return nil }
      raw += [UInt8](repeating: 0, count: 32 - number.count) + number
    }
    return rest.isAtEnd ? raw : nil
  }
}

extension Failure {
  fileprivate static func unreadableAppStoreKey(_ variable: String, _ reason: String) -> Failure {
    Failure(
      "the key in `\(variable)` cannot be used for App Store Connect: \(reason)",
      hint: "download the key again, or create one, at https://appstoreconnect.apple.com/access/integrations/api, "
        + "and set `\(variable)` to the text of `AuthKey_….p8`",
      code: .credentials, exit: .credentials)
  }

  private static func noOpenSSLHint() -> String { "install `openssl`, for example with `apt-get install openssl`" }

  fileprivate static func noOpenSSL(_ reason: String) -> Failure {
    Failure("the token for App Store Connect needs the program `openssl`: \(reason)", hint: noOpenSSLHint())
  }
}
