import Testing

@Suite("A large number of tags, including unusual ones")
struct B14ManyTagsTests {
  @Test(
    "has a version and spelling that do not depend on the order of the tags",
    arguments: [
      (["v1.5.0", "1.5.0"], "1.5.0"), (["1.4", "1.4.3", "v1.4.2"], "1.4.3"),
      (["v2", "2024", "nightly", "v1.4.9"], "1.4.9"),
      (["1.10.0", "1.9.0", "v1.10.0-rc.1"], "1.10.0"),
      (["release/1.0.0", "1.2.3.4.5", "1.6.0+b", "v1.5.0"], "1.6.0+b"),
      (["1.5.0-alpha", "1.5.0-beta.11", "1.5.0-beta.2"], "1.5.0-beta.11"),
    ])
  func mixed(names: [String], version: String) throws {
    for names in [names, names.reversed()] {
      let project = try StrangeProject()
      try project.shell("sed -i.orig 's/^manifests:/version: {source: tag}\\\nmanifests:/' Releasefile; rm *.orig")
      for name in names { try project.git("tag", name) }
      #expect(try project.martlet("version").output == version)
      try project.git("pack-refs", "--all")
      #expect(try project.martlet("version").output == version)
    }
  }

  @Test("is read completely, packed or annotated", arguments: [true, false])
  func many(areAnnotated: Bool) throws {
    let project = try StrangeProject()
    try project.shell(
      """
      sed -i.orig 's/^manifests:/version: {source: tag}\\\nmanifests:/' Releasefile; rm *.orig
      head=$(git rev-parse HEAD); i=0; while [ $i -lt 3000 ]; do i=$((i+1))
        \(areAnnotated
          ? "printf 'tag 2.%d.%d\\nfrom %s\\ntagger C <c@example.com> 1700000000 +0000\\ndata 1\\nx' $((i/100)) $((i%100)) $head"
          : "echo create refs/tags/2.$((i/100)).$((i%100)) $head")
      done | git \(areAnnotated ? "fast-import --quiet" : "update-ref --stdin"); git pack-refs --all
      """)
    #expect(try project.martlet("version").output == "2.30.0")
  }
}
