/// Every format that a Releasefile may name.
package enum ManifestCatalogue {
  /// The format of the word `keyword`.
  package static func format(named keyword: String) -> ManifestFormat? {
    formats.first { $0.keyword == keyword }
  }

  /// The formats, those of Xcode first, the most general last.
  package static let formats = [
    ManifestFormat(
      XcodeprojManifest.self, "an Xcode project with the configuration and Info.plist files that it draws on",
      options: [
        .init("targets", "the targets that are the product; the apps when left out", isList: true)
      ]
    ) { XcodeprojManifest(path: $0, targets: $1.list("targets")) },
    ManifestFormat(
      XcconfigManifest.self, "build settings in a configuration file, through its includes and references",
      options: [
        .init("key", "the setting; `MARKETING_VERSION` and `CURRENT_PROJECT_VERSION` when left out")
      ]
    ) { XcconfigManifest(path: $0, key: $1.text("key")) },
    ManifestFormat(
      PlistManifest.self, "the version keys of an Info.plist",
      options: [
        .init("key", "the key; `CFBundleShortVersionString` and `CFBundleVersion` when left out")
      ]
    ) { PlistManifest(path: $0, key: $1.text("key")) },
    ManifestFormat(PodspecManifest.self, "a CocoaPods specification, in Ruby or JSON") { path, _ in
      PodspecManifest(path: path)
    },
    ManifestFormat(
      SwiftManifest.self, "a declaration in Swift, or the settings of a Tuist project",
      options: [.init("name", "the declaration, such as `version` or `Constants.version`")]
    ) { path, options, names in SwiftManifest(path: path, name: options.text("name"), products: names.products) },
    ManifestFormat(
      JSONManifest.self, "a value of a JSON file",
      options: [
        .init("key", "the way to the version, as `info.version` or `/info/version`; `version` when left out"),
        .init("build_key", "the way to the build number"),
      ]
    ) { JSONManifest(path: $0, key: $1.text("key") ?? "version", buildKey: $1.text("build_key")) },
    ManifestFormat(
      YAMLManifest.self, "a value of a YAML file, or the `project.yml` of XcodeGen",
      options: [
        .init("key", "the way to the version; left out, the build settings of XcodeGen are looked for"),
        .init("build_key", "the way to the build number"),
      ]
    ) { YAMLManifest(path: $0, key: $1.text("key"), buildKey: $1.text("build_key")) },
    ManifestFormat(
      TOMLManifest.self, "a value of a TOML file",
      options: [.init("key", "the way to the version, such as `package.version`; `version` when left out")]
    ) { TOMLManifest(path: $0, key: $1.text("key") ?? "version") },
    ManifestFormat(
      EnvManifest.self, "an assignment in a `.env` file or a Makefile",
      options: [
        .init("key", "the name that is assigned; `VERSION` when left out"),
        .init("build_key", "the name of the build number"),
      ]
    ) { EnvManifest(path: $0, key: $1.text("key") ?? "VERSION", buildKey: $1.text("build_key")) },
    ManifestFormat(
      ReadmeManifest.self, "the install snippets of this very package in a text",
      options: [
        .init(
          "repositories", "the addresses that the package is fetched from; the remotes' when left out", isList: true),
        .init("pods", "the names of its pods; those of the podspecs when left out", isList: true),
      ]
    ) { path, options, names in
      ReadmeManifest(
        path: path, repositories: options.list("repositories") ?? names.repositories,
        pods: options.list("pods") ?? names.pods, products: names.products)
    },
    ManifestFormat(PlainManifest.self, "a file that holds the version and nothing else") { path, _ in
      PlainManifest(path: path)
    },
    ManifestFormat(
      TextManifest.self, "any text, with a pattern that shows where the version stands",
      options: [
        .init("pattern", "the text around `${version}` and `${build}`, everything else literal", isRequired: true),
        .init("count", "how often the pattern has to match; 1 when left out"),
      ]
    ) { path, options throws(ManifestError) in
      let text = options.text("count") ?? "1"
      guard let count = Int(text), count >= 0 else {
        throw .unusableOption(path, option: "count", value: text, expected: "a number")
      }
      return TextManifest(path: path, pattern: options.text("pattern") ?? "", count: count)
    },
  ]
}
