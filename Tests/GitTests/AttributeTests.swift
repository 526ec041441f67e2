import TestSupport
import Testing

@testable import Git

@Suite("Attributes of a tree")
struct AttributeTests {
  private static let paths = ["a.txt", "b.bin", "src/a.txt", "src/deep/b.txt", "src/space name", "docs/x", "UPPER.TXT"]
  private static let names = ["export-ignore", "export-subst", "text", "eol", "ident", "filter", "diff"]

  @Test(
    "match git's",
    arguments: [
      "*.txt text\n*.bin binary\n", "[attr]gone export-ignore -text\n*.txt gone\nsrc/*.txt !export-ignore\n",
      "* text=auto eol=crlf\n*.txt -text\na.txt !text\n", "src/** export-ignore\n/a.txt ident\nsrc/ export-subst\n",
      "\"src/space name\" filter=x\n\"\\163rc/deep/*\" ident\n", "# comment\n  \t *.txt \t text  eol=lf \r\n",
      "!*.txt text\n*.txt =x\n*.bin te:xt\nb.bin -diff=3\n", "*.txt text -text text\n*.txt !text\n", "**/b.txt ident",
      "[attr]a b\n[attr]b ident\n*.txt a\n", "*.txt diff=x diff\n\u{0}*.bin text\n",
      "[attr]ident text\nx ident\n* ident\n",
    ])
  func asGit(file: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitattributes", file)
    try sandbox.write("src/.gitattributes", "*.txt eol=lf\n[attr]no text\ndeep/* -ident\n")
    try sandbox.write(".git/info/attributes", "docs/* export-subst\n[attr]own ident\nb.bin own\n")
    try sandbox.git("add", ".")
    let answer = try sandbox.run("git", ["check-attr", "--cached", "-z"] + Self.names + ["--"] + Self.paths)
    let words = answer.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    var root = AttributeStack(
      weaker: [], root: Array(file.utf8), info: Array("docs/* export-subst\n[attr]own ident\nb.bin own\n".utf8),
      ignoresCase: false)
    let top = root
    root.append(Array("*.txt eol=lf\n[attr]no text\ndeep/* -ident\n".utf8), in: Array("src".utf8)[...])
    for index in stride(from: 0, to: words.count - 2, by: 3) {
      let (path, name, value) = (words[index], words[index + 1], words[index + 2])
      let stack = path.hasPrefix("src/") ? root : top
      let ours = stack.attributes(of: Array(path.utf8)[...])[name]
      #expect(ours.checkAttrText == value, "\(name) of \(path)")
    }
  }
}

extension AttributeState? {
  /// The output of `git check-attr`.
  fileprivate var checkAttrText: String {
    switch self {
    case .on: "set"
    case .off: "unset"
    case .unspecified, nil: "unspecified"
    case .value(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
