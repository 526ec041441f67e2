/// Every manifest format of a Releasefile.
package enum ManifestCatalogue {
  /// Returns the format with the keyword.
  package static func format(named keyword: String) -> ManifestFormat? {
    formats.first { $0.keyword == keyword }
  }

  /// The formats: Xcode's first, the most general last.
  package static let formats = [
    ManifestFormat(
      XcodeprojManifest.self, "an Xcode project with its configuration and Info.plist files",
      options: [
        .init("targets", "the targets of the product; the apps if omitted", isList: true)
      ]
    ) { XcodeprojManifest(path: $0, targets: $1.list("targets")) },
    ManifestFormat(
      XcconfigManifest.self, "a configuration file with build settings, including its includes and references",
      options: [
        .init("key", "the setting; `MARKETING_VERSION` and `CURRENT_PROJECT_VERSION` if omitted")
      ]
    ) { XcconfigManifest(path: $0, key: $1.text("key")) },
    ManifestFormat(
      PlistManifest.self, "an Info.plist with version keys",
      options: [
        .init("key", "the key; `CFBundleShortVersionString` and `CFBundleVersion` if omitted")
      ]
    ) { PlistManifest(path: $0, key: $1.text("key")) },
    ManifestFormat(PodspecManifest.self, "a CocoaPods specification, in Ruby or JSON") { path, _ in
      PodspecManifest(path: path)
    },
    ManifestFormat(
      SwiftManifest.self, "a Swift file with a declaration, or the settings of a Tuist project",
      options: [.init("name", "the declaration, such as `version` or `Constants.version`")]
    ) { path, options, names in SwiftManifest(path: path, name: options.text("name"), products: names.products) },
    ManifestFormat(
      JSONManifest.self, "a value of a JSON file",
      options: [
        .init("key", "the path of the version in the file, as `info.version` or `/info/version`; `version` if omitted"),
        .init("build_key", "the path of the build number in the file"),
      ]
    ) { JSONManifest(path: $0, key: $1.text("key") ?? "version", buildKey: $1.text("build_key")) },
    ManifestFormat(
      YAMLManifest.self, "a value of a YAML file, a `pubspec.yaml`, or the `project.yml` of XcodeGen",
      options: [
        .init(
          "key",
          "the path of the version in the file; if omitted, `version` in a `pubspec.yaml`, otherwise XcodeGen's build settings"
        ),
        .init("build_key", "the path of the build number in the file"),
      ]
    ) { YAMLManifest(path: $0, key: $1.text("key"), buildKey: $1.text("build_key")) },
    ManifestFormat(
      TOMLManifest.self, "a value of a TOML file",
      options: [.init("key", "the path of the version in the file, such as `package.version`; `version` if omitted")]
    ) { TOMLManifest(path: $0, key: $1.text("key") ?? "version") },
    ManifestFormat(
      EnvManifest.self, "an assignment in a `.env` file or a Makefile",
      options: [
        .init("key", "the name of the variable; `VERSION` if omitted"),
        .init("build_key", "the variable with the build number"),
      ]
    ) { EnvManifest(path: $0, key: $1.text("key") ?? "VERSION", buildKey: $1.text("build_key")) },
    ManifestFormat(
      GradleManifest.self, "a build script of an Android app, with `versionName` and `versionCode`"
    ) { path, _ in GradleManifest(path: path) },
    ManifestFormat(
      ReadmeManifest.self,
      "a text with install snippets of this package; if it is the only manifest, the version is that of the newest tag",
      options: [
        .init(
          "repositories", "the repository addresses of the package; those of the remotes if omitted", isList: true),
        .init("pods", "the names of its pods; those of the podspecs if omitted", isList: true),
      ]
    ) { path, options, names in
      ReadmeManifest(
        path: path, repositories: options.list("repositories") ?? names.repositories,
        pods: options.list("pods") ?? names.pods, products: names.products)
    },
    ManifestFormat(PlainManifest.self, "a file with only the version") { path, _ in
      PlainManifest(path: path)
    },
    ManifestFormat(
      TextManifest.self, "a text file with a pattern that marks the version",
      options: [
        .init(
          "pattern",
          "the text with `${version}` and `${build}`; `${any}` is any text of a line, which stays; everything else is literal",
          isRequired: true),
        .init("count", "the exact number of matches; 1 if omitted"),
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
