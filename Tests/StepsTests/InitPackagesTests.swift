import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step init with tags of packages")
struct InitPackagesTests {
  private static let podspec = "Pod::Spec.new do |s|\n  s.version = '2.0.0'\nend\n"

  @Test("declares packages whose tags have their names, with the folders of their manifests")
  func packages() throws {
    var world = TestWorkspace.clean(
      ["packages/core/Package.swift": "", "ios/App/App.podspec": Self.podspec, "README.md": ""],
      tags: ["core/1.2.0", "App-2.0.0", "web/1.0.0"])
    world.remotes = []
    let text = try #require(try Planning(world).plan(InitStep()).text(of: "Releasefile"))
    #expect(
      text.contains(
        """
        packages:
          App: {paths: [ios/App], tag: "App-${version}"}
          core: {paths: [packages/core]}
        #  web: {paths: [FOLDER]}   # decide: no single folder has this name

        """))
    let releasefile = try Releasefile(SourceText(path: "Releasefile", text: text), vocabulary: .standard)
    #expect(releasefile.packages.map(\.name) == ["App", "core"])
  }

  @Test("declares the only folder with the version of the tag, where several have the package's name")
  func severalFolders() throws {
    var world = TestWorkspace.clean(
      [
        "web/apps/photos/package.json": "{\"name\": \"photos\"}",
        "mobile/apps/photos/pubspec.yaml": "version: 1.3.58+9\n",
        "web/apps/auth/package.json": "{}", "mobile/apps/auth/pubspec.yaml": "name: auth\n",
        "client/icons/ios/a.png": "", "third/ios/b.c": "",
      ],
      tags: ["photos-v1.3.58-beta", "auth-v4.4.24", "ios-v1.0.1"])
    world.remotes = []
    let text = try #require(try Planning(world).plan(InitStep()).text(of: "Releasefile"))
    #expect(
      text.contains(
        """
        packages:
        #  auth: {paths: [FOLDER], tag: "auth-v${version}"}   # decide: no single folder has this name
        #  ios: {paths: [FOLDER], tag: "ios-v${version}"}   # decide: no single folder has this name
          photos: {paths: [mobile/apps/photos], tag: "photos-v${version}"}

        """))
  }

  @Test("names a package without its scope, unless two scopes have the name")
  func scopedPackages() throws {
    var world = TestWorkspace.clean(
      [
        "app/package.json": "{\"name\": \"@cool/app\"}", "kit/package.json": "{\"name\": \"@cool/kit\"}",
        "others/kit/package.json": "{\"name\": \"@other/kit\"}",
      ],
      tags: ["@cool/app@1.2.0", "@cool/kit@2.0.0", "@other/kit@1.0.0"])
    world.remotes = []
    let text = try #require(try Planning(world).plan(InitStep()).text(of: "Releasefile"))
    #expect(
      text.contains(
        """
        packages:
          app: {paths: [app], tag: "@cool/app@${version}"}
          cool-kit: {paths: [kit], tag: "@cool/kit@${version}"}
          other-kit: {paths: [others/kit], tag: "@other/kit@${version}"}

        """), "\(text)")
  }
}
