import TestSupport

extension Exporting {
  /// A repository with everything that is difficult for an archive.
  static func difficult() throws -> Exporting {
    let exporting = try Exporting()
    try exporting.writeNames()
    try exporting.writeContents()
    try exporting.writeAttributes()
    let sandbox = exporting.sandbox
    try sandbox.git("add", "--all")
    try sandbox.git("update-index", "--add", "--cacheinfo", "160000,\(String(repeating: "7", count: 40)),lib/module")
    try sandbox.git("update-index", "--add", "--cacheinfo", "160000,\(String(repeating: "6", count: 40)),lib/ignored")
    try sandbox.git("commit", "--quiet", "-m", "A subject\n\nA body with é.\n")
    try sandbox.git("tag", "-a", "v1", "-m", "One")
    try sandbox.git("tag", "-a", "outer", "-m", "A tag of a tag", "v1")
    return exporting
  }

  private func writeNames() throws {
    let (part, long) = (String(repeating: "p", count: 50), String(repeating: "n", count: 100))
    // At the limits of the two path fields: 100 bytes, a slash, 155 bytes before it.
    for name in [
      long, "\(long)x", "\(part)/\(long.prefix(50))", "\(part)/\(part)/\(part)/\(long)",
      "\(part)/\(part)/\(part)\(part)/\(long)", "\(part)/\(part)/\(part)/pp/\(long)",
      "\(part)/\(part)/\(part)/ppp/\(long)", "\(part)/\(part)/\(part)/\(long)x", "\(long)-folder/\(long)/\(long)/f",
      "a/b/c/d/e", "with blank", "line\nfeed", "tab\there", "quote\"", "back\\slash", "-dash", "é", "e\u{301}x", "zß日本",
      "*star", "[bracket]", "semi;colon", "UPPER", "lower/CASE", ".hidden/.file",
    ] { try sandbox.write(name, "\(name)\n") }
    let odd =
      "printf odd > \"$(printf 'latin-\\351')\"; mkdir \"$(printf 'dir-\\377')\"; printf x > \"$(printf 'dir-\\377/x')\""
    _ = try sandbox.run("sh", ["-c", odd])
    try sandbox.link("link", to: "a/b/c/d/e")
    try sandbox.link("link-out", to: "../../outside")
    try sandbox.link("link-absolute", to: "/etc/passwd")
    for length in [99, 100, 101, 300] { try sandbox.link("link-\(length)", to: String(repeating: "t", count: length)) }
    try sandbox.link("\(long)link", to: String(repeating: "u", count: 200))
  }

  private func writeContents() throws {
    try sandbox.write("empty", "")
    try sandbox.write("run.sh", "#!/bin/sh\n")
    try sandbox.setMode(0o755, of: "run.sh")
    for length in [511, 512, 513, 10239, 10240, 10241] {
      try sandbox.write("sizes/\(length)", [UInt8](repeating: 65, count: length))
    }
    try sandbox.write("binary", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try sandbox.write("large.bin", (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) })
    try sandbox.write("text/lf.txt", "one\ntwo\n")
    try sandbox.write("text/crlf.bin", "one\r\ntwo\r\n")
    try sandbox.write("text/no-end.txt", "one\ntwo")
    try sandbox.write("text/auto/text", "one\ntwo\n")
    try sandbox.write("text/auto/mixed", "one\r\ntwo\n")
    try sandbox.write("text/auto/binary", [65, 10, 0, 10])
    try sandbox.write("text/auto/control", [1, 2, 3, 10, 4, 5, 6])
    try sandbox.write("text/auto/dos-end", Array("one\n".utf8) + [26])
    try sandbox.write("text/id.c", "$Id$ $Id: 1234 $ $Id: not an id $ $Id\n$ $Id:\n$Idx$ $Id$")
    try sandbox.write("text/wide.txt", "\u{feff}Grüße\nzwei\n".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
    try sandbox.write("text/subst", "$Format:%H$ $Format:%T %n%P%%$ $Format:%h %an <%ae> %ad %cI$ $Format:%s%n%b$\n")
    try sandbox.write(
      "text/subst-more", "$Format:%d|%D|%(describe)$ $Format:%(describe)$ $Format: unclosed\n$Format:$ $x$\n")
    try sandbox.write("text/no-subst", "$Format:%H$\n")
  }

  private func writeAttributes() throws {
    try sandbox.write(
      ".gitattributes",
      """
      [attr]hidden export-ignore -text
      *.log export-ignore
      /gone export-ignore
      gone-folder/ export-ignore
      deep/**/out hidden
      "quoted name" export-ignore
      lib/ignored export-ignore
      text/subst* export-subst
      text/*.txt text eol=crlf
      text/auto/* text=auto eol=crlf
      text/id.c ident
      text/wide.txt working-tree-encoding=UTF-16LE-BOM
      *.bin -diff
      run.sh diff

      """)
    try sandbox.write("text/.gitattributes", "no-end.txt -text\nsubst-not !export-subst\n")
    try sandbox.write("empty-after/.gitattributes", "* export-ignore\n")
    try sandbox.write("empty-after/x", "x")
    for name in [
      "a.log", "b/c.log", "gone", "kept/gone", "gone-folder/x", "deep/a/b/out", "deep/out", "quoted name",
      "text/subst-not",
      "info-gone",
    ] { try sandbox.write(name, "\(name)\n") }
    try sandbox.write(".git/info/attributes", "info-gone export-ignore\nb/c.log -export-ignore\n")
  }
}
