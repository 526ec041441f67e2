import MartletCore
import Testing

@Suite("The forms of tags")
struct TagFormsTests {
  private func form(_ tags: [String]) -> String? { TagForms(tags).bare?.format.description }

  @Test(
    "of releases keep the words before the version, and build numbers after it",
    arguments: [
      (["production/5.4.0-102", "production/5.3.9-98"], "production/${version}-${build}"),
      (["Release-1.18.1-b154", "Release-1.18.0-b150"], "Release-${version}-b${build}"),
      (["rel/8.0.0", "rel/7.1.1"], "rel/${version}"), (["release-183", "release-182"], "release-${version}"),
    ])
  func releases(tags: [String], expected: String) {
    #expect(TagForms(tags).releases.map(\.format.description) == [expected])
  }

  @Test(
    "of plain versions have build numbers if the newest ones do",
    arguments: [
      (["v1.28.0-1", "v1.27.3-2", "v1.20.0"], "v${version}-${build}"), (["v2022.1.2(1)"], "v${version}(${build})"),
      (["v4.0.5b40", "v4.0.4b39", "v4.0.3b37"], "v${version}b${build}"),
      (["v0.59.1-20251127.184818", "v0.59.0-20251103.163555", "v0.58.0"], "v${version}-${build}"),
      // The last number rises through all versions.
      (["2.6.173", "2.6.172", "2.5.171", "2.4.170"], "${version}.${build}"),
      (["v2.1.2.81856", "v2.1.1.81855", "v2.1.0.81852", "v2.0.13.81838"], "v${version}.${build}"),
      (["2.16.42", "2.15.40", "2.11.31", "2.9.26"], "${version}.${build}"),
      (["2.6.173", "2.6.172", "2.5.180", "2.4.170"], "${version}"), (["2.6.173", "2.5.172"], "${version}"),
      (["2026.3.21", "2026.2.18", "2026.1.15"], "${version}"),
      // A beta is counted for each version.
      (["v4.0.5b2", "v4.0.5b1", "v4.0.4b3"], "v${version}"), (["v25.0.0beta1", "v24.0.0rc2"], "v${version}"),
      (["1.5.0-beta.2", "1.5.0-beta.1", "1.4.0-beta.3"], "${version}"),
      (["1.0.16-27", "1.0.17", "1.0.18"], "${version}"),
      (["v0.21.3-Beta", "v0.21.2-Beta", "v0.21.1-Beta"], "v${version}-Beta"),
      (["v1.0.4-ios", "v1.0.3-ios", "v1.0.2-ios", "v1.0.1", "v1.0.0a2"], "v${version}-ios"),
      (["v1.0.4-ios", "v1.0.3-mac", "v1.0.2-ios", "v1.0.1"], "v${version}"),
      (["v1.2.0-M1", "v1.1.0-M1", "v1.0.0-M1", "v0.9.0"], "v${version}"),
      (["v0.21.3-Beta", "v0.21.2", "v0.21.1"], "v${version}"), (["26.07.5", "26.07.4", "1.9.10"], "${version}"),
    ])
  func plain(tags: [String], expected: String) {
    #expect(form(tags) == expected)
    #expect(form(tags.reversed()) == expected)
  }

  @Test("have what the files at the newest tags have: a build number that rises, or a version alone")
  func contents() {
    func form(_ builds: [String: String], version: (String) -> String) -> String? {
      TagForms(builds.keys) { tag in
        TagForms.Contents(versions: [version(tag)], builds: [builds[tag] ?? ""])
      }.bare?.format.description
    }
    // An early tag began at 1.
    let builds = ["v1.2.7b36": "36", "v1.2.6b35": "35", "v1.2.5b34": "34", "v1.2.4b1": "1", "v1.2.3b33": "33"]
    #expect(TagForms(builds.keys).bare?.format.description == "v${version}")
    #expect(form(builds) { String($0.dropFirst().prefix { $0 != "b" }) } == "v${version}b${build}")
    #expect(form(builds) { String($0.dropFirst()) } == "v${version}")
    // A beta is counted for each version.
    let betas = ["1.5.0-beta.2": "2", "1.4.0-beta.3": "3"]
    #expect(form(betas) { String($0.prefix { $0 != "-" }) } == "${version}")
    let numbers = ["2.6.173": "173", "2.5.40": "40"]
    #expect(form(numbers) { String($0.prefix(3)) } == "${version}.${build}")
    #expect(form(numbers) { $0 } == "${version}")
  }

