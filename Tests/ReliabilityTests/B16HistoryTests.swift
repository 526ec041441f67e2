import Testing

@Suite("An unusual history")
struct B16HistoryTests {
  @Test(
    "may have commits without a message, with a megabyte of it, with NUL and with invalid UTF-8"
  )
  func odd() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      printf 'MARKETING_VERSION = 1.4.2\\nCURRENT_PROJECT_VERSION = 1\\n' > A.xcconfig
      printf 'manifests: [{xcconfig: A.xcconfig}]\\nlanes: {count: {steps: [bump: minor, {bump: {build: commit_count}}, commit, tag, push]}}\\n' > Releasefile
      git add .; git commit -q -m x
      git commit -q --allow-empty --allow-empty-message -m ''
      (printf 'big '; head -c 1000000 /dev/zero | tr '\\0' b) | git commit -q --allow-empty -F -
      printf 'caf\\351 \\377\\n' | git commit -q --allow-empty -F - 2> /dev/null
      commit() { git update-ref HEAD $( (git cat-file commit HEAD~ | sed '/^$/q' | sed "s/^parent.*/parent $(git rev-parse HEAD)/"; printf "$1") | git hash-object -t commit -w --stdin --literally); }
      commit 'nul\\0after\\n'
      commit 'escape \\033[2J\\n'
      git push -q
      """)
    let count = try #require(Int(project.git("rev-list", "--count", "HEAD")))
    let outcome = try project.martlet("run", "count", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(project.read("A.xcconfig") == "MARKETING_VERSION = 1.5.0\nCURRENT_PROJECT_VERSION = \(count + 1)\n")
    #expect(try project.git("ls-remote", "origin", "main").hasPrefix(project.git("rev-parse", "HEAD")))
  }

  @Test("may have twenty thousand commits")
  func long() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      printf 'MARKETING_VERSION = 1.4.2\\nCURRENT_PROJECT_VERSION = 1\\n' > A.xcconfig
      printf 'manifests: [{xcconfig: A.xcconfig}]\\nlanes: {count: {steps: [{bump: {build: commit_count}}]}}\\n' > Releasefile
      (i=0; while [ $i -lt 20000 ]; do i=$((i+1))
        echo "commit refs/heads/main"; echo "committer C <c@example.com> $i +0000"; echo "data 0"
        [ $i -gt 1 ] || echo "from refs/heads/main^0"
      done) | git fast-import --quiet --force
      """)
    #expect(try project.martlet("run", "count").status == 0)
    #expect(project.read("A.xcconfig")?.contains("CURRENT_PROJECT_VERSION = 20003\n") == true)
  }
}
