import Testing

@Suite("The step publish_package")
struct PublishPackageStepTests {
  private func planning() -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.world.files["dist/Tool.zip"] = "tool"
    planning.world.files["dist/Tool.tar"] = "tool"
    return planning
  }

  @Test("keeps the archive and publishes it as the version of the project")
  func plan() throws {
    let plan = try planning().plan(
      "- publish_package: {package: mona.LinkedList, registry: 'https://r.example/', archive: dist/Tool.zip}")
    #expect(
      plan.lines == [
        "publish_package: keep dist/Tool.zip (4 7c9b)",
        "publish_package: publish mona.LinkedList 1.4.2 in https://r.example (4 7c9b)",
      ])
    #expect(plan.entries.map(\.effect.isOutward) == [false, true])
  }

  @Test(
    "says what is wrong",
    arguments: [
      (
        "package: LinkedList",
        "`LinkedList` is not a package identifier, expected a scope and a name with a period between them, such as `mona.LinkedList`"
      ),
      (
        "package: mo--na.LinkedList",
        "`mo--na.LinkedList` is not a package identifier, expected a scope and a name with a period between them, such as `mona.LinkedList`"
      ),
      (
        "package: mona.Linked/List",
        "`mona.Linked/List` is not a package identifier, expected a scope and a name with a period between them, such as `mona.LinkedList`"
      ),
      (
        "package: mona.List, version: v1.0.0",
        "`v1.0.0` is not a version for a registry, expected a semantic version such as `1.5.0`"
      ),
      (
        "package: mona.List, version: '1.4'",
        "`1.4` is not a version for a registry, expected a semantic version such as `1.5.0`"
      ),
      (
        "package: mona.List, version: 24.1.0.0",
        "`24.1.0.0` is not a version for a registry, expected a semantic version such as `1.5.0`"
      ),
      (
        "package: mona.List, registry: r.example",
        "`r.example` is not the address of a registry, expected one such as `https://registry.example.com`"
      ),
      ("package: mona.List, user: me", "`user` without `token_env`, expected the variable with the password, too"),
      (
        "package: mona.List, archive: dist/Tool.tar",
        "`dist/Tool.tar` is not a name of a zip archive, expected the suffix `.zip`\nhint: make it with `export: {output: dist/NAME.zip, prefix: NAME/}`"
      ),
      ("package: mona.List, archive: dist/*", "`dist/*` is 2 files, expected one: `dist/Tool.tar`, `dist/Tool.zip`"),
    ])
  func refusals(parameters: String, words: String) throws {
    var all = parameters
    if !all.contains("registry") { all += ", registry: 'https://r.example'" }
    if !all.contains("archive") { all += ", archive: dist/Tool.zip" }
    #expect(try planning().failure("- publish_package: {\(all)}") == "error: \(words)")
  }
}
