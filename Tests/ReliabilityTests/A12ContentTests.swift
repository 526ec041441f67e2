import Testing

@Suite("The contents of a manifest")
struct A12ContentTests {
  @Test(
    "differ only in the bytes of the version, in any format",
    arguments: [
      ("1.4.2\\r\\n", "1.5.0\\r\\n"), ("1.4.2\\r", "1.5.0\\r"), ("1.4.2", "1.5.0"),
      ("\\357\\273\\2771.4.2\\n", "\\357\\273\\2771.5.0\\n"),
      ("\\377\\3761\\0.\\0004\\0.\\0002\\0\\r\\0\\n\\0", "\\377\\3761\\0.\\0005\\0.\\0000\\0\\r\\0\\n\\0"),
      ("\\376\\377\\0001\\0.\\0004\\0.\\0002\\0\\n", "\\376\\377\\0001\\0.\\0005\\0.\\0000\\0\\n"),
    ])
  func kept(before: String, after: String) throws {
    let project = try StrangeProject()
    try project.shell("printf '\(before)' > VERSION; printf '\(after)' > ../expected")
    #expect(try project.martlet("bump", "minor").status == 0)
    #expect(try project.shell("cmp VERSION ../expected") == "")
  }

  @Test(
    "differ only there in a text of any bytes, too",
    arguments: ["caf\\351 \\0 \\377\\r\\n%s 1.4.2\\rlast\\n", "%s 1.4.2", "\\n\\n\\r\\r\\n\\t%s 1.4.2\\342\\200\\250"])
  func keptText(bytes: String) throws {
    let project = try StrangeProject()
    try project.shell(
      """
      printf '\(bytes)' v > VERSION; printf '\(bytes.replacing("1.4.2", with: "1.5.0"))' v > ../expected
      sed -i.orig 's/plain: VERSION/{text: VERSION, pattern: "v ${version}"}/' Releasefile; rm *.orig
      """)
    #expect(try project.martlet("bump", "minor").status == 0)
    #expect(try project.shell("cmp VERSION ../expected") == "")
  }

  @Test(
    "are refused with the place of an undecodable byte",
    arguments: [
      (
        "\\377\\3761\\0\\0\\330\\n\\0",
        "error: `VERSION` is not text: it begins with a UTF-16 mark, but the bytes at offset 4 are not UTF-16"
      ),
      (
        "1.4.2\\0\\n",
        "error: `1.4.2\\u{0}` is not a version, expected only the version\n --> VERSION:1:1\n  |\n1 | 1.4.2\\u{0}\n  | ^^^^^^^^^^"
      ),
      (
        "version https://git-lfs.github.com/spec/v1\\noid sha256:4d7a\\nsize 12\\n",
        "error: `VERSION` is a Git LFS pointer, expected the file itself\nhint: get it with `git lfs pull --include VERSION`"
      ),
    ])
  func refused(bytes: String, message: String) throws {
    let project = try StrangeProject()
    try project.shell("printf '\(bytes)' > VERSION")
    try project.expectRefusal("bump", "minor", says: message)
  }

  @Test(
    "are stored as git would store them: with its line ends, filters and encodings",
    arguments: [
      "git config core.autocrlf true; rm VERSION; git checkout -q VERSION",
      "echo '* text eol=crlf' > .gitattributes; git add . 2> /dev/null; git commit -q -m a; rm VERSION; git checkout -q VERSION",
      "echo 'VERSION filter=up' > .gitattributes; git config filter.up.clean 'tr a-z A-Z'; git add .; git commit -q -m f",
      "echo 'VERSION ident' > .gitattributes; git add .; git commit -q -m i",
      "printf '\\377\\3761\\0.\\0004\\0.\\0002\\0\\n\\0' > VERSION; echo 'VERSION working-tree-encoding=UTF-16' > .gitattributes; git add .; git commit -q -m e",
    ])
  func conversion(setup: String) throws {
    let project = try StrangeProject()
    try project.shell(setup)
    #expect(try project.martlet("run", "local").status == 0)
    let stored = try project.git("rev-parse", "HEAD:VERSION")
    #expect(try project.git("hash-object", "--path", "VERSION", "VERSION") == stored)
    #expect(try project.git("status", "--porcelain") == "")
  }

  /// git runs the filter when it compares a file whose date is not that of the index, and when it stores the new version.
  @Test(
    "undo the run if a filter fails, or is required and missing",
    arguments: [
      "git config filter.lfs.clean false; git config filter.lfs.required true", "git config filter.lfs.required true",
    ],
    [
      ("2002-01-01", "git could not compare the work tree with the index: VERSION: clean filter 'lfs' failed\n"),
      ("2001-01-01", "git could not make the commit\n"),
    ])
  func filter(configuration: String, stage: (date: String, error: String)) throws {
    let project = try StrangeProject()
    try project.shell(
      """
      echo 'VERSION filter=lfs' > .gitattributes; touch -d 2001-01-01 VERSION; git add .; git commit -q -m f; \(configuration)
      # Another date of the change alone, `ctime`, makes git compare the file, too.
      [ \(stage.date) = 2001-01-01 ] || touch -d \(stage.date) VERSION
      """)
    let before = try project.git("for-each-ref")
    let outcome = try project.martlet("run", "local")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: \(stage.error)"), "\(outcome.errors)")
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(try project.git("for-each-ref") == before)
  }

  @Test(
    "are checked for the number of versions before the first write",
    arguments: [
      ("none\\n", "0 matches of `from: ${version}` in `README.md`"),
      ("from: 1.4.2\\nx\\nfrom: 1.4.2\\n", "2 matches of `from: ${version}` in `README.md` (lines 1, 3)"),
    ])
  func count(text: String, found: String) throws {
    let project = try StrangeProject()
    try project.shell(
      "printf '\(text)' > README.md; sed -i.orig 's/plain: VERSION/{text: README.md, pattern: \"from: ${version}\", count: 1}/' Releasefile; rm *.orig"
    )
    try project.expectRefusal("bump", "minor", says: "error: found \(found), expected 1")
  }

  @Test("may contain a version a thousand times, if a thousand are expected")
  func thousand() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      i=0; while [ $i -lt 1000 ]; do i=$((i+1)); echo "from: 1.4.2"; done > README.md; sed 's/1.4.2/1.5.0/' README.md > ../expected
      sed -i.orig 's/plain: VERSION/{text: README.md, pattern: "from: ${version}", count: 1000}/' Releasefile; rm *.orig
      """)
    #expect(try project.martlet("bump", "minor").status == 0)
    #expect(try project.shell("cmp README.md ../expected") == "")
  }
}