  @Test("of channels are neither releases nor packages")
  func channels() {
    let forms = TagForms(["nightly/26.07.5.7", "beta-1.2.0", "snapshot-145", "prerelease-3.3.6", "ci/1.0.0"])
    #expect(forms.bare == nil)
    #expect(forms.releases.isEmpty)
    #expect(forms.named.isEmpty)
  }

  @Test("of packages have their names")
  func packages() {
    let forms = TagForms(["core/1.4.2", "battery_plus-v2.0.0", "@cool/app@1.2.3", "name_v1.2.3", "kit-1.0.0", "1.0.0"])
    #expect(forms.named.keys.sorted() == ["@cool/app", "battery_plus", "core", "kit", "name"])
    #expect(forms.named["@cool/app"]?.format.description == "@cool/app@${version}")
    #expect(forms.named["name"]?.format.description == "name_v${version}")
    #expect(forms.bare?.count == 1)
  }

  @Test("of two kinds are told apart by their numbers, if one kind ends in build numbers")
  func buildsBesideOthers() {
    let forms = TagForms(["1.28.0.26070807", "1.27.1.26061803", "1.27.0.26061602", "2025.05.27", "2.4.12", "1.0.0"])
    #expect(forms.releases.map(\.format.description) == ["${version}.${build}"])
    #expect(forms.releases.first?.newest.first == "1.28.0.26070807")
    #expect(forms.bare?.newest == ["2025.05.27", "2.4.12", "1.0.0"])
  }

  @Test("may have build numbers since an older series ended, if ten tags show it")
  func laterBuilds() {
    let series = (0..<9).map { "2.\($0).\(25 + $0)" }
    #expect(form(["1.4.40", "1.3.2"] + series) == "${version}")
    #expect(form(["1.4.40", "1.3.2"] + series + ["2.9.34"]) == "${version}.${build}")
  }

  @Test("of packages may have their names after the version, unless each version has all names")
  func packagesAfter() {
    let tags = [
      "7.0.1-zip", "7.0.0-zip", "1.8.0-google-maps", "1.7.0-google-maps", "5.1.0-camera", "5.0.0-rc", "0.1.0",
    ]
    let forms = TagForms(tags)
    #expect(forms.named.keys.sorted() == ["camera", "google-maps", "zip"])
    #expect(forms.named["google-maps"]?.format.description == "${version}-google-maps")
    #expect(forms.named["google-maps"]?.newest == ["1.8.0-google-maps", "1.7.0-google-maps"])
    #expect(forms.bare?.newest == ["5.0.0-rc", "0.1.0"])
    let variants = ["1.2.0", "1.1.0", "1.0.0"].flatMap { version in ["mac", "ios", "web"].map { "\(version)-\($0)" } }
    #expect(TagForms(variants).named.isEmpty)
  }

  @Test("are the same in any order of the tags")
  func anyOrder() {
    let names = ["core", "app", "kit"].flatMap {
      ["1.0.0-\($0)", "v1.0.0-\($0)", "\($0)-1.0.0", "\($0)/1.0.0", "\($0)@1.0.0"]
    }
    let counted = ["release/b8", "release/b08", "release/b7", "live/b8", "live/b08", "live/b7"]
    let variants = ["v1.0.0-lite", "v1.1.0-lite", "v1.2.0-lite", "1.0.0-pro", "1.1.0-pro", "1.2.0-pro"]
    let unread = ["v/1.0.0", "v/1.1.0_beta1", "v/1.1.0_beta2", "v/1.1.0_beta3", "v/1.1.0_beta4"]
    for tags in [names, counted, variants, unread] {
      let expected = TagForms(tags)
      for start in tags.indices {
        let forms = TagForms(tags[start...] + tags[..<start])
        #expect(forms.unread == expected.unread && forms.counted == expected.counted && forms.named == expected.named)
        #expect(forms.bare == expected.bare && forms.releases == expected.releases)
      }
    }
    #expect(TagForms(unread).unread == ["v/1.1.0_beta4", "v/1.1.0_beta3", "v/1.1.0_beta2", "v/1.1.0_beta1"])
  }

  @Test("with the project's name are those of its releases")
  func project() {
    let forms = TagForms(["cool-2026.8.2", "cool-2026.7.1"], project: ["cool"])
    #expect(forms.releases.map(\.format.description) == ["cool-${version}"])
    #expect(forms.named.isEmpty)
  }

  @Test("may have a dot after the word, and are unread with a word that no other tag has")
  func dots() {
    #expect(TagForms(["v.1.2.0", "v.1.2.1"]).releases.map(\.format.description) == ["v.${version}"])
    #expect(TagForms(["1.2.0/5", "1.2.0.RELEASE"]).unread == ["1.2.0/5", "1.2.0.RELEASE"])
  }
}
