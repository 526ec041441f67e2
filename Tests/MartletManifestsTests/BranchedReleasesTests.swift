import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("Releases on branches")
struct BranchedReleasesTests: ResolvingVersions {
  private static func files(_ version: String) -> [String: String] {
    ["sdk-version.txt": "\(version)\n", "Kit/Constants.h": "#define COOL_SDK_VERSION @\"\(version)\"\n"]
  }

  @Test("are the version if files have it: the branch was merged as one commit, without its tags")
  func merged() throws {
    let branches = ["6.7.0-beta.1", "6.6.0", "6.5.0"]
    let old = Self.files("2.7.1")
    #expect(
      try raised(Self.files("6.6.0"), tag: "2.7.1", since: old, onBranches: branches)
        == ["6.6.0", "Kit/Constants.h:1 6.6.0", "sdk-version.txt:1 6.6.0"])
    #expect(try raised(Self.files("6.6.0"), tag: "2.7.1", since: old) == ["2.7.1"])
    #expect(try raised(Self.files("6.4.0"), tag: "2.7.1", since: old, onBranches: branches) == ["2.7.1"])
    #expect(
      try raised(old, tag: "2.7.1", since: old, onBranches: branches)
        == ["2.7.1", "Kit/Constants.h:1 2.7.1", "sdk-version.txt:1 2.7.1"])
  }

  @Test("are the version if a main file has it, also if that missed the release before")
  func mainFiles() throws {
    func raised(_ version: String, onBranches branches: [String]) throws -> [String] {
      func files(_ version: String) -> [String: String] {
        ["CoolKit.podspec": Self.podspec(version), "Makefile": "VERSION=\(version)\n"]
      }
      return try self.raised(files(version), tag: "2.7.1", since: files("2.7.3"), onBranches: branches)
    }
    for version in ["2.8.0", "6.6.0"] {
      let found = try raised(version, onBranches: [version])
      #expect(found == [version, "CoolKit.podspec:2 \(version)", "Makefile:1 \(version)"])
    }
    #expect(throws: SurveyError.self) { try raised("2.8.0", onBranches: ["2.9.0"]) }
    #expect(try raised("6.6.0", onBranches: ["6.7.0"]) == ["2.7.1"])
  }

  @Test("are not the version because of install snippets, examples or other kinds of versions")
  func weakEvidence() throws {
    for files in [
      ["README.md": "pod 'CoolKit', '~> 6.6.0'\n"], ["Examples/Kit.swift": "let coolKitVersion = \"6.6.0\"\n"],
      ["Kit/Cache.h": "#define CACHE_VERSION @\"6.6.0\"\n"],
    ] {
      #expect(try raised(files, tag: "2.7.1", since: [:], onBranches: ["6.6.0"]) == ["2.7.1"])
    }
  }

  @Test("are the version of a carrier only if it is not that of the newest tag")
  func carriers() throws {
    let files = Self.files("6.6.0").merging(["CoolKit.podspec": Self.podspec("2.7.1")]) { $1 }
    #expect(
      try raised(files, tag: "2.7.1", since: files, onBranches: ["6.6.0"]) == ["2.7.1", "CoolKit.podspec:2 2.7.1"])
  }
}

@Suite("Files with only the version")
struct VersionFilesTests: ResolvingVersions {
  @Test("are raised under any name without an extension, or with one for texts or versions, outside of tests")
  func names() throws {
    let names = ["Package.version", "sdk-version.txt", "Kit/RELEASE", "Tests/Kit.version", "Kit.log"]
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, "1.4.2\n") })
    let expected = ["Kit/RELEASE:1 1.4.2", "Package.version:1 1.4.2", "sdk-version.txt:1 1.4.2"]
    #expect(try raised(files, tag: "1.4.2") == ["1.4.2"] + expected)
  }
}

@Suite("Places that are raised only for releases")
struct ReleasePlacesTests: ResolvingVersions {
  @Test("have the last release while the version is a pre-release, and follow the next release")
  func lastRelease() throws {
    let project = [
      "CoolKit.podspec": Self.podspec("2.0.0-beta.2"), ".jazzy.yaml": "module_version: 1.4.2\n",
      "Tests/Cool.swift": "let coolKitVersion = \"1.4.2\"\n", "docs.yml": "module_version: 1.3.0\n",
      "Kit.toml": "version = \"1.5.0\"\n", "Other.toml": "version = \"3.0.1\"\n",
    ]
    let tags = ReleaseTags(
      newest: try Version("2.0.0-beta.2"), released: try Version("1.4.2"),
      releases: try ["1.4.2", "1.5.0", "3.0.1"].map { try Version($0) })
    let survey = try survey(project, tags)
    func texts(_ version: String) throws -> [String] {
      let edits = try survey.edits(raising: tags.newest, to: Version(version), in: files(project)).edits
      return edits.keys.map(\.string).sorted()
    }
    #expect(try texts("2.0.0") == [".jazzy.yaml", "CoolKit.podspec", "Kit.toml"])
    #expect(try texts("2.0.0-beta.3") == ["CoolKit.podspec"])
  }
}
