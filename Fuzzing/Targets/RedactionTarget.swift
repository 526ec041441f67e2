@testable import Execution
@testable import Lanes
@testable import MartletCore
@testable import TestSupport

/// Up to three secrets, one a line, and behind them what a program writes, in which `\u{1}` to `\u{9}` stand for forms of
/// the secrets: cut anywhere, none of them is let through.
struct RedactionTarget: FuzzTarget {
  static let name = "redaction"
  static let greatestLength = 512

  func check(_ input: Input) throws {
    let lines = input.lines(4)
    guard lines.count == 4 else { return }
    // An asterisk in a secret could be one of the mask.
    let secrets = lines.prefix(3).filter { $0.utf8.count < 200 && !$0.contains("*") }
    let forms = secrets.flatMap { SecretForms(of: $0).all }.sorted { $0.lexicographicallyPrecedes($1) }
    let text = Array(lines[3].utf8).flatMap { byte -> [UInt8] in
      (1...9).contains(byte) && !forms.isEmpty ? forms[Int(byte) * 7 % forms.count] : [byte]
    }
    let redaction = Redaction(of: secrets.map(Secret.init))
    var random = input.random
    var (stream, clean, cutter) = (RedactionStream(redaction), [UInt8](), LineSplitter())
    var (rest, shown) = (text[...], [UInt8]())
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...24, using: &random))
      rest = rest.dropFirst(piece.count)
      let told = stream.redacted(Array(piece))
      clean += told
      shown += cutter.lines(of: told).joined()
    }
    let told = stream.rest()
    clean += told
    shown += cutter.lines(of: told).joined() + (cutter.rest() ?? [])
    for form in forms where !form.contains(UInt8(ascii: "*")) {
      try require(!clean.contains(form), "`\(String(decoding: form, as: UTF8.self))` is let through")
    }
    var whole = RedactionStream(redaction)
    try require(whole.redacted(text) + whole.rest() == clean, "pieces come to something else than the whole")
    try require(shown == clean.filter { !$0.isLineEnd }, "cutting lines loses bytes")
  }
}
